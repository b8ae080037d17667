#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# usage: measure-workloads.sh ours|stock|bpf WORKLOAD...
#
# Measure these workloads under each load:
#
#   none	no tracing
#   count	a histogram counts an event
#   latency	histograms measure the time between two events
#
# Runs in a guest that counts instructions. "stock" uses the commands of the base kernel, and "bpf"
# uses BPF programs.
#
# Prints a line "WORKLOAD-LOAD FIGURE HITS" for each workload and load: instructions per operation,
# and the number of counted events. The lowest figure of three rounds counts. If too few events were
# counted, the script prints "wrong WORKLOAD-LOAD: ..." and exits with status 1.

synth=events/synthetic/workload_latency
tracer=$1
failed=0
shift

. /bench/functions.sh

# print_triggers LOAD: print the triggers of a load, one per line: event and command. The histogram
# of the last one counts all events or latencies.
print_triggers() {
	case $1 in
	count)
		echo "events/$count_event hist:keys=$count_key"
		;;
	latency)
		echo "events/$start_event hist:keys=$start_key:ts0=common_timestamp.usecs"
		print_$tracer
		;;
	esac
}

print_ours() {
	echo "events/$end_event hist:keys=\$lat.log2:lat=common_timestamp.usecs-\$ts0[$end_key]"
}

print_stock() {
	echo "events/$end_event hist:keys=$end_key:lat=common_timestamp.usecs-\$ts0:onmatch($(
		echo "$start_event" | tr / .)).workload_latency(\$lat)"
	echo "$synth hist:keys=lat.log2"
}

# run_workload [WRAPPER...]: run the workload as the argument of a command, if any, report the
# instructions per operation, and set "output"
run_workload() {
	output=$("$@" $command 2>&1) || report_error "$output"
	figure=$(echo "$output" | awk '$2 == "usecs/op" { printf "%.0f", $1 * 1000 }')
	if [ -n "$figure" ]; then
		report_figure "$figure"
	else
		report_error "no line with usecs/op"
	fi
}

# count_events HITS [DROPPED]: set "hits" to the number of counted events, and check it
count_events() {
	hits=${1-0}
	check_minimum $((operations * minimum)) "$@"
}

# measure_triggers LOAD: run the workload while the triggers of the load are attached
measure_triggers() {
	triggers=$(print_triggers "$1")
	while read -r event trigger; do
		attach "$event" "$trigger"
	done <<-END
	$triggers
	END
	run_workload
	last=$(echo "$triggers" | tail -n 1)
	count_events $(awk '$1 == "Hits:" || $1 == "Dropped:" { print $2 }' "${last%% *}/hist")
	while read -r event trigger; do
		detach "$event" "$trigger"
	done <<-END
	$(echo "$triggers" | tac)
	END
}

# measure_load LOAD: run the workload once under a load
measure_load() {
	case $tracer-$1 in
	*-none)
		run_workload
		;;
	bpf-*)
		run_workload /bench/bpf-workload "$id"
		count_events $(echo "$output" | awk '$1 == "hits" { print $2 }')
		;;
	*)
		measure_triggers "$1"
		;;
	esac
}

# measure_workload NAME: measure a workload under each load
measure_workload() {
	id=$1
	line=$(grep "^$1	" /bench/workloads) || { report_error "unknown workload"; return; }
	IFS='	' read -r id operations minimum count_event count_key start_event start_key \
		end_event end_key command description <<-END
	$line
	END
	for load in none count latency; do
		id=$1-$load best= hits=0
		for round in 1 2 3; do
			# The base kernel does not reset the clock after a trigger with
			# timestamps.
			echo local >trace_clock
			measure_load "$load"
		done
		echo "$id $best $hits"
	done
}

cd /sys/kernel/tracing && insmod /bench/trace_bench.ko || exit
echo 's:workload_latency u64 lat' >>dynamic_events

for name; do
	measure_workload "$name"
done
exit $failed
