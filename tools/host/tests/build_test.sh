#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: build_test.sh [NAME...]
#
# Tests of build/: packages, the overlaid tree and the configuration.

. "$(dirname "$0")/harness.sh"
. "$(dirname "$0")/stand-ins.sh"

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
	PATH=$dir:$PATH "$host/build/configure-kernel" "$dir/objects" "$dir" \
		"$dir/a" "$dir/b" 2>&1 || return
	sort "$dir/objects/.config"
}

test_configure_uses_the_last_setting() {
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
	PATH=$scratch/configure:$PATH "$host/build/configure-kernel" "$scratch/configure/objects" \
		"$scratch/configure" "$scratch/configure/"{a,b} && [ -f "$scratch/configure/objects/.config" ]
}

# Options that do not exist and options that another option selects are errors.
test_configure_reports_settings_without_effect() {
	mkdir -p "$scratch/configure"
	printf '%s\n' CONFIG_LOST=y CONFIG_A=y '# CONFIG_KEPT is not set' >"$scratch/configure/a"
	echo 'CONFIG_B=y' >"$scratch/configure/b"
	[ "$(try_configure)" = "error: these settings have no effect: CONFIG_KEPT=n CONFIG_LOST=y $(
		)(CONFIG_KEPT is selected by another option; CONFIG_LOST is not an option of this $(
		)kernel)" ] &&
		[ ! -e "$scratch/configure/objects/.configured" ]
}

