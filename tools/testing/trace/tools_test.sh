#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of the scripts that run the tests: they must report every failure,
# including that of a crashed program or guest, and leave no process behind.
# Slow programs such as QEMU are replaced by stand-ins.

set -u
# The environment may set any of these.
export LC_ALL=C
unset CDPATH MAKEFLAGS KSRC TESTS SUITES REPEAT DEMO VARIANT GUEST LOGS FUZZ_SECONDS FUZZ_SEED CONFIG AUTHOR
case ${TMPDIR-} in *[[:space:]:]*) unset TMPDIR ;; esac
here=$(cd "$(dirname "$0")" && pwd)
host=$here/../../host
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch

# script FILE: write an executable from standard input; replace a symbolic link
# instead of following it
script() {
	mkdir -p "$(dirname "$1")"
	rm -f "$1"
	cat >"$1"
	chmod +x "$1"
}

# wait_until COMMAND...: repeat the command until it succeeds, for one minute at
# most
wait_until() {
	local tries=0

	until "$@"; do
		((++tries < 600)) || { echo "waited in vain: $*"; return 1; }
		sleep 0.1
	done
}

# A suite with one failed test, and other kernel messages in between.
test_kunit_explains_a_failure() {
	local said

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
	said=$("$host/ktap" "$scratch/console")
	echo "$said"
	[ "$said" = "$(cat <<-'END'
	FAIL bad
	# something: happened
	#     # bad: EXPECTATION FAILED at suite.c:7
	#     Expected a == b, but
	1 passed, 1 failed, 0 skipped
	END
	)" ]
}

# Two runs in one checkout must not use the build directory at the same time.
test_kunit_has_the_build_directory_for_itself() {
	local copy=$scratch/alone first

	mkdir -p "$copy/tools/host" "$copy/build"
	cp "$host"/{kunit,ktap,splats,common.sh} "$copy/tools/host"
	touch "$copy/build/"{bzImage,functions}
	stand_in_for_known_splats "$copy"
	script "$copy/tools/host/guest" <<-END
	#!/bin/bash
	while [ "\$1" != --console ]; do shift; done
	mkdir "$copy/guest" || exit
	[ -e "$copy/second" ] || touch "$copy/begun"
	while [ ! -e "$copy/second" ]; do sleep 0.1; done
	printf 'KTAP version 1\n1..1\n # Subtest: a\n 1..1\n ok 1 b\nok 1 a\n' >"\$2"
	rmdir "$copy/guest"
	END
	"$copy/tools/host/kunit" >"$scratch/first" 2>&1 &
	first=$!
	wait_until [ -e "$copy/begun" ] || return
	"$copy/tools/host/kunit" >"$scratch/second" 2>&1 &
	wait_until grep -q "^Waiting for another command that works in $copy/build" "$scratch/second"
	touch "$copy/second"
	wait "$first" && wait "$!"
	set -- "$?"
	cat "$scratch/first" "$scratch/second"
	[ "$1" -eq 0 ] && [ "$(tail -n 1 "$scratch/second")" = '1 passed, 0 failed, 0 skipped' ]
}

stand_in_for_known_splats() {
	mkdir -p "$1/tools/testing/selftests"
	echo '# none' >"$1/tools/testing/selftests/known-splats"
}

# kunit_on STATUS: run kunit on a guest that prints standard input on its
# console and exits with STATUS
kunit_on() {
	local copy=$scratch/kunit

	mkdir -p "$copy/tools/host" "$copy/build"
	cp "$host"/{kunit,ktap,splats,common.sh} "$copy/tools/host"
	touch "$copy/build/"{bzImage,functions}
	stand_in_for_known_splats "$copy"
	cat >"$copy/log"
	script "$copy/tools/host/guest" <<-END
	#!/bin/bash
	while [ "\$1" != --console ]; do shift; done
	cp "$copy/log" "\$2"
	echo its last words >&2
	exit $1
	END
	"$copy/tools/host/kunit" 2>&1
}

