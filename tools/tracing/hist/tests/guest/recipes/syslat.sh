#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program sleeps ten times 20 milliseconds, and calls getppid() 300 times.
# kernel: stock

. /tests/functions.inc

start syslat raw_syscalls/sys_exit -c recipe_load
recipe_load sleep 10 20
recipe_load calls 300 0
stop
time=$(ours && echo time || echo nsecs)
check "calls of nanosleep()" $(sum hitcount sys_clock_nanosleep) -eq 10
check "their time, nanoseconds" $(sum "$time" sys_clock_nanosleep) -ge 200000000
check "their time, nanoseconds" $(sum "$time" sys_clock_nanosleep) -lt 5000000000
check "calls of getppid()" $(sum hitcount sys_getppid) -eq 300
if ours; then
	check "shortest part, nanoseconds" $(sum time.p50 sys_clock_nanosleep) -ge 20000000
fi
finish
