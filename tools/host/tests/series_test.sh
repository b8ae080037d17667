#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: series_test.sh [NAME...]
#
# Tests of series/: the patches that a manifest describes.

. "$(dirname "$0")/harness.sh"
. "$(dirname "$0")/stand-ins.sh"

# A base tree, the same tree with ours laid over, and a patch to a file of the
# base kernel. Our map.[ch] replace those of the base kernel.
create_series() {
	local dir=$scratch/series

	rm -rf "$dir"
	mkdir -p "$dir"/{base,overlaid}/kernel/trace "$dir/overlaid/kernel/trace/folder/deep" \
		"$dir/overlaid/doc" "$dir/tools/"{series,build/host-patches} "$dir/repository"
	git init -q "$dir/repository"
	echo hello | tee "$dir/base/kernel/greet.c" >"$dir/base/kernel/same.c"
	printf '%s\n' 'config OTHER' $'\tbool' '' 'config A' $'\tdef_bool n' '' 'source "rv/Kconfig"' \
		>"$dir/base/kernel/trace/Kconfig"
	printf '%s\n' '#include "map.h"' 'int old_map;' >"$dir/base/kernel/trace/map.c"
	echo '/* old */' >"$dir/base/kernel/trace/map.h"
	echo 'obj-$(CONFIG_MAP) += map.o' >"$dir/base/kernel/trace/Makefile"
	cp -r "$dir/base/kernel" "$dir/overlaid"
	echo 'good day' >"$dir/overlaid/kernel/greet.c"
	printf '%s\n' '#include "map.h"' 'int new_map;' >"$dir/overlaid/kernel/trace/map.c"
	echo 'include Makefile.overlay' >>"$dir/overlaid/kernel/trace/Makefile"
	echo '/* new */' >"$dir/overlaid/kernel/trace/map.h"
	printf '%s\n' 'config OTHER' $'\tbool' '' 'source "trace/Kconfig.overlay"' '' \
		'source "rv/Kconfig"' >"$dir/overlaid/kernel/trace/Kconfig"
	printf '%s\n' '# Options' '' 'config B' $'\thelp' $'\t  The second.' '' '# The first' \
		'config A' '  bool' >"$dir/overlaid/kernel/trace/Kconfig.overlay"
	printf '%s\n' '# SPDX' 'obj-$(CONFIG_A) += a.o' 'ifdef X' 'obj-$(CONFIG_B) += folder/' endif '' \
		'# Those to be watched' 'watched := a.o' 'watched += folder/' '$(eval $(watched))' \
		>"$dir/overlaid/kernel/trace/Makefile.overlay"
	printf '%s\n' 'int a;' 'int more;' >"$dir/overlaid/kernel/trace/a.c"
	echo 'obj-y += c.o deep/b.o' >"$dir/overlaid/kernel/trace/folder/Makefile"
	echo '#include "../../a.c"' >"$dir/overlaid/kernel/trace/folder/deep/b.c"
	echo 'int c;' >"$dir/overlaid/kernel/trace/folder/c.c"
	printf '%s\n' Title ===== '' First ----- one '' Second ------ two >"$dir/overlaid/doc/page.rst"
	printf '%s\n' 'Say it' 'politely.' '' '--- a/kernel/greet.c' '+++ b/kernel/greet.c' \
		'@@ -1 +1 @@' -hello '+good day' >"$dir/tools/build/host-patches/greet.patch"
	printf '%s\n' '--- a/kernel/trace/Kconfig' '+++ b/kernel/trace/Kconfig' '@@ -1,3 +1,4 @@' \
		' config OTHER' $'+\tdepends on BROKEN' $' \tbool' ' ' \
		>"$dir/tools/series/broken.patch"
	printf '%s\n' '--- a/kernel/trace/a.c' '+++ b/kernel/trace/a.c' '@@ -1 +1,2 @@' ' int a;' \
		'+int more;' >"$dir/tools/series/more.patch"
	printf '%s\n' '--- a/kernel/trace/folder/c.c' '+++ b/kernel/trace/folder/c.c' '@@ -0,0 +1 @@' \
		'+int c;' >"$dir/tools/series/c.patch"
}

