#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: bench_test.sh [NAME...]
#
# Tests of bench/: measured figures are compared with recorded ones.

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
	# The stand-in for make compiles nothing, and the guest prints MEASURED.
	script "$copy/bin/make" <<<'#!/bin/sh'
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

run_tests "$@"
