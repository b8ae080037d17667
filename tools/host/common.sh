# SPDX-License-Identifier: GPL-2.0
# Settings and functions that the scripts of this directory share: versions, paths, locks,
# progress lines, the overlaid copy of the base kernel's source. Bash scripts source this file.
#
# "Base kernel" is Debian's linux-source-6.12, or the source tree that KSRC names. "Ours" is
# what this repository adds to it or replaces in it. The overlaid tree is a copy of the base
# kernel's source with our files in it.

# Debian's package of the base kernel. Every version of it is accepted that tools/host/patches
# applies to. hosts_tested lists the versions that the tests were run with, newest first.
host_package=linux-source-6.12
hosts_tested=6.12.117
# Suffix of the kernel release in "uname -r". It tells our kernel from the base kernel.
local_version=-hist-triggers

# Locale C: scripts here and in the kernel's build parse messages of other programs.
# No CDPATH: with it, "cd" prints a directory. umask 022: the guest's files get the modes that
# they have here, and users other than root run programs there.
export LC_ALL=C
unset CDPATH
umask 022
# These two directories are not on every user's PATH.
PATH=$PATH:/usr/sbin:/sbin

die() {
	echo "error: $*" >&2
	exit 1
}

# Prefix of commands that need root; empty for root itself.
root=
[ "$(id -u)" -eq 0 ] || root='sudo '

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=$repo/tools/host
out=$repo/build
# The XDG Base Directory specification requires relative paths to be ignored.
cache=${XDG_CACHE_HOME-}
if [[ $cache != /* ]]; then
	cache=${HOME:-$(getent passwd "$(id -u)" | cut -d : -f 6)}
	[[ $cache == /* ]] || die "there is no home directory for the cache; set XDG_CACHE_HOME"
	cache=$cache/.cache
fi
cache=$cache/hist-triggers
# The kernel's build and the lists of files below fail on blanks and colons in a path.
[[ $repo$cache != *[[:space:]:]* ]] || die "a path has a blank or a colon: $repo or $cache;" \
	"move the checkout, or set XDG_CACHE_HOME"
fragment=$here/kernel.config
fragments=("$fragment")
jobs=$(nproc)

# Variants of the kernel: VARIANT in the environment names a file of variants/, whose options
# override those of kernel.config. Comments in that file configure the scripts:
#
#   # guest: OPTION...	options of the script guest
#   # slower: N		factor for every time limit
#   # make: WORD	argument for the kernel's make; may be repeated
#   # programs: i386	architecture of the guest's programs, if it is not this machine's
#
# Each variant has its own build/VARIANT and its own directory of objects. The name of the
# latter has a checksum of the options and "# make:" lines.
guest_options=()
make_words=()
slower=1
foreign=
variant=
if [ -n "${VARIANT:-}" ]; then
	laid_over=$here/variants/$VARIANT.config
	[ -f "$laid_over" ] || die "there is no variant $VARIANT; there are:" \
		$(cd "$here" && ls variants 2>/dev/null | sed -n 's/\.config$//p')
	fragments+=("$laid_over")
	out=$out/$VARIANT
	read -ra guest_options < <(sed -n 's/^# guest: //p' "$laid_over") || :
	slower=$(sed -n 's/^# slower: //p' "$laid_over")
	: "${slower:=1}"
	mapfile -t make_words < <(sed -n 's/^# make: //p' "$laid_over")
	foreign=$(sed -n 's/^# programs: //p' "$laid_over")
	variant=-$VARIANT-$(grep -e CONFIG_ -e '^# make: ' "$laid_over" | sha256sum | cut -c 1-12)
fi
# GUEST in the environment holds more options of the script guest, for this run only.
read -ra more_options <<<"${GUEST:-}"
guest_options+=(${more_options[@]+"${more_options[@]}"})
# LOGS in the environment names a subdirectory for the logs of this run, so that it does not
# overwrite the logs of another run of the same tests.
logs=$out/log${LOGS:+/$LOGS}

# userland is the root of the tree from which the guest gets busybox and its shells; empty: this
# machine's. cc is the command that compiles programs for the guest.
userland=
cc=(gcc)
case $foreign in
'')	;;
i386)	userland=$cache/userland-$foreign
	guest_options+=(--busybox "$userland/bin/busybox")
	cc+=(-m32) ;;
*)	die "$VARIANT: nobody knows how to compile programs for $foreign" ;;
esac

# compile_program SOURCE PROGRAM FLAG...: compile a test program for the guest. The program is
# static, because the guest has no C library. Warnings are errors only with the compiler
# versions that the programs were tested with: another version may have new warnings.
compile_program() {
	local strict=

	case $("${cc[@]}" -dumpversion) in
	12|12.*|14|14.*) strict=-Werror ;;
	esac
	"${cc[@]}" -static -O2 -Wall -Wextra $strict "${@:3}" -o "$2" "$1"
}

# guest OPTION...: boot the kernel that was built last. The guest does not inherit descriptor 7,
# so a QEMU that outlives this script does not keep the lock of the build directory.
guest() {
	"$here/guest" --kernel "$out/bzImage" ${guest_options[@]+"${guest_options[@]}"} "$@" 7>&-
}

# count_lanes N: print how many guests run in parallel for N tests: JOBS (default: the number of
# CPUs), at most N, at most one for each 1.3 GB of available memory, and at least 1.
count_lanes() {
	awk -v lanes="${JOBS:-$jobs}" -v tests="$1" '
	/^MemAvailable:/ { room = int($2 / 1300000) }
	END {
		lanes = lanes < tests ? lanes : tests
		lanes = room == "" || lanes < room ? lanes : room
		print (lanes > 1 ? int(lanes) : 1)
	}' /proc/meminfo
}

# lanes_end_with_us: make each background job that is started from now on a process group (set
# -m), and kill these groups, with the guests in them, when this script ends.
lanes_end_with_us() {
	trap 'end_lanes' EXIT
	trap 'trap - INT; kill -INT $$' INT
	trap 'exit 143' TERM
	set -m
}

end_lanes() {
	local group

	for group in $(jobs -p); do
		kill -- "-$group" 2>/dev/null || :
	done
}

# splats [OPTION] CONSOLE: search a console log for kernel warnings, bugs and debug reports
# that are not listed in known-splats
splats() {
	"$here/splats" "${@:1:$#-1}" "$out/functions" \
		"$repo/tools/testing/selftests/known-splats" "${!#}"
}

# splat_results CONSOLE: the same, in the format that the script verdict reads. If the search
# itself fails, print that as a splat.
splat_results() {
	local found

	found=$(splats --results "$1") || grep -q '^SPLAT ' <<<"$found" ||
		found="SPLAT guest the console was not searched: $1"
	[ -z "$found" ] || echo "$found"
}

# complaints CONSOLE: the same, human-readable. If the search itself fails, print that.
complaints() {
	local found

	found=$(splats "$1") || [ -n "$found" ] || found="the console was not searched: $1"
	[ -z "$found" ] || echo "$found"
}

# show_stage NAME SECONDS [TEXT]: print the progress line of a stage. On a terminal it replaces
# the previous one; elsewhere stage() has printed the name already.
show_stage() {
	if [ -t 1 ]; then
		printf '\r\033[K%-12s' "$1"
	fi
	printf '%5d s%s' "$2" "${3:+  $3}"
}

# objects_in LOG: count the objects that the kernel's make has compiled. For a first build, also
# print the expected number, which kernel.config has in a comment.
objects_in() {
	local built expected

	expected=$(sed -n 's/^# objects: //p' "$fragment")
	built=$(grep -cE '^  (HOST)?(CC|AS) ' "$1") || :
	if [ ! -e "$kbuild/vmlinux" ] && [ "$built" -lt "${expected:-0}" ]; then
		echo "$built of about $expected objects"
	elif [ "$built" -gt 0 ]; then
		echo "$built objects"
	fi
}

# watch_stage NAME LOG START: print the progress line of a stage each second until this shell
# ends. START is the value of SECONDS at the beginning of the stage.
watch_stage() {
	while sleep 1 && kill -0 $$ 2>/dev/null; do
		show_stage "$1" $((SECONDS - $3)) "$(objects_in "$2")"
	done
}

# stage NAME COMMAND...: run a command with its output in the log NAME.log and print one line
# with the time that it took. On a terminal the line is updated while the command runs. If the
# command fails, print the errors in the log (or its last lines) and return its status.
stage() {
	local name=$1 log=$logs/$1.log start=$SECONDS status=0 watcher=
	shift

	mkdir -p "$logs"
	: >"$log"
	if [ -t 1 ]; then
		watch_stage "$name" "$log" "$start" 9>&- &
		watcher=$!
	else
		printf '%-12s' "$name"
	fi
	"$@" >"$log" 2>&1 </dev/null || status=$?
	if [ -n "$watcher" ]; then
		kill "$watcher"
		wait "$watcher" 2>/dev/null || :
	fi
	if [ "$status" -eq 0 ]; then
		show_stage "$name" $((SECONDS - start))
		echo
		return 0
	fi
	show_stage "$name" $((SECONDS - start)) FAILED
	echo
	{
		grep -E -A 3 '(error:|ERROR:|undefined reference|No rule to make)' \
			"$log" | sed "s,$cache/[^/]*/,," | head -n 30 | grep . ||
			tail -n 30 "$log"
		echo "The whole log: $log"
	} >&2
	return "$status"
}

