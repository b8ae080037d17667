#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program sleeps 30 times, each time until a timer wakes it.
# kernel: stock

. /tests/functions.inc

start timerlat timer/hrtimer_expire_entry
recipe_load sleep 30 10
stop
if ours; then
	check "timers" $(sum hitcount '"hrtimer_wakeup"') -ge 30
	# The slack of a timer is 50 microseconds; it fires after it, or together with another one.
	check "latest, nanoseconds" $(sum late.max '"hrtimer_wakeup"') -gt 0
else
	check "timers" $(sum hitcount) -ge 30
fi
finish
