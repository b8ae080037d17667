#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program sends signal 10 to itself 25 times.
# kernel: stock

. /tests/functions.inc

start sigsnoop signal/signal_generate
recipe_load signals 25
stop
check "signals" $(sum hitcount '"sig":10' '"comm":"recipe_load"') -eq 25
if ours; then
	check "sender" $(sum hitcount '"sig":10' '"common_tcomm":"recipe_load"') -eq 25
fi
finish
