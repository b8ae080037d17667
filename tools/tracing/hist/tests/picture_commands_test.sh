#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of the command lines of heatmap and flame, of their messages, and of files that cannot be
# written, which need no tracefs. TRACE_HIST is the program.

. "$(dirname "$0")/../../../host/tests/harness.sh"

unset TERM COLUMNS
tests=$(cd "$(dirname "$0")" && pwd)
cd "$scratch" || exit
python3 "$tests/make_recordings.py" recordings
heat=recordings/heat_typical.rec
flame=recordings/flame_typical.rec

# fails STATUS TEXT ARGUMENT...: run the program, which must end with STATUS and one message that
# contains TEXT
fails() {
	local expected=$1 text=$2 status
	shift 2

	"$TRACE_HIST" "$@" >out 2>err
	status=$?
	[ "$status" -eq "$expected" ] || { echo "$*: status $status:"; cat err; return 1; }
	grep -qF -- "$text" err || { echo "$*: no \"$text\" in:"; cat err; return 1; }
	[ "$(grep -c '^trace-hist' err)" -eq 1 ] || { echo "$*: several:"; cat err; return 1; }
}

test_help_names_the_options() {
	"$TRACE_HIST" heatmap --help >out && grep -q -e '-o, --output=FILE' out &&
		grep -q -e '--interval' out && "$TRACE_HIST" flame --help >out &&
		grep -q -e '-d, --duration=TIME' out && grep -q hist_folded out
}

# Pictures replace a file, recordings do not: the help of each command says so.
test_help_says_what_happens_to_an_existing_file() {
	local command

	for command in heatmap flame report; do
		"$TRACE_HIST" "$command" --help | tr -s '\n ' ' ' |
			grep -q 'an existing FILE is replaced' || return
	done
	"$TRACE_HIST" record --help | tr -s '\n ' ' ' | grep -q 'if it exists, which is an error'
}

test_wrong_usage() {
	fails 2 'takes the name of a recipe' heatmap &&
		fails 2 'takes the name of a recipe' flame &&
		fails 2 'unexpected argument "b"; heatmap takes one recipe or file' heatmap a b &&
		fails 2 'unexpected argument "b"; flame takes one recipe or file' flame a b &&
		fails 2 '--duration is for recipes' heatmap -d 3 "$heat" &&
		fails 2 '--interval is for recipes' heatmap -i 3 "$heat" &&
		fails 2 '--pid is for recipes' heatmap -p 3 "$heat" &&
		fails 2 '--comm is for recipes' flame -c x "$flame" -o x.svg &&
		fails 2 'option' flame -i 3 "$flame" &&
		fails 2 '--filter is for recipes' flame --filter 'a == 1' "$flame" &&
		fails 2 'takes the name of a file' heatmap -o '' "$heat"
}

test_missing_files() {
	fails 2 'no recipe "nothing"' heatmap nothing &&
		fails 2 'no recipe "nothing"' flame nothing -o x.svg &&
		fails 2 'cannot open ./nothing' heatmap ./nothing &&
		fails 2 'cannot open nothing.rec' heatmap nothing.rec &&
		fails 2 'cannot open nothing.rec' flame nothing.rec -o x.svg &&
		fails 2 'Is a directory' heatmap ./recordings &&
		fails 2 'cannot open ./nothing.yaml' heatmap ./nothing.yaml &&
		[ ! -e x.svg ]
}

# Another user may have put a file into the current directory that has the name of a recipe.
test_a_file_does_not_replace_a_recipe() {
	cp "$heat" runqlot
	cp "$heat" runqlot.yml
	fails 2 'no recipe "runqlot"' heatmap runqlot && fails 2 'no recipe "runqlot"' flame runqlot &&
		"$TRACE_HIST" heatmap ./runqlot >out && cp "$heat" runqlot.rec &&
		"$TRACE_HIST" heatmap runqlot.rec | cmp - out &&
		"$TRACE_HIST" heatmap runqlot.yml | cmp - out || return
	cp "$heat" runqlot.yaml
	fails 2 'a file needs a slash, as ./runqlot.yaml' heatmap runqlot.yaml
}

