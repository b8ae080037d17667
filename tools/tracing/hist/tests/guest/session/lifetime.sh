#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A run leaves nothing behind, however it ends, and does not touch the instances and events of others.
# kernel: stock

. /tests/expect.inc
cd $tracefs || exit

# left: print the instances, events and processes that runs have left behind, not those of others
left() {
	ls instances | grep -E '^trace-hist-[0-9]+-[0-9]+(-[0-9]+)?(-hz[0-9]+|-probe)?$'
	grep -E '[:/]th_[0-9]+_[0-9]+_' dynamic_events
	ps -o args | grep '^trace-hist' | grep -v 'trace-hist-[0-9]'
}

is_running() {
	grep -q '^hist:' instances/trace-hist-$1-*/events/synthetic/th_$1_*/trigger 2>/dev/null
}

# begin [OPTION]...: start a run in the background, and wait until it is set up
begin() {
	trace-hist run /tests/waits.yaml "$@" >/tmp/out 2>/tmp/err &
	run=$!
	wait_until is_running $run
}

# Instances and events of other programs, whose names resemble ours.
mkdir instances/trace-hist-foo instances/trace-hist-1-2x instances/trace-hist-12-34-mine
echo 'th_event int x' >> synthetic_events
echo 'th_12_mine int x' >> synthetic_events
others_stay() {
	[ "$(ls instances | tr '\n' ' ')" = \
	  "trace-hist-1-2x trace-hist-12-34-mine trace-hist-foo " ] &&
		[ "$(cut -f 1 dynamic_events | tr '\n' ' ')" = \
		  "s:synthetic/th_event s:synthetic/th_12_mine " ]
}

trace-hist run /tests/waits.yaml -d 0.5 >/tmp/out 2>/tmp/err
status=$?
expect "a run with -d succeeds" [ $status -eq 0 ]
expect "a run with -d prints a table" grep -q 'Waits' /tmp/out
expect "a run with -d leaves nothing" nothing_left

# A shell ignores SIGINT for its commands in the background, so the run is in the foreground.
interrupt() {
	wait_until test -s /tmp/pid
	run=$(cat /tmp/pid)
	wait_until is_running $run
	kill -INT $run
}
rm -f /tmp/pid
interrupt &
sh -c 'echo $$ >/tmp/pid; exec trace-hist run /tests/waits.yaml -d 60' >/tmp/out 2>/tmp/err
status=$?
expect "SIGINT: status 0" [ $status -eq 0 ]
expect "SIGINT: the answer is printed" grep -q '^Waits, [0-9]\.' /tmp/out
expect "SIGINT: nothing is left" nothing_left

begin -d 3
kill -INT $run
wait_for_run
expect "SIGINT that is ignored: the run goes on" grep -q '^Waits, [3-9]\.[0-9]* s' /tmp/out

for signal in TERM HUP; do
	begin
	kill -$signal $run
	wait_for_run
	expect "SIG$signal: status 0" [ $status -eq 0 ]
	expect "SIG$signal: the answer is printed" grep -q 'Waits' /tmp/out
	expect "SIG$signal: nothing is left" nothing_left
done

begin -i 60
watcher=$(watcher $run)
expect "the run has a watcher" [ -n "$watcher" ]
kill -INT $watcher; kill -TERM $watcher; kill -HUP $watcher
sleep 0.2
expect "the watcher ignores signals" [ -d /proc/$watcher ]
expect "the watcher keeps the pipe only" [ "$(ls /proc/$watcher/fd | wc -l)" -eq 1 ]
kill $run
wait_for_run
expect "intervals: what was counted before the signal is printed" grep -q 'Waits' /tmp/out
expect "intervals: nothing is left" nothing_left

(trace-hist run /tests/waits.yaml -i 0.2 2>/tmp/err; echo $? >/tmp/status) | head -n 1 >/tmp/out
expect "closed pipe: status 1" [ "$(cat /tmp/status)" -eq 1 ]
expect "closed pipe: it is reported" grep -q 'cannot write to standard output: Broken pipe' /tmp/err
expect "closed pipe: nothing is left" nothing_left

start=$(date +%s)
(trace-hist run /tests/waits.yaml -i 60 2>/tmp/err; echo $? >/tmp/status) | sleep 1
expect "pipe without a reader: status 1" [ "$(cat /tmp/status)" -eq 1 ]
expect "pipe without a reader: the run ends at once" [ $(($(date +%s) - start)) -lt 30 ]

mkdir /tmp/full
mount -t tmpfs -o size=4k none /tmp/full
dd if=/dev/zero of=/tmp/full/fill bs=4096 count=1 2>/dev/null
trace-hist run /tests/waits.yaml -d 0.2 >/tmp/full/out 2>/tmp/err
status=$?
expect "full disk: status 1" [ $status -eq 1 ]
expect "full disk: it is reported" grep -q 'standard output: No space left on device' /tmp/err
expect "full disk: nothing is left" nothing_left
umount /tmp/full

