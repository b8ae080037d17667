#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: compat_test.sh [NAME...]
#
# Tests of tools/testing/compat: the answers of two kernels are compared.

. "$(dirname "$0")/harness.sh"
. "$(dirname "$0")/stand-ins.sh"

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

# Files that both kernels compare: the second one has an extra file, and other numbers of events and
# of variables in a print format.
create_files() {
	create_answers
	cat >"$scratch/compat/commands" <<-'END'
	scenario files
	tree events format id
	differs-in */new a.rst: a subject that takes two lines
	list .
	END
	cat >"$scratch/compat/stock" <<-'END'
	@commands:1 accepted
	@commands:2 accepted
	@commands:2/. directory 0755 0:0
	@commands:2/a/b/format file 0440 0:0
	|name: b
	|ID: 17
	|print fmt: __UNIQUE_ID_x_17
	@commands:2/a/b/id file 0440 0:0
	|17
	@commands:4 accepted
	@commands:4/events directory 0755 0:0
	@end
	END
	sed -e 's/17/18/' -e '/:2\/\./a @commands:2/a/b/new file 0440 0:0' \
		"$scratch/compat/stock" >"$scratch/compat/ours"
}

# fails_for PATTERN EXPRESSION: change our answers by sed, and check that the comparison reports a
# failure that PATTERN describes
fails_for() {
	local output

	create_files
	sed -i "$2" "$scratch/compat/ours"
	output=$(compare_answers) && { echo "passed: $2"; return 1; }
	grep -q "^FAIL commands:$1" <<<"$output" || { echo "$output"; return 1; }
}

test_compat_compares_files() {
	local output

	create_files
	output=$(compare_answers) || { echo "$output"; return 1; }
	[ "$output" = "$(cat <<-'END'
	skip commands:2/a/b/new tree events format id  # a.rst: a subject that takes two lines
	# - does not exist
	# + file 0440 0:0
	7 passed, 0 failed, 1 skipped
	END
	)" ] || { echo "$output"; return 1; }
	fails_for '2/a/b/other tree events format id $' \
		'/:2.\./a @commands:2/a/b/other file 0440 0:0' &&
		fails_for '2/\. tree events format id $' 's/0755/0750/' &&
		fails_for '2/a/b/format tree events format id $' 's/name: b/name: c/' &&
		fails_for '2/\*/new .* # does not differ: a.rst' '/new/d' &&
		fails_for '4/events list \. $' '/:4.events/d' &&
		fails_for '4 list \.  # not run' '/:4/d'
}

test_compat_compares_id_with_format() {
	fails_for '2/a/b/id .* # wrong ID' 's/|18/|17/' &&
		fails_for '2/a/b/id .* # wrong ID' '/ID: 18/d' || return 1
	# It fails even if both kernels are wrong.
	create_files
	sed -i 's/^|1[78]/|19/' "$scratch/compat/"{stock,ours}
	! compare_answers
}

# The lines that a word adds to an open file are those of "put", not those of the next command.
test_compat_compares_open_files() {
	local output

	create_answers
	cat >"$scratch/compat/commands" <<-'END'
	scenario open file
	open set_event
	put one
	put two
	append set_event three
	END
	cat >"$scratch/compat/stock" <<-'END'
	@commands:1 accepted
	@commands:2 accepted
	@commands:3 accepted
	|one
	@commands:4 accepted
	|one
	|two
	@commands:5 accepted
	|one
	|two
	|three
	END
	sed '/^|two/d' "$scratch/compat/stock" >"$scratch/compat/ours"
	output=$(compare_answers) && return 1
	grep -A 1 '^FAIL commands:4 put two' <<<"$output" | grep -qx '# - +|two' &&
		grep -qx '4 passed, 1 failed, 0 skipped' <<<"$output" || { echo "$output"; return 1; }
}

# If every answer differs, the comparison reads every row that the commands name.
test_compat_commands_name_rows() {
	local compat=$repo/tools/testing/compat kernel output

	for kernel in stock ours; do
		awk -v answer="$kernel" '!/^(#|$|in |differs)/ {
			n = split(FILENAME, path, "/")
			print "@" path[n] ":" FNR, answer
		}' "$compat/commands/"* >"$scratch/$kernel"
	done
	output=$("$compat/compare-answers" "$repo/Documentation/trace" "$scratch/stock" \
		"$scratch/ours" "$compat/commands/"*) && return 1
	grep -q '^skip ' <<<"$output" || { echo "$output"; return 1; }
	! grep -E 'not run|no such row' <<<"$output"
}

test_compat_player_has_all_verbs() {
	local compat=$repo/tools/testing/compat verb verbs

	verbs=$(sed -E '/^(#|$|scenario |differs)/d; s/ .*//' "$compat/commands/"* | sort -u)
	[ -n "$verbs" ] || return 1
	for verb in $verbs; do
		grep -q "{ \"$verb\"," "$compat/play-commands.c" || { echo "$verb"; return 1; }
		grep -qE "^  .*\b$verb\b" "$compat/README" || { echo "$verb"; return 1; }
	done
}

# create_compat OURS STOCK: a checkout with equal answers, whose guests exit with these statuses
create_compat() {
	own=$scratch/own
	copy_scripts "$own" check/{compare-with-stock,find-splats} guest/functions.sh env.sh \
		config/kernel.config
	create_known_splats "$own"
	mkdir -p "$own/build" "$own/tools/testing/compat/commands"
	touch "$own/build/bzImage" "$own/build/functions" "$own/tools/testing/compat/commands/a"
	script "$own/tools/testing/compat/compare-answers" <<<$'#!/bin/sh\necho 1 passed'
	script "$scratch/bin/gcc" <<<'#!/bin/sh'
	script "$own/tools/host/guest/boot-guest" <<-END
	#!/bin/bash
	while [ "\$1" != --console ]; do shift; done
	cp "$scratch/console" "\$2"
	[[ \$2 = *ours* ]] && exit $1 || exit $2
	END
	: >"$scratch/console"
}

compare_with_stock() {
	local stock

	export XDG_CACHE_HOME=$scratch/cache PATH=$scratch/bin:$PATH
	stock=$(. "$own/tools/host/env.sh"; echo "$kstock")
	mkdir -p "$stock/arch/x86/boot"
	touch "$stock/arch/x86/boot/bzImage"
	"$own/tools/host/check/compare-with-stock" a
}

# A guest that ends early, or a report of the kernel, is a failure even if the answers are equal.
test_ends_of_guests_are_failures() (
	create_compat 0 0
	compare_with_stock || exit
	printf '%s\n' '[    1.0] BUG: sleeping function called from invalid context' \
		'[    1.0]  f+0x1/0x2' >"$scratch/console"
	! compare_with_stock || exit
	create_compat 124 0
	! compare_with_stock >"$scratch/output" && grep -q '^FAIL compat/guest-ours' \
		"$scratch/output" || exit
	create_compat 0 124
	! compare_with_stock >"$scratch/output" && grep -q '^FAIL compat/guest-stock' \
		"$scratch/output"
)

run_tests "$@"
