#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program creates 50 pipes; alloc_pipe_info() makes two allocations for each.
# kernel: stock

. /tests/functions.inc

start kmallocsites kmem/kmalloc -c recipe_load
recipe_load pipes 50 0
stop
check "allocations" $(sum hitcount '"alloc_pipe_info"') -eq 100
check "allocated bytes" $(sum bytes_alloc '"alloc_pipe_info"') -ge $((50 * 16 * 40))
finish
