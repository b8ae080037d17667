# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": for an hour (HOUR_SECONDS), all of this at once: compiling, network
# traffic on the loopback, disk traffic, histograms, clients that are killed, modules, CPU hotplug
# and frozen readers. No event is lost, memory does not grow, and nothing is left.

includes='modules hotplug freeze concurrent'
options=(--timeout $((HOUR_SECONDS * 2 + 3600)))
counted=$tracefs/events/syscalls/sys_enter_getpgid

start_load() {
	cat >/run/machine/load.c <<-'EOF'
	#include <stdio.h>
	#include <string.h>
	int main(void) { char text[32]; strcpy(text, "text"); return printf("%s\n", text) != 5; }
	EOF
	systemd-run --quiet --unit=load-compile --working-directory=/run/machine bash -c \
		'while tcc -o load load.c && ./load; do :; done'
	systemd-run --quiet --unit=load-stress --working-directory=/var/tmp stress-ng --hdd 1 \
		--hdd-bytes 64M --sock 1 --udp 1 --timeout 0
}

stop_load() {
	systemctl is-active load-compile load-stress || return
	systemctl stop load-compile load-stress
}

# used_memory: print the memory in kB that the kernel has allocated and cannot reclaim
used_memory() {
	sync
	echo 3 >/proc/sys/vm/drop_caches
	awk '/^(SUnreclaim|KernelStack|PageTables|Percpu|VmallocUsed):/ { sum += $2 }
		END { print sum }' /proc/meminfo
}

# One round of everything. Each part is a check, which fails if it fails in one round.
run_round() {
	check "modules" cycle_modules 8
	check "CPU hotplug" cycle_cpus 2
	mkdir -p "$cgroup"
	check "frozen readers" freeze_readers
	remove_cgroup
	check "two clients" record_twice
	: >"$switch/trigger"
	check "killed clients" kill_clients trace-cmd record -B killed -e sched \
		-o killed.dat sleep 60
	check "cleaning up" clean_up_but_keep
}

# Remove what killed clients have left, and keep the histogram that counts through the hour.
clean_up_but_keep() {
	[ ! -d "$tracefs/instances/killed" ] || rmdir "$tracefs/instances/killed"
	grep -q '^hist:keys=common_pid' "$counted/trigger"
}

# count_calls NUMBER: one process calls getpgid() that many times, and the histogram counts each
# call
count_calls() {
	local before

	before=$(hits syscalls/sys_enter_getpgid)
	python3 -c "import os
for i in range($1):
	os.getpgid(0)"
	[ "$(hits syscalls/sys_enter_getpgid)" -ge $((before + $1)) ]
}

# All events are in rows: none was dropped.
no_event_is_lost() {
	tail -n 5 "$counted/hist"
	awk '$1 == "Hits:" { hits = $2 } $1 == "Dropped:" { dropped = $2 }
		/hitcount:/ { sub(/.*hitcount: */, ""); sum += $1 }
		END { print hits, dropped, sum; exit !(hits == sum && dropped == 0) }' \
		"$counted/hist"
}

# The first round fills caches: memory may grow by 8 MB after it.
memory_does_not_grow() {
	local after

	after=$(used_memory)
	echo "kB after the first round: $1, at the end: $after"
	[ "$after" -le $(($1 + 8192)) ]
}

run_hour() {
	local end=$((SECONDS + HOUR_SECONDS)) first= rounds=0

	echo 'hist:keys=common_pid:size=65536' >>"$counted/trigger"
	start_load
	while [ "$SECONDS" -lt "$end" ] || [ "$rounds" -lt 2 ]; do
		run_round
		check "each call is counted" count_calls 20000
		rounds=$((rounds + 1))
		: "${first:=$(used_memory)}"
	done
	echo "figure rounds: $rounds"
	check "no event is lost" no_event_is_lost
	check "load ran to the end" stop_load
	: >"$counted/trigger"
	check "memory does not grow" memory_does_not_grow "$first"
	check "no failed unit" test -z "$(systemctl --failed --plain --no-legend)"
	check "nothing is left in tracefs" is_unused
}
