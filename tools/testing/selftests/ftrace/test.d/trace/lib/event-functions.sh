# SPDX-License-Identifier: GPL-2.0
# Functions shared by the tests of filters and triggers. Requires functions.sh.

raw_syscall=${1%/trace/*}/trace/lib/raw_syscall
[ -x $raw_syscall ] || exit_unresolved

# System calls with arbitrary arguments. They have no effect.

# An event that only this test fires; its only field is policy.
quiet=syscalls/sys_enter_sched_get_priority_max
hit() { # policy...
	local - policy
	set +x
	for policy; do
		$raw_syscall sched_get_priority_max "$policy"
	done
}

# Define a kprobe on the same system call. The probed function receives the saved registers,
# which hold the system call's arguments. $arg1 is policy. $arg2 is the register of a second
# argument, which the system call does not use.
case $word in
8)	quiet_function=__x64_sys_sched_get_priority_max
	arg1='+112(%di)' arg2='+104(%di)' ;;
4)	quiet_function=__ia32_sys_sched_get_priority_max
	arg1='+0(%ax)' arg2='+4(%ax)' ;;
esac
define_probe() { # name arguments...
	local name=$1
	shift
	echo "p:$name $quiet_function $*" >>kprobe_events
}

# Largest count that a trigger accepts: LONG_MAX.
most_often=9223372036854775807
[ $word = 8 ] || most_often=2147483647

# Fires sys_enter_openat, with the fields dfd, filename, flags and mode. File descriptor 12345
# does not exist.
raw_openat() { # filename
	$raw_syscall openat 12345 "$1" 0 0
}

# Export the start of the kernel's direct mapping for raw_syscall. On 64-bit machines it is the
# value of a kernel variable, which a kprobe can read.
find_direct_map() {
	export DIRECT_MAP=0xc0000000
	[ $word = 8 ] || return 0
	define_probe direct_map base=@page_offset_base:x64
	echo 1 >events/kprobes/direct_map/enable
	hit 1
	echo 0 >events/kprobes/direct_map/enable
	DIRECT_MAP=$(sed -n 's/.* direct_map: .* base=\(0x[0-9a-f]*\)$/\1/p' trace)
	echo '-:direct_map' >>kprobe_events
	[ -n "$DIRECT_MAP" ] || exit_unresolved
}

# Run a task of this name, which sleeps for a short time and exits. The last command must be a
# builtin: the shell would execute any other one in its own place, under a new name.
run_as() { # name
	(
		printf %s "$1" >/proc/self/comm
		usleep 2000
		:
	)
}

# Print the error message of a write, or an empty string if it succeeds. The shell's own error
# message does not contain the reason. This function and those below fork as few processes as
# possible, because tests call them very often.
write_error() { # file text
	local line=
	printf '%s' "$2" >$TMPDIR/text
	cat $TMPDIR/text 2>$TMPDIR/error >>$1 || read -r line <$TMPDIR/error
	printf '%s' "${line##*: }"
}

# Filters.

# Set a filter. It must be accepted, leave the error log empty and be displayed.
set_filter() { # event-or-subsystem filter
	local line shown="$2"
	echo >error_log
	printf '%s\n' "$2" >events/$1/filter || {
		cat error_log
		fail "rejected: $2"
	}
	if read -r line <error_log; then
		fail "accepted with an error: $2: $line"
	fi
	[ "$shown" != 0 ] || shown=none
	case $1 in
	*/*)	check_equal "filter of $1" "$(cat events/$1/filter)" "$shown" ;;
	esac
}

# Read the filter that an event uses, ignoring filters rejected since. The shell's read cannot be
# used: it reads byte by byte, and a filter file must be read in one piece.
filter_in_force() { # event: sets filter
	cat events/$1/filter >$TMPDIR/filter
	slurp filter $TMPDIR/filter
	filter=${filter##*in force: }
}

# Check the entry of a filter in the error log. It has the caret after an unknown field, where a
# selftest of the base kernel expects it.
check_filter_log() { # event-or-subsystem filter-with-^ message
	local - marked="$2"
	set +x
	case $3 in
	'Field not found'*)
		marked=$(printf '%s\n' "$2" | sed 's/\^\([A-Za-z0-9_]* *\)/\1^/') ;;
	esac
	check_log "$1: event filter parse error" "$marked" "$3"
}

# Set a filter that must be rejected as invalid. The error log and the filter file must show this
# message with the caret where '^' stands in the filter. The filter in use must not change.
refuse_filter() { # event filter-with-^ message
	local - filter shown front="${2%%^*}" text
	set +x
	text="$front${2#*^}"
	filter_in_force $1

	echo >error_log
	check_equal "error of $text" "$(write_error events/$1/filter "$text")" \
		"Invalid argument"
	check_filter_log "${1%/*}:${1#*/}" "$2" "$3"
	cat events/$1/filter >$TMPDIR/filter
	slurp shown $TMPDIR/filter
	check_equal "filter file after the rejection of $text" "$shown" "$text
$(printf '%*s' ${#front} '')^
parse_error: $3
in force: $filter"
}

# Print how many times an event was recorded.
recorded() { # event-as-in-the-trace [instance]
	grep -c " $1[:(]" ${2:-.}/trace || :
}

# Check how many events pass a filter while a command runs. The event must be enabled.
passes() { # times event filter command [argument]...
	local - times=$1 event=$2 name=${2#*/}
	set +x
	set_filter $event "$3"
	shift 3
	echo >trace
	"$@"
	# In the trace, the sys_enter_kill event is called sys_kill.
	case $event in
	syscalls/sys_enter_*)	name=sys_${name#sys_enter_} ;;
	esac
	check_equal "$(cat events/$event/filter), of $*" $(recorded $name) $times
}

# Triggers.

# Add or remove a trigger in an instance. It must be accepted and leave the error log empty.
put_there() { # instance event command
	echo >$1/error_log
	printf '%s\n' "$3" >>$1/events/$2/trigger || fail "rejected: $3"
	check_equal "error log after $3" "$(cat $1/error_log)" ""
}

# Write a trigger that must be rejected with this error. It must leave one entry in the error log,
# with this message and the caret where '^' stands in the command, and change nothing.
refuse_trigger() { # event command-with-^ message [error]
	local - before after enabled still text="${2%%^*}${2#*^}"
	set +x
	slurp before events/$1/trigger
	slurp enabled events/$1/enable
	echo >error_log
	check_equal "error of $text" "$(write_error events/$1/trigger "$text")" \
		"${4:-Invalid argument}"
	check_log "trigger:${1%/*}:${1#*/}" "$2" "$3"
	slurp after events/$1/trigger
	slurp still events/$1/enable
	check_equal "triggers after the rejection of $text" "$after" "$before"
	check_equal "enabled after the rejection of $text" "$still" "$enabled"
}

# Check the triggers of an event and its enable file.
check_event() { # event enabled, lines on standard input
	check_triggers $1
	check_equal "$1 is enabled" "$(cat events/$1/enable)" "$2"
}

# Print the number of stack traces in the trace.
stacks() { # [instance]
	grep -c '<stack trace>$' ${1:-.}/trace || :
}