# quote LOG: print the last lines of a log as "# ..." lines, below the "FAIL" line of a test
quote() {
	tail -n 40 "$1" | tr -d '\r' | cut -c 1-120 | sed 's/^/# /'
}

# room DIRECTORY MB WAY-OUT: create a directory. If it is not writable or has less than MB
# megabytes of free space, end with an error that proposes WAY-OUT.
room() {
	local said free

	said=$(mkdir -p "$1" 2>&1) || die "${said#mkdir: }; $3"
	[ -w "$1" ] || die "$1 cannot be written to; $3"
	free=$(df -Pm "$1" | awk 'END { print $4 }')
	[ "$free" -ge "$2" ] || die "$1 needs $2 MB and has $free; free some space, or $3"
}

# lock_build: take the lock of build/, or of build/VARIANT, on descriptor 7. It protects the
# consoles, results and kernels there. Child processes inherit the descriptor and with it the
# lock, so a script that another one started does not wait.
lock_build() {
	mkdir -p "$out"
	[ ! /proc/self/fd/7 -ef "$out/lock" ] || return 0
	exec 7>"$out/lock"
	flock -n 7 && return
	echo "Waiting for another command that works in $out."
	flock 7
}

# lock_cache: take the lock of the cache on descriptor 9, after that of the build directory. It
# protects everything below the cache directory. Child processes inherit the lock. The sizes are
# in MB: a first build needs room for the source and the objects.
lock_cache() {
	local size=100

	lock_build
	[ ! /proc/self/fd/9 -ef "$cache/lock" ] || return 0
	[ -d "$kbuild" ] || size=600
	[ -d "$ksrc" ] || size=2500
	room "$cache" "$size" "set XDG_CACHE_HOME to another directory"
	exec 9>"$cache/lock"
	flock -n 9 && return
	echo "Waiting for another build to finish."
	flock 9
}

