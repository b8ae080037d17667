#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program reads 200 pages of a file twice: first from a disk, then from memory.
# needs: CONFIG_BLK_DEV_RAM CONFIG_EXT4_FS

. /tests/functions.inc

mke2fs /dev/ram0 >/dev/null 2>&1
mkdir -p /tmp/disk
mount -t ext4 /dev/ram0 /tmp/disk
recipe_load write /tmp/disk/file 200 4096
sync
echo 3 >/proc/sys/vm/drop_caches
start cachestat 'kprobes/th_*_add' -c recipe_load
recipe_load read /tmp/disk/file 200 4096
stop
check "accesses from the disk" $(sum accessed recipe_load) -ge 200
check "added folios" $(sum added recipe_load) -ge 200
start cachestat 'kprobes/th_*_add' -c recipe_load
recipe_load read /tmp/disk/file 200 4096
stop
check "accesses in memory" $(sum accessed recipe_load) -ge 200
check "added folios" $(sum added recipe_load) -eq 0
umount /tmp/disk
finish
