#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The serial port interrupts when it has sent a line, ten times.
# kernel: stock

. /tests/functions.inc

start hardirqs irq/irq_handler_exit
for line in 1 2 3 4 5 6 7 8 9 10; do
	echo "$line" >/dev/ttyS0
	sleep 0.05
done
stop
time=$(ours && echo time || echo nsecs)
check "interrupts" $(sum hitcount '"ttyS0"') -ge 10
check "time, nanoseconds" $(sum "$time" '"ttyS0"') -gt 1000
finish
