# SPDX-License-Identifier: GPL-2.0
# Functions shared by the tests of tracing: write commands, make events with known
# values, compare the contents of tracefs files. The tests run in a tracing directory, under
# the base kernel's ftracetest, which provides exit_fail, TMPDIR and PID.

fail() { # reason
	echo "FAIL: $*"
	exit_fail
}

# busybox has usleep. The sleep of other systems takes fractions of a second.
command -v usleep >/dev/null ||
	usleep() { # microseconds
		sleep $(awk "BEGIN { print $1 / 1000000 }")
	}

# Undo changes that later tests of the same guest must not see, also if the test fails.

# Run a command when the test ends. The last command runs first.
at_exit() { # command
	exit_commands="{ $1; } || :
$exit_commands"
	trap "$exit_commands" EXIT
}
exit_commands=

# Restore the value of a file when the test ends. For a ring buffer that is not yet in use,
# buffer_size_kb has a text like "7 (expanded: 1408)"; the size after its expansion is restored.
restore_at_exit() { # file
	at_exit "echo $(sed 's/.*(expanded: \([0-9]*\))/\1/' "$1") >$1"
}

# Properties of the machine: the size of a long in bytes, from the ring buffer's page header;
# a regular expression that matches an address; and one that matches the entry functions of
# system calls in a stack trace.
word=$(sed -n 's/.*commit;.*size:\([48]\);.*/\1/p' events/header_page)
address="[0-9a-f]{$((2 * word))}"
system_call='do_\(syscall_64\|int80_syscall_32\|fast_syscall_32\)+'

# Make a known number of events with known values.

# Fires sys_enter_kill, with the fields pid and sig. Tests use pids that do not exist. The
# program that limits a test's run time may call kill() as well, with signal 0: busybox's
# timeout does so each second.
fire() { # signal pid [times]
	local - left=${3:-1}
	set +x
	while [ $left -gt 0 ]; do
		kill -$1 $2 2>/dev/null || :
		left=$((left - 1))
	done
}

# Fires sys_enter_setpriority, with the fields who and niceval.
set_prio() { # niceval who
	renice $1 -p $2 2>/dev/null || :
}

# Fires ftrace/print from this shell.
mark() { # times
	local - left=$1
	set +x
	while [ $left -gt 0 ]; do
		echo mark
		left=$((left - 1))
	done >trace_marker
}

# Fires ftrace/print many times in quick succession, from another task.
mark_fast() { # times
	dd if=/dev/zero of=trace_marker bs=1 count=$1 2>/dev/null
}

# Check the contents of a file.

# Compare a file with standard input, line by line. A line of the input that begins with '~'
# is an extended regular expression that must match the whole line; other lines must be equal.
# The first mismatch is printed last.
check_file() { # file
	local -
	set +x
	cat >$TMPDIR/want
	cat "$1" >$TMPDIR/got
	if ! awk '
	function bad(what) { print what; failed = 1; exit }
	FILENAME == ARGV[1] { want[FNR] = $0; lines = FNR; next }
	{ seen = FNR }
	FNR > lines { bad("a line too many: " $0) }
	want[FNR] ~ /^~/ {
		if ($0 !~ "^(" substr(want[FNR], 2) ")$")
			bad("line " FNR ": " $0 "\ndoes not match: " want[FNR])
		next
	}
	$0 "" != want[FNR] "" { bad("line " FNR ": " $0 "\nshould be: " want[FNR]) }
	END {
		if (!failed && seen < lines) {
			print "a line is missing: " want[seen + 1]
			failed = 1
		}
		exit failed
	}' $TMPDIR/want $TMPDIR/got >$TMPDIR/wrong; then
		cat $TMPDIR/got $TMPDIR/wrong
		fail "$1 is not as it should be"
	fi
}

# Print the triggers of an event, without the comment that lists the available commands.
triggers() { # event
	sed '/^#/d' events/$1/trigger
}

check_triggers() { # event, lines on standard input
	triggers $1 >$TMPDIR/triggers
	check_file $TMPDIR/triggers
}

