#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Two CPUs are idle for a second.
# kernel: stock

. /tests/functions.inc

start cpuidle power/cpu_idle
sleep 1
stop
time=$(ours && echo idle || echo usecs)
check "idle time, microseconds" $(sum "$time") -ge 1000000
check "times" $(sum hitcount '"cpu_id":0') -ge 1
check "times" $(sum hitcount '"cpu_id":1') -ge 1
finish
