#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: env_test.sh [NAME...]
#
# Tests of env.sh: paths, variants and locks.

. "$(dirname "$0")/harness.sh"
. "$(dirname "$0")/stand-ins.sh"

# A checkout with one variant, whose guest records its arguments.
create_variant() {
	mkdir -p "$1/tools/host/config/variants" "$1/build/odd"
	copy_scripts "$1" check/run-kunit check/parse-ktap check/find-splats guest/functions.sh env.sh
	echo CONFIG_A=y >"$1/tools/host/config/kernel.config"
	printf '%s\n' '# guest: --memory 2G --cpus 3' '# slower: 5' '# make: A=$(b c)' CONFIG_B=y \
		>"$1/tools/host/config/variants/odd.config"
	touch "$1/build/bzImage" "$1/build/odd/bzImage"
	script "$1/tools/host/guest/boot-guest" <<<'#!/bin/bash
	echo "$@" >'"$1/started"
}

# A variant has its own build and cache directories, and its guest options
# apply.
test_variant_has_its_own_directories() {
	local copy=$scratch/variant places key old

	create_variant "$copy"
	places='. "$0/tools/host/env.sh"
		printf "%s\n" "$out" "$ksrc" "$kbuild" "$klint" ${make_words[@]+"${make_words[@]}"}'
	old=$(VARIANT= bash -c "$places" "$copy")
	key=$(grep -E 'CONFIG_|^# make:' "$copy/tools/host/config/variants/odd.config" |
		sha256sum | cut -c 1-12)
	[ "$(VARIANT=odd bash -c "$places" "$copy")" = \
		"$(sed -E "1s,\$,/odd,; 3,4s,\$,-odd-$key," <<<"$old"; echo 'A=$(b c)')" ] &&
		[ "$(basename -a $old)" = $'build\nsource\nobjects\nlint' ] || return 1

	VARIANT=odd GUEST='--append a' SUITES='b*' "$copy/tools/host/check/run-kunit"
	cat "$copy/started"
	grep -qF -- "--kernel $copy/build/odd/bzImage --memory 2G --cpus 3 --append a $(
		)--kunit b* --timeout 9000 " "$copy/started" || return 1
	VARIANT= "$copy/tools/host/check/run-kunit"
	cat "$copy/started"
	grep -qF -- "--kernel $copy/build/bzImage --kunit * --timeout 1800 " "$copy/started"
}

test_variant_must_exist() {
	local copy=$scratch/variant output

	create_variant "$copy"
	output=$(VARIANT=od "$copy/tools/host/check/run-kunit" 2>&1) && return 1
	[ "$output" = "error: unknown variant od (valid: odd)" ]
}

# Scripts ignore environment variables, or name the variable that they cannot
# use.
test_paths_do_not_depend_on_the_environment() {
	local copy=$scratch/places output plain
	cache_of() { # VARIABLE...
		env -u XDG_CACHE_HOME "$@" bash -c '. tools/host/env.sh; umask; echo "$repo $cache"' \
			2>&1
	}

	copy_scripts "$copy" env.sh
	cd "$copy" || return
	plain="0022"$'\n'"$copy /home/me/.cache/hist-triggers"
	[ "$(cache_of HOME=/home/me)" = "$plain" ] &&
		[ "$(cache_of HOME=/home/me XDG_CACHE_HOME=objects CDPATH=.:/tmp)" = "$plain" ] &&
		[ "$(umask 077; cache_of HOME=/home/me)" = "$plain" ] &&
		[ "$(cache_of -u HOME)" = "$(cache_of HOME="$(getent passwd "$(id -u)" |
			cut -d : -f 6)")" ] || return
	output=$(cache_of HOME='/my home') && return 1
	echo "$output"
	[[ $output = "error: a path has a blank or a colon: "* ]] || return
	mkdir -p "$scratch/bin"
	script "$scratch/bin/getent" <<<'#!/bin/sh'
	output=$(cache_of HOME= PATH="$scratch/bin:$PATH") && return 1
	echo "$output"
	[ "$output" = "error: there is no home directory for the cache; set XDG_CACHE_HOME" ]
}

test_ksrc_must_be_a_kernel_tree() {
	local output

	output=$(KSRC=$scratch bash -c '. "$0/env.sh"' "$host" 2>&1) && return 1
	echo "$output"
	[ "$output" = "error: KSRC=$scratch is not a Linux source tree; set it to the directory that has $(
		)MAINTAINERS and kernel/trace, or leave it out to take Debian's package" ]
}

