# SPDX-License-Identifier: GPL-2.0
# boot: trace_trigger=sched_process_exec.hist:keys=filename:vals=pid:sort=pid.descending:size=256:overflow=other,sched_waking.hist:name=boot:keys=pid:pause,sched_wakeup.hist:name=boot:keys=pid,sched_process_fork.hist:keys=parent_pid:c=child_pid:onmax($c).snapshot()
# Runs in a guest that was booted with these parameters. The histograms exist and have counted
# from the first process on. The histogram with a snapshot action is rejected this early in the
# boot; it can be added later.

cd /sys/kernel/tracing/events/sched || exit 1

fail() {
	echo "FAIL: $*"
	cat sched_*/trigger sched_*/hist
	exit 1
}

check_trigger() { # event line
	[ "$(grep -v '^#' "$1/trigger")" = "$2" ] || fail "the trigger of $1 is not: $2"
}

check_trigger sched_process_exec \
	'hist:keys=filename:vals=hitcount,pid:sort=pid.descending:size=256:overflow=other [active]'
check_trigger sched_waking \
	'hist:name=boot:keys=pid:vals=hitcount:sort=hitcount:size=2048 [paused]'
check_trigger sched_wakeup \
	'hist:name=boot:keys=pid:vals=hitcount:sort=hitcount:size=2048 [active]'

# The first program that the kernel executed, as pid 1.
grep -q '^{ filename: /init  *} hitcount: *1  pid: *1$' sched_process_exec/hist ||
	fail "nobody saw the start of init"
grep -q '^{ pid:' sched_wakeup/hist || fail "no wakeups were counted"

check_trigger sched_process_fork ''
[ "$(dmesg | grep -c 'cannot set the trigger')" = 1 ] || fail "not one failure"
[ "$(sed -n 's/^\[[ .0-9]*\] //p' ../../error_log)" = "\
hist:sched:sched_process_fork: error: Snapshot is in use by another trigger or tracer, or this instance has none" ] ||
	fail "$(cat ../../error_log)"
echo 'hist:keys=parent_pid:c=child_pid:onmax($c).snapshot()' >>sched_process_fork/trigger ||
	fail "cannot be added later"
: >sched_process_fork/trigger

# They have intervals since boot, and are listed and controlled together.
grep -q '^# interval: 1 from [0-9]' sched_process_exec/hist_delta || fail "no interval"
[ "$(cut -d ' ' -f 2,3 ../../hist_control | sort | xargs)" = \
	'sched:sched_process_exec active sched:sched_wakeup active sched:sched_waking paused' ] ||
	fail "$(cat ../../hist_control)"
echo continue >../../hist_control || fail "cannot be continued"
! grep -q ' paused ' ../../hist_control || fail "a histogram is still paused"
echo pause name=boot >../../hist_control || fail "cannot be paused"

# The histograms can be paused and removed like those added later.
echo 'hist:name=boot:keys=pid:pause' >>sched_wakeup/trigger || fail "cannot be paused"
[ "$(sed '1,/^$/d' sched_waking/hist)" = "$(sed '1,/^$/d' sched_wakeup/hist)" ] ||
	fail "two tables of one name"
echo '!hist:keys=filename:vals=pid:sort=pid.descending' >>sched_process_exec/trigger ||
	fail "cannot be removed"
: >sched_waking/trigger
: >sched_wakeup/trigger
[ -z "$(grep -hv '^#' sched_*/trigger)" ] || fail "something is left"
! dmesg | grep -E 'WARNING|BUG|Oops' || fail "the kernel complained"
exit 0
