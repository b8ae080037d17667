#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of top on a real terminal, that of tmux. top watches a file that the tests rewrite between
# intervals, so tracefs is not needed. TRACE_HIST is the program.
#
# The tests may run on a busy machine. So they wait for what the screen shows, and never for a time.

. "$(dirname "$0")/../../../host/tests/harness.sh"

export LC_ALL=C.UTF-8
unset NO_COLOR TMUX TMUX_PANE
live=$scratch/live

# screen COMMAND [ARGUMENT...]: run a command of tmux on the server of new_screen
screen() {
	tmux -S "$server" -f /dev/null "$@"
}

# A server that ends refuses clients for some time, so each one gets a socket of its own.
new_screen() {
	end_screens
	server=$(mktemp -u "$scratch/tmux.XXXXXX")
	screen new-session -d "$@"
}

end_screens() {
	for server in "$scratch"/tmux.*; do
		screen kill-server 2>/dev/null
	done
}

trap 'end_screens; rm -rf "$scratch"' EXIT

# task NAME COUNT AVERAGE: print a row
task() {
	printf '{ comm: %-50s } hitcount: %10d  lat.avg: %10d\n' "$@"
	printf '\tlat.dist:\n\t%20d - %-20d %10d ##\n' 2 3 "$2"
}

# table HITS DROPPED: print a table with the rows of standard input
table() {
	local rows entries

	rows=$(cat)
	entries=$(grep -c '^{' <<<"$rows")
	printf '# event histogram\n#\n# trigger info: hist:%s [active]\n#\n\n%s\n' \
		'keys=comm:vals=hitcount,lat.avg,lat.dist' "$rows"
	printf '\nTotals:\n    Hits: %d\n    Entries: %d\n    Dropped: %d\n' "$1" "$entries" "$2"
	[ "$2" -eq 0 ] || printf '        full: %d\n' "$2"
}

# replace: replace the file by the table on standard input
replace() {
	cat >"$live.new" && mv "$live.new" "$live"
}

# five FACTOR: replace the file by a table with five tasks
five() {
	{
		task bash $((10 * $1)) 5
		task cc1 $((100 * $1)) 50
		task 'evil\033[2J' $((7 * $1)) 2
		task '\344\270\255\346\226\207' $((3 * $1)) 9
		task systemd "$1" 1
	} | table $((200 * $1)) 0 | replace
}

# many: a table with 40 tasks, whose counts are 2001 to 2040
many() {
	for i in {1..40}; do
		task "task-$i" $((2000 + i)) 1
	done | table 100000 0 | replace
}

# begin COLUMNS LINES SECONDS [ENVIRONMENT...]: run top on the file
begin() {
	local columns=$1 lines=$2 seconds=$3
	shift 3

	rm -f "$scratch/before" "$scratch/after"
	new_screen -x "$columns" -y "$lines" "cd $scratch
		stty -a >before.new; mv before.new before
		env $* '$TRACE_HIST' top --from live -i $seconds 2>$scratch/err
		echo status \$?
		stty -a >after.new; mv after.new after
		exec sleep 1000"
	wait_until test -e "$scratch/before"
}

# total COLUMNS LINES: run top, and let it show the total, which stays
total() {
	begin "$1" "$2" 0.2
	expect 'interval' || return
	keys t
	expect 'total  '
}

content() {
	screen capture-pane -p
}

keys() {
	screen send-keys "$@"
}

# is_seen CONDITION: check the last screen. It must contain a text; or, after "!", not contain it;
# after "=", have a line that consists of these words; after "~", match a pattern
is_seen() {
	case $1 in
	'!'*)	! grep -qF -- "${1#!}" "$scratch/screen" ;;
	=*)	sed 's/  */ /g; s/ $//' "$scratch/screen" | grep -qxF -- "${1#=}" ;;
	'~'*)	grep -qE -- "${1#?}" "$scratch/screen" ;;
	*)	grep -qF -- "$1" "$scratch/screen" ;;
	esac
}