# BASE selects the package of the base kernel and a directory for the results.
# A tree of KSRC selects the newest base that is not newer than the tree.
test_base_selects_the_kernel() {
	local output tree=$scratch/tree
	print_base() { # [VARIABLE=VALUE]...
		env XDG_CACHE_HOME="$scratch/cache" "$@" bash -c \
			'. "$0/env.sh"; echo "$base $host_package ${out#"$repo"/}"' "$host" 2>&1
	}

	[ "$(print_base)" = "6.12 linux-source-6.12 build" ] &&
		[ "$(print_base BASE=6.12)" = "6.12 linux-source-6.12 build" ] &&
		[ "$(print_base BASE=7.3)" = "7.3 linux-source-7.3 build/7.3" ] || return
	output=$(print_base BASE=7.4) && return 1
	echo "$output"
	[ "$output" = "error: unknown BASE=7.4 (valid: 6.12, 7.3)" ] || return

	mkdir -p "$tree/kernel/trace"
	touch "$tree/kernel/trace/Kconfig"
	base_of() { # VERSION PATCHLEVEL
		printf '%s = %s\n' VERSION "$1" PATCHLEVEL "$2" SUBLEVEL 1 >"$tree/Makefile"
		print_base KSRC="$tree" | cut -d ' ' -f 1,3
	}
	[ "$(base_of 6 6)" = "6.12 build" ] && [ "$(base_of 6 12)" = "6.12 build" ] &&
		[ "$(base_of 7 2)" = "6.12 build" ] && [ "$(base_of 7 3)" = "7.3 build" ] &&
		[ "$(base_of 7 10)" = "7.3 build" ]
}

# A script that is started under its parent's lock does not wait for it.
test_lock_is_shared_by_a_script_and_its_children() {
	local copy=$scratch/locked take='. "$0/tools/host/env.sh"; lock_cache'

	copy_scripts "$copy" env.sh config/kernel.config build/remove-cache
	export XDG_CACHE_HOME=$scratch/cache copy
	script "$scratch/bin/df" <<<$'#!/bin/sh\necho / 9 9 9999 9'
	PATH=$scratch/bin:$PATH timeout 60 bash -c "$take; bash -c '$take' \"\$0\" && echo both" "$copy" |
		grep -qx both || return
	# A waiting script shares the lock even if the cache was deleted
	# meanwhile.
	touch "$scratch/cache/hist-triggers/file"
	PATH=$scratch/bin:$PATH "$copy/tools/host/build/remove-cache" &&
		[ "$(ls "$scratch/cache/hist-triggers")" = lock ]
}

# A script that waits while "make clean" deletes the locked file takes the lock of the new file.
# Otherwise, it and the next script would both run.
test_lock_of_a_deleted_file_is_taken_again() {
	local copy=$scratch/cleaned

	copy_scripts "$copy" env.sh config/kernel.config build/remove-build
	mkdir -p "$copy/build/kasan"
	touch "$copy/build/file"
	(
		exec 9>"$copy/build/kasan/lock"
		flock 9
		"$copy/tools/host/build/remove-build" >"$scratch/cleaning" 9>&- 7>&- &
		wait_until grep -qx "Waiting for another command that works in $copy/build/kasan." \
			"$scratch/cleaning" || exit
		bash -c '. "$0/tools/host/env.sh"; lock_build
			! flock -n "$out/lock" true && ls "$out"' "$copy" >"$scratch/waiting" 9>&- &
		wait_until grep -q "^Waiting for another command that works in $copy/build" \
			"$scratch/waiting" && [ -e "$copy/build/file" ] || exit
		exec 9>&-
		wait
	) && [ "$(tail -n 1 "$scratch/waiting")" = lock ] || { cat "$scratch/waiting"; return 1; }
}

# "make clean" removes the directories of all bases and variants, even if BASE or VARIANT is set.
test_clean_removes_all_directories() {
	local copy=$scratch/clean

	copy_scripts "$copy" env.sh config/kernel.config build/remove-build
	mkdir -p "$copy/build/"{kasan,7.3/kasan}
	touch "$copy/build/7.3/kasan/lock"
	BASE=7.3 VARIANT=kasan KSRC=/nonexistent "$copy/tools/host/build/remove-build" &&
		[ ! -e "$copy/build" ]
}

# "make distclean" waits for a command that has a lock of its own in the cache.
test_cache_is_kept_while_a_command_uses_it() {
	local copy=$scratch/steps steps=$scratch/cache/hist-triggers/host/steps

	copy_scripts "$copy" env.sh config/kernel.config build/remove-cache
	export XDG_CACHE_HOME=$scratch/cache
	mkdir -p "$steps"
	(
		exec 8>"$steps.lock"
		flock 8
		"$copy/tools/host/build/remove-cache" >"$scratch/removing" 8>&- &
		wait_until grep -qx "Waiting for the command that uses $steps." "$scratch/removing" &&
			[ -e "$steps" ] || exit
		exec 8>&-
		wait "$!"
	) && [ "$(ls "$scratch/cache/hist-triggers")" = lock ]
}

run_tests "$@"
