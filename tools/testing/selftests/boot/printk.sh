# SPDX-License-Identifier: GPL-2.0
# boot: tp_printk
# With this kernel parameter, the kernel prints events to its log while it records them. The
# lines of synthetic and user events must have all their values.

cd /sys/kernel/tracing || exit 1

fail() {
	echo "FAIL: $*"
	cat error_log
	dmesg | tail -n 20
	exit 1
}

exec_dir=events/sched/sched_process_exec
echo 's:started pid_t pid; char[] name; char plain[16]' >>dynamic_events || fail "not defined"
echo 'hist:keys=pid:onmatch(sched.sched_process_exec).started(pid,filename,comm)' \
	>>$exec_dir/trigger || fail "no histogram"
echo 1 >events/synthetic/started/enable || fail "not enabled"
/bin/busybox true
echo 0 >events/synthetic/started/enable

line=$(sed -n 's/.*\(started: .*\)/\1/p' trace | grep busybox | tail -n 1)
[ -n "$line" ] || fail "not recorded"
dmesg | grep -qF "$line" || fail "not in the log: $line"

echo '!hist:keys=pid:onmatch(sched.sched_process_exec).started(pid,filename,comm)' \
	>>$exec_dir/trigger || fail "cannot be removed"
echo '-:started' >>dynamic_events || fail "cannot be undefined"

# printed WHERE N: write the user event. The complete record must be printed in the trace and in
# the kernel log, where it must now be found N times.
printed() {
	local line
	echo >trace
	write_user_event || fail "not written, in $1"
	line=$(sed -n 's/.*\(printed: .*\)/\1/p' trace)
	case $line in
	"printed: number=0x2a (42) full=full bytes=01,02,03 text=xxx"*xxx) ;;
	*)	fail "in $1, the trace has: $line" ;;
	esac
	[ "$(dmesg | grep -cF "$line")" = "$2" ] || fail "in $1, not in the log: $line"
}

user_dir=events/user_events/printed
echo 'u:printed u32 number; char[4] full; __rel_loc u8[] bytes; __rel_loc char[] text' \
	>>dynamic_events || fail "no user event"
echo 1 >$user_dir/enable || fail "user event not enabled"
printed "the ring buffer" 1
# With a filter, the record is in the per-CPU scratch buffer when it is printed.
echo 'number == 42' >$user_dir/filter || fail "no filter"
printed "the scratch buffer" 2
echo 0 >$user_dir/enable
echo '-:printed' >>dynamic_events || fail "user event not removed"
! dmesg | grep -E 'WARNING|BUG|Oops' || fail "the kernel complained"
exit 0