# Print a total below a table of a hist file: of the n-th table if there are several.
total() { # hist-file name [n]
	awk -v name="$2:" -v n=${3:-1} \
		'$1 == name && ++seen == n { print $2; exit }' $1
}

# Compare the rows of the n-th table of an event; each run of blanks counts as one blank.
check_table() { # event [n], rows on standard input
	awk -v n=${2:-1} '
	/^# event histogram/ { table++ }
	table == n && /^[{\t]/ { gsub(/[ \t]+/, " "); gsub(/^ | $/, ""); print }' \
		events/$1/hist >$TMPDIR/rows
	check_file $TMPDIR/rows
}

# Check the invariants of every table: Hits is the sum of the hit counts, and Entries is the
# number of rows without { other }.
check_sums() { # hist-file
	local -
	set +x
	cat "$1" >$TMPDIR/got
	awk '
	/^#/ { sum = rows = 0 }
	/hitcount: / { rows += !/^[{] other [}]/; sub(/.*hitcount: +/, ""); sum += $1 }
	$1 == "Hits:" && $2 != sum { print "Hits " $2 " but sum " sum; failed = 1 }
	$1 == "Entries:" && $2 != rows { print "Entries " $2 " but rows " rows; failed = 1 }
	$1 == "Dropped:" { tables++ }
	END { exit failed || !tables }' $TMPDIR/got >$TMPDIR/wrong || {
		tail -n 40 $TMPDIR/got
		cat $TMPDIR/wrong
		fail "$1 does not add up"
	}
}

check_equal() { # description actual expected
	[ "$2" = "$3" ] || fail "$1: is $2, should be $3"
}

# Commands.

# Write a command that must be accepted and leave the error log empty. If it adds a histogram,
# the line that the trigger file shows must create an equal histogram. This function forks no
# process, so that a test can count fork events from here on.
accept() { # event command
	local n_triggers last_trigger n
	count_triggers $1
	n=$n_triggers
	put $1 "$2"
	count_triggers $1
	case $last_trigger in
	hist:*)	[ $n_triggers -le $n ] || write_back $1 "$last_trigger" ;;
	esac
}

put() { # event command
	local line
	echo >error_log
	echo "$2" >>events/$1/trigger || {
		cat error_log
		fail "rejected: $2"
	}
	if read -r line <error_log; then
		fail "accepted with an error: $2: $line"
	fi
}

count_triggers() { # event: sets n_triggers and last_trigger
	local - line
	set +x
	n_triggers=0 last_trigger=
	while read -r line; do
		case $line in
		'#'*)	;;
		*)	n_triggers=$((n_triggers + 1)) last_trigger=$line ;;
		esac
	done <events/$1/trigger
}

write_back() { # event line: remove the last trigger and add it by its displayed line
	local n=$n_triggers
	put $1 "!$2"
	put $1 "$2"
	count_triggers $1
	check_equal "written back" "$last_trigger" "$2"
	check_equal "triggers" $n_triggers $n
}

# Read a whole file into a variable. Forks no process, because tests call it often.
slurp() { # variable file
	local - line lines=
	set +x
	while IFS= read -r line; do
		lines="$lines$line
"
	done <$2
	eval "$1=\$lines"
}

