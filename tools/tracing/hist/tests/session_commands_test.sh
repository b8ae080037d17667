#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Tests of the command lines of run, show and clean, and of show with a saved table.

set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
results=()

# check NAME COMMAND...: add the result of a test
check() {
	local name=$1
	shift

	if "$@"; then
		results+=("ok session commands: $name")
	else
		results+=("not ok session commands: $name")
		sed 's/^/# /' "$scratch/out" "$scratch/err"
	fi
}

# tool STATUS TEXT ARGUMENT...: run the tool, which must exit with a status, and print a text on
# standard error
tool() {
	local wanted=$1 text=$2
	shift 2

	"$TRACE_HIST" "$@" >"$scratch/out" 2>"$scratch/err"
	[ $? -eq "$wanted" ] && { [ -z "$text" ] || grep -qF -- "$text" "$scratch/err"; }
}

# prints PATTERN: the last command has printed a line
prints() {
	grep -q -- "$1" "$scratch/out"
}

row='{ comm: %-50s } hitcount: %10d  count: %10d\n'
{
	cat <<-'END'
	# event histogram
	#
	# trigger info: hist:keys=comm:vals=hitcount,count:sort=hitcount:size=2048 if count > 1 [active]
	#

	END
	printf "$row" cat 3 1536 dd 40 20480
	printf '\nTotals:\n    Hits: 43\n    Entries: 2\n    Dropped: 7\n        no free row: 7\n'
} >"$scratch/hist"

check "run without a recipe" tool 2 "takes the name of a recipe" run
check "run with two recipes" tool 2 'unexpected argument "b"; run takes one recipe' run a b
check "run with a wrong pid" tool 2 "--pid takes a number from 1 to 4194304, not \"-1\"" run a -p -1
check "run with a wrong interval" tool 2 "--interval takes a time" run a -i 0
check "run with a hexadecimal duration" tool 2 "--duration takes a time" run a -d 0x10
check "run with a hexadecimal duration in capitals" tool 2 "--duration takes a time" run a -d 0X10
check "run with an exponent" tool 2 "--duration takes a time" run a -d 1e1
check "run with two points" tool 2 "--duration takes a time" run a -d 1.5.2
check "run with a unit alone" tool 2 "--duration takes a time" run a -d s
check "run that is too long" tool 2 "at most 3660d" run a -d 5000d
check "run with a negative duration" tool 2 "--duration takes a time" run a -d -5
check "run with two formats" tool 2 "--csv and --json exclude each other" run a --csv --json
check "run with a limit of 0" tool 2 "--limit takes a number from 1" run a --limit 0
check "clean with an argument" tool 2 "Too many arguments" clean all
check "show without an event" tool 2 "takes an event, as in sched:sched_switch" show
check "show with a path as instance" tool 2 "takes the name of an instance" show --instance ../x a:b
check "show of a file that is not there" tool 2 "cannot open ./nonsense: No such file" show ./nonsense
check "show of intervals of a file" tool 2 "it has no intervals" show "$scratch/hist" -i 1

check "show of a file of an instance" tool 2 "--instance needs an event" \
	show --instance x "$scratch/hist"
check "show of a file of an instance with --from" tool 2 "--instance needs an event" \
	show --instance x --from "$scratch/hist"
check "show of a file and an event" tool 2 "exclude each other" show a:b --from "$scratch/hist"
check "show of two events" tool 2 "exclude each other" show a:b --event a:b
check "show of a file as an event" tool 2 "is a file; use --from" show --event "$scratch/hist"
check "show of a missing file with --from" tool 2 "cannot open nothing: No such file" \
	show --from nothing
check "show with --from" tool 0 "" show --from "$scratch/hist"
check "show with --from: a row" prints '^dd  *40  *20,480$'
cat "$scratch/hist" "$scratch/hist" >"$scratch/twice"
check "show of equal triggers with --from" tool 3 "twice has two histograms with the same trigger" \
	show --from "$scratch/twice"
check "show of equal triggers in a file" tool 0 "" show "$scratch/twice"
check "show of intervals with --from" tool 0 "" show --from "$scratch/hist" -i 50ms -d 100ms --json
check "show of intervals with --from: no new events" prints '"rows":\[\]'