# create_apt: make a checkout and a machine with the programs of this one
# except apt, sudo and compilers. apt-get appends its arguments to the file
# "ran". If the file "fails" exists, apt-get prints it and fails; otherwise it
# records the packages as installed.
create_apt() {
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
	sed -i "s,/etc/os-release,$copy/os-release," "$copy/tools/host/build/source-trees.sh"
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

# run_install [LIST...]: run tools/host/build/install-packages on that machine
run_install() {
	local list lists=()

	for list; do
		lists+=("$copy/tools/host/config/packages/$list")
	done
	PATH=$copy/bin XDG_CACHE_HOME=$copy/cache KSRC=${tree-} \
		"$copy/tools/host/build/install-packages" "${lists[@]}" 2>&1
}

test_install_installs_missing_packages() {
	local copy output

	create_apt
	printf '%s\n' '# list' $'b\tof b' >"$copy/tools/host/config/packages/base"
	printf '%s\n' $'linux-source-6.12\tof host' $'a\tof a' >"$copy/tools/host/config/packages/more"
	echo b >"$copy/installed"
	printf ' linux-source-6.12 | %s | http://x %s\n' 6.12.90-1 'a/main amd64 Packages' \
		6.12.117-1~bpo12+1 'b/main amd64 Packages' 6.12.200-1 'c/main Sources' \
		6.12.117-1~bpo12+1 'd/main amd64 Packages' >"$copy/versions"
	output=$(run_install more) || { echo "$output"; return 1; }
	echo "$output"
	cat "$copy/ran"
	[ "$(sed 's/  */ /g' <<<"$output" | head -n 3)" = "$(cat <<-'END'
	These packages are missing and will be installed:
	 linux-source-6.12 of host
	 a of a
	END
	)" ] && [ "$(cat "$copy/ran")" = $'update\ninstall linux-source-6.12=6.12.117-1~bpo12+1 a' ] &&
		[ "$(run_install more)" = "" ] || return
	# With KSRC set, the packaged kernel source is not needed.
	tree=$scratch/tree
	mkdir -p "$tree/kernel/trace"
	touch "$tree/kernel/trace/Kconfig"
	: >"$copy/installed"
	: >"$copy/ran"
	run_install more && [ "$(cat "$copy/ran")" = 'install b a' ]
}

# install-packages selects libraries that match the compiler's version, and none
# if the compiler brings its own.
test_install_matches_the_compilers() {
	local copy

	create_apt
	: >"$copy/tools/host/config/packages/base"
	printf '%s\n' $'libclang-rt-dev\tsanitizers' >"$copy/tools/host/config/packages/check"
	check_installed() { # WHAT
		: >"$copy/ran"
		run_install check i386 && [ "$(cat "$copy/ran")" = "install $1" ]
	}

	check_installed 'libclang-rt-dev libc6-dev-i386' || return
	script "$copy/bin/gcc" <<<$'#!/bin/sh\necho 14'
	script "$copy/bin/clang" <<<$'#!/bin/sh\n[ "$1" = -dumpversion ] && echo 19.1.7'
	: >"$copy/installed"
	check_installed 'libclang-rt-19-dev libc6-dev-i386 lib32gcc-14-dev' || return
	script "$copy/bin/clang" <<<$'#!/bin/sh\necho 19.1.7'
	: >"$copy/installed"
	check_installed 'libc6-dev-i386 lib32gcc-14-dev'
}

# If the compiler is itself installed, its libraries are installed in a second
# step.
test_install_runs_twice_for_a_new_compiler() {
	local copy

	create_apt
	printf '%s\n' $'build-essential\tcompiler' >"$copy/tools/host/config/packages/base"
	sed -i '/^printf/a printf "#!/bin/sh\\necho 15" >"'"$copy"'/bin/gcc"; chmod +x "'"$copy"'/bin/gcc"' \
		"$copy/bin/apt-get"
	run_install i386 && [ "$(cat "$copy/ran")" = \
		$'install build-essential libc6-dev-i386\ninstall lib32gcc-15-dev' ]
}

# check_failure SENTENCE [APT-OUTPUT]: expect that install-packages fails with
# one error message and the name of the log
check_failure() {
	local output status=0

	echo "${2-}" >"$copy/fails"
	output=$(run_install) || status=$?
	echo "$output"
	[ "$status" -eq 1 ] && [ "$(tail -n 1 <<<"$output")" = "error: packages are missing: $1$(
		) (log: $copy/build/log/packages.log)" ] &&
		[ "$(grep -c error: <<<"$output")" -eq 1 ]
}

test_install_explains_failures() {
	local copy located

	create_apt
	echo $'linux-source-6.12\tof host' >"$copy/tools/host/config/packages/base"
	located='E: Unable to locate package linux-source-6.12'
	check_failure "Debian's servers cannot be reached; connect to the network and try again" \
		"Temporary failure resolving 'deb.debian.org'"$'\n'"$located" &&
	[ "$(cat "$copy/ran")" = $'update\ninstall linux-source-6.12\nupdate\ninstall linux-source-6.12' ] &&
	check_failure "the disk is full; free some space (apt-get clean helps) and try again" \
		"E: You don't have enough free space in /var/cache/apt/archives/." &&
	check_failure "another program is installing packages; try again when it has ended" \
		'E: Could not get lock /var/lib/apt/lists/lock.' &&
	check_failure "they conflict with installed packages; to see which packages would be $(
		)removed, run: apt-get install linux-source-6.12" \
		'E: Packages need to be removed but remove is disabled.' &&
	check_failure "to see why, run: apt-get install linux-source-6.12" 'E: Something' &&
	check_failure "no configured suite has linux-source-6.12; bookworm-security has it, so run: echo $(
		)'deb http://deb.debian.org/debian-security bookworm-security main' | tee $(
		)/etc/apt/sources.list.d/bookworm-security.list && apt-get update && $(
		)apt-get install linux-source-6.12" "$located" || return
	printf '%s\n' ID=debian >"$copy/os-release"
	check_failure "no configured suite has linux-source-6.12; get the source of Linux 6.12.117 $(
		)from kernel.org and add KSRC=DIRECTORY to the make command" \
		"E: Package 'linux-source-6.12' has no installation candidate" || return
	# The next run installs the missing packages.
	rm "$copy/fails"
	run_install && grep -qx linux-source-6.12 "$copy/installed"
}

