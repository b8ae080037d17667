# SPDX-License-Identifier: GPL-2.0
# In the guest: measure how long each task that was woken waited for a CPU while a workload
# runs, then show how the waits are distributed, the longest one, the commands that made
# this, and what to try next. Fails when nothing was measured or an event was dropped.

. /demo/functions

# When a task is woken, note the time. When it gets its CPU, take the difference, fire an
# event of our own with it, and save who ran before at its greatest.
define="echo 'wakeup_latency u64 lat; pid_t pid' >> synthetic_events"
latency="echo 'hist:keys=lat.log2:vals=hitcount.percent,hitcount.graph:sort=lat'\
 >> events/synthetic/wakeup_latency/trigger"
waking="echo 'hist:keys=pid:ts0=common_timestamp.usecs' >> events/sched/sched_waking/trigger"
switch="echo 'hist:keys=next_pid:lat=common_timestamp.usecs-\$ts0\
:onmatch(sched.sched_waking).wakeup_latency(\$lat,next_pid)\
:onmax(\$lat).save(next_comm,prev_comm,prev_pid)' >> events/sched/sched_switch/trigger"
read_latency='cat events/synthetic/wakeup_latency/hist'
read_switch='cat events/sched/sched_switch/hist'

cd $tracing || exit 1
run "$define"
run "$latency"
run "$waking"
run "$switch"
workload
# A mark in the trace pauses the histogram of switches, so that both tables tell of the same
# waits.
run "echo 'disable_hist:sched:sched_switch' >> events/ftrace/print/trigger"
echo stop >trace_marker
run "$read_latency" >/tmp/latency
run "$read_switch" >/tmp/switch

# The row with the greatest max, and what was saved with it.
awk '
/^[{]/ { row = $0 }
/^\tmax:/ && $2 + 0 >= max { max = $2 + 0; worst = row "\n" $0 }
END { print worst }' /tmp/switch >/tmp/worst

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
	sub(/^[^}]*} hitcount: */, "")
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

# Everything but the rows of the first table takes 17 lines.
show /tmp/latency $((screen - 17)) \
	'How many microseconds does a task wait for a CPU, rounded up to a power of two?' \
	"$(printf '  %s\n' "$define" "$latency" "$waking" "$switch" "$read_latency")"
echo
echo "== Which wait was the longest? [by this script: the row with the greatest max, blanks]"
echo "  $read_switch"
sed 's/   */  /g' /tmp/worst
echo
echo "Worst: $comm ($pid) waited $max us for a CPU while $while;" \
	"half of all wakeups took $half us or less."
echo
echo "Next: make shell  # the guest; cd $tracing, and type the commands above"
echo "Next: make run    # who allocates, how much, and which tasks are woken?"
echo "Next: echo 'hist:keys=pid:vals=lat:sort=lat.descending' >>" \
	"events/synthetic/wakeup_latency/trigger  # which tasks waited longest in all?"
exit $failed
