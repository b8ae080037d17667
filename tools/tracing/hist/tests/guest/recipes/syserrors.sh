#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program calls close() with a wrong file descriptor 40 times.
# kernel: stock

. /tests/functions.inc

start syserrors raw_syscalls/sys_exit -c recipe_load
recipe_load calls 300 40
stop
check "failures with EBADF" $(sum hitcount sys_close '"error":9') -eq 40
check "failures of getppid()" $(sum hitcount sys_getppid) -eq 0
finish
