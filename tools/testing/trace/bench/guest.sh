#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# usage: guest.sh [SCENARIO...]
#
# Measure these scenarios, or all. Runs in a guest that counts instructions.
# Prints a line "NAME FIGURE" per scenario. The figure is in instructions per
# event unless the scenario's function says otherwise. The histograms must have
# counted all events that were fired; otherwise the script prints "wrong NAME:
# ..." and exits with status 1.

EVENTS=20000
WARM=2000
ALL=$((EVENTS + WARM))

fire_file=/sys/module/trace_bench/parameters/fire
start=events/bench/bench_start
end=events/bench/bench_end
synth=events/synthetic/bench_synth
user=events/user_events/bench_user
remember='hist:keys=key:ts0=common_timestamp.usecs'
latency='hist:keys=key:lat=common_timestamp.usecs-$ts0'
failed=0

. /bench/functions

# one TRIGGER HITS: a trigger of one event
one() {
	before one
	on $start "$1"
	figure one
	hits $start "$2"
	off $start "$1"
}

# watch EVENT HOW TRIGGER: attach the consumer of the event that HOW ends with,
# if any
watch() {
	case $2 in
	*-ring)	echo 1 >"$1/enable" ;;
	*-hist)	on "$1" "$3" ;;
	esac
}

# unwatch EVENT HOW TRIGGER: check that the consumer has seen all events, and
# detach it
unwatch() {
	case $2 in
	*-ring)
		records $EVENTS
		echo 0 >"$1/enable"
		;;
	*-hist)
		hits "$1" $ALL
		off "$1" "$3"
		;;
	esac
}

# pair ACTION HOW: latency between two events, with an action
pair() {
	action=${1#-}
	trigger=$latency${action:+:$action}
	before pair
	on $start "$remember"
	on $end "$trigger"
	watch $synth "$2" hist:keys=lat.log2
	figure pair
	hits $start $ALL
	hits $end $ALL
	unwatch $synth "$2" hist:keys=lat.log2
	off $end "$trigger"
	off $start "$remember"
}

# fresh TRIGGER: every event has a new key
fresh() {
	before fresh
	on $start "$1"
	figure fresh
	hits $start $ALL
	off $start "$1"
}

# read_entries TRIGGER KEYS: instructions per entry when the hist file is read
read_entries() {
	keys=$2
	on $start "$1"
	fire one "$2" >/dev/null
	say $(($(/bench/call read $start/hist) / $2))
	hits $start "$2"
	off $start "$1"
}

small() {
	echo "$1" | sed 's/size=[0-9]*/size=128/'
}

# create TRIGGER: instructions per slot; costs that do not depend on the size
# cancel out
create() {
	few=$(/bench/call write $start/trigger "$(small "$1")")
	off $start "$(small "$1")"
	many=$(/bench/call write $start/trigger "$1")
	off $start "$1"
	say $(((many - few) / (65536 - 128)))
}

# memory TRIGGER SIZE: bytes per slot. The first trigger allocates a page per
# possible CPU that all triggers share, so it is created before the measurement.
memory() {
	on $end hist:keys=key:size=128
	free=$(free_memory)
	on $start "$1"
	say $(((free - $(free_memory)) / $2))
	off $start "$1"
	off $end hist:keys=key:size=128
}

# remove TRIGGER: instructions to remove it
remove() {
	on $start "$1"
	say "$(/bench/call write $start/trigger "!$1")"
}

# ring: an event that goes to the ring buffer only
ring() {
	before one
	watch $start to-ring
	figure one
	unwatch $start to-ring
}

# soft TRIGGER: traceon, which needs no record, on an event that is fired while
# tracing is off
soft() {
	before one
	on $start "$1"
	echo 0 >tracing_on
	figure one
	[ "$(cat tracing_on)" = 1 ] || wrong "no event came to the trigger"
	off $start "$1"
	echo 1 >tracing_on
}

# user TRIGGER HOW: an 8-byte record written by a program, including the system
# call
user() {
	[ -d $user ] || echo 'u:bench_user u64 value' >>dynamic_events
	watch $user "$2" "$1"
	/bench/call event $WARM >/dev/null
	echo >trace
	say $((($(/bench/call event $EVENTS) + EVENTS / 2) / EVENTS))
	unwatch $user "$2" "$1"
}

# synth TRIGGER HOW: a synthetic event fired by a module. No base is subtracted,
# because synth_event_trace() is called even if the event is off.
synth() {
	base=0
	watch $synth "$2" "$1"
	figure synth
	unwatch $synth "$2" "$1"
}

# scenario NAME HOW TRIGGER: run a scenario
scenario() {
	id=$1 keys=256
	# The base kernel does not reset the clock after a trigger with
	# timestamps.
	echo local >trace_clock
	case $2 in
	hist)		one "$3" $ALL ;;
	hist-1000)	keys=1000; one "$3" $ALL ;;
	reject)		one "$3" 0 ;;
	pair*)		pair "$3" "$2" ;;
	read-*)		read_entries "$3" "${2#read-}" ;;
	user-*)		user "$3" "$2" ;;
	synth-*)	synth "$3" "$2" ;;
	memory-*)	memory "$3" "${2#memory-}" ;;
	fresh|create|remove|ring|soft)
			"$2" "$3" ;;
	*)		wrong "how is $2?" ;;
	esac
}

cd /sys/kernel/tracing && insmod /bench/trace_bench.ko || exit
echo 4096 >buffer_size_kb
echo 's:bench_synth u64 lat; int key' >>dynamic_events

[ $# -gt 0 ] || set -- $(sed '/^#/d' /bench/scenarios | cut -f 1)
for name; do
	id=$name
	line=$(grep "^$name	" /bench/scenarios) || { wrong "there is no such scenario"; continue; }
	how=$(echo "$line" | cut -f 2)
	# The hash seed is random, so keys may collide: report the best of three
	# maps. Reading does not depend on the keys and takes long. Memory is
	# measured once as well, because a second map may reuse memory that the
	# kernel cached for the first one.
	best= rounds='1 2 3'
	case $how in read-*|memory-*) rounds=1 ;; esac
	for round in $rounds; do
		scenario "$name" "$how" "$(echo "$line" | cut -f 3)"
	done
	echo "$name $best"
done
exit $failed
