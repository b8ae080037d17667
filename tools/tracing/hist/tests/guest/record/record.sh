#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A recording has what the workload did, and keeps it however the recording ends.
# kernel: stock

. /tests/expect.inc
cd $tracefs || exit

explain_failure() {
	cat /tmp/out /tmp/err
	ls -l /tmp/*.rec
	left
}

# lines FILE N: the file has at least N lines
lines() {
	[ -f "$1" ] && [ "$(wc -l <"$1")" -ge "$2" ]
}

# begin [OPTION]...: record in the background, and wait for the first interval
begin() {
	trace-hist record /tmp/reads.yaml -o /tmp/a.rec -i 0.1 "$@" >/tmp/out 2>/tmp/err &
	run=$!
	wait_until lines /tmp/a.rec 2
}

# reads FILE [OPTION]...: print how many reads of 777 bytes a report has
reads() {
	trace-hist report --csv "$@" 2>/tmp/err |
		awk -F , '$3 == 777 { sum += $4 } END { print sum + 0 }'
}

# has_reads N: the intervals that are written have N reads
has_reads() {
	[ "$(reads --intervals /tmp/a.rec)" -eq "$1" ]
}

# load N: read 777 bytes N times
load() {
	dd if=/dev/zero of=/dev/null bs=777 count=$1 2>/dev/null
}

cat >/tmp/reads.yaml <<'END'
title: Reads
question: How often does a program read 777 bytes?
topic: files
variants:
  - steps:
      - event: syscalls/sys_enter_read
        trigger: hist:keys=count:size=256 if count == 777
        does: Count.
        filter: true
    table: syscalls/sys_enter_read
    columns:
      - {field: count, title: Size, unit: bytes}
      - {field: hitcount, title: Reads, unit: count}
when: Now.
example: None.
conclude: Nothing.
END

begin -d 30 || { cat /tmp/err; exit 1; }
for n in 100 200 300; do
	load $n
	sleep 0.2
done
kill $run
wait_for_run
expect "SIGINT: status 0" [ $status -eq 0 ]
expect "SIGINT: the recording has its last line" grep -q '"type":"end"' /tmp/a.rec
expect "SIGINT: nothing is left" nothing_left
expect "the intervals have each read once" [ "$(reads --intervals /tmp/a.rec)" -eq 600 ]
expect "the total has each read" [ "$(reads /tmp/a.rec)" -eq 600 ]
expect "several intervals have reads" \
	[ "$(trace-hist report --csv --intervals /tmp/a.rec | grep -c ,777,)" -ge 3 ]
trace-hist report /tmp/a.rec >/tmp/out 2>/tmp/err
expect "the report names the kernel" grep -q "Kernel: *$(uname -r)" /tmp/out
expect "the report names the command" \
	grep -q 'Command: *trace-hist record /tmp/reads.yaml -o /tmp/a.rec -i 0.1 -d 30' /tmp/out
expect "the report names the recipe" grep -q '^Reads (reads)' /tmp/out
expect "only the owner can read the file" [ "$(stat -c %a /tmp/a.rec)" = 600 ]

trace-hist record /tmp/reads.yaml -o /tmp/a.rec -d 0.2 >/tmp/out 2>/tmp/err
status=$?
expect "an existing file: status 1" [ $status -eq 1 ]
expect "an existing file: it is reported" grep -q 'a.rec exists.*--force' /tmp/err
expect "an existing file stays" [ "$(reads /tmp/a.rec)" -eq 600 ]
expect "an existing file: nothing is left" nothing_left
trace-hist record /tmp/reads.yaml -o /tmp/a.rec -d 0.2 --force >/tmp/out 2>/tmp/err
expect "--force replaces a file" [ "$(reads /tmp/a.rec)" -eq 0 ]
cp /tmp/a.rec /tmp/quiet.rec
trace-hist record /tmp/reads.yaml -o /tmp/a.rec --force --filter 'no_such_field == 1' >/tmp/out 2>/tmp/err
status=$?
expect "a session that fails: status" [ $status -ne 0 ]
expect "a session that fails: an existing file stays" cmp /tmp/a.rec /tmp/quiet.rec
expect "a session that fails: nothing is left" nothing_left

rm /tmp/a.rec
start=$(date +%s)
trace-hist record /tmp/reads.yaml -o /tmp/a.rec -d 1.05 -i 0.2 >/tmp/out 2>/tmp/err
expect "-d ends a recording" [ $(($(date +%s) - start)) -lt 20 ]
trace-hist report /tmp/a.rec >/tmp/out 2>/tmp/err
expect "intervals add up to the duration" grep -qE ', 1\.[0-9] s$' /tmp/out

rm /tmp/a.rec
begin
load 500
expect "kill -9: the intervals before are written" wait_until has_reads 500
kill -9 $run
wait_for_run 2>/dev/null
expect "kill -9: the file is readable" [ "$(reads --intervals /tmp/a.rec)" -eq 500 ]
expect "kill -9: the report warns" grep -q 'has no last line' /tmp/err
expect "kill -9: the sum of the intervals is the total" [ "$(reads /tmp/a.rec)" -eq 500 ]
expect "kill -9: nothing is left" wait_until nothing_left

mkdir -p /tmp/full
mount -t tmpfs -o size=16k none /tmp/full
trace-hist record /tmp/reads.yaml -o /tmp/full/a.rec -i 0.05 -d 60 >/tmp/out 2>/tmp/err &
run=$!
wait_until lines /tmp/full/a.rec 3
load 50
wait_for_run
expect "full disk: status 1" [ $status -eq 1 ]
expect "full disk: it is reported" grep -q 'full/a.rec: No space left on device' /tmp/err
expect "full disk: one message" lines /tmp/err 1
expect "full disk: nothing is left" nothing_left
expect "full disk: the file is readable" [ "$(reads --intervals /tmp/full/a.rec)" -eq 50 ]
umount /tmp/full

rm /tmp/a.rec
(trace-hist record /tmp/reads.yaml -o - -i 0.1 2>/tmp/err; echo $? >/tmp/status) | head -n 2 >/tmp/a.rec
expect "closed pipe: status 1" [ "$(cat /tmp/status)" -eq 1 ]
expect "closed pipe: it is reported" grep -q 'standard output: Broken pipe' /tmp/err
expect "closed pipe: nothing is left" nothing_left
expect "standard output is a recording" [ "$(reads --intervals /tmp/a.rec)" -eq 0 ]

rm /tmp/a.rec
begin
load 4000
kill -TERM $run
wait_for_run
expect "SIGTERM: status 0" [ $status -eq 0 ]
trace-hist diff --exit-code /tmp/quiet.rec /tmp/a.rec >/tmp/out 2>/tmp/err
status=$?
expect "diff finds the load" [ $status -eq 6 ]
expect "diff shows the load" grep -qE '^777 B .*hitcount .* Poisson' /tmp/out
trace-hist diff --exit-code /tmp/a.rec /tmp/a.rec >/tmp/out 2>/tmp/err
status=$?
expect "a recording does not differ from itself" [ $status -eq 0 ]

# Each event has a key of its own, and the table is full after some of them.
sed 's/trigger: .*/trigger: hist:keys=common_timestamp:size=128 if count == 777/;
     s/field: count,/field: common_timestamp,/' /tmp/reads.yaml >/tmp/drops.yaml
rm /tmp/a.rec
trace-hist record /tmp/drops.yaml -o /tmp/a.rec -d 30 >/tmp/out 2>/tmp/err &
run=$!
wait_until lines /tmp/a.rec 2
load 4000
kill $run
wait_for_run
expect "drops: status 0" [ $status -eq 0 ]
expect "drops: record warns" grep -qE 'warning: [1-9][0-9]* of 4000 events were not counted' /tmp/err
trace-hist report /tmp/a.rec >/tmp/out 2>/tmp/err
expect "drops: report shows them" grep -qE '^Dropped: [1-9][0-9]* of 4000 events' /tmp/out

# The tool reads its own tables during a recording.
sed 's/steps:/needs: [user-stacks]\n    steps:/;
     s/trigger: .*/trigger: hist:keys=common_ustacktrace if common_comm == "trace-hist"/;
     s/field: count,/field: common_ustacktrace,/' /tmp/reads.yaml >/tmp/stacks.yaml
trace-hist record /tmp/stacks.yaml -o /tmp/b.rec -d 1 -i 0.2 >/tmp/out 2>/tmp/err
status=$?
if [ $status -eq 4 ]; then
	expect "no user stacks: it is reported" grep -q 'user stacks' /tmp/err
else
	cp /tmp/b.rec /tmp/out
	expect "user stacks: status 0" [ $status -eq 0 ]
	expect "user stacks have names of functions" \
		grep -qE '"stack","[_a-z0-9]*read[_a-z0-9]*\+0x[0-9a-f]+ \([^"]*libc' /tmp/b.rec
fi
exit $failed
