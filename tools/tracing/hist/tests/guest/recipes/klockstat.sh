#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A thread waits five times for the lock of a file, at least 40 milliseconds each.
# kernel: stock

. /tests/functions.inc

start klockstat lock/contention_end -c recipe_load
recipe_load contend 5 40
stop
time=$(ours && echo time || echo nsecs)
check "waits" $(sum hitcount __x64_sys_pwrite64) -ge 5
check "time, nanoseconds" $(sum "$time" __x64_sys_pwrite64) -ge 200000000
check "time, nanoseconds" $(sum "$time" __x64_sys_pwrite64) -lt 5000000000
finish