# If no configured suite has the source of a base, it is downloaded to the cache
# with a list of suites of its own. It is not downloaded again.
test_install_downloads_the_source_of_a_base() {
	local copy output packages

	create_apt
	export BASE=7.3
	packages=$copy/cache/hist-triggers/packages
	echo $'linux-source\tof host' >"$copy/tools/host/config/packages/base"
	script "$copy/bin/apt-cache" <<-END
	#!/bin/sh
	case "\$*" in *SourceList=*) cat "$copy/remote" ;; *) cat "$copy/versions" ;; esac
	END
	sed -i -e '/^\[/i [ "${words[0]}" != download ] || touch "${words[1]/=/_}_all.deb"' \
		-e "/^echo/i [ \"\$words\" != indextargets ] || { cat $copy/archives; exit; }" \
		"$copy/bin/apt-get"
	: >"$copy/remote"
	: >"$copy/archives"
	output=$(run_install) && return 1
	echo "$output"
	[[ $(tail -n 1 <<<"$output") = *"linux-source-7.3, because apt has no archive of Debian; get $(
		)the source of Linux 7.3 and add KSRC=DIRECTORY to the make command (log: "* ]] || return
	echo http://x/debian >"$copy/archives"
	output=$(run_install) && return 1
	echo "$output"
	[[ $(tail -n 1 <<<"$output") = "error: packages are missing: no suite of trixie-backports sid $(
		)experimental has linux-source-7.3; get the source of Linux 7.3 and add KSRC=DIRECTORY $(
		)to the make command (log: "* ]] || return
	printf ' linux-source-7.3 | %s | http://x y/main amd64 Packages\n' 7.3~rc7-1 7.3.4-1 7.3.2-1 \
		>"$copy/remote"
	: >"$copy/ran"
	run_install && [ "$(cat "$copy/ran")" = $'update\nupdate\ndownload linux-source-7.3=7.3.4-1' ] &&
		[ "$(ls "$packages")" = linux-source-7.3_7.3.4-1_all.deb ] || return
	: >"$copy/ran"
	[ "$(run_install)" = "" ] && [ ! -s "$copy/ran" ] || return
	# A configured suite that has it is preferred.
	rm "$packages"/*.deb
	echo ' linux-source-7.3 | 7.3.1-1 | http://x y/main amd64 Packages' >"$copy/versions"
	run_install && [ "$(cat "$copy/ran")" = $'update\ninstall linux-source-7.3=7.3.1-1' ]
}

# If our patches do not fit the base kernel, the message names a version that
# was tested.
test_error_names_a_tested_version() {
	local copy output

	create_apt
	check_proposal() { # WAY
		output=$(PATH=$copy/bin KSRC= XDG_CACHE_HOME=$copy/cache bash -c \
			'. "$0/tools/host/env.sh"; . "$host/build/source-trees.sh"
			hosts_tested="6.12.117 6.12.11"; die_incompatible a.patch' "$copy" 2>&1) && return 1
		echo "$output"
		[ "$output" = "error: a.patch does not fit linux-source-6.12-6.12.90-1; the tests were $(
			)run with Linux 6.12.117 6.12.11; $1" ]
	}

	sed -i s/6.12.117-1/6.12.90-1/ "$copy/bin/dpkg-query"
	echo linux-source-6.12 >"$copy/installed"
	printf ' linux-source-6.12 | %s | http://x y/main amd64 Packages\n' 6.12.11-1 6.12.90-1 \
		6.12.117-1 6.12.118-1 >"$copy/versions"
	check_proposal 'run: apt-get install linux-source-6.12=6.12.117-1' || return
	echo ' linux-source-6.12 | 6.12.90-1 | http://x y/main amd64 Packages' >"$copy/versions"
	echo VERSION_ID=13 >>"$copy/os-release"
	check_proposal "trixie-security has it, so run: echo 'deb http://deb.debian.org/debian-security $(
		)trixie-security main' | tee /etc/apt/sources.list.d/trixie-security.list && $(
		)apt-get update && apt-get install linux-source-6.12" || return
	# The package index may be outdated, or the archive may have another
	# version.
	echo ' release v=13,o=Debian,n=trixie-security,l=Debian-Security' >>"$copy/versions"
	check_proposal 'run: apt-get update && apt-get install linux-source-6.12' || return
	script "$copy/bin/dpkg" <<<$'#!/bin/sh\nexit 1'
	check_proposal "get the source of Linux 6.12.117 from kernel.org and add KSRC=DIRECTORY $(
		)to the make command"
}

# One error message each: no root, sudo fails, unsupported system or
# architecture, and a full disk.
test_install_checks_the_machine() {
	local copy output

	create_apt
	echo $'a\tof a' >"$copy/tools/host/config/packages/base"
	check_error() {
		output=$(run_install) && return 1
		echo "$output"
		[ "$(tail -n 1 <<<"$output")" = "error: $1" ]
	}

	script "$copy/bin/id" <<<$'#!/bin/sh\necho 1000'
	check_error "installing packages needs root, and sudo is not installed; run as root: $(
		)apt-get install a" || return
	script "$copy/bin/sudo" <<<$'#!/bin/sh\necho "sudo: a password is required" >&2; exit 1'
	check_failure 'sudo failed; ask an administrator to run: apt-get install a' || return
	script "$copy/bin/df" <<<$'#!/bin/sh\nprintf "x\\n/dev/a 9 8 7 99%% /\\n"'
	check_error "$copy/build/log needs 100 MB and has 7; free some space, or put the $(
		)checkout elsewhere" || return
	output=$(PATH=$copy/bin KSRC= XDG_CACHE_HOME=$copy/cache bash -c \
		'. "$0/tools/host/env.sh"; lock_cache' "$copy" 2>&1) && return 1
	echo "$output"
	[ "$output" = "error: $copy/cache/hist-triggers needs 2500 MB and has 7; free some space, $(
		)or set XDG_CACHE_HOME to another directory" ] || return
	script "$copy/bin/uname" <<<$'#!/bin/sh\necho aarch64'
	check_error 'this machine is aarch64; the kernel must be built on x86_64' ||
		return
	rm "$copy/bin/apt-get"
	output=$(run_install) && return 1
	[[ $output = "error: apt-get is not installed; on another system than Debian, $(
		)use a container: "* ]]
}

# A kernel in which the patched line differs, and one in which it matches.
test_overlay_reports_a_patch_that_does_not_fit() {
	local own tree output

	rm -rf "$scratch"/{own,tree,cache}
	create_overlay
	cat >"$own/tools/host/build/host-patches/greet.patch" <<-'END'
	--- a/kernel/greet.c
	+++ b/kernel/greet.c
	@@ -1 +1 @@
	-hello
	+good day
	END
	try_overlay() { # line
		[ -z "$1" ] || echo "$1" >"$tree/kernel/greet.c"
		rm -rf "$scratch/cache"
		KSRC=$tree XDG_CACHE_HOME=$scratch/cache "$own/tools/host/build/overlay-sources" 2>&1
	}

	printf '%s = %s\n' VERSION 6 PATCHLEVEL 12 SUBLEVEL 57 EXTRAVERSION x >"$tree/Makefile"
	output=$(try_overlay '') && { echo "laid over a tree without it"; return 1; }
	echo "$output"
	[[ $(tail -n 1 <<<"$output") = "error: a patch of kernel/greet.c does not fit $tree, "* ]] || return
	output=$(try_overlay hi) && { echo "laid over what the patch is not for"; return 1; }
	echo "$output"
	[ "$(tail -n 1 <<<"$output")" = "error: greet.patch does not fit $tree, Linux 6.12.57; the $(
		)tests were run with Linux 6.12.117; try a tree of that version: $(
		)git -C $tree checkout v6.12.117" ] || return
	try_overlay hello && grep -rqx 'good day' "$scratch"/cache/*/*/source/kernel/greet.c
}

# A patch for one base takes the place of the patch of the same name.
test_overlay_uses_the_patch_of_the_base() {
	local own tree line

	rm -rf "$scratch"/{own,tree,cache}
	create_overlay
	mkdir "$own/tools/host/build/host-patches/7.3"
	for line in hello hullo; do
		printf '%s\n' '--- a/kernel/greet.c' '+++ b/kernel/greet.c' '@@ -1 +1 @@' "-$line" '+good day'
	done | split -l 5 - "$scratch/greet."
	mv "$scratch/greet.aa" "$own/tools/host/build/host-patches/greet.patch"
	mv "$scratch/greet.ab" "$own/tools/host/build/host-patches/7.3/greet.patch"
	try_overlay() { # VERSION PATCHLEVEL LINE
		printf '%s = %s\n' VERSION "$1" PATCHLEVEL "$2" >"$tree/Makefile"
		echo "$3" >"$tree/kernel/greet.c"
		rm -rf "$scratch/cache"
		KSRC=$tree XDG_CACHE_HOME=$scratch/cache "$own/tools/host/build/overlay-sources" &&
			grep -rqx 'good day' "$scratch"/cache/*/*/source/kernel/greet.c
	}

	try_overlay 6 12 hello && try_overlay 7 3 hullo && ! try_overlay 7 3 hello
}

# run_overlay: lay the checkout over a copy of the kernel tree
run_overlay() {
	KSRC=$tree XDG_CACHE_HOME=$scratch/cache "$own/tools/host/build/overlay-sources" 2>&1
}

# The copy follows changes and deletions in the user's tree, even with old
# timestamps.
check_updates() {
	local copy

	echo old >"$tree/kernel/changed.c"
	echo old >"$tree/kernel/goes.c"
	run_overlay || return
	copy=$(echo "$scratch"/cache/*/*/source)
	echo new >"$tree/kernel/changed.c"
	touch -d 2001-01-01 "$tree/kernel/changed.c"
	rm "$tree/kernel/goes.c"
	echo new >"$tree/kernel/new.c"
	run_overlay || return
	cat "$copy/.copied"
	[ "$(cat "$copy/kernel/changed.c")" = new ] && [ -f "$copy/kernel/new.c" ] &&
		[ ! -e "$copy/kernel/goes.c" ] && [ -f "$copy/kernel/trace/Kconfig.overlay" ] &&
		[ "$(cd "$copy" && ls -A)" = "$(printf '%s\n' .copied .overlaid MAINTAINERS \
			kernel samples)" ] || return
	# Unchanged files keep their timestamps.
	touch -d 2001-01-01 "$copy/kernel/new.c"
	run_overlay && [ "$(stat -c %Y "$copy/kernel/new.c")" = "$(date -d 2001-01-01 +%s)" ]
}

test_overlay_follows_changes_of_a_tree() {
	local own tree

	rm -rf "$scratch"/{own,tree,cache}
	create_overlay
	check_updates || return
	# Without git, overlay-sources cannot tell build products from sources.
	touch "$tree/.config"
	[ "$(run_overlay)" = "error: $tree was built in place; set KSRC to a copy in which $(
		)'make mrproper' was run" ]
}

test_overlay_leaves_out_ignored_files() {
	local own tree

	rm -rf "$scratch"/{own,tree,cache}
	create_overlay
	git init -q "$tree"
	printf '%s\n' '.*' '*.o' /objects/ >"$tree/.git/info/exclude"
	mkdir "$tree/objects"
	touch "$tree"/{.config,kernel/a.o,objects/a.c}
	git -C "$tree" add .
	check_updates
}

# make treats a target with a timestamp in the future as up to date.
test_overlay_corrects_times_in_the_future() {
	local own tree copy

	rm -rf "$scratch"/{own,tree,cache}
	create_overlay
	touch "$own/kernel/trace/a.c"
	run_overlay || return
	copy=$(echo "$scratch"/cache/*/*/source)
	touch -d tomorrow "$copy/kernel/trace/a.c"
	run_overlay || return
	touch "$scratch/now"
	[ ! "$copy/kernel/trace/a.c" -nt "$scratch/now" ]
}

# overlay-sources fails on a full disk, and the next run completes the copy.
test_overlay_continues_after_a_full_disk() {
	local own tree copy

	rm -rf "$scratch"/{own,tree,cache}
	create_overlay
	mkdir -p "$tree/kernel" "$own/kernel/trace/folder"
	head -c 100000 /dev/zero >"$tree/kernel/large.c"
	# A limit on the file size simulates a full disk.
	(trap '' XFSZ; ulimit -f 50; run_overlay) && { echo "no room, no error"; return 1; }
	run_overlay || return
	copy=$(echo "$scratch"/cache/*/*/source)
	cmp "$tree/kernel/large.c" "$copy/kernel/large.c" || return
	# The same while our files are copied.
	head -c 100000 /dev/zero >"$own/kernel/trace/folder/large.c"
	echo small >"$own/kernel/trace/folder/small.c"
	(trap '' XFSZ; ulimit -f 50; run_overlay) && { echo "no room, no error"; return 1; }
	run_overlay && cmp "$own/kernel/trace/folder/large.c" "$copy/kernel/trace/folder/large.c" &&
		[ -f "$copy/kernel/trace/folder/small.c" ] || return
	rm "$own/kernel/trace/folder/large.c"
	run_overlay && [ ! -e "$copy/kernel/trace/folder/large.c" ]
}

# print_change FILE: print a patch that changes a file from "hello" to "good day"
print_change() {
	printf '%s\n' "--- a/$1" "+++ b/$1" '@@ -1 +1 @@' -hello '+good day'
}

# build_patched: make the tree of "build-stock-kernel patched", with stand-ins for the programs
# that build it
build_patched() {
	PATH=$scratch/bin:$PATH KSRC=$tree XDG_CACHE_HOME=$scratch/cache \
		"$own/tools/host/build/build-stock-kernel" patched 2>&1
}

# A checkout that replaces one file of the base kernel and patches another one.
create_patches() {
	local name

	rm -rf "$scratch"/{own,tree,cache,bin}
	create_overlay
	copy_scripts "$own" build/{build-stock-kernel,stages.sh}
	for name in install-packages unpack-host-source configure-kernel; do
		script "$own/tools/host/build/$name" <<<'#!/bin/true'
	done
	script "$scratch/bin/make" <<<'#!/bin/true'
	mkdir "$own/tools/host/build/stock-patches"
	echo hello | tee "$tree"/kernel/{greet,other,trace/replaced}.c >"$own/kernel/trace/replaced.c"
	echo kernel/trace/replaced.c >"$own/tools/host/config/replaced-files"
	printf '%s\n' '# a remark' greet >"$own/tools/host/config/standalone-patches"
	print_change kernel/greet.c >"$own/tools/host/build/host-patches/greet.patch"
	print_change kernel/other.c >"$own/tools/host/build/host-patches/other.patch"
	print_change kernel/trace/replaced.c >"$own/tools/host/build/stock-patches/greet.patch"
}

# A patch in stock-patches changes the patched base kernel, and never our file of the same name.
# When the patch is gone, the next build has the file of the base kernel.
test_stock_patches_change_the_base_kernel_only() {
	local own tree copy patched

	create_patches
	build_patched || return
	patched=$(echo "$scratch"/cache/*/*/patched-source)
	[ "$(cat "$patched"/kernel/{greet,other,trace/replaced}.c)" = $'good day\nhello\ngood day' ] ||
		return
	run_overlay || return
	copy=$(echo "$scratch"/cache/*/*/source)
	[ "$(cat "$copy"/kernel/{greet,other,trace/replaced}.c)" = $'good day\ngood day\nhello' ] ||
		return
	rm "$own/tools/host/build/stock-patches/greet.patch"
	build_patched && [ "$(cat "$patched"/kernel/{greet,trace/replaced}.c)" = $'good day\nhello' ]
}

test_overlay_rejects_a_patch_of_a_replaced_file() {
	local own tree output

	create_patches
	mv "$own"/tools/host/build/{stock,host}-patches/greet.patch
	output=$(run_overlay) && return 1
	echo "$output"
	[ "$(tail -n 1 <<<"$output")" = "error: a patch in host-patches changes $(
		)kernel/trace/replaced.c, which a file of this repository replaces; $(
		)move the change to stock-patches" ]
}

test_overlay_has_tools_that_belong_to_a_kernel_tree() {
	local own tree output copy

	rm -rf "$scratch"/{own,tree,cache}
	create_overlay
	mkdir -p "$own/tools/tracing/hist/tests/data" "$own/tools/host/bench"
	touch "$own"/tools/{tracing/hist/{main.c,tests/data/a},host/bench/b}
	printf '%s\n' '# remark' 'tools/tracing/hist/tests/* a reason' \
		>"$own/tools/host/config/repository-only"
	run_overlay || return
	copy=$(echo "$scratch"/cache/*/*/source)
	[ "$(cd "$copy" && find tools -type f)" = tools/tracing/hist/main.c ] || return
	echo 'tools/tracing/gone/* a reason' >>"$own/tools/host/config/repository-only"
	output=$(run_overlay) && return 1
	echo "$output"
	[ "$(tail -n 1 <<<"$output")" = "error: repository-only lists tools/tracing/gone/*, $(
		)which matches no file of this repository" ]
}

# "patched" measures the effect of patches that our kernel has, too: stock-patches completes
# patches in the list, in files that ours replace.
test_stock_patches_belong_to_standalone_patches() {
	local file

	for file in "$host"/build/stock-patches/*.patch; do
		echo "$file"
		grep -qxF "$(basename "$file" .patch)" "$host/config/standalone-patches" || return
		! sed -n 's,^+++ b/,,p' "$file" | grep -vxF -f "$host/config/replaced-files" || return
	done
}

test_debug_info_describes_a_configuration() {
	local config=$scratch/debug.config output

	printf '%s\n' CONFIG_DEBUG_INFO_NONE=y '# CONFIG_DEBUG_INFO_BTF is not set' >"$config"
	output=$("$host/build/print-debug-info" "$config")
	[[ $output == 'Debugging information: none, which saves '*' have no BTF.' ]] ||
		{ echo "$output"; return 1; }
	echo CONFIG_DEBUG_INFO=y >"$config"
	output=$("$host/build/print-debug-info" "$config")
	[[ $output == 'Debugging information: DWARF, without BTF. '* ]] || { echo "$output"; return 1; }
	echo CONFIG_DEBUG_INFO_BTF=y >>"$config"
	output=$("$host/build/print-debug-info" "$config")
	[[ $output == 'Debugging information: DWARF and BTF, '* ]] || { echo "$output"; return 1; }
}

# The compile commands name the files and headers of the checkout, and no file of
# the base kernel.
test_compile_commands_are_of_this_checkout() {
	local own tree copy objects output

	rm -rf "$scratch"/{own,tree,cache}
	create_overlay
	cp "$host/build/write-compile-commands" "$own/tools/host/build"
	mkdir -p "$own/kernel/trace/hist" "$tree/scripts/clang-tools"
	touch "$own/kernel/trace/hist/ours.c" "$tree/kernel/trace/theirs.c"
	cat >"$tree/scripts/clang-tools/gen_compile_commands.py" <<-'END'
	import json, os, sys
	assert sys.argv[1] == "-d" and sys.argv[3] == "-o", sys.argv
	assert sys.argv[5:] == [sys.argv[2] + "/kernel/trace"], sys.argv
	source = os.path.dirname(sys.argv[2]) + "/source"
	files = [f"{source}/kernel/trace/{name}" for name in ("hist/ours.c", "theirs.c")]
	json.dump([{"directory": sys.argv[2], "file": file, "command":
		    f"gcc -fconserve-stack -I{source}/kernel/trace/hist -D'A=\"b c\"' -c {file}"}
		   for file in files], open(sys.argv[4], "w"))
	END
	run_overlay || return
	copy=$(echo "$scratch"/cache/*/*/source)
	objects=${copy%source}objects
	commands() {
		KSRC=$tree XDG_CACHE_HOME=$scratch/cache "$own/tools/host/build/write-compile-commands" 2>&1
	}

	output=$(commands) && return 1
	[ "$output" = "error: no objects yet: make kernel" ] || { echo "$output"; return 1; }
	mkdir -p "$objects/kernel/trace"
	output=$(commands) || { echo "$output"; return 1; }
	[ "$output" = "compile_commands.json: 1 files" ] || { echo "$output"; return 1; }
	python3 - "$own" "$copy" "$objects" <<-'END'
	import json, os, sys
	own, copy, objects = map(os.path.realpath, sys.argv[1:])
	entry, = json.load(open(f"{own}/compile_commands.json"))
	print(entry)
	ours, words = f"{own}/kernel/trace/hist/ours.c", entry["arguments"]
	assert os.path.realpath(entry["file"]) == ours and words[-1] == entry["file"]
	assert entry["directory"] == sys.argv[3]
	headers = [word for word in words if word.startswith("-I")]
	assert [os.path.realpath(word[2:]) for word in headers] == \
		[f"{own}/kernel/trace/hist", f"{copy}/kernel/trace/hist"]
	assert '-DA="b c"' in words and "-fconserve-stack" not in words
	assert f"{copy}/kernel/trace" in map(os.path.realpath, words)
	END
}

# The command of histogram-raw.rst builds the reader of raw tables, without a kernel.
test_reader_of_raw_tables_is_built() {
	local tree=$scratch/reader output

	mkdir -p "$tree/tools/tracing" "$tree/include"
	cp -R "$repo/tools/tracing/hist" "$tree/tools/tracing/" || return
	cp -R "$repo/include/uapi" "$tree/include/" || return
	# In a kernel tree, other headers are next to ours. Programs must not include them.
	echo '#error this header is not for programs' >"$tree/include/uapi/linux/types.h"
	make -s -C "$tree/tools/tracing/hist" clean || return
	output=$(make -s -C "$tree/tools/tracing/hist" CFLAGS='-Wall -Wextra' 2>&1)
	[ -z "$output" ] || { echo "$output"; return 1; }
	output=$(echo "no table" | "$tree/tools/tracing/hist/hist-raw" 2>&1) && return 1
	[[ $output == "standard input: "* ]] || { echo "$output"; return 1; }
}

# "make distclean" needs no free space.
test_cache_is_removed_on_a_full_disk() {
	local copy=$scratch/distclean

	copy_scripts "$copy" env.sh build/remove-cache config/kernel.config
	mkdir -p "$scratch/cache/hist-triggers/objects"
	script "$scratch/bin/df" <<<$'#!/bin/sh\necho / 9 9 0 9'
	PATH=$scratch/bin:$PATH XDG_CACHE_HOME=$scratch/cache \
		"$copy/tools/host/build/remove-cache" &&
		[ "$(ls "$scratch/cache/hist-triggers")" = lock ]
}

# A copy of the base kernel's tree that could not be finished is not used, even where the shell does
# not end at an error.
test_incomplete_copy_is_no_tree() {
	(
		. "$host/env.sh"
		. "$host/build/source-trees.sh"
		user_tree= host_tree=$scratch/tree
		mkdir -p "$host_tree"
		script "$scratch/bin/cp" <<<$'#!/bin/sh\nmkdir "$3"; exit 1'
		PATH=$scratch/bin:$PATH
		! copy_host "$scratch/copy" && [ ! -e "$scratch/copy" ]
	)
}

# A download that could not be copied completely is not used by the next run.
test_incomplete_download_is_no_package() {
	local copy=$scratch/download packages=$scratch/cache/hist-triggers/packages

	copy_scripts "$copy" env.sh build/fetch-host-source config/kernel.config
	script "$scratch/bin/apt-get" <<-'END'
	#!/bin/sh
	case "$*" in
	indextargets*)	echo http://debian.example/debian ;;
	*download*)	echo package >linux-source-7.3_7.3.4_all.deb ;;
	esac
	END
	script "$scratch/bin/apt-cache" <<<$'#!/bin/sh\necho "linux-source-7.3 | 7.3.4 | x"'
	script "$scratch/bin/cp" <<<$'#!/bin/sh\necho half >"$2"\n[ ! -e '"$scratch"$'/full ]'
	touch "$scratch/full"
	fetch() {
		PATH=$scratch/bin:$PATH BASE=7.3 XDG_CACHE_HOME=$scratch/cache \
			"$copy/tools/host/build/fetch-host-source"
	}
	! fetch && ! ls "$packages"/*.deb || return
	rm "$scratch/full"
	fetch && ls "$packages/linux-source-7.3_7.3.4_all.deb"
}

run_tests "$@"
