# SPDX-License-Identifier: GPL-2.0
# Functions shared by the tests that poll hist and hist_delta files, or keep them open while the
# event is removed. Requires functions.sh.

poll_hist=${1%/trace/*}/trace/lib/poll_hist
[ -x $poll_hist ] || exit_unresolved

# The program poll_hist continues when it reads a line from this FIFO.
rm -f $TMPDIR/line
mkfifo $TMPDIR/line
exec 7<>$TMPDIR/line

answers=$TMPDIR/answers

have_said() { # word times answers...
	local word=$1 times=$2
	shift 2
	[ $(cat "$@" | grep -c $word) -ge $times ]
}

# Wait until each of the poll_hist processes has printed "waiting" this many times, then until it
# sleeps.
await_waiting() { # times answers...
	local times=$1 answers
	shift
	for answers; do
		await "it does not wait $times times" have_said waiting $times $answers
	done
	usleep 50000
}

# Run poll_hist in the background and return when it waits for the first time. It does not get the
# files that the test has open, so the test can close them.
ask() { # file operation...
	: >$answers
	$poll_hist "$@" <&7 4<&- 5<&- >$answers &
	asker=$!
	await_waiting 1 $answers
}

# Run poll_hist, which does not wait.
ask_now() { # file operation...
	: >$answers
	$poll_hist "$@" >$answers &
	asker=$!
}

# Print the answers of a poll_hist process in one line.
print_answers() { # answers
	echo $(grep -v waiting $1)
}

check_answers() { # answer...
	wait $asker || fail "poll failed"
	check_equal "answers" "$(print_answers $answers)" "$*"
}

# Open the file three times: a reader that has read a part of it, a process that polls it (the
# poller), and one that polls only after it reads a line (the asker). On return, the poller
# waits for the first time.
open_hist() { # hist-file
	cat $1 >$TMPDIR/whole
	exec 5<$1
	dd bs=1 count=100 <&5 2>/dev/null >$TMPDIR/pieces
	: >$TMPDIR/polls
	: >$TMPDIR/asks
	$poll_hist $1 read 60000 read 60000 60000 >$TMPDIR/polls &
	poller=$!
	$poll_hist $1 read line 0 read 0 <&7 >$TMPDIR/asks &
	asker=$!
	await_waiting 1 $TMPDIR/polls $TMPDIR/asks
}

# Wait until the poller was woken up by the removal of the histograms and waits again.
await_news() {
	await_waiting 2 $TMPDIR/polls
}

# Check the open files after the event was removed. The reader gets the rest of its table and
# then the end of file. Both polling processes get an error from poll().
check_gone() { # expected-answers-of-the-poller [alternative]
	local polls
	cat <&5 >>$TMPDIR/pieces
	cmp $TMPDIR/whole $TMPDIR/pieces || fail "the table changed while it was read"
	exec 5<&-
	echo >&7
	wait $asker || fail "poll failed"
	wait $poller || fail "poll failed"
	polls=$(print_answers $TMPDIR/polls)
	[ "$polls" = "$2" ] || check_equal "answers of the one that polls" "$polls" "$1"
	check_equal "answers of the one that asks late" "$(print_answers $TMPDIR/asks)" "err err"
}
