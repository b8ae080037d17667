#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of the commands list, info, explain and check, which need no tracefs. TRACE_HIST is the
# program.

. "$(dirname "$0")/../../../host/tests/harness.sh"
: "${TRACE_HIST:?}"

export XDG_CONFIG_HOME=$scratch/config TRACE_HIST_RECIPES=$scratch/installed
user=$XDG_CONFIG_HOME/trace-hist/recipes

# recipe FILE TITLE TOPIC [NEED]: write a recipe
recipe() {
	mkdir -p "$(dirname "$1")"
	cat >"$1" <<-END
	title: $2
	question: What about $2?
	topic: $3
	like: bcc other
	when: |
	  At night.
	example: |
	  An example.
	conclude: |
	  A conclusion.
	variants:
	  - needs: [${4-}]
	    steps:
	      - synthetic: '@wait@ u64 usecs'
	        does: Define an event.
	      - dynamic: 'p:@read@ vfs_read put=\0:s64'
	        does: Define a probe.
	      - event: '@wait@'
	        trigger: hist:keys=usecs.log2:sort=usecs if usecs > 1
	        does: Count the waits.
	        pid: common_pid
	        comm: comm
	        filter: true
	      - event: '@read@'
	        trigger: hist:keys=put
	        does: Count the reads.
	      - rate: 99
	        does: Sample.
	    table: '@wait@'
	    columns:
	      - {field: usecs, title: Wait, unit: us}
	      - {field: hitcount, title: Waits, unit: count, rate: true}
	  - steps:
	      - event: sched/sched_switch
	        trigger: hist:keys=next_pid
	        does: Count.
	    table: sched/sched_switch
	END
}

# fails STATUS TEXT COMMAND...: the command exits with the status, and its message has the text
fails() {
	local wanted=$1 text=$2 status
	shift 2

	"$@" >"$scratch/out" 2>"$scratch/err"
	status=$?
	cat "$scratch/err"
	if [ "$status" -ne "$wanted" ]; then
		echo "status $status, not $wanted: $*"
		return 1
	fi
	grep -qF -- "$text" "$scratch/err" || { echo "no \"$text\" in the message"; return 1; }
}

# sample: an installed recipe "second", and the user's "first" in another topic
sample() {
	rm -rf "$XDG_CONFIG_HOME" "$TRACE_HIST_RECIPES"
	recipe "$TRACE_HIST_RECIPES/second.yaml" Second block
	recipe "$user/first.yaml" First scheduler
}

test_list_groups_recipes_by_topic() {
	sample
	"$TRACE_HIST" list >"$scratch/out"
	cat "$scratch/out"
	sed 's/ (not on this kernel)//' "$scratch/out" | diff - <(printf '%s\n' Scheduler \
		'  first   First' '' 'Block devices' '  second  Second')
}

test_recipes_of_the_user_come_first() {
	sample
	recipe "$user/second.yaml" Mine block
	"$TRACE_HIST" list | tee "$scratch/out"
	grep -q '  second  Mine' "$scratch/out" && ! grep -q '  second  Second' "$scratch/out"
}

test_list_goes_on_after_a_wrong_recipe() {
	sample
	echo 'title: [' >"$user/wrong.yaml"
	fails 3 "$user/wrong.yaml:2:1: " "$TRACE_HIST" list || return
	grep -q second "$scratch/out"
}

test_list_of_names() {
	sample
	recipe "$user/second.yaml" Mine block
	diff <("$TRACE_HIST" list --names) <(printf '%s\n' first second)
}

test_list_as_json() {
	sample
	"$TRACE_HIST" list --json | tee "$scratch/out"
	python3 - "$scratch/out" <<-'END'
	import json, sys
	answer = json.load(open(sys.argv[1]))
	assert answer["version"] == 1
	assert [r["name"] for r in answer["recipes"]] == ["first", "second"]
	assert answer["recipes"][1]["topic"] == "block"
	assert answer["recipes"][1]["supported"] in ("yes", "no", "unknown")
	END
}

test_list_as_csv() {
	rm -rf "$XDG_CONFIG_HOME" "$TRACE_HIST_RECIPES"
	recipe "$TRACE_HIST_RECIPES/q.yaml" "'A \"quoted\", title'" block
	"$TRACE_HIST" list --csv | tee "$scratch/out"
	python3 - "$scratch/out" <<-'END'
	import csv, sys
	rows = list(csv.DictReader(open(sys.argv[1], newline="")))
	assert len(rows) == 1 and rows[0]["title"] == 'A "quoted", title', rows
	END
}

