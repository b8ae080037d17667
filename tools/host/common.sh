# SPDX-License-Identifier: GPL-2.0
# What the scripts beside this one share: names, places, progress lines.
# Sourced by bash, never run.

# The host kernel. Any version of the series that our patches fit is taken; the tests were
# run with these, the newest first.
host_package=linux-source-6.12
hosts_tested=6.12.117
# What uname says behind the version, so that nobody takes ours for the host's.
local_version=-hist-triggers

# Messages are compared and parsed here and by the kernel's build, "cd" prints nothing, and
# other users than root run programs in the guest.
export LC_ALL=C
unset CDPATH
umask 022
# Administration tools are not on every user's path.
PATH=$PATH:/usr/sbin:/sbin

die() {
	echo "error: $*" >&2
	exit 1
}

# Before a command that takes root.
root=
[ "$(id -u)" -eq 0 ] || root='sudo '

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=$repo/tools/host
out=$repo/build
# By the standard, a relative path does not count.
cache=${XDG_CACHE_HOME-}
if [[ $cache != /* ]]; then
	cache=${HOME:-$(getent passwd "$(id -u)" | cut -d : -f 6)}
	[[ $cache == /* ]] || die "there is no home directory for the cache; set XDG_CACHE_HOME"
	cache=$cache/.cache
fi
cache=$cache/hist-triggers
# Neither the kernel's build nor lists of files bear these.
[[ $repo$cache != *[[:space:]:]* ]] || die "a path has a blank or a colon: $repo or $cache;" \
	"move the checkout, or set XDG_CACHE_HOME"
fragment=$here/kernel.config
fragments=("$fragment")
jobs=$(nproc)

# A variant of the kernel: VARIANT in the environment names a file of variants/, which is
# laid over kernel.config. What such a kernel asks of its guests stands in comments:
# "# guest: ..." are options of the script guest, "# slower: N" is by how much each limit
# of time is longer, each "# make: ..." is a word for the kernel's make, and "# programs:
# i386" says whose programs it runs, if not this machine's. What is built and what is logged
# is beside that of the others.
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
# GUEST in the environment has more options of it, for one time.
read -ra more_options <<<"${GUEST:-}"
guest_options+=(${more_options[@]+"${more_options[@]}"})
# LOGS in the environment keeps those of one time apart.
logs=$out/log${LOGS:+/$LOGS}

# Where the guest's user space comes from, and what compiles for it.
userland=
cc=(gcc)
case $foreign in
'')	;;
i386)	userland=$cache/userland-$foreign
	guest_options+=(--busybox "$userland/bin/busybox")
	cc+=(-m32) ;;
*)	die "$VARIANT: nobody knows how to compile programs for $foreign" ;;
esac

# compile_program SOURCE PROGRAM FLAG...: compile a test program for the guest, which has no C
# library. Warnings are errors with those compilers only that the programs were tested with.
compile_program() {
	local strict=

	case $("${cc[@]}" -dumpversion) in
	12|12.*|14|14.*) strict=-Werror ;;
	esac
	"${cc[@]}" -static -O2 -Wall -Wextra $strict "${@:3}" -o "$2" "$1"
}

# guest OPTION...: boot the kernel that was built last
guest() {
	"$here/guest" --kernel "$out/bzImage" ${guest_options[@]+"${guest_options[@]}"} "$@" 7>&-
}

# count_lanes N: how many guests run N tests at the same time: as many as JOBS says or there are
# CPUs, and have memory.
count_lanes() {
	awk -v lanes="${JOBS:-$jobs}" -v tests="$1" '
	/^MemAvailable:/ { room = int($2 / 1300000) }
	END {
		lanes = lanes < tests ? lanes : tests
		lanes = room == "" || lanes < room ? lanes : room
		print (lanes > 1 ? int(lanes) : 1)
	}' /proc/meminfo
}

# lanes_end_with_us: make each job that is started in the background a process group, so that
# its guest ends with it, and let all of them end with this script.
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

# splats [OPTION] CONSOLE: what a kernel should not have said
splats() {
	"$here/splats" "${@:1:$#-1}" "$out/functions" \
		"$repo/tools/testing/selftests/known-splats" "${!#}"
}

# splat_results CONSOLE: the same for the verdict, to whom it is one that nobody could look
splat_results() {
	local found

	found=$(splats --results "$1") || grep -q '^SPLAT ' <<<"$found" ||
		found="SPLAT guest the console was not searched: $1"
	[ -z "$found" ] || echo "$found"
}

# complaints CONSOLE: the same for people; never just nothing if it was not searched
complaints() {
	local found

	found=$(splats "$1") || [ -n "$found" ] || found="the console was not searched: $1"
	[ -z "$found" ] || echo "$found"
}

# show_stage NAME SECONDS [TEXT]: the line of a stage, in place of the last one on a
# terminal. Elsewhere its name was printed when it began.
show_stage() {
	if [ -t 1 ]; then
		printf '\r\033[K%-12s' "$1"
	fi
	printf '%5d s%s' "$2" "${3:+  $3}"
}

# objects_in LOG: how far the kernel's make is. The fragment says how many objects the first
# build compiles.
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

# watch_stage NAME LOG START: while this shell runs, print the line of a stage each second
watch_stage() {
	while sleep 1 && kill -0 $$ 2>/dev/null; do
		show_stage "$1" $((SECONDS - $3)) "$(objects_in "$2")"
	done
}

# stage NAME COMMAND...: one line with the time it took; the output goes to a
# log, and the part of it that matters to the terminal if the command fails.
# On a terminal the line also shows the progress of the command.
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

# quote LOG: the last that was said, for below the line of what failed.
quote() {
	tail -n 40 "$1" | tr -d '\r' | cut -c 1-120 | sed 's/^/# /'
}

# room DIRECTORY MB WAY-OUT: make a directory, and end if it cannot be written to or has not
# that much room.
room() {
	local said free

	said=$(mkdir -p "$1" 2>&1) || die "${said#mkdir: }; $3"
	[ -w "$1" ] || die "$1 cannot be written to; $3"
	free=$(df -Pm "$1" | awk 'END { print $4 }')
	[ "$free" -ge "$2" ] || die "$1 needs $2 MB and has $free; free some space, or $3"
}

# lock_build: take the lock of build/, or of the variant's part of it. One script at a time
# writes consoles, results and kernels there; its children share the lock.
lock_build() {
	mkdir -p "$out"
	[ ! /proc/self/fd/7 -ef "$out/lock" ] || return 0
	exec 7>"$out/lock"
	flock -n 7 && return
	echo "Waiting for another command that works in $out."
	flock 7
}

# Everything below the cache directory changes under one lock only. A script that was started by
# one that has the lock shares it.
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

# host_versions [PREFIX...]: the versions of the host's package in the configured suites that
# begin so, newest first
host_versions() {
	[ $# -gt 0 ] || set -- ''
	apt-cache madison "$host_package" 2>/dev/null |
		awk -F ' *[|] *' '$3 ~ / Packages$/ { print $2 }' | sort -Vru |
		grep "${@/#/-e^}"
}

# way_to_tested_host: how to get a version of the host's package that the tests were run with.
# Debian's suites of security updates have the newest.
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

# unfit WHAT: end because WHAT of ours does not fit the host's tree, and say how to get one
# that it fits.
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

# What is installed, or else what would be.
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

# host_files: a line for each file of the user's own tree, with what tells that it changed.
# Neither git's own files nor what was built there count.
host_files() (
	cd "$user_tree" || exit
	list=(find . -name .git -prune -o \( -type f -o -type l \) -printf '%P\0')
	if [ -e .git ] && git rev-parse >/dev/null 2>&1; then
		list=(git ls-files -co --exclude-standard -z)
	elif [ -e .config ] || [ -d include/config ]; then
		die "$user_tree was built in place; set KSRC to a copy in which 'make mrproper' was run"
	fi
	# Files that git knows may be gone.
	"${list[@]}" | { xargs -0 stat -c $'%n\t%s %Y %Z %i' 2>/dev/null || :; } | sort
)

# copy_files DIRECTORY: copy the files that standard input names from the user's own tree
copy_files() (
	set -o pipefail
	tar -C "$user_tree" --no-recursion --verbatim-files-from -T - -cf - | tar -C "$1" -xmf -
)

# copy_host DIRECTORY: a tree like the host's: links to the cached source, real files of
# the user's own tree.
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

# put FILE TARGET: no write when nothing changed, a new time when it did.
put() {
	cmp -s "$1" "$2" && return
	mkdir -p "$(dirname "$2")"
	cp "$1" "$2.new"
	mv "$2.new" "$2"
	echo "wrote ${2#"$ksrc"/}"
}

# patched_files PATCH...: files of the host that these patches change
patched_files() {
	cat /dev/null "$@" | sed -n 's,^+++ b/,,p' | sort -u
}

# put_patched TREE SCRATCH PATCH...: put what the patches change into TREE. They are applied in
# the empty directory SCRATCH, so that files which are the same as before are not written.
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

# host_kconfig DIRECTORY OUR-KCONFIG: the host's own, without the entries that ours define.
host_kconfig() {
	awk '
	FILENAME == ARGV[1] { if ($1 == "config") ours[$2]; next }
	/^[a-z]/ { skip = ($1 == "config" || $1 == "menuconfig") && $2 in ours }
	!skip' "$2" "$host_tree/$1/Kconfig"
}

# Where the host's sources, the overlaid copy of them and its objects are.
# KSRC in the environment is a tree of the user's own, taken instead of Debian's.
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
# Objects depend on the host's version, on how it is configured, and on the
# tools that made them. Variants share the source.
tools=$({ grep CONFIG_ "$fragment"; gcc --version; ld --version; } 2>/dev/null |
	sha256sum | cut -c 1-12) || :
ksrc=$cache/$host_name-$tools/source
kbuild=$cache/$host_name-$tools/objects$variant
klint=$cache/$host_name-$tools/lint$variant
# The host's source without ours, with which our series of patches begins.
kseries=$cache/$host_name-$tools/series
# The host's own kernel, to compare with.
kstock=$cache/$host_name-$tools/stock$variant
# The same with those of our patches that need no file of ours, and its source.
kpatched=$cache/$host_name-$tools/patched$variant
patched_tree=$cache/$host_name-$tools/patched-source
# A kernel to be installed, with a configuration of the user's.
kdeb=$cache/$host_name-$tools/deb
