#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests that the manual pages are complete. TRACE_HIST is the program.

. "$(dirname "$0")/../../../host/tests/harness.sh"
: "${TRACE_HIST:?}"

man=$repo/tools/tracing/hist/man

# commands: print the commands of the program
commands() {
	"$TRACE_HIST" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

# text PAGE: print a page with the parts that it includes
text() {
	(cd "$man" && sed -n 's/^.. include:: //p' "$1" | xargs -r cat "$1")
}

test_each_command_has_a_page() {
	local command missing=

	for command in $(commands); do
		[ -e "$man/trace-hist-$command.1.rst" ] || missing+=" $command"
		grep -qxF "**trace-hist-$command**\\(1)" "$man/trace-hist.1.rst" ||
			missing+=" $command in trace-hist.1"
	done
	echo "missing:$missing"
	[ -z "$missing" ]
}

test_each_page_has_a_command() {
	local page name

	for page in "$man"/trace-hist-*.1.rst; do
		name=${page##*/trace-hist-}
		commands | grep -qx "${name%.1.rst}" || { echo "no command for $page"; return 1; }
	done
}

test_each_option_is_described() {
	local command option missing=

	for command in $(commands); do
		for option in $("$TRACE_HIST" "$command" --help | grep -oE '^ +(-., )?--[a-z-]+' |
			grep -oE -- '--[a-z-]+'); do
			case $option in --help|--usage) continue ;; esac
			text "trace-hist-$command.1.rst" | grep -qE "^(-., ?|-. [A-Z]+, )?$option( |\$)" ||
				missing+=" $command:$option"
		done
	done
	echo "missing:$missing"
	[ -z "$missing" ]
}

test_each_described_option_exists() {
	local command option wrong=

	for command in $(commands); do
		for option in $(text "trace-hist-$command.1.rst" |
			sed -nE 's/^(-.* )?(--[a-z][a-z-]*).*/\2/p'); do
			"$TRACE_HIST" "$command" --help | grep -qF -- " $option" ||
				wrong+=" $command:$option"
		done
	done
	echo "wrong:$wrong"
	[ -z "$wrong" ]
}

test_each_feature_is_described() {
	local features feature

	cat >"$scratch/x.yaml" <<-'END'
	title: x
	question: x
	topic: system
	variants:
	  - needs: [nonsense]
	    steps:
	      - {event: a/b, trigger: 'hist:keys=x', does: x}
	    table: a/b
	END
	features=$("$TRACE_HIST" check "$scratch/x.yaml" 2>&1 |
		sed -n 's/.*"nonsense" (valid: \(.*\), event:.*/\1/p' | tr -d ,)
	[ -n "$features" ] || return
	for feature in $features; do
		sed -n '/^FEATURES/,/^LIMITS/p' "$man/trace-hist-recipe.5.rst" |
			grep -qE "^([a-z-]+, )*$feature(,|\$)" || { echo "missing: $feature"; return 1; }
	done
}

test_the_example_of_a_recipe_is_correct() {
	sed -n '/^This recipe counts/,/^KEYS/s/^    //p' "$man/trace-hist-recipe.5.rst" \
		>"$scratch/syscalls.yaml"
	"$TRACE_HIST" check "$scratch/syscalls.yaml" &&
		"$TRACE_HIST" explain -p 42 "$scratch/syscalls.yaml" | tee "$scratch/out" &&
		grep -q "^echo 'hist:keys=common_comm if common_pid == 42' " "$scratch/out"
}

test_the_example_of_names_is_correct() {
	{
		printf '%s\n' 'title: x' 'question: x' 'topic: system' variants: '  -'
		sed -n '/^use it::$/,/^In/s/^    /        /p' "$man/trace-hist-recipe.5.rst"
	} >"$scratch/names.yaml"
	cat "$scratch/names.yaml"
	"$TRACE_HIST" check "$scratch/names.yaml"
}

test_pages_have_no_warnings() {
	local rst2man page

	rst2man=$(command -v rst2man || command -v rst2man.py) || return
	for page in "$man"/*.[15].rst; do
		"$rst2man" --report=info --halt=info "$page" "$scratch/page" &&
			LC_ALL=C.UTF-8 MANWIDTH=80 man -l --warnings "$scratch/page" 2>&1 >/dev/null |
			{ ! grep .; } || { echo "in $page"; return 1; }
	done
}

run_tests
