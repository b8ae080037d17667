#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: unit_test.sh [NAME...]
#
# Tests of the scripts that run the user-space tests and the fuzz targets in
# tools/testing/trace.

. "$(dirname "$0")/harness.sh"

unit=$repo/tools/testing/trace

# A test program that dies is a failure, even if it has printed passes before.
try_program() {
	local output

	script "$scratch/program"
	# Source the functions only, without the main part of the script.
	output=$(sed '/^if ! command/,$d' "$unit/run-tests" >"$scratch/functions"
		set -- make "$scratch" 0
		. "$scratch/functions"
		run_test program "$scratch/program"
		echo "$passed passed, $failed failed, $skipped skipped")
	echo "$output"
	[ "$(tail -n 1 <<<"$output")" = "$1" ]
}

test_check_counts_results() {
	try_program "2 passed, 1 failed, 0 skipped" <<-'END' &&
	#!/bin/sh
	printf '1..3\nok a: x\nwhy\nnot ok a: y\nok a: z\n'
	exit 1
	END
	try_program "1 passed, 0 failed, 1 skipped" <<-'END' &&
	#!/bin/sh
	printf '1..2\nok a: x\nok a: y # SKIP\n'
	END
	try_program "1 passed, 0 failed, 1 skipped" <<-'END'
	#!/bin/sh
	printf '1..2\nok a: x\nok a: y # XFAIL why\n'
	END
}

# A known failure must fail an EXPECT(); neither a pass nor a crash counts.
test_known_failures_must_fail() {
	local output flags=(-I "$unit/shim/include" -I "$unit" -fsanitize=address)

	mkdir "$scratch/made"
	cat >"$scratch/made/known_test.c" <<-'END'
	#include "harness.h"
	TEST_XFAIL(fails, "why") { EXPECT(false); }
	TEST_XFAIL(passes, "why") { EXPECT(true); }
	TEST_XFAIL(crashes, "why") { EXPECT(false); __builtin_trap(); }
	TEST_XFAIL(overruns, "why") { volatile char *p = kmalloc(1, GFP_KERNEL); EXPECT(p[1]); }
	END
	clang -D_GNU_SOURCE "${flags[@]}" -o "$scratch/made/known_test" "$scratch/made/known_test.c" \
		"$unit/harness.c" "$unit/shim/shim.c" -pthread || return
	output=$("$scratch/made/known_test" 2>"$scratch/why") && return 1
	cat "$scratch/why"
	echo "$output"
	grep -qx '# passes: succeeds, but is expected to fail: why' "$scratch/why" &&
	[ "$output" = "$(cat <<-'END'
	1..4
	ok made/known: fails # XFAIL why
	not ok made/known: passes
	not ok made/known: crashes
	not ok made/known: overruns
	END
	)" ]
}

test_check_reports_incomplete_results() {
	try_program "1 passed, 1 failed, 0 skipped" <<-'END' &&
	#!/bin/sh
	printf '1..2\nok a: x\n'
	kill -s KILL $$
	END
	try_program "1 passed, 1 failed, 0 skipped" <<-'END' &&
	#!/bin/sh
	printf '1..2\nok a: x\n'
	END
	try_program "2 passed, 1 failed, 0 skipped" <<-'END' &&
	#!/bin/sh
	printf '1..2\nok a: x\nok a: y\n'
	exit 1
	END
	try_program "1 passed, 1 failed, 0 skipped" <<-'END' &&
	#!/bin/sh
	printf 'ok a: x\n'
	END
	try_program "0 passed, 1 failed, 0 skipped" <<-'END'
	#!/bin/sh
	END
}

