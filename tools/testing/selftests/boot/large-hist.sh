# SPDX-License-Identifier: GPL-2.0
# boot: trace_trigger=kmem_cache_alloc.hist:keys=common_timestamp:size=262144
# Runs in a guest that was booted with these parameters. The table was created before there are
# memory cgroups and kernel threads. It grows while the kernel boots.

cd /sys/kernel/tracing/events/kmem/kmem_cache_alloc || exit 1

fail() {
	echo "FAIL: $*"
	tail -n 20 hist
	exit 1
}

echo 'hist:keys=common_timestamp:pause' >>trigger || fail "cannot be paused"
hits=$(awk '$1 == "Hits:" { print $2 }' hist)
dropped=$(awk '$1 == "Dropped:" { print $2 }' hist)
early=$(sed -n 's/^        chunk not ready: //p' hist)
rows=$(grep -c '^{ common_timestamp:' hist)
echo "$hits hits in $rows rows, $dropped dropped"
# The first chunk has 8192 rows.
[ "$rows" -gt 8192 ] || fail "the table did not grow"
[ "$hits" -ge "$rows" ] || fail "rows without hits"
[ "$dropped" = "${early:-0}" ] || fail "dropped for another reason"
echo '!hist:keys=common_timestamp' >>trigger || fail "cannot be removed"
! dmesg | grep -E 'WARNING|BUG|Oops' || fail "the kernel complained"
exit 0
