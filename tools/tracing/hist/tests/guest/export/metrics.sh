#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Scrape metrics of recipes and of foreign histograms over the loopback, and compare them with the tables
# of the kernel. If the guest has prometheus, it scrapes, too.
# kernel: stock
# add: prometheus

. /tests/expect.inc
cd $tracefs || exit
writes=events/syscalls/sys_enter_write

explain_failure() {
	head -n 40 /tmp/metrics /tmp/out /tmp/err
	left
}

is_listening() {
	grep -q 'metrics are at' /tmp/out
}

# start ARGUMENT...: run an exporter at the default address
start() {
	: >/tmp/out
	trace-hist export -i 1ms "$@" >/tmp/out 2>/tmp/err &
	exporter=$!
	expect "export $* starts" wait_until is_listening
}

# stop SIGNAL: end the exporter, which succeeds
stop() {
	kill -"$1" $exporter
	wait $exporter
}

scrape() {
	wget -q -O /tmp/metrics http://127.0.0.1:4478/metrics
}

# value SAMPLE: print the number of a sample of the last scrape
value() {
	awk -v sample="$1" '$1 == sample { print $2 }' /tmp/metrics
}

# has SAMPLE NUMBER: the last scrape has the sample
has() {
	[ "$(value "$1")" = "$2" ]
}

