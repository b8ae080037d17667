#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program sends 50 datagrams to this machine; NET_RX is number 3.
# kernel: stock

. /tests/functions.inc

start softirqs irq/softirq_exit
recipe_load datagrams 50
stop
time=$(ours && echo time || echo nsecs)
check "soft interrupts of NET_RX" $(sum hitcount '"vec":3') -ge 50
check "time, nanoseconds" $(sum "$time" '"vec":3') -gt 50000
finish
