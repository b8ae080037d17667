# SPDX-License-Identifier: GPL-2.0
# boot: trace_instance=first,sched:sched_process_exec,sys_exit_openat,signal:*,task_newtask
# boot: trace_instance=second^traceoff,initcall,task:task_*,nosuch,task_rename
# boot: trace_instance=third,sys_enter_openat
# boot: trace_instance=empty
# Runs in a guest that was booted with these parameters. Each instance has its own events, which
# have recorded from the first process on.

cd /sys/kernel/tracing || exit 1

fail() {
	echo "FAIL: $*"
	head -n 40 set_event instances/*/set_event
	dmesg | grep -i 'trac'
	exit 1
}

[ "$(ls instances | sort | xargs)" = 'empty first second third' ] || fail "not these instances"

check_events() { # instance pattern...
	local instance=$1
	shift
	: >/tmp/expected
	for pattern; do
		grep "$pattern" available_events >>/tmp/expected ||
			fail "the kernel has no event $pattern"
	done
	[ "$(sort "instances/$instance/set_event")" = "$(sort /tmp/expected)" ] ||
		fail "$instance does not have these events: $(cat /tmp/expected)"
}
check_events first ^sched:sched_process_exec\$ ^syscalls:sys_exit_openat\$ ^signal: \
	^task:task_newtask\$
check_events second ^initcall: ^task:task_
check_events third ^syscalls:sys_enter_openat\$
check_events empty
[ -z "$(cat set_event)" ] || fail "events of the top instance are enabled"

grep -q ' sched_process_exec: filename=/init pid=1 ' instances/first/trace ||
	fail "the start of init is missing"
[ "$(cat instances/second/tracing_on)" = 0 ] || fail "the flag traceoff has no effect"
! grep -v '^#' instances/second/trace || fail "an event was recorded in spite of traceoff"

# Two instances trace system calls of init, each with another tracepoint.
grep -q '[^ ]*-1  *\[.* sys_openat(dfd: ' instances/third/trace ||
	fail "no call of openat() by init"
grep -q '[^ ]*-1  *\[.* sys_openat -> 0x' instances/first/trace ||
	fail "no return of openat() to init"
! grep -v '^#' instances/third/trace | grep -v ' sys_openat(dfd: ' ||
	fail "another event was recorded"
[ -z "$(grep -hv '^#' trace instances/empty/trace)" ] || fail "an event was recorded elsewhere"

[ "$(dmesg | grep -c 'trace events: cannot enable')" = 1 ] || fail "not one word is reported"
dmesg | grep -q 'trace events: cannot enable nosuch (trace_instance=second): No such event$' ||
	fail "the kernel log does not name the word and the instance"

# The instances can be changed and removed like those created later.
echo 1 >instances/second/tracing_on
/bin/busybox true
grep -q ' task_newtask: ' instances/second/trace || fail "nothing is recorded when tracing is on"
for instance in empty first second third; do
	rmdir "instances/$instance" || fail "cannot be removed: $instance"
done
! dmesg | grep -E 'WARNING|BUG|Oops' || fail "the kernel complained"
exit 0
