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
		sed -n '/^NAMES$/,/^KEYS/s/^    /        /p' "$man/trace-hist-recipe.5.rst"
	} >"$scratch/names.yaml"
	cat "$scratch/names.yaml"
	"$TRACE_HIST" check "$scratch/names.yaml"
}

# The examples are answers of recipes that are installed. tests/guest/documents/answers.sh compares
# them with real ones.
test_the_example_of_list_is_the_list() {
	sed -n '/^    \$ trace-hist list$/,/^    \.\.\.$/s/^    //p' "$man/trace-hist-list.1.rst" |
		sed '1d; $d' >"$scratch/example"
	cat "$scratch/example"
	[ -s "$scratch/example" ] || return
	"$TRACE_HIST" list | sed 's/ (not on this kernel)//' |
		head -n "$(wc -l <"$scratch/example")" | diff "$scratch/example" -
}

test_the_example_of_explain_is_its_answer() {
	sed -n '/^This recipe counts/,/^KEYS/s/^    //p' "$man/trace-hist-recipe.5.rst" \
		>"$scratch/syscalls.yaml"
	"$TRACE_HIST" explain --json "$scratch/syscalls.yaml" >"$scratch/answer" || return
	sed -n '/^EXPLAIN/,/^[*]/s/^    //p' "$man/trace-hist-json.5.rst" >"$scratch/example"
	python3 - "$scratch/answer" "$scratch/example" <<-'END'
	import json, sys

	answer, example = (json.load(open(file)) for file in sys.argv[1:])
	for depends_on_the_machine in "supported", "directory":
	    assert answer.pop(depends_on_the_machine) and example.pop(depends_on_the_machine)
	assert answer == example, (answer, example)
	END
}

test_the_examples_of_answers_have_the_columns_of_the_recipe() {
	"$TRACE_HIST" explain --variant 1 runqlat >"$scratch/explained" || return
	python3 - "$man" "$scratch/explained" "$repo/tools/tracing/hist/recipes/runqlat.yaml" <<-'END'
	import json, re, sys

	man, explained, recipe = sys.argv[1:]

	def blocks(page):
	    "The indented blocks of a page, without their indentation."
	    text = open(f"{man}/trace-hist-{page}.5.rst").read()
	    return [re.sub("^    ", "", block, flags=re.M).strip()
	            for block in re.findall(r"(?:^(?:    .*)?\n)+", text, flags=re.M) if block.strip()]

	def block(page, begin):
	    return next(block for block in blocks(page) if block.startswith(begin))

	# "#   NAME: TITLE, UNIT" below "Its columns are:"
	columns = [(name, title, unit or "") for name, title, unit in
	           re.findall(r"^#   (\S+): ([^,\n]+)(?:, (\S+))?$", open(explained).read(), flags=re.M)]
	assert len(columns) > 3, columns

	answer = json.loads(block("json", '{\n  "version"'))
	assert [(c["name"], c["title"], c["unit"]) for c in answer["columns"]] == columns
	assert all(list(row["values"]) == [c[0] for c in columns] for row in answer["rows"])

	header = json.loads(block("recording", '{"type":"header"'))
	assert [(c["field"], c.get("title", c["field"]), c.get("unit", "")) for c in
	        header["columns"]] == columns
	for key in "title", "question", "picture", "axis", "sort":
	    line = re.search(f"^ *{key}: (.*)", open(recipe).read(), flags=re.M)
	    assert header[key] == line[1], (key, header[key])
	interval = json.loads(block("recording", '{"type":"interval"'))
	assert all(len(row) == len(interval["fields"]) for row in interval["rows"])

	names = ["begin_s", "end_s"] + [name + (f"_{unit}" if unit not in ("", "count") else "")
	                                for name, _, unit in columns]
	assert block("csv", "begin_s").splitlines()[0] == ",".join(names)
	END
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
