# SPDX-License-Identifier: GPL-2.0
# In the guest: measure how long each task that was woken waited for a CPU while
# a workload runs, then show how the waits are distributed and the longest one.
# Fails when nothing was measured or something was lost.

. /demo/functions

latency=$events/synthetic/wakeup_latency
switch=$events/sched/sched_switch

# When a task is woken, note the time. When it gets its CPU, take the difference,
# fire an event of our own with it, and save who ran before at its greatest.
echo 'wakeup_latency u64 lat; pid_t pid' >>$tracing/synthetic_events || exit 1
hist $latency 'hist:keys=lat.log2:sort=lat'
hist $events/sched/sched_waking 'hist:keys=pid:ts0=common_timestamp.usecs'
hist $switch 'hist:keys=next_pid:lat=common_timestamp.usecs-$ts0'\
':onmatch(sched.sched_waking).wakeup_latency($lat,next_pid)'\
':onmax($lat).save(next_comm,prev_comm,prev_pid)'
workload
# A mark in the trace pauses it, so that both histograms tell of the same waits.
echo 'disable_hist:sched:sched_switch' >>$events/ftrace/print/trigger || exit 1
echo stop >$tracing/trace_marker

show $latency 40 'Microseconds from being woken to having a CPU (powers of two)'
if ! grep -q '^ *Dropped: 0$' /tmp/hist; then
	echo "Something was dropped."
	failed=1
fi
cp /tmp/hist /tmp/latency

# The row with the greatest max, and what was saved with it.
awk '
/^[{]/ { row = $0 }
/^\tmax:/ && $2 + 0 >= max { max = $2 + 0; worst = row "\n" $0 }
END { print worst }' $switch/hist >/tmp/worst
echo '== The longest wait (sched_switch by next_pid)'
cat /tmp/worst
echo

# saved FIELD: what was saved in it, without the blanks that follow
saved() {
	sed -n "2s/.*[[:space:]]$1: *\(.*\)/\1/p" /tmp/worst | sed 's/   *.*//'
}

# Rows are sorted: the first one up to which there is half of all.
half=$(awk '
NR == FNR { if ($1 == "Hits:") hits = $2; next }
/^[{]/ {
	match($0, /\^[0-9]+/)
	power = substr($0, RSTART + 1, RLENGTH - 1)
	sub(/.*hitcount: */, "")
	sum += $1
	if (sum * 2 < hits)
		next
	for (most = 1; power > 0; power--)
		most *= 2
	print most
	exit
}' /tmp/latency /tmp/latency)
pid=$(sed -n '1s/.*next_pid: *\([0-9]*\) .*/\1/p' /tmp/worst)
comm=$(saved next_comm)
max=$(saved max)
if [ -z "$pid" ] || [ -z "$comm" ] || [ -z "$max" ] || [ -z "$half" ]; then
	echo "There is no longest wait."
	exit 1
fi
case $(saved prev_comm) in
swapper/*)	while="the CPU was idle" ;;
*)		while="$(saved prev_comm) ($(saved prev_pid)) ran" ;;
esac
echo "Worst: $comm ($pid) waited $max us for a CPU while $while;" \
	"half of all wakeups took $half us or less."
exit $failed
