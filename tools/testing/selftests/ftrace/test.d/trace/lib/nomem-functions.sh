# SPDX-License-Identifier: GPL-2.0
# Functions shared by the tests that create and remove something with each allocation failing
# once. Requires functions.sh. Filters are tested in nomem/filter-trigger-commands.tc, because a
# filter file displays the error, too.

allow_faults
forget_trouble
check_no_events
# If the base kernel fails to register its probes for this option, it warns when it later
# unregisters them.
restore_at_exit options/record-cmd
echo 0 >options/record-cmd

# Only this test makes these system calls.
source=syscalls/sys_enter_sched_get_priority_max
here=syscalls/sys_enter_sched_get_priority_min

# Record all state that a command may leave behind: triggers, filters, events and whether they
# are enabled, the lists of tasks, the clock and timestamp mode of the trace, and module reference
# counts. Some of these files may be missing.
look() { # set $looks
	local -
	set +x
	looks=$(head -n 99 events/$source/trigger events/$source/enable events/$here/trigger \
		events/$here/enable events/sample-trace/foo_bar/enable \
		events/synthetic/*/trigger events/synthetic/*/enable \
		events/user_events/*/trigger events/user_events/*/enable \
		set_event set_event_pid set_event_notrace_pid \
		synthetic_events dynamic_events tracing_on trace_clock timestamp_mode \
		/proc/modules 2>/dev/null) || :
}

same_as() { # expected-state when
	look
	[ "$looks" = "$1" ] || fail "$2 there is
$looks
and should be
$1"
}

# A command that failed for lack of memory must log that reason, unless logging failed as well.
check_reason() {
	local log
	slurp log error_log
	case "$ret$log" in
	ok|'')	;;
	ok*)	fail "done, with an error: $log" ;;
	*': error: Out of memory'*) ;;
	*)	fail "a lack of memory is called something else: $log" ;;
	esac
}

# Run a command without allocation failures.
without_faults() { # command
	echo "$1" >>$file || fail "rejected, though nothing fails: $1"
}

# Free the snapshot buffer. This succeeds only if all users have released it.
free_snapshot() {
	echo 0 >snapshot || fail "somebody holds the snapshot"
}

# Check the state after a creation. After a failed one, the state must be unchanged and the same
# command must succeed at once.
made_or_not() {
	check_reason
	if [ -z "$ret" ]; then
		same_as "$without" "rejected,"
		free_snapshot
		without_faults "$make"
	fi
	same_as "$with" "made,"
	without_faults "$remove"
	same_as "$without" "removed,"
	free_snapshot
}

# Check the state after a removal. After a failed one, the object must still exist and the
# removal must succeed when it is repeated.
removed_or_not() {
	check_reason
	if [ -z "$ret" ]; then
		same_as "$with" "not removed,"
		without_faults "$remove"
	fi
	same_as "$without" "removed,"
	free_snapshot
	without_faults "$make"
	same_as "$with" "made again,"
}

# Create and remove one kind of object through a file, with each allocation failing once.
kind() { # file make remove
	file=$1 make=$2 remove=$3
	look
	without=$looks
	without_faults "$make"
	look
	with=$looks
	[ "$with" != "$without" ] || fail "nothing is seen of $make"
	without_faults "$remove"
	same_as "$without" "removed,"
	free_snapshot

	each_allocation $file "$make" made_or_not 0
	without_faults "$make"
	each_allocation $file "$remove" removed_or_not 0
	without_faults "$remove"
	same_as "$without" "in the end,"
	free_snapshot
}

trigger() { # command [event]
	kind events/${2:-$here}/trigger "$1" "!$1"
}
