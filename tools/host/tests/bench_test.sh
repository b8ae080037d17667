#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: bench_test.sh [NAME...]
#
# Tests of bench/: measured figures are compared with recorded ones, counted instructions are
# assigned to functions, and measured workloads are printed.

. "$(dirname "$0")/harness.sh"

# run_bench MEASURED [STATUS] [WHAT]: run "make bench-check" with these
# measurements, on a set of test figures
run_bench() {
	local copy=$scratch/bench status=0

	rm -rf "$copy"
	mkdir -p "$copy/tools" "$copy/build"
	cp -R "$host" "$copy/tools"
	rm "$copy"/tools/host/bench/figures.*
	printf '%s\n' '# figures' '1 1000' '3 200' '14 6' >"$copy/tools/host/bench/figures.gcc-12"
	echo kernel >"$copy/build/bzImage"
	touch "$copy/build/System.map"
	# The stand-in for make compiles nothing, and the guest prints MEASURED.
	script "$copy/bin/make" <<<'#!/bin/sh'
	script "$copy/bin/nm" <<<'#!/bin/sh'
	script "$copy/bin/readelf" <<<'#!/bin/sh'
	script "$copy/bin/perf" <<<'#!/bin/sh'
	script "$copy/bin/tcc" <<<$'#!/bin/sh\necho "->  /include/stdio.h"'
	script "$copy/bin/gcc" <<<$'#!/bin/sh\necho '"${compiler-12}"
	script "$copy/tools/host/guest/boot-guest" <<-END
	#!/bin/sh
	echo "\$*" | sed 's,.*/bench/,,' >>"$copy/booted"
	printf '$1'
	exit ${2-0}
	END
	output=$(PATH=$copy/bin:$PATH XDG_CACHE_HOME=$copy/cache \
		"$copy/tools/host/bench/run-bench" "${3-check}" ${names-1 3} 2>&1) || status=$?
	echo "$output"
	cat "$copy"/tools/host/bench/figures.*
	return "$status"
}

test_bench_fails_if_a_figure_rises() {
	run_bench '1 1010\n3 100\n' || return 1
	run_bench '1 1000\n3 203\n' || return 1
	! run_bench '1 1000\n3 204\n' || return 1
	grep -q '^FAIL 3: 204, was 200 .*rose' <<<"$output" || return 1
	! run_bench '1 1011\n3 200\n' || return 1
	grep -q '^FAIL 1: 1011, was 1000 .*rose' <<<"$output" &&
		[ "$(tail -n 1 <<<"$output")" = "1 passed, 1 failed, 0 skipped" ]
}

# Missing measurements, missing figures, non-numbers and wrong counts are
# failures.
test_bench_fails_without_a_figure() {
	! run_bench '1 1000\n' && grep -q '^FAIL 3: -, was 200 .*not measured' <<<"$output" &&
		! run_bench '' 125 && [ "$(grep -c '^FAIL' <<<"$output")" -eq 2 ] &&
		! run_bench '1 1000\n3 x\n' && grep -q '^FAIL 3: -' <<<"$output" &&
		! run_bench '1 1000\n3 200\nwrong 3: 1 hits of 2\n' 1 &&
		grep -q '^FAIL 3: 200, .*wrong 3: 1 hits of 2$' <<<"$output" || return 1

	output=$("$host/bench/compare-figures" /dev/null 1 <<<'1 1000') && return 1
	grep -q '^FAIL 1: 1000, was - .*no recorded figure' <<<"$output"
}

# Figures of an earlier run do not count if the benchmarks cannot be compiled, and neither does a guest
# that fails after the last figure.
test_bench_fails_without_a_guest() {
	local copy=$scratch/bench

	run_bench '1 1000\n3 200\n' || return
	script "$copy/bin/make" <<<$'#!/bin/sh\nexit 2'
	! PATH=$copy/bin:$PATH XDG_CACHE_HOME=$copy/cache "$copy/tools/host/bench/run-bench" \
		check 1 3 && [ ! -e "$copy/build/bench/ours.measured" ] || return
	! run_bench '1 1000\n3 200\n' 124
}

