#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program uses 300 milliseconds of CPU time in a cgroup.

. /tests/functions.inc

mkdir /tmp/cgroups
mount -t cgroup2 none /tmp/cgroups
mkdir /tmp/cgroups/load
start cgroupcpu sched/sched_switch
(
	sh -c 'echo $PPID' >/tmp/cgroups/load/cgroup.procs
	recipe_load spin 300
)
stop
check "CPU time, microseconds" $(sum run '"/load"' '"recipe_load"') -ge 300000
check "CPU time, microseconds" $(sum run '"/load"' '"recipe_load"') -lt 3000000
check "CPU time in the root cgroup" $(sum run '"/"' '"recipe_load"') -eq 0
finish