unlock_cache() {
	exec 9>&-
}

# host_versions [PREFIX...]: list the versions of the base kernel's package in the configured
# suites, newest first; with prefixes, only versions that begin with one of them
host_versions() {
	[ $# -gt 0 ] || set -- ''
	apt-cache madison "$host_package" 2>/dev/null |
		awk -F ' *[|] *' '$3 ~ / Packages$/ { print $2 }' | sort -Vru |
		grep "${@/#/-e^}"
}

# way_to_tested_host: print how to get a version of the base kernel that the tests were run
# with. Debian's security suites have the newest versions of the package.
way_to_tested_host() {
	local release versions suite=

	release=$(. /etc/os-release 2>/dev/null && echo "${ID-} ${VERSION_ID-}") || :
	case $release in
	'debian 12')	suite=bookworm-security ;;
	'debian 13')	suite=trixie-security ;;
	esac
	versions=$(host_versions ${hosts_tested// /- }-) || :
	if [ -n "$versions" ]; then
		echo "run: ${root}apt-get install $host_package=${versions%%$'\n'*}"
	elif [ -n "$suite" ] && ! apt-cache policy 2>/dev/null | grep -q "n=$suite,"; then
		echo "$suite has it, so run: echo 'deb http://deb.debian.org/debian-security" \
			"$suite main' | ${root}tee /etc/apt/sources.list.d/$suite.list &&" \
			"${root}apt-get update && ${root}apt-get install $host_package"
	elif [ -n "$suite" ] && dpkg --compare-versions "$(host_version)" lt "${hosts_tested%% *}"; then
		echo "run: ${root}apt-get update && ${root}apt-get install $host_package"
	else
		echo "get the source of Linux ${hosts_tested%% *} from kernel.org and add" \
			"KSRC=DIRECTORY to the make command"
	fi
}

# unfit WHAT: end with an error because WHAT of ours does not fit the base kernel's tree, and
# propose how to get a version that it fits
unfit() {
	local tree=$host_name next

	if [ -n "$user_tree" ]; then
		tree="$user_tree, Linux $(awk '/^(VERSION|PATCHLEVEL|SUBLEVEL) =/ {
			printf "%s%s", dot, $3; dot = "." }' "$user_tree/Makefile")"
		next="try a tree of that version: git -C $user_tree checkout v${hosts_tested%% *}"
	else
		next=$(way_to_tested_host)
	fi
	die "$1 does not fit $tree; the tests were run with Linux $hosts_tested; $next"
}

