# SPDX-License-Identifier: GPL-2.0
# boot: tp_printk
# In a guest that was booted with this word: what is recorded goes to the kernel's log while
# it is, and synthetic events do so with all their values.

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
! dmesg | grep -E 'WARNING|BUG|Oops' || fail "the kernel complained"
exit 0