expect "others' instances and events stay" others_stay

begin
kill -9 $run
wait_for_run 2>/dev/null
expect "kill -9 of the tool: the watcher removes everything" wait_until nothing_left
expect "kill -9 of the tool: others' instances and events stay" others_stay

# kill_both: kill the tool and its watcher
kill_both() {
	watcher=$(watcher $run)
	kill -STOP $run $watcher
	kill -9 $watcher $run
	wait_for_run 2>/dev/null
}

trace-hist clean >/tmp/out 2>/tmp/err
expect "clean has nothing to do" grep -q 'nothing to remove' /tmp/out
begin
kill_both
dead=$run
expect "kill -9 of both: an instance is left" [ -d instances/trace-hist-$dead-* ]
expect "kill -9 of both: an event is left" grep -q "th_${dead}_.*_wait" dynamic_events
begin -d 100
alive=$run
expect "the next run removes it" [ ! -d instances/trace-hist-$dead-* ]
expect "the next run removes the event" sh -c "! grep -q th_${dead}_ dynamic_events"
kill $run
wait_for_run

begin
alive=$run
trace-hist run /tests/waits.yaml -d 100 >/tmp/out2 2>&1 &
run=$!
wait_until is_running $run
kill_both
trace-hist clean >/tmp/out 2>/tmp/err
status=$?
expect "clean: status 0" [ $status -eq 0 ]
expect "clean: it names the instance" grep -q "removed the instance trace-hist-$run-" /tmp/out
expect "clean: it names the event" grep -q "removed the event synthetic/th_${run}_.*_wait" /tmp/out
expect "clean: the run that lives stays" is_running $alive
# In another PID namespace, /proc does not have the processes that own instances.
mount -t tmpfs none /proc
echo 'none /sys/kernel/tracing tracefs rw 0 0' >/proc/mounts
trace-hist clean >/tmp/out 2>/tmp/err
umount /proc
expect "clean in another PID namespace has nothing to do" grep -q 'nothing to remove' /tmp/out
expect "clean in another PID namespace: the run that lives stays" is_running $alive
kill $alive
wait $alive
expect "clean: nothing is left" nothing_left
expect "clean: others' instances and events stay" others_stay

# A user looks at our instance, so that it cannot be removed.
begin
for file in instances/trace-hist-$run-*/trace_pipe; do
	exec 3<$file
done
kill $run
wait_for_run
expect "an instance in use: the run says so" grep -q 'cannot remove the instance' /tmp/err
exec 3<&-
trace-hist clean >/tmp/out 2>/tmp/err
expect "an instance that was in use: clean removes it" nothing_left

# A command with two sessions, the first of which cannot remove its instance
cp /tests/waits.yaml /tmp/waits2.yaml
trace-hist export --listen 127.0.0.1:0 /tests/waits.yaml /tmp/waits2.yaml >/tmp/out 2>/tmp/err &
run=$!
wait_until grep -q 'metrics are at' /tmp/out
first=$(ls instances | grep "^trace-hist-$run-[0-9]*$")
second=$first-2
expect "two sessions have two instances" [ -d "instances/$first" -a -d "instances/$second" ]
expect "two sessions have one watcher" [ "$(watcher $run | wc -l)" -eq 1 ]
exec 3<"instances/$first/trace_pipe"
kill $run
wait_until test ! -d "instances/$second"
expect "the first instance is in use until the second one is removed" [ -d "instances/$first" ]
exec 3<&-
wait_for_run
expect "two sessions: status 0" [ $status -eq 0 ]
expect "two sessions: what the first one left is removed after the last one" nothing_left
expect "two sessions: nothing is reported" [ ! -s /tmp/err ]

# The instance that finds out features of the kernel
has_probe() {
	ls instances | grep -q "^trace-hist-$1-.*-probe$"
}

# kill_probe SIGNAL COMMAND...: kill a command while it has that instance
kill_probe() {
	signal=$1
	shift
	trace-hist "$@" >/tmp/out 2>/tmp/err &
	run=$!
	until has_probe $run; do
		[ -d /proc/$run ] || break
	done
	kill -$signal $run 2>/dev/null || return
	wait_for_run 2>/dev/null
}

for signal in KILL TERM; do
	for command in list "info runqlat" "explain runqlat" "run runqlat -d 0.1"; do
		expect "SIG$signal of $command during the search for features" \
			kill_probe $signal $command
		expect "SIG$signal of $command: nothing is left" wait_until nothing_left
	done
done
expect "others' instances and events stay at the end" others_stay
exit $failed
