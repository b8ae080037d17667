#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program writes 256 pages in sequence, and flushes them.
# needs: CONFIG_BLK_DEV_NULL_BLK
# boot: null_blk.nr_devices=1 null_blk.gb=1

. /tests/functions.inc

start biomerge block/block_bio_frontmerge
recipe_load sequence /dev/nullb0 256
stop
check "queued bios" $(sum queued '"recipe_load"') -ge 256
check "merged bios" $(sum back '"recipe_load"') -ge 200
check "merged bios" $(sum back '"recipe_load"') -lt 256
finish
