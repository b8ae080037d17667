# SPDX-License-Identifier: GPL-2.0
# boot: trace_trigger=kmem_cache_alloc.hist:keys=common_timestamp:size=256:overflow=evict
# Runs in a guest that was booted with these parameters. Each event has a key of its own, so the
# table is nearly full before there are workers. They evict rows while the kernel boots.

cd /sys/kernel/tracing/events/kmem/kmem_cache_alloc || exit 1

fail() {
	echo "FAIL: $*"
	tail -n 20 hist
	exit 1
}

total() { # name
	sed -n "s/^ *$1: //p" hist
}

evicted() {
	[ "$(total Evicted)" -gt 96 ]
}

line='hist:keys=common_timestamp:vals=hitcount:sort=hitcount:size=256:overflow=evict:clock=global'
[ "$(grep -v '^#' trigger)" = "$line [active]" ] || fail "another trigger: $(grep -v '^#' trigger)"
tries=0
until evicted; do
	tries=$((tries + 1))
	[ $tries -lt 30 ] || fail "no row was evicted"
	sleep 1
done
echo 'hist:keys=common_timestamp:pause' >>trigger || fail "cannot be paused"
# An eviction that has begun ends, and leaves the table with room.
sleep 1
sum=$(awk '/^[{]/ { sub(/.*hitcount: */, ""); n += $1 } END { print n }' hist)
[ "$(total Hits)" = "$sum" ] || fail "$sum hits in rows"
lost=$(total 'no record')
[ "$(total Dropped)" = "${lost:-0}" ] || fail "dropped for another reason"
grep -q '^{ other } ' hist || fail "evicted rows are not in { other }"
[ "$(grep -c '^{ common_timestamp: .*  error: ' hist)" = "$(total Entries)" ] ||
	fail "a row has no error"
grep -q " evicted=$(total Evicted) " ../../../hist_control || fail "$(cat ../../../hist_control)"
echo '!hist:keys=common_timestamp' >>trigger || fail "cannot be removed"
! dmesg | grep -E 'WARNING|BUG|Oops' || fail "the kernel complained"
exit 0
