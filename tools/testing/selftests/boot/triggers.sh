# SPDX-License-Identifier: GPL-2.0
# boot: trace_trigger="sched_process_exec.stacktrace:count=1 if filename == /init,sched_process_exec.traceoff if pid == 77777,task_rename.enable_event:sched:sched_waking:1 if newcomm ~ k*,nosuch.traceoff,sched_wakeup_new.foo,print.traceoff if buf == stop,sched_process_exec.traceon:3,sys_enter_kill.snapshot if nosuch == 1,sys_enter_kill.snapshot:2 if sig == 5 && pid == 7"
# Runs in a guest that was booted with these parameters. The valid triggers exist and have run
# from the first process on. Each invalid one left an entry in the error log.

cd /sys/kernel/tracing || exit 1

fail() {
	echo "FAIL: $*"
	cat error_log
	grep -v '^#' events/*/*/trigger
	dmesg | grep -i trigger
	exit 1
}

check_triggers() { # event, lines on standard input
	[ "$(grep -v '^#' "events/$1/trigger")" = "$(cat)" ] || fail "the triggers of $1"
}

check_triggers sched/sched_process_exec <<'END'
traceoff:unlimited if pid == 77777
stacktrace:count=0 if filename == /init
END
check_triggers task/task_rename <<'END'
enable_event:sched:sched_waking:count=0 if newcomm ~ k*
END
check_triggers ftrace/print <<'END'
traceoff:unlimited if buf == stop
END
check_triggers syscalls/sys_enter_kill <<'END'
snapshot:count=2 if sig == 5 && pid == 7
END
check_triggers sched/sched_wakeup_new </dev/null

# The first program that the kernel executed, as pid 1, and the first kernel threads.
[ "$(grep -c '<stack trace>$' trace)" = 1 ] || fail "not one stack trace"
awk '/<stack trace>$/ { getline; if (/ trace_event_buffer_commit$/) getline; print }' trace |
	grep -qx ' => trace_event_raw_event_sched_process_exec' ||
	fail "not the stack of an event"
grep -q ' => bprm_execve$' trace || fail "not the stack of a new program"
grep -qE 'init-1 +\[.*<stack trace>$|-1 .*<stack trace>$' trace || fail "not the stack of init"
[ "$(cat events/sched/sched_waking/enable)" = '1*' ] || fail "sched_waking is not enabled"
grep -q ' sched_waking: ' trace || fail "nothing was recorded"

# The kernel log names each trigger that could not be created.
check_failed() { # command event
	dmesg | grep -qF "trace events: cannot set the trigger '$1' of $2: error -" ||
		fail "the kernel log does not say that $2 has no $1"
}
check_failed foo sched:sched_wakeup_new
check_failed traceon:3 sched:sched_process_exec
check_failed 'snapshot if nosuch == 1' syscalls:sys_enter_kill
[ "$(dmesg | grep -c 'cannot set the trigger')" = 3 ] || fail "not three failures"
[ "$(sed -n 's/^\[[ .0-9]*\] //p' error_log | sort)" = "\
trigger:sched:sched_process_exec: error: Event has such a trigger already
trigger:sched:sched_wakeup_new: error: Unknown command, an empty trigger file lists them
trigger:syscalls:sys_enter_kill: error: Field not found" ] || fail "not three explanations"

# The triggers run and can be removed like those added later.
grep -q 'Snapshot is allocated' snapshot || fail "there is no memory for a snapshot"
printf stop >trace_marker
[ "$(cat tracing_on)" = 0 ] || fail "tracing is still on"
for event in sched/sched_process_exec task/task_rename ftrace/print syscalls/sys_enter_kill; do
	grep -v '^#' events/$event/trigger | while read -r line; do
		echo "!$line" >>events/$event/trigger || fail "cannot be removed: $line"
	done
done
[ -z "$(grep -hv '^#' events/*/*/trigger)" ] || fail "something is left"
[ "$(cat events/sched/sched_waking/enable)" = 1 ] || fail "sched_waking is not enabled"
! dmesg | grep -E 'WARNING|BUG|Oops' || fail "the kernel complained"
exit 0
