#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: check_test.sh [NAME...]
#
# Tests of the scripts in check/ that run tests: they must report every failure,
# including that of a crashed guest. Guests, builds and tests are replaced by
# stand-ins.

. "$(dirname "$0")/harness.sh"
. "$(dirname "$0")/stand-ins.sh"

# Two runs in one checkout must not use the build directory at the same time.
test_kunit_locks_the_build_directory() {
	local copy=$scratch/alone first

	mkdir -p "$copy/build"
	copy_scripts "$copy" check/run-kunit check/parse-ktap check/find-splats guest/functions.sh env.sh
	touch "$copy/build/"{bzImage,functions}
	create_known_splats "$copy"
	script "$copy/tools/host/guest/boot-guest" <<-END
	#!/bin/bash
	while [ "\$1" != --console ]; do shift; done
	mkdir "$copy/guest" || exit
	[ -e "$copy/second" ] || touch "$copy/begun"
	while [ ! -e "$copy/second" ]; do sleep 0.1; done
	printf 'KTAP version 1\n1..1\n # Subtest: a\n 1..1\n ok 1 b\nok 1 a\n' >"\$2"
	rmdir "$copy/guest"
	END
	"$copy/tools/host/check/run-kunit" >"$scratch/first" 2>&1 &
	first=$!
	wait_until [ -e "$copy/begun" ] || return
	"$copy/tools/host/check/run-kunit" >"$scratch/second" 2>&1 &
	wait_until grep -q "^Waiting for another command that works in $copy/build" "$scratch/second"
	touch "$copy/second"
	wait "$first" && wait "$!"
	set -- "$?"
	cat "$scratch/first" "$scratch/second"
	[ "$1" -eq 0 ] && [ "$(tail -n 1 "$scratch/second")" = '1 passed, 0 failed, 0 skipped' ]
}

# run_kunit STATUS: run kunit on a guest that prints standard input on its
# console and exits with STATUS
run_kunit() {
	local copy=$scratch/kunit

	mkdir -p "$copy/build"
	copy_scripts "$copy" check/run-kunit check/parse-ktap check/find-splats guest/functions.sh env.sh
	touch "$copy/build/"{bzImage,functions}
	create_known_splats "$copy"
	cat >"$copy/log"
	script "$copy/tools/host/guest/boot-guest" <<-END
	#!/bin/bash
	while [ "\$1" != --console ]; do shift; done
	cp "$copy/log" "\$2"
	echo its last words >&2
	exit $1
	END
	"$copy/tools/host/check/run-kunit" 2>&1
}

# All tests pass, but the kernel prints a warning.
test_kunit_fails_with_a_splat() {
	local status=0 output

	output=$(run_kunit 0 <<-'END'
	[    0.1] KTAP version 1
	[    0.1] 1..1
	[    0.2]     # Subtest: suite
	[    0.2]     1..1
	[    0.3] ------------[ cut here ]------------
	[    0.3] WARNING: CPU: 0 PID: 7 at a.c:3 a+0x1/0x2
	[    0.3] ---[ end trace 0000000000000000 ]---
	[    0.3]     ok 1 good
	[    0.6] ok 1 suite
	END
	) || status=$?
	echo "$output"
	[ "$status" -ne 0 ] && [ "$output" = "$(cat <<-'END'
	FAIL splat WARNING:a WARNING: CPU: 0 PID: 7 at a.c:3 a+0x1/0x2
	# WARNING: CPU: 0 PID: 7 at a.c:3 a+0x1/0x2
	1 passed, 1 failed, 0 skipped
	END
	)" ]
}

