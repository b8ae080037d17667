#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program opens a file 15 times, and one that is not there 7 times.
# kernel: stock

. /tests/functions.inc

touch /tmp/opened
start opensnoop 'kprobes/th_*_open' -c recipe_load
recipe_load open /tmp/opened 15 7
stop
check "opened" $(sum hitcount '"/tmp/opened"') -eq 15
check "missing" $(sum hitcount '"/no-such-file"') -eq 7
if ours; then
	check "opened" $(sum hitcount '"/tmp/opened"' '"error":0') -eq 15
	check "missing" $(sum hitcount '"/no-such-file"' '"error":2') -eq 7
fi
finish