# The corpus of an earlier run must not affect this one.
test_fuzzing_starts_with_the_seeds() {
	local output

	script "$scratch/made_fuzz" <<-'END'
	#!/bin/bash
	for arg; do [ ! -d "$arg" ] || ls -A "$arg"; done
	touch "$0.corpus/found"
	END
	mkdir -p "$scratch/made_fuzz.corpus"
	touch "$scratch/made_fuzz.corpus/old"
	output=$(sed '/^if ! command/,$d' "$unit/run-tests" >"$scratch/functions"
		set -- make "$scratch" 0
		. "$scratch/functions"
		cd "$unit" || exit
		run_fuzz "$scratch/made_fuzz"
		cat "$scratch/made_fuzz.log")
	echo "$output"
	[ "$output" = "ok fuzz: made
@status 0" ]
}

# A fuzz target with a finding, like libFuzzer: it writes an artifact and exits
# with status 77.
create_fuzz_target() {
	script "$scratch/$1_fuzz" <<-'END'
	#!/bin/bash
	for arg; do
		[[ $arg != -artifact_prefix=* ]] || printf 'a\nb' >"${arg#*=}crash-1"
	done
	echo "one.c:7: what does not hold"
	echo "stat::number_of_executed_units: 1234"
	exit 77
	END
}

test_check_prints_findings() {
	local output again

	create_fuzz_target found
	output=$(sed '/^if ! command/,$d' "$unit/run-tests" >"$scratch/functions"
		set -- make "$scratch" 0
		. "$scratch/functions"
		cd "$unit" || exit
		run_fuzz "$scratch/found_fuzz")
	echo "$output"
	again=$(sed -n "s,^# again: \(.*\) >input \(<<<[^;]*\); $scratch/found_fuzz input$,\1 \2,p" \
		<<<"$output")
	[ "$(head -n 1 <<<"$output")" = "not ok fuzz: found" ] &&
		grep -qx '# one.c:7: what does not hold' <<<"$output" &&
		[ "$(eval "$again")" = "$(printf 'a\nb')" ]
}

# try_model TOTAL LINE...: run the short form of the model with a stand-in for spin, whose search
# prints the LINEs
try_model() {
	local total=$1 line output status=0
	shift

	mkdir -p "$scratch/bin"
	{
		echo '#include <stdio.h>'
		echo 'int main(void) {'
		for line; do
			echo "puts(\"$line\");"
		done
		echo '}'
	} >"$scratch/search.c"
	script "$scratch/bin/spin" <<<"#!/bin/bash
	cp '$scratch/search.c' pan.c"
	output=$(PATH=$scratch/bin:$PATH "$unit/model/run-model" short "$scratch/model") || status=$?
	echo "$output"
	[ "$status" -eq 1 ] && [ "$(tail -n 1 <<<"$output")" = "$total" ]
}

# A bug of the model must be found, and by the expected assertion.
test_model_must_find_its_bugs() {
	try_model "8 passed, 22 failed, 0 skipped" 'State-vector 9 byte, depth 9, errors: 0' &&
	try_model "8 passed, 22 failed, 0 skipped" 'pan:1: assertion violated 0' 'errors: 0'
}

test_model_must_be_searched_to_the_end() {
	try_model "0 passed, 30 failed, 0 skipped" 'errors: 0' 'Warning: Search not completed' &&
	try_model "0 passed, 30 failed, 0 skipped" 'errors: 1' &&
	try_model "0 passed, 30 failed, 0 skipped"
}

# "make -n" prints commands and runs none.
test_make_n_runs_nothing() {
	local output

	output=$(make -n -C "$unit" "out=$scratch/n" CHECK_SECONDS=7 check 2>&1)
	echo "$output"
	grep -qx "./run-tests make $scratch/n 7" <<<"$output" && [ ! -e "$scratch/n" ]
}

# Variables that the top-level Makefile passes without a value count as unset.
test_long_fuzzing_runs_all_targets_by_default() {
	local output targets

	output=$(TIME='' FUZZ='' make -s -n -C "$unit" "out=$scratch" fuzz | grep fuzz/run-fuzzers)
	targets=$(cd "$unit/fuzz" && printf '%s\n' *_fuzz.c | sed 's/_fuzz\.c$//' | xargs)
	echo "$output"
	[[ $output == *" 1800 $targets" ]]
}

# A finding does not stop the other targets.
test_long_fuzzing_prints_findings() {
	local output status=0

	create_fuzz_target found
	script "$scratch/quiet_fuzz" <<-'END'
	#!/bin/bash
	printf '%s\n' '#9 DONE   cov: 56 ft: 7' 'stat::number_of_executed_units: 9' \
		'stat::average_exec_per_sec: 3' 'stat::new_units_added: 2'
	END
	output=$("$unit/fuzz/run-fuzzers" "$scratch" "$scratch/fuzz" 1 found quiet) || status=$?
	echo "$output"
	[ "$status" -eq 1 ] &&
		grep -q '^found  *1234 ' <<<"$output" &&
		grep -qx '  one.c:7: what does not hold' <<<"$output" &&
		grep -qx "  again: $scratch/found_fuzz $scratch/fuzz/found-crash-1" <<<"$output" &&
		grep -q '^quiet  *9  *3  *2  *56$' <<<"$output"
}

run_tests "$@"
