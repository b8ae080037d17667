#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The examples of the manual pages of formats have the members and columns of real answers.

. /tests/expect.inc

# example PAGE TEXT: print the indented block of a page that begins with a text
example() {
	awk -v text="$2" '
	!/^    / { inside = 0 }
	/^    / && !inside && previous == "" && index($0, "    " text) == 1 { inside = 1 }
	inside { print substr($0, 5) }
	{ previous = $0 }' "/man/trace-hist-$1.5.rst"
}

# members: print the names of the members of JSON objects. Columns whose values are distributions have
# members of their own; reasons of dropped events depend on the run.
members() {
	tr -d '\n' | sed 's/"\(dropped\|drops\|notes\)": *[{][^}]*}/"\1":0/g' |
		grep -o '"[^"]*" *:' | tr -d ' ' | grep -v '^"notes"' | sort -u
}

# same FILE FILE: two files have the same contents, and are not empty
same() {
	[ -s "$1" ] && diff "$1" "$2" >/tmp/err
}

# within FILE FILE: each line of the first file is in the second one
within() {
	[ -s "$1" ] && ! grep -vxFf "$2" "$1" >/tmp/err
}

cd /tmp || exit
trace-hist run runqlat -d 3 --json --limit 1 >json && trace-hist run runqlat -d 3 --csv >csv &&
	trace-hist record runqlat -d 3 -o recording
result "runqlat runs" $?

members <json >out
example json '{' >example
sed '/^}/q' example | members >members
expect "example of JSON" same members out

head -n 1 csv | tr -d '\r' >out
example csv begin_s | head -n 1 >line
expect "example of CSV" same line out

# Readers accept recordings without members that are empty, so the writer leaves some out.
example recording '{"type":"header"' | members >members
head -n 1 recording | members >out
expect "example of the header of a recording" within out members
example recording '{"type":"interval"' | members >members
sed -n 2p recording | members >out
expect "example of an interval of a recording" within out members
expect "nothing is left" nothing_left
exit $failed