# wait_for_headers N: wait until show has printed N header lines
wait_for_headers() {
	local tries=0

	until [ "$(grep -c '^begin_s,' "$scratch/out")" -ge "$1" ] || [ $((++tries)) -gt 300 ]; do
		sleep 0.1
	done
}

# replace_histogram: replace the histogram that show prints in intervals by one with other columns,
# and then by the first one
replace_histogram() {
	local pid

	cp "$scratch/hist" "$scratch/watched"
	"$TRACE_HIST" show --from "$scratch/watched" -i 50ms --csv >"$scratch/out" \
		2>"$scratch/err" &
	pid=$!
	wait_for_headers 1
	sed 's/\<count: /size: /; s/hitcount,count/hitcount,size/' "$scratch/hist" >"$scratch/new"
	mv "$scratch/new" "$scratch/watched"
	wait_for_headers 2
	cp "$scratch/hist" "$scratch/new"
	mv "$scratch/new" "$scratch/watched"
	wait_for_headers 3
	kill "$pid" && wait "$pid"
	tr -d '\r' <"$scratch/out" | sed 's/^[0-9].*,dd,/,,dd,/' >"$scratch/records"
	diff - <(grep -v ',cat,' "$scratch/records") <<-'END'
	begin_s,end_s,comm,hitcount,count
	begin_s,end_s,comm,hitcount,size
	,,dd,40,20480
	begin_s,end_s,comm,hitcount,count
	,,dd,40,20480
	END
}
check "show prints a header line again if the columns change" replace_histogram

for command in run show clean; do
	check "$command --help" tool 0 "" $command --help
	check "$command --help has a usage" prints "^Usage: trace-hist $command \[OPTION"
	check "$command -h" tool 0 "" $command -h
done

check "the default of run is in its help" \
	sh -c '"$1" run --help | tr -s "\n " " " | grep -q "default: run until Ctrl-C"' sh "$TRACE_HIST"
check "the default of show is in its help" \
	sh -c '"$1" show --help | tr -s "\n " " " | grep -q "default: print the histograms once"' sh \
	"$TRACE_HIST"

check "show of a file" tool 0 "" show "$scratch/hist"
check "show of a file: heading" \
	prints '^hist:keys=comm:vals=hitcount,count:sort=hitcount:size=2048 if count > 1$'
check "show of a file: a row" prints '^dd  *40  *20,480$'
check "show of a file: a warning of drops" \
	grep -qF '7 events were dropped (no free row: 7)' "$scratch/err"
check "show of a file as CSV" tool 0 "" show "$scratch/hist" --csv
check "show of a file as CSV: a row without a time" prints '^,,dd,40,20480'
check "show of a file as CSV: a warning of drops" \
	grep -qF '7 events were dropped (no free row: 7)' "$scratch/err"
check "show of a file as JSON" tool 0 "" show "$scratch/hist" --json
check "show of a file as JSON: a row" prints '"values":{"comm":"dd","hitcount":40,"count":20480}'
check "show of a file as JSON: no event" prints '"event":null,'
check "show of a file as JSON: no time" prints '"interval":{"begin":null,"end":null,'
check "show of a file with a limit" tool 0 "" show "$scratch/hist" --csv --limit 1
check "show of a file with a limit: one row" [ "$(wc -l <"$scratch/out")" -eq 2 ]

sed 's/count > 1/comm == "\x1b[2J"/' "$scratch/hist" >"$scratch/hostile"
check "show of a hostile file" tool 0 "" show "$scratch/hostile"
check "show of a hostile file prints no escape sequence" \
	sh -c '! grep -q "$(printf "\033")" "$1"' sh "$scratch/out"
head -c 200 "$scratch/hist" >"$scratch/cut"
check "show of a file that is cut off" tool 3 "$scratch/cut:" show "$scratch/cut"
printf 'a\0b\n' >"$scratch/zero"
: >"$scratch/empty"
check "show of a file without a histogram" tool 3 "has no histogram" show "$scratch/empty"
check "show of a binary file" tool 3 "$scratch/zero:1:" show "$scratch/zero"
check "show on a full disk" \
	sh -c '! "$1" show "$2" >/dev/full 2>"$3" && grep -q "standard output: No space" "$3"' sh \
	"$TRACE_HIST" "$scratch/hist" "$scratch/err"

echo "1..${#results[@]}"
printf '%s\n' "${results[@]}"
! printf '%s\n' "${results[@]}" | grep -q '^not ok'
