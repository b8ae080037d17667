#!/usr/bin/awk -f
# SPDX-License-Identifier: GPL-2.0
# From the output of selftest.sh: a line "RESULT TEST" for each test run, and what
# ktap makes of test programs. The second run of a shell test, in a trace instance,
# is TEST@instance. The variable "ktap" is where ktap is.

/^@test / {
	if (program)
		close(program)
	test = $2
	program = test ~ /\.tc$/ ? "" : "'" ktap "' --program " test
	fflush()
	next
}

program { print | program; next }

/^\[[0-9]+\].*\[[A-Z]+\]$/ {
	match($0, /\[[A-Z]+\]$/)
	result = substr($0, RSTART + 1, RLENGTH - 2)
	print result, test (/^\[[0-9]+\] \(instance\)/ ? "@instance" : "")
	fflush()
}

/^@died/ && test { print "CRASH", test; fflush() }
/^@timeout/ { print "TIMEOUT", test; fflush() }
