# SPDX-License-Identifier: GPL-2.0-only
# Functions of measure.sh and measure-workloads.sh, which source this file.

# report_figure FIGURE: report a figure; the lowest one of a scenario counts
report_figure() {
	[ -n "$best" ] && [ "$best" -le "$1" ] || best=$1
}

report_error() {
	echo "wrong $id: $1"
	failed=1
}

# attach DIRECTORY TRIGGER: attach the trigger
attach() {
	echo "$2" >>"$1/trigger" || report_error "$2: $(tail -n 3 error_log)"
}

detach() {
	echo "!$2" >>"$1/trigger" || report_error "!$2: $(tail -n 3 error_log)"
}

# fire_events WAY EVENTS: fire events and print the number of instructions. With $deep, from a deep
# user stack
fire_events() {
	if [ "$deep" ]; then
		/bench/measure-syscall deep "$fire_file" "$1 $2 $keys"
	else
		echo "$1 $2 $keys" >"$fire_file" && cat "$fire_file"
	fi
}

# measure_loop WAY: measure the loop while no trigger is attached
measure_loop() {
	fire_events "$1" $WARM >/dev/null
	base=$(fire_events "$1" $EVENTS)
	windows="$windows 0 -"
}

# measure_event WAY: report the instructions per event, without those of the loop
measure_event() {
	fire_events "$1" $WARM >/dev/null
	echo >trace
	report_figure $((($(fire_events "$1" $EVENTS) - base + EVENTS / 2) / EVENTS))
	units=$EVENTS windows="$windows 0 +"
}

# report_round NAME: print how the profile of this round is computed from its measured windows:
# the number of events or of other units, and a sign for each window. "+": its instructions are
# added, "-": they are subtracted, "0": neither.
report_round() {
	echo "round $1 $units$windows"
}

# print_module_symbols: print the addresses and names of the functions of the module
print_module_symbols() {
	awk '$2 ~ /[tT]/ && $4 == "[trace_bench]" { print "symbol", $1, $3, $4 }' /proc/kallsyms
}

# check_hits DIRECTORY NUMBER: check that the histogram has counted all events,
# by its rows and by its totals
check_hits() {
	local output

	output=$(awk -v wanted="$2" '
	BEGIN { hits = dropped = -1 }
	{
		for (i = 1; i < NF; i++)
			if ($i == "hitcount:")
				rows += $(i + 1)
	}
	$1 == "Hits:" { hits = $2 }
	$1 == "Dropped:" { dropped = $2 }
	END {
		printf "%d hits, %d in rows, %d dropped, of %d", hits, rows, dropped, wanted
		exit hits != wanted || rows + dropped != wanted
	}' "$1/hist") || report_error "$1: $output"
}

# check_minimum NUMBER [HITS [DROPPED]]: check that at least this number of events was counted, and
# that none was dropped
check_minimum() {
	[ "${2:-0}" -ge "$1" ] && [ "${3:-0}" -eq 0 ] ||
		report_error "${2:-0} events counted, ${3:-0} dropped, of at least $1"
}

# check_records NUMBER: check the number of records in the ring buffer,
# overwritten ones included
check_records() {
	local found

	found=$(awk '$1 == "entries:" || $1 == "overrun:" { n += $2 } END { print n + 0 }' \
		per_cpu/cpu0/stats)
	[ "$found" -eq "$1" ] || report_error "$found records of $1 in the ring buffer"
}

# print_free_memory: print the free memory in bytes, including the CPUs' page lists
print_free_memory() {
	sleep 2	# for memory that is freed after a grace period
	awk '$1 == "pages" && $2 == "free" { n += $3 }
	     $1 == "count:" { n += $2 }
	     END { print n * 4096 }' /proc/zoneinfo
}
