#!/usr/bin/awk -f
# SPDX-License-Identifier: GPL-2.0
# From the output of selftest.sh: one line "RESULT TEST" for each test run. The
# second run of a test, in a trace instance, is TEST@instance.

/^@test / { test = $2 }

/^\[[0-9]+\].*\[[A-Z]+\]$/ {
	match($0, /\[[A-Z]+\]$/)
	result = substr($0, RSTART + 1, RLENGTH - 2)
	print result, test (/^\[[0-9]+\] \(instance\)/ ? "@instance" : "")
	fflush()
}

/^@died/ && test { print "CRASH", test; fflush() }
/^@timeout/ { print "TIMEOUT", test; fflush() }