# The kernel crashed after one of three suites.
test_kunit_reports_a_crash() {
	local status=0 output

	output=$(run_kunit 125 <<-'END'
	[    0.1] KTAP version 1
	[    0.1] 1..3
	[    0.2]     # Subtest: first
	[    0.2]     1..1
	[    0.3]     ok 1 test_one
	[    0.3] ok 1 first
	[    0.4]     # Subtest: second
	[    0.5] divide error: 0000 [#1]
	[    0.5] RIP: 0010:divide+0x1/0x2
	END
	) || status=$?
	echo "$output"
	[ "$status" -ne 0 ] &&
		grep -qx 'FAIL only 1 of 3 suites reported results' <<<"$output" &&
		grep -qx 'FAIL splat BUG:divide divide error: 0000 \[#1\]' <<<"$output" &&
		grep -A 1 '^FAIL the guest did not finish the tests: .*kunit.console$' <<<"$output" |
			grep -qx '# its last words' &&
		[ "$(tail -n 1 <<<"$output")" = "0 passed, 1 failed, 0 skipped" ]
}

# If the search for splats itself fails, for example because the list of known
# splats is malformed, that is a failure as well.
test_failed_search_for_splats_is_reported() {
	local copy=$scratch/searched output

	mkdir -p "$copy/build"
	copy_scripts "$copy" check/find-splats guest/functions.sh env.sh config/kernel.config
	touch "$copy/build/functions"
	create_known_splats "$copy"
	echo '[    0.1] all is well' >"$copy/console"
	search() { # FUNCTION
		. "$copy/tools/host/env.sh" && . "$host/guest/functions.sh" && "$1" "$copy/console"
	}

	output=$(search splat_results)
	[ -z "$output" ] || return 1
	output=$(search describe_splats)
	[ -z "$output" ] || return 1
	echo 'WARNING:without_reason' >>"$copy/tools/testing/selftests/known-splats"
	output=$(search describe_splats)
	echo "$output"
	[[ $output == *"not searched: $copy/console" ]] || return 1
	output=$(search splat_results)
	echo "$output"
	[[ $output == 'SPLAT guest '*"$copy/console" ]]
}

# run_boot_tests OPTION...: run two boot tests on a kernel with these options.
# Print the output, and a line for each guest with the kernel parameters.
run_boot_tests() {
	local copy=$scratch/boots boot=$scratch/boots/tools/testing/selftests/boot

	mkdir -p "$copy/build" "$boot"
	copy_scripts "$copy" check/run-boot-tests check/find-splats guest/functions.sh env.sh \
		config/kernel.config
	touch "$copy/build/"{bzImage,functions} "$boot/program.c"
	printf '%s=y\n' CONFIG_A "$@" >"$copy/build/config"
	create_known_splats "$copy"
	printf '# boot: %s\n' 'a=1' 'b="2 3"' >"$boot/first.sh"
	echo '# needs: CONFIG_EVENT_TRACE_STARTUP_TEST' >"$boot/second.sh"
	script "$copy/bin/gcc" <<<$'#!/bin/sh\n[ "$1" != -dumpversion ] || echo 12'
	script "$copy/tools/host/guest/boot-guest" <<-END
	#!/bin/bash
	while [ \$# -gt 1 ]; do
		case \$1 in
		--append)	parameters+=" \$2"; shift ;;
		--console)	: >"\$2"; shift ;;
		esac
		shift
	done
	echo "\$(basename "\$1"):"\$parameters >>"$copy/booted"
	END
	: >"$copy/booted"
	PATH=$copy/bin:$PATH "$copy/tools/host/check/run-boot-tests" 2>&1
	cat "$copy/booted"
}

# A boot test is skipped if the kernel lacks an option that it needs. Only the
# test that needs the startup tests lets the kernel run them.
test_boot_tests_need_options() {
	local output

	output=$(run_boot_tests)
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	pass boot/first.sh
	skip boot/second.sh: the kernel does not have CONFIG_EVENT_TRACE_STARTUP_TEST
	1 passed, 0 failed, 1 skipped
	first.sh: a=1 b="2 3"
	END
	)" ] || return 1

	output=$(run_boot_tests CONFIG_FTRACE_STARTUP_TEST CONFIG_EVENT_TRACE_STARTUP_TEST)
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	pass boot/first.sh
	pass boot/second.sh
	2 passed, 0 failed, 0 skipped
	first.sh: kprobe_event= a=1 b="2 3"
	second.sh:
	END
	)" ]
}

