#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program moves to the other CPU 40 times.
# kernel: stock

. /tests/functions.inc

start migrations sched/sched_migrate_task -c recipe_load
recipe_load migrate 40
stop
check "from CPU 0 to CPU 1" $(sum hitcount '"orig_cpu":0' '"dest_cpu":1') -ge 20
check "migrations" $(sum hitcount) -ge 40
check "migrations" $(sum hitcount) -le 45
finish
