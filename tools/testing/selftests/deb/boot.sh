# SPDX-License-Identifier: GPL-2.0
# usage: boot.sh RELEASE
# Runs in a guest that was booted with the packaged kernel. The running kernel is that one. It
# counts events, defines synthetic and user events, and loads two modules: the packaged one in
# /lib/modules and one in /built that was compiled with the packaged headers.

release=$1

fail() {
	echo "FAIL: $*"
	exit 1
}

[ "$(uname -r)" = "$release" ] || fail "the kernel is $(uname -r), not $release"
cd /sys/kernel/tracing || fail "no tracefs"

echo 'hist:keys=comm:vals=pid' >>events/sched/sched_waking/trigger || fail "no histogram"
sleep 0.1
grep -q '^{ comm: ..* } hitcount: *[1-9]' events/sched/sched_waking/hist ||
	fail "nothing was counted: $(cat events/sched/sched_waking/hist)"
echo '!hist:keys=comm:vals=pid' >>events/sched/sched_waking/trigger || fail "it stays"

echo 'woken pid_t pid; u64 lat' >>synthetic_events || fail "no synthetic event"
echo 'hist:keys=pid:t=common_timestamp.usecs' >>events/sched/sched_waking/trigger &&
	echo 'hist:keys=next_pid:lat=common_timestamp.usecs-$t:onmatch(sched.sched_waking).woken(next_pid,$lat)' \
		>>events/sched/sched_switch/trigger &&
	echo 'hist:keys=lat.log2' >>events/synthetic/woken/trigger || fail "$(cat error_log)"
sleep 0.1
grep -q '^{ lat: ' events/synthetic/woken/hist ||
	fail "no synthetic event was fired: $(cat events/sched/sched_switch/hist)"

[ -e user_events_data ] || fail "no user events"
echo 'u:started u32 n' >>dynamic_events || fail "no user event"

try_module() { # COMMAND...
	"$@" || fail "$*"
	[ -d events/synthetic/sample_numbers ] || fail "$*: no event"
	rmmod synth_events || fail "$*: it stays"
}
try_module modprobe synth_events
try_module insmod /built/synth_events.ko
exit 0
