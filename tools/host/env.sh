# SPDX-License-Identifier: GPL-2.0
# Settings that the scripts of this directory share: versions, variants, paths, and the locks of
# build/ and of the cache. Bash scripts source this file.
#
# "Base kernel" is Debian's linux-source-6.12, the linux-source package that BASE selects, or the
# source tree that KSRC names. "Ours" is what this repository adds to it or replaces in it. The
# overlaid tree is a copy of the base kernel's source with our files in it.

# Versions of Linux that our files fit, oldest first. BASE in the environment selects one of them.
bases="6.12 7.3"
default_base=6.12
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

# KSRC in the environment names a tree that is used instead of Debian's package.
user_tree=${KSRC:-}
if [ -n "$user_tree" ]; then
	[ -f "$user_tree/kernel/trace/Kconfig" ] ||
		die "KSRC=$user_tree is not a Linux source tree; set it to the directory that has" \
			"MAINTAINERS and kernel/trace, or leave it out to take Debian's package"
	user_tree=$(cd "$user_tree" && pwd)
fi

# base_of_tree TREE: print the newest of the bases that is not newer than a source tree, or the
# oldest of all
base_of_tree() {
	local version

	version=$(awk '/^(VERSION|PATCHLEVEL) =/ { printf "%s%s", dot, $3; dot = "." }' \
		"$1/Makefile" 2>/dev/null) || :
	printf '%s\n' $bases ${version:+"$version tree"} | sort -sV |
		awk -v base="${bases%% *}" '/ tree$/ { exit } { base = $1 } END { print base }'
}

base=${BASE:-}
if [ -z "$base" ]; then
	base=$default_base
	[ -z "$user_tree" ] || base=$(base_of_tree "$user_tree")
fi
[[ " $bases " == *" $base "* ]] || die "unknown BASE=$base (valid: ${bases// /, })"

# Debian's package of the base kernel. Every version is accepted to which the patches in
# build/host-patches/ apply. hosts_tested lists the versions that the tests were run with, newest
# first. If no configured suite of apt has the package, it is downloaded from one of host_suites.
host_package=linux-source-$base
case $base in
6.12)	hosts_tested=6.12.117 host_suites= ;;
7.3)	hosts_tested=7.3.4 host_suites="trixie-backports sid experimental" ;;
esac

# Prefix of commands that need root; empty for root itself.
root=
[ "$(id -u)" -eq 0 ] || root='sudo '

