#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# usage: measure.sh [--profile] [SCENARIO...]
#
# Measure these scenarios, or all. Runs in a guest that counts instructions.
# Prints a line "NAME FIGURE" per scenario. The figure is in instructions per
# event unless the scenario's function says otherwise. The histograms must have
# counted all events that were fired; otherwise the script prints "wrong NAME:
# ..." and exits with status 1.
#
# With --profile, also print what print-profile needs: a line "symbol ADDRESS NAME" for each
# function of the module, and a line "round NAME ..." for each round of a scenario.

EVENTS=20000
WARM=2000
ALL=$((EVENTS + WARM))
# trace_bench.c says why its values have this number of buckets.
BUCKETS=192

fire_file=/sys/module/trace_bench/parameters/fire
start=events/bench/bench_start
end=events/bench/bench_end
synth=events/synthetic/bench_synth
user=events/user_events/bench_user
remember='hist:keys=key:ts0=common_timestamp.usecs'
latency='hist:keys=key:lat=common_timestamp.usecs-$ts0'
failed=0

. /bench/functions.sh

# measure_one TRIGGER HITS: a trigger of one event
measure_one() {
	measure_loop one
	attach $start "$1"
	measure_event one
	check_hits $start "$2"
	detach $start "$1"
}

# attach_consumer EVENT HOW TRIGGER: attach the consumer of the event that HOW
# ends with, if any
attach_consumer() {
	case $2 in
	*-ring)	echo 1 >"$1/enable" ;;
	*-hist)	attach "$1" "$3" ;;
	esac
}

# detach_consumer EVENT HOW TRIGGER: check that the consumer has seen all
# events, and detach it
detach_consumer() {
	case $2 in
	*-ring)
		check_records $EVENTS
		echo 0 >"$1/enable"
		;;
	*-hist)
		check_hits "$1" $ALL
		detach "$1" "$3"
		;;
	esac
}

# measure_pair TRIGGER HOW: latency between two events; the trigger is that of the second event
measure_pair() {
	measure_loop pair
	attach $start "$remember"
	attach $end "$1"
	attach_consumer $synth "$2" hist:keys=lat.log2
	measure_event pair
	check_hits $start $ALL
	check_hits $end $ALL
	detach_consumer $synth "$2" hist:keys=lat.log2
	detach $end "$1"
	detach $start "$remember"
}