# host_version: print the version of the base kernel's package that is installed, or else the
# newest tested one
host_version() {
	local state version

	read -r state version < <(dpkg-query -W \
		-f '${db:Status-Status} ${Version}\n' "$host_package" 2>/dev/null) || :
	if [ "${state-}" = installed ]; then
		echo "$version"
	else
		echo "${hosts_tested%% *}"
	fi
}

# host_files: print a line for each file of the user's tree: its name, a tab, and size, mtime,
# ctime and inode number, of which at least one differs when the file has changed. Files of git
# and files that git ignores are left out. A tree without git must not contain build results.
host_files() (
	cd "$user_tree" || exit
	list=(find . -name .git -prune -o \( -type f -o -type l \) -printf '%P\0')
	if [ -e .git ] && git rev-parse >/dev/null 2>&1; then
		list=(git ls-files -co --exclude-standard -z)
	elif [ -e .config ] || [ -d include/config ]; then
		die "$user_tree was built in place; set KSRC to a copy in which 'make mrproper' was run"
	fi
	# git ls-files also lists files that were deleted without "git rm": stat fails for them.
	"${list[@]}" | { xargs -0 stat -c $'%n\t%s %Y %Z %i' 2>/dev/null || :; } | sort
)

# copy_files DIRECTORY: copy the files that standard input names from the user's tree. They get
# the present time (tar -m), so that make rebuilds their objects.
copy_files() (
	set -o pipefail
	tar -C "$user_tree" --no-recursion --verbatim-files-from -T - -cf - | tar -C "$1" -xmf -
)

