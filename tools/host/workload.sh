# SPDX-License-Identifier: GPL-2.0
# In the guest: count three things in the kernel while a workload runs, then
# show them. Fails when a histogram stayed empty.

events=/sys/kernel/tracing/events
wakeups=$events/sched/sched_waking
sites=$events/kmem/kmalloc
sizes=/sys/kernel/tracing/instances/sizes/events/kmem/kmalloc
failed=0

# hist EVENT TEXT: set a histogram, or change the one there. Plain ">" would
# empty the file first: all histograms of the event would go.
hist() {
	echo "$2" >>"$1/trigger" || { echo "cannot set $2"; exit 1; }
}

# show EVENT ROWS TITLE: the first rows of its histogram, and its totals.
show() {
	cat "$1/hist" >/tmp/hist
	echo "== $3"
	awk -v most="$2" '
	/^[{]/ && ++rows > most { next }
	/^Totals:/ && rows > most { print "(... " rows - most " more rows)\n" }
	{ print }' /tmp/hist
	echo

	if ! grep -q '^{' /tmp/hist || grep -q '^ *Hits: 0$' /tmp/hist; then
		echo "This histogram is empty."
		failed=1
	fi
}

# Processes that fork, pipe, copy, search and sleep, several at a time.
workload() {
	until=$(($(date +%s) + 4))
	while [ "$(date +%s)" -lt $until ]; do
		seq 300 | sort -rn | grep -c 7 >/dev/null
		dd if=/dev/zero of=/tmp/zeros bs=4k count=64 2>/dev/null
	done &
	while [ "$(date +%s)" -lt $until ]; do
		find /proc/sys /sys/kernel -name 's*' >/dev/null 2>&1
		md5sum /bin/busybox >/dev/null
	done &
	while [ "$(date +%s)" -lt $until ]; do
		usleep 20000
		mkfifo /tmp/fifo
		(echo through >/tmp/fifo) &
		cat /tmp/fifo >/dev/null
		rm /tmp/fifo
	done &
	wait
}

by_comm='hist:keys=comm:sort=hitcount.descending'
by_site='hist:keys=call_site.sym:vals=bytes_req,bytes_alloc:sort=bytes_alloc.descending'
by_size='hist:keys=bytes_req.log2'

mkdir /sys/kernel/tracing/instances/sizes
hist $wakeups "$by_comm"
hist $sites "$by_site"
hist $sizes "$by_size"
# Setting them was work, too: start from nothing.
hist $wakeups "$by_comm:clear"
hist $sites "$by_site:clear"
hist $sizes "$by_size:clear"
workload
hist $wakeups "$by_comm:pause"
hist $sites "$by_site:pause"
hist $sizes "$by_size:pause"

show $wakeups 12 'Who was woken, and how often (sched_waking by comm)'
show $sites 12 'Who allocated how many bytes (kmalloc by call site)'
if ! grep -q '^{ call_site: \[[0-9a-f]*\] [a-z_]' /tmp/hist; then
	echo "The call sites have no names."
	failed=1
fi
show $sizes 40 'Sizes asked for (kmalloc by bytes_req, powers of two)'
exit $failed