test_without_recipes() {
	local hint='; install them with "make install", or set TRACE_HIST_RECIPES to their directory'

	rm -rf "$XDG_CONFIG_HOME" "$TRACE_HIST_RECIPES"
	fails 1 "there are no recipes in $TRACE_HIST_RECIPES$hint" "$TRACE_HIST" list &&
		fails 2 "none at all in $TRACE_HIST_RECIPES$hint" "$TRACE_HIST" info first
}

test_info_shows_all_texts() {
	sample
	"$TRACE_HIST" info second >"$scratch/out" || return
	cat "$scratch/out"
	for text in 'second: Second' 'What about Second?' 'bcc other' '  At night.' \
		'  An example.' '  A conclusion.' 'Variant 2' 'events: sched/sched_switch' \
		'options: -p, -c, --filter' 'options: none of -p, -c and --filter' \
		"$TRACE_HIST_RECIPES/second.yaml"; do
		grep -qF -- "$text" "$scratch/out" || { echo "no $text"; return 1; }
	done
}

test_info_as_json() {
	recipe "$scratch/x.yaml" X files 'statistics, event:a/b'
	"$TRACE_HIST" info --json "$scratch/x.yaml" | tee "$scratch/out"
	python3 - "$scratch/out" <<-'END'
	import json, sys
	answer = json.load(open(sys.argv[1]))
	assert answer["name"] == "x" and answer["when"] == "At night.\n"
	assert answer["variants"][0]["needs"] == ["statistics", "event:a/b"]
	assert answer["variants"][1]["needs"] == []
	assert answer["variants"][0]["options"] == ["-p", "-c", "--filter"]
	assert answer["variants"][1]["options"] == []
	END
}

# pid_variant FIELD...: print a variant with a step for each FIELD, or a step without one
pid_variant() {
	local field

	printf '  - steps:\n'
	for field in "${@:-}"; do
		printf '      - {event: sched/sched_switch, does: Count., trigger: "hist:keys=%s"%s}\n' \
			"${field:-prev_pid}" "${field:+, pid: $field}"
	done
	printf '    table: sched/sched_switch\n'
}

test_info_says_what_a_pid_is() {
	{
		printf 'title: X\nquestion: What?\ntopic: system\nvariants:\n'
		pid_variant common_tgid common_tgid
		pid_variant common_ppid
		pid_variant prev_pid next_pid
		pid_variant prev_pid common_tgid
		pid_variant
	} >"$scratch/pid.yaml"
	"$TRACE_HIST" info "$scratch/pid.yaml" >"$scratch/out" || return
	diff <(grep -e '-p PID' "$scratch/out") - <<-'END' || return
	     -p PID: PID is a process
	     -p PID: PID is a parent process
	     -p PID: PID is a task
	     -p PID: PID is a task or a process
	END
	"$TRACE_HIST" info --json "$scratch/pid.yaml" >"$scratch/out"
	python3 - "$scratch/out" <<-'END'
	import json, sys
	kinds = [variant["pid"] for variant in json.load(open(sys.argv[1]))["variants"]]
	assert kinds == [["process"], ["parent process"], ["task"], ["task", "process"], []], kinds
	END
}

