#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A program uses two seconds of CPU time, sampled 99 times a second, or by the timer interrupt.
# kernel: stock

. /tests/functions.inc

# local_timer_interrupts: print how many there were. There are none if the kernel has found the timers
# of the CPUs not to work, which happens if the emulated machine is too slow.
local_timer_interrupts() {
	awk '$1 == "LOC:" { print $2 + $3 }' /proc/interrupts
}

if ours; then
	start profile hist/timer_sample -c recipe_load
	recipe_load spin 2000
	stop
	samples=$(($(sum hitcount '"recipe_load"') + $(sum missed '"recipe_load"')))
	check "samples and missed samples" $samples -ge 100
	check "samples and missed samples" $samples -le 400
	check "samples with functions of the program" $(sum hitcount '(recipe_load)') -ge 1
	check "rate after the end" $(cat $tracefs/hist_sample_hz) -eq 0
else
	start profile irq_vectors/local_timer_entry -c recipe_load
	interrupts=$(local_timer_interrupts)
	recipe_load spin 2000
	stop
	interrupts=$(($(local_timer_interrupts) - interrupts))
	check "timer interrupts" $(sum hitcount '"recipe_load"') -le $interrupts
	if [ $interrupts -gt 200 ]; then
		check "timer interrupts" $(sum hitcount '"recipe_load"') -ge 20
	fi
fi
finish