# Check that a rejected command left exactly one entry in the error log, with the caret where
# '^' stands in the command. For an invalid condition of a histogram, the filter code logs its
# own entry first; that one is skipped.
check_log() { # where command-with-^ message
	local - front="${2%%^*}" entry log
	set +x
	entry="$1: error: $3
  Command: $front${2#*^}
           $(printf '%*s' ${#front} '')^
"
	slurp log error_log
	log=${log#*] }
	case "$2+$log" in
	*\ if\ *+event\ filter*)
		log=${log#*
*
*
*] } ;;
	esac
	[ "$log" = "$entry" ] || fail "wrong entry in the error log:
${log}should be:
$entry"
}

# Print a message as error_log shows it if it suggests a name. Without a name, print the message.
suggesting() { # message [name]
	echo "$1${2:+, did you mean $2?}"
}

# Write a command that must be rejected. It must change no trigger and leave one entry in the
# error log, with the caret where '^' stands in the command and, if given, this message. Forks no
# process, because tests call it very often.
reject() { # event command-with-^ [message]
	local - before command="${2%%^*}${2#*^}" after log message="$3"
	set +x
	slurp before events/$1/trigger

	echo >error_log
	if printf '%s' "$command" 2>/dev/null >>events/$1/trigger; then
		triggers $1
		fail "accepted: $command"
	fi
	slurp after events/$1/trigger
	check_equal "triggers after the rejection of $command" "$after" "$before"

	if [ -z "$message" ]; then
		slurp log error_log
		log=${log%%
*}
		message=${log#*: error: }
	fi
	check_log "hist:${1%/*}:${1#*/}" "$2" "$message"
}

# Remove all triggers of the events. An event that references others must come before them.
drop() { # event...
	local event
	for event; do
		: >events/$event/trigger
		check_triggers $event </dev/null
	done
}

# Print the error message of a write that must fail, as strerror() gives it.
errno_of() { # event command
	printf '%s' "$2" | cat 2>&1 >>events/$1/trigger | sed 's/.*: //'
}

# Run several things concurrently.

# Wait until a condition holds. The task that makes it true may be scheduled late on a busy
# machine: it gets 30 seconds, and more if evaluating the condition takes time.
await() { # message-on-timeout command [argument]...
	local - tries=0 else="$1"
	set +x
	shift
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 3000 ] || fail "$else"
		usleep 10000
	done
}

has_hits() { # hist-file [n-th table]
	[ $(total $1 Hits $2) -gt 0 ]
}

# Run a function in the background until go_on fails. The function's commands may fail,
# because a concurrent task may have done the same before. When a test fails, its functions are
# stopped before the commands run that were passed to at_exit earlier.
go() { # command [argument]...
	[ -n "$going" ] || at_exit ': >$TMPDIR/stop; wait $going 2>/dev/null'
	(
		set +ex
		"$@"
		echo "$1" >>$TMPDIR/ended
	) &
	going="$going $!"
	goers=$((goers + 1))
}
going= goers=0

go_on() {
	[ -d $TMPDIR ] && [ ! -e $TMPDIR/stop ]
}

# Write a command in a background function. It may be rejected as well, because a concurrent task
# may have changed the state. await_accepted waits until each such command has been accepted.
attempt() { # file command
	local said="$1 $2"
	case $attempted in
	*"|$said|"*)	;;
	*)	attempted="$attempted|$said|"
		echo "$said" >>$TMPDIR/attempted ;;
	esac
	echo "$2" >>$1 || return
	case $accepted in
	*"|$said|"*)	;;
	*)	accepted="$accepted|$said|"
		echo "$said" >>$TMPDIR/accepted ;;
	esac
}
attempted= accepted=

all_accepted() {
	[ -s $TMPDIR/accepted ] && ! grep -vxFf $TMPDIR/accepted $TMPDIR/attempted >$TMPDIR/missing
}

await_accepted() {
	local - tries=0
	set +x
	until all_accepted; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || {
			cat $TMPDIR/missing
			fail "these commands are never accepted"
		}
		usleep 100000
	done
}

# Stop all background functions. A function that has ended earlier is an error. Others can be
# started afterwards.
stop_all() {
	[ ! -e $TMPDIR/ended ] || fail "ended before its time: $(cat $TMPDIR/ended)"
	: >$TMPDIR/stop
	wait
	check_equal "those that ended" $(wc -l <$TMPDIR/ended) $goers
	rm $TMPDIR/stop $TMPDIR/ended
	goers=0
}

# Problems that only the kernel log reports. Those listed in known-splats are ignored.
forget_trouble() {
	dmesg -c >/dev/null
}