# Figures belong to a compiler version. Without figures the comparison is
# skipped.
test_bench_has_figures_for_each_compiler() {
	local compiler=99 written

	run_bench '1 5000\n3 100\n' || return
	[ "$output" = "$(cat <<-'END'
	skip 1  # no figures are recorded for gcc-99; run: make bench-figures
	skip 3  # no figures are recorded for gcc-99; run: make bench-figures
	0 passed, 0 failed, 2 skipped
	END
	)" ] || return
	compiler=99.2.0
	written=$(run_bench '1 5000\n3 100\n' 0 figures) || return
	echo "$written"
	# Figures of other compilers stay.
	[ "$(grep -v '^#' <<<"$written" | tail -n 5)" = $'1 1000\n3 200\n14 6\n1 5000\n3 100' ]
}

# The base kernels do not measure scenarios whose syntax they reject, and are not booted if there
# are no others.
test_bench_measures_new_syntax_on_ours_only() {
	local booted=$scratch/bench/booted names='1 20d 23'

	run_bench '1 1000\n20d 450\n' 0 table || return
	[ "$(cat "$booted")" = $'measure.sh 1 20d 23\nmeasure.sh 1\nmeasure.sh 1\nmeasure-bpf.sh 1' ] ||
		return
	names=20d
	run_bench '20d 450\n' 0 table || return
	[ "$(cat "$booted")" = $'measure.sh 20d\nmeasure-bpf.sh' ] &&
		grep -q '^| 20d | .* | 450 |  |  |  | *|$' <<<"$output"
}

# Memory is not measured in instructions, so such a scenario is named and not run.
test_profile_names_scenarios_without_instructions() {
	local booted=$scratch/bench/booted names='3 14b 1' message

	message='There is no profile of 14b: it measures bytes, not instructions.'
	run_bench '' 0 profile
	grep -qxF "$message" <<<"$output" && [ "$(cat "$booted")" = 'measure.sh --profile 3 1' ] ||
		return
	names=14b
	run_bench '' 0 profile && [ ! -e "$booted" ] && grep -qxF "$message" <<<"$output"
}

# print_profile [FIGURE [SED]]: print a profile. Scenario 1 has two rounds of four windows: warm-up,
# loop, warm-up, events. Scenario 13 has one round of two windows. FIGURE is that of scenario 1. SED
# is a command that changes the output of the guest.
print_profile() {
	printf '%s\t%s\t%s\t%s\n' 1 hist hist:keys=key 'one key' \
		13 read-2 hist:keys=key 'per entry' >"$scratch/scenarios"
	printf '%s\n' window 'ffffffff81000000 999' \
		window 'ffffffffc0000010 30' 'ffffffffc0000014 10' \
		window 'ffffffff81000000 999' \
		window 'ffffffffc0000010 30' 'ffffffffc0000014 20' 'ffffffff81000000 500' \
		'ffffffff8100000f 500' 'ffffffff81000020 9' \
		window \
		window 'ffffffffc0000010 30 locked' 'ffffffffc0000014 10' \
		window \
		window 'ffffffffc0000010 30' 'ffffffffc0000014 20' 'ffffffff81000000 400 locked' \
		'ffffffff8100000f 500' 'ffffffff81000020 9 indirect' 'ffffffff81000030 81' \
		window 'ffffffff81000000 999' \
		window '0000000000401e36 40' '0000000000401e40 60' 'ffffffff81000000 100' \
		>"$scratch/counts"
	printf '%s\n' 'symbol ffffffffc0000010 fire_one [trace_bench]' 'round 1 10 0 - 0 +' \
		'round 1 10 0 - 0 +' "1 ${1-100}" 'round 13 2 0 +' '13 100' >"$scratch/measured"
	sed -i "${2-}" "$scratch/measured"
	printf '%s\n' 'ffffffff81000030 last' 'ffffffff81000020 small' 'ffffffff81000000 hot' \
		'ffffffff81000000 alias_of_hot' '0000000000401e36 main [measure-syscall]' \
		'0000000000401e40 read [measure-syscall]' |
		"$host/bench/print-profile" "$scratch"/{scenarios,measured,counts}
}

