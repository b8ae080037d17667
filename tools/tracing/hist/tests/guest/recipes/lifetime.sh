#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program creates five threads, each of which lives 40 milliseconds.
# kernel: stock

. /tests/functions.inc

start lifetime sched/sched_process_exit -c recipe_load
recipe_load threads 5 40
stop
check "exits" $(sum hitcount '"recipe_load"') -eq 6
if ours; then
	check "longest life, microseconds" $(sum life.max '"recipe_load"') -ge 200000
	check "median, microseconds" $(sum life.p50 '"recipe_load"') -ge 40000
else
	short=0
	for last in 1024 2048 4096 8192 16384 32768; do
		short=$((short + $(sum hitcount '"recipe_load"' "\"last\":$last")))
	done
	check "lives below 32769 microseconds" $short -eq 0
fi
finish
