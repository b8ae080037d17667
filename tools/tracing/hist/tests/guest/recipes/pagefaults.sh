#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program writes to 500 new pages.
# kernel: stock

. /tests/functions.inc

start pagefaults exceptions/page_fault_user -c recipe_load
recipe_load faults 500
stop
check "page faults" $(sum hitcount recipe_load) -ge 500
check "page faults" $(sum hitcount recipe_load) -lt 700
if ours; then
	check "writes" $(sum writes '"recipe_load"') -ge 500
	check "in the program" $(sum user '"recipe_load"') -ge 500
fi
finish
