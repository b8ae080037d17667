#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The driver of a terminal hands 30 characters to a workqueue.
# kernel: stock

. /tests/functions.inc

start wqlat workqueue/workqueue_execute_start
recipe_load terminal 30
stop
if ours; then
	check "executions" $(sum hitcount '"flush_to_ldisc"' events_unbound) -ge 30
	check "longest latency, microseconds" $(sum lat.max '"flush_to_ldisc"') -gt 0
else
	check "executions" $(sum hitcount events_unbound) -ge 30
fi
finish
