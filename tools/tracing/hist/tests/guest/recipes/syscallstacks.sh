#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program calls getppid() 300 times from its own code.

. /tests/functions.inc

start syscallstacks raw_syscalls/sys_enter -c recipe_load
recipe_load calls 300 40
stop
check "calls of getppid()" $(sum hitcount sys_getppid) -eq 300
check "with a function of the program" $(sum hitcount sys_getppid '(recipe_load)') -eq 300
finish
