# SPDX-License-Identifier: GPL-2.0
# needs: CONFIG_EVENT_TRACE_STARTUP_TEST
# boot: log_buf_len=4M
# Runs in a guest whose kernel has tested its tracers and events at boot. Each event, each system
# and all events at once were tested without a failure, alone and while functions were recorded.

cd /sys/kernel/tracing || exit 1

fail() {
	echo "FAIL: $*"
	dmesg | grep -E 'startup test|Testing|Running|FAILED|disabled due to' | tail -n 60
	exit 1
}

test_log() {
	dmesg | sed -n 's/^.*trace events: startup test: //p'
}

# The events of system calls are not tested one by one.
grep -v '^syscalls:' available_events | sort >/tmp/events
sed 's/:.*//' /tmp/events | sort -u >/tmp/systems
tested="$(wc -l </tmp/events) events, $(wc -l </tmp/systems) systems"
tested="$tested and $(wc -l <available_events) events at once tested"
[ "$(test_log | grep tested)" = "$tested; 0 failed
$tested while functions are recorded; 0 failed" ] || fail "not the expected result: $tested"

check_twice() { # file; lines on standard input
	[ "$(sort | uniq -c | sed 's/^ *//')" = "$(sed 's/^/2 /' "$1")" ] ||
		fail "not each line of this file was tested twice: $(cat "$1")"
}
test_log | grep '^[^ ]*:[^ ]*$' | check_twice /tmp/events || exit 1
test_log | sed -n 's/^system //p' | check_twice /tmp/systems || exit 1
[ "$(test_log | grep -cx 'all events')" = 2 ] || fail "all events were not tested twice"

# The tests leave nothing behind.
[ "$(cat events/enable)" = 0 ] || fail "events are enabled: $(cat set_event)"
[ -z "$(grep -v '^#' trace)" ] || fail "records are left: $(cat trace)"

# The base kernel's tests of the tracers and of kprobe events use the event core, too.
dmesg | grep -q 'Testing tracer function:' || fail "the function tracer was not tested"
dmesg | grep -q 'Testing kprobe tracing:' || fail "kprobe events were not tested"
! dmesg | grep -E 'FAILED|NG:' || fail "a test of the base kernel failed"
! dmesg | grep -E 'WARNING|BUG|Oops' || fail "the kernel complained"
exit 0
