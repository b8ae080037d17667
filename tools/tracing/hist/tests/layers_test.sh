#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of the order of the folders, which trace-hist.c describes.

. "$(dirname "$0")/../../../host/tests/harness.sh"

hist=$repo/tools/tracing/hist

# folders_of_level: the levels, the lowest first, from the comment of trace-hist.c
folders_of_level() {
	sed -n 's/^ \*	[0-9]\.	\([a-z, ]*\)	.*/\1/p' "$hist/trace-hist.c" | tr -d ,
}

# includes_of FOLDER: the other folders whose headers it includes
includes_of() {
	sed -n 's/^#include "\([a-z]*\)\/.*/\1/p' "$hist/$1"/*.[ch] | sort -u | grep -vxF "$1"
}

test_each_folder_has_a_level() {
	diff <(folders_of_level | tr ' ' '\n' | sort) \
	     <(cd "$hist" && for file in */*.c; do dirname "$file"; done | sort -u | grep -vx tests)
}

test_folders_include_lower_ones_only() {
	local level folder included lower='' failed=0

	while read -r level; do
		for folder in $level; do
			for included in $(includes_of "$folder"); do
				[[ " $lower " == *" $included "* ]] && continue
				echo "$folder/ includes $included/, which is no lower folder"
				failed=1
			done
		done
		lower+=" $level"
	done < <(folders_of_level)
	[ -n "$lower" ] && [ "$failed" -eq 0 ]
}

run_tests