# All tests pass, but the kernel prints a warning.
test_kunit_fails_with_a_splat() {
	local status=0 said

	said=$(kunit_on 0 <<-'END'
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
	echo "$said"
	[ "$status" -ne 0 ] && [ "$said" = "$(cat <<-'END'
	FAIL splat WARNING:a WARNING: CPU: 0 PID: 7 at a.c:3 a+0x1/0x2
	# WARNING: CPU: 0 PID: 7 at a.c:3 a+0x1/0x2
	1 passed, 1 failed, 0 skipped
	END
	)" ]
}

# splats_of [--results]: find splats in the console output on standard input,
# where the functions "ours" and "our_map" are part of this tree
splats_of() {
	cat >"$scratch/console"
	printf '%s\n' ours our_map >"$scratch/functions"
	printf '%s\n' '# known' 'WARNING:host_* as it is' 'KCSAN:known/our_map why' \
		>"$scratch/excused"
	"$host/splats" "$@" "$scratch/functions" "$scratch/excused" "$scratch/console"
}

test_splats_are_found_by_name() {
	local status=0 said

	said=$(splats_of <<-'END'
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
	echo "$said"
	[ "$status" -eq 1 ] && [ "$(grep ^FAIL <<<"$said")" = "$(cat <<-'END'
	FAIL splat WARNING:b WARNING: CPU: 1 PID: 7 at kernel/b.c:3 b.isra.0+0x1/0x20 in trace/one.tc
	FAIL splat KASAN:memcpy (ours) BUG: KASAN: slab-out-of-bounds in memcpy+0x1/0x2 in trace/two.tc
	FAIL splat lockdep:d WARNING: possible circular locking dependency detected in trace/two.tc
	FAIL splat BUG:e BUG: unable to handle page fault for address: 0000000000000000 in trace/two.tc
	FAIL splat leak:f unreferenced object 0xffff888003190000 (size 64): in trace/two.tc
	FAIL splat UBSAN:f UBSAN: shift-out-of-bounds in kernel/a.c:1:2 in trace/two.tc
	FAIL splat BUG:f BUG: sleeping function called from invalid context at mm/a.c:1 (2 times) in trace/two.tc
	FAIL splat BUG:g BUG kmalloc-64 (Not tainted): Right Redzone overwritten in trace/two.tc
	END
	)" ] && grep -qx '#  ours+0x1/0x2' <<<"$said" &&
		grep -qx '# refcount_t: underflow; use-after-free.' <<<"$said"
}

# A race counts if a function of this tree is in one of its stacks, unless the
# function was merely interrupted.
test_splats_of_races_are_ours() {
	local said

	said=$(splats_of --results <<-'END'
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
	echo "$said"
	[ "$said" = "$(cat <<-'END'
	SPLAT trace/one.tc KCSAN:b/our_map (ours) BUG: KCSAN: data-race in our_map / b
	SAID trace/one.tc BUG: KCSAN: data-race in our_map / b
	SAID trace/one.tc  our_map+0x1/0x2
	END
	)" ]
}

# If the search for splats itself fails, for example because the list of known
# splats is malformed, that is a failure as well.
test_splats_are_never_just_not_there() {
	local copy=$scratch/searched said

	mkdir -p "$copy/tools/host" "$copy/build"
	cp "$host"/{splats,common.sh,kernel.config} "$copy/tools/host"
	touch "$copy/build/functions"
	stand_in_for_known_splats "$copy"
	echo '[    0.1] all is well' >"$copy/console"
	said=$(. "$copy/tools/host/common.sh" && splat_results "$copy/console")
	[ -z "$said" ] || return 1
	said=$(. "$copy/tools/host/common.sh" && complaints "$copy/console")
	[ -z "$said" ] || return 1
	echo 'WARNING:without_reason' >>"$copy/tools/testing/selftests/known-splats"
	said=$(. "$copy/tools/host/common.sh" && complaints "$copy/console")
	echo "$said"
	[[ $said == *"not searched: $copy/console" ]] || return 1
	said=$(. "$copy/tools/host/common.sh" && splat_results "$copy/console")
	echo "$said"
	[[ $said == 'SPLAT guest '*"$copy/console" ]]
}

test_splats_of_a_good_kernel() {
	splats_of <<-'END' || return 1
	[    1.0] @test trace/one.tc
	[    1.1] BUG is a word, and so is WARNING
	[    1.2] WARNING: CPU: 1 PID: 7 at kernel/a.c:3 host_a+0x1/0x20
	END
	echo 'WARNING:x' >>"$scratch/excused"
	! "$host/splats" "$scratch/functions" "$scratch/excused" "$scratch/console"
}

# The kernel crashed after one of three suites.
test_kunit_tells_of_a_dead_kernel() {
	local status=0 said

	said=$(kunit_on 125 <<-'END'
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
	echo "$said"
	[ "$status" -ne 0 ] &&
		grep -qx 'FAIL 1 suites of 3 reported' <<<"$said" &&
		grep -qx 'FAIL splat BUG:divide divide error: 0000 \[#1\]' <<<"$said" &&
		grep -A 1 '^FAIL the kernel did not survive its tests: .*kunit.console$' <<<"$said" |
			grep -qx '# its last words' &&
		[ "$(tail -n 1 <<<"$said")" = "0 passed, 1 failed, 0 skipped" ]
}

# A checkout with one variant, whose guest records its arguments.
stand_in_for_a_variant() {
	mkdir -p "$1/tools/host/variants" "$1/build/odd"
	cp "$host"/{kunit,ktap,splats,common.sh} "$1/tools/host"
	echo CONFIG_A=y >"$1/tools/host/kernel.config"
	printf '%s\n' '# guest: --memory 2G --cpus 3' '# slower: 5' '# make: A=$(b c)' CONFIG_B=y \
		>"$1/tools/host/variants/odd.config"
	touch "$1/build/bzImage" "$1/build/odd/bzImage"
	script "$1/tools/host/guest" <<<'#!/bin/bash
	echo "$@" >'"$1/started"
}

# A variant has its own build and cache directories, and its guest options
# apply.
test_variant_has_its_own_places() {
	local copy=$scratch/variant places key old

	stand_in_for_a_variant "$copy"
	places='. "$0/tools/host/common.sh"
		printf "%s\n" "$out" "$ksrc" "$kbuild" "$klint" ${make_words[@]+"${make_words[@]}"}'
	old=$(VARIANT= bash -c "$places" "$copy")
	key=$(grep -E 'CONFIG_|^# make:' "$copy/tools/host/variants/odd.config" | sha256sum | cut -c 1-12)
	[ "$(VARIANT=odd bash -c "$places" "$copy")" = \
		"$(sed -E "1s,\$,/odd,; 3,4s,\$,-odd-$key," <<<"$old"; echo 'A=$(b c)')" ] &&
		[ "$(basename -a $old)" = $'build\nsource\nobjects\nlint' ] || return 1

	VARIANT=odd GUEST='--append a' SUITES='b*' "$copy/tools/host/kunit"
	cat "$copy/started"
	grep -qF -- "--kernel $copy/build/odd/bzImage --memory 2G --cpus 3 --append a $(
		)--kunit b* --timeout 9000 " "$copy/started" || return 1
	VARIANT= "$copy/tools/host/kunit"
	cat "$copy/started"
	grep -qF -- "--kernel $copy/build/bzImage --kunit * --timeout 1800 " "$copy/started"
}

# Warnings are errors only with compilers that the code was tested with.
test_programs_are_compiled_strictly() {
	local version said

	for version in 12 14 14.2.0 15; do
		script "$scratch/bin/gcc" <<<$'#!/bin/sh\n[ "$1" = -dumpversion ] && echo '"$version"$(
			)$' || echo "$@"'
		said=$(PATH=$scratch/bin:$PATH; . "$host/common.sh"; compile_program a.c a -I x)
		echo "$said"
		[ "$said" = "-static -O2 -Wall -Wextra $(
			[ "$version" = 15 ] || echo '-Werror ')-I x -o a a.c" ] || return
	done
}

# Scripts ignore environment variables, or name the variable that they cannot
# use.
test_places_depend_on_no_environment() {
	local copy=$scratch/places said plain
	cache_of() { # VARIABLE...
		env -u XDG_CACHE_HOME "$@" bash -c '. tools/host/common.sh; umask; echo "$repo $cache"' \
			2>&1
	}

	mkdir -p "$copy/tools/host"
	cp "$host/common.sh" "$copy/tools/host"
	cd "$copy" || return
	plain="0022"$'\n'"$copy /home/me/.cache/hist-triggers"
	[ "$(cache_of HOME=/home/me)" = "$plain" ] &&
		[ "$(cache_of HOME=/home/me XDG_CACHE_HOME=objects CDPATH=.:/tmp)" = "$plain" ] &&
		[ "$(umask 077; cache_of HOME=/home/me)" = "$plain" ] &&
		[ "$(cache_of -u HOME)" = "$(cache_of HOME="$(getent passwd "$(id -u)" |
			cut -d : -f 6)")" ] || return
	said=$(cache_of HOME='/my home') && return 1
	echo "$said"
	[[ $said = "error: a path has a blank or a colon: "* ]] || return
	mkdir -p "$scratch/bin"
	script "$scratch/bin/getent" <<<'#!/bin/sh'
	said=$(cache_of HOME= PATH="$scratch/bin:$PATH") && return 1
	echo "$said"
	[ "$said" = "error: there is no home directory for the cache; set XDG_CACHE_HOME" ]
}

test_ksrc_must_be_a_kernel() {
	local said

	said=$(KSRC=$scratch bash -c '. "$0/common.sh"' "$host" 2>&1) && return 1
	echo "$said"
	[ "$said" = "error: KSRC=$scratch is not a Linux source tree; set it to the directory that has $(
		)MAINTAINERS and kernel/trace, or leave it out to take Debian's package" ]
}

test_variant_must_exist() {
	local copy=$scratch/variant said

	stand_in_for_a_variant "$copy"
	said=$(VARIANT=od "$copy/tools/host/kunit" 2>&1) && return 1
	[ "$said" = "error: there is no variant od; there are: odd" ]
}

# try_configure: merge fragments a and b. The kernel has no option LOST, and
# KEPT cannot be disabled.
try_configure() {
	local dir=$scratch/configure

	rm -rf "$dir/objects"
	mkdir -p "$dir"
	script "$dir/make" <<-'END'
	#!/bin/bash
	config=${3#O=}/.config
	if [ "$4" = tinyconfig ]; then
		printf '%s\n' CONFIG_KEPT=y '# CONFIG_A is not set' >"$config"
		exit
	fi
	awk '{ sub(/^# /, ""); sub(/=.*| is not set/, " &"); set[$1] = $0 }
	     END { for (option in set) print set[option] }' "$config" |
		sed 's/^CONFIG_KEPT .*/CONFIG_KEPT =y/; s/^\(CONFIG_.*\)  is not/# \1 is not/' |
		sed 's/ =/=/; /LOST/d' >"$config.new"
	mv "$config.new" "$config"
	END
	PATH=$dir:$PATH "$host/configure" "$dir/objects" "$dir" "$dir/a" "$dir/b" 2>&1 || return
	sort "$dir/objects/.config"
}

test_configure_lets_the_last_word_win() {
	mkdir -p "$scratch/configure"
	printf '%s\n' CONFIG_A=y CONFIG_B=m CONFIG_C=1 '# CONFIG_D is not set' \
		CONFIG_LOST=y >"$scratch/configure/a"
	printf '%s\n' '# a remark' CONFIG_B=y '# CONFIG_C is not set' CONFIG_D=2 \
		CONFIG_LOST=n >"$scratch/configure/b"
	try_configure
	[ "$(try_configure)" = "$(printf '%s\n' '# CONFIG_C is not set' CONFIG_A=y CONFIG_B=y \
		CONFIG_D=2 CONFIG_KEPT=y)" ] || return
	# A missing result is made again.
	rm "$scratch/configure/objects/.config"
	PATH=$scratch/configure:$PATH "$host/configure" "$scratch/configure/objects" \
		"$scratch/configure" "$scratch/configure/"{a,b} && [ -f "$scratch/configure/objects/.config" ]
}

# Options that do not exist and options that another option selects are errors.
test_configure_misses_nothing() {
	mkdir -p "$scratch/configure"
	printf '%s\n' CONFIG_LOST=y CONFIG_A=y '# CONFIG_KEPT is not set' >"$scratch/configure/a"
	echo 'CONFIG_B=y' >"$scratch/configure/b"
	[ "$(try_configure)" = "error: options that did not take: CONFIG_KEPT=n CONFIG_LOST=y" ] &&
		[ ! -e "$scratch/configure/objects/.configured" ]
}

# run_programs NAME...: run programs in $scratch/programs like the guest, with
# busybox
run_programs() {
	local name

	mkdir -p "$scratch/applets"
	busybox --install -s "$scratch/applets"
	for name; do
		echo "@test programs/$name"
		PATH=$scratch/applets "$host/program" "$scratch/programs/$name"
	done | "$host/selftest.awk" -v ktap="$host/ktap" | sed 's/ $//'
}

test_selftest_counts_what_programs_say() {
	local said

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
	said=$(run_programs some none)
	echo "$said"
	[ "$said" = "$(cat <<-'END'
	PASS programs/some:user.one
	FAIL programs/some:user.two some.c:7:two:Expected 1 (1) == 2 (2)
	SAID programs/some:user.two # some.c:7:two:Expected 1 (1) == 2 (2)
	SAID programs/some:user.two # two: Test failed
	SKIP programs/some:user.three there is none
	SKIP programs/some:4 nor here
	SKIP programs/none too small a world
	END
	)" ]
}

# Fewer results than planned, or an exit status that contradicts the results, is
# a crash.
test_selftest_sees_how_programs_end() {
	local said

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
	said=$(run_programs short silent late dead)
	echo "$said"
	[ "$said" = "$(cat <<-'END'
	PASS programs/short:one
	CRASH programs/short status 0, 1 of 2 results
	SAID programs/short 1..2
	SAID programs/short ok 1 one
	SAID programs/short @status 0
	CRASH programs/silent status 0, 0 of ? results
	SAID programs/silent @status 0
	PASS programs/late:one
	CRASH programs/late status 1, 1 of 1 results
	SAID programs/late 1..1
	SAID programs/late ok 1 one
	SAID programs/late @status 1
	PASS programs/dead:one
	PASS programs/dead:two
	CRASH programs/dead status 139, 2 of 2 results
	SAID programs/dead 1..2
	SAID programs/dead ok 1 one
	SAID programs/dead ok 2 two
	SAID programs/dead @status 139
	END
	)" ]
}

test_selftest_ends_programs() {
	local said

	script "$scratch/programs/slow" <<-END
	#!/bin/sh
	printf '1..2\nok 1 one\n'
	sleep 60 >/dev/null 2>&1 &
	echo \$! >$scratch/slow
	exec sleep 60
	END
	# Long enough for the program to start on a loaded machine.
	echo timeout=5 >"$scratch/programs/settings"
	said=$(run_programs slow)
	rm "$scratch/programs/settings"
	echo "$said"
	[ "$(grep -v ^SAID <<<"$said")" = \
		$'PASS programs/slow:one\nTIMEOUT programs/slow 1 of 2 results' ] &&
		grep -qx 'SAID programs/slow ok 1 one' <<<"$said" &&
		[ -s "$scratch/slow" ] && wait_until is_gone "$(cat "$scratch/slow")"
}

# The test that was running when the guest died counts as crashed, even if its
# results were complete.
test_selftest_sees_the_guest_die() {
	local said

	said=$("$host/selftest.awk" -v ktap="$host/ktap" <<-'END' | sed 's/ $//'
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
	echo "$said"
	[ "$said" = "$(cat <<-'END'
	PASS programs/first:one
	PASS programs/second:one
	CRASH programs/second the guest died, 1 of 1 results
	SAID programs/second 1..1
	SAID programs/second ok 1 one
	SAID programs/second its last words
	SAID programs/second @died with status 125, see the console
	PASS trace/third.tc
	FAIL trace/third.tc@instance
	FAIL trace/fourth.tc
	CRASH trace/fourth.tc
	SAID trace/fourth.tc failed before
	SAID trace/fourth.tc [2] (instance)  a shell
	SAID trace/fourth.tc its last words
	END
	)" ]
}

# Output of the base kernel's ftracetest: the result line precedes the log of a
# failed test.
shell_test_output() {
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

test_selftest_tells_what_was_said_last() {
	local said

	said=$(shell_test_output | "$host/selftest.awk" -v ktap="$host/ktap" | sed 's/ $//')
	echo "$said"
	[ "$said" = "$(
		echo FAIL trace/first.tc
		seq -f 'SAID trace/first.tc + step %g' 13 30
		printf 'SAID trace/first.tc %0120d\n' 0
		cat <<-'END'
		SAID trace/first.tc + [ 1 = 2 ]
		FAIL trace/first.tc@instance
		SAID trace/first.tc@instance + not so
		PASS trace/second.tc
		TIMEOUT trace/third.tc
		SAID trace/third.tc [1] a shell test
		SAID trace/third.tc + sleep 1000
		END
	)" ]
}

test_verdict_knows_what_may_fail() {
	local status=0 said

	printf '%s\n' 'a:two known' 'b known, too' >"$scratch/expected"
	echo 'd kills' >"$scratch/not-run"
	printf '%s\n' 'PASS a:one' 'FAIL a:two said so' 'FAIL a:two' 'SKIP a:three said so' \
		'FAIL b:one' 'CRASH b said so' 'SPLAT b KASAN:f' >"$scratch/results"
	said=$(printf '%s\n' a b c d | "$host/verdict" "$scratch/expected" \
		"$scratch/not-run" "$scratch/results") || status=$?
	echo "$said"
	[ "$status" -ne 0 ] && [ "$said" = "$(cat <<-'END'
	pass a:one
	skip a:three  # said so
	skip a:two  # fail: said so: known
	skip a:two  # fail: known
	FAIL b  # crash: said so
	FAIL b  # splat: KASAN:f
	skip b:one  # fail: known, too
	FAIL c  # not-run
	skip d  # not run: kills
	1 passed, 3 failed, 5 skipped
	END
	)" ]
}

# At most five failures are explained, sorted across both lanes. Expected
# failures are not explained.
test_verdict_explains_the_first_failures() {
	local status=0 said n

	echo 'e known' >"$scratch/expected"
	: >"$scratch/not-run"
	for n in d c; do
		printf '%s\n' "FAIL $n" "FAIL a:$n why" "SAID $n   of  $n" "SAID a:$n of a:$n"
	done >"$scratch/results"
	printf '%s\n' 'FAIL e' 'SAID e of e' 'FAIL f' 'SAID f of the first f' 'FAIL f' \
		'SAID f of the second f' >>"$scratch/results"
	said=$(printf '%s\n' a c d e f | "$host/verdict" "$scratch/expected" \
		"$scratch/not-run" "$scratch/results") || status=$?
	echo "$said"
	[ "$status" -ne 0 ] && [ "$said" = "$(cat <<-'END'
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

# A checkout with stand-ins for all test scripts. A stand-in prints the file
# $scratch/says-NAME and fails if the file exists.
stand_in_for_tests() {
	local name

	mkdir -p "$1/tools/testing/trace/bench"
	cp -R "$host" "$1/tools"
	for name in host/{lint,docs,check-patches,build,kunit,selftest,boottest,examples} \
		host/{debtest,check-debug,cross,check-steps,stock,compat,check-distros,run} testing/trace/bench/run; do
		script "$1/tools/$name" <<-END
		#!/bin/bash
		mkdir -p "$1/build"
		touch "$1/build/bzImage"
		cat "$scratch/says-${name#host/}" 2>/dev/null && exit 1
		echo '1 passed, 0 failed, 0 skipped'
		END
	done
	script "$1/tools/host/install" <<<'#!/bin/bash'
	printf 'check:\n\t@"%s"\n' "$1/tools/host/lint" >"$1/tools/testing/trace/Makefile"
}

# Every kind of tests lists its failures and explains the first five, with 40 lines
# each at most. The last line has the totals.
test_check_shows_what_failed() {
	local status=0 said copy=$scratch/checked n

	stand_in_for_tests "$copy"
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
	} >"$scratch/says-selftest"
	printf '%s\n' booting 'no such thing' >"$scratch/says-run"
	said=$("$copy/tools/host/check" 2>&1) || status=$?
	rm "$scratch"/says-*
	said=$(sed 's/^ *[0-9]* s  //; /whole log/d' <<<"$said")
	echo "$said"
	[ "$status" -ne 0 ] && [ "$said" = "$(cat <<-END
	== unit
	1 passed, 0 failed, 0 skipped
	== lint
	1 passed, 0 failed, 0 skipped
	== docs
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
	== boot
	1 passed, 0 failed, 0 skipped
	== examples
	1 passed, 0 failed, 0 skipped
	== deb
	1 passed, 0 failed, 0 skipped
	== bench
	1 passed, 0 failed, 0 skipped
	== debug
	1 passed, 0 failed, 0 skipped
	== run
	FAIL env DEMO=counts $copy/tools/host/run
	# booting
	# no such thing
	0 passed, 1 failed, 0 skipped
	== wakeup
	FAIL env DEMO=wakeup $copy/tools/host/run
	# booting
	# no such thing
	0 passed, 1 failed, 0 skipped
	13 passed, 8 failed, 0 skipped
	END
	)" ]
}

test_check_all_leaves_nothing_out() {
	local said copy=$scratch/checked

	stand_in_for_tests "$copy"
	# One after the other, because both use the same build directory.
	"$copy/tools/host/check" >"$scratch/short"
	"$copy/tools/host/check" all >"$scratch/all"
	said=$(diff <(grep '^== ' "$scratch/short") <(grep '^== ' "$scratch/all") |
		sed -n 's/^> == //p')
	echo "$said"
	[ "$(echo $said)" = 'cross steps stock compat distros' ]
}

# "make check" ignores variables that select tests, and records which state of
# the repository it has tested.
test_check_means_all_tests() {
	local said copy=$scratch/checked state

	stand_in_for_tests "$copy"
	git -C "$copy" init -q
	echo build/ >"$copy/.gitignore"
	git -C "$copy" add .
	git -C "$copy" -c user.name=me -c user.email=me@x commit -qm all
	echo 'echo "$TESTS$GUEST$VARIANT" >>'"$scratch/chosen" >>"$copy/tools/host/selftest"
	said=$(TESTS=one GUEST=two VARIANT=three "$copy/tools/host/check") || { echo "$said"; return 1; }
	echo "$said"
	[ "$(head -n 3 <<<"$said")" = "$(printf 'Note: %s does not count for all tests.\n' TESTS=one \
		VARIANT=three GUEST=two)" ] && [ "$(cat "$scratch/chosen")" = "" ] || return
	cat "$copy/build/checked"
	grep -q '^[0-9a-f]\{12\}-dirty ' "$copy/build/checked" || return
	# An untracked file makes the state dirty.
	state='. "$0/tools/host/common.sh"; . "$here/series.sh"; state_of_repository'
	git -C "$copy" checkout -q . && [[ $(bash -c "$state" "$copy") != *-dirty ]] &&
		touch "$copy/new.c" && [[ $(bash -c "$state" "$copy") = *-dirty ]]
}

# check_debug [short]: the builds of variants "one" and "two" succeed, that of
# "bad" fails; "two" has kmemleak
check_debug() {
	local copy=$scratch/debug name

	mkdir -p "$copy/tools"
	cp -R "$host" "$copy/tools"
	rm -rf "$copy/build"
	touch "$copy/tools/host/variants/"{one,bad}.config
	echo CONFIG_DEBUG_KMEMLEAK=y >"$copy/tools/host/variants/two.config"
	script "$copy/tools/host/install" <<<'#!/bin/bash'
	script "$copy/tools/host/build" <<-END
	#!/bin/bash
	mkdir -p "$copy/build/\$VARIANT"
	[ \$VARIANT != bad ] && touch "$copy/build/\$VARIANT/bzImage"
	END
	for name in kunit selftest boottest; do
		script "$copy/tools/host/$name" <<-END
		#!/bin/bash
		echo $name \$VARIANT \$TESTS \$GUEST >>"$copy/ran"
		echo '2 passed, 0 failed, 1 skipped'
		END
	done
	: >"$copy/ran"
	"$copy/tools/host/check-debug" "$@" 2>&1 | tail -n 1
	cat "$copy/ran"
}

test_check_debug_runs_on_variants() {
	local said

	said=$(TESTS=some VARIANT='one two' check_debug)
	echo "$said"
	[ "$said" = "$(cat <<-'END'
	16 passed, 0 failed, 7 skipped
	kunit one some
	selftest one some --append kmemleak=off
	boottest one some
	kunit two some
	selftest two some --append kmemleak=off
	selftest two some
	boottest two some
	END
	)" ] || return 1

	said=$(VARIANT=bad check_debug)
	echo "$said"
	[ "$said" = "0 passed, 1 failed, 0 skipped" ] || return 1

	said=$(TESTS= VARIANT= check_debug short)
	echo "$said"
	[ "$(cut -d ' ' -f 1-2 <<<"$said")" = $'5 passed,\nkunit kasan\nselftest kasan' ] &&
		grep -q '^selftest kasan trace/.*\.tc' <<<"$said"
}

# stand_in_for_qemu COMMAND: QEMU that runs COMMAND on SIGTERM
stand_in_for_qemu() {
	script "$scratch/bin/qemu-system-x86_64" <<-END
	#!/bin/bash
	trap '$1' TERM
	echo \$\$ >$scratch/qemu.new
	mv $scratch/qemu.new $scratch/qemu
	while :; do sleep 0.1; done
	END
	echo kernel >"$scratch/bzImage"
	echo true >"$scratch/nothing"
	rm -f "$scratch/qemu"
}

is_gone() {
	! kill -0 "$1" 2>/dev/null
}

try_signal() {
	local pid qemu status=0

	stand_in_for_qemu 'exit 1'
	# Reset signal dispositions: SIGINT is ignored in background processes,
	# SIGHUP under nohup.
	PATH=$scratch/bin:$PATH env --default-signal "$host/guest" \
		--kernel "$scratch/bzImage" --timeout 60 "$scratch/nothing" &
	pid=$!
	wait_until [ -f "$scratch/qemu" ] || return 1
	qemu=$(cat "$scratch/qemu")
	kill -s "$1" "$pid"
	wait_until is_gone "$pid" || { kill -s KILL "$pid" "$qemu"; return 1; }
	wait "$pid" || status=$?
	wait_until is_gone "$qemu" || { kill -s KILL "$qemu"; return 1; }
	[ "$status" -eq "$2" ] || { echo "status $status"; return 1; }
	[ -z "$(find "$scratch" -maxdepth 1 -name 'guest.*')" ]
}

test_guest_takes_qemu_along() {
	try_signal TERM 143 && try_signal INT 130 && try_signal HUP 129
}

# Ctrl-C ends the guest and the script that waits for it, even a script that
# continues after failures.
test_interrupted_guest_ends_its_script() {
	local pid status=0

	stand_in_for_qemu 'exit 1'
	script "$scratch/waits" <<-END
	#!/bin/bash
	"$host/guest" --kernel "$scratch/bzImage" --timeout 60 "$scratch/nothing" || touch "$scratch/on"
	touch "$scratch/on"
	END
	PATH=$scratch/bin:$PATH setsid env --default-signal "$scratch/waits" &
	pid=$!
	wait_until [ -f "$scratch/qemu" ] || return 1
	# Signal the whole process group, like a terminal.
	kill -s INT -- "-$pid"
	wait "$pid" || status=$?
	wait_until is_gone "$(cat "$scratch/qemu")" && [ "$status" -eq 130 ] && [ ! -e "$scratch/on" ]
}

# examples_that_end SIGNAL STATUS: two guests run when the script receives a
# signal
examples_that_end() {
	local copy=$scratch/ended pid guest

	rm -rf "$copy"
	mkdir -p "$copy/tools" "$copy/build" "$copy/samples/user_events" "$copy/guests"
	cp -R "$host" "$copy/tools"
	touch "$copy/build/bzImage" "$copy/samples/user_events/a.c"
	script "$copy/bin/gcc" <<<'#!/bin/sh'
	script "$copy/tools/host/guest" <<-END
	#!/bin/bash
	touch "$copy/guests/\$\$"
	while :; do sleep 0.1; done
	END
	printf '%s\n' One === '' :: '' '  tracing# a' '' Two === '' :: '' '  tracing# b' >"$copy/a.rst"
	PATH=$copy/bin:$PATH JOBS=2 XDG_CACHE_HOME=$copy/cache \
		setsid env --default-signal "$copy/tools/host/examples" "$copy/a.rst" &
	pid=$!
	wait_until eval '[ "$(ls "$copy/guests" | wc -l)" -eq 2 ]' || return
	kill -s "$1" -- "-$pid"
	wait "$pid"
	[ "$?" -eq "$2" ] || return
	for guest in $(ls "$copy/guests"); do
		wait_until is_gone "$guest" || return
	done
}

test_interrupted_examples_take_their_guests_along() {
	examples_that_end TERM 143 && examples_that_end INT 130
}

# The number of parallel guests is limited by tests, CPUs and memory; at least
# one runs.
test_guests_have_room() {
	(
		. "$host/common.sh"
		mem() {
			echo "MemAvailable: $1 kB" >"$scratch/meminfo"
			JOBS=$2 count_lanes "$3"
		}
		eval "$(declare -f count_lanes | sed "s,/proc/meminfo,$scratch/meminfo,")"
		[ "$(mem 99000000 3 9) $(mem 99000000 3 2) $(mem 4000000 8 9) $(mem 1000 8 9)" = \
			'3 2 3 1' ] && jobs=5 && [ "$(mem 99000000 '' 9)" = 5 ]
	)
}

test_guest_has_an_end() {
	local status=0

	# A guest that ignores SIGTERM is killed later.
	stand_in_for_qemu 'exit 1'
	PATH=$scratch/bin:$PATH "$host/guest" --kernel "$scratch/bzImage" --timeout 1 \
		"$scratch/nothing" || status=$?
	[ "$status" -eq 124 ] && wait_until is_gone "$(cat "$scratch/qemu")"
}

# A dynamically linked busybox is rejected before the guest starts.
test_guest_takes_no_busybox_with_libraries() {
	local said

	stand_in_for_qemu 'exit 1'
	said=$(PATH=$scratch/bin:$PATH "$host/guest" --kernel "$scratch/bzImage" \
		--busybox "$(command -v bash)" "$scratch/nothing" 2>&1) && return 1
	echo "$said"
	[[ $said = *"needs libraries, which the guest has not; install the package busybox-static" ]]
}

# The guest gets the frequency of the TSC, not the current frequency of the CPU.
test_guest_knows_its_clock() {
	local khz

	stand_in_for_qemu 'exit 1'
	rm -f "$scratch/bin/gcc"
	script "$scratch/bin/awk" <<<$'#!/bin/sh\necho 12345'
	script "$scratch/bin/qemu-system-x86_64" <<-END
	#!/bin/bash
	grep -o 'tsc_early_khz=[0-9]*' <<<"\$*" >"$scratch/khz"
	END
	PATH=$scratch/bin:$PATH "$host/guest" --kernel "$scratch/bzImage" "$scratch/nothing"
	rm "$scratch/bin/awk"
	cat "$scratch/khz"
	gcc -O2 -o "$scratch/tsc" "$host/tsc.c" && khz=$("$scratch/tsc") || return
	# The two may differ by 0.1 %.
	khz=$((1000 * khz / $(sed 's/.*=//' "$scratch/khz")))
	[ "$khz" -ge 999 ] && [ "$khz" -le 1001 ]
}

# The status in a console log of an earlier guest must not be used.
test_guest_says_its_own_words() {
	local status=0

	stand_in_for_qemu 'exit 1'
	script "$scratch/bin/qemu-system-x86_64" <<<$'#!/bin/bash\nexit 1'
	echo '[    1.0] guest: exit status 0' >"$scratch/console"
	PATH=$scratch/bin:$PATH "$host/guest" --kernel "$scratch/bzImage" \
		--console "$scratch/console" "$scratch/nothing" || status=$?
	[ "$status" -eq 125 ] || { echo "status $status"; return 1; }
}

# An unknown demo is rejected before the build, with a list of the demos.
test_run_knows_its_demos() {
	local copy=$scratch/run status=0 said

	mkdir -p "$copy/tools"
	cp -R "$host" "$copy/tools"
	script "$copy/tools/host/build" <<-'END'
	#!/bin/bash
	echo built
	END
	script "$copy/tools/host/guest" <<-'END'
	#!/bin/bash
	while [ "$1" != --console ]; do shift; done
	touch "$2"
	echo "ran $(basename "$3")"
	END
	stand_in_for_known_splats "$copy"
	said=$(DEMO=counts.sh "$copy/tools/host/run" --build 2>&1) || status=$?
	echo "$said"
	[ "$status" -ne 0 ] &&
		[ "$said" = 'error: there is no demo counts.sh; there are: counts wakeup' ] ||
		return 1

	mkdir -p "$copy/build"
	touch "$copy/build/"{bzImage,functions}
	[ "$(env -u DEMO "$copy/tools/host/run" --build | sed -n '1p;$p')" = $'built\nran counts.sh' ] &&
		[ "$(DEMO=wakeup "$copy/tools/host/run" | tail -n 1)" = "ran wakeup.sh" ]
}

# demo_says STATUS: run a demo that prints a table and exits with STATUS, on a
# kernel that prints a warning
demo_says() {
	local copy=$scratch/complains status=0

	mkdir -p "$copy/tools" "$copy/build"
	cp -R "$host" "$copy/tools"
	touch "$copy/build/"{bzImage,functions}
	stand_in_for_known_splats "$copy"
	script "$copy/tools/host/guest" <<-END
	#!/bin/bash
	while [ "\$1" != --console ]; do shift; done
	echo '[    0.3] WARNING: CPU: 0 PID: 7 at a.c:3 a+0x1/0x2' >"\$2"
	echo '{ the table }'
	exit $1
	END
	said=$(DEMO=counts "$copy/tools/host/run" 2>&1) || status=$?
	echo "$said"
	return "$status"
}

# The table is shown even if the kernel prints a warning or the demo fails, and
# either is a failure.
test_run_shows_before_it_complains() {
	local status

	for status in 0 3; do
		! demo_says "$status" || return
		[ "$(sed -n '3p;4s/:.*//p' <<<"$said")" = $'{ the table }\nFAIL splat WARNING' ] &&
			grep -q '^The kernel.s console: ' <<<"$said" || return
	done
	grep -q '^boot .* FAILED$' <<<"$said"
}

# bench_says MEASURED [STATUS] [WHAT]: run "make bench-check" with these
# measurements, on a set of test figures
bench_says() {
	local copy=$scratch/bench status=0

	rm -rf "$copy"
	mkdir -p "$copy/tools/testing/trace" "$copy/build"
	cp -R "$host" "$copy/tools"
	cp -R "$here/bench" "$copy/tools/testing/trace"
	rm "$copy"/tools/testing/trace/bench/figures.*
	printf '%s\n' '# figures' '1 1000' '3 200' '14 6' >"$copy/tools/testing/trace/bench/figures.gcc-12"
	echo kernel >"$copy/build/bzImage"
	# The stand-in for make compiles nothing, and the guest prints MEASURED.
	script "$copy/bin/make" <<<'#!/bin/sh'
	script "$copy/bin/gcc" <<<$'#!/bin/sh\necho '"${compiler-12}"
	script "$copy/tools/host/guest" <<-END
	#!/bin/sh
	printf '$1'
	exit ${2-0}
	END
	said=$(PATH=$copy/bin:$PATH XDG_CACHE_HOME=$copy/cache \
		"$copy/tools/testing/trace/bench/run" "${3-check}" 1 3 2>&1) || status=$?
	echo "$said"
	cat "$copy"/tools/testing/trace/bench/figures.*
	return "$status"
}

test_bench_sees_a_rise() {
	bench_says '1 1010\n3 100\n' || return 1
	bench_says '1 1000\n3 203\n' || return 1
	! bench_says '1 1000\n3 204\n' || return 1
	grep -q '^FAIL 3: 204, was 200 .*rose' <<<"$said" || return 1
	! bench_says '1 1011\n3 200\n' || return 1
	grep -q '^FAIL 1: 1011, was 1000 .*rose' <<<"$said" &&
		[ "$(tail -n 1 <<<"$said")" = "1 passed, 1 failed, 0 skipped" ]
}

# Missing measurements, missing figures, non-numbers and wrong counts are
# failures.
test_bench_misses_nothing() {
	! bench_says '1 1000\n' && grep -q '^FAIL 3: -, was 200 .*not measured' <<<"$said" &&
		! bench_says '' 125 && [ "$(grep -c '^FAIL' <<<"$said")" -eq 2 ] &&
		! bench_says '1 1000\n3 x\n' && grep -q '^FAIL 3: -' <<<"$said" &&
		! bench_says '1 1000\n3 200\nwrong 3: 1 hits of 2\n' 1 &&
		grep -q '^FAIL 3: 200, .*wrong 3: 1 hits of 2$' <<<"$said" || return 1

	said=$("$here/bench/compare" /dev/null 1 <<<'1 1000') && return 1
	grep -q '^FAIL 1: 1000, was - .*no figure' <<<"$said"
}

# Figures belong to a compiler version. Without figures the comparison is
# skipped.
test_bench_knows_the_compiler() {
	local compiler=99 written

	bench_says '1 5000\n3 100\n' || return
	[ "$said" = "$(cat <<-'END'
	skip 1  # no figures of gcc-99; make bench-figures writes them
	skip 3  # no figures of gcc-99; make bench-figures writes them
	0 passed, 0 failed, 2 skipped
	END
	)" ] || return
	compiler=99.2.0
	written=$(bench_says '1 5000\n3 100\n' 0 figures) || return
	echo "$written"
	# Figures of other compilers stay.
	[ "$(grep -v '^#' <<<"$written" | tail -n 5)" = $'1 1000\n3 200\n14 6\n1 5000\n3 100' ]
}

# A ring of tests may be skipped with a reason, but must not print nothing.
test_check_takes_what_was_skipped() {
	local said

	said=$(. "$host/common.sh"; logs=$scratch; . "$host/rings.sh"
		ring skips echo '0 passed, 0 failed, 3 skipped'
		ring works echo '1 passed, 0 failed, 0 skipped'
		finish) || { echo "$said"; return 1; }
	[ "$(tail -n 1 <<<"$said")" = '1 passed, 0 failed, 3 skipped' ] || return
	said=$(. "$host/common.sh"; logs=$scratch; . "$host/rings.sh"
		ring silent true
		finish) && return 1
	echo "$said"
	grep -qx 'silent: no test ran' <<<"$said"
}

# try_hits NUMBER: rows, drops and totals of the histogram must match the number
# of events, so that a wrong result cannot pass as fast
try_hits() {
	(
		id=1 failed=0
		. "$here/bench/functions"
		hits "$scratch" "$1"
		exit "$failed"
	)
}

test_bench_counts_hits() {
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

# A test program that dies is a failure, even if it has printed passes before.
try_program() {
	local said

	script "$scratch/program"
	# Source the functions only, without the main part of the script.
	said=$(sed '/^if ! command/,$d' "$here/check" >"$scratch/functions"
		set -- make "$scratch" 0
		. "$scratch/functions"
		run_test program "$scratch/program"
		echo "$passed passed, $failed failed, $skipped skipped")
	echo "$said"
	[ "$(tail -n 1 <<<"$said")" = "$1" ]
}

test_check_counts() {
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
test_check_knows_failures() {
	local said flags=(-I "$here/shim/include" -I "$here" -fsanitize=address)

	cat >"$scratch/known_test.c" <<-'END'
	#include "test.h"
	TEST_XFAIL(fails, "why") { EXPECT(false); }
	TEST_XFAIL(passes, "why") { EXPECT(true); }
	TEST_XFAIL(crashes, "why") { EXPECT(false); __builtin_trap(); }
	TEST_XFAIL(overruns, "why") { volatile char *p = kmalloc(1, GFP_KERNEL); EXPECT(p[1]); }
	END
	clang -D_GNU_SOURCE "${flags[@]}" -o "$scratch/known_test" "$scratch/known_test.c" \
		"$here/test.c" "$here/shim/shim.c" -pthread || return
	said=$("$scratch/known_test" 2>"$scratch/why") && return 1
	cat "$scratch/why"
	echo "$said"
	grep -qx '# passes: succeeds, but is expected to fail: why' "$scratch/why" &&
	[ "$said" = "$(cat <<-'END'
	1..4
	ok known: fails # XFAIL why
	not ok known: passes
	not ok known: crashes
	not ok known: overruns
	END
	)" ]
}

test_check_sees_a_runner_die() {
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
test_fuzzing_begins_with_the_seeds() {
	local said

	script "$scratch/made_fuzz" <<-'END'
	#!/bin/bash
	for arg; do [ ! -d "$arg" ] || ls -A "$arg"; done
	touch "$0.corpus/found"
	END
	mkdir -p "$scratch/made_fuzz.corpus"
	touch "$scratch/made_fuzz.corpus/old"
	said=$(sed '/^if ! command/,$d' "$here/check" >"$scratch/functions"
		set -- make "$scratch" 0
		. "$scratch/functions"
		cd "$here" || exit
		run_fuzz "$scratch/made_fuzz"
		cat "$scratch/made_fuzz.log")
	echo "$said"
	[ "$said" = "ok fuzz: made
@status 0" ]
}

# A fuzz target with a finding, like libFuzzer: it writes an artifact and exits
# with status 77.
make_fuzz_that_finds() {
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

test_check_shows_what_was_found() {
	local said again

	make_fuzz_that_finds found
	said=$(sed '/^if ! command/,$d' "$here/check" >"$scratch/functions"
		set -- make "$scratch" 0
		. "$scratch/functions"
		cd "$here" || exit
		run_fuzz "$scratch/found_fuzz")
	echo "$said"
	again=$(sed -n "s,^# again: \(.*\) >input \(<<<[^;]*\); $scratch/found_fuzz input$,\1 \2,p" \
		<<<"$said")
	[ "$(head -n 1 <<<"$said")" = "not ok fuzz: found" ] &&
		grep -qx '# one.c:7: what does not hold' <<<"$said" &&
		[ "$(eval "$again")" = "$(printf 'a\nb')" ]
}

# "make -n" prints commands and runs none.
test_make_n_runs_nothing() {
	local said

	said=$(make -n -C "$here" "out=$scratch/n" CHECK_SECONDS=7 check 2>&1)
	echo "$said"
	grep -qx "./check make $scratch/n 7" <<<"$said" && [ ! -e "$scratch/n" ]
}

# Variables that the top-level Makefile passes without a value count as unset.
test_long_fuzzing_is_of_all_for_half_an_hour() {
	local said targets

	said=$(TIME='' FUZZ='' make -s -n -C "$here" "out=$scratch" fuzz | grep fuzz/run)
	targets=$(cd "$here/fuzz" && printf '%s\n' *_fuzz.c | sed 's/_fuzz\.c$//' | xargs)
	echo "$said"
	[[ $said == *" 1800 $targets" ]]
}

# A finding does not stop the other targets.
test_long_fuzzing_tells_what_was_found() {
	local said status=0

	make_fuzz_that_finds found
	script "$scratch/quiet_fuzz" <<-'END'
	#!/bin/bash
	printf '%s\n' '#9 DONE   cov: 56 ft: 7' 'stat::number_of_executed_units: 9' \
		'stat::average_exec_per_sec: 3' 'stat::new_units_added: 2'
	END
	said=$("$here/fuzz/run" "$scratch" "$scratch/fuzz" 1 found quiet) || status=$?
	echo "$said"
	[ "$status" -eq 1 ] &&
		grep -q '^found  *1234 ' <<<"$said" &&
		grep -qx '  one.c:7: what does not hold' <<<"$said" &&
		grep -qx "  again: $scratch/found_fuzz $scratch/fuzz/found-crash-1" <<<"$said" &&
		grep -q '^quiet  *9  *3  *2  *56$' <<<"$said"
}

# stand_in_for_apt: make a checkout and a machine with the programs of this one
# except apt, sudo and compilers. apt-get appends its arguments to the file
# "ran". If the file "fails" exists, apt-get prints it and fails; otherwise it
# records the packages as installed.
stand_in_for_apt() {
	local program

	copy=$scratch/apt
	rm -rf "$copy"
	mkdir -p "$copy"/{tools,bin}
	cp -R "$host" "$copy/tools"
	# Copies instead of symbolic links, so that writing a stand-in cannot
	# overwrite the machine's program.
	for program in /usr/bin/*; do
		printf '#!/bin/sh\nexec %s "$@"\n' "$program" >"$copy/bin/${program##*/}"
	done
	chmod +x "$copy"/bin/*
	rm "$copy"/bin/{apt-get,apt-cache,dpkg,dpkg-query,id}
	rm -f "$copy"/bin/{sudo,clang,gcc}
	touch "$copy"/{installed,ran,versions}
	printf '%s\n' ID=debian VERSION_ID=12 >"$copy/os-release"
	sed -i "s,/etc/os-release,$copy/os-release," "$copy/tools/host/common.sh"
	script "$copy/bin/id" <<<$'#!/bin/sh\necho 0'
	script "$copy/bin/dpkg" <<<'#!/bin/sh'
	script "$copy/bin/apt-cache" <<-END
	#!/bin/sh
	cat "$copy/versions"
	END
	script "$copy/bin/dpkg-query" <<-END
	#!/bin/sh
	grep -qxF "\$4" "$copy/installed" || exit 1
	case \$3 in *Version*) echo installed 6.12.117-1 ;; *) echo installed ;; esac
	END
	script "$copy/bin/apt-get" <<-END
	#!/bin/bash
	words=()
	for arg; do [[ \$arg != [-A-Z]* ]] && words+=("\$arg"); done
	echo "\${words[@]}" >>"$copy/ran"
	[ "\$words" = install ] || exit 0
	if [ -f "$copy/fails" ]; then cat "$copy/fails" >&2; exit 100; fi
	printf '%s\n' "\${words[@]%%=*}" >>"$copy/installed"
	END
}

# install [LIST...]: run tools/host/install on that machine
install() {
	local list lists=()

	for list; do
		lists+=("$copy/tools/host/packages.$list")
	done
	PATH=$copy/bin XDG_CACHE_HOME=$copy/cache KSRC=${tree-} "$copy/tools/host/install" \
		"${lists[@]}" 2>&1
}

test_install_takes_what_is_missing() {
	local copy said

	stand_in_for_apt
	printf '%s\n' '# list' $'b\tof b' >"$copy/tools/host/packages"
	printf '%s\n' $'linux-source-6.12\tof host' $'a\tof a' >"$copy/tools/host/packages.more"
	echo b >"$copy/installed"
	printf ' linux-source-6.12 | %s | http://x %s\n' 6.12.90-1 'a/main amd64 Packages' \
		6.12.117-1~bpo12+1 'b/main amd64 Packages' 6.12.200-1 'c/main Sources' \
		6.12.117-1~bpo12+1 'd/main amd64 Packages' >"$copy/versions"
	said=$(install more) || { echo "$said"; return 1; }
	echo "$said"
	cat "$copy/ran"
	[ "$(sed 's/  */ /g' <<<"$said" | head -n 3)" = "$(cat <<-'END'
	These packages are missing and will be installed:
	 linux-source-6.12 of host
	 a of a
	END
	)" ] && [ "$(cat "$copy/ran")" = $'update\ninstall linux-source-6.12=6.12.117-1~bpo12+1 a' ] &&
		[ "$(install more)" = "" ] || return
	# With KSRC set, the packaged kernel source is not needed.
	tree=$scratch/tree
	mkdir -p "$tree/kernel/trace"
	touch "$tree/kernel/trace/Kconfig"
	: >"$copy/installed"
	: >"$copy/ran"
	install more && [ "$(cat "$copy/ran")" = 'install b a' ]
}

# install selects libraries that match the compiler's version, and none if the
# compiler brings its own.
test_install_fits_the_compilers() {
	local copy

	stand_in_for_apt
	: >"$copy/tools/host/packages"
	printf '%s\n' $'libclang-rt-dev\tsanitizers' >"$copy/tools/host/packages.check"
	installs() { # WHAT
		: >"$copy/ran"
		install check i386 && [ "$(cat "$copy/ran")" = "install $1" ]
	}

	installs 'libclang-rt-dev libc6-dev-i386' || return
	script "$copy/bin/gcc" <<<$'#!/bin/sh\necho 14'
	script "$copy/bin/clang" <<<$'#!/bin/sh\n[ "$1" = -dumpversion ] && echo 19.1.7'
	: >"$copy/installed"
	installs 'libclang-rt-19-dev libc6-dev-i386 lib32gcc-14-dev' || return
	script "$copy/bin/clang" <<<$'#!/bin/sh\necho 19.1.7'
	: >"$copy/installed"
	installs 'libc6-dev-i386 lib32gcc-14-dev'
}

# If the compiler is itself installed, its libraries are installed in a second
# step.
test_install_waits_for_the_compiler() {
	local copy

	stand_in_for_apt
	printf '%s\n' $'build-essential\tcompiler' >"$copy/tools/host/packages"
	sed -i '/^printf/a printf "#!/bin/sh\\necho 15" >"'"$copy"'/bin/gcc"; chmod +x "'"$copy"'/bin/gcc"' \
		"$copy/bin/apt-get"
	install i386 && [ "$(cat "$copy/ran")" = \
		$'install build-essential libc6-dev-i386\ninstall lib32gcc-15-dev' ]
}

# fails_with SENTENCE [APT-OUTPUT]: expect that install fails with one error
# message and the name of the log
fails_with() {
	local said status=0

	echo "${2-}" >"$copy/fails"
	said=$(install) || status=$?
	echo "$said"
	[ "$status" -eq 1 ] && [ "$(tail -n 1 <<<"$said")" = "error: packages are missing: $1$(
		) (log: $copy/build/log/packages.log)" ] &&
		[ "$(grep -c error: <<<"$said")" -eq 1 ]
}

test_install_says_why_it_cannot() {
	local copy located

	stand_in_for_apt
	echo $'linux-source-6.12\tof host' >"$copy/tools/host/packages"
	located='E: Unable to locate package linux-source-6.12'
	fails_with "Debian's servers cannot be reached; connect to the network and try again" \
		"Temporary failure resolving 'deb.debian.org'"$'\n'"$located" &&
	[ "$(cat "$copy/ran")" = $'update\ninstall linux-source-6.12\nupdate\ninstall linux-source-6.12' ] &&
	fails_with "the disk is full; free some space (apt-get clean helps) and try again" \
		"E: You don't have enough free space in /var/cache/apt/archives/." &&
	fails_with "another program is installing packages; try again when it has ended" \
		'E: Could not get lock /var/lib/apt/lists/lock.' &&
	fails_with "they do not go together with packages that are installed; to see which would $(
		)be removed, and to decide, run: apt-get install linux-source-6.12" \
		'E: Packages need to be removed but remove is disabled.' &&
	fails_with "to see why, run: apt-get install linux-source-6.12" 'E: Something' &&
	fails_with "no configured suite has linux-source-6.12; bookworm-security has it, so run: echo $(
		)'deb http://deb.debian.org/debian-security bookworm-security main' | tee $(
		)/etc/apt/sources.list.d/bookworm-security.list && apt-get update && $(
		)apt-get install linux-source-6.12" "$located" || return
	printf '%s\n' ID=debian >"$copy/os-release"
	fails_with "no configured suite has linux-source-6.12; get the source of Linux 6.12.117 $(
		)from kernel.org and add KSRC=DIRECTORY to the make command" \
		"E: Package 'linux-source-6.12' has no installation candidate" || return
	# The next run installs the missing packages.
	rm "$copy/fails"
	install && grep -qx linux-source-6.12 "$copy/installed"
}

# If our patches do not fit the base kernel, the message names a version that
# was tested.
test_install_names_a_tested_host() {
	local copy said

	stand_in_for_apt
	names() { # WAY
		said=$(PATH=$copy/bin KSRC= XDG_CACHE_HOME=$copy/cache bash -c \
			'. "$0/tools/host/common.sh"; hosts_tested="6.12.117 6.12.11"; unfit a.patch' \
			"$copy" 2>&1) && return 1
		echo "$said"
		[ "$said" = "error: a.patch does not fit linux-source-6.12-6.12.90-1; the tests were $(
			)run with Linux 6.12.117 6.12.11; $1" ]
	}

	sed -i s/6.12.117-1/6.12.90-1/ "$copy/bin/dpkg-query"
	echo linux-source-6.12 >"$copy/installed"
	printf ' linux-source-6.12 | %s | http://x y/main amd64 Packages\n' 6.12.11-1 6.12.90-1 \
		6.12.117-1 6.12.118-1 >"$copy/versions"
	names 'run: apt-get install linux-source-6.12=6.12.117-1' || return
	echo ' linux-source-6.12 | 6.12.90-1 | http://x y/main amd64 Packages' >"$copy/versions"
	echo VERSION_ID=13 >>"$copy/os-release"
	names "trixie-security has it, so run: echo 'deb http://deb.debian.org/debian-security $(
		)trixie-security main' | tee /etc/apt/sources.list.d/trixie-security.list && $(
		)apt-get update && apt-get install linux-source-6.12" || return
	# The package index may be outdated, or the archive may have another
	# version.
	echo ' release v=13,o=Debian,n=trixie-security,l=Debian-Security' >>"$copy/versions"
	names 'run: apt-get update && apt-get install linux-source-6.12' || return
	script "$copy/bin/dpkg" <<<$'#!/bin/sh\nexit 1'
	names 'get the source of Linux 6.12.117 from kernel.org and add KSRC=DIRECTORY to the make command'
}

# One error message each: no root, sudo fails, unsupported system or
# architecture, and a full disk.
test_install_needs_a_place() {
	local copy said

	stand_in_for_apt
	echo $'a\tof a' >"$copy/tools/host/packages"
	says() {
		said=$(install) && return 1
		echo "$said"
		[ "$(tail -n 1 <<<"$said")" = "error: $1" ]
	}

	script "$copy/bin/id" <<<$'#!/bin/sh\necho 1000'
	says 'installing packages takes root, and there is no sudo; run as root: apt-get install a' ||
		return
	script "$copy/bin/sudo" <<<$'#!/bin/sh\necho "sudo: a password is required" >&2; exit 1'
	fails_with 'sudo does not let you; ask an administrator to run: apt-get install a' || return
	script "$copy/bin/df" <<<$'#!/bin/sh\nprintf "x\\n/dev/a 9 8 7 99%% /\\n"'
	says "$copy/build/log needs 100 MB and has 7; free some space, or put the checkout elsewhere" ||
		return
	said=$(PATH=$copy/bin KSRC= XDG_CACHE_HOME=$copy/cache bash -c \
		'. "$0/tools/host/common.sh"; lock_cache' "$copy" 2>&1) && return 1
	echo "$said"
	[ "$said" = "error: $copy/cache/hist-triggers needs 2500 MB and has 7; free some space, $(
		)or set XDG_CACHE_HOME to another directory" ] || return
	script "$copy/bin/uname" <<<$'#!/bin/sh\necho aarch64'
	says 'this machine is of type aarch64; use one of type x86_64, which the kernel is for' ||
		return
	rm "$copy/bin/apt-get"
	said=$(install) && return 1
	[[ $said = "error: this needs Debian's apt-get; on another system, run it in a container: "* ]]
}

# A minimal checkout and kernel tree for overlay.
make_overlay() {
	own=$scratch/own tree=$scratch/tree
	mkdir -p "$own/tools/host/patches" "$own"/{include,kernel/trace,samples} \
		"$tree"/{kernel/trace,samples}
	cp "$host"/{overlay,common.sh,kernel.config} "$own/tools/host"
	touch "$own"/{Kconfig,samples/Kconfig.overlay,tools/host/replaced} \
		"$tree"/{kernel/trace,samples}/Makefile
	echo 'source "kernel/trace/rv/Kconfig"' >"$tree/kernel/trace/Kconfig"
	echo 'source "samples/rust/Kconfig"' >"$tree/samples/Kconfig"
	printf '%s\n' 'OURS' $'F:\tours/' >"$own/MAINTAINERS"
	printf '%s\n' 'THE REST' $'F:\t*' >"$tree/MAINTAINERS"
}

# A script that is started under its parent's lock does not wait for it.
test_lock_is_shared_by_a_script_and_its_children() {
	local copy=$scratch/locked take='. "$0/common.sh"; lock_cache'

	mkdir -p "$copy"
	cp "$host"/{common.sh,kernel.config,distclean} "$copy"
	export XDG_CACHE_HOME=$scratch/cache copy
	script "$scratch/bin/df" <<<$'#!/bin/sh\necho / 9 9 9999 9'
	PATH=$scratch/bin:$PATH timeout 60 bash -c "$take; bash -c '$take' \"\$0\" && echo both" "$copy" |
		grep -qx both || return
	# A waiting script shares the lock even if the cache was deleted
	# meanwhile.
	touch "$scratch/cache/hist-triggers/file"
	PATH=$scratch/bin:$PATH "$copy/distclean" &&
		[ "$(ls "$scratch/cache/hist-triggers")" = lock ]
}

# A kernel in which the patched line differs, and one in which it matches.
test_overlay_sees_a_patch_that_does_not_fit() {
	local own tree said

	make_overlay
	cat >"$own/tools/host/patches/greet.patch" <<-'END'
	--- a/kernel/greet.c
	+++ b/kernel/greet.c
	@@ -1 +1 @@
	-hello
	+good day
	END
	run_overlay() { # line
		[ -z "$1" ] || echo "$1" >"$tree/kernel/greet.c"
		rm -rf "$scratch/cache"
		KSRC=$tree XDG_CACHE_HOME=$scratch/cache "$own/tools/host/overlay" 2>&1
	}

	printf '%s = %s\n' VERSION 6 PATCHLEVEL 12 SUBLEVEL 57 EXTRAVERSION x >"$tree/Makefile"
	said=$(run_overlay '') && { echo "laid over a tree without it"; return 1; }
	echo "$said"
	[[ $(tail -n 1 <<<"$said") = "error: a patch of kernel/greet.c does not fit $tree, "* ]] || return
	said=$(run_overlay hi) && { echo "laid over what the patch is not for"; return 1; }
	echo "$said"
	[ "$(tail -n 1 <<<"$said")" = "error: greet.patch does not fit $tree, Linux 6.12.57; the $(
		)tests were run with Linux 6.12.117; try a tree of that version: $(
		)git -C $tree checkout v6.12.117" ] || return
	run_overlay hello && grep -rqx 'good day' "$scratch"/cache/*/*/source/kernel/greet.c
}

# overlay_tree: lay the checkout over a copy of the kernel tree
overlay_tree() {
	KSRC=$tree XDG_CACHE_HOME=$scratch/cache "$own/tools/host/overlay" 2>&1
}

# The copy follows changes and deletions in the user's tree, even with old
# timestamps.
follows_the_tree() {
	local copy

	echo old >"$tree/kernel/changed.c"
	echo old >"$tree/kernel/goes.c"
	overlay_tree || return
	copy=$(echo "$scratch"/cache/*/*/source)
	echo new >"$tree/kernel/changed.c"
	touch -d 2001-01-01 "$tree/kernel/changed.c"
	rm "$tree/kernel/goes.c"
	echo new >"$tree/kernel/new.c"
	overlay_tree || return
	cat "$copy/.copied"
	[ "$(cat "$copy/kernel/changed.c")" = new ] && [ -f "$copy/kernel/new.c" ] &&
		[ ! -e "$copy/kernel/goes.c" ] && [ -f "$copy/kernel/trace/Kconfig.overlay" ] &&
		[ "$(cd "$copy" && ls -A)" = "$(printf '%s\n' .copied .overlaid MAINTAINERS \
			kernel samples)" ] || return
	# Unchanged files keep their timestamps.
	touch -d 2001-01-01 "$copy/kernel/new.c"
	overlay_tree && [ "$(stat -c %Y "$copy/kernel/new.c")" = "$(date -d 2001-01-01 +%s)" ]
}

test_overlay_follows_a_tree() {
	local own tree

	rm -rf "$scratch"/{own,tree,cache}
	make_overlay
	follows_the_tree || return
	# Without git, overlay cannot tell build products from sources.
	touch "$tree/.config"
	[ "$(overlay_tree)" = "error: $tree was built in place; set KSRC to a copy in which $(
		)'make mrproper' was run" ]
}

test_overlay_takes_what_git_does_not_ignore() {
	local own tree

	rm -rf "$scratch"/{own,tree,cache}
	make_overlay
	git init -q "$tree"
	printf '%s\n' '.*' '*.o' /objects/ >"$tree/.git/info/exclude"
	mkdir "$tree/objects"
	touch "$tree"/{.config,kernel/a.o,objects/a.c}
	git -C "$tree" add .
	follows_the_tree
}

# make treats a target with a timestamp in the future as up to date.
test_overlay_forgives_a_clock_that_was_set_back() {
	local own tree copy

	rm -rf "$scratch"/{own,tree,cache}
	make_overlay
	touch "$own/kernel/trace/a.c"
	overlay_tree || return
	copy=$(echo "$scratch"/cache/*/*/source)
	touch -d tomorrow "$copy/kernel/trace/a.c"
	overlay_tree || return
	touch "$scratch/now"
	[ ! "$copy/kernel/trace/a.c" -nt "$scratch/now" ]
}

# overlay fails on a full disk, and the next run completes the copy.
test_overlay_goes_on_after_a_full_disk() {
	local own tree copy

	rm -rf "$scratch"/{own,tree,cache}
	make_overlay
	mkdir -p "$tree/kernel" "$own/kernel/trace/room"
	head -c 100000 /dev/zero >"$tree/kernel/large.c"
	# A limit on the file size simulates a full disk.
	(trap '' XFSZ; ulimit -f 50; overlay_tree) && { echo "no room, no error"; return 1; }
	overlay_tree || return
	copy=$(echo "$scratch"/cache/*/*/source)
	cmp "$tree/kernel/large.c" "$copy/kernel/large.c" || return
	# The same while our files are copied.
	head -c 100000 /dev/zero >"$own/kernel/trace/room/large.c"
	echo small >"$own/kernel/trace/room/small.c"
	(trap '' XFSZ; ulimit -f 50; overlay_tree) && { echo "no room, no error"; return 1; }
	overlay_tree && cmp "$own/kernel/trace/room/large.c" "$copy/kernel/trace/room/large.c" &&
		[ -f "$copy/kernel/trace/room/small.c" ] || return
	rm "$own/kernel/trace/room/large.c"
	overlay_tree && [ ! -e "$copy/kernel/trace/room/large.c" ]
}

# Two documents of ours, one of which replaces one of the base kernel. Any
# message from Sphinx is a failure.
test_docs_fail_on_any_word() {
	local own tree ours theirs=Documentation/trace

	make_overlay
	ours=$own/$theirs
	mkdir -p "$ours" "$tree/$theirs"
	touch "$ours"/{new,replaced}.rst "$tree/$theirs"/{replaced,other}.rst
	echo "$theirs/replaced.rst" >"$own/tools/host/replaced"
	printf '%s\n' .. '   :maxdepth: 1' '' '   other' '   replaced' '   new' '   gone' \
		>"$tree/$theirs/index.rst"
	printf 'kernelversion:\n\t@echo 1\n' >"$tree/Makefile"
	cp "$host/docs" "$own/tools/host"
	script "$own/tools/host/install" <<<'#!/bin/true'
	script "$own/tools/host/unpack" <<<'#!/bin/true'
	script "$scratch/bin/sphinx-build" <<-'END'
	#!/bin/bash
	cd "${@: -2:1}" && echo "$SAID" | sed "s,@,$PWD," && exit "$STATUS"
	END
	docs_say() { # status words summary
		local said

		said=$(PATH=$scratch/bin:$PATH KSRC=$tree XDG_CACHE_HOME=$scratch/cache STATUS=$1 \
			SAID=$2 "$own/tools/host/docs" 2>&1)
		echo "$2: $said"
		[ "$(tail -n 1 <<<"$said")" = "$3" ]
	}

	docs_say 0 'Using alabaster theme' '2 passed, 0 failed, 0 skipped' &&
		docs_say 1 '@/new.rst:7: WARNING: x' '1 passed, 1 failed, 0 skipped' &&
		docs_say 1 '@/new:7: ../x.h:3: WARNING: x' '1 passed, 1 failed, 0 skipped' &&
		docs_say 0 "x.h:1: warning: 'x' not found" '2 passed, 1 failed, 0 skipped' &&
		docs_say 1 '' '2 passed, 1 failed, 0 skipped' || return
	# The index keeps entries without a document, so that Sphinx reports
	# them.
	[ "$(grep '^   [a-z]' "$own/build/docs-source/$theirs/index.rst" | xargs)" = \
		"replaced new gone" ]
}

# A base tree, the same tree with ours laid over, and a patch to a file of the
# base kernel.
stand_in_for_series() {
	local dir=$scratch/series

	rm -rf "$dir"
	mkdir -p "$dir"/{stripped,overlaid}/kernel/trace "$dir/overlaid/kernel/trace/room" \
		"$dir/tools/"{series,patches} "$dir/repository"
	git init -q "$dir/repository"
	echo hello | tee "$dir/stripped/kernel/greet.c" >"$dir/stripped/kernel/same.c"
	printf '%s\n' 'config OTHER' 1 2 3 >"$dir/stripped/kernel/trace/Kconfig"
	cp -r "$dir/stripped/kernel" "$dir/overlaid"
	echo 'good day' >"$dir/overlaid/kernel/greet.c"
	echo 'source "Kconfig.overlay"' >>"$dir/overlaid/kernel/trace/Kconfig"
	printf '%s\n' '# Options' '' 'config B' $'\thelp' $'\t  The second.' '' '# The first' \
		'config A' '  bool' >"$dir/overlaid/kernel/trace/Kconfig.overlay"
	printf '%s\n' '# SPDX' 'obj-$(CONFIG_A) += a.o' 'ifdef X' 'obj-$(CONFIG_B) += room/' endif '' \
		'# Those to be watched' 'watched := a.o' 'watched += room/' '$(eval $(watched))' \
		>"$dir/overlaid/kernel/trace/Makefile.overlay"
	echo 'int a;' >"$dir/overlaid/kernel/trace/a.c"
	echo 'obj-y += b.o c.o' >"$dir/overlaid/kernel/trace/room/Makefile"
	echo '#include "../a.c"' >"$dir/overlaid/kernel/trace/room/b.c"
	echo 'int c;' >"$dir/overlaid/kernel/trace/room/c.c"
	printf '%s\n' 'Say it' 'politely.' '' '--- a/kernel/greet.c' '+++ b/kernel/greet.c' \
		'@@ -1 +1 @@' -hello '+good day' >"$dir/tools/patches/greet.patch"
	printf '%s\n' '--- a/kernel/trace/Kconfig' '+++ b/kernel/trace/Kconfig' '@@ -1,4 +1,5 @@' \
		' config OTHER' $'+\tdepends on BROKEN' ' 1' ' 2' ' 3' >"$dir/tools/series/closed.patch"
}

# run_steps: build the series from the manifest on standard input
run_steps() {
	cat >"$scratch/series/tools/series/manifest"
	(
		cd "$scratch/series"
		export GIT_AUTHOR_NAME=me GIT_AUTHOR_EMAIL=me@x GIT_COMMITTER_NAME=me
		export GIT_COMMITTER_EMAIL=me@x
		"$host/steps" tools/series/manifest stripped overlaid repository 2>&1
	)
}

good_manifest() {
	cat <<-'END'
	# a remark
	cover: all of it

	About it.

	patch: trace: the first
	files: kernel/trace/ Kconfig Kconfig.* Makefile.*
	files: kernel/trace/[ab].c
	options: A
	begin: series/closed.patch

	It begins.

	patch: trace: a room
	files: kernel/trace/room/ Makefile c.c
	end: series/closed.patch

	With a corner.

	patch: trace: the rest
	others: kernel/trace/room/**
	options: B
	apply: patches/greet.patch
	END
}

test_steps_grow() {
	local at

	stand_in_for_series
	good_manifest | run_steps || return
	at() {
		git -C "$scratch/series/repository" show "HEAD~$1:kernel/$2"
	}
	diff <(at 2 trace/Kconfig.overlay) - <<-'END' || return
	# Options

	# The first
	config A
	  bool
	END
	diff <(at 2 trace/Makefile.overlay) - <<-'END' || return
	# SPDX
	obj-$(CONFIG_A) += a.o

	# Those to be watched
	watched := a.o
	$(eval $(watched))
	END
	at 3 greet.c && ! at 3 same.c && ! at 2 trace/room/c.c || return
	at 2 trace/Kconfig | grep BROKEN && ! at 1 trace/Kconfig | grep BROKEN || return
	[ "$(at 1 trace/Makefile.overlay)" = "$(at 0 trace/Makefile.overlay)" ] &&
		[ "$(at 1 trace/room/Makefile)" = "" ] && [ "$(at 1 greet.c)" = hello ] || return
	git -C "$scratch/series/repository" log -1 --format=%B
	[ "$(git -C "$scratch/series/repository" log -1 --format=%B)" = "$(cat <<-'END'
	trace: the rest

	Say it politely.

	Signed-off-by: me <me@x>
	END
	)" ] && diff -r -x .git -x same.c "$scratch/series/"{repository,overlaid}
}

# steps_refuse MESSAGE SED-SCRIPT: a changed manifest must be rejected with
# MESSAGE
steps_refuse() {
	local said

	stand_in_for_series
	said=$(good_manifest | sed "$2" | run_steps) && { echo "took it: $2"; return 1; }
	echo "$said"
	[ "$said" = "error: $1" ]
}

test_steps_miss_nothing() {
	steps_refuse 'kernel/trace/a.c: in no patch' 's/\[ab\]\.c/b.c/' &&
	steps_refuse 'kernel/trace/room/Makefile: in more than one patch: trace: a room; trace: the rest' \
		's/^others:/files:/' &&
	steps_refuse 'trace: a room: nothing is kernel/trace/room/d.c' 's/c\.c/& d.c/' &&
	steps_refuse 'B: 0 times in the series, 1 times in the overlaid tree' '/^options: B/d' &&
	steps_refuse 'C: 1 times in the series, 0 times in the overlaid tree' 's/options: B/& C/' &&
	steps_refuse 'kernel/greet.c: in no patch' '/^apply:/d' &&
	steps_refuse 'kernel/trace/Kconfig: the last patch leaves another one than the overlay' \
		'/^end:/d' || return
	stand_in_for_series
	echo '#include "../room/b.c"' >"$scratch/series/overlaid/kernel/trace/room/c.c"
	[ "$(good_manifest | run_steps)" = "error: trace: a room: kernel/trace/room/c.c includes $(
		)../room/b.c, which comes later" ] || return
	stand_in_for_series
	sed -i 's/^hello/hullo/' "$scratch/series/stripped/kernel/greet.c"
	[ "$(good_manifest | run_steps | tail -n 1)" = \
		'error: patches/greet.patch does not fit what it changes' ]
}

test_checkpatch_may_be_excused() {
	printf '%s\n' '# none: of this' 'a/b A,B some reason' 'c C another' >"$scratch/excuses"
	[ "$("$host/excepted" "$scratch/excuses" - <<-'END'
	a/b/x.c:1: WARNING:A: what
	a/b/x.c:1: WARNING:AB: what
	a/x.c:1: CHECK:A: what: C
	c:7: ERROR:C: what
	END
	)" = $'a/b/x.c:1: WARNING:AB: what\na/x.c:1: CHECK:A: what: C' ]
}

# unreached_of COUNT...: check a file of ten lines with these execution counts
# against the list of unreached lines on standard input. The functions are a()
# and, from line 6, b().
unreached_of() {
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
	"$host/unreached" "$copy" "$scratch/unreached.list" "$scratch/counts.json"
}

test_unreached_lines_are_named() {
	local said

	said=$(unreached_of 1 - 3 1 - 2 - 1 1 - </dev/null) || return
	echo "$said"
	[ "$(tail -n 1 <<<"$said")" = '2 passed, 0 failed, 0 skipped' ] || return

	# Nine of ten lines are reached, and the other is listed. In the second
	# call the same text in another function does not count as listed.
	said=$(unreached_of 1 1 1 0 1 2 1 1 1 1 <<-'END'
	# a remark
	a.c a
	> if (x < 0) return 1;
	Nobody has less
	than nothing.
	END
	) || { echo "$said"; return 1; }
	said=$(unreached_of 1 1 1 1 1 2 1 1 0 1 <<<$'a.c a\n> return 1;\nSo it is.') && return 1
	echo "$said"
	[ "$(grep -v '^file' <<<"$said" | tr -s ' ')" = "$(cat <<-'END'
	a.c 10 9 90.0
	total 10 9 90.0
	FAIL a.c:9: b: return 1;
	FAIL a.c a is listed, yet reached or gone: return 1;
	1 passed, 2 failed, 0 skipped
	END
	)" ]
}

# A stretch of unreached lines spans lines without code, and ends with its
# function.
test_unreached_lines_are_few() {
	local said

	said=$(unreached_of 1 1 1 0 - 0 - 0 1 1 <<-'END'
	a.c a
	> return 1;
	There is a reason.

	a.c b
	> int b(int x) { if (x)
	> return 1;
	There is another one.
	END
	) && return 1
	echo "$said"
	[ "$(sed 1,3d <<<"$said")" = "$(cat <<-'END'
	FAIL a.c b is listed, yet reached or gone: return 1;
	FAIL less than 90 % of the lines are reached
	1 passed, 2 failed, 0 skipped
	END
	)" ]
}

# Lines marked "By chance" may be reached, but must exist.
test_unreached_by_chance() {
	local said

	unreached_of 1 - 1 1 - 1 - 1 1 - <<<$'a.c a\n> if (x < 0) return 1;\nBy chance: it races.' ||
		return
	said=$(unreached_of 1 - 1 1 - 1 - 1 1 - <<<$'a.c a\n> return 2;\nBy chance: it races.') &&
		return 1
	echo "$said"
	grep -qx 'FAIL a.c a is listed, yet reached or gone: return 2;' <<<"$said"
}

# A source file that was not compiled is a failure.
test_unreached_misses_no_file() {
	local said

	mkdir -p "$scratch/unreached/kernel/trace"
	printf '%s\n' 'int c(void)' '{' '}' >"$scratch/unreached/kernel/trace/c.c"
	said=$(unreached_of 1 - 1 1 - 1 - 1 1 - </dev/null) && return 1
	rm "$scratch/unreached/kernel/trace/c.c"
	echo "$said"
	grep -qx 'FAIL c.c: none of its lines was counted' <<<"$said"
}

# transcripts_say OUTPUT: compare a document with the output of its guest
transcripts_say() {
	mkdir -p "$scratch/split"
	"$host/transcripts" split "$scratch/split" "$scratch/a.rst" &&
		printf '%s\n' "$1" | "$host/transcripts" compare "$scratch/a.rst"
}

a_document() {
	cat >"$scratch/a.rst" <<-'END'
	Title
	=====

	Shown::

	  tracing# cat hist
	  { pid:     12 } hitcount:     3
	  ...
	  Totals:
	      Hits: 3
	  tracing# cat trigger \
	  > filter
	  traceoff:count=2

	Not run::

	  make it

	Rejected
	--------

	::

	  trigger:sched:sched_waking: error: Count is zero or too large
	    Command: traceoff:0
	                      ^
	END
}

document_printed='@section 0
@command 0
{ pid: 4 } hitcount: 55
{ pid: 5 } hitcount: 1
Totals:
 Hits: 9
@command 1
traceoff:count=2

@end
@section 1
@command 0
[ 1.2] trigger:sched:sched_waking: error: Count is zero or too large
  Command: traceoff:0
                    ^
@end'

test_transcripts_are_run_and_compared() {
	local said

	a_document
	said=$(transcripts_say "$document_printed") || { echo "$said"; return 1; }
	diff - "$scratch/split/0" <<-'END' || return
	printf '\n@command 0\n'
	cat hist
	printf '\n@command 1\n'
	cat trigger \
	filter
	END
	grep -qx "rejected events/sched/sched_waking/trigger traceoff:0" "$scratch/split/1" ||
		{ cat "$scratch/split/1"; return 1; }
	[ "$(tail -n 1 <<<"$said")" = "2 passed, 0 failed, 0 skipped" ]
}

# Every change of the output is detected.
test_transcripts_that_differ_fail() {
	local change said

	a_document
	for change in 's/count=2/count=3/' 's/{ pid: 4/{ cpu: 4/' 's/Totals://' 's/ \^/^/' \
		's/too large/too small/' 's/traceoff:0/traceoff:1/' '$ s/@end/@left x/' \
		's/@command 1/@command 7/' 's/@section 1/@section 2/'; do
		said=$(transcripts_say "$(sed "$change" <<<"$document_printed")") &&
			{ echo "$change: $said"; return 1; }
		grep -qE '^1 passed, 1 failed, 0 skipped$' <<<"$said" ||
			{ echo "$change: $said"; return 1; }
	done
	# "..." stands for any lines, but not for a command that was not run.
	sed -i 's/^traceoff:count=2/.../; s/^  traceoff:count=2/  .../' "$scratch/a.rst"
	transcripts_say "$document_printed" >/dev/null || return
	! transcripts_say "$(sed '/@command 1/,/^$/d' <<<"$document_printed")" || return
	# Empty output fails as well.
	! transcripts_say ''
}

# Additions to the grammar that the documents lack are detected.
test_documents_lack_what_is_new() {
	local copy=$scratch/documented said trace

	mkdir -p "$copy/tools/host" "$copy/tools/testing/trace"
	cp "$host"/{documented,common.sh} "$copy/tools/host"
	cp -r "$here/shim" "$here"/*.h "$copy/tools/testing/trace"
	cp -r "$host"/../../{kernel,Documentation} "$copy"
	trace=$copy/kernel/trace
	sed -i 's/"Too many keys"/"Too many" " locks"/' "$trace/hist/diag.c"
	sed -i 's/"hex"/"roman"/' "$trace/hist/modifier.c"
	sed -i 's/"traceoff"/"lightsoff"/' "$trace/trigger/simple.c"
	sed -i 's/"u16"/"u17"/' "$trace/user_events/parse.c"
	said=$("$copy/tools/host/documented") && return 1
	echo "$said"
	[ "$said" = "$(cat <<-'END'
	histogram.rst lacks the message: Too many locks
	histogram.rst lacks the modifier: roman
	events.rst lacks the command: lightsoff
	user_events.rst lacks the type: u17
	END
	)" ]
}

# Commands, the answers of two kernels, and a table of intended differences.
compat_commands() {
	mkdir -p "$scratch/compat"
	cat >"$scratch/compat/a.rst" <<-'END'
	Differences from Linux 6.12
	===========================

	.. list-table::

	   * - Subject
	     - Linux 6.12
	     - Here
	   * - a subject that takes
	       two lines
	     - one
	     - two
	END
	cat >"$scratch/compat/commands" <<-'END'
	scenario first
	in events/a/b
	append trigger one
	append trigger two
	differs a.rst: a subject that takes two lines
	append trigger three
	read hist
	END
	cat >"$scratch/compat/stock" <<-'END'
	@commands:1 accepted
	@commands:3 accepted
	|one
	@commands:4 accepted
	|one
	|two
	@commands:6 accepted
	|one
	|two
	|three
	@commands:7 accepted
	|ID: 17
	|Hits: 1
	@end
	END
	# A refused command is shown once, and not below each of the next
	# commands.
	sed '/^|two/d; s/:4 accepted/:4 refused EINVAL/; s/ID: 17/ID: 18/' \
		"$scratch/compat/stock" >"$scratch/compat/ours"
}

# compat_says [EXPRESSION]: compare the answers, after changing the commands by
# sed
compat_says() {
	sed -i "${1-}" "$scratch/compat/commands"
	"$here/../compat/compare" "$scratch/compat" "$scratch/compat/stock" \
		"$scratch/compat/ours" "$scratch/compat/commands"
}

test_compat_excuses_what_is_listed() {
	local said

	compat_commands
	said=$(compat_says) || { echo "$said"; return 1; }
	echo "$said"
	[ "$said" = "$(cat <<-'END'
	skip commands:4 append trigger two  # a.rst: a subject that takes two lines
	# - accepted
	# - +|two
	# + refused EINVAL
	4 passed, 0 failed, 1 skipped
	END
	)" ]
}

test_compat_fails_for_what_is_not() {
	local said

	compat_commands
	# A blank line keeps the line numbers of the records.
	said=$(compat_says 's/^differs.*//') && return 1
	grep -qx 'FAIL commands:4 append trigger two ' <<<"$said" || { echo "$said"; return 1; }
	compat_commands
	said=$(compat_says 's/two lines/three lines/') && return 1
	grep -q 'FAIL.* # no such row: a.rst: a .* three lines' <<<"$said" ||
		{ echo "$said"; return 1; }
	compat_commands
	cp "$scratch/compat/stock" "$scratch/compat/ours"
	said=$(compat_says) && return 1
	grep -q 'FAIL.* # does not differ: a.rst' <<<"$said" || { echo "$said"; return 1; }
	compat_commands
	sed -i '/:7/,$d' "$scratch/compat/ours"
	said=$(compat_says) && return 1
	grep -q 'FAIL commands:7 read hist .*not run' <<<"$said" || { echo "$said"; return 1; }
}

test_debug_info_describes_a_configuration() {
	local config=$scratch/debug.config said

	printf '%s\n' CONFIG_DEBUG_INFO_NONE=y '# CONFIG_DEBUG_INFO_BTF is not set' >"$config"
	said=$("$host/debug-info" "$config")
	[[ $said == 'Debugging information: none, which saves '*' have no BTF.' ]] ||
		{ echo "$said"; return 1; }
	echo CONFIG_DEBUG_INFO=y >"$config"
	said=$("$host/debug-info" "$config")
	[[ $said == 'Debugging information: DWARF, without BTF. '* ]] || { echo "$said"; return 1; }
	echo CONFIG_DEBUG_INFO_BTF=y >>"$config"
	said=$("$host/debug-info" "$config")
	[[ $said == 'Debugging information: DWARF and BTF, '* ]] || { echo "$said"; return 1; }
}

mapfile -t tests < <(declare -F | sed -n 's/^declare -f test_//p')
echo "1..${#tests[@]}"
failed=0
for name in "${tests[@]}"; do
	if (test_"$name") >"$scratch/log" 2>&1; then
		echo "ok tools: $name"
	else
		sed 's/^/# /' "$scratch/log"
		echo "not ok tools: $name"
		failed=1
	fi
done
exit "$failed"