test_profile_adds_up_functions() {
	local output

	output=$(print_profile) || return
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	Scenario 1: one key

	instructions      %  function
	        90.0   90.0  hot
	         8.1    8.1  last
	         1.0    1.0  fire_one [trace_bench]
	         0.9    0.9  other functions
	       100.0  100.0  sum; the benchmark measured 100
	        37.0 locked, 0.9 indirect calls and jumps

	Scenario 13: per entry

	instructions      %  function
	        50.0   50.0  hot
	        30.0   30.0  read [measure-syscall]
	        20.0   20.0  main [measure-syscall]
	       100.0  100.0  sum; the benchmark measured 100
	         0.0 locked, 0.0 indirect calls and jumps
	END
	)" ]
}

# kind_of INSTRUCTION: assemble an instruction and classify it
kind_of() {
	echo "$1" | as -o "$scratch/one.o" - &&
		objcopy -O binary -j .text "$scratch/one.o" "$scratch/one" &&
		"$scratch/classify" <"$scratch/one"
}

test_profile_classifies_instructions() {
	local kind instruction

	gcc -Wall -Werror -I "$host/bench" -o "$scratch/classify" -x c - <<-'END' || return
		#include <stdio.h>
		#include "classify.h"
		int main(void)
		{
			unsigned char bytes[INSTRUCTION_MAX];
			const char *kind = classify(bytes, fread(bytes, 1, sizeof(bytes), stdin));

			puts(kind ? kind : "other");
			return 0;
		}
	END
	while IFS=: read -r kind instruction; do
		echo "$instruction"
		[ "$(kind_of "$instruction")" = "$kind" ] || return
	done <<-'END'
		locked:lock addq $1, (%rax)
		locked:lock cmpxchg %rdx, %gs:(%rbx)
		locked:lock incl 8(%r9)
		locked:xchg %eax, (%rdi)
		locked:xchg %r10, 16(%r11)
		locked:xchgb %al, (%rdi)
		other:xchg %rax, %rbx
		other:xchg %ax, %ax
		other:addq $1, (%rax)
		other:xadd %edx, %gs:(%rax)
		indirect:call *%rax
		indirect:call *%r11
		indirect:jmp *8(%rax)
		indirect:jmp *%gs:(%rdi,%rax,8)
		other:incl (%rax)
		other:pushq 8(%rax)
		other:ret
		other:nop
		other:call .
		other:movl $0xf0, %eax
	END
}

# The sum must agree with the figure, and each window must belong to a round.
test_profile_fails_if_counts_are_wrong() {
	local output

	print_profile 102 && print_profile 99 || return
	output=$(print_profile 103) && return 1
	echo "$output"
	grep -qx 'wrong 1: the sum differs from the figure by more than 2 %' <<<"$output" || return
	output=$(print_profile 100 '/^round 13/s/0/0 -/') && return 1
	echo "$output"
	grep -qx 'wrong counts: there are 10 windows instead of 11' <<<"$output"
}

# Errors that the guest reports are printed.
test_profile_fails_if_the_guest_fails() {
	local output

	output=$(print_profile 100 "\$a wrong 13: 1 hits of 2") && return 1
	grep -qx 'wrong 13: 1 hits of 2' <<<"$output" || return
	output=$(print_profile '') && return 1
	grep -qx 'wrong 1: was not measured' <<<"$output" || return
	output=$(print_profile 100 "1i insmod: can't insert trace_bench.ko") && return 1
	grep -qx "insmod: can't insert trace_bench.ko" <<<"$output"
}

# try_hits NUMBER: rows, drops and totals of the histogram must match the number
# of events, so that a wrong result cannot pass as fast
try_hits() {
	(
		id=1 failed=0
		. "$host/bench/functions.sh"
		check_hits "$scratch" "$1"
		exit "$failed"
	)
}

