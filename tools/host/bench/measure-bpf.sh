#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# usage: measure-bpf.sh [SCENARIO...]
#
# Measure BPF programs that do the work of these scenarios. Runs in a guest that
# counts instructions.

failed=0
cd /sys/kernel/tracing && insmod /bench/trace_bench.ko || exit
for name; do
	# How a program is attached does not change the memory of a map.
	kinds='raw perf'
	case $name in 14[bdef]) kinds=raw ;; esac
	for kind in $kinds; do
		/bench/bpf "$name" "$kind" || failed=1
	done
done
exit $failed