check_no_trouble() {
	! dmesg | grep -v -e "has bad 'bp' value" -e 'WARNING: .* alloc_vmap_area+0x' \
			-e 'WARNING: .* trace_rb_cpu_prepare+0x' \
			-e 'WARNING: .* jump_label_\(module_notify\|del_module\)+0x' |
		grep -E 'WARNING|\bBUG\b|Oops|KASAN|INFO: |general protection|unreferenced' ||
		fail "the kernel complained"
}

# Allocation failures.

# Configure failslab and fail_page_alloc for each_fault and each_allocation.
allow_faults() {
	local faults=/sys/kernel/debug fault
	for fault in failslab fail_page_alloc; do
		[ -e $faults/$fault ] || exit_unsupported
		echo N >$faults/$fault/ignore-gfp-wait
		[ ! -e $faults/$fault/ignore-gfp-highmem ] ||
			echo N >$faults/$fault/ignore-gfp-highmem
		echo 0 >$faults/$fault/verbose
	done
	echo 0 >$faults/fail_page_alloc/min-order
}

# Evaluate a command repeatedly with its n-th allocation failing, for n = 1, 2, ... until no
# allocation failed. Both slab and page allocations fail. After each run, evaluate the check;
# $ret is "ok" if the command succeeded. The command is shell text. It may write to file
# descriptor 3: the file is opened before failures are enabled.
each_fault() { # file command check failures-more-than [name]
	local - n=1 failed=0 done= left nth=/proc/self/fail-nth
	set +x
	while [ -z "$done" ]; do
		[ $n -lt 1000 ] || fail "no end of allocations: ${5:-$2}"
		echo >error_log
		exec 3>>$1 4>$nth 5<$nth 6>/dev/null
		ret=ok
		echo $n >&4
		eval "$2" 2>&6 || ret=
		read -r left <&5
		echo 0 >&4
		exec 3>&- 4>&- 5<&- 6>&-

		# The counter was not used up: every allocation has failed once.
		[ $left = 0 ] || done=yes
		[ -z "$done" ] || [ -n "$ret" ] || fail "rejected without reason: ${5:-$2}"
		[ -n "$ret" ] || failed=$((failed + 1))
		$3
		n=$((n + 1))
	done
	echo "$n allocations, $failed rejections: ${5:-$2}"
	[ $failed -gt $4 ] || fail "only $failed rejections of ${5:-$2}"
}

# Same as each_fault, for writing a command to the file; $ret is "ok" if it was accepted.
each_allocation() { # file command check [rejections-more-than]
	local written="$2"
	each_fault $1 'echo "$written" >&3' "$3" ${4:-5} "$2"
}

# Synthetic events.

# Define an event. The file must accept it and leave the error log empty.
define() { # definition [file]
	local line
	echo >error_log
	printf '%s\n' "$1" >>${2:-synthetic_events} || {
		cat error_log
		fail "rejected: $1"
	}
	if read -r line <error_log; then
		fail "accepted with an error: $1: $line"
	fi
}

# Write a definition or removal that must be rejected. The list of events must not change.
refuse() { # file command-with-^ message [where]
	local - command before after
	set +x
	slurp before dynamic_events
	command="${2%%^*}${2#*^}"
	echo >error_log
	if printf '%s' "$command" 2>/dev/null >>$1; then
		cat dynamic_events
		fail "accepted: $command"
	fi
	slurp after dynamic_events
	check_equal "events after the rejection of $command" "$after" "$before"
	check_log ${4:-$1} "$2" "$3"
}

# Check that no file lists an event.
check_no_events() {
	check_file synthetic_events </dev/null
	check_file dynamic_events </dev/null
	[ ! -d events/synthetic ] || fail "still there: $(ls events/synthetic)"
}

# Print the event's own fields and its print format.
fields() { # event
	sed '1,/^$/d' events/$1/format
}

# Compare the recorded events whose names begin with "told", then clear the trace.
check_told() { # lines on standard input
	sed -n 's/^.* \(told[a-z]*: .*\)/\1/p' trace >$TMPDIR/told
	check_file $TMPDIR/told
	echo >trace
}