# sees CONDITION...: take a new screen, which is kept in a file, and check it
sees() {
	local condition

	content >"$scratch/screen"
	for condition; do
		is_seen "$condition" || return
	done
}

# expect CONDITION...: wait until one screen meets all conditions. top may still be drawing when the
# first of them is met.
expect() {
	wait_until sees "$@" || { cat "$scratch/screen"; return 1; }
}

# fits COLUMNS LINES: the last screen has no wider and no more lines
fits() {
	[ "$(wc -l <"$scratch/screen")" -le "$2" ] && ! python3 -c '
import sys, unicodedata
wide = lambda c: 0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
sys.exit(not any(sum(map(wide, l.rstrip("\n"))) > int(sys.argv[1]) for l in sys.stdin))' \
		"$1" <"$scratch/screen" || { cat "$scratch/screen"; return 1; }
}

# ends STATUS: top has ended with the status, and the terminal is as before
ends() {
	expect "status $1" && wait_until test -e "$scratch/after" || return
	diff "$scratch/before" "$scratch/after" || return
	[ "$(screen display-message -p '#{alternate_on} #{cursor_flag}')" = '0 1' ]
}

# sees_in_order TEXT...: take a new screen; it has the texts on lines in this order
sees_in_order() {
	local line last=0 text

	content >"$scratch/screen"
	for text; do
		line=$(grep -nF -- "$text" "$scratch/screen" | head -n 1 | cut -d: -f1)
		[ "${line:-0}" -gt "$last" ] || return
		last=$line
	done
}

# expect_order TEXT...: wait until one screen has the texts on lines in this order
expect_order() {
	wait_until sees_in_order "$@" || { cat "$scratch/screen"; return 1; }
}

test_an_interval_is_the_difference_of_two_reads() {
	five 1
	begin 80 24 3
	expect 'Waiting for the first interval.' || return
	five 3
	expect 'approximate' '=cc1 200 -' '=bash 20 -' '=systemd 2 -' '5 rows' \
		'sort: hitcount, descending' || return
	# An interval of 3 seconds is shorter if the one before it ended late.
	check_rate "$scratch/screen" 2 400 || { cat "$scratch/screen"; return 1; }
	expect 'No events.' && keys q && ends 0
}

# check_rate SCREEN SECONDS EVENTS: the interval lasted SECONDS at least, and its time multiplied by
# its rate is this number of events. Both are rounded.
check_rate() {
	sed -n 's/.*interval \([0-9.]*\) s  *\([0-9.]*\) events\/s.*/\1 \2/p' "$1" |
		awk -v seconds="$2" -v events="$3" '
		{
			found = 1
			product = $1 * $2
			wrong = $1 < seconds || product < 0.98 * events || product > 1.02 * events
		}
		END {
			exit !found || wrong
		}'
}

test_a_pause_keeps_an_interval() {
	five 1
	begin 80 24 4
	expect 'Waiting' || return
	five 2
	expect '=cc1 100 -' || return
	keys p
	expect 'paused' '=cc1 100 -' || return
	# The message shows that an interval has ended during the pause.
	rm "$live"
	expect 'cannot open live' 'paused' '=cc1 100 -' || return
	five 2
	keys ' '
	expect '!paused' 'No events.' && keys q && ends 0
}

test_a_pause_keeps_the_total() {
	five 1
	total 80 24 || return
	keys p
	expect 'paused' '=cc1 100 50' || return
	five 3
	rm "$live"
	expect 'cannot open live' 'paused' '=cc1 100 50' || return
	five 3
	keys ' '
	expect '!paused' '=cc1 300 50' && keys q && ends 0
}

