#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# top shows a recipe and the histogram of another program. Each end of top removes the recipe.
# kernel: stock
# build: tests/guest/top/press.c, as /bin/press
# add: /lib/terminfo/l/linux

. /tests/expect.inc
cd $tracefs || exit
export TERM=linux

explain_failure() {
	sed 's/\x1b\[[0-9;?]*[A-Za-z]/ /g; s/^/# /' /tmp/out
	sed 's/^/# /' /tmp/err
	left
}

# press TEXT KEYS ARGUMENT...: run top, and press keys when it shows the text
press() {
	text=$1 keys=$2
	shift 2
	/bin/press "$text" "$keys" trace-hist top "$@" >/tmp/out 2>/tmp/err
	status=$?
}

prints() {
	grep -qF "$1" /tmp/out 2>/dev/null
}

# A task that is woken many times in a second
while :; do sleep 0.01; done &
load=$!

press 'events/s' q /tests/waits.yaml -i 0.3
expect "q: status 0" [ $status -eq 0 ]
expect "q: the table is shown" prints 'Task'
expect "q: nothing is left" nothing_left

# The keys: look at the first row, go back, show the total, the help, and quit.
press 'events/s' "$(printf '\r')qt?qq" /tests/waits.yaml -i 0.3
expect "keys: status 0" [ $status -eq 0 ]
expect "keys: a row is shown" prints 'Events in'
expect "keys: the total is shown" prints 'total'
expect "keys: the help is shown" prints 'PgUp'
expect "keys: nothing is left" nothing_left

# Ctrl-C is a signal of the terminal.
press 'events/s' "$(printf '\003')" /tests/waits.yaml -i 0.3
expect "Ctrl-C: status 0" [ $status -eq 0 ]
expect "Ctrl-C: nothing is left" nothing_left

# is_shown: top in the background shows an interval
is_shown() {
	prints 'events/s'
}

# signal_top SIGNAL: run top in the background, and send a signal to it
signal_top() {
	rm -f /tmp/out
	press 'no such text' '' /tests/waits.yaml -i 0.3 &
	wait_until is_shown
	kill -$1 "$(ls instances | sed -n 's/^trace-hist-\([0-9]*\)-.*/\1/p')"
	wait $!
}

for signal in TERM HUP QUIT; do
	signal_top $signal
	expect "SIG$signal: nothing is left" nothing_left
	# The end of the alternate screen, or of the modes of this terminal
	expect "SIG$signal: the cursor is back" prints "$(printf '\033[?25h')"
done

signal_top KILL
expect "SIGKILL: nothing is left" wait_until nothing_left

# The histogram of another program stays.
mkdir instances/mine
echo 'hist:keys=next_comm' >instances/mine/events/sched/sched_switch/trigger
press 'approximate' q --event sched:sched_switch --instance mine -i 0.3
expect "event: status 0" [ $status -eq 0 ]
expect "event: the table is shown" prints 'next_comm'
expect "event: the histogram stays" grep -q 'hist:keys=next_comm' \
	instances/mine/events/sched/sched_switch/trigger
press 'events/s' q --event sched:sched_waking --instance mine
expect "an event without a histogram: status 2" [ $status -eq 2 ]
expect "an event without a histogram: message" prints 'has no histogram'
rmdir instances/mine

kill $load
exit $failed
