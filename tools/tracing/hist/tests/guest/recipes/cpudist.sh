#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program uses 300 milliseconds of CPU time.
# kernel: stock

. /tests/functions.inc

start cpudist sched/sched_switch -c recipe_load
recipe_load spin 300
stop
if ours; then
	check "CPU time, microseconds" $(sum run '"recipe_load"') -ge 300000
	check "CPU time, microseconds" $(sum run '"recipe_load"') -lt 3000000
fi
check "times on the CPU" $(sum hitcount) -ge 1
finish