# A checkout with stand-ins for all test scripts. A stand-in prints the file
# $scratch/says/NAME and fails if the file exists.
create_test_scripts() {
	local name

	mkdir -p "$1/tools/testing/trace"
	cp -R "$host" "$1/tools"
	for name in build/{build-kernel,build-stock-kernel,cross-compile} \
		check/{lint-sources,run-kunit,run-selftests,run-boot-tests,run-debug-kernels} \
		check/{test-deb,test-distros,test-machine,compare-with-stock,run-tool} \
		build/{build-deb,build-tool-deb} \
		series/check-{patches,series} docs/{build-docs,run-examples} demo/run-demo \
		docs/{check-translations,convert-zh-tw} bench/run-bench; do
		script "$1/tools/host/$name" <<-END
		#!/bin/bash
		mkdir -p "$1/build"
		touch "$1/build/bzImage"
		cat "$scratch/says/$name" 2>/dev/null && exit 1
		echo '1 passed, 0 failed, 0 skipped'
		END
	done
	script "$1/tools/host/build/install-packages" <<<'#!/bin/bash'
	printf 'check mutants explore model:\n\t@"%s"\n' "$1/tools/host/check/lint-sources" \
		>"$1/tools/testing/trace/Makefile"
}

# Every kind of tests lists its failures and explains the first five, with 40
# lines each at most. The last line has the totals.
test_check_prints_failures() {
	local status=0 output copy=$scratch/checked n

	create_test_scripts "$copy"
	mkdir -p "$scratch/says/"{check,demo}
	{
		echo 'pass a'
		for n in 1 2 3 4 5 6; do
			echo "FAIL b$n"
			echo "# of b$n"
			[ "$n" -ne 2 ] || seq -f '# line %g' 50
		done
		echo 'pass c'
		echo '# of nobody'
		echo '2 passed, 6 failed, 0 skipped'
	} >"$scratch/says/check/run-selftests"
	printf '%s\n' booting 'no such thing' >"$scratch/says/demo/run-demo"
	output=$("$copy/tools/host/check/run-all" 2>&1) || status=$?
	rm -r "$scratch/says"
	output=$(sed 's/^ *[0-9]* s  //; /whole log/d' <<<"$output")
	echo "$output"
	[ "$status" -ne 0 ] && [ "$output" = "$(cat <<-END
	== lint
	1 passed, 0 failed, 0 skipped
	== docs
	1 passed, 0 failed, 0 skipped
	== translations
	1 passed, 0 failed, 0 skipped
	== zh_TW
	1 passed, 0 failed, 0 skipped
	== patches
	1 passed, 0 failed, 0 skipped
	== build
	1 passed, 0 failed, 0 skipped
	== kunit
	1 passed, 0 failed, 0 skipped
	== selftest
	FAIL b1
	# of b1
	FAIL b2
	$(seq -f '# line %g' 11 50)
	FAIL b3
	# of b3
	FAIL b4
	# of b4
	FAIL b5
	# of b5
	FAIL b6
	2 passed, 6 failed, 0 skipped
	== unit
	1 passed, 0 failed, 0 skipped
	== boot
	1 passed, 0 failed, 0 skipped
	== examples
	1 passed, 0 failed, 0 skipped
	== tool
	1 passed, 0 failed, 0 skipped
	== deb
	1 passed, 0 failed, 0 skipped
	== bench
	1 passed, 0 failed, 0 skipped
	== debug
	1 passed, 0 failed, 0 skipped
	== run
	FAIL env DEMO=histograms $copy/tools/host/demo/run-demo
	# booting
	# no such thing
	0 passed, 1 failed, 0 skipped
	== wakeup
	FAIL env DEMO=wakeup $copy/tools/host/demo/run-demo
	# booting
	# no such thing
	0 passed, 1 failed, 0 skipped
	== latency
	FAIL env DEMO=latency $copy/tools/host/demo/run-demo
	# booting
	# no such thing
	0 passed, 1 failed, 0 skipped
	16 passed, 9 failed, 0 skipped
	END
	)" ]
}

test_check_all_runs_every_group() {
	local output copy=$scratch/checked

	create_test_scripts "$copy"
	# One after the other, because both use the same build directory.
	"$copy/tools/host/check/run-all" >"$scratch/short"
	"$copy/tools/host/check/run-all" all >"$scratch/all"
	output=$(diff <(grep '^== ' "$scratch/short") <(grep '^== ' "$scratch/all") |
		sed -n 's/^> == //p')
	echo "$output"
	[ "$(echo $output)" = "intervals stacks cross mutants explore model tool-deb series stock $(
		)tool-all tool-kernel tool-recipes compat workloads distros machine-deb $(
		)machine-stock machine" ]
}