test_a_heat_map_in_the_terminal() {
	"$TRACE_HIST" heatmap "$heat" >out && grep -q '^Run-queue latency$' out &&
		grep -q '^  1.02 ms [.:=+*#%@ -]*$' out && grep -q 'Events: 1 ' out &&
		! grep -q "$(printf '\033')" out
}

test_a_picture_goes_to_a_file_or_to_standard_output() {
	"$TRACE_HIST" heatmap "$heat" -o heat.svg && "$TRACE_HIST" heatmap "$heat" -o - >out &&
		cmp heat.svg out && "$TRACE_HIST" flame "$flame" -o flame.svg &&
		"$TRACE_HIST" flame "$flame" >out && cmp flame.svg out &&
		"$TRACE_HIST" heatmap - -o - <"$heat" | cmp - heat.svg
}

test_the_kind_of_recording_is_checked() {
	echo kept >kept.svg
	fails 3 'needs a key with ranges' heatmap recordings/report_counts.rec -o kept.svg &&
		fails 3 'needs a key with stack traces' flame "$heat" -o kept.svg &&
		[ "$(cat kept.svg)" = kept ]
}

test_a_recording_that_is_cut_off() {
	head -c 9000 "$heat" >cut.rec
	"$TRACE_HIST" heatmap cut.rec -o cut.svg 2>err && grep -q warning err &&
		grep -q '</svg>' cut.svg
}

test_folded_stacks() {
	cat >folded <<'END'
bash;entry_SYSCALL_64_after_hwframe;do_syscall_64;vfs_read 30
bash;/usr/bin/bash+0x1234;entry_SYSCALL_64_after_hwframe;do_syscall_64 60
{other} 10
END
	"$TRACE_HIST" flame ./folded -o folded.svg &&
		grep -q 'vfs_read, kernel: 30, 30.00 % of all' folded.svg &&
		grep -q '/usr/bin/bash+0x1234, user: 60, 60.00 % of all' folded.svg &&
		grep -q '{other}' folded.svg && grep -q '>all: 100, 100.00 % of all<' folded.svg
}

test_folded_stacks_that_are_wrong() {
	echo 'a;b' >wrong
	printf 'a;b 3\nc;d x\n' >second
	printf 'a\0b 3\n' >zero
	fails 3 'wrong:1: a line of folded stacks is' flame ./wrong -o x.svg &&
		fails 3 'second:2:' flame ./second -o x.svg &&
		fails 3 'no file of folded stacks' flame ./zero -o x.svg && [ ! -e x.svg ]
}

test_a_copy_of_hist() {
	cat >hist <<'END'
# event histogram
#
# trigger info: hist:keys=common_stacktrace:vals=hitcount:sort=hitcount:size=2048 [active]
#

{ common_stacktrace:
         __schedule+0x2b1/0x760
         schedule+0x5a/0xb0
         do_nanosleep+0x51/0x150
} hitcount:         12

Totals:
    Hits: 12
    Entries: 1
    Dropped: 0
END
	"$TRACE_HIST" flame ./hist -o hist.svg &&
		grep -q 'do_nanosleep.*kernel: 12, 100.00 % of all' hist.svg
}

test_tables_of_a_heat_map() {
	local format

	for format in --csv --json; do
		"$TRACE_HIST" heatmap "$format" "$heat" >out && [ -s out ] &&
			"$TRACE_HIST" report "$format" --intervals "$heat" | cmp - out &&
			"$TRACE_HIST" heatmap "$format" - <"$heat" | cmp - out || return
	done
	fails 3 'needs a key with ranges' heatmap --json recordings/report_counts.rec && [ ! -s out ]
}

test_tables_of_a_flame_graph() {
	local format

	for format in --csv --json; do
		"$TRACE_HIST" flame "$format" "$flame" >out && [ -s out ] &&
			"$TRACE_HIST" report "$format" "$flame" | cmp - out || return
	done
	fails 3 'needs a key with stack traces' flame --csv "$heat" && [ ! -s out ]
}

