#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program reads 200 pages of a file, which are in memory.
# kernel: stock

. /tests/functions.inc

dd if=/dev/zero of=/tmp/pages bs=4096 count=200 2>/dev/null
start cachestat 'kprobes/th_*_add' -c recipe_load
recipe_load read /tmp/pages 200 4096
stop
check "accesses" $(sum accessed recipe_load) -ge 200
check "added folios" $(sum added recipe_load) -eq 0
finish
