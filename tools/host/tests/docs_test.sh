#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: docs_test.sh [NAME...]
#
# Tests of docs/: the documents, their examples and their completeness.

. "$(dirname "$0")/harness.sh"
. "$(dirname "$0")/stand-ins.sh"

unit=$repo/tools/testing/trace

# Two documents of ours, one of which replaces one of the base kernel, and a
# translation. Any message from Sphinx is a failure.
test_docs_fail_on_any_message() {
	local own tree ours theirs=Documentation/trace chinese=Documentation/translations/zh_CN

	create_overlay
	ours=$own/$theirs
	mkdir -p "$ours" "$tree/$theirs" "$own/$chinese/trace" "$tree/$chinese"
	touch "$ours"/{new,replaced}.rst "$tree/$theirs"/{replaced,other}.rst \
		"$own/$chinese/trace/new.rst" "$tree/$chinese/disclaimer-zh_CN.rst"
	echo "$theirs/replaced.rst" >"$own/tools/host/config/replaced-files"
	printf '%s\n' .. '   :maxdepth: 1' '' '   other' '   replaced' '   new' '   gone' \
		>"$tree/$theirs/index.rst"
	printf 'kernelversion:\n\t@echo 1\n' >"$tree/Makefile"
	copy_scripts "$own" docs/build-docs build/stages.sh
	script "$own/tools/host/build/install-packages" <<<'#!/bin/true'
	script "$own/tools/host/build/unpack-host-source" <<<'#!/bin/true'
	script "$scratch/bin/sphinx-build" <<-'END'
	#!/bin/bash
	[[ " $* " == *" release=1 "* ]] || echo "wrong release: $*"
	cd "${@: -2:1}" && echo "$OUTPUT" | sed "s,@,$PWD," && exit "$STATUS"
	END
	check_docs() { # status words summary
		local output

		# "make -C" sets -w for the commands that it runs.
		output=$(PATH=$scratch/bin:$PATH KSRC=$tree XDG_CACHE_HOME=$scratch/cache STATUS=$1 \
			OUTPUT=$2 MAKEFLAGS=w "$own/tools/host/docs/build-docs" 2>&1)
		echo "$2: $output"
		[ "$(tail -n 1 <<<"$output")" = "$3" ]
	}

	check_docs 0 'Using alabaster theme' '3 passed, 0 failed, 0 skipped' &&
		check_docs 0 'Loading model cost 0.3 seconds.' '3 passed, 0 failed, 0 skipped' &&
		check_docs 1 '@/new.rst:7: WARNING: x' '2 passed, 1 failed, 0 skipped' &&
		check_docs 1 '@/new:7: ../x.h:3: WARNING: x' '2 passed, 1 failed, 0 skipped' &&
		check_docs 1 '@/translations/zh_CN/trace/new.rst:7: WARNING: x' \
			'2 passed, 1 failed, 0 skipped' &&
		check_docs 0 "x.h:1: warning: 'x' not found" '3 passed, 1 failed, 0 skipped' &&
		check_docs 1 '' '3 passed, 1 failed, 0 skipped' || return
	# The index keeps entries without a document, so that Sphinx reports
	# them.
	[ "$(grep '^   [a-z]' "$own/build/docs-source/$theirs/index.rst" | xargs)" = \
		"replaced new gone" ] &&
		[ "$(grep '^   [a-z]' "$own/build/docs-source/Documentation/index.rst" | xargs)" = \
			"trace/index translations/zh_CN/trace/index" ] &&
		ls "$own/build/docs-source/$chinese/disclaimer-zh_CN.rst"
}

# compare_examples OUTPUT: compare a document with the output of its guest
compare_examples() {
	mkdir -p "$scratch/split"
	"$host/docs/extract-examples" split "$scratch/split" "$scratch/a.rst" &&
		printf '%s\n' "$1" | "$host/docs/extract-examples" compare "$scratch/a.rst"
}

create_document() {
	cat >"$scratch/a.rst" <<-'END'
	Title
	=====

	Shown::

	  tracing# cat hist
	  { pid:     12 } hitcount:     3
	  ...
	  Totals:
	      Hits: 3
	      Evicted: 3
	      Overall:  lat.p99: 3 (partial)
	      Without bucket: 3
	      Dropped by the histogram of $ts0: 3
	  tracing# cat trigger \
	  > filter
	  traceoff:count=2

	Not run::

	  make it

	Rejected
	--------

	::

	  trigger:sched:sched_waking: error: Count is zero or too large
	    Command: traceoff:0
	                      ^
	END
}

document_printed='@section 0
@command 0
{ pid: 4 } hitcount: 55
{ pid: 5 } hitcount: 1
Totals:
 Hits: 9
 Evicted: 70
 Overall: lat.p99: 70 (partial)
 Without bucket: 8
 Dropped by the histogram of $ts0: 12
@command 1
traceoff:count=2

@end
@section 1
@command 0
[ 1.2] trigger:sched:sched_waking: error: Count is zero or too large
  Command: traceoff:0
                    ^
@end'

test_examples_are_run_and_compared() {
	local output

	create_document
	output=$(compare_examples "$document_printed") || { echo "$output"; return 1; }
	diff - "$scratch/split/0" <<-'END' || return
	printf '\n@command 0\n'
	cat hist
	printf '\n@command 1\n'
	cat trigger \
	filter
	END
	grep -qx "rejected events/sched/sched_waking/trigger traceoff:0" "$scratch/split/1" ||
		{ cat "$scratch/split/1"; return 1; }
	[ "$(tail -n 1 <<<"$output")" = "2 passed, 0 failed, 0 skipped" ]
}

