# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: use a filter, triggers, a histogram, and each kind of dynamic events that the
# kernel has. All of this works on the base kernel, too, so the script checks every kernel of a
# series of patches.

cd /sys/kernel/tracing || exit 1

check() { # DESCRIPTION COMMAND...
	local description=$1
	shift

	"$@" >/tmp/output 2>&1 && return
	echo "FAIL $description"
	cat /tmp/output error_log
	exit 1
}

# Write a line to a file. The shell's own echo reports no error of write().
put() { # TEXT FILE
	printf '%s\n' "$1" >/tmp/line && cat /tmp/line >>"$2"
}

records() { # PATTERN
	grep -q "$1" trace
}

# Start a program, so that tasks switch.
run() {
	/bin/true
	sleep 0.1
}

not() {
	! "$@"
}

check 'set a filter' put 'next_comm == "sleep" && next_pid > 1' events/sched/sched_switch/filter
check 'enable an event' put 1 events/sched/sched_switch/enable
run
check 'record the event' records 'sched_switch: .*next_comm=sleep'
check 'filter the event' not records 'next_comm=true'
check 'disable the event' put 0 events/sched/sched_switch/enable
check 'reject a filter' not put 'next_pid == ' events/sched/sched_switch/filter
check 'remove the filter' put 0 events/sched/sched_switch/filter

trigger=events/sched/sched_process_exec/trigger
check 'define a synthetic event' put 'check_exec pid_t pid' synthetic_events
check 'enable it' put 1 events/synthetic/check_exec/enable
check 'set a histogram' put 'hist:keys=pid:onmatch(sched.sched_process_exec).check_exec(pid)' $trigger
check 'set a trigger' put 'stacktrace:1 if pid > 1' $trigger
run
check 'count in the histogram' grep -q 'Hits: [1-9]' events/sched/sched_process_exec/hist
check 'fire the synthetic event' records 'check_exec: pid='
check 'run the trigger' records '<stack trace>'
check 'remove the histogram' \
	put '!hist:keys=pid:onmatch(sched.sched_process_exec).check_exec(pid)' $trigger
check 'disable the synthetic event' put 0 events/synthetic/check_exec/enable
check 'remove the synthetic event' put '!check_exec' synthetic_events

for kind in 'p:check/event vfs_read' 'f:check/event vfs_read' 'e:check/event sched.sched_switch'; do
	check "define $kind" put "$kind" dynamic_events
	check "enable $kind" put 1 events/check/enable
	run
	check "record $kind" records ' event: '
	check "disable $kind" put 0 events/check/enable
	check "remove $kind" put "-:check/event" dynamic_events
done

if [ -e user_events_status ]; then
	check 'define a user event' put 'u:check_user u32 n' dynamic_events
	check 'show the user event' grep -q check_user user_events_status
	check 'remove the user event' put '!u:check_user u32 n' dynamic_events
fi
check 'write nothing but records' not grep -q 'WARNING\|BUG' trace