# "make check" ignores variables that select tests, and records which state of
# the repository it has tested.
test_check_ignores_variables_that_select_tests() {
	local output copy=$scratch/checked state

	create_test_scripts "$copy"
	git -C "$copy" init -q
	echo /build/ >"$copy/.gitignore"
	git -C "$copy" add .
	git -C "$copy" -c user.name=me -c user.email=me@x commit -qm all
	echo 'echo "$TESTS$GUEST$VARIANT$BASE" >>'"$scratch/chosen" \
		>>"$copy/tools/host/check/run-selftests"
	output=$(TESTS=one GUEST=two VARIANT=three BASE=7.3 "$copy/tools/host/check/run-all") ||
		{ echo "$output"; return 1; }
	echo "$output"
	[ "$(head -n 4 <<<"$output")" = "$(printf 'Note: "make check" ignores %s.\n' TESTS=one \
		VARIANT=three GUEST=two BASE=7.3)" ] && [ "$(cat "$scratch/chosen")" = "" ] || return
	cat "$copy/build/checked"
	grep -q '^[0-9a-f]\{12\}-dirty ' "$copy/build/checked" || return
	# An untracked file makes the state dirty.
	state='. "$0/tools/host/env.sh"; . "$host/series/series.sh"; describe_repository'
	git -C "$copy" checkout -q . && [[ $(bash -c "$state" "$copy") != *-dirty ]] &&
		touch "$copy/new.c" && [[ $(bash -c "$state" "$copy") = *-dirty ]]
}

# A group of tests may be skipped with a reason, but must not print nothing.
test_check_accepts_skipped_tests() {
	local output

	output=$(. "$host/env.sh"; logs=$scratch; . "$host/check/count-results.sh"
		run_suite skips echo '0 passed, 0 failed, 3 skipped'
		run_suite works echo '1 passed, 0 failed, 0 skipped'
		finish) || { echo "$output"; return 1; }
	[ "$(tail -n 1 <<<"$output")" = '1 passed, 0 failed, 3 skipped' ] || return
	output=$(. "$host/env.sh"; logs=$scratch; . "$host/check/count-results.sh"
		run_suite silent true
		finish) && return 1
	echo "$output"
	grep -qx 'silent: no test ran' <<<"$output"
}

# A group of tests in the background is counted when the script waits for it, and ends with the
# script.
test_check_runs_a_group_in_the_background() {
	local output

	output=$(. "$host/env.sh"; logs=$scratch; . "$host/check/count-results.sh"
		start_suite slow bash -c 'sleep 0.2; echo 2 passed, 1 failed, 0 skipped'
		run_suite works echo '1 passed, 0 failed, 0 skipped'
		wait_for_suite slow
		finish) && { echo "$output"; return 1; }
	echo "$output"
	[ "$(tail -n 1 <<<"$output")" = '3 passed, 1 failed, 0 skipped' ] &&
		[ "$(grep -n '^==' <<<"$output")" = $'1:== works\n3:== slow' ] || return
	(. "$host/env.sh"; logs=$scratch; . "$host/check/count-results.sh"
		start_suite endless bash -c 'echo $$ >"$0"; exec sleep 1000' "$scratch/sleeper"
		wait_until [ -s "$scratch/sleeper" ]
		exit)
	wait_until is_gone "$(cat "$scratch/sleeper")"
}

test_check_runs_groups_side_by_side() {
	local output

	output=$(. "$host/env.sh"; logs=$scratch; . "$host/check/count-results.sh"
		start_suite one bash -c 'sleep 0.3; echo 1 passed, 0 failed, 0 skipped'
		start_suite two bash -c 'echo 2 passed, 0 failed, 0 skipped'
		wait_for_suite two
		wait_for_suite one
		finish) || { echo "$output"; return 1; }
	echo "$output"
	[ "$(tail -n 1 <<<"$output")" = '3 passed, 0 failed, 0 skipped' ]
}

