#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: results_test.sh [NAME...]
#
# Tests of the scripts in check/ that read the output of tests: results,
# consoles, the end of programs and expected failures.

. "$(dirname "$0")/harness.sh"

# A suite with one failed test, and other kernel messages in between.
test_kunit_explains_a_failure() {
	local output

	cat >"$scratch/console" <<-'END'
	[    0.1] KTAP version 1
	[    0.1] 1..1
	[    0.2]     # Subtest: suite
	[    0.2]     1..2
	[    0.3]     ok 1 good
	[    0.4] something: happened
	[    0.5]     # bad: EXPECTATION FAILED at suite.c:7
	[    0.5]     Expected a == b, but
	[    0.6]     not ok 2 bad
	[    0.6] # suite: pass:1 fail:1 skip:0 total:2
	[    0.6] not ok 1 suite
	END
	output=$("$host/check/parse-ktap" "$scratch/console")
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	FAIL bad
	# something: happened
	#     # bad: EXPECTATION FAILED at suite.c:7
	#     Expected a == b, but
	1 passed, 1 failed, 0 skipped
	END
	)" ]
}

# search_splats [--results]: find splats in the console output on standard
# input, where the functions "ours" and "our_map" are part of this tree
search_splats() {
	cat >"$scratch/console"
	printf '%s\n' ours our_map >"$scratch/functions"
	printf '%s\n' '# known' 'WARNING:host_* as it is' 'KCSAN:known/our_map why' \
		>"$scratch/excused"
	"$host/check/find-splats" "$@" "$scratch/functions" "$scratch/excused" "$scratch/console"
}