# measure_action ACTION HOW: the same, with an action
measure_action() {
	action=${1#-}
	measure_pair "$latency${action:+:$action}" "$2"
}

# fresh TRIGGER: every event has a new key
fresh() {
	measure_loop fresh
	attach $start "$1"
	measure_event fresh
	check_hits $start $ALL
	detach $start "$1"
}

# measure_read TRIGGER KEYS FILE: instructions per entry when FILE is read
measure_read() {
	keys=$2
	attach $start "$1"
	fire_events one "$2" >/dev/null
	report_figure $(($(/bench/measure-syscall read "$start/$3") / $2))
	units=$2 windows="$windows 0 +"
	check_hits $start "$2"
	detach $start "$1"
}

# measure_buckets TRIGGER: instructions per bucket when the hist file is read. 63 events give each
# of 63 rows one bucket. 63 * 1024 more events combine each row with each of the 1024 values,
# because 63 and 1024 have no common factor. Each row then has BUCKETS buckets. The difference of the
# two reads is the cost of the additional buckets.
measure_buckets() {
	keys=63
	attach $start "$1"
	fire_events one 63 >/dev/null
	few=$(/bench/measure-syscall read $start/hist)
	fire_events one $((63 * 1024)) >/dev/null
	many=$(/bench/measure-syscall read $start/hist)
	units=$((63 * (BUCKETS - 1))) windows="$windows 0 - 0 +"
	report_figure $(((many - few) / units))
	check_hits $start $((63 * 1025))
	detach $start "$1"
}

shrink() {
	echo "$1" | sed 's/size=[0-9]*/size=128/'
}

# create TRIGGER: instructions per slot; costs that do not depend on the size
# cancel out
create() {
	few=$(/bench/measure-syscall write $start/trigger "$(shrink "$1")")
	detach $start "$(shrink "$1")"
	many=$(/bench/measure-syscall write $start/trigger "$1")
	detach $start "$1"
	units=$((65536 - 128)) windows="$windows - +"
	report_figure $(((many - few) / units))
}

# measure_memory TRIGGER SIZE: bytes per slot. The first trigger allocates a
# page per possible CPU that all triggers share, so it is created before the
# measurement.
measure_memory() {
	attach $end hist:keys=key:size=128
	free=$(print_free_memory)
	attach $start "$1"
	report_figure $(((free - $(print_free_memory)) / $2))
	detach $start "$1"
	detach $end hist:keys=key:size=128
}

# remove TRIGGER: instructions to remove it
remove() {
	attach $start "$1"
	report_figure "$(/bench/measure-syscall write $start/trigger "!$1")"
	units=1 windows="$windows +"
}

# ring: an event that goes to the ring buffer only
ring() {
	measure_loop one
	attach_consumer $start to-ring
	measure_event one
	detach_consumer $start to-ring
}

# soft TRIGGER: traceon, which needs no record, on an event that is fired while
# tracing is off
soft() {
	measure_loop one
	attach $start "$1"
	echo 0 >tracing_on
	measure_event one
	[ "$(cat tracing_on)" = 1 ] || report_error "the trigger was not run"
	detach $start "$1"
	echo 1 >tracing_on
}

# measure_user_event TRIGGER HOW: an 8-byte record written by a program,
# including the system call
measure_user_event() {
	[ -d $user ] || echo 'u:bench_user u64 value' >>dynamic_events
	attach_consumer $user "$2" "$1"
	/bench/measure-syscall event $WARM >/dev/null
	echo >trace
	report_figure $((($(/bench/measure-syscall event $EVENTS) + EVENTS / 2) / EVENTS))
	units=$EVENTS windows="$windows 0 +"
	detach_consumer $user "$2" "$1"
}

# measure_synth_event TRIGGER HOW: a synthetic event fired by a module. No base
# is subtracted, because synth_event_trace() is called even if the event is off.
measure_synth_event() {
	base=0
	attach_consumer $synth "$2" "$1"
	measure_event synth
	detach_consumer $synth "$2" "$1"
}

# sample TRIGGER: instructions per sample, timer interrupt included. In a guest that counts
# instructions, 10,000 Hz are a sample in 100,000 instructions. The histogram must have counted nine
# tenths of them: the timer may have run for a shorter time than the loop.
sample() {
	sample=events/hist/timer_sample
	alone=$(/bench/measure-syscall spin 50000000)
	attach $sample "$1"
	echo 10000 >hist_sample_hz
	sampled=$(/bench/measure-syscall spin 50000000)
	echo 0 >hist_sample_hz
	check_minimum $((sampled / 100000 * 9 / 10)) $(awk '$1 == "Hits:" { hits = $2 }
		$1 == "Dropped:" { dropped = $2 }
		END { print hits, dropped }' $sample/hist)
	units=$((sampled / 100000)) windows="$windows - +"
	report_figure $(((sampled - alone) / units))
	detach $sample "$1"
}

# run_scenario NAME HOW TRIGGER: run a scenario
run_scenario() {
	id=$1 keys=256 units=1 windows= deep=
	# The base kernel does not reset the clock after a trigger with
	# timestamps.
	echo local >trace_clock
	case $2 in
	hist)		measure_one "$3" $ALL ;;
	hist-1000)	keys=1000; measure_one "$3" $ALL ;;
	hist-deep)	deep=1; measure_one "$3" $ALL ;;
	reject)		measure_one "$3" 0 ;;
	pair*)		measure_action "$3" "$2" ;;
	keyed)		measure_pair "$3" "$2" ;;
	read-buckets)	measure_buckets "$3" ;;
	read-*)		measure_read "$3" "${2#read-}" hist ;;
	raw-*)		measure_read "$3" "${2#raw-}" hist_raw ;;
	delta-*)	measure_read "$3" "${2#delta-}" hist_delta ;;
	user-*)		measure_user_event "$3" "$2" ;;
	synth-*)	measure_synth_event "$3" "$2" ;;
	memory-*)	measure_memory "$3" "${2#memory-}" ;;
	fresh|create|remove|ring|soft|sample)
			"$2" "$3" ;;
	*)		report_error "unknown function: $2" ;;
	esac
}

cd /sys/kernel/tracing && insmod /bench/trace_bench.ko || exit
echo 4096 >buffer_size_kb
echo 's:bench_synth u64 lat; int key' >>dynamic_events

profile=
if [ "${1-}" = --profile ]; then
	profile=1
	shift
	print_module_symbols
fi
[ $# -gt 0 ] || set -- $(sed '/^#/d' /bench/scenarios | cut -f 1)
for name; do
	id=$name
	line=$(grep "^$name	" /bench/scenarios) ||
		{ report_error "unknown scenario"; continue; }
	how=$(echo "$line" | cut -f 2)
	# The hash seed is random, so keys may collide: report the best of three
	# maps. Reading does not depend on the keys and takes long. Memory is
	# measured once as well, because a second map may reuse memory that the
	# kernel cached for the first one.
	best= rounds='1 2 3'
	case $how in read-*|raw-*|delta-*|memory-*) rounds=1 ;; esac
	for round in $rounds; do
		run_scenario "$name" "$how" "$(echo "$line" | cut -f 3)"
		[ -z "$profile" ] || report_round "$name"
	done
	echo "$name $best"
done
exit $failed
