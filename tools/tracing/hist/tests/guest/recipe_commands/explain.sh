#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A shell accepts the commands that explain prints. They count events, and leave nothing behind.
# kernel: stock

. /tests/expect.inc

explain_failure() {
	cat /tmp/commands /tmp/out
	cat $tracefs/error_log $tracefs/instances/*/error_log
	left
}

# Probes, synthetic events, variables, a shared table, and samples
for recipe in runqlat filetop memleak offcputime profile; do
	trace-hist explain $recipe >/tmp/commands
	if grep -q '^# The running kernel cannot do it' /tmp/commands; then
		echo "skip $recipe"
		continue
	fi
	# Some time and work pass before the answer is read.
	sed 's|^cat |sleep 1; ls -R / >/dev/null 2>\&1; cat |' /tmp/commands >/tmp/script
	sh -e /tmp/script >/tmp/out 2>&1
	result "$recipe: commands" $?
	grep -q 'Hits: [1-9]' /tmp/out
	result "$recipe: events are counted" $?
	expect "$recipe: nothing is left" nothing_left
done

# A selection of a task that does not exist counts nothing.
trace-hist explain -p 4000000 runqlat >/tmp/commands
sed 's|^cat |sleep 1; cat |' /tmp/commands >/tmp/script
sh -e /tmp/script >/tmp/out 2>&1
result "selection: commands" $?
grep -q 'Hits: 0' /tmp/out
result "selection: no event is counted" $?

# As root, list and info know the kernel.
trace-hist list --csv >/tmp/out && ! grep -q unknown /tmp/out
result "list knows the kernel" $?
trace-hist info runqlat >/tmp/out && grep -q 'This kernel can do it: trace-hist uses' /tmp/out
result "info names the variant" $?
expect "list and info leave nothing" nothing_left
exit $failed