test_rows_are_sorted() {
	five 1
	total 80 24 && expect_order 'comm' 'cc1' 'bash' 'evil' '中文' 'systemd' || return
	keys r
	expect 'ascending' && expect_order 'comm' 'systemd' '中文' 'evil' 'bash' 'cc1' || return
	keys '>'
	expect 'sort: lat.avg' && expect_order 'comm' 'systemd' 'evil' 'bash' '中文' 'cc1' || return
	keys '<' '<'
	expect 'sort: comm' && expect_order 'comm' 'bash' 'cc1' 'evil' 'systemd' '中文' || return
	# Choose a column of the list.
	keys s
	expect 'Enter sort' '=comm' '=hitcount' '=lat.avg' || return
	keys Down Down Enter
	expect 'sort: lat.avg' && keys s && expect 'Enter sort' && keys q && expect 'q quit' &&
		keys q && ends 0
}

test_rows_are_filtered() {
	five 1
	total 80 24 || return
	keys / S Y S
	expect '1 of 5 rows' 'Filter: SYS' 'systemd' '!cc1' || return
	keys BSpace BSpace BSpace
	expect '5 rows' || return
	keys X Y Enter
	expect 'No row contains the text.' 'filter: XY' 'q quit' || return
	keys Escape
	expect '!filter:' 'cc1' || return
	# Characters of more than one byte
	keys / '中'
	expect '1 of 5 rows' '中文' && keys Escape && expect '5 rows' && keys q && ends 0
}

test_a_row_is_looked_at() {
	five 1
	total 80 24 || return
	keys Down Enter
	expect 'Distribution: lat.dist' '=comm bash' '=hitcount 10' '=lat.avg 5' \
		'~^2 - 3  *10  █' 'at most 0:' || return
	# Something is counted, and then nothing.
	five 3
	expect 'at most 20' '~^_*█_*$' || return
	keys Escape
	expect 'cc1' && keys Home Enter && expect 'cc1: 300 events' && keys q && expect 'q quit' &&
		keys q && ends 0
}

test_the_distribution_is_drawn() {
	five 1
	total 80 24 || return
	keys d
	expect 'cc1: 100 events' 'bash: 10 events' '█' &&
		keys q && expect 'q quit' && keys q && ends 0
}

test_keys_move_through_many_rows() {
	many
	total 80 24 && expect 'task-40' '!task-1 ' || return
	keys End
	expect 'task-1 ' '!task-40' && keys Enter && expect 'comm      task-1' || return
	keys Escape
	expect 'task-1 ' || return
	keys Up Enter
	expect 'comm      task-2' && keys Escape && expect 'q quit' || return
	keys Home
	expect 'task-40' && keys NPage NPage && expect 'task-6 ' '!task-40' || return
	keys PPage PPage
	expect 'task-40' && keys q && ends 0
}

test_help_is_shown_and_scrolled() {
	five 1
	total 20 10 || return
	keys '?'
	expect 'Up, Down' || return
	fits 20 10 || return
	keys End
	expect 'Show this help.' '!Up, Down' || return
	keys Escape
	expect 'q quit' && keys h && expect 'Up, Down' && keys q && expect '!Up, Down' &&
		keys q && ends 0
}

test_any_size_fits() {
	local size

	five 1
	total 80 24 || return
	for size in '20 10' '20 5' '33 7' '200 50' '21 24' '80 6' '20 10'; do
		set -- $size
		screen resize-window -x "$1" -y "$2"
		wait_until is_drawn "$2" && fits "$1" "$2" || { echo "$1 $2"; content; return 1; }
		keys Enter
		expect 'q back' && fits "$1" "$2" || return
		keys d
		expect 'events' && fits "$1" "$2" || return
		keys Escape
		expect 'q quit' || return
	done
	# At 20 columns, the numbers on the right are left out, and the rest is as it was.
	expect '=comm hitcount' '=cc1 100' '!lat.avg' '+1' || return
	keys Right
	expect 'lat.avg' '!comm' && keys Left && expect 'comm' || return
	for size in '19 10' '20 4' '3 2'; do
		set -- $size
		screen resize-window -x "$1" -y "$2"
		wait_until is_small "$1" "$2" || { echo "$1 $2"; content; return 1; }
	done
	# ncurses leaves the only cell of this terminal empty.
	screen resize-window -x 1 -y 1
	wait_until is_empty || return
	screen resize-window -x 80 -y 24
	expect 'lat.avg' && keys q && ends 0
}