test_tables_of_folded_stacks() {
	printf 'bash;read 30\nbash;write 60\n' >stacks
	"$TRACE_HIST" flame --json ./stacks >out || return
	python3 - <<-'END'
	import json
	header, table = map(json.loads, open("out"))
	assert header["version"] == 1 and header["recording"]["recipe"] == "./stacks"
	assert header["recording"]["host"] is None and header["recording"]["started"] is None
	rows = [row["values"] for row in table["rows"]]
	counts = [[value for value in row.values() if isinstance(value, int)] for row in rows]
	assert sorted(counts) == [[30], [60]], rows
	assert {"write", "bash"} <= set(json.dumps(rows).replace('"', " ").split()), rows
	END
}

test_a_picture_excludes_tables() {
	fails 2 '-o writes a picture' heatmap --csv -o x.svg "$heat" &&
		fails 2 '-o writes a picture' flame --json -o x.svg "$flame" &&
		fails 2 '--csv and --json exclude each other' flame --json --csv "$flame" &&
		[ ! -e x.svg ]
}

test_a_full_disk() {
	fails 1 'cannot write to' heatmap "$heat" -o /dev/full &&
		fails 1 'cannot write to' flame "$flame" -o /dev/full &&
		[ -c /dev/full ]
	"$TRACE_HIST" heatmap "$heat" >/dev/full 2>err
	[ $? -eq 1 ] && grep -q 'cannot write to' err || return
	"$TRACE_HIST" heatmap --csv "$heat" >/dev/full 2>err
	[ $? -eq 1 ] && grep -q 'cannot write to' err
}

test_a_picture_replaces_a_file_or_a_link() {
	echo kept >target
	echo old >old.svg
	chmod 600 old.svg
	ln -s target link.svg
	(umask 027 && "$TRACE_HIST" heatmap "$heat" -o old.svg) &&
		"$TRACE_HIST" heatmap "$heat" -o link.svg && cmp old.svg link.svg &&
		[ "$(stat -c %a old.svg)" = 640 ] && [ ! -L link.svg ] && [ "$(cat target)" = kept ]
}

test_a_picture_that_cannot_be_written_leaves_the_file() {
	mkdir small && echo kept >small/kept.svg
	(ulimit -f 1 && trap '' XFSZ && fails 1 'cannot write to' heatmap "$heat" -o small/kept.svg) &&
		[ "$(cat small/kept.svg)" = kept ] && [ "$(ls -A small)" = kept.svg ]
}

test_a_picture_is_written_to_a_pipe() {
	mkfifo pipe
	"$TRACE_HIST" heatmap "$heat" -o heat2.svg
	cat pipe >piped.svg &
	"$TRACE_HIST" heatmap "$heat" -o pipe && wait $! && [ -p pipe ] &&
		"$TRACE_HIST" heatmap "$heat" -o /dev/stdout | cat >stdout.svg && [ -L /dev/stdout ] &&
		cmp stdout.svg heat2.svg && cmp piped.svg heat2.svg
}

test_a_copy_of_hist_is_drawn_without_the_files_of_this_machine() {
	local libc getpid

	libc=$(ldd "$TRACE_HIST" | sed -n 's/.*libc\.so\.6 => \([^ ]*\).*/\1/p')
	getpid=0x$(nm -D "$libc" | sed -n 's/^0*\([0-9a-f]*\) [TW] getpid@@.*/\1/p')
	[ "$getpid" != 0x ] || return
	cat >hist_user <<END
# event histogram
#
# trigger info: hist:keys=common_ustacktrace:vals=hitcount:sort=hitcount:size=2048 [active]
#

{ common_ustacktrace:
         libc.so.6+$getpid
} hitcount:         12

Totals:
    Hits: 12
    Entries: 1
    Dropped: 0
END
	"$TRACE_HIST" flame ./hist_user -o hist_user.svg && grep -qF "libc.so.6+$getpid, user" hist_user.svg
}

test_a_file_that_cannot_be_created() {
	fails 2 'cannot create' heatmap "$heat" -o no/such/directory.svg
}

run_tests "$@"
