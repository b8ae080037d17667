#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program writes 20 blocks of 16384 bytes to a device.
# needs: CONFIG_BLK_DEV_NULL_BLK
# boot: null_blk.nr_devices=1 null_blk.gb=1

. /tests/functions.inc

start bitesize block/block_rq_issue
recipe_load direct /dev/nullb0 20 16384
stop
check "requests" $(sum hitcount '"recipe_load"') -eq 20
check "bytes" $(sum bytes '"recipe_load"') -eq $((20 * 16384))
check "largest" $(sum bytes.max '"recipe_load"') -eq 16384
check "median" $(sum bytes.p50 '"recipe_load"') -eq 16384
finish
