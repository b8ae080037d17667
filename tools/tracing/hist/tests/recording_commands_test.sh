#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of the commands report and diff, and of the command line of record, which need no tracefs.
# TRACE_HIST is the program.

. "$(dirname "$0")/../../../host/tests/harness.sh"

export TZ=UTC
unset TERM COLUMNS
escape=$'\e'

# header [MEMBERS]: print the header of a recording; MEMBERS replace some of its members
header() {
	echo '{"type":"header","version":1,"command":"trace-hist record x -o f","recipe":"x",'\
'"title":"Title","question":"Why?","host":"h1","kernel":"6.12.0 #1 x86_64","started":1700000000,'\
'"picture":"table","sort":"hitcount","columns":[{"field":"comm","title":"Task","unit":""},'\
'{"field":"hitcount","title":"Hits","unit":"count"},'\
'{"field":"lat.avg","title":"Average","unit":"us"}]'"${1-}"'}'
}

# interval BEGIN END ROWS [MEMBERS]: print an interval
interval() {
	echo '{"type":"interval","event":"sched:sched_switch","trigger":"hist:keys=comm",'\
'"begin":'"$1"',"end":'"$2"',"hits":9,"dropped":0,"keys":1,"fields":['\
'{"name":"comm","role":"key"},{"name":"hitcount","role":"hitcount"},'\
'{"name":"lat.avg","role":"statistic"},{"name":"lat.stddev","role":"statistic"}],'\
'"rows":['"$3"']'"${4-}"'}'
}

end() {
	echo '{"type":"end","intervals":'"$1"'}'
}

cd "$scratch" || exit
{
	header
	interval 100 101 '["sh",10,50,5],["evil\u001b[31m\n",3,7,1],[["bytes","\u00ff"],1,1,0]'
	interval 101 103 '["sh",30,50,5],["cat",200,40,10]'
	end 2
} >a
{
	header ',"host":"h2"'
	interval 0 2 '["sh",22,51,5],["cat",400,70,10]'
	end 1
} >b

# fails STATUS TEXT ARGUMENT...: the command exits with the status, its message has the text, and it
# has one line
fails() {
	local status=$1 text=$2 actual=0
	shift 2

	"$TRACE_HIST" "$@" >out 2>err || actual=$?
	cat out err
	[ "$actual" -eq "$status" ] && grep -qF -- "$text" err && [ ! -s out ] || return
	[ "$status" -eq 2 ] || [ "$(wc -l <err)" -eq 1 ]
}

# prints EXPECTED ARGUMENT...: the command succeeds and prints exactly EXPECTED
prints() {
	local expected=$1
	shift

	"$TRACE_HIST" "$@" >out || return
	diff <(echo "$expected") <(tr -d '\r' <out)
}

