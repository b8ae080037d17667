#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of the exit statuses of all commands, as trace-hist(1) documents them, for input that does
# not exist or is wrong. They need no tracefs. TRACE_HIST is the program.

. "$(dirname "$0")/../../../host/tests/harness.sh"
: "${TRACE_HIST:?}"

here=$(cd "$(dirname "$0")" && pwd)
cd "$scratch" || exit
mkdir directory
: >empty
listen=(--listen 127.0.0.1:0)

# ends STATUS ARGUMENT...: the command ends with the status, one message, and no new file
ends() {
	local expected=$1 status=0
	shift

	timeout 20 "$TRACE_HIST" "$@" >out 2>err || status=$?
	echo "trace-hist $*: status $status"
	cat err
	[ "$status" -eq "$expected" ] && [ ! -s out ] && [ ! -e new ] &&
		[ "$(grep -c '^trace-hist: ' err)" -eq 1 ]
}

test_recipes_that_do_not_exist() {
	local name

	for name in nothing ./nothing.yaml directory/nothing.yaml empty/nothing.yaml; do
		ends 2 info "$name" && ends 2 explain "$name" && ends 2 run "$name" &&
			ends 2 record -o new "$name" && ends 2 heatmap -o new "$name" &&
			ends 2 flame -o new "$name" && ends 2 export "${listen[@]}" "$name" || return
	done
	ends 2 check nothing.yaml && ends 2 check directory
}

test_files_that_do_not_exist() {
	local name

	for name in ./nothing ./directory/nothing ./empty/nothing; do
		ends 2 show "$name" && ends 2 report "$name" && ends 2 diff "$name" empty &&
			ends 2 diff --intervals 1,2 "$name" && ends 2 heatmap -o new "$name" &&
			ends 2 flame -o new "$name" && ends 2 export "${listen[@]}" --from "$name" ||
			return
	done
}

test_directories() {
	ends 2 show ./directory && ends 2 report directory && ends 2 diff directory directory &&
		ends 2 heatmap -o new ./directory && ends 2 flame -o new ./directory &&
		ends 2 export "${listen[@]}" --from directory
}

test_words_that_are_no_events() {
	ends 2 show nothing && ends 2 show --instance nothing nothing && ends 2 show a:b:c &&
		ends 2 export "${listen[@]}" --event nothing
}

test_files_without_a_histogram() {
	ends 3 show empty && ends 3 export "${listen[@]}" --from empty &&
		ends 3 flame -o new ./empty
}

# stops ARGUMENT...: SIGTERM ends the command while it reads the pipe "pipe", which has no end
stops() {
	local status=0

	timeout --preserve-status -k 10 2 "$TRACE_HIST" "$@" >out 2>err || status=$?
	echo "trace-hist $*: status $status"
	cat err
	[ $status -eq 1 ] && grep -q 'cannot read ./pipe: Interrupted system call' err
}

test_signals_end_the_read_of_a_pipe() {
	local pipe

	mkfifo pipe && exec {pipe}<>pipe || return
	stops show ./pipe && stops show --from ./pipe && stops run ./pipe &&
		stops export "${listen[@]}" --from ./pipe
}

test_a_closed_pipe() {
	local recipe=$here/../recipes/runqlat.yaml heat=recordings/heat_typical.rec
	local output reader status command

	python3 "$here/make_recordings.py" recordings || return
	mkfifo closed && exec {reader}<>closed {output}>closed {reader}>&- || return
	for command in --help --version 'run --help' list 'list --json' "info $recipe" \
		"explain $recipe" "check $recipe" "report $heat" "report --svg - $heat" \
		"report --json $heat" "diff $heat $heat" "heatmap $heat" "heatmap -o - $heat" \
		'flame recordings/flame_typical.rec' "show $here/corpus/table/own-big"; do
		status=0
		# shellcheck disable=SC2086 # words are arguments
		env --default-signal=PIPE "$TRACE_HIST" $command 1>&"$output" 2>err || status=$?
		echo "trace-hist $command: status $status"
		cat err
		[ $status -eq 1 ] && grep -q '^trace-hist: cannot write to' err &&
			[ "$(wc -l <err)" -eq 1 ] || return
	done
}

test_directories_of_outputs_that_do_not_exist() {
	echo 'bash;read 3' >folded
	ends 2 flame ./folded -o nothing/new && ends 2 flame ./folded -o directory
}

run_tests "$@"
