# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": the OOM killer ends processes of a cgroup, and then of the whole
# machine, while histograms count. It must not end the system's services, and histograms can be made
# again.

options=(--timeout 3600 --memory 1G)

# oom_kills: print how many processes the OOM killer has ended
oom_kills() {
	awk '$1 == "oom_kill" { print $2 }' /proc/vmstat
}

# fill_memory [PROPERTY...]: let a program that takes all memory run in a scope, until it is killed
fill_memory() {
	local before after

	before=$(oom_kills)
	systemd-run --quiet --scope "$@" python3 -c '
with open("/proc/self/oom_score_adj", "w") as f:
	f.write("1000")
blocks = []
while True:
	blocks.append(bytearray(1 << 24))' && { echo "it was not killed"; return 1; }
	after=$(oom_kills)
	echo "killed: $before, $after"
	[ "$after" -gt "$before" ]
}

make_histograms_under_pressure() {
	local i n_made=0 stress event=$tracefs/events/sched/sched_switch output=/run/machine/stress

	systemd-run --quiet --scope stress-ng --vm 2 --vm-bytes 90% --vm-keep \
		--timeout 40 --oomable >"$output" 2>&1 &
	stress=$!
	i=0
	while [ "$i" -lt 30 ] || kill -0 "$stress" 2>/dev/null; do
		i=$((i + 1))
		# Memory may be short: the command then fails with an error, and leaves nothing.
		if echo 'hist:keys=next_pid,next_comm:size=16384' 2>/dev/null >>"$event/trigger"; then
			n_made=$((n_made + 1))
		else
			echo "$i: refused"
		fi
		cat "$event/hist" >/dev/null
		: >"$event/trigger"
	done
	# Its status depends on which of its processes were killed.
	wait "$stress"
	echo "histograms made: $n_made"
	has 'dispatching hogs: 2 vm' cat "$output" && [ "$n_made" -gt 0 ] && is_unused
}

count_marked_victims() {
	local event=$tracefs/events/oom/mark_victim

	cat "$event/hist"
	[ "$(hits oom/mark_victim)" -ge 4 ]
}

run_memory() {
	echo 'hist:keys=pid' >>"$tracefs/events/oom/mark_victim/trigger"
	check "three histograms" add_histograms
	for i in 1 2 3; do
		check "OOM killer in a cgroup, run $i" fill_memory -p MemoryMax=64M
	done
	check "OOM killer of the machine" fill_memory
	check "a histogram counts the killed processes" count_marked_victims
	: >"$tracefs/events/oom/mark_victim/trigger"
	remove_histograms
	check "histograms are made and removed under pressure" make_histograms_under_pressure
	check "three histograms after the pressure" add_histograms
	remove_histograms
	# The scopes of killed processes have failed.
	check "no failed service" test -z "$(systemctl --failed --plain --no-legend --type=service)"
	check "nothing is left in tracefs" is_unused
}
