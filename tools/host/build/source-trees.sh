# SPDX-License-Identifier: GPL-2.0
# Functions of the scripts that make source trees from that of the base kernel: copy it, apply
# patches, and report versions that our files do not fit. Bash scripts source this file after
# env.sh.

# list_host_versions [PREFIX...]: list the versions of the base kernel's package in the configured
# suites, newest first; with prefixes, only versions that begin with one of them
list_host_versions() {
	[ $# -gt 0 ] || set -- ''
	apt-cache madison "$host_package" 2>/dev/null |
		awk -F ' *[|] *' '$3 ~ / Packages$/ { print $2 }' | sort -Vru |
		grep "${@/#/-e^}"
}

# suggest_tested_host: print how to get a version of the base kernel that the tests were run
# with. Debian's security suites have the newest versions of the package.
suggest_tested_host() {
	local release versions suite=

	release=$(. /etc/os-release 2>/dev/null && echo "${ID-} ${VERSION_ID-}") || :
	case $release in
	'debian 12')	suite=bookworm-security ;;
	'debian 13')	suite=trixie-security ;;
	esac
	versions=$(list_host_versions ${hosts_tested// /- }-) || :
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

# die_incompatible WHAT: end with an error because WHAT of ours does not fit the base kernel's tree,
# and propose how to get a version that it fits
die_incompatible() {
	local tree=$host_name next

	if [ -n "$user_tree" ]; then
		tree="$user_tree, Linux $(awk '/^(VERSION|PATCHLEVEL|SUBLEVEL) =/ {
			printf "%s%s", dot, $3; dot = "." }' "$user_tree/Makefile")"
		next="try a tree of that version: git -C $user_tree checkout v${hosts_tested%% *}"
	else
		next=$(suggest_tested_host)
	fi
	die "$1 does not fit $tree; the tests were run with Linux $hosts_tested; $next"
}

# list_host_files: print a line for each file of the user's tree: its name, a tab, and size, mtime,
# ctime and inode number, of which at least one differs when the file has changed. Files of git
# and files that git ignores are left out. A tree without git must not contain build results.
list_host_files() (
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

# copy_host DIRECTORY: copy the base kernel's tree. Files of the cached source become hard links,
# so no script may write to a file of the copy in place; see copy_if_changed(). Files of a user's
# tree are copied, and .copied has the output of list_host_files.
copy_host() {
	rm -rf "$1.part"
	mkdir -p "$(dirname "$1")"
	if [ -n "$user_tree" ]; then
		mkdir "$1.part"
		list_host_files >"$1.part/.copied" || return
		cut -f 1 "$1.part/.copied" | copy_files "$1.part" ||
			die "cannot copy all files of $user_tree to $1"
	else
		cp -al "$host_tree" "$1.part" || return
	fi
	mv "$1.part" "$1"
}

# copy_if_changed FILE TARGET: copy a file of which the content differs, with a new time, so that
# make sees exactly what changed. The target is replaced and not written, because it may be a hard
# link.
copy_if_changed() {
	cmp -s "$1" "$2" && return
	mkdir -p "$(dirname "$2")"
	cp "$1" "$2.new"
	mv "$2.new" "$2"
	echo "wrote ${2#"$ksrc"/}"
}

# select_patch FILE: print the path of a patch for the base kernel. A patch DIRECTORY/NAME.patch
# fits the default base. If it does not fit another base, DIRECTORY/BASE/NAME.patch is used there.
select_patch() {
	local file=${1%/*}/$base/${1##*/}

	[ -f "$file" ] || file=$1
	echo "$file"
}

# list_patches_in DIRECTORY: list the patches of a directory for the base kernel
list_patches_in() {
	local file

	for file in "$1"/*.patch; do
		[ ! -f "$file" ] || select_patch "$file"
	done
}

# list_patched_files PATCH...: list the files of the base kernel that these patches change
list_patched_files() {
	cat /dev/null "$@" | sed -n 's,^+++ b/,,p' | sort -u
}

# copy_patched TREE SCRATCH PATCH...: apply patches to copies of the base kernel's files in the
# empty directory SCRATCH and put the results into TREE. Files that are in TREE already with that
# content keep their time. A patch must apply without fuzz.
copy_patched() {
	local tree=$1 scratch=$2 file
	shift 2

	for file in $(list_patched_files "$@"); do
		mkdir -p "$scratch/$(dirname "$file")"
		[ -f "$host_tree/$file" ] || die_incompatible "a patch of $file"
		cp "$host_tree/$file" "$scratch/$file"
	done
	for file; do
		patch -s -p1 -F 0 -d "$scratch" <"$file" || die_incompatible "$(basename "$file")"
	done
	for file in $(list_patched_files "$@"); do
		copy_if_changed "$scratch/$file" "$tree/$file"
	done
}

# list_options FILE...: list the options that Kconfig files define
list_options() {
	sed -nE 's/^(menu)?config ([A-Z0-9_]+)$/\2/p' "$@" | sort -u
}

# print_known_options FRAGMENT...: print fragments of a configuration without the options that the base
# kernel does not know
print_known_options() {
	local unknown

	unknown=$(comm -23 <(list_options "$repo/Kconfig" "$repo/samples/Kconfig.overlay") \
		<(list_options "$host_tree"/{kernel/trace,samples}/Kconfig))
	cat "$@" | grep -vE "^CONFIG_($(paste -sd '|' <<<"$unknown"))="
}

# print_host_kconfig DIRECTORY OUR-KCONFIG: print the base kernel's Kconfig file of a directory
# without the entries of options that OUR-KCONFIG defines
print_host_kconfig() {
	awk '
	FILENAME == ARGV[1] { if ($1 == "config") ours[$2]; next }
	/^[a-z]/ { skip = ($1 == "config" || $1 == "menuconfig") && $2 in ours }
	!skip' "$2" "$host_tree/$1/Kconfig"
}