# copy_host DIRECTORY: copy the base kernel's tree. Files of the cached source become hard
# links, so no script may write to a file of the copy in place; see put(). Files of a user's tree
# are copied, and .copied has the output of host_files.
copy_host() {
	rm -rf "$1.part"
	mkdir -p "$(dirname "$1")"
	if [ -n "$user_tree" ]; then
		mkdir "$1.part"
		host_files >"$1.part/.copied"
		cut -f 1 "$1.part/.copied" | copy_files "$1.part" ||
			die "not all of $user_tree could be copied to $1"
	else
		cp -al "$host_tree" "$1.part"
	fi
	mv "$1.part" "$1"
}

# put FILE TARGET: copy a file of which the content differs, with a new time, so that make sees
# exactly what changed. The target is replaced and not written, because it may be a hard link.
put() {
	cmp -s "$1" "$2" && return
	mkdir -p "$(dirname "$2")"
	cp "$1" "$2.new"
	mv "$2.new" "$2"
	echo "wrote ${2#"$ksrc"/}"
}

# patched_files PATCH...: list the files of the base kernel that these patches change
patched_files() {
	cat /dev/null "$@" | sed -n 's,^+++ b/,,p' | sort -u
}

# put_patched TREE SCRATCH PATCH...: apply patches to copies of the base kernel's files in the
# empty directory SCRATCH and put the results into TREE. Files that are in TREE already with that
# content keep their time. A patch must apply without fuzz.
put_patched() {
	local tree=$1 scratch=$2 file
	shift 2

	for file in $(patched_files "$@"); do
		mkdir -p "$scratch/$(dirname "$file")"
		[ -f "$host_tree/$file" ] || unfit "a patch of $file"
		cp "$host_tree/$file" "$scratch/$file"
	done
	for file; do
		patch -s -p1 -F 0 -d "$scratch" <"$file" || unfit "$(basename "$file")"
	done
	for file in $(patched_files "$@"); do
		put "$scratch/$file" "$tree/$file"
	done
}

# host_kconfig DIRECTORY OUR-KCONFIG: print the base kernel's Kconfig file of a directory
# without the entries of options that OUR-KCONFIG defines
host_kconfig() {
	awk '
	FILENAME == ARGV[1] { if ($1 == "config") ours[$2]; next }
	/^[a-z]/ { skip = ($1 == "config" || $1 == "menuconfig") && $2 in ours }
	!skip' "$2" "$host_tree/$1/Kconfig"
}

# Paths in the cache: host_tree is the base kernel's source, ksrc the overlaid tree, kbuild the
# objects of that. KSRC in the environment names a tree that is used instead of Debian's.
user_tree=${KSRC:-}
if [ -n "$user_tree" ]; then
	[ -f "$user_tree/kernel/trace/Kconfig" ] ||
		die "KSRC=$user_tree is not a Linux source tree; set it to the directory that has" \
			"MAINTAINERS and kernel/trace, or leave it out to take Debian's package"
	user_tree=$(cd "$user_tree" && pwd)
	host_name=own-$(echo "$user_tree" | sha256sum | cut -c 1-12)
	host_tree=$user_tree
else
	host_name=$host_package-$(host_version)
	host_tree=$cache/$host_name
fi
# Objects depend on the version of the base kernel, the options of kernel.config, gcc and ld. A
# checksum of the last three is part of the paths. Variants share the source.
tools=$({ grep CONFIG_ "$fragment"; gcc --version; ld --version; } 2>/dev/null |
	sha256sum | cut -c 1-12) || :
ksrc=$cache/$host_name-$tools/source
kbuild=$cache/$host_name-$tools/objects$variant
klint=$cache/$host_name-$tools/lint$variant
# The stripped tree to which our series of patches applies; see the script stripped.
kseries=$cache/$host_name-$tools/series
# Objects of the base kernel, unmodified, for comparison.
kstock=$cache/$host_name-$tools/stock$variant
# Objects and source of the base kernel with the patches that standalone-patches lists.
kpatched=$cache/$host_name-$tools/patched$variant
patched_tree=$cache/$host_name-$tools/patched-source
# Objects of the kernel that "make deb" builds with a configuration of the user's.
kdeb=$cache/$host_name-$tools/deb
