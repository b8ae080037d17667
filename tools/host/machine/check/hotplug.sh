# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": a CPU goes offline and comes back 30 times while histograms count.
# A histogram counts each call of one process exactly once, wherever the process runs.

options=(--timeout 3600)
rare=$tracefs/events/syscalls/sys_enter_sched_get_priority_max

# cycle_cpus COUNT: take the last CPU off and bring it back, that many times
cycle_cpus() {
	local cpu=/sys/devices/system/cpu/cpu$(($(nproc --all) - 1)) i

	[ -w "$cpu/online" ] || skip "the CPU $cpu cannot go offline"
	for ((i = 0; i < $1; i++)); do
		echo 0 >"$cpu/online" && echo 1 >"$cpu/online" || return
	done
}

count_beside_hotplug() {
	local status=0

	echo 'hist:keys=cpu' >>"$rare/trigger" 2>/dev/null ||
		echo 'hist:keys=common_cpu' >>"$rare/trigger" || return
	python3 -c 'import os
for i in range(300000):
	os.sched_get_priority_max(0)' &
	cycle_cpus 30 || status=$?
	wait $! || return
	[ "$status" -eq 0 ] || return "$status"
	cat "$rare/hist"
	[ "$(hits syscalls/sys_enter_sched_get_priority_max)" -eq 300000 ] &&
		[ "$(awk '/hitcount:/ { sub(/.*hitcount: */, ""); sum += $1 } END { print sum }' \
			"$rare/hist")" -eq 300000 ]
}

# The table can be read, cleared and removed while a CPU is offline.
use_beside_offline_cpu() {
	local cpu=/sys/devices/system/cpu/cpu$(($(nproc --all) - 1)) status=0

	[ -w "$cpu/online" ] || skip "the CPU $cpu cannot go offline"
	echo 0 >"$cpu/online"
	add_histograms && sleep 1 && [ "$(hits sched/sched_switch)" -gt 0 ] &&
		echo "$histogram:clear" >>"$tracefs/events/sched/sched_switch/trigger" &&
		remove_histograms && is_unused || status=$?
	echo 1 >"$cpu/online"
	return "$status"
}

run_hotplug() {
	check "three histograms" add_histograms
	check "each event is counted while a CPU comes and goes" count_beside_hotplug
	: >"$rare/trigger"
	remove_histograms
	check "histograms beside an offline CPU" use_beside_offline_cpu
	check "all CPUs are online" test "$(nproc)" -eq "$(nproc --all)"
	check "nothing is left in tracefs" is_unused
}