test_splats_are_found_by_name() {
	local status=0 output

	output=$(search_splats <<-'END'
	[    0.1] a test provokes: FAULT_INJECTION: forcing a failure.
	[    0.1] CPU: 1 UID: 0 PID: 77 Comm: sh
	[    0.1]  ours+0x1/0x2
	[    0.1]  </TASK>
	[    1.0] @test trace/one.tc
	[    1.1] ------------[ cut here ]------------
	[    1.1] WARNING: CPU: 1 PID: 7 at kernel/a.c:3 host_a+0x1/0x20
	[    1.1] ---[ end trace 0000000000000000 ]---
	[    1.2] ------------[ cut here ]------------
	[    1.2] refcount_t: underflow; use-after-free.
	[    1.2] WARNING: CPU: 1 PID: 7 at kernel/b.c:3 b.isra.0+0x1/0x20
	[    1.2] Call Trace:
	[    1.2]  ? ours+0x1/0x20
	[    1.2]  </TASK>
	[    1.2] ---[ end trace 0000000000000000 ]---
	[    1.3]  ours+0x1/0x20
	[    2.0] @test trace/two.tc
	[    2.1] ==================================================================
	[    2.1] BUG: KASAN: slab-out-of-bounds in memcpy+0x1/0x2
	[    2.1] Call Trace:
	[    2.1]  dump_stack_lvl+0x1/0x2
	[    2.1]  c+0x1/0x2
	[    2.1]  </TASK>
	[    2.1]
	[    2.1] Allocated by task 8:
	[    2.1]  ours+0x1/0x2
	[    2.1] ==================================================================
	[    2.2] WARNING: possible circular locking dependency detected
	[    2.2]  lock_acquire+0x1/0x2
	[    2.2]  d+0x1/0x2
	[    3.0] BUG: unable to handle page fault for address: 0000000000000000
	[    3.0] Oops: Oops: 0000 [#1] PREEMPT SMP KASAN
	[    3.0] RIP: 0010:e+0x1/0x2
	[    3.1] unreferenced object 0xffff888003190000 (size 64):
	[    3.1]   comm "sh", pid 7, jiffies 4294967
	[    3.1]     kmalloc_noprof+0x1/0x2
	[    3.1]     f+0x1/0x2
	[    3.2] UBSAN: shift-out-of-bounds in kernel/a.c:1:2
	[    3.2]  __ubsan_handle_shift_out_of_bounds+0x1/0x2
	[    3.2]  f+0x1/0x2
	[    3.2] ---[ end trace ]---
	[    3.3] BUG: sleeping function called from invalid context at mm/a.c:1
	[    3.3]  __might_resched+0x1/0x2
	[    3.3]  f+0x1/0x2
	[    3.3]  </TASK>
	[    3.4] BUG kmalloc-64 (Not tainted): Right Redzone overwritten
	[    3.4]  g+0x1/0x2
	[    3.4] BUG: sleeping function called from invalid context at mm/a.c:1
	[    3.4]  f+0x1/0x2
	END
	) || status=$?
	echo "$output"
	[ "$status" -eq 1 ] && [ "$(grep ^FAIL <<<"$output")" = "$(cat <<-'END'
	FAIL splat WARNING:b WARNING: CPU: 1 PID: 7 at kernel/b.c:3 b.isra.0+0x1/0x20 in trace/one.tc
	FAIL splat KASAN:memcpy (ours) BUG: KASAN: slab-out-of-bounds in memcpy+0x1/0x2 in trace/two.tc
	FAIL splat lockdep:d WARNING: possible circular locking dependency detected in trace/two.tc
	FAIL splat BUG:e BUG: unable to handle page fault for address: 0000000000000000 in trace/two.tc
	FAIL splat leak:f unreferenced object 0xffff888003190000 (size 64): in trace/two.tc
	FAIL splat UBSAN:f UBSAN: shift-out-of-bounds in kernel/a.c:1:2 in trace/two.tc
	FAIL splat BUG:f BUG: sleeping function called from invalid context at mm/a.c:1 (2 times) in trace/two.tc
	FAIL splat BUG:g BUG kmalloc-64 (Not tainted): Right Redzone overwritten in trace/two.tc
	END
	)" ] && grep -qx '#  ours+0x1/0x2' <<<"$output" &&
		grep -qx '# refcount_t: underflow; use-after-free.' <<<"$output"
}

# A race counts if a function of this tree is in one of its stacks, unless the
# function was merely interrupted.
test_races_in_our_functions_are_splats() {
	local output

	output=$(search_splats --results <<-'END'
	[    1.0] @test trace/one.tc
	[    1.1] ==================================================================
	[    1.1] BUG: KCSAN: data-race in a / b
	[    1.1]
	[    1.1] write to 0xffffffff of 4 bytes by task 7 on cpu 0:
	[    1.1]  a+0x1/0x2
	[    1.1]  asm_sysvec_apic_timer_interrupt+0x1/0x2
	[    1.1]  ours+0x1/0x2
	[    1.1]
	[    1.1] read to 0xffffffff of 4 bytes by task 8 on cpu 1:
	[    1.1]  b+0x1/0x2
	[    1.1] ==================================================================
	[    1.2] ==================================================================
	[    1.2] BUG: KCSAN: data-race in known / our_map
	[    1.2]
	[    1.2]  our_map+0x1/0x2
	[    1.2] ==================================================================
	[    1.3] ==================================================================
	[    1.3] BUG: KCSAN: data-race in our_map / b
	[    1.3]
	[    1.3]  our_map+0x1/0x2
	[    1.3] ==================================================================
	END
	) && return 1
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	SPLAT trace/one.tc KCSAN:b/our_map (ours) BUG: KCSAN: data-race in our_map / b
	OUTPUT trace/one.tc BUG: KCSAN: data-race in our_map / b
	OUTPUT trace/one.tc  our_map+0x1/0x2
	END
	)" ]
}

# A panic without an oops is a splat. The one that follows an oops is a part of it.
test_panics_are_splats() {
	local output

	output=$(search_splats <<-'END'
	[    1.0] @test trace/one.tc
	[    1.1] BUG: unable to handle page fault for address: 0000000000000000
	[    1.1] RIP: 0010:a+0x1/0x2
	[    1.1] ---[ end trace 0000000000000000 ]---
	[    1.1] Kernel panic - not syncing: Fatal exception in interrupt
	[    2.0] @test trace/two.tc
	[    2.1] Kernel panic - not syncing: Attempted to kill init! exitcode=0x0000000b
	END
	) && return 1
	echo "$output"
	[ "$(grep -c ^FAIL <<<"$output")" -eq 2 ] &&
		grep -q '^FAIL splat BUG:? Kernel panic .* in trace/two.tc$' <<<"$output"
}

test_known_splats_are_ignored() {
	search_splats <<-'END' || return 1
	[    1.0] @test trace/one.tc
	[    1.1] BUG is a word, and so is WARNING
	[    1.2] WARNING: CPU: 1 PID: 7 at kernel/a.c:3 host_a+0x1/0x20
	END
	echo 'WARNING:x' >>"$scratch/excused"
	! "$host/check/find-splats" "$scratch/functions" "$scratch/excused" "$scratch/console"
}

