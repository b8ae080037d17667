#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of the completion for bash. TRACE_HIST is the program.

. "$(dirname "$0")/../../../host/tests/harness.sh"
: "${TRACE_HIST:?}"
. "$repo/tools/tracing/hist/completion/trace-hist"

export XDG_CONFIG_HOME=$scratch/config TRACE_HIST_RECIPES=$scratch/installed
mkdir -p "$TRACE_HIST_RECIPES"
touch "$TRACE_HIST_RECIPES"/{first,second}.yaml

# completes EXPECTED WORD...: the completions of the last word contain EXPECTED, or are none if it is
# empty
completes() {
	local expected=$1
	shift

	COMP_WORDS=(trace-hist "$@")
	COMP_CWORD=$#
	_trace_hist "$TRACE_HIST" "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
	echo "trace-hist $*: ${COMPREPLY[*]}"
	if [ -z "$expected" ]; then
		[ ${#COMPREPLY[@]} -eq 0 ]
	else
		printf '%s\n' "${COMPREPLY[@]}" | grep -qxF -- "$expected"
	fi
}

test_commands() {
	completes explain ex && completes list '' && completes --help -- && completes '' zzz
}

test_options() {
	completes --variant explain --va && completes --complete check -- &&
		completes --json heatmap first --j && completes --csv flame --c &&
		completes --pid explain first -- && completes '' list --zzz
}

test_recipes() {
	completes second explain s && completes first info '' &&
		completes second explain --filter x s &&
		completes '' explain --filter sec && completes '' record -o sec
}

test_numbers_have_no_completions() {
	completes '' explain -p '' && completes '' explain --variant '' &&
		completes --number report --nu && completes '' report --number '' &&
		completes '' report -n ''
}

test_instances() {
	local _trace_hist_tracefs=$scratch/tracefs

	mkdir -p "$_trace_hist_tracefs/instances"
	completes '' show --instance '' || return
	mkdir -p "$_trace_hist_tracefs"/instances/{mine,other}
	completes mine show --instance m && completes other top --instance '' &&
		completes '' show --instance sec
}

test_events() {
	local _trace_hist_tracefs=$scratch/events

	mkdir -p "$_trace_hist_tracefs"
	completes '' show sched/ && completes '' top --event sched/ || return
	printf '%s\n' sched:sched_switch sched:sched_waking irq:irq_handler_entry \
		>"$_trace_hist_tracefs/available_events"
	completes sched/sched_switch show sched/sched_s && completes irq/irq_handler_entry show '' &&
		completes sched/sched_waking top --event sched/sched_w &&
		completes irq/irq_handler_entry export first --event i &&
		completes '' top --event nothing/
}

# A program without privilege can choose the names of user events. The shell must not expand them.
test_names_are_not_expanded() {
	local _trace_hist_tracefs=$scratch/hostile expanded=$scratch/expanded
	local name='$(touch${IFS}$expanded)'

	mkdir -p "$_trace_hist_tracefs/instances/\$(touch \$expanded)" || return
	printf '%s\n' "user_events:$name" "user_events:a\`touch\${IFS}\$expanded\`" \
		sched:sched_switch >"$_trace_hist_tracefs/available_events"
	completes sched/sched_switch show '' && completes sched/sched_switch top --event sched/ &&
		completes "$(printf %q "user_events/$name")" show 'user_events/$' &&
		completes "$(printf %q "$name")" show user_events : &&
		completes "$(printf %q '$(touch $expanded)')" show --instance '' &&
		[ ! -e "$expanded" ]
}

# Bash has the separators as words of their own.
test_words_with_separators() {
	local _trace_hist_tracefs=$scratch/separators

	mkdir -p "$_trace_hist_tracefs"/instances/mine
	printf '%s\n' sched:sched_switch irq:irq_handler_entry \
		>"$_trace_hist_tracefs/available_events"
	completes sched_switch show sched : sch && completes sched_switch show sched : &&
		completes sched/sched_switch top --event = sched/ &&
		completes irq/irq_handler_entry top --event = &&
		completes irq_handler_entry top --event = irq : irq_ &&
		completes '' top --event = 'i.*' : irq_ &&
		completes mine show --instance = m && completes '' explain --pid = ''
}

test_files() {
	cd "$scratch" || return
	mkdir -p files
	touch files/mine.yaml
	completes files/mine.yaml check files/m && completes files/mine.yaml info files/m
}

test_each_command_has_options() {
	local command

	for command in $("$TRACE_HIST" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
		completes --help "$command" --h || return
	done
}

run_tests
