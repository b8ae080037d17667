#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program writes 30 blocks of 5000 bytes, and reads 20.
# kernel: stock

. /tests/functions.inc

start filetop 'kprobes/th_*_write'
recipe_load write /tmp/busy 30 5000
recipe_load read /tmp/busy 20 5000
stop
check "reads and writes" $(sum hitcount '"busy"') -eq 50
check "bytes written" $(sum put '"busy"') -eq 150000
check "bytes read" $(sum got '"busy"') -eq 100000
finish
