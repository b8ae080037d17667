#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program writes 20 blocks to a device that takes 10 milliseconds for each.
# needs: CONFIG_BLK_DEV_NULL_BLK
# boot: null_blk.nr_devices=1 null_blk.gb=1 null_blk.irqmode=2 null_blk.completion_nsec=10000000

. /tests/functions.inc

start biolatency block/block_rq_complete
recipe_load direct /dev/nullb0 20 4096
stop
check "requests" $(sum hitcount '"rwbs":"WS"') -eq 20
check "average, microseconds" $(sum lat.avg '"rwbs":"WS"') -ge 10000
check "average, microseconds" $(sum lat.avg '"rwbs":"WS"') -lt 100000
finish
