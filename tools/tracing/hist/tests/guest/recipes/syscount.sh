#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program calls getppid() 300 times. Another one, with another process ID, is not counted.
# kernel: stock

. /tests/functions.inc

sh -c 'kill -STOP $$; exec recipe_load calls 300 40' &
program=$!
start syscount raw_syscalls/sys_enter -p $program
recipe_load calls 100 10
kill -CONT $program
wait $program
stop
check "calls of getppid()" $(sum hitcount sys_getppid) -eq 300
check "calls of close()" $(sum hitcount sys_close) -ge 40
check "calls of close()" $(sum hitcount sys_close) -lt 50
finish
