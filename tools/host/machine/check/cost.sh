# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": instructions of the boot, memory, and instructions of a workload,
# with nothing on and with three histograms on. It has figures and no limits: Debian's kernel was
# built by another compiler. The clock of the machine advances by 1 ns with each instruction.

options=(--count-instructions --timeout 7200)
built_stock=1

# task_time: print how long all tasks together have run on the CPU, in ns. mawk of Debian 12 limits
# %d to 2^31 - 1.
task_time() {
	awk '/^cpu[0-9]/ { sum += $8 } END { printf "%.0f\n", sum }' /proc/schedstat
}

workload() {
	local i

	for ((i = 0; i < 40; i++)); do
		/bin/cat /etc/hostname | /bin/cat >/dev/null
	done
}

# measure_workload: print the million instructions of the workload, the least of nine runs: other
# tasks of the machine run meanwhile. The first run fills the caches of files.
measure_workload() {
	local before i

	workload
	for i in 1 2 3 4 5 6 7 8 9; do
		before=$(task_time)
		workload
		echo $((($(task_time) - before) / 1000000))
	done | sort -n | head -n 1
}

# memory NAME: print an entry of /proc/meminfo
memory() {
	awk -v name="$1:" '$1 == name { print $2, $3 }' /proc/meminfo
}

run_cost() {
	local boot without with

	boot=$(($(task_time) / 1000000))
	without=$(measure_workload)
	echo "figure boot: $boot million instructions of tasks"
	for name in MemTotal MemAvailable Slab Percpu; do
		echo "figure $name: $(memory "$name")"
	done
	check "three histograms" add_histograms
	with=$(measure_workload)
	echo "figure workload with nothing on: $without million instructions"
	echo "figure workload with three histograms: $with million instructions"
	remove_histograms
	check "figures are plausible" test "$boot" -gt 100 -a "$without" -gt 10 \
		-a "$with" -ge "$without"
}
