#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: series_test.sh [NAME...]
#
# Tests of series/: the patches that a manifest describes.

. "$(dirname "$0")/harness.sh"
. "$(dirname "$0")/stand-ins.sh"

# A base tree, the same tree with ours laid over, and a patch to a file of the
# base kernel.
create_series() {
	local dir=$scratch/series

	rm -rf "$dir"
	mkdir -p "$dir"/{stripped,overlaid}/kernel/trace "$dir/overlaid/kernel/trace/folder/deep" \
		"$dir/tools/"{series,build/host-patches} "$dir/repository"
	git init -q "$dir/repository"
	echo hello | tee "$dir/stripped/kernel/greet.c" >"$dir/stripped/kernel/same.c"
	printf '%s\n' 'config OTHER' 1 2 3 >"$dir/stripped/kernel/trace/Kconfig"
	cp -r "$dir/stripped/kernel" "$dir/overlaid"
	echo 'good day' >"$dir/overlaid/kernel/greet.c"
	echo 'source "Kconfig.overlay"' >>"$dir/overlaid/kernel/trace/Kconfig"
	printf '%s\n' '# Options' '' 'config B' $'\thelp' $'\t  The second.' '' '# The first' \
		'config A' '  bool' >"$dir/overlaid/kernel/trace/Kconfig.overlay"
	printf '%s\n' '# SPDX' 'obj-$(CONFIG_A) += a.o' 'ifdef X' 'obj-$(CONFIG_B) += folder/' endif '' \
		'# Those to be watched' 'watched := a.o' 'watched += folder/' '$(eval $(watched))' \
		>"$dir/overlaid/kernel/trace/Makefile.overlay"
	echo 'int a;' >"$dir/overlaid/kernel/trace/a.c"
	echo 'obj-y += c.o deep/b.o' >"$dir/overlaid/kernel/trace/folder/Makefile"
	echo '#include "../../a.c"' >"$dir/overlaid/kernel/trace/folder/deep/b.c"
	echo 'int c;' >"$dir/overlaid/kernel/trace/folder/c.c"
	printf '%s\n' 'Say it' 'politely.' '' '--- a/kernel/greet.c' '+++ b/kernel/greet.c' \
		'@@ -1 +1 @@' -hello '+good day' >"$dir/tools/build/host-patches/greet.patch"
	printf '%s\n' '--- a/kernel/trace/Kconfig' '+++ b/kernel/trace/Kconfig' '@@ -1,4 +1,5 @@' \
		' config OTHER' $'+\tdepends on BROKEN' ' 1' ' 2' ' 3' \
		>"$dir/tools/series/tracing-off.patch"
}

# commit_series: build the series from the manifest on standard input
commit_series() {
	cat >"$scratch/series/tools/series/manifest"
	(
		cd "$scratch/series"
		export GIT_AUTHOR_NAME=me GIT_AUTHOR_EMAIL=me@x GIT_COMMITTER_NAME=me
		export GIT_COMMITTER_EMAIL=me@x
		"$host/series/commit-series" tools/series/manifest stripped overlaid repository 2>&1
	)
}

print_manifest() {
	cat <<-'END'
	# a remark
	cover: all of it

	About it.

	patch: trace: the first
	files: kernel/trace/ Kconfig Kconfig.* Makefile.*
	files: kernel/trace/[ab].c
	options: A
	begin: series/tracing-off.patch

	It begins.

	patch: trace: a folder
	files: kernel/trace/folder/ Makefile c.c
	end: series/tracing-off.patch

	With a corner.

	patch: trace: the rest
	others: kernel/trace/folder/**
	options: B
	apply: build/host-patches/greet.patch
	END
}

test_series_adds_options_and_files_step_by_step() {
	local at

	create_series
	print_manifest | commit_series || return
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
	at 3 greet.c && ! at 3 same.c && ! at 2 trace/folder/c.c || return
	at 2 trace/Kconfig | grep BROKEN && ! at 1 trace/Kconfig | grep BROKEN || return
	[ "$(at 1 trace/Makefile.overlay)" = "$(at 0 trace/Makefile.overlay)" ] &&
		[ "$(at 1 trace/folder/Makefile)" = "" ] && [ "$(at 1 greet.c)" = hello ] || return
	git -C "$scratch/series/repository" log -1 --format=%B
	[ "$(git -C "$scratch/series/repository" log -1 --format=%B)" = "$(cat <<-'END'
	trace: the rest

	Say it politely.

	Signed-off-by: me <me@x>
	END
	)" ] && diff -r -x .git -x same.c "$scratch/series/"{repository,overlaid}
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

test_series_rejects_a_wrong_manifest() {
	check_rejected 'kernel/trace/a.c: belongs to no patch' 's/\[ab\]\.c/b.c/' &&
	check_rejected "kernel/trace/folder/Makefile: belongs to more than one patch: $(
		)trace: a folder; trace: the rest" 's/^others:/files:/' &&
	check_rejected 'trace: a folder: no file matches kernel/trace/folder/d.c' 's/c\.c/& d.c/' &&
	check_rejected 'B: is in 0 patches and 1 times in the overlaid tree, and must be once in each' \
		'/^options: B/d' &&
	check_rejected 'C: is in 1 patches and 0 times in the overlaid tree, and must be once in each' \
		's/options: B/& C/' &&
	check_rejected 'kernel/greet.c: belongs to no patch' '/^apply:/d' &&
	check_rejected 'kernel/trace/Kconfig: differs from the overlaid tree after the last patch' \
		'/^end:/d' || return
	create_series
	echo '#include "../folder/deep/b.c"' >"$scratch/series/overlaid/kernel/trace/folder/c.c"
	[ "$(print_manifest | commit_series)" = "error: trace: a folder: kernel/trace/folder/c.c includes $(
		)../folder/deep/b.c, which a later patch adds" ] || return
	create_series
	sed -i 's/^hello/hullo/' "$scratch/series/stripped/kernel/greet.c"
	[ "$(print_manifest | commit_series | tail -n 1)" = \
		'error: build/host-patches/greet.patch does not apply' ]
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

run_tests "$@"
