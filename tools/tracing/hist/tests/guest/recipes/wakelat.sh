#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program that sleeps 20 times is woken 20 times.
# kernel: stock

. /tests/functions.inc

start wakelat sched/sched_switch
recipe_load sleep 20 10
stop
if ours; then
	check "wake-ups" $(sum hitcount '"recipe_load"') -ge 20
	check "longest latency, microseconds" $(sum lat.max '"recipe_load"') -gt 0
else
	check "wake-ups" $(sum hitcount) -ge 20
fi
finish