# parse_selftests: convert the output of selftests on standard input to results
parse_selftests() {
	"$host/check/parse-selftest-log" -v ktap="$host/check/parse-ktap" | sed 's/ $//'
}

# run_programs NAME...: run programs in $scratch/programs like the guest, with
# busybox
run_programs() {
	local name

	mkdir -p "$scratch/applets"
	busybox --install -s "$scratch/applets"
	for name; do
		echo "@test programs/$name"
		PATH=$scratch/applets "$host/guest/bin/run-program" "$scratch/programs/$name"
	done | parse_selftests
}

test_selftest_counts_results_of_programs() {
	local output

	script "$scratch/programs/some" <<-'END'
	#!/bin/sh
	echo 'TAP version 13'
	echo 1..4
	echo '# Starting 4 tests from 1 test cases.'
	echo '#  RUN           user.one ...'
	echo 'ok 1 user.one'
	echo '# some.c:7:two:Expected 1 (1) == 2 (2)' >&2
	echo '# two: Test failed' >&2
	echo 'not ok 2 user.two'
	echo 'ok 3 user.three # SKIP there is none'
	echo 'ok 4 # SKIP nor here'
	exit 1
	END
	script "$scratch/programs/none" <<-'END'
	#!/bin/sh
	echo 'TAP version 13'
	printf '1..0 # SKIP too small a world'
	exit 4
	END
	output=$(run_programs some none)
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	PASS programs/some:user.one
	FAIL programs/some:user.two some.c:7:two:Expected 1 (1) == 2 (2)
	OUTPUT programs/some:user.two # some.c:7:two:Expected 1 (1) == 2 (2)
	OUTPUT programs/some:user.two # two: Test failed
	SKIP programs/some:user.three there is none
	SKIP programs/some:4 nor here
	SKIP programs/none too small a world
	END
	)" ]
}

# Fewer results than planned, or an exit status that contradicts the results, is
# a crash.
test_selftest_checks_how_programs_end() {
	local output

	script "$scratch/programs/short" <<-'END'
	#!/bin/sh
	printf '1..2\nok 1 one\n'
	END
	script "$scratch/programs/silent" <<-'END'
	#!/bin/sh
	END
	script "$scratch/programs/late" <<-'END'
	#!/bin/sh
	printf '1..1\nok 1 one\n'
	exit 1
	END
	script "$scratch/programs/dead" <<-'END'
	#!/bin/sh
	printf '1..2\nok 1 one\nok 2 two'
	kill -s SEGV $$
	END
	output=$(run_programs short silent late dead)
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	PASS programs/short:one
	CRASH programs/short status 0, 1 of 2 results
	OUTPUT programs/short 1..2
	OUTPUT programs/short ok 1 one
	OUTPUT programs/short @status 0
	CRASH programs/silent status 0, 0 of ? results
	OUTPUT programs/silent @status 0
	PASS programs/late:one
	CRASH programs/late status 1, 1 of 1 results
	OUTPUT programs/late 1..1
	OUTPUT programs/late ok 1 one
	OUTPUT programs/late @status 1
	PASS programs/dead:one
	PASS programs/dead:two
	CRASH programs/dead status 139, 2 of 2 results
	OUTPUT programs/dead 1..2
	OUTPUT programs/dead ok 1 one
	OUTPUT programs/dead ok 2 two
	OUTPUT programs/dead @status 139
	END
	)" ]
}

test_selftest_kills_slow_programs() {
	local output

	script "$scratch/programs/slow" <<-END
	#!/bin/sh
	printf '1..2\nok 1 one\n'
	sleep 60 >/dev/null 2>&1 &
	echo \$! >$scratch/slow
	exec sleep 60
	END
	# Long enough for the program to start on a loaded machine.
	echo timeout=5 >"$scratch/programs/settings"
	output=$(run_programs slow)
	rm "$scratch/programs/settings"
	echo "$output"
	[ "$(grep -v ^OUTPUT <<<"$output")" = \
		$'PASS programs/slow:one\nTIMEOUT programs/slow 1 of 2 results' ] &&
		grep -qx 'OUTPUT programs/slow ok 1 one' <<<"$output" &&
		[ -s "$scratch/slow" ] && wait_until is_gone "$(cat "$scratch/slow")"
}

