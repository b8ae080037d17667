#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program ends and is removed before a recipe does. User stacks have its build ID, so that its functions
# can still be found.
# add: readelf

. /tests/functions.inc

id=$(readelf -n /bin/recipe_load | sed -n 's/.*Build ID: //p')

# run_removed RECIPE EVENT WORKLOAD...: let a program that is removed afterwards do the workload
run_removed() {
	cp /bin/recipe_load /tmp/removed_load
	start "$1" "$2" -c removed_load
	shift 2
	/tmp/removed_load "$@"
	rm /tmp/removed_load
	stop
	check "characters of the build ID" ${#id} -eq 40
	check "events with the build ID" $(sum hitcount "removed_load+0x" " ($id)") -ge 1
}

run_removed syscallstacks raw_syscalls/sys_enter calls 300 40
run_removed offcputime sched/sched_switch sleep 10 30
run_removed profile hist/timer_sample spin 2000
finish
