#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: compat_test.sh [NAME...]
#
# Tests of tools/testing/compat: the answers of two kernels are compared.

. "$(dirname "$0")/harness.sh"

# Commands, the answers of two kernels, and a table of intended differences.
create_answers() {
	mkdir -p "$scratch/compat"
	cat >"$scratch/compat/a.rst" <<-'END'
	Differences from Linux 6.12
	===========================

	.. list-table::

	   * - Subject
	     - Linux 6.12
	     - Here
	   * - a subject that takes
	       two lines
	     - one
	     - two
	END
	cat >"$scratch/compat/commands" <<-'END'
	scenario first
	in events/a/b
	append trigger one
	append trigger two
	differs a.rst: a subject that takes two lines
	append trigger three
	read hist
	END
	cat >"$scratch/compat/stock" <<-'END'
	@commands:1 accepted
	@commands:3 accepted
	|one
	@commands:4 accepted
	|one
	|two
	@commands:6 accepted
	|one
	|two
	|three
	@commands:7 accepted
	|ID: 17
	|Hits: 1
	@end
	END
	# A refused command is shown once, and not below each of the next
	# commands.
	sed '/^|two/d; s/:4 accepted/:4 refused EINVAL/; s/ID: 17/ID: 18/' \
		"$scratch/compat/stock" >"$scratch/compat/ours"
}

# compare_answers [EXPRESSION]: compare the answers, after changing the commands
# by sed
compare_answers() {
	sed -i "${1-}" "$scratch/compat/commands"
	"$repo/tools/testing/compat/compare-answers" "$scratch/compat" "$scratch/compat/stock" \
		"$scratch/compat/ours" "$scratch/compat/commands"
}

test_compat_skips_listed_differences() {
	local output

	create_answers
	output=$(compare_answers) || { echo "$output"; return 1; }
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	skip commands:4 append trigger two  # a.rst: a subject that takes two lines
	# - accepted
	# - +|two
	# + refused EINVAL
	4 passed, 0 failed, 1 skipped
	END
	)" ]
}

test_compat_fails_for_other_differences() {
	local output

	create_answers
	# A blank line keeps the line numbers of the records.
	output=$(compare_answers 's/^differs.*//') && return 1
	grep -qx 'FAIL commands:4 append trigger two ' <<<"$output" || { echo "$output"; return 1; }
	create_answers
	output=$(compare_answers 's/two lines/three lines/') && return 1
	grep -q 'FAIL.* # no such row: a.rst: a .* three lines' <<<"$output" ||
		{ echo "$output"; return 1; }
	create_answers
	cp "$scratch/compat/stock" "$scratch/compat/ours"
	output=$(compare_answers) && return 1
	grep -q 'FAIL.* # does not differ: a.rst' <<<"$output" || { echo "$output"; return 1; }
	create_answers
	sed -i '/:7/,$d' "$scratch/compat/ours"
	output=$(compare_answers) && return 1
	grep -q 'FAIL commands:7 read hist .*not run' <<<"$output" || { echo "$output"; return 1; }
}

run_tests "$@"
