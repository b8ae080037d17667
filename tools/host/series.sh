# SPDX-License-Identifier: GPL-2.0
# What the scripts that write and test the series of patches share.
# Sourced by bash after common.sh, never run.

series=$out/patches

# The patches, without the letter before them.
patches() {
	ls "$@" "$series"/*.patch | grep -v '/0000-cover-letter\.patch$'
}

# The commit that this is, or one that it was made from; files count that git does not know.
state_of_repository() {
	local commit changes

	commit=$(git -C "$repo" rev-parse --short=12 HEAD 2>/dev/null) &&
		changes=$(git -C "$repo" status --porcelain) || { echo unknown-dirty; return; }
	echo "$commit${changes:+-dirty}"
}

# What git does then does not depend on whose machine this is.
alone_with_git() {
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
	unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
}

# fresh_tree DIRECTORY: the host's without ours, to apply the series to. Git knows only the
# files that it changes, but refuses to make one that is there.
fresh_tree() {
	local changed file

	alone_with_git
	export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test
	export GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test
	changed=$(sed -n 's,^--- a/,,p' "$series"/*.patch | sort -u)
	"$here/stripped" "$1" && git init -q "$1" || return
	for file in $changed; do
		# If not, it is one that an earlier patch makes.
		[ ! -e "$1/$file" ] || git -C "$1" add -f "$file" || return
	done
	git -C "$1" commit -q -m 'The host without ours'
}
