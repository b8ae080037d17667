#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program creates 50 pipes, and keeps 10 of them open.
# kernel: stock

. /tests/functions.inc

start memleak kmem/kfree -c recipe_load
recipe_load pipes 50 10 &
sleep 1
stop
kill $!
check "objects" $(sum objects '"alloc_pipe_info"') -eq 20
check "bytes" $(sum bytes '"alloc_pipe_info"') -ge $((10 * 16 * 40))
check "allocations and releases" $(sum hitcount '"alloc_pipe_info"') -eq 180
finish
