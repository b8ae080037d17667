# SPDX-License-Identifier: GPL-2.0
# Functions of the scripts that run in the machine for "make machine-check". The script test-machine
# sends this file and the file of a phase to the machine, and calls run_PHASE there. Nothing here
# depends on the host.
#
# Results go to standard output, for the script evaluate-phase:
#
#   pass CHECK
#   FAIL CHECK: reason		followed by lines of output that begin with "# "
#   skip CHECK: reason
#   figure NAME: value		compared by the phase, or only printed
#   client NAME: version	name of a check that is a row in the table of clients
#   log LINE			line of the kernel log

tracefs=/sys/kernel/tracing
log=/run/machine/check.log
histogram='hist:keys=prev_pid'

# report NAME STATUS: print the result of a check, whose output is in $log. Status 4 is that of a
# check that cannot run; its last line of output has the reason.
report() {
	case $2 in
	0)	echo "pass $1" ;;
	4)	echo "skip $1: $(tail -n 1 "$log")" ;;
	*)	echo "FAIL $1: exit status $2"
		tail -n 25 "$log" | tr -d '\r' | cut -c 1-160 | sed 's/^/# /' ;;
	esac
}

# check NAME COMMAND...: run a command as a check. It passes if the command succeeds.
check() {
	local name=$1 status=0
	shift

	("$@") >"$log" 2>&1 </dev/null || status=$?
	report "$name" "$status"
}

# skip REASON: end a check that cannot run
skip() {
	echo "$*"
	exit 4
}

# need PROGRAM: end a check if the release does not have a program
need() {
	command -v "$1" >/dev/null || skip "the image has no $1"
}

# has LINE-PATTERN COMMAND...: does the output of a command have a line that matches? Print the
# output.
has() {
	local pattern=$1 output status=0
	shift

	output=$("$@" 2>&1) || status=$?
	printf '%s\n' "$output"
	[ "$status" -eq 0 ] && grep -qE -- "$pattern" <<<"$output"
}

# wait_until COMMAND...: repeat a command until it succeeds, for ten minutes at most: an emulated
# machine on a busy host is slow
wait_until() {
	local end=$((SECONDS + 600))

	until "$@"; do
		[ "$SECONDS" -lt "$end" ] || { echo "waited in vain: $*"; return 1; }
		sleep 0.5
	done
}

# add_histograms: count three events in histograms
add_histograms() {
	echo "$histogram" >>"$tracefs/events/sched/sched_switch/trigger" &&
		echo 'hist:keys=pid' >>"$tracefs/events/sched/sched_wakeup/trigger" &&
		echo 'hist:keys=id:vals=hitcount' >>"$tracefs/events/raw_syscalls/sys_enter/trigger"
}

remove_histograms() {
	local status=0

	echo "!$histogram" >>"$tracefs/events/sched/sched_switch/trigger" || status=$?
	echo '!hist:keys=pid' >>"$tracefs/events/sched/sched_wakeup/trigger" || status=$?
	echo '!hist:keys=id:vals=hitcount' >>"$tracefs/events/raw_syscalls/sys_enter/trigger" ||
		status=$?
	return "$status"
}

# is_unused: does tracefs have no trigger, dynamic event, enabled event or instance?
is_unused() {
	local used

	used=$(grep -rhv '^#' "$tracefs/events" --include=trigger
		cat "$tracefs"/{dynamic_events,set_event}
		ls "$tracefs/instances")
	echo "$used"
	[ -z "$used" ]
}

# install_headers: unpack the headers of Debian's kernels. The packages would need a compiler.
install_headers() {
	local package

	for package in /var/tmp/headers/*.deb; do
		dpkg-deb --fsys-tarfile "$package" | tar -C / --keep-directory-symlink -xf -
	done
}

# hits EVENT: print the number of events that the histograms of an event have counted
hits() {
	awk '$1 == "Hits:" { sum += $2 } END { print sum + 0 }' "$tracefs/events/$1/hist"
}
