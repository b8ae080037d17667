#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program is started twelve times.
# kernel: stock

. /tests/functions.inc

start execsnoop sched/sched_process_exec
recipe_load exec 12 /bin/busybox
stop
check "starts of busybox" $(sum hitcount '"/bin/busybox"') -eq 12
check "starts of the workload" $(sum hitcount '"/bin/recipe_load"') -eq 1
finish
