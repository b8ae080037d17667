#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program creates 50 pipes; each takes two allocations.
# kernel: stock

. /tests/functions.inc

start kmallocsize kmem/kmalloc -c recipe_load
recipe_load pipes 50 0
stop
check "allocations" $(sum hitcount) -ge 100
# 16 buffers of 40 bytes, and the pipe itself.
check "allocated bytes" $(sum bytes_alloc) -ge $((50 * 16 * 40))
finish
