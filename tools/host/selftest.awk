#!/usr/bin/awk -f
# SPDX-License-Identifier: GPL-2.0
# Convert the output of selftest.sh to the lines that the script verdict reads: "RESULT TEST" for
# each run of a shell test, and the output of "ktap --program" for test programs. A second run of
# a shell test in a trace instance is TEST@instance. The variable "ktap" is the path of ktap.
#
# Lines "SAID TEST TEXT" below the result of a test that did not pass are the last lines of its
# output. ftracetest prints the output of a test behind its result.

# keep() stores up to 40 lines of output since the last result. "failed" is the test that they
# belong to, if it has failed.
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
# Print the last lines of output. Other processes write to the same file: flush every line.
function tell(who, most,	i) {
	for (i = lines - most + 1; who && i <= lines; i++) {
		if (i in said)
			print "SAID", who, said[i]
		fflush()
	}
	forget()
}
# Report a test that did not end, with the last lines of its output.
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

# After a crash, the output ends with the last 40 lines of the console, of which the first ones
# are likely to have the reason: show all of them.
/^@died/ && test { give_up("CRASH", 40); next }
/^@timeout/ { give_up("TIMEOUT", 20); next }

{ keep($0) }