# The test that was running when the guest died counts as crashed, even if its
# results were complete.
test_selftest_reports_a_crashed_guest() {
	local output

	output=$(parse_selftests <<-'END'
	@test programs/first
	1..1
	ok 1 one

	@status 0
	@test programs/second
	1..1
	ok 1 one
	its last words
	@died with status 125, see the console
	@test trace/third.tc
	[1] a shell test	[PASS]
	[2] (instance)  a shell test	[FAIL]
	@end
	@test trace/fourth.tc
	[1] a shell test	[FAIL]
	failed before
	[2] (instance)  a shell
	its last words
	@died with status 125, see the console
	END
	)
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	PASS programs/first:one
	PASS programs/second:one
	CRASH programs/second the guest died, 1 of 1 results
	OUTPUT programs/second 1..1
	OUTPUT programs/second ok 1 one
	OUTPUT programs/second its last words
	OUTPUT programs/second @died with status 125, see the console
	PASS trace/third.tc
	FAIL trace/third.tc@instance
	FAIL trace/fourth.tc
	CRASH trace/fourth.tc
	OUTPUT trace/fourth.tc failed before
	OUTPUT trace/fourth.tc [2] (instance)  a shell
	OUTPUT trace/fourth.tc its last words
	END
	)" ]
}

# A guest that dies after its last test, for example in the search for leaks, is reported.
test_selftest_reports_a_late_crash() {
	local output

	output=$(parse_selftests <<-'END'
	@boot
	@test programs/first
	1..1
	ok 1 one

	@status 0
	@end
	scanning
	@died with status 124, see the console
	END
	)
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	PASS programs/first:one
	CRASH programs/first
	OUTPUT programs/first scanning
	END
	)" ]
}

# A guest that dies before its first test is no crash of a test that ran in an earlier guest.
test_selftest_tells_guests_apart() {
	local output

	output=$(parse_selftests <<-'END'
	@boot
	@test trace/first.tc
	[1] a shell test	[PASS]
	@end
	@boot
	no memory
	@died with status 125, see the console
	END
	)
	echo "$output"
	[ "$output" = 'PASS trace/first.tc' ]
}

# A round of REPEAT that ends without a result is a failure, even if other rounds have results.
test_selftest_reports_a_lost_round() {
	local output

	output=$(parse_selftests <<-'END'
	@boot
	@test trace/first.tc
	[1] a shell test	[PASS]
	@test trace/first.tc
	no space
	@test trace/first.tc
	[1] a shell test	[PASS]
	@test programs/second
	1..1
	ok 1 one

	@status 0
	@test trace/third.tc
	killed
	@end
	END
	)
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	PASS trace/first.tc
	NOT-RUN trace/first.tc
	OUTPUT trace/first.tc no space
	PASS trace/first.tc
	PASS programs/second:one
	NOT-RUN trace/third.tc
	OUTPUT trace/third.tc killed
	END
	)" ]
}

# create_lane COMMANDS: take_tests() and run_lane() of run-selftests with guests that these commands
# replace; $* are the tests
create_lane() {
	local name

	for name in take_tests run_lane run_tests; do
		eval "$(sed -n "/^$name() {/,/^}/p" "$host/check/run-selftests")"
	done
	logs=$scratch out=$scratch queue=$scratch/queue lanes=1 suite=x shell_libraries= ready=x
	userland= slower=1 each=1 REPEAT=1 guest=$1
	splat_results() {
		:
	}
	boot_guest() (
		while [ "$1" != "$host/guest/run-selftests.sh" ]; do
			shift
		done
		shift 3
		eval "$guest"
	)
}

# After a guest that has not booted, the same tests are tried once more.
test_selftest_boots_again() {
	(
		set -o pipefail
		create_lane '[ -e "$scratch/booted" ] || { touch "$scratch/booted"; exit 125; }
			printf "@test %s\n" "$@"'
		printf '%s\n' one two three >"$queue"
		run_lane 0 >"$scratch/output"
		cat "$scratch/output"
		[ "$(grep -v '^$' "$scratch/output")" = "$(cat <<-END
		@boot
		@died with status 125, see $scratch/selftest.0.console.died
		@boot
		@test one
		@test two
		@test three
		END
		)" ] || exit
		# A kernel that never boots ends the lane.
		guest='exit 125'
		echo one >"$queue"
		[ "$(run_lane 0 | grep -c @died)" -eq 2 ]
	)
}