test_report_prints_header_and_total() {
	prints 'Title (x)
Question: Why?
Command:  trace-hist record x -o f
Machine:  h1
Kernel:   6.12.0 #1 x86_64
Recorded: 2023-11-14 22:13:20 +0000, 2 intervals, 3.0 s

Task              Hits  Average
cat                200    40 us
sh                  40    50 us
evil\x1b[31m\x0a     3     7 us
\xff                 1     1 us' report a &&
		"$TRACE_HIST" report --total a | cmp - out
}

test_report_prints_intervals() {
	"$TRACE_HIST" report --intervals a >out
	grep -c '^Interval ' out | grep -qx 2 && grep -qx 'Interval 2 of 2, 1.0 s to 3.0 s' out
}

test_report_prints_one_interval_as_csv() {
	prints 'begin_s,end_s,comm,hitcount,lat.avg_us
101.000000,103.000000,cat,200,40
101.000000,103.000000,sh,30,50' report --csv -n 2 a
}

test_report_prints_all_intervals_as_csv_with_one_header() {
	"$TRACE_HIST" report --csv --intervals a >out
	[ "$(wc -l <out)" -eq 6 ] && [ "$(grep -c begin_s out)" -eq 1 ]
}

test_report_prints_json() {
	"$TRACE_HIST" report --json --intervals a >out || return
	python3 - <<-'END'
	import json
	header, first, second = map(json.loads, open("out"))
	assert header["version"] == 1
	recording = header["recording"]
	assert recording["host"] == "h1" and recording["complete"] is True
	assert recording["intervals"] == 2 and recording["seconds"] == 3
	names = {row["values"]["comm"] for row in first["rows"]}
	assert names == {"sh", "evil\x1b[31m\n", "\\xff"}, names
	assert second["interval"]["begin"] == 101
	END
}

# A terminal obeys DEL, C1 and marks of direction, which come from the machine of the recording.
test_json_has_no_control_characters() {
	local text='\u007f\u009b31m\u202e'

	{ header ",\"host\":\"$text\",\"kernel\":[\"bytes\",\"\u00ff\u007f\"]"
	  interval 0 1 '["sh",1,1,1]'; end 1; } >hostile
	"$TRACE_HIST" report --json hostile >out && grep -qF "\"host\":\"$text\"" out &&
		grep -qF '"kernel":"\\xff\u007f"' out &&
		"$TRACE_HIST" diff --json hostile hostile >out &&
		[ "$(grep -oF "$text" out | wc -l)" -eq 2 ]
}

test_report_warns_of_what_csv_does_not_say() {
	{
		header
		interval 0 1 '["sh",1,1,1]' ',"dropped":5,"drops":[["no free row",5]]'
		interval 1 2 '["sh",1,["partial",1],1]' ',"approximate":true'
		interval 2 3 '["sh",1,1,1]' ',"approximate":true,"merged":true,"cleared":true'
		interval 3 4 '["sh",1,1,1]' ',"notes":[["Evicted",3]]'
		end 4
	} >incomplete
	"$TRACE_HIST" report --csv --intervals incomplete >out 2>err || return
	cat err
	diff - err <<-'END' || return
	trace-hist: warning: 5 events were dropped (no free row: 5); the numbers are too low
	trace-hist: warning: intervals are approximate: they are differences of two reads of hist
	trace-hist: warning: events are missing in some numbers, which --json lists as "partial"
	trace-hist: warning: an interval has the events of an earlier one, too
	trace-hist: warning: the histogram was cleared between two intervals
	trace-hist: warning: the kernel reports Evicted: 3
	END
	[ "$(wc -l <out)" -eq 5 ] || return
	"$TRACE_HIST" report --csv incomplete 2>err >out && grep -q '5 events were dropped' err &&
		"$TRACE_HIST" report --csv -n 3 incomplete 2>err >out && grep -q 'was cleared' err &&
		[ "$(wc -l <err)" -eq 3 ] || return
	"$TRACE_HIST" report --json --intervals incomplete 2>err >out && [ ! -s err ] &&
		"$TRACE_HIST" report --intervals incomplete 2>err >out && [ ! -s err ]
}

test_report_reads_standard_input() {
	"$TRACE_HIST" report - <a >out && "$TRACE_HIST" report a | cmp - out
}

test_report_refuses_intervals_that_are_missing() {
	fails 2 'no interval 3; its last one is 2' report -n 3 a
}

test_report_of_no_intervals() {
	{ header; end 0; } >empty
	fails 3 'no intervals' report empty && fails 3 'no intervals' report --csv empty && "$TRACE_HIST" report --intervals empty
}

test_report_writes_svg() {
	"$TRACE_HIST" report --svg out.svg a && grep -q '<svg' out.svg || return
	"$TRACE_HIST" report --svg - a | cmp - out.svg
}

test_report_writes_svg_of_intervals_that_last_no_time() {
	local name row='["sh",1,1,1]'

	{ header; interval 0 5e-324 "$row"; interval 5e-324 1e-323 "$row"; end 2; } >short
	{ header; interval 0 0.0005 "$row"; interval -0.0005 0 "$row"; end 2; } >zero
	for name in short zero; do
		timeout 20 "$TRACE_HIST" report --svg "$name.svg" "$name" &&
			grep -q '>Interval<' "$name.svg" &&
			! grep -qE '[" ]-?(nan|inf)' "$name.svg" || return
	done
}

test_report_keeps_a_picture_if_there_is_no_new_one() {
	{ header ',"picture":"flame"'; interval 0 1 '["sh",1,1,1]'; end 1; } >flame
	echo picture >kept.svg
	fails 3 'needs a key with stack traces' report --svg kept.svg flame &&
		[ "$(cat kept.svg)" = picture ]
}

# A link can be a trap in /tmp, so the file that it names stays.
test_report_replaces_a_link_by_a_picture() {
	echo other >target
	ln -s target link.svg
	"$TRACE_HIST" report --svg link.svg a && grep -q '<svg' link.svg && [ ! -h link.svg ] &&
		[ "$(cat target)" = other ]
}

test_report_writes_no_svg_on_a_full_device() {
	fails 1 'No space left' report --svg /dev/full a && [ -c /dev/full ]
}

test_report_on_a_full_device() {
	local status=0

	"$TRACE_HIST" report a >/dev/full 2>err || status=$?
	cat err
	[ $status -eq 1 ] && grep -q 'No space left' err && [ "$(wc -l <err)" -eq 1 ]
}

test_a_recording_that_is_cut_off_is_read_with_a_warning() {
	head -c -20 a >cut
	"$TRACE_HIST" report cut >out 2>err && grep -q 'warning: cut has no last line' err &&
		grep -q '2 intervals, 3.0 s, incomplete' out || return
	head -n 2 a | head -c -1 >cut
	"$TRACE_HIST" report --intervals cut >out 2>err && grep -q 'complete intervals: 0' err
}

test_files_that_are_no_recordings() {
	: >empty
	head -c 100 a >short
	header ',"version":2' >newer
	fails 3 'empty:1: the file is empty' report empty &&
		fails 3 'short:1: the file is cut off in its first line' report short &&
		fails 3 'newer:1: the recording has version 2, and this program reads version 1' \
		      report newer &&
		fails 3 'the file is no recording' report "$TRACE_HIST" &&
		fails 2 'cannot open nothing: No such file' report nothing &&
		fails 2 'cannot read .: Is a directory' report .
}

test_messages_have_line_numbers() {
	{ header; interval 0 1 ''; interval 1 2 '["sh",1]'; } >wrong
	fails 3 'wrong:3: a row has not one cell for each field' report wrong || return
	{ header; echo '{"type":"interval",}'; } >wrong
	fails 3 'wrong:2: the line is not valid JSON' report wrong
}

test_messages_show_no_text_of_the_file() {
	{ header; echo "{\"type\":\"$escape[31m\""; } >wrong
	! "$TRACE_HIST" report wrong 2>err && ! grep -q "$escape" err
}

test_depth_is_limited() {
	{ header; printf '{"type":"interval","x":%s\n' "$(printf '[%.0s' {1..100000})"; } >deep
	fails 3 'deep:2: the line is not valid JSON: nesting too deep' report deep
}

test_size_of_a_line_is_limited() {
	{ header; printf '{"x":"'; head -c 70000000 /dev/zero | tr '\0' a; echo '"}'; } >long
	fails 3 'long:2: the line has more than 64 MiB' report long
	local status=$?
	rm long
	return $status
}

test_number_of_values_is_limited() {
	{ header; printf '{"x":['; yes '0,' | head -n 8400000 | tr -d '\n'; echo '0]}'; } >many
	fails 3 'many:2: the line has more than 8,388,608 values' report many
	local status=$?
	rm many
	return $status
}

# With a time that grows with the square of the rows, each command would take several minutes.
test_time_is_in_proportion_to_rows() {
	local rows

	rows=$(seq -f '["task%.0f",100,5,1]' -s , 40000)
	{ header; interval 0 1 "$rows"; end 1; } >large
	timeout 60 "$TRACE_HIST" report --csv large | wc -l | grep -qx 40001 &&
		timeout 60 "$TRACE_HIST" report --limit 40000 large | grep -c task | grep -qx 40000 &&
		timeout 60 "$TRACE_HIST" report --json large | wc -l | grep -qx 2 &&
		timeout 60 "$TRACE_HIST" diff --all --csv large large | wc -l | grep -qx 80001
}

test_usage_of_report() {
	fails 2 'FILE is missing' report && fails 2 'unexpected argument "b"; report takes one recording' report a b &&
		fails 2 'exclude each other' report --total -n 2 a &&
		fails 2 'exclude' report --svg x --json a && fails 2 'from 1 to' report -n 0 a &&
		fails 2 "invalid option -- 'i'" report -i 1 a
}

test_diff_prints_significant_differences() {
	"$TRACE_HIST" diff a b >out || return
	cat out
	grep -qx 'Rates: two-sided Poisson test. Averages: Welch.s two-sided t test.' out &&
		grep -q "corrected for 6 tests by Holm's method" out &&
		grep -qE '^cat +hitcount +1/s +66.7 +200 +133 +3 +[0-9]e-[0-9]+ +Poisson$' out &&
		grep -qE '^cat +lat.avg +us +40 +70 +30 +1.75 +< 1e-99 +Welch$' out &&
		! grep -q '^sh ' out && grep -q 'h2, 6.12.0' out &&
		grep -q '^2 of 8 differences are significant; --all prints the others$' out
}

test_diff_prints_all_differences() {
	"$TRACE_HIST" diff --all a b >out || return
	grep -qE '^sh +hitcount +1/s +13.3 +11 +' out && ! grep -q "$escape" out &&
		grep -qF 'evil\x1b[31m\x0a' out
}

test_diff_of_equal_recordings() {
	"$TRACE_HIST" diff --exit-code a a >out && grep -q '^No difference is significant' out
}

test_diff_exit_code() {
	local status=0

	"$TRACE_HIST" diff --exit-code a b || status=$?
	[ $status -eq 6 ]
}

test_diff_of_intervals() {
	"$TRACE_HIST" diff --intervals 1,2 a >out || return
	grep -qx 'A: interval 1' out && grep -qE '^cat +hitcount +1/s +0 +100 +100 +- ' out
}

test_diff_prints_csv_and_json() {
	"$TRACE_HIST" diff --csv a b | tr -d '\r' >out
	[ "$(head -n 1 out)" = comm,number,unit,a,b,difference,ratio,p,test ] &&
		[ "$(wc -l <out)" -eq 3 ] || return
	"$TRACE_HIST" diff --json --all a b >out || return
	python3 - <<-'END'
	import json
	header, table = map(json.loads, open("out"))
	assert header["version"] == 1
	comparison = header["comparison"]
	assert comparison["a"]["host"] == "h1" and comparison["b"]["host"] == "h2"
	assert comparison["tests"] == {"rates": "two-sided Poisson", "averages": "two-sided Welch",
	                               "correction": "Holm", "level": 0.05, "count": 6}
	assert comparison["significant"] == 2 and comparison["differences"] == 8
	rows = [row["values"] for row in table["rows"]]
	assert len(rows) == 8
	cat = next(row for row in rows if row["comm"] == "cat" and row["number"] == "hitcount")
	assert cat["unit"] == "1/s" and cat["test"] == "Poisson" and cat["b"] == 200
	assert abs(cat["ratio"] - 3) < 1e-12 and cat["p"] < 1e-20
	END
}

test_diff_with_keys_that_have_names_of_columns() {
	sed 's/"comm"/"p"/g' a >keys_a && sed 's/"comm"/"p"/g' b >keys_b || return
	"$TRACE_HIST" diff --csv keys_a keys_b | tr -d '\r' >out
	cat out
	[ "$(head -n 1 out)" = p,number,unit,a,b,difference,ratio,p,test ] &&
		grep -qE '^cat,hitcount,1/s,66.6+7,200,133.3+,3,[0-9.]+e-[0-9]+,Poisson$' out ||
		return
	"$TRACE_HIST" diff keys_a keys_b | grep -qE '^cat +hitcount .* [0-9]e-[0-9]+ +Poisson$' ||
		return
	"$TRACE_HIST" diff --json keys_a keys_b | tail -n 1 | grep -qE '"p":"cat",.*"p#2":[0-9.]+e-'
}

test_diff_of_different_recipes() {
	{ header ',"recipe":"y"'; interval 0 1 ''; end 1; } >other
	"$TRACE_HIST" diff a other 2>err >out && grep -q 'warning: .* different recipes' err
	sed 's/"comm"/"pid"/g' b >keys
	fails 3 'different keys' diff a keys
}

test_diff_warns_of_drops() {
	{ header; interval 0 1 '["sh",1,1,1]' ',"dropped":5'; end 1; } >dropped
	"$TRACE_HIST" diff a dropped 2>err >out && grep -q 'dropped: 5 events were dropped' err
}

test_diff_warns_of_approximate_intervals() {
	{ header; interval 0 1 '["sh",1,1,1]' ',"approximate":true'; end 1; } >approximate
	"$TRACE_HIST" diff --csv a approximate 2>err >out && cat err &&
		grep -q 'warning: intervals are approximate' err && [ "$(wc -l <err)" -eq 1 ]
}

test_diff_warns_of_drops_in_both_intervals() {
	{
		header
		interval 0 1 '["sh",1,1,1]' ',"dropped":5'
		interval 1 2 '["sh",1,1,1]' ',"dropped":7'
		end 2
	} >both
	"$TRACE_HIST" diff --intervals 1,2 both 2>err >out
	cat err
	grep -q 'interval 1 of both: 5 events were dropped' err &&
		grep -q 'interval 2 of both: 7 events were dropped' err &&
		[ "$(wc -l <err)" -eq 2 ] || return
	"$TRACE_HIST" diff --intervals 2,2 both 2>err >out && [ "$(wc -l <err)" -eq 1 ] || return
	"$TRACE_HIST" diff both a 2>err >out && grep -q 'both: 12 events were dropped' err
}

test_usage_of_diff() {
	fails 2 'compares two recordings' diff a && fails 2 'two recordings' diff a b a &&
		fails 2 'of one recording' diff --intervals 1,2 a b &&
		fails 2 'two numbers' diff --intervals 1 a &&
		fails 2 'from 1 to' diff --intervals 0,1 a &&
		fails 2 'only one recording' diff - - &&
		fails 2 'no interval 3' diff --intervals 1,3 a
}

test_usage_of_record() {
	fails 2 'RECIPE is missing' record && fails 2 '-o FILE is missing' record x &&
		fails 2 'unexpected argument "y"; record takes one recipe' record x y -o z && fails 2 'at least 1ms' record x -o y -i 0 &&
		[ ! -e y ] && [ ! -e z ]
}

run_tests "$@"