# has_right_sums HISTOGRAM: each sum of the last scrape is between those of the lower and of the upper
# limits of its buckets
has_right_sums() {
	awk -v name="$1" '
	{
		sample = substr($0, 1, length($0) - length($NF) - 1)
	}
	index(sample, name "_bucket{") == 1 {
		labels = limit = substr(sample, length(name "_bucket") + 1)
		sub(/[{,]le="[^"]*"}$/, "", labels)
		sub(/.*le="/, "", limit)
		limit = limit ~ /^\+Inf/ ? 1e9 : limit + 0
		n = $NF - count[labels]
		low[labels] += n * before[labels]
		high[labels] += n * limit
		before[labels] = limit
		count[labels] = $NF
	}
	index(sample, name "_sum") == 1 {
		labels = substr(sample, length(name "_sum") + 1)
		sub(/}$/, "", labels)
		if ($NF < low[labels] - 1e-9 || $NF > high[labels] + 1e-9) {
			print "wrong: " $0
			wrong = 1
		}
		total += $NF
	}
	END {
		exit !total || wrong
	}' /tmp/metrics
}

# write SIZE COUNT: write COUNT times SIZE bytes to a file descriptor that only this program writes to
write() {
	dd if=/dev/zero of=/dev/null bs="$1" count="$2" 2>/tmp/dd
}

cat >/tmp/written.yaml <<'END'
title: Bytes written by dd
question: How much does dd write?
topic: files
variants:
  - steps:
      - event: syscalls/sys_enter_write
        trigger: hist:keys=fd:vals=hitcount,count if comm == "dd" && fd == 1
        does: Add up the bytes.
    table: syscalls/sys_enter_write
    columns:
      - {field: fd, title: File}
      - {field: count, title: Written, unit: bytes}
      - {field: hitcount, title: Writes, unit: count}
when: Now.
example: None.
conclude: Nothing.
END
cat >/tmp/sizes.yaml <<'END'
title: Sizes of writes of dd
question: How large are the writes of dd?
topic: files
variants:
  - steps:
      - event: syscalls/sys_enter_write
        trigger: hist:keys=count.log2 if comm == "dd" && fd == 1
        does: Count the writes by size.
    table: syscalls/sys_enter_write
    columns:
      - {field: count, title: Size, unit: bytes}
      - {field: hitcount, title: Writes, unit: count}
when: Now.
example: None.
conclude: Nothing.
END

ip link set lo up
mkdir -p /tmp

# Two recipes: 50 times 100 bytes and 7 times 5000 bytes, all of which the exporter has to see
start /tmp/written.yaml /tmp/sizes.yaml
write 100 50
write 5000 7
expect "the metrics can be read" scrape
expect "bytes" has 'trace_hist_written_count_bytes_total{fd="1"}' 40000
expect "writes" has 'trace_hist_written_hitcount_total{fd="1"}' 57
expect "writes of 65 to 128 bytes" has 'trace_hist_sizes_count_bytes_bucket{le="128.0"}' 50
expect "writes of 4097 to 8192 bytes" has 'trace_hist_sizes_count_bytes_bucket{le="4096.0"}' 50
expect "all writes" has 'trace_hist_sizes_count_bytes_bucket{le="+Inf"}' 57
expect "no drops" has 'trace_hist_written_dropped_total{reason="unspecified"}' 0
expect "end" [ "$(tail -n 1 /tmp/metrics)" = '# EOF' ]
write 100 50
scrape
expect "later bytes" has 'trace_hist_written_count_bytes_total{fd="1"}' 45000
expect "the table has the same" grep -q 'hitcount: *107  *count: *45000' instances/*/$writes/hist

trace-hist export /tmp/sizes.yaml >/tmp/out2 2>/tmp/err2
expect "an occupied port is refused" [ $? -eq 1 ]
expect "the message names it" grep -q 'cannot listen on 127.0.0.1:4478' /tmp/err2
expect "two instances are left" [ "$(ls instances | wc -l)" -eq 2 ]

if [ -x /usr/bin/prometheus ]; then
	cat >/tmp/prometheus.yml <<-'END'
	global: {scrape_interval: 1s, scrape_timeout: 1s}
	scrape_configs:
	  - job_name: t
	    static_configs: [{targets: ["127.0.0.1:4478"]}]
	END
	/usr/bin/prometheus --config.file=/tmp/prometheus.yml --storage.tsdb.path=/tmp/data \
		--web.listen-address=127.0.0.1:9090 >/tmp/prometheus.log 2>&1 &
	prometheus=$!

	# answers EXPRESSION NUMBER: prometheus answers the query, which is encoded, with the number
	answers() {
		wget -q -O /tmp/answer "http://127.0.0.1:9090/api/v1/query?query=$1" &&
			grep -q "\"value\":\[[0-9.]*,\"$2\"\]" /tmp/answer
	}
	expect "prometheus has the bytes" wait_until answers 'trace_hist_written_count_bytes_total' 45000
	write 1000 10
	expect "prometheus has later bytes" wait_until answers 'trace_hist_written_count_bytes_total' 55000
	expect "prometheus has the sum of the writes" \
		answers 'sum(trace_hist_written_hitcount_total)' 117
	# 100 of 117 writes are between 64 and 128 bytes: the rank of the median is 58.5.
	expect "prometheus has the median" \
		answers 'histogram_quantile(0.5,trace_hist_sizes_count_bytes_bucket)' 101.44
	kill $prometheus
	wait $prometheus
fi

expect "SIGTERM ends it" stop TERM
expect "nothing is left" nothing_left

# A foreign histogram: the counters are its totals, and go on when it is cleared
echo 'hist:keys=fd:vals=count if comm == "dd" && fd == 1' >$writes/trigger
cat $writes/trigger >/tmp/trigger
write 10 5
start --event syscalls:sys_enter_write
scrape
bytes='trace_hist_syscalls_sys_enter_write_count_total{fd="1"}'
expect "total of a foreign histogram" has "$bytes" 50
write 10 3
scrape
expect "later total" has "$bytes" 80
echo 'hist:keys=fd:vals=count:clear if comm == "dd" && fd == 1' >>$writes/trigger
scrape
expect "total after clear" has "$bytes" 80
write 10 2
scrape
expect "total after clear and writes" has "$bytes" 100
expect "SIGHUP ends it" stop HUP
expect "the trigger is still there" cmp $writes/trigger /tmp/trigger
echo '!hist:keys=fd:vals=count if comm == "dd" && fd == 1' >$writes/trigger

# After kill -9, the watcher removes everything, and the port is free
start /tmp/sizes.yaml
kill -9 $exporter
wait $exporter
expect "nothing is left after kill -9" wait_until nothing_left

# A recipe of the tool: the histogram has each wait, as the counter of the table has
start runqlat
write 10 20
scrape
waits=$(awk '/^trace_hist_runqlat_seconds_bucket.*le="\+Inf"/ { n += $2 } END { print n }' /tmp/metrics)
hits=$(awk '/^trace_hist_runqlat_hitcount_total/ { n += $2 } END { print n }' /tmp/metrics)
expect "runqlat has waits" [ "$waits" -gt 0 ]
expect "runqlat has each wait in a bucket" [ "$waits" = "$hits" ]
expect "runqlat has the sums of the waits, in seconds" has_right_sums trace_hist_runqlat_seconds
expect "SIGTERM ends runqlat" stop TERM
expect "nothing of runqlat is left" nothing_left
exit $failed