# The first line of an entry tells to which file the command is written.
test_entries_name_the_file_of_the_command() {
	local place file

	mkdir -p "$scratch/split"
	while IFS== read -r place file; do
		printf '%s\n' Title ===== '' :: '' "  $place: error: x" '    Command: y' '             ^' \
			>"$scratch/a.rst"
		"$host/docs/extract-examples" split "$scratch/split" "$scratch/a.rst" || return
		grep -qx "rejected $file y" "$scratch/split/0" || { cat "$scratch/split/0"; return 1; }
	done <<-'END'
	hist:sched:sched_waking=events/sched/sched_waking/trigger
	sched:sched_waking: event filter parse error=events/sched/sched_waking/filter
	sched: event filter parse error=events/sched/filter
	set_event=set_event
	synthetic_events=synthetic_events
	hist_sample_cpus=hist_sample_cpus
	user_events=dynamic_events
	END
}

# Every change of the output is detected.
test_examples_that_differ_fail() {
	local change output

	create_document
	for change in 's/count=2/count=3/' 's/{ pid: 4/{ cpu: 4/' 's/Totals://' 's/ \^/^/' \
		's/too large/too small/' 's/traceoff:0/traceoff:1/' '$ s/@end/@left x/' \
		's/@command 1/@command 7/' 's/@section 1/@section 2/' 's/ (partial)//'; do
		output=$(compare_examples "$(sed "$change" <<<"$document_printed")") &&
			{ echo "$change: $output"; return 1; }
		grep -qE '^1 passed, 1 failed, 0 skipped$' <<<"$output" ||
			{ echo "$change: $output"; return 1; }
	done
	# "..." stands for any lines, but not for a command that was not run.
	sed -i 's/^traceoff:count=2/.../; s/^  traceoff:count=2/  .../' "$scratch/a.rst"
	compare_examples "$document_printed" >/dev/null || return
	! compare_examples "$(sed '/@command 1/,/^$/d' <<<"$document_printed")" || return
	# Empty output fails as well.
	! compare_examples ''
}

# interrupt_examples SIGNAL STATUS: two guests run when the script receives a
# signal
interrupt_examples() {
	local copy=$scratch/ended pid guest

	rm -rf "$copy"
	mkdir -p "$copy/tools" "$copy/build" "$copy/samples/user_events" "$copy/guests"
	cp -R "$host" "$copy/tools"
	touch "$copy/build/bzImage" "$copy/samples/user_events/a.c"
	# Compiles nothing, but finds the libraries of the guest's shell.
	script "$copy/bin/gcc" <<-END
	#!/bin/sh
	case \$1 in -print-file-name=*) exec $(command -v gcc) "\$1" ;; esac
	END
	script "$copy/tools/host/guest/boot-guest" <<-END
	#!/bin/bash
	touch "$copy/guests/\$\$"
	while :; do sleep 0.1; done
	END
	printf '%s\n' One === '' :: '' '  tracing# a' '' Two === '' :: '' '  tracing# b' >"$copy/a.rst"
	PATH=$copy/bin:$PATH JOBS=2 XDG_CACHE_HOME=$copy/cache \
		setsid env --default-signal "$copy/tools/host/docs/run-examples" "$copy/a.rst" &
	pid=$!
	wait_until eval '[ "$(ls "$copy/guests" | wc -l)" -eq 2 ]' || return
	kill -s "$1" -- "-$pid"
	wait "$pid"
	[ "$?" -eq "$2" ] || return
	for guest in $(ls "$copy/guests"); do
		wait_until is_gone "$guest" || return
	done
}

test_interrupted_examples_end_their_guests() {
	interrupt_examples TERM 143 && interrupt_examples INT 130
}

# Additions to the grammar that the documents lack are detected.
test_documents_must_have_every_word() {
	local copy=$scratch/documented output trace

	mkdir -p "$copy/tools/testing/trace"
	copy_scripts "$copy" docs/check-completeness env.sh
	cp -r "$unit/shim" "$unit"/*.h "$copy/tools/testing/trace"
	cp -r "$repo"/{kernel,include,Documentation} "$copy"
	trace=$copy/kernel/trace
	sed -i 's/TRACE_HIST_STAT_EMPTY/TRACE_HIST_STAT_VOID/; s/__u64 to;/__u32 to;/' \
		"$copy/include/uapi/linux/trace_hist.h"
	sed -i 's/"Too many keys, at most "/"Too many" " locks, at most "/' "$trace/hist/diag.c"
	sed -i 's/"hex"/"roman"/' "$trace/hist/modifier.c"
	sed -i 's/"stddev"/"spread"/' "$trace/hist/aggregate.c"
	sed -i 's/"traceoff"/"lightsoff"/' "$trace/trigger/instance_commands.c"
	sed -i 's/"u16"/"u17"/' "$trace/user_events/define/parse.c"
	output=$("$copy/tools/host/docs/check-completeness") && return 1
	echo "$output"
	[ "$output" = "$(cat <<-'END'
	histogram-raw.rst is wrong about: struct trace_hist_header.to
	histogram-raw.rst: 'TRACE_HIST_STAT_EMPTY' undeclared
	histogram-raw.rst lacks: TRACE_HIST_STAT_VOID
	histogram.rst lacks the message: Too many locks, at most 8
	the message HIST_DIAG_BAD_MODIFIER lacks the word: roman
	histogram.rst lacks the modifier: roman
	histogram.rst lacks the aggregate: spread
	events.rst lacks the command: lightsoff
	user_events.rst lacks the type: u17
	END
	)" ]
}

run_tests "$@"
