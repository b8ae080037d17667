# SPDX-License-Identifier: GPL-2.0
# boot: trace_event=sched:sched_process_exec,sched_process_fork,sched:sched_process_exit,sched_process_free,sched_process_wait,sched_wakeup_new,sched_kthread_stop,sched_kthread_stop_ret,task_newtask,task:task_rename,signal_generate,signal:signal_deliver,module_load,module_free,module_get,module_put,module_request,cgroup_mkdir,cgroup_rmdir,cgroup_rename,cgroup_attach_task,cgroup_transfer_tasks,cgroup_freeze,cgroup_unfreeze,mark_victim,wake_reaper,start_task_reaping,finish_task_reaping,skip_task_reaping,oom_score_adj_update,itimer_state,itimer_expire,clock_enable,clock_disable,suspend_resume,rcu_stall_warning
# boot: trace_event=initcall:*,qdisc,notifier:,:irq_work_entry,tcp_ao_*,alarmtimer:alarmtimer_[fs]*,nosuch_event,nosuch:*,sched:nosuch_*,sched:sched_switch:extra
# boot: trace_event=sys_enter_openat,sys_exit_openat,sample-trace:foo_bar:mod:trace_events_sample
# Runs in a guest that was booted with these parameters. The events are enabled and have recorded
# from the first process on. The kernel log names each word that means no event.

cd /sys/kernel/tracing || exit 1

fail() {
	echo "FAIL: $*"
	cat set_event
	dmesg | grep -i 'trace events'
	exit 1
}

# The events of the parameters that are single names, and those that the patterns mean.
names='
	sched:sched_process_exec sched:sched_process_fork sched:sched_process_exit
	sched:sched_process_free sched:sched_process_wait sched:sched_wakeup_new
	sched:sched_kthread_stop sched:sched_kthread_stop_ret task:task_newtask task:task_rename
	signal:signal_generate signal:signal_deliver module:module_load module:module_free
	module:module_get module:module_put module:module_request cgroup:cgroup_mkdir
	cgroup:cgroup_rmdir cgroup:cgroup_rename cgroup:cgroup_attach_task
	cgroup:cgroup_transfer_tasks cgroup:cgroup_freeze cgroup:cgroup_unfreeze oom:mark_victim
	oom:wake_reaper oom:start_task_reaping oom:finish_task_reaping oom:skip_task_reaping
	oom:oom_score_adj_update timer:itimer_state timer:itimer_expire power:clock_enable
	power:clock_disable power:suspend_resume rcu:rcu_stall_warning irq_vectors:irq_work_entry
	syscalls:sys_enter_openat syscalls:sys_exit_openat'
patterns='^initcall: ^qdisc: ^notifier: ^tcp:tcp_ao_ ^alarmtimer:alarmtimer_[fs]'

for name in $names; do
	grep -x "$name" available_events >>/tmp/expected || fail "the kernel has no event $name"
done
for pattern in $patterns; do
	grep "$pattern" available_events >>/tmp/expected || fail "the kernel has no event $pattern"
done
waiting=sample-trace:foo_bar:mod:trace_events_sample
[ "$(wc -l </tmp/expected)" -ge 32 ] || fail "fewer than 32 events are expected"
[ "$(sort set_event)" = "$({ cat /tmp/expected; echo "$waiting"; } | sort)" ] ||
	fail "not these events are enabled: $(cat /tmp/expected)"

# The first initcalls, the first program that the kernel executed, and its system calls.
grep -q ' initcall_start: func=' trace || fail "no initcall was recorded"
grep -q ' sched_process_exec: filename=/init pid=1 ' trace || fail "the start of init is missing"
grep -q '[^ ]*-1  *\[.* sys_openat(dfd: ' trace || fail "no call of openat() by init"
grep -q '[^ ]*-1  *\[.* sys_openat -> 0x' trace || fail "no return of openat() to init"

check_reported() { # word reason
	dmesg | grep -q "trace events: cannot enable $1 (trace_event=): $2\$" ||
		fail "the kernel log does not say that $1 is wrong: $2"
}
check_reported nosuch_event 'No such event'
check_reported 'nosuch:\*' 'No such event'
check_reported 'sched:nosuch_\*' 'No such event'
check_reported sched:sched_switch:extra 'Too many colons .*'
[ "$(dmesg | grep -c 'trace events: cannot enable')" = 4 ] || fail "not four words are reported"

# An event of a module is enabled when the module is loaded.
modprobe trace-events-sample || fail "the module cannot be loaded"
grep -qx sample-trace:foo_bar set_event || fail "the event of the module is not enabled"
! grep -q ':mod:' set_event || fail "the word still waits for the module"
sleep 3
grep -q ' foo_bar: ' trace || fail "the event of the module is not recorded"
rmmod trace-events-sample || fail "the module cannot be unloaded"

# The events can be disabled like those enabled later.
echo >set_event || fail "cannot be disabled"
[ -z "$(cat set_event)" ] || fail "something is left"
! dmesg | grep -E 'WARNING|BUG|Oops' || fail "the kernel complained"
exit 0