# A PID that is neither the process nor the task of the events needs a sentence in the description.
test_each_installed_recipe_has_one_kind_of_pid() {
	local file

	for file in "$repo"/tools/tracing/hist/recipes/*.yaml; do
		"$TRACE_HIST" info --json "$file" >"$scratch/out" || return
		python3 - "$scratch/out" <<-'END' || return
		import json, sys
		recipe = json.load(open(sys.argv[1]))
		for variant in recipe["variants"]:
		    assert len(variant["pid"]) <= 1, (recipe["name"], variant["pid"])
		    if variant["pid"] == ["parent process"]:
		        assert "With -p, PID is" in " ".join(recipe["conclude"].split()), recipe["name"]
		END
	done
}

test_info_as_csv() {
	recipe "$scratch/x.yaml" X files
	"$TRACE_HIST" info --csv "$scratch/x.yaml" | tee "$scratch/out"
	python3 - "$scratch/out" <<-'END'
	import csv, sys
	rows = dict(csv.reader(open(sys.argv[1], newline="")))
	assert rows["name"] == "x" and rows["when"] == "At night.\n", rows
	assert rows["supported"] in ("yes", "no", "unknown")
	END
}

test_formats_exclude_each_other() {
	sample
	fails 2 '--csv and --json exclude each other' "$TRACE_HIST" list --csv --json &&
		fails 2 '--csv and --json exclude each other' "$TRACE_HIST" info --json --csv x &&
		fails 2 '--names excludes --csv and --json' "$TRACE_HIST" list --json --names
}

test_unknown_commands() {
	fails 2 'there is no command "lst", did you mean "list"?' "$TRACE_HIST" lst &&
		fails 2 '"trace-hist --help" lists the commands' "$TRACE_HIST" zzzzzz
}

test_help_of_a_command() {
	local command

	for command in run list clean; do
		"$TRACE_HIST" "$command" --help >"$scratch/out" || return
		"$TRACE_HIST" help "$command" | cmp - "$scratch/out" || return
	done
	"$TRACE_HIST" help | cmp - <("$TRACE_HIST" --help) || return
	fails 2 'there is no command "rnu", did you mean "run"?' "$TRACE_HIST" help rnu &&
		fails 2 'unexpected argument "list"; help takes one command' "$TRACE_HIST" help run list
}

# The page of the format and the program have the same version.
test_version() {
	local csv

	csv=$("$TRACE_HIST" --version | sed -n 's/^CSV version //p')
	"$TRACE_HIST" --version | head -n 1 | grep -qx 'trace-hist [0-9.]*' && [ -n "$csv" ] &&
		grep -q "The format has the version $csv, which" \
			"$repo/tools/tracing/hist/man/trace-hist-csv.5.rst" &&
		"$TRACE_HIST" -V | cmp - <("$TRACE_HIST" --version)
}

test_unknown_recipes() {
	sample
	fails 2 'did you mean "second"?' "$TRACE_HIST" info secnod &&
		fails 2 'a file needs a slash, as ./secret.yaml' "$TRACE_HIST" info \
			secret.yaml &&
		fails 2 'cannot open ./none.yaml' "$TRACE_HIST" explain ./none.yaml
}

# run_script FILE: run the commands of explain in a directory that has the files that they write
run_script() {
	rm -rf "$scratch/tracefs"
	mkdir -p "$scratch/tracefs/instances"
	sed "s,^cd .*,cd '$scratch/tracefs'," "$1" >"$scratch/script"
	# The kernel makes the files of an instance, and removes them with it.
	sed -i -e 's|^mkdir \(.*\)|mkdir -p \1/events/{synthetic,kprobes}/th_second_{wait,read}|' \
		-e 's|^rmdir|ls -d|' "$scratch/script"
	sh -n "$scratch/script" && bash -e "$scratch/script"
}

test_explain_quotes_for_the_shell() {
	local filter='a == "it'\''s $(touch x) `touch y` \\n" || b'

	sample
	"$TRACE_HIST" explain --variant 1 -p 42 -c "a'b \$c" --filter "$filter" second \
		>"$scratch/explained" || return
	sed 's,^cat .*,:,' "$scratch/explained" >"$scratch/all"
	run_script "$scratch/all" || return
	[ ! -e "$scratch/tracefs/x" ] && [ ! -e "$scratch/tracefs/y" ] || return
	cd "$scratch/tracefs/instances/th_second/events" || return
	local condition="(usecs > 1) && common_pid == 42 && comm == \"a'b \$c\" && ($filter)"
	diff synthetic/th_second_wait/trigger \
		<(printf '%s\n' {,!}"hist:keys=usecs.log2:sort=usecs if $condition")
}

test_explain_undoes_in_reverse_order() {
	sample
	"$TRACE_HIST" explain --variant 1 second >"$scratch/explained" || return
	sed 's,^cat .*,:,' "$scratch/explained" >"$scratch/all"
	run_script "$scratch/all" || return
	cd "$scratch/tracefs" || return
	diff synthetic_events - <<<'th_second_wait u64 usecs' &&
		diff dynamic_events - <<-'END' &&
		p:th_second_read vfs_read put=\0:s64
		-:kprobes/th_second_read
		-:synthetic/th_second_wait
		END
		diff hist_sample_hz - <<<0 &&
		diff instances/th_second/events/kprobes/th_second_read/trigger - <<-'END' &&
		hist:keys=put
		!hist:keys=put
		END
		diff instances/th_second/events/synthetic/th_second_wait/trigger - <<-'END'
		hist:keys=usecs.log2:sort=usecs if usecs > 1
		!hist:keys=usecs.log2:sort=usecs if usecs > 1
		END
}

# "trace-hist clean" takes th_12_34_wait for an event of process 12.
test_explain_makes_no_names_of_runs() {
	local name

	sample
	for name in 12_34 12-34 12; do
		cp "$TRACE_HIST_RECIPES/second.yaml" "$scratch/$name.yaml"
		"$TRACE_HIST" explain --variant 1 "$scratch/$name.yaml" | tee "$scratch/out"
		grep -qw "th__${name/-/_}_wait" "$scratch/out" &&
			! grep -q 'th_[0-9]' "$scratch/out" || return
	done
}

test_explain_says_what_each_command_does() {
	sample
	"$TRACE_HIST" explain --variant 1 second | tee "$scratch/out"
	# Each command follows a comment, except cd, which follows the comments of the head.
	awk '/^[^#]/ && previous !~ /^#/ { print "no comment: " $0; failed = 1 }
	     { previous = $0 } END { exit failed }' "$scratch/out" &&
		grep -q '^#   usecs: Wait, us$' "$scratch/out" &&
		grep -q '^#   hitcount: Waits, count (divide it by the seconds)$' "$scratch/out"
}

# As root with tracefs, the kernel is known. Otherwise, explain shows the first variant.
test_explain_says_whether_the_kernel_was_checked() {
	local comment='# Not checked: run as root to see the variant for this kernel.' supported

	sample
	supported=$("$TRACE_HIST" info --csv second | sed -n 's/^"supported","\(.*\)".*/\1/p')
	[ -n "$supported" ] && "$TRACE_HIST" explain second >"$scratch/out" || return
	"$TRACE_HIST" explain --json second | grep -q '"supported": "' || return
	if [ "$supported" = unknown ]; then
		grep -qxF "$comment" "$scratch/out" &&
			"$TRACE_HIST" explain --json second | grep -q '"supported": "unknown"'
	else
		! grep -qF 'Not checked' "$scratch/out"
	fi
}

