#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# usage: guest.sh [SCENARIO...]
#
# In a guest that counts instructions: measure these scenarios, or all. A line each,
# "NAME FIGURE": instructions per event, or what the scenario's own function says. What
# was counted is compared with what was fired: "wrong NAME: ..." and a bad status.

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

# one WHAT HITS: a trigger of one event
one() {
	before one
	on $start "$1"
	figure one
	hits $start "$2"
	off $start "$1"
}

# watch EVENT HOW TRIGGER: whom it is fired for, if for anybody
watch() {
	case $2 in
	*-ring)	echo 1 >"$1/enable" ;;
	*-hist)	on "$1" "$3" ;;
	esac
}

# Who must have seen all of it.
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

# pair ACTION HOW: what comes of the time between two events
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

# Nothing but new keys.
fresh() {
	before fresh
	on $start "$1"
	figure fresh
	hits $start $ALL
	off $start "$1"
}

# read_entries WHAT KEYS: instructions per entry
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

# Instructions per slot. What is the same for any size does not count.
create() {
	few=$(/bench/call write $start/trigger "$(small "$1")")
	off $start "$(small "$1")"
	many=$(/bench/call write $start/trigger "$1")
	off $start "$1"
	say $(((many - few) / (65536 - 128)))
}

# memory TRIGGER SIZE: bytes per slot. The first trigger takes a page per possible CPU, which
# all triggers share: it does not count.
memory() {
	on $end hist:keys=key:size=128
	free=$(free_memory)
	on $start "$1"
	say $(((free - $(free_memory)) / $2))
	off $start "$1"
	off $end hist:keys=key:size=128
}

# Instructions in all.
remove() {
	on $start "$1"
	say "$(/bench/call write $start/trigger "!$1")"
}

# Into the ring buffer, and nothing else.
ring() {
	before one
	watch $start to-ring
	figure one
	unwatch $start to-ring
}

# A trigger that needs no record, and a trace that the first event starts.
soft() {
	before one
	on $start "$1"
	echo 0 >tracing_on
	figure one
	[ "$(cat tracing_on)" = 1 ] || wrong "no event came to the trigger"
	off $start "$1"
	echo 1 >tracing_on
}

# A record of 8 bytes that a program writes; the system call is part of it.
user() {
	[ -d $user ] || echo 'u:bench_user u64 value' >>dynamic_events
	watch $user "$2" "$1"
	/bench/call event $WARM >/dev/null
	echo >trace
	say $((($(/bench/call event $EVENTS) + EVENTS / 2) / EVENTS))
	unwatch $user "$2" "$1"
}

# A synthetic event that a module fires: nothing is to be taken off, for it is called
# even when the event is off.
synth() {
	base=0
	watch $synth "$2" "$1"
	figure synth
	unwatch $synth "$2" "$1"
}

# scenario NAME HOW WHAT
scenario() {
	id=$1 keys=256
	# The host's kernel keeps the clock that a timestamp wanted.
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
	# Where keys come to lie is random, and now and then they lie badly: the best of
	# three maps. Reading does not depend on it, and takes long. Nor does memory, of which
	# a second map may find some that the kernel has kept of the first.
	best= rounds='1 2 3'
	case $how in read-*|memory-*) rounds=1 ;; esac
	for round in $rounds; do
		scenario "$name" "$how" "$(echo "$line" | cut -f 3)"
	done
	echo "$name $best"
done
exit $failed