# commit_series [VERSION]: build the series from the manifest on standard input
commit_series() {
	cat >"$scratch/series/tools/series/manifest"
	(
		cd "$scratch/series"
		export GIT_AUTHOR_NAME=me GIT_AUTHOR_EMAIL=me@x GIT_COMMITTER_NAME=me
		export GIT_COMMITTER_EMAIL=me@x
		"$host/series/commit-series" tools/series/manifest base overlaid repository "$@" 2>&1
	)
}

print_manifest() {
	cat <<-'END'
	# a remark
	cover: all of it

	About it.

	patch: trace: the first
	files: kernel/trace/ Kconfig Kconfig.* Makefile.* Makefile
	files: kernel/trace/[ab].c
	part: doc/page.rst Second
	options: A
	begin: series/broken.patch

	It begins.

	patch: trace: rename
	move: kernel/trace/map.c kernel/trace/map_old.c
	move: kernel/trace/map.h kernel/trace/map_old.h

	Make room.

	patch: trace: a folder
	files: kernel/trace/folder/ Makefile c.c
	files: kernel/trace/map.[ch]
	end: series/broken.patch

	With a corner.

	patch: trace: the rest
	others: kernel/trace/folder/**
	files: doc/page.rst
	options: B
	link: folder/ map.o
	compile: kernel/trace/folder/deep/b.c
	selftests: base
	delete: kernel/trace/map_old.c kernel/trace/map_old.h
	apply: build/host-patches/greet.patch
	feature: series/more.patch
	END
}

# at N FILE: print a file below kernel/ as it is N patches before the last one
at() {
	git -C "$scratch/series/repository" show "HEAD~$1:kernel/$2"
}

test_series_adds_options_and_files_step_by_step() {
	create_series
	print_manifest | commit_series || return
	diff <(at 3 trace/Kconfig.overlay) - <<-'END' || return
	# Options

	# The first
	config A
	  bool
	END
	diff <(at 3 trace/Makefile.overlay) - <<-'END' || return
	# SPDX
	obj-$(CONFIG_A) += a.o

	# Those to be watched
	watched := a.o
	$(eval $(watched))
	END
	at 4 greet.c && ! at 4 same.c && ! at 3 trace/folder/c.c || return
	at 2 trace/Kconfig | grep BROKEN && ! at 1 trace/Kconfig | grep BROKEN || return
	# The entry of the base kernel is removed when ours is added.
	at 4 trace/Kconfig | grep 'config A' && ! at 3 trace/Kconfig | grep 'config A' || return
	[ "$(at 1 trace/folder/Makefile)" = 'obj-y += c.o' ] && [ "$(at 1 greet.c)" = hello ] || return
	[ "$(git -C "$scratch/series/repository" show HEAD~1:doc/page.rst)" = \
		$'Title\n=====\n\nFirst\n-----\none' ] || return
	git -C "$scratch/series/repository" log -1 --format=%B
	[ "$(git -C "$scratch/series/repository" log -1 --format=%B)" = "$(cat <<-'END'
	trace: the rest

	Say it politely.

	Signed-off-by: me <me@x>
	END
	)" ] && diff -r -x .git -x same.c "$scratch/series/"{repository,overlaid}
}

# A file that has the name of the base kernel's is first compiled beside it, and then linked instead.
test_series_compiles_files_before_it_links_them() {
	create_series
	print_manifest | commit_series || return
	[ "$(at 2 trace/map_old.c)" = $'#include "map_old.h"\nint old_map;' ] &&
		[ "$(at 2 trace/Makefile | head -n 1)" = 'obj-$(CONFIG_MAP) += map_old.o' ] &&
		! at 2 trace/map.c 2>/dev/null || return
	[ "$(at 1 trace/map.c)" = $'#include "map.h"\nint new_map;' ] &&
		[ "$(at 1 trace/Makefile | head -n 1)" = 'obj-$(CONFIG_MAP) += map_old.o' ] || return
	diff <(at 1 trace/Makefile.overlay) - <<-'END' || return
	# SPDX
	obj-$(CONFIG_A) += a.o
	ifdef X
	subdir-$(CONFIG_B) += folder
	endif

	# Those to be watched
	watched := a.o
	watched += folder/
	$(eval $(watched))

	always-$(CONFIG_MAP) += map.o
	END
	[ "$(at 0 trace/Makefile | head -n 1)" = 'obj-$(CONFIG_MAP) += map.o' ] &&
		[ "$(git -C "$scratch/series/repository" show --format= --name-status -M10% HEAD~2 |
			grep -c '^R[0-9]*.*map.*old')" = 2 ]
}

# Patches before that of a feature have the files without it.
test_series_adds_a_feature_to_files() {
	create_series
	print_manifest | commit_series || return
	[ "$(at 3 trace/a.c)" = 'int a;' ] && [ "$(at 1 trace/a.c)" = 'int a;' ] &&
		[ "$(at 0 trace/a.c)" = $'int a;\nint more;' ] || return
	create_series
	sed -i 's/more/less/' "$scratch/series/overlaid/kernel/trace/a.c"
	[ "$(print_manifest | commit_series)" = "error: series/more.patch does not fit $(
		)kernel/trace/a.c: change it as the file was changed" ] || return
	check_rejected 'trace: the first: a feature changes kernel/trace/folder/c.c, which a later patch adds' \
		'/^begin:/s,^,feature: series/c.patch\n,'
}

# check_rejected MESSAGE SED-SCRIPT: a changed manifest must be rejected with
# MESSAGE
check_rejected() {
	local output

	create_series
	output=$(print_manifest | sed "$2" | commit_series) && { echo "took it: $2"; return 1; }
	echo "$output"
	[ "$output" = "error: $1" ]
}

# The patch of a version has the changes, and a description that follows the first
# one.
test_series_uses_the_patch_of_a_version() {
	local dir=$scratch/series

	create_series
	mkdir "$dir/tools/build/host-patches/7.3"
	sed -e '/^politely/d; s/^Say it/Not hello./; s/^-hello/-hullo/' \
		"$dir/tools/build/host-patches/greet.patch" >"$dir/tools/build/host-patches/7.3/greet.patch"
	echo hullo >"$dir/base/kernel/greet.c"
	print_manifest | commit_series 7.3 || return
	[ "$(at 0 greet.c)" = 'good day' ] &&
		[ "$(git -C "$dir/repository" log -1 --format=%b | head -n 3)" = \
		$'Say it politely.\n\nNot hello.' ]
}

test_series_rejects_a_wrong_manifest() {
	check_rejected 'kernel/trace/a.c: belongs to no patch' 's/\[ab\]\.c/b.c/' &&
	check_rejected "kernel/trace/folder/Makefile: belongs to more than one patch: $(
		)trace: a folder; trace: the rest" 's/^others:/files:/' &&
	check_rejected 'trace: a folder: no file matches kernel/trace/folder/d.c' 's/c\.c$/& d.c/' &&
	check_rejected 'B: is in 0 patches and 1 times in the overlaid tree, and must be once in each' \
		'/^options: B/d' &&
	check_rejected 'C: is in 1 patches and 0 times in the overlaid tree, and must be once in each' \
		's/options: B/& C/' &&
	check_rejected 'kernel/greet.c: belongs to no patch' '/^apply:/d' &&
	check_rejected 'doc/page.rst: has no section Third' 's/Second/Third/' &&
	check_rejected 'kernel/trace/map_old.c: no patch deletes it' '/^delete:/d' &&
	check_rejected 'trace: rename: kernel/trace/map.c includes map.h, which a later patch adds' \
		'/^move:.*map\.c/d' &&
	check_rejected 'kernel/trace/Kconfig: differs from the overlaid tree after the last patch' \
		'/^end:/d' || return
	create_series
	echo '#include "../folder/deep/b.c"' >"$scratch/series/overlaid/kernel/trace/folder/c.c"
	[ "$(print_manifest | commit_series)" = "error: trace: a folder: kernel/trace/folder/c.c includes $(
		)../folder/deep/b.c, which a later patch adds" ] || return
	create_series
	sed -i '/^config B/a\  int "size"' "$scratch/series/overlaid/kernel/trace/Kconfig.overlay"
	echo 'int c = CONFIG_B;' >"$scratch/series/overlaid/kernel/trace/folder/c.c"
	[ "$(print_manifest | commit_series)" = "error: trace: a folder: kernel/trace/folder/c.c uses $(
		)CONFIG_B, which a later patch adds" ] || return
	create_series
	sed -i 's/^hello/hullo/' "$scratch/series/base/kernel/greet.c"
	[ "$(print_manifest | commit_series | tail -n 1)" = \
		'error: build/host-patches/greet.patch does not apply' ]
}

# print_cover FIGURES COMMAND: print a manifest with a cover letter
print_cover() {
	cat <<-END
	cover: all of it

	Costs
	-----

	                        here  6.12
	  count an event        $1

	It is new:

	  echo '$2' > trigger

	Differences
	-----------

	None.

	patch: first
	END
}

test_cover_letter_agrees_with_documents() {
	local documents=$scratch/documents

	mkdir -p "$documents"
	printf '   1 | ``keys=key2`` | 141 | 796 | 5.65\n' >"$documents/histogram-performance.rst"
	echo "tracing# echo 'hist:keys=a' >> trigger" >"$documents/histogram.rst"
	check_cover() {
		print_cover "$@" >"$scratch/cover"
		"$host/series/check-cover" "$scratch/cover" "$documents"
	}
	[ -z "$(check_cover ' 141   796' hist:keys=a | tee /dev/stderr)" ] || return
	[ "$(check_cover ' 141   797' hist:keys=a)" = \
		'histogram-performance.rst has no row with these figures: count an event         141   797' ] &&
		[ "$(check_cover '   2   141' hist:keys=a | wc -l)" = 1 ] &&
		[ "$(check_cover ' 141   796' hist:keys=b)" = \
			'the cover letter has a command that no document has: hist:keys=b' ]
}

test_selftests_run_after_marked_patches_and_the_last_one() {
	(
		. "$host/env.sh" && . "$host/series/series.sh"
		diff <(print_manifest | sed 's/^\(selftests:\) base/\1 ftrace/' | list_selftests -) \
			- <<-'END' &&
		4 base
		END
		diff <({
			print_manifest
			printf '%s\n' '' 'patch: one more' 'selftests: ftrace' '' 'patch: last'
		} | list_selftests -) - <<-'END'
		4 base
		5 ftrace
		6 base
		END
	)
}

# sparse reads our files, and no others.
test_sparse_reads_our_files_only() {
	local tree=$scratch/checked

	script "$scratch/bin/sparse" <<-END
	#!/bin/bash
	echo "\${!#}" >>"$scratch/parsed"
	END
	echo kernel/a.c >"$scratch/ours"
	for file in "$tree/kernel/a.c" kernel/a.c "$tree/kernel/a.c.c" kernel/trace/kernel/a.c \
			"$tree/kernel/b.c"; do
		PATH=$scratch/bin:$PATH srctree=$tree OURS=$scratch/ours \
			"$host/series/run-sparse" -O2 "$file" || return
	done
	diff "$scratch/parsed" - <<-END
	$tree/kernel/a.c
	kernel/a.c
	END
}

# commit_lines FILE NUMBER [MESSAGE]: commit a file with that many lines, which
# differ from those of its previous version
commit_lines() {
	mkdir -p "$(dirname "$scratch/sizes/$1")"
	seq "$2" | sed "s/\$/ $RANDOM$RANDOM/" >"$scratch/sizes/$1"
	commit_all "${3:-$1}"
}

commit_all() {
	git -C "$scratch/sizes" add -A
	git -C "$scratch/sizes" -c user.name=me -c user.email=me@x commit -q -m "$1"
}

test_sizes_of_patches_are_limited() {
	local base=$scratch/sizes

	rm -rf "$base"
	git init -q "$base"
	commit_lines old.c 5000
	commit_lines new.c 800
	commit_lines page.rst 10
	commit_lines old.c 800 'written anew'
	seq 400 >>"$base/page.rst"
	commit_all 'a section'
	git -C "$base" mv old.c moved.c
	sed -i 1,100d "$base/moved.c"
	commit_all 'moved and changed'
	git -C "$base" rm -q moved.c
	commit_all 'a deletion'
	[ -z "$("$host/series/check-sizes" "$base" | tee /dev/stderr)" ] || return
	commit_lines large.c 900
	commit_lines other.c 900 $'explained\n\nThis patch is large because it is.'
	seq 400 >>"$base/new.c"
	commit_all 'a change'
	commit_lines small.c 1 $'small\n\nThis patch is large because it is.'
	diff <("$host/series/check-sizes" "$base") - <<-'END'
	   7   900 new     0 changed  large.c: does not say why it is large
	   9     0 new   400 changed  a change: does not say why it is large
	  10     1 new     0 changed  small: is not large
	END
}

# A message about a patch is printed until the patch changes, and checkpatch does not read it again. A
# new date and a new number are no change.
test_checkpatch_messages_of_patches_are_cached() {
	local copy=$scratch/cached ksrc read=$scratch/read

	copy_scripts "$copy" series/check-patch check/filter-checkpatch env.sh config/kernel.config
	echo 'kernel/ok ERROR,BAD allowed' >"$copy/tools/host/check/checkpatch-exceptions"
	check_patch() {
		: >"$read"
		XDG_CACHE_HOME=$scratch/cache KSRC= "$copy/tools/host/series/check-patch" "$1"
	}
	ksrc=$(. "$copy/tools/host/env.sh"; echo "${ksrc#"$cache"}")
	script "$scratch/cache/hist-triggers$ksrc/scripts/checkpatch.pl" <<-END
	#!/bin/bash
	echo "\${!#}" >>"$read"
	[ ! -e "$scratch/crash" ] || { echo crash; exit 2; }
	grep -o 'kernel/.*bad' "\${!#}" | sed 's/bad$/1: ERROR:BAD: bad/'
	echo 'total: 1 errors'
	exit 1
	END
	printf '%s\n' 'Date: today' 'Subject: [PATCH 1/8] a' 'kernel/ok.c:bad' 'kernel/a.c:bad' \
		>"$scratch/0001-a.patch"
	[ "$(check_patch "$scratch/0001-a.patch")" = 'kernel/a.c:1: ERROR:BAD: bad' ] &&
		[ -s "$read" ] || return
	sed 's/today/later/; s,1/8,2/9,' "$scratch/0001-a.patch" >"$scratch/0002-a.patch"
	[ "$(check_patch "$scratch/0002-a.patch")" = 'kernel/a.c:1: ERROR:BAD: bad' ] &&
		[ ! -s "$read" ] || return
	echo 'kernel/b.c:bad' >>"$scratch/0002-a.patch"
	touch "$scratch/crash"
	! check_patch "$scratch/0002-a.patch" || return
	rm "$scratch/crash"
	[ "$(check_patch "$scratch/0002-a.patch")" = \
		$'kernel/a.c:1: ERROR:BAD: bad\nkernel/b.c:1: ERROR:BAD: bad' ] && [ -s "$read" ]
}

# check-series compiles our files that a patch changes with W=1, and nothing if it changes none.
test_changed_files_are_compiled_with_warnings() {
	(
		set -o pipefail
		eval "$(sed -n '/^\(is_compiled\|list_targets\|check_sources\)()/,/^}/p' \
			"$host/series/check-series")"
		source=$scratch/source ksteps=$scratch results=$scratch
		mkdir -p "$source/kernel/trace/hist" "$scratch/objects-small/kernel/trace/hist"
		touch "$source"/kernel/trace/Makefile "$scratch/objects-small/kernel/trace/hist/a.o"
		build() {
			echo "$*" >>"$scratch/builds"
		}
		listed=
		list_changed() {
			printf '%s' "$listed"
		}
		check_sources && [ ! -e "$scratch/builds" ] || exit
		# A file of the base kernel's directory that no Makefile lists
		listed=kernel/trace/b.c
		check_sources && [ ! -e "$scratch/builds" ] || exit
		listed=kernel/trace/hist/a.c
		echo "$listed" >"$scratch/sources"
		check_sources && [ ! -e "$scratch/objects-small/kernel/trace/hist/a.o" ] &&
			grep -q ' kernel/trace/hist/$' "$scratch/builds" || exit
		build() {
			echo "$source/$listed:3:1: warning: x"
		}
		! check_sources
	)
}

run_tests "$@"
