#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of hist-raw with tables that no kernel writes. HIST_RAW is the program. See
# <linux/trace_hist.h> for the format.

. "$(dirname "$0")/../../../host/tests/harness.sh"
: "${HIST_RAW:?}"

cd "$scratch" || exit

# table [NAME=VALUE]...: write a table to the file "table". A NAME is that of a text, "other", or
# "rows", which is 1 by default; a VALUE is a Python expression.
table() {
	python3 - "$@" <<-'END'
	import struct, sys
	values = {"command": "hist:keys=k", "system": "sys", "event": "ev", "clock": "local",
	          "title": "k", "reason": "no free row", "other": 0, "rows": 1}
	for argument in sys.argv[1:]:
	    name, value = argument.split("=", 1)
	    values[name] = eval(value)
	strings = bytearray(1)

	def string(text):
	    strings.extend(text.encode("latin-1") + b"\0")
	    return len(strings) - len(text) - 1

	def section(kind, size, entries):
	    padding = bytes(-len(entries) % 8)
	    return struct.pack("<IIQ", kind, size, len(entries)) + entries + padding

	def field(title, role, offset):
	    return struct.pack("<14I3Q", string(title), string(title), 0, 0, 0, 0, role, 1, 0,
	                       offset, 8, 0xffffffff, 0, 0, 0, 0, 0)

	texts = [string(values[name]) for name in ("command", "system", "event", "clock")]
	drops = struct.pack("<IIQ", string(values["reason"]), 0, 5)
	fields = field(values["title"], 1, 0) + field("hitcount", 2, 8)
	rows = struct.pack("<QQ", 7, 3) * values["rows"]
	sections = (section(1, 1, bytes(strings)) + section(2, 80, fields) + section(4, 16, drops) +
	            section(5, 16, rows))
	header = struct.pack("<IHHQ4I4I6Q", 0x48697374, 1, 96, 96 + len(sections), 1,
	                     values["rows"], 2048, 0, *texts, 3, 5, values["other"], 1, 10, 20)
	open("table", "wb").write(header + sections)
	END
}

test_a_table_is_printed() {
	table && "$HIST_RAW" table | diff - <(cat <<-'END'
	# event histogram
	#
	# trigger info: hist:keys=k
	# interval: 1 from 10 to 20 local
	#

	{ k:          7 } hitcount:          3

	Totals:
	    Hits: 3
	    Entries: 1
	    Dropped: 5
	        no free row: 5
	END
	) && [ "$("$HIST_RAW" -e table)" = sys:ev ]
}

test_texts_cannot_control_a_terminal() {
	local name

	for name in command clock title reason system event; do
		table "$name='a\x1b[2J\x9b\nb\\\\{'" && "$HIST_RAW" table >out &&
			"$HIST_RAW" -e table >>out || return
		grep -qF 'a\033[2J\233\012b\{' out || { echo "$name:"; cat -v out; return 1; }
		! LC_ALL=C grep -q '[^ -~]' out || return
	done
}

test_other_events_without_a_row_are_refused() {
	local status=0

	table other=3 rows=0 && "$HIST_RAW" table 2>err || status=$?
	[ $status -eq 1 ] && grep -qx 'table: at byte 0: wrong number of rows' err
}

# The second output is larger than a buffer of stdio, so an earlier write than the last one fails.
test_a_full_disk() {
	local status file

	table && for _ in {1..500}; do cat table; done >tables
	for file in table tables; do
		status=0
		"$HIST_RAW" "$file" >/dev/full 2>err || status=$?
		cat err
		[ $status -eq 1 ] && grep -q '^standard output: ' err || return
	done
}

# As above: of the second output, an earlier write than the last one fails.
test_a_closed_pipe() {
	local status file output reader

	table && for _ in {1..500}; do cat table; done >tables
	mkfifo closed && exec {reader}<>closed {output}>closed {reader}>&- || return
	for file in table tables --help; do
		status=0
		env --default-signal=PIPE "$HIST_RAW" "$file" 1>&"$output" 2>err || status=$?
		echo "$file: status $status"
		cat err
		[ $status -eq 1 ] && grep -q '^standard output: ' err || return
	done
}

test_standard_input() {
	table && "$HIST_RAW" table >expected && "$HIST_RAW" <table | diff expected - &&
		"$HIST_RAW" - <table | diff expected - && "$HIST_RAW" -- table | diff expected - &&
		[ "$("$HIST_RAW" -e - <table)" = sys:ev ]
}

test_help() {
	local option

	for option in -h --help; do
		"$HIST_RAW" "$option" >out 2>err && [ ! -s err ] || return
		diff out - <<<'usage: hist-raw [-e] [FILE]' || return
	done
}

# refuses ARGUMENT...: the command line is wrong
refuses() {
	local status=0

	"$HIST_RAW" "$@" >out 2>err </dev/null || status=$?
	echo "hist-raw $*: status $status"
	cat err
	[ $status -eq 2 ] && grep -q '^usage: hist-raw' err && [ ! -s out ]
}

test_a_wrong_command_line() {
	table && cp table ./-x && refuses table table && refuses -x && refuses -e -x &&
		refuses --events && refuses -e table table && refuses table -e &&
		"$HIST_RAW" -- -x >/dev/null
}

run_tests "$@"
