# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": for an hour (HOUR_SECONDS), all of this at once: compiling, network
# traffic on the loopback, disk traffic, histograms, clients that are killed, modules, CPU hotplug,
# frozen readers, the OOM killer in a cgroup, and attempts of users without privilege. No event is
# lost, memory does not grow, and nothing is left.
#
# These are limits, so the phase is not compared with Debian's kernel. KERNEL=debian shows whether
# that kernel is within them.

includes='modules hotplug freeze concurrent memory unprivileged'
variables=HOUR_SECONDS
alone=1
options=(--timeout $((HOUR_SECONDS * 2 + 3600)))
counted=$tracefs/events/syscalls/sys_enter_getpgid

# Programs below /run cannot be executed.
start_load() {
	mkdir -p /var/tmp/load
	cat >/var/tmp/load/load.c <<-'EOF' || return
	#include <stdio.h>
	#include <string.h>
	int main(void) { char text[32]; strcpy(text, "text"); return printf("%s\n", text) != 5; }
	EOF
	systemd-run --quiet --unit=load-compile --working-directory=/var/tmp/load bash -c \
		'while tcc -o load load.c && ./load; do :; done' &&
		systemd-run --quiet --unit=load-stress --working-directory=/var/tmp/load stress-ng \
			--hdd 1 --hdd-bytes 64M --sock 1 --udp 1 --timeout 0
}

# stop_load: end the load, and check that it has run until now
stop_load() {
	local status=0

	systemctl is-active load-compile && systemctl is-active load-stress || {
		systemctl status load-compile load-stress
		status=1
	}
	systemctl stop load-compile load-stress
	systemctl reset-failed load-compile load-stress 2>/dev/null
	rm -rf /var/tmp/load
	return "$status"
}

# used_memory: print the memory in kB that the kernel has allocated and cannot reclaim. Two results can
# be compared if both were measured without load and with the same histogram.
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
	check "OOM killer in a cgroup" fill_memory -p MemoryMax=64M
	attempt_as_others
	check "cleaning up" clean_up_but_keep
}

# Remove what killed clients have left, and keep the histogram that counts through the hour.
clean_up_but_keep() {
	local instance=$tracefs/instances/killed

	# The recorders of a killed client end a little later.
	[ ! -d "$instance" ] || wait_until rmdir "$instance" || return
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

# memory_does_not_grow BEFORE AFTER: compare two results of used_memory. The first round fills caches:
# memory may grow by 8 MB after it.
memory_does_not_grow() {
	echo "kB after the first round: $1, at the end: $2"
	[ "$2" -le $(($1 + 8192)) ]
}

# run_rounds END: run rounds under load, at least one, until the time END. Set the number of rounds.
run_rounds() {
	rounds=0
	check "load starts" start_load
	until [ "$rounds" -gt 0 ] && [ "$SECONDS" -ge "$1" ]; do
		run_round
		check "each call is counted" count_calls 20000
		rounds=$((rounds + 1))
	done
	check "load ran to the end" stop_load
}

run_hour() {
	local end=$((SECONDS + HOUR_SECONDS)) first last rounds

	echo 'hist:keys=common_pid:size=65536' >>"$counted/trigger"
	prepare_attempts
	run_rounds 0
	first=$(used_memory)
	run_rounds "$end"
	last=$(used_memory)
	echo "figure rounds: $((rounds + 1))"
	echo "figure memory of the kernel after the first round: $first kB"
	echo "figure memory of the kernel at the end: $last kB"
	check "no event is lost" no_event_is_lost
	check "memory does not grow" memory_does_not_grow "$first" "$last"
	: >"$counted/trigger"
	remove_attempts
	# The scopes of killed processes have failed.
	check "no failed service" test -z "$(systemctl --failed --plain --no-legend --type=service)"
	check "nothing is left in tracefs" is_unused
}
