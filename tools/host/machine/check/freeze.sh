# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": cgroup.freeze stops readers of hist files and programs that are
# traced, and lets them go on. With CONFIG=amd64, the kernel's own test freezes all processes
# (pm_test=freezer).

options=(--timeout 3600)
rare=$tracefs/events/syscalls/sys_enter_sched_get_priority_max
cgroup=/sys/fs/cgroup/machine-check

is_frozen() {
	grep -qx "frozen $1" "$cgroup/cgroup.events"
}

freeze() {
	echo "$1" >"$cgroup/cgroup.freeze" && wait_until is_frozen "$1"
}

# has_more_hits NUMBER: has the histogram counted more calls than NUMBER?
has_more_hits() {
	[ "$(hits syscalls/sys_enter_sched_get_priority_max)" -gt "$1" ]
}

# The calls of a process stop while it is frozen and go on afterwards, and each is counted. The
# process prints the number of its calls when the file "stop" exists.
count_calls_of_a_frozen_process() {
	local i before after=0 stop=/run/machine/stop calls=/run/machine/calls

	rm -f "$stop"
	echo 'hist:keys=common_pid' >>"$rare/trigger" || return
	python3 -c 'import os, sys
open("/sys/fs/cgroup/machine-check/cgroup.procs", "w").write(str(os.getpid()))
calls = 0
while not os.path.exists(sys.argv[1]):
	for i in range(1000):
		os.sched_get_priority_max(0)
	calls += 1000
print(calls)' "$stop" >"$calls" &
	for ((i = 0; i < 20; i++)); do
		wait_until has_more_hits "$after" && freeze 1 || return
		before=$(hits syscalls/sys_enter_sched_get_priority_max)
		sleep 0.1
		after=$(hits syscalls/sys_enter_sched_get_priority_max)
		echo "before and after the freeze: $before, $after"
		[ "$before" -eq "$after" ] && freeze 0 || return
	done
	touch "$stop"
	wait $! || return
	cat "$rare/hist" "$calls"
	[ "$(hits syscalls/sys_enter_sched_get_priority_max)" -eq "$(cat "$calls")" ]
}

# remove_cgroup: remove the cgroup with what a failed check has left there
remove_cgroup() {
	echo 1 >"$cgroup/cgroup.kill"
	echo 0 >"$cgroup/cgroup.freeze"
	wait_until grep -qx 'populated 0' "$cgroup/cgroup.events"
	rmdir "$cgroup"
}

# Readers are frozen at any place in the table. Other readers and writers do not wait for them.
freeze_readers() {
	local i

	add_histograms || return
	for i in 1 2; do
		bash -c "echo \$\$ >$cgroup/cgroup.procs
			while :; do cat $tracefs/events/sched/sched_switch/hist >/dev/null; done" &
	done
	wait_until grep -q . "$cgroup/cgroup.procs"
	for ((i = 0; i < 20; i++)); do
		freeze 1 || return
		timeout 60 cat "$tracefs/events/sched/sched_switch/hist" >/dev/null &&
			timeout 60 bash -c "echo '$histogram:clear' \
				>>$tracefs/events/sched/sched_switch/trigger" || return
		freeze 0 || return
		sleep 0.05
	done
	freeze 1 || return
	timeout 60 bash -c "$(declare -f remove_histograms)
		tracefs=$tracefs histogram=$histogram; remove_histograms" || return
	# SIGKILL ends a frozen process.
	echo 1 >"$cgroup/cgroup.kill"
	freeze 0
	wait
	! grep -q '^hist:' "$tracefs/events/sched/sched_switch/trigger"
}

freeze_everything() {
	[ -w /sys/power/pm_test ] || skip "the kernel has no /sys/power/pm_test"
	add_histograms || return
	echo freezer >/sys/power/pm_test && echo mem >/sys/power/state &&
		echo mem >/sys/power/state || return
	echo none >/sys/power/pm_test
	[ "$(hits sched/sched_switch)" -gt 0 ] && remove_histograms && is_unused
}

run_freeze() {
	mkdir "$cgroup"
	check "calls of a frozen process" count_calls_of_a_frozen_process
	: >"$rare/trigger"
	check "frozen readers" freeze_readers
	remove_cgroup
	check "all processes frozen" freeze_everything
	check "nothing is left in tracefs" is_unused
}
