#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A file of 300 pages is written back to a RAM disk.
# needs: CONFIG_BLK_DEV_RAM CONFIG_EXT4_FS

. /tests/functions.inc

mke2fs /dev/ram0 >/dev/null 2>&1
mkdir -p /tmp/disk
mount -t ext4 /dev/ram0 /tmp/disk
start writeback writeback/writeback_single_inode
recipe_load write /tmp/disk/file 300 4096
sync
stop
umount /tmp/disk
check "pages" $(sum wrote '"1:0"') -ge 300
check "pages" $(sum wrote '"1:0"') -lt 400
check "visits of files" $(sum hitcount '"1:0"') -ge 1
check "time, microseconds" $(sum time '"1:0"') -gt 0
finish