test_explain_as_json() {
	sample
	"$TRACE_HIST" explain --variant 1 --json second | tee "$scratch/out"
	python3 - "$scratch/out" <<-'END'
	import json, sys
	answer = json.load(open(sys.argv[1]))
	assert answer["variant"] == 1
	assert answer["table"] == "instances/th_second/events/synthetic/th_second_wait/hist"
	assert answer["setup"][0] == {"command": "mkdir", "file": "instances/th_second",
		"does": answer["setup"][0]["does"]}
	assert [line["text"] for line in answer["undo"] if "text" in line] == [
		"0", "!hist:keys=put", "!hist:keys=usecs.log2:sort=usecs if usecs > 1",
		"-:kprobes/th_second_read", "-:synthetic/th_second_wait"]
	END
}

test_explain_as_json_with_options_that_are_not_utf8() {
	sample
	"$TRACE_HIST" explain --variant 1 --json -c $'a\xff\xc2\x9b' --filter $'b == "\xfe"' \
		second >"$scratch/out" || return
	! grep -q $'\xc2\x9b' "$scratch/out" || return
	python3 - "$scratch/out" <<-'END'
	import json, sys
	setup = json.load(open(sys.argv[1], encoding="utf-8"))["setup"]
	texts = [line.get("text", "") for line in setup]
	assert any('comm == "a\\xff\x9b"' in t and 'b == "\\xfe"' in t for t in texts), texts
	END
}

# The name is in the script of explain, which root pastes into a shell.
test_hostile_file_names_are_refused() {
	local name command

	for name in "\$(touch x); y'" $'a\ntouch x' -a a.b ''; do
		recipe "$scratch/$name.yaml" X files
		for command in explain info check; do
			fails 3 'the name of a recipe must have only letters, digits' \
				"$TRACE_HIST" "$command" "$scratch/$name.yaml" || return
			[ "$(wc -l <"$scratch/err")" -eq 1 ] && [ ! -s "$scratch/out" ] || return
		done
	done
}

