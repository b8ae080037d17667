#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Two tasks of one CPU wait for each other.
# kernel: stock

. /tests/functions.inc

start runqlat sched/sched_switch
recipe_load compete 300
stop
if ours; then
	check "waits" $(sum hitcount '"recipe_load"') -ge 5
	check "longest wait, microseconds" $(sum usecs.max '"recipe_load"') -ge 1000
else
	check "waits" $(sum hitcount) -ge 5
fi
finish
