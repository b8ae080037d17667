# SPDX-License-Identifier: GPL-2.0
# Phase of "make machine-check": two clients at once on one event, and clients that are killed at
# any moment. Later clients can remove the rest of a killed client from tracefs.

options=(--timeout 7200)
switch=$tracefs/events/sched/sched_switch

# Both recordings and the histogram see the event; the end of one recording does not end the others.
record_twice() {
	cd /run/machine
	echo "$histogram" >>"$switch/trigger" || return
	trace-cmd record -B first -e sched_switch -o first.dat sleep 4 &
	perf record -q -o perf.data -a -e sched:sched_switch sleep 1 &&
		has 'sched:sched_switch' perf script -i perf.data || return
	wait $! || return
	has 'sched_switch' trace-cmd report -i first.dat || return
	[ "$(hits sched/sched_switch)" -gt 100 ] &&
		has 'hist:keys=prev_pid' cat "$switch/trigger"
}

# Two writers add and remove their histograms on one event; none disturbs the other.
write_twice() {
	local key n trigger first= status=0

	for key in next_pid prev_prio; do
		trigger="hist:keys=$key"
		(
			for ((n = 0; n < 30; n++)); do
				echo "$trigger" >>"$switch/trigger" &&
					grep -q "^$trigger:" "$switch/trigger" &&
					echo "!$trigger" >>"$switch/trigger" || exit
			done
		) &
		: "${first:=$!}"
	done
	wait $! || status=$?
	wait "$first" || status=$?
	return "$status"
}

# kill_clients PROGRAM...: start a program and kill it and its children, at 20 moments. The program
# must still run then.
kill_clients() {
	local i status

	cd /run/machine
	for ((i = 0; i < 20; i++)); do
		setsid "$@" >client.out 2>&1 &
		sleep "$((i / 4)).$((i % 10))"
		# At the first moments, setsid may not have made the process group yet.
		kill -KILL -- -$! 2>/dev/null || kill -KILL $!
		status=0
		wait $! 2>/dev/null || status=$?
		[ "$status" -eq 137 ] || {
			echo "the client ended before it was killed, with exit status $status:"
			cat client.out
			return 1
		}
	done
}

kill_readers() {
	echo "$histogram" >>"$switch/trigger" &&
		kill_clients bash -c "while :; do cat $switch/hist; done" &&
		has 'hitcount' cat "$switch/hist" >/dev/null || return
	: >"$switch/trigger"
}

# A killed trace-cmd leaves its settings: trace-cmd itself removes them.
clean_up_with_trace_cmd() {
	trace-cmd reset -a -d
	echo 1 >"$tracefs/tracing_on"
	: >"$switch/trigger"
	echo nop >"$tracefs/current_tracer"
	is_unused
}

run_concurrent() {
	check "trace-cmd, perf and a histogram on one event" record_twice
	: >"$switch/trigger"
	check "two writers of triggers on one event" write_twice
	check "killed trace-cmd" kill_clients trace-cmd record -e sched -e syscalls \
		-o killed.dat sleep 60
	check "killed trace-cmd with an instance" kill_clients trace-cmd record -B killed -e sched \
		-o killed.dat sleep 60
	check "trace-cmd cleans up" clean_up_with_trace_cmd
	check "killed perf" kill_clients perf record -q -a -e 'sched:*' -o killed.data sleep 60
	check "killed bpftrace" kill_clients bpftrace -e \
		'tracepoint:sched:* { @[probe] = count(); }'
	check "killed readers of a hist file" kill_readers
	check "killed writers of triggers" kill_clients bash -c "while :; do
		echo '$histogram' >>$switch/trigger; echo '!$histogram' >>$switch/trigger; done"
	: >"$switch/trigger"
	check "the next clients work" record_twice
	: >"$switch/trigger"
	check "nothing is left in tracefs" is_unused
}