test_bench_checks_hits() {
	cat >"$scratch/hist" <<-'END'
	# event histogram
	#
	# trigger info: hist:keys=key:vals=hitcount,val:sort=hitcount:size=128 [active]
	#

	{ key:          1 } hitcount:          3  val:         30
	{ key:          2 } hitcount:          4  val:         40

	Totals:
	    Hits: 9
	    Entries: 2
	    Dropped: 2
	END
	try_hits 9 && ! try_hits 8 && ! try_hits 10 || return 1
	sed -i 's/Dropped: 2/Dropped: 1/' "$scratch/hist"
	! try_hits 9 || return 1
	sed -i 's/Dropped: 1/Dropped: 2/; s/Hits: 9/Hits: 8/' "$scratch/hist"
	! try_hits 9 || return 1
	: >"$scratch/hist"
	! try_hits 9
}

test_bench_checks_minimum_of_hits() {
	local failed=0 id=1

	. "$host/bench/functions.sh"
	check_minimum 10 10 0 && check_minimum 10 11 && [ "$failed" -eq 0 ] || return
	for counts in '10 9 0' '10 10 1' 10; do
		failed=0
		check_minimum $counts
		[ "$failed" -eq 1 ] || return
	done
}

# The scenario of samples fails if the timer has not run.
test_bench_checks_samples() {
	local failed=0 id=27 windows= reported=

	. "$host/bench/functions.sh"
	eval "$(sed -n '/^sample() {/,/^}/p' "$host/bench/measure.sh" |
		sed 's,/bench/measure-syscall,spin,')"
	attach() {
		mkdir -p "$1"
	}
	detach() {
		:
	}
	report_figure() {
		reported=$1
	}
	spin() {
		[ "$(cat hist_sample_hz 2>/dev/null || echo 0)" = 0 ] && echo 50000000 || echo 51000000
	}
	cd "$scratch" && mkdir -p events/hist/timer_sample || return
	printf '    %s\n' 'Hits: 460' 'Dropped: 0' >events/hist/timer_sample/hist
	sample hist:keys=pid
	[ "$failed" -eq 0 ] && [ "$reported" = 1960 ] || return
	sed -i 's/460/0/' events/hist/timer_sample/hist
	sample hist:keys=pid
	[ "$failed" -eq 1 ]
}

test_workloads_run_on_each_kernel() {
	local booted=$scratch/bench/booted names=pipe

	run_bench 'pipe-none 8000 0\npipe-count 8400 40000\npipe-latency 9000 22000\n' 0 workloads ||
		return
	[ "$(cat "$booted")" = "$(printf 'measure-workloads.sh %s pipe\n' ours stock bpf)" ]
}

# print_workloads [SED]: print three equal outputs of measure-workloads.sh, of which SED changes the
# last one
print_workloads() {
	printf '%s\n' 'pipe-none 8000 0' 'pipe-count 8400 40000' 'pipe-latency 208000 22000' \
		>"$scratch/measured"
	sed "${1-}" "$scratch/measured" >"$scratch/changed"
	"$host/bench/print-workloads" "$host/bench/workloads" "$scratch"/{measured,measured,changed}
}

test_workloads_are_a_table() {
	local output

	output=$(print_workloads 's/8400/8500/') || return
	echo "$output"
	[ "$(tail -n +3 <<<"$output")" = "$(cat <<-'END'
	| `perf bench sched pipe` | none | 8000 | 8000 | 8000 | | | | |
	| `perf bench sched pipe` | count | 8400 | 8400 | 8500 | 400 | 400 | 500 | 2.0 |
	| `perf bench sched pipe` | latency | 208 k | 208 k | 208 k | 200 k | 200 k | 200 k | 1.1 |
	END
	)" ]
}

test_workloads_fail_without_events() {
	local output

	print_workloads 's/40000/43999/' || return
	output=$(print_workloads 's/40000/44001/') && return 1
	grep -qx 'wrong pipe-count: 40000 events on one kernel, 44001 on another one' <<<"$output" ||
		return
	output=$(print_workloads '/none/d') && return 1
	grep -qx 'BPF: wrong pipe-none: was not measured' <<<"$output" || return
	output=$(print_workloads '$a wrong pipe-count: no events') && return 1
	grep -qx 'BPF: wrong pipe-count: no events' <<<"$output" || return
	! "$host/bench/print-workloads" "$host/bench/workloads" /dev/null /dev/null /dev/null
}

run_tests "$@"
