# SPDX-License-Identifier: GPL-2.0
# boot: trace_trigger=sched_process_fork.traceon,sched_process_exit.traceon,sched_process_free.traceon,sched_process_wait.traceon,sched_wakeup_new.traceon,sched_kthread_stop.traceon,task_newtask.traceon,module_load.traceon,module_free.traceon,module_get.traceon,module_put.traceon,module_request.traceon,cgroup_mkdir.traceon,cgroup_rmdir.traceon,cgroup_rename.traceon,cgroup_release.traceon,cgroup_remount.traceon,cgroup_freeze.traceon,cgroup_unfreeze.traceon,mark_victim.traceon,wake_reaper.traceon,clock_enable.traceon,clock_disable.traceon,suspend_resume.traceon,itimer_state.traceon,itimer_expire.traceon,cpu_frequency.traceon,powernv_throttle.traceon,icmp_send.traceon,neigh_create.traceon,neigh_update.traceon,qdisc_create.traceon,qdisc_destroy.traceon,tcp_probe.traceon,tcp_bad_csum.traceon,tcp_send_reset.traceon,cgroup_attach_task.traceon,cgroup_transfer_tasks.traceon,cgroup_destroy_root.traceon,cgroup_setup_root.traceon,start_task_reaping.traceon,finish_task_reaping.traceon,skip_task_reaping.traceon,oom_score_adj_update.traceon,rcu_stall_warning.traceon,alarmtimer_start.traceon,alarmtimer_cancel.traceon,neigh_event_send_done.traceon,qdisc_enqueue.traceon,tcp_receive_reset.traceon,tcp_retransmit_skb.traceon,tcp_cong_state_set.traceon,tcp_rcv_space_adjust.traceon,power_domain_target.traceon,foo_bar.traceon,,
# boot: trace_trigger="sched_switch.hist:keys=next_pid,prev_pid:size=256;sched_wakeup.stacktrace if prio<100"
# boot: trace_trigger="; sched_process_exec.hist:keys=pid,filename:size=256;"
# boot: trace_trigger="signal_generate.hist:keys=sig,errno:size=256"
# boot: trace_trigger=sys_enter_openat.hist:keys=common_pid:size=256,sys_exit_openat.hist:keys=common_pid:size=256
# Runs in a guest that was booted with these parameters: lists of triggers with commas and with
# semicolons, which fill most of the kernel's command line of 2047 bytes.

cd /sys/kernel/tracing || exit 1

fail() {
	echo "FAIL: $*"
	wc -c /proc/cmdline
	cat show_event_triggers error_log
	dmesg | grep -i trigger
	exit 1
}

triggers_of() { # event
	grep -v '^#' "events/$1/trigger"
}

# The kernel silently cuts what is behind 2047 bytes.
[ "$(wc -c </proc/cmdline)" -le 2048 ] && grep -q ' trace_trigger=sys_.*:size=256 *$' /proc/cmdline ||
	fail "the command line is too long"

# Without a semicolon, commas separate the triggers. That of a module waits for the module.
tr ' ,=' '\n\n\n' </proc/cmdline | sed -n 's/\.traceon$//p' | sort >/tmp/listed
[ "$(wc -l </tmp/listed)" -ge 32 ] || fail "fewer than 32 triggers are listed"
sed -n 's/^.*:\(.*\)\ttraceon:unlimited$/\1/p' show_event_triggers | sort >/tmp/set
[ "$(cat /tmp/set)" = "$(grep -vx foo_bar /tmp/listed)" ] || fail "not all triggers are set"
[ "$(triggers_of signal/signal_generate)" = \
	'hist:keys=sig:vals=hitcount:sort=hitcount:size=2048 [active]' ] ||
	fail "a comma did not end the trigger"

# With a semicolon, commas belong to the triggers.
[ "$(triggers_of sched/sched_switch)" = \
	'hist:keys=next_pid,prev_pid:vals=hitcount:sort=hitcount:size=256 [active]' ] ||
	fail "a comma ended the trigger"
[ "$(triggers_of sched/sched_wakeup)" = 'stacktrace:unlimited if prio<100' ] ||
	fail "the trigger behind the semicolon is not set"
[ "$(triggers_of sched/sched_process_exec)" = \
	'hist:keys=pid,filename:vals=hitcount:sort=hitcount:size=256 [active]' ] ||
	fail "the trigger between semicolons is not set"

# The triggers have run from the first process on, also those of its system calls.
grep -q '^{ next_pid: *1, prev_pid: *[0-9]* *} hitcount:' events/sched/sched_switch/hist ||
	fail "no switch to init was counted"
grep -q '^{ pid: *1, filename: /init *} hitcount: *1$' events/sched/sched_process_exec/hist ||
	fail "the start of init was not counted"
for event in sys_enter_openat sys_exit_openat; do
	grep -q '^{ common_pid: *1 *} hitcount:' events/syscalls/$event/hist ||
		fail "no system call of init was counted by $event"
done
[ "$(dmesg | grep -c 'cannot set the trigger')" = 0 ] || fail "a trigger was refused"

# Other instances have no triggers from the command line.
mkdir instances/other || fail "no instance"
[ -z "$(cat instances/other/show_event_triggers)" ] || fail "another instance has triggers"
rmdir instances/other

modprobe trace-events-sample || fail "the module cannot be loaded"
[ "$(triggers_of sample-trace/foo_bar)" = traceon:unlimited ] ||
	fail "the event of the module has no trigger"
rmmod trace-events-sample || fail "the module cannot be unloaded"
! dmesg | grep -E 'WARNING|BUG|Oops' || fail "the kernel complained"
exit 0
