# SPDX-License-Identifier: GPL-2.0
# Functions of the scripts that write and test the series of patches. Bash scripts source this
# file after env.sh and build/source-trees.sh.

series=$out/patches

# list_patches [OPTION]...: list the patches without the cover letter; the options are for ls
list_patches() {
	ls "$@" "$series"/*.patch | grep -v '/0000-cover-letter\.patch$'
}

# list_selftests MANIFEST: print "NUMBER SELFTESTS" for each patch after which selftests of the base
# kernel run. All of them run after the last patch.
list_selftests() {
	awk '
	/^patch: / { number++ }
	/^selftests: / { tests[number] = $2 }
	END {
		tests[number] = "base"
		for (patch = 1; patch <= number; patch++)
			if (patch in tests)
				print patch, tests[patch]
	}' "$1"
}

# Print the commit of the working tree, with "-dirty" if there are changes or untracked files.
describe_repository() {
	local commit changes

	commit=$(git -C "$repo" rev-parse --short=12 HEAD 2>/dev/null) &&
		changes=$(git -C "$repo" status --porcelain) || { echo unknown-dirty; return; }
	echo "$commit${changes:+-dirty}"
}

# Make git ignore the user's and the machine's configuration, and any repository that the
# environment selects.
isolate_git() {
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
}

# create_base_repository DIRECTORY: make a git repository of the base kernel's source, to apply the
# series to. Only the files that the series changes are committed. "git am" also detects an
# untracked file that a patch would create. The caller holds the lock of the cache.
create_base_repository() {
	local changed file

	isolate_git
	export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test
	export GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test
	changed=$(sed -nE 's,^diff --git a/(\S+) b/.*,\1,p' "$series"/*.patch | sort -u)
	rm -rf "$1"
	copy_host "$1" && rm -f "$1/.copied" && git init -q "$1" || return
	# The files are hard links. The ctime of a file changes when its other names are removed or
	# more are made, and "git am" would take the file for changed.
	git -C "$1" config core.trustctime false || return
	for file in $changed; do
		# A file that does not exist is created by an earlier patch.
		[ ! -e "$1/$file" ] || git -C "$1" add -f "$file" || return
	done
	git -C "$1" commit -q -m 'Base kernel'
}
