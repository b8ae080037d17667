#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# usage: measure-bpf.sh [SCENARIO...]
#
# Measure BPF programs that do the work of these scenarios. Runs in a guest that
# counts instructions.

failed=0
cd /sys/kernel/tracing && insmod /bench/trace_bench.ko || exit
for name; do
	for kind in raw perf; do
		/bench/bpf "$name" "$kind" || failed=1
	done
done
exit $failed