# The queue stays as it is on a full disk. The lane ends then, and its tests count as not run.
test_selftest_ends_on_a_full_disk() {
	(
		create_lane 'printf "@test %s\n" "$@"'
		echo one >"$queue"
		script "$scratch/bin/sed" <<<$'#!/bin/sh\nexit 4'
		[ -z "$(PATH=$scratch/bin:$PATH run_lane 0)" ]
	)
}

# Output of the base kernel's ftracetest: the result line precedes the log of a
# failed test.
print_shell_test_output() {
	cat <<-'END'
	@test trace/first.tc
	[1] a shell test	[FAIL]
	END
	seq -f '+ step %g' 30
	cat <<-END

	$(printf '%0200d' 0)
	+ [ 1 = 2 ]$(printf '\r')
	[2] (instance)  a shell test	[FAIL]
	+ not so

	# of passed:  0
	# of failed:  2
	@test trace/second.tc
	[1] a shell test	[PASS]

	# of passed:  1
	@test trace/third.tc
	[1] a shell test
	+ sleep 1000
	@timeout
	@end
	END
}

test_selftest_prints_the_last_output() {
	local output

	output=$(print_shell_test_output | parse_selftests)
	echo "$output"
	[ "$output" = "$(
		echo FAIL trace/first.tc
		seq -f 'OUTPUT trace/first.tc + step %g' 13 30
		printf 'OUTPUT trace/first.tc %0120d\n' 0
		cat <<-'END'
		OUTPUT trace/first.tc + [ 1 = 2 ]
		FAIL trace/first.tc@instance
		OUTPUT trace/first.tc@instance + not so
		PASS trace/second.tc
		TIMEOUT trace/third.tc
		OUTPUT trace/third.tc [1] a shell test
		OUTPUT trace/third.tc + sleep 1000
		END
	)" ]
}

test_expected_failures_are_skipped() {
	local status=0 output

	printf '%s\n' 'a:two known' 'b known, too' 'e CONFIG_X' >"$scratch/expected"
	echo 'd kills' >"$scratch/not-run"
	printf '%s\n' 'PASS a:one' 'FAIL a:two a reason' 'FAIL a:two' 'SKIP a:three a reason' \
		'FAIL b:one' 'CRASH b a reason' 'SPLAT b KASAN:f' 'UNSUPPORTED e' 'FAIL e a reason' \
		>"$scratch/results"
	output=$(printf '%s\n' a b c d e | "$host/check/evaluate-results" "$scratch/expected" \
		"$scratch/not-run" "$scratch/results") || status=$?
	echo "$output"
	[ "$status" -ne 0 ] && [ "$output" = "$(cat <<-'END'
	pass a:one
	skip a:three  # a reason
	skip a:two  # fail: a reason: known
	skip a:two  # fail: known
	FAIL b  # crash: a reason
	FAIL b  # splat: KASAN:f
	skip b:one  # fail: known, too
	FAIL c  # not-run
	skip d  # not run: kills
	skip e  # unsupported: CONFIG_X
	FAIL e  # fail: a reason
	1 passed, 4 failed, 6 skipped
	END
	)" ]
}

# At most five failures are explained, sorted across both lanes. Expected
# failures are not explained.
test_first_failures_are_explained() {
	local status=0 output n

	echo 'e known' >"$scratch/expected"
	: >"$scratch/not-run"
	for n in d c; do
		printf '%s\n' "FAIL $n" "FAIL a:$n why" "OUTPUT $n   of  $n" "OUTPUT a:$n of a:$n"
	done >"$scratch/results"
	printf '%s\n' 'FAIL e' 'OUTPUT e of e' 'FAIL f' 'OUTPUT f of the first f' 'FAIL f' \
		'OUTPUT f of the second f' >>"$scratch/results"
	output=$(printf '%s\n' a c d e f | "$host/check/evaluate-results" "$scratch/expected" \
		"$scratch/not-run" "$scratch/results") || status=$?
	echo "$output"
	[ "$status" -ne 0 ] && [ "$output" = "$(cat <<-'END'
	FAIL a:c  # fail: why
	# of a:c
	FAIL a:d  # fail: why
	# of a:d
	FAIL c  # fail
	#   of  c
	FAIL d  # fail
	#   of  d
	skip e  # fail: known
	FAIL f  # fail
	# of the first f
	FAIL f  # fail
	0 passed, 6 failed, 1 skipped
	END
	)" ]
}

run_tests "$@"