# check_debug [short]: the builds of variants "one" and "two" succeed, that of
# "bad" fails; "two" has kmemleak
check_debug() {
	local copy=$scratch/debug name

	mkdir -p "$copy/tools"
	cp -R "$host" "$copy/tools"
	rm -rf "$copy/build"
	touch "$copy/tools/host/config/variants/"{one,bad}.config
	echo CONFIG_DEBUG_KMEMLEAK=y >"$copy/tools/host/config/variants/two.config"
	script "$copy/tools/host/build/install-packages" <<<'#!/bin/bash'
	script "$copy/tools/host/build/build-kernel" <<-END
	#!/bin/bash
	mkdir -p "$copy/build/\$VARIANT"
	[ \$VARIANT != bad ] && touch "$copy/build/\$VARIANT/bzImage"
	END
	for name in kunit selftests boot-tests; do
		script "$copy/tools/host/check/run-$name" <<-END
		#!/bin/bash
		echo $name \$VARIANT \$TESTS \$GUEST >>"$copy/ran"
		echo '2 passed, 0 failed, 1 skipped'
		END
	done
	: >"$copy/ran"
	"$copy/tools/host/check/run-debug-kernels" "$@" 2>&1 | tail -n 1
	cat "$copy/ran"
}

test_check_debug_runs_on_variants() {
	local output

	output=$(TESTS=some VARIANT='one two' check_debug)
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	16 passed, 0 failed, 7 skipped
	kunit one some
	selftests one some --append kmemleak=off
	boot-tests one some
	kunit two some
	selftests two some --append kmemleak=off
	selftests two some
	boot-tests two some
	END
	)" ] || return 1

	output=$(VARIANT=bad check_debug)
	echo "$output"
	[ "$output" = "0 passed, 1 failed, 0 skipped" ] || return 1

	output=$(TESTS= VARIANT= check_debug short)
	echo "$output"
	[ "$(cut -d ' ' -f 1-2 <<<"$output")" = $'5 passed,\nkunit kasan\nselftests kasan' ] &&
		grep -q '^selftests kasan trace/.*\.tc' <<<"$output"
}

test_checkpatch_exceptions_are_filtered() {
	printf '%s\n' '# none: of this' 'a/b A,B some reason' 'c C another' >"$scratch/excuses"
	[ "$("$host/check/filter-checkpatch" "$scratch/excuses" - <<-'END'
	a/b/x.c:1: WARNING:A: what
	a/b/x.c:1: WARNING:AB: what
	a/x.c:1: CHECK:A: what: C
	c:7: ERROR:C: what
	END
	)" = $'a/b/x.c:1: WARNING:AB: what\na/x.c:1: CHECK:A: what: C' ]
}

# A message about a file is printed until the file changes, and checkpatch does not read it again.
test_checkpatch_messages_are_cached() {
	local copy=$scratch/cached ksrc read=$scratch/read

	copy_scripts "$copy" check/{run-checkpatch,our-sources.sh,filter-checkpatch} env.sh \
		config/kernel.config
	echo '# none' >"$copy/tools/host/check/checkpatch-exceptions"
	printf '#define good\n' | tee "$copy/xbad.c" >"$copy/a.h"
	echo bad >"$copy/bad.c"
	run_checkpatch() {
		: >"$read"
		XDG_CACHE_HOME=$scratch/cache KSRC= "$copy/tools/host/check/run-checkpatch"
	}
	ksrc=$(. "$copy/tools/host/env.sh"; echo "${ksrc#"$cache"}")
	script "$scratch/cache/hist-triggers$ksrc/scripts/checkpatch.pl" <<-END
	#!/bin/bash
	while [ "\$1" != -f ]; do shift; done
	shift
	[ ! -e "$scratch/crash" ] || exit 2
	printf '%s\n' "\$@" >>"$read"
	grep -n bad /dev/null "\$@" | sed 's/:bad$/: ERROR:BAD: bad/'
	END
	[ "$(run_checkpatch)" = 'bad.c:1: ERROR:BAD: bad' ] && [ "$(wc -l <"$read")" -eq 3 ] || return
	[ "$(run_checkpatch)" = 'bad.c:1: ERROR:BAD: bad' ] && [ ! -s "$read" ] || return
	echo good >"$copy/bad.c"
	touch "$scratch/crash"
	! run_checkpatch || return
	rm "$scratch/crash"
	[ "$(run_checkpatch)" = '' ] && [ "$(cat "$read")" = bad.c ] || return
	# A message that could not be stored is printed by the next run.
	echo bad >"$copy/bad.c"
	script "$scratch/bin/awk" <<<$'#!/bin/sh\nexit 2'
	! PATH=$scratch/bin:$PATH run_checkpatch || return
	[ "$(run_checkpatch)" = 'bad.c:1: ERROR:BAD: bad' ]
}