# is_drawn LINES: the list is drawn, with the hints on the last one of these lines
is_drawn() {
	sees '~^cc1 *100' && sed -n "$1p" "$scratch/screen" | grep -q '^q quit'
}

is_empty() {
	! content | grep -q '[^ ]'
}

# is_small COLUMNS LINES: there is as much of the sentence as fits
is_small() {
	local first

	sees && fits "$1" "$2" && first=$(head -n 1 "$scratch/screen") && [ -n "$first" ] &&
		[[ 'Too small: top needs' == "$first"* ]]
}

test_hostile_names_are_escaped() {
	five 1
	total 80 24 || return
	# Numbers are below each other, for names of any width.
	expect '=evil\x1b[2J 7 2' '=中文 3 9' '~^evil\\x1b\[2J         7        2$' \
		'~^中文                3        9$' || return
	keys / evil Enter
	expect '1 of 5 rows' && keys Enter && expect 'evil\x1b[2J' && keys q q && ends 0
}

test_drops_are_shown() {
	{ task bash 10 5; } | table 10 0 | replace
	begin 80 24 2
	expect 'Waiting' || return
	{ task bash 20 5; } | table 27 7 | replace
	expect 'dropped 7 (full: 7)' && keys q && ends 0
}

test_the_interval_can_be_changed() {
	five 1
	begin 80 24 1
	expect 'Waiting' || return
	keys +
	expect 'The interval is 2 s.' && keys - - && expect 'The interval is 0.5 s.' &&
		expect 'interval 0.5' && keys q && ends 0
}

test_the_table_is_written() {
	five 1
	rm -f "$scratch"/live-*.csv
	total 80 24 || return
	keys / b a s h Enter w
	expect 'Write to: live-' || return
	keys Enter
	expect 'Written to live-' || return
	grep -q ',bash,10,5,' "$scratch"/live-*.csv && ! grep -q cc1 "$scratch"/live-*.csv || {
		cat "$scratch"/live-*.csv
		return 1
	}
	keys w C-u n o / f i l e Enter
	expect 'cannot create no/file' || return
	keys w C-u x . r e c Enter
	expect 'Written to x.rec' && "$TRACE_HIST" report "$scratch/x.rec" | grep -q 'bash.*10' || return
	# An existing file is not replaced.
	keys w C-u x . r e c Enter
	expect 'x.rec' '!Written' && keys w Escape && expect 'q quit' && keys q && ends 0
}

test_a_bad_file_is_reported_and_read_again() {
	five 1
	begin 80 24 0.2
	expect 'interval' || return
	echo nonsense >"$live"
	expect 'live:1:1:' || return
	rm "$live"
	expect 'cannot open live' || return
	five 2
	keys t
	expect 'cc1' && keys q && ends 0 && [ ! -s "$scratch/err" ]
}

pid_of_top() {
	pgrep -f "top --from live" -P "$(screen display-message -p '#{pane_pid}')"
}

test_signals_restore_the_terminal() {
	local signal

	five 1
	for signal in INT TERM HUP QUIT; do
		total 80 24 || return
		kill -s "$signal" "$(pid_of_top)" && ends 0 || { echo "SIG$signal"; return 1; }
	done
	total 80 24 && keys C-c && ends 0
}