test_explain_refuses_wrong_options() {
	sample
	fails 2 'has no variant 3' "$TRACE_HIST" explain --variant 3 second &&
		fails 2 '--variant takes a number' "$TRACE_HIST" explain --variant 0 second &&
		fails 2 'cannot be limited to a task with -p (options that it accepts: none)' \
			"$TRACE_HIST" explain --variant 2 -p 1 second &&
		fails 2 'not closed' "$TRACE_HIST" explain --variant 1 --filter '(a' second &&
		fails 2 'control characters' "$TRACE_HIST" explain --variant 1 -c $'a\nb' second &&
		fails 2 'double quotes' "$TRACE_HIST" explain --variant 1 -c 'a"b' second
}

test_check_reports_each_error() {
	sample
	sed -e 's/does: Sample/dose: Sample/' -e 's/unit: us/unit: kg/' \
		"$TRACE_HIST_RECIPES/second.yaml" >"$scratch/wrong.yaml"
	fails 3 'wrong.yaml:28:9: a step has no key "dose", did you mean "does"?' \
		"$TRACE_HIST" check "$scratch/wrong.yaml" "$user/first.yaml" || return
	grep -q 'wrong.yaml:31:43: there is no unit "kg" (valid: count,' "$scratch/err" &&
		grep -q 'first.yaml: recipe first is correct, and has 2 variants' "$scratch/out"
}

test_check_limits_the_number_of_errors() {
	{ echo title: x; for n in {1..30}; do echo "zzzzzzzzzz$n: x"; done; } >"$scratch/many.yaml"
	fails 3 'has 13 more errors' "$TRACE_HIST" check "$scratch/many.yaml" || return
	[ "$(grep -c 'many.yaml:' "$scratch/err")" -eq 20 ]
}

test_check_complete() {
	recipe "$scratch/x.yaml" X files
	"$TRACE_HIST" check --complete "$scratch/x.yaml" || return
	sed -i '/^conclude/,/^  A/d' "$scratch/x.yaml"
	"$TRACE_HIST" check "$scratch/x.yaml" &&
		fails 3 'x.yaml:1:1: a complete recipe needs the key "conclude"' \
			"$TRACE_HIST" check --complete "$scratch/x.yaml"
}

test_check_complete_reports_each_missing_key() {
	local key

	recipe "$scratch/x.yaml" X files
	sed -i -e '1i # A comment' -e '/^when/,/^  A conclusion/d' "$scratch/x.yaml"
	"$TRACE_HIST" check "$scratch/x.yaml" || return
	for key in when example conclude; do
		fails 3 "x.yaml:2:1: a complete recipe needs the key \"$key\"" \
			"$TRACE_HIST" check --complete "$scratch/x.yaml" || return
	done
	[ "$(grep -c '^ *^$' "$scratch/err")" -eq 3 ] && [ "$(grep -c 'x.yaml:' "$scratch/err")" -eq 3 ]
}

test_files_that_are_no_recipe() {
	head -c 2000000 /dev/zero >"$scratch/large"
	fails 3 'too large for a recipe' "$TRACE_HIST" check "$scratch/large" &&
		fails 2 'cannot read /: Is a directory' "$TRACE_HIST" check / &&
		fails 2 'cannot open /nonexistent: No such file' "$TRACE_HIST" check /nonexistent &&
		fails 3 '/dev/null is empty' "$TRACE_HIST" check /dev/null &&
		fails 3 'too large for a recipe' "$TRACE_HIST" check /dev/zero
}

test_failed_writes() {
	sample
	for command in --help --version 'run --help' 'run --usage' 'clean -h' \
		list 'list --json' 'list --csv' 'info second' 'info --json second' 'info --csv second' \
		'explain second' 'explain --json second' "check $user/first.yaml"; do
		# shellcheck disable=SC2086 # words are arguments
		if "$TRACE_HIST" $command >/dev/full 2>"$scratch/err"; then
			echo "$command succeeded"
			return 1
		fi
		grep -q 'cannot write to standard output' "$scratch/err" || return
	done
}

test_wrong_usage() {
	fails 2 'which file?' "$TRACE_HIST" check && fails 2 'which recipe?' "$TRACE_HIST" info &&
		fails 2 'unexpected argument "b"; explain takes one recipe' "$TRACE_HIST" explain a b &&
		fails 2 "unrecognized option '--nonsense'" "$TRACE_HIST" list --nonsense &&
		fails 2 'Too many arguments' "$TRACE_HIST" list x
}

test_installed_recipes_are_correct_and_complete() {
	local recipes=$repo/tools/tracing/hist/recipes

	[ -d "$recipes" ] || return 0
	"$TRACE_HIST" check --complete "$recipes"/*.yaml
}

run_tests