# report_uncovered COUNT...: check a file of ten lines with these execution
# counts against the list of unreached lines on standard input. The functions
# are a() and, from line 6, b().
report_uncovered() {
	local copy=$scratch/unreached n=0 count

	mkdir -p "$copy/kernel/trace/tests"
	printf '%s\n' 'int a(int x)' '{' $'\tif (x < 0)' $'\t\treturn 1;' '}' 'int b(int x)' '{' \
		$'\tif (x)' $'\t\treturn 1;' '}' >"$copy/kernel/trace/a.c"
	echo '{' >"$copy/kernel/trace/tests/b.c"
	for count; do
		echo "{\"line_number\": $((++n)), $(
			[ "$count" != - ] || echo '"gcovr/noncode": true,') \"count\": ${count/-/0}},"
	done | sed '$s/,$//' >"$scratch/lines"
	cat >"$scratch/counts.json" <<-END
	{ "files": [ { "file": "/some/where/kernel/trace/hist/../a.c",
	  "lines": [ $(cat "$scratch/lines") ] } ] }
	END
	cat >"$scratch/unreached.list"
	"$host/check/report-uncovered" "$copy" "$scratch/unreached.list" "$scratch/counts.json"
}

test_uncovered_lines_must_be_listed() {
	local output

	output=$(report_uncovered 1 - 3 1 - 2 - 1 1 - </dev/null) || return
	echo "$output"
	[ "$(tail -n 1 <<<"$output")" = '2 passed, 0 failed, 0 skipped' ] || return

	# Nine of ten lines are reached, and the other is listed. In the second
	# call the same text in another function does not count as listed.
	output=$(report_uncovered 1 1 1 0 1 2 1 1 1 1 <<-'END'
	# a remark
	a.c a
	> if (x < 0) return 1;
	Nobody has less
	than nothing.
	END
	) || { echo "$output"; return 1; }
	output=$(report_uncovered 1 1 1 1 1 2 1 1 0 1 <<<$'a.c a\n> return 1;\nSo it is.') && return 1
	echo "$output"
	[ "$(grep -v '^file' <<<"$output" | tr -s ' ')" = "$(cat <<-'END'
	a.c 10 9 90.0
	total 10 9 90.0
	FAIL a.c:9: b() is not reached: return 1;
	FAIL a.c a is listed, but is reached or does not exist: return 1;
	1 passed, 2 failed, 0 skipped
	END
	)" ]
}

