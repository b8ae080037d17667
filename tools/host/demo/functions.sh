# SPDX-License-Identifier: GPL-2.0
# Functions of the demonstrations. busybox's sh sources this file in the guest.

tracing=/sys/kernel/tracing
# Number of lines that a demonstration may print, so that they and the two lines of the script
# "run-demo" fit a terminal.
screen=38
failed=0

# run_command COMMAND: execute a command that the demo also shows, in the current directory
run_command() {
	eval "$1" || {
		echo "rejected: $1"
		cat error_log
		exit 1
	}
}

# count_rows FILE: the number of rows
count_rows() {
	grep -c '^{' "$1"
}

# check_table FILE: report a histogram that is empty or has dropped events
check_table() {
	if ! grep -q '^{' "$1" || grep -q '^ *Hits: 0$' "$1"; then
		echo "This histogram is empty."
		failed=1
	elif ! grep -q '^ *Dropped: 0$' "$1"; then
		echo "This histogram has dropped events."
		failed=1
	fi
}

# show_table FILE ROWS QUESTION COMMANDS [OPTION]: print the first rows of the hist file copied to
# FILE
show_table() {
	awk -v most="$2" -v question="$3" -v commands="$4" ${5:+-v "$5"} -f /demo/table.awk "$1"
	check_table "$1"
}

# Run three loops of processes in parallel, for four seconds: they fork, pipe, copy, search, sleep.
run_workload() {
	until=$(($(date +%s) + 4))
	while [ "$(date +%s)" -lt $until ]; do
		seq 300 | sort -rn | grep -c 7 >/dev/null
		dd if=/dev/zero of=/tmp/zeros bs=4k count=64 2>/dev/null
	done &
	while [ "$(date +%s)" -lt $until ]; do
		find /proc/sys /sys/kernel -name 's*' >/dev/null 2>&1
		md5sum /bin/busybox >/dev/null
	done &
	while [ "$(date +%s)" -lt $until ]; do
		usleep 20000
		mkfifo /tmp/fifo
		(echo through >/tmp/fifo) &
		cat /tmp/fifo >/dev/null
		rm /tmp/fifo
	done &
	wait
}