repo=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
host=$repo/tools/host
out=$repo/build
# Another base than the default has its own results, in build/BASE.
[ "${BASE:-$default_base}" = "$default_base" ] || out=$out/$base
# The XDG Base Directory specification requires relative paths to be ignored.
cache=${XDG_CACHE_HOME-}
if [[ $cache != /* ]]; then
	cache=${HOME:-$(getent passwd "$(id -u)" | cut -d : -f 6)}
	[[ $cache == /* ]] || die "there is no home directory for the cache; set XDG_CACHE_HOME"
	cache=$cache/.cache
fi
cache=$cache/hist-triggers
export CCACHE_DIR=$cache/ccache
# The kernel's build and lists of files fail on blanks and colons in a path.
[[ $repo$cache != *[[:space:]:]* ]] || die "a path has a blank or a colon: $repo or $cache;" \
	"move the checkout, or set XDG_CACHE_HOME"
fragment=$host/config/kernel.config
fragments=("$fragment")
jobs=$(nproc)

# Variants of the kernel: VARIANT in the environment names a file of config/variants/, whose options
# override those of kernel.config. Comments in that file configure the scripts:
#
#   # guest: OPTION...	options of the script boot-guest
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
	laid_over=$host/config/variants/$VARIANT.config
	[ -f "$laid_over" ] || die "unknown variant $VARIANT (valid:" \
		"$(cd "$host/config" && ls variants 2>/dev/null | sed -n 's/\.config$//p' | xargs))"
	fragments+=("$laid_over")
	out=$out/$VARIANT
	read -ra guest_options < <(sed -n 's/^# guest: //p' "$laid_over") || :
	slower=$(sed -n 's/^# slower: //p' "$laid_over")
	: "${slower:=1}"
	mapfile -t make_words < <(sed -n 's/^# make: //p' "$laid_over")
	foreign=$(sed -n 's/^# programs: //p' "$laid_over")
	variant=-$VARIANT-$(grep -e CONFIG_ -e '^# make: ' "$laid_over" | sha256sum | cut -c 1-12)
fi
# GUEST in the environment holds more options of the script boot-guest, for this run only.
read -ra more_options <<<"${GUEST:-}"
guest_options+=(${more_options[@]+"${more_options[@]}"})
# KOUT in the environment names a directory that is used instead of build/. It has another kernel
# for the scripts that test the one in build/.
out=${KOUT:-$out}
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
*)	die "variant $VARIANT: unknown architecture $foreign of programs (valid: i386)" ;;
esac

# quote_log LOG: print the last lines of a log as "# ..." lines, below the "FAIL" line of a test
quote_log() {
	tail -n 40 "$1" | tr -d '\r' | cut -c 1-120 | sed 's/^/# /'
}

# require_space DIRECTORY MB WAY-OUT: create a directory. If it is not writable or has less than MB
# megabytes of free space, end with an error that proposes WAY-OUT.
require_space() {
	local output free

	output=$(mkdir -p "$1" 2>&1) || die "${output#mkdir: }; $3"
	[ -w "$1" ] || die "$1 cannot be written to; $3"
	free=$(df -Pm "$1" | awk 'END { print $4 }')
	[ "$free" -ge "$2" ] || die "$1 needs $2 MB and has $free; free some space, or $3"
}

# take_lock DESCRIPTOR FILE MESSAGE: take the lock of a file on a descriptor, and print a message if
# another script has it. If that script deletes the file, e.g. "make clean", begin again: the lock
# of a deleted file excludes nobody. Child processes inherit the descriptor and with it the lock,
# so a script that another one started does not wait.
take_lock() {
	while [ ! "/proc/self/fd/$1" -ef "$2" ]; do
		mkdir -p "${2%/*}"
		eval "exec $1>\"\$2\""
		flock -n "$1" && continue
		echo "$3"
		flock "$1"
	done
}

# lock_build: take the lock of build/, or of build/VARIANT, on descriptor 7. It protects the
# consoles, results and kernels there.
lock_build() {
	take_lock 7 "$out/lock" "Waiting for another command that works in $out."
}

# lock_cache: take the lock of the cache on descriptor 9, after that of the build directory. It
# protects everything below the cache directory. The sizes are in MB: a first build needs room for
# the source and the objects.
lock_cache() {
	local size=100

	lock_build
	[ ! /proc/self/fd/9 -ef "$cache/lock" ] || return 0
	[ -d "$kbuild" ] || size=600
	[ -d "$ksrc" ] || size=2500
	require_space "$cache" "$size" "set XDG_CACHE_HOME to another directory"
	wait_for_cache
}

# wait_for_cache: take the lock of the cache
wait_for_cache() {
	take_lock 9 "$cache/lock" "Waiting for another build to finish."
}

unlock_cache() {
	exec 9>&-
}

# downloaded_host: print the path of the base kernel's package that fetch-host-source has
# downloaded, if there is one
downloaded_host() {
	local file

	for file in "$cache/packages/${host_package}"_*.deb; do
		[ ! -f "$file" ] || echo "$file"
	done | sort -V | tail -n 1
}

# host_version: print the version of the base kernel's package that is installed or downloaded, or
# else the newest tested one
host_version() {
	local state version file

	read -r state version < <(dpkg-query -W \
		-f '${db:Status-Status} ${Version}\n' "$host_package" 2>/dev/null) || :
	if [ "${state-}" = installed ]; then
		echo "$version"
		return
	fi
	file=$(downloaded_host)
	if [ -n "$file" ]; then
		file=${file##*/"${host_package}"_}
		echo "${file%_*.deb}"
	else
		echo "${hosts_tested%% *}"
	fi
}

# kernel_version: print the version of the overlaid tree, e.g. 6.12.117. MAKEFLAGS may contain -w
# from a calling "make -C"; GNU make 4.3 then prints directories in spite of -s.
kernel_version() {
	make -s --no-print-directory -C "$ksrc" kernelversion
}

# Paths in the cache: host_tree is the base kernel's source, ksrc the overlaid tree, kbuild the
# objects of that.
if [ -n "$user_tree" ]; then
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
# The base kernel's source with our series of patches applied.
kseries=$cache/$host_name-$tools/series
# Objects of the base kernel, unmodified, for comparison.
kstock=$cache/$host_name-$tools/stock$variant
# Objects and source of the base kernel with the patches that standalone-patches lists and those of
# stock-patches/.
kpatched=$cache/$host_name-$tools/patched$variant
patched_tree=$cache/$host_name-$tools/patched-source
# Objects of the kernel that "make deb" builds with a configuration of the user's.
kdeb=$cache/$host_name-$tools/deb