# A stretch of unreached lines spans lines without code, and ends with its
# function.
test_uncovered_lines_must_be_few() {
	local output

	output=$(report_uncovered 1 1 1 0 - 0 - 0 1 1 <<-'END'
	a.c a
	> return 1;
	There is a reason.

	a.c b
	> int b(int x) { if (x)
	> return 1;
	There is another one.
	END
	) && return 1
	echo "$output"
	[ "$(sed 1,3d <<<"$output")" = "$(cat <<-'END'
	FAIL a.c b is listed, but is reached or does not exist: return 1;
	FAIL less than 90 % of the lines are reached
	1 passed, 2 failed, 0 skipped
	END
	)" ]
}

# Lines marked "By chance" may be reached, but must exist.
test_uncovered_lines_may_be_reached_by_chance() {
	local output

	report_uncovered 1 - 1 1 - 1 - 1 1 - <<<$'a.c a\n> if (x < 0) return 1;\nBy chance: it races.' ||
		return
	output=$(report_uncovered 1 - 1 1 - 1 - 1 1 - <<<$'a.c a\n> return 2;\nBy chance: it races.') &&
		return 1
	echo "$output"
	grep -qx 'FAIL a.c a is listed, but is reached or does not exist: return 2;' <<<"$output"
}

# A source file that was not compiled is a failure.
test_uncovered_file_must_be_compiled() {
	local output

	mkdir -p "$scratch/unreached/kernel/trace"
	printf '%s\n' 'int c(void)' '{' '}' >"$scratch/unreached/kernel/trace/c.c"
	output=$(report_uncovered 1 - 1 1 - 1 - 1 1 - </dev/null) && return 1
	rm "$scratch/unreached/kernel/trace/c.c"
	echo "$output"
	grep -qx 'FAIL c.c: the file was not compiled, so no line was counted' <<<"$output"
}

# The list of unreached lines is compared with the source also without counts.
test_listed_uncovered_lines_exist() {
	local output

	report_uncovered 1 - 1 1 - 1 - 1 1 - </dev/null >"$scratch/ignored"
	cat >"$scratch/unreached.list" <<-'END'
	a.c a
	> if (x < 0) return 1;
	It is in the function.

	a.c a
	> if (x) return 1;
	Another function has it.

	none.c a
	> return 1;
	There is no such file.
	END
	output=$("$host/check/report-uncovered" --check "$scratch/unreached" \
		"$scratch/unreached.list") && return 1
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	FAIL a.c a is listed, but does not exist: if (x) return 1;
	FAIL none.c a is listed, but does not exist: return 1;
	1 passed, 2 failed, 0 skipped
	END
	)" ] || return
	"$host/check/report-uncovered" --check "$repo" "$repo/tools/testing/uncovered-lines"
}

# create_includes FILE INCLUDED...: create a source file with #include lines
create_includes() {
	local file=$scratch/includes/kernel/trace/$1

	mkdir -p "$(dirname "$file")"
	shift
	printf '#include "%s"\n' "$@" >"$file"
}

# expect_include_error MESSAGE FILE INCLUDED...: verify-includes must reject the
# additional file with MESSAGE only
expect_include_error() {
	local message=$1 output
	shift

	create_includes "$@"
	output=$("$host/check/verify-includes" "$scratch/includes" "$scratch/rules") &&
		{ echo "accepted $*"; return 1; }
	echo "$output"
	rm "$scratch/includes/kernel/trace/$1"
	[ "$output" = "$message" ]
}

test_includes_must_follow_the_rules() {
	printf '%s\n' '# comment' 'core:' 'entry: core a/run' 'a: core' 'a/parse: a' 'a/run: a core' \
		'private a/run/internal.h' 'no-core a/parse' >"$scratch/rules"
	create_includes base.h trace.h
	create_includes a/names.h ../base.h ../trace.h
	create_includes a/parse/spec.h ../names.h
	create_includes a/run/internal.h ../names.h
	create_includes a/run/exec.h ../names.h
	create_includes a/run/exec.c exec.h internal.h ../../base.h ../../trace.h
	create_includes a/tests/all.c ../run/internal.h ../parse/spec.h
	create_includes trace_events_a.c a/run/exec.h base.h
	create_includes trace_events.c a/run/exec.h
	"$host/check/verify-includes" "$scratch/includes" "$scratch/rules" || return

	create_includes a/run/run.h internal.h
	expect_include_error "a/parse/x.c includes a/run/run.h: wrong arrow a/parse -> a/run, $(
		)a/parse may include: a" a/parse/x.c ../run/run.h &&
		expect_include_error 'base.c includes a/names.h: wrong arrow core -> a, core may include: nothing' \
			base.c a/names.h &&
		expect_include_error 'a/x.c includes a/run/internal.h, which is private to a/run' \
			a/x.c run/internal.h &&
		expect_include_error 'a/parse/x.c includes trace.h, which a/parse must not' \
			a/parse/x.c ../../trace.h &&
		expect_include_error 'b/x.c: there is no rule for the folder b' b/x.c ../base.h || return
	create_includes a/names.h ../base.h x.h
	expect_include_error 'cycle: a/names.h -> a/x.h -> a/names.h' a/x.h names.h
}

run_tests "$@"