test_a_stop_restores_the_terminal() {
	five 1
	new_screen -x 80 -y 24 "cd $scratch && env -u HISTFILE PS1='prompt> ' bash --norc"
	expect 'prompt>' || return
	keys "'$TRACE_HIST' top --from live -i 0.2" Enter
	expect 'interval' && keys t && expect 'cc1' || return
	keys C-z
	expect 'Stopped' '!cc1' || return
	keys fg Enter
	expect 'cc1' '!Stopped' || return
	keys s
	expect 'Enter sort' && keys q q && expect '!cc1' && keys 'echo sta''tus $?' Enter &&
		expect 'status 0'
}

test_colours_only_if_wanted() {
	local escapes

	five 1
	for variables in '' NO_COLOR=1; do
		begin 80 24 2 $variables
		expect 'Waiting' || return
		five 2
		expect 'approximate' || return
		escapes=$(screen capture-pane -ep | grep -c $'\e\\[[0-9;]*33m')
		if [ -n "$variables" ]; then
			[ "$escapes" -eq 0 ] || { echo "colours with $variables"; return 1; }
		else
			[ "$escapes" -gt 0 ] || { echo "no colours"; return 1; }
		fi
		keys q && ends 0 || return
		five 1
	done
}

# refuses STATUS TEXT: top fails with this status and a message that has the text, and the terminal is
# as before
refuses() {
	ends "$1" && grep -qF -- "$2" "$scratch/err" && [ "$(wc -l <"$scratch/err")" -eq 1 ] || {
		cat "$scratch/err"
		return 1
	}
}

test_unusable_terminals_are_refused() {
	five 1
	begin 80 24 1 -u TERM
	refuses 1 'TERM is not set' || return
	begin 80 24 1 TERM=no-such-terminal
	refuses 1 'no-such-terminal' || return
	begin 80 24 1 TERM=dumb
	refuses 1 'cannot move its cursor'
}

# fails STATUS TEXT ARGUMENT...: top exits with the status, and its message has the text
fails() {
	local wanted=$1 text=$2 status
	shift 2

	"$TRACE_HIST" top "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	status=$?
	[ "$status" -eq "$wanted" ] && grep -qF -- "$text" "$scratch/err" || {
		echo "$* ended with $status"
		cat "$scratch/err"
		return 1
	}
}

test_wrong_arguments() {
	fails 1 'top needs a terminal' runqlat &&
		fails 2 'takes the name of a recipe' &&
		fails 2 'exclude each other' runqlat --from x &&
		fails 2 'exclude each other' --event a:b --from x &&
		fails 2 '--instance needs --event' --instance x runqlat &&
		fails 2 'need a recipe' --from x -p 1 &&
		fails 2 'one recipe' runqlat runqlat &&
		fails 2 'name of an instance' --event a:b --instance ../x
}

test_files_that_are_no_tables() {
	rm -f "$live"
	begin 80 24 1
	refuses 2 'cannot open live' || return
	echo nonsense >"$live"
	begin 80 24 1
	ends 3 && grep -q 'live:1:1:' "$scratch/err" || return
	{ task a 1 1; } | table 1 0 | sed 's/^# trigger.*/&\n# interval: 1 from 1.0 to 2.0 global/' | replace
	begin 80 24 1
	ends 3 && grep -q 'copies of hist' "$scratch/err"
}

# histograms SIZE...: replace the file by a table of each size, whose only row counts the tables
histograms() {
	local size

	for size; do
		task "row-$size" $# 1 | table $# 0 | sed "s/ \[active\]$/:size=$size&/"
	done | replace
}

test_the_histogram_stays_the_same() {
	histograms 1024 2048
	total 80 24 && expect '=row-1024 2 1' && keys Tab && expect '=row-2048 2 1' || return
	# Another program adds a histogram before it, removes another one, and then also this one.
	histograms 512 256 2048
	expect '=row-2048 3 1' || return
	histograms 512 256
	expect 'the histogram was removed' 'row-2048' && keys Tab && expect '~row-(512|256)' &&
		keys q && ends 0
}

test_a_duration_ends_top() {
	five 1
	begin 80 24 '0.2 -d 1'
	ends 0
}

run_tests "$@"
