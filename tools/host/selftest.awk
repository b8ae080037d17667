#!/usr/bin/awk -f
# SPDX-License-Identifier: GPL-2.0
# From the output of selftest.sh: a line "RESULT TEST" for each test run, and what
# ktap makes of test programs. The second run of a shell test, in a trace instance,
# is TEST@instance. The variable "ktap" is where ktap is.
#
# A line "SAID TEST TEXT" is one of the last that a test has said whose result, not a
# good one, stands above. The host's ftracetest shows its output when it is over.

# What was said since, and whose it is if that failed.
function keep(line) {
	gsub(/[[:cntrl:]]/, " ", line)
	if (line ~ /[^ ]/)
		said[++lines] = substr(line, 1, 120)
	delete said[lines - 40]
}
function forget() {
	split("", said)
	lines = 0
	failed = ""
}
# Others write to the same file: line by line.
function tell(who, most,	i) {
	for (i = lines - most + 1; who && i <= lines; i++) {
		if (i in said)
			print "SAID", who, said[i]
		fflush()
	}
	forget()
}
# One that did not come to its end: what it said before does not matter any more.
function give_up(result, most) {
	print result, test
	fflush()
	tell(test, most)
}

/^@(test|end)/ || /^# of passed: / { tell(failed, 20) }

/^@test / {
	if (program)
		close(program)
	forget()
	test = $2
	program = test ~ /\.tc$/ ? "" : "'" ktap "' --program " test
	fflush()
	next
}

program { print | program; next }

/^\[[0-9]+\].*\[[A-Z]+\]$/ {
	tell(failed, 20)
	match($0, /\[[A-Z]+\]$/)
	result = substr($0, RSTART + 1, RLENGTH - 2)
	name = test (/^\[[0-9]+\] \(instance\)/ ? "@instance" : "")
	print result, name
	fflush()
	failed = result == "PASS" || result == "XFAIL" ? "" : name
	next
}

# The kernel has more to say, and the reason first.
/^@died/ && test { give_up("CRASH", 40); next }
/^@timeout/ { give_up("TIMEOUT", 20); next }

{ keep($0) }
