#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# All programs share the sampling rate. A run sets it only if it is 0. The last run that relies on it
# resets it, unless another program has changed it meanwhile.

. /tests/expect.inc
cd $tracefs || exit

rate_is() {
	[ "$(cat hist_sample_hz)" = "$1" ]
}

is_running() {
	grep -q '^hist:' instances/trace-hist-$1-*/events/hist/timer_sample/trigger 2>/dev/null
}

# begin RATE: start a run with this rate in the background, and wait until it is set up
begin() {
	cat >/tmp/profile$1.yaml <<-END
	title: Profile
	question: Which tasks run?
	topic: scheduler
	variants:
	  - steps:
	      - event: hist/timer_sample
	        trigger: hist:keys=common_comm
	        does: Count samples.
	      - rate: $1
	        does: Take samples.
	    table: hist/timer_sample
	    columns:
	      - {field: common_comm, title: Task}
	      - {field: hitcount, title: Samples, unit: count}
	when: Now.
	example: None.
	conclude: Nothing.
	END
	trace-hist run /tmp/profile$1.yaml >/tmp/out 2>/tmp/err &
	run=$!
	wait_until is_running $run
	sleep 0.3
}

end() {
	kill $1
	wait $1
}

begin 99
expect "a run sets the rate" rate_is 99
expect "the instance has the rate in its name" [ -d instances/trace-hist-$run-*-hz99 ]
end $run
expect "a run resets the rate" rate_is 0

begin 99
first=$run
begin 99
second=$run
end $first
expect "a rate that another run relies on stays" rate_is 99
end $second
expect "the last run resets the rate" rate_is 0

begin 99
first=$run
begin 250
expect "a second run uses the rate of the first one" rate_is 99
expect "the second run says so" grep -q 'hist_sample_hz is 99 already and stays so' /tmp/err
end $first
end $run
expect "the last of both resets the rate" rate_is 0

echo 50 >hist_sample_hz
begin 99
expect "a rate that the user has set is used" rate_is 50
expect "the run says so" grep -q 'each CPU takes 50 samples a second, not 99' /tmp/err
end $run
expect "a rate that the user has set stays" rate_is 50
echo 0 >hist_sample_hz

begin 99
echo 77 >hist_sample_hz
end $run
expect "a rate that the user has changed stays" rate_is 77
echo 0 >hist_sample_hz

begin 99
kill -9 $run
wait $run 2>/dev/null
expect "kill -9: the watcher resets the rate" wait_until rate_is 0
expect "kill -9: nothing is left" wait_until nothing_left

begin 99
watcher=$(watcher $run)
kill -STOP $run $watcher
kill -9 $watcher $run
wait $run 2>/dev/null
expect "kill -9 of both: the rate is left" rate_is 99
trace-hist clean >/tmp/out 2>/tmp/err
expect "clean resets the rate" rate_is 0
expect "clean removes everything" nothing_left

# runs: print the instances of runs that have set up their histogram
runs() {
	for trigger in instances/trace-hist-*/events/hist/timer_sample/trigger; do
		! grep -q '^hist:' $trigger 2>/dev/null || echo $trigger | cut -d / -f 2
	done
}

two_run() {
	[ "$(runs | wc -l)" -eq 2 ]
}

# Two runs that begin at the same time agree on one rate.
for round in 1 2 3 4 5 6; do
	sed 's/rate: 99/rate: 7/' /tmp/profile99.yaml >/tmp/profile7.yaml
	trace-hist run /tmp/profile7.yaml >/tmp/out 2>/tmp/err7 &
	first=$!
	trace-hist run /tmp/profile99.yaml >/tmp/out 2>/tmp/err &
	second=$!
	wait_until two_run
	sleep 0.3
	rate=$(cat hist_sample_hz)
	expect "runs at the same time, round $round: a rate is set" [ $rate -eq 7 -o $rate -eq 99 ]
	expect "runs at the same time, round $round: both names have the rate" \
		[ "$(ls instances | grep -c -- "-hz$rate$")" -eq 2 ]
	end $first
	expect "runs at the same time, round $round: the rate stays for the other" rate_is $rate
	end $second
	expect "runs at the same time, round $round: the last one resets the rate" rate_is 0
done

exit $failed
