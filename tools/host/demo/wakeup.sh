# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: measure how long tasks wait for a CPU after a wakeup during a workload, then
# show the distribution of the waits, the longest one, the commands, and what to try next. Fails
# if there was no wait or an event was dropped.

. /demo/functions.sh

# A histogram of sched_waking saves the time of the wakeup in $ts0. When the task gets a CPU, a
# histogram of sched_switch computes the difference and fires the synthetic event wakeup_latency.
# At a new maximum of its row, it also saves the tasks of the switch.
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
run_command "$define"
run_command "$latency"
run_command "$waking"
run_command "$switch"
run_workload
# Pause the histogram of sched_switch by a write to trace_marker, before either table is read. Both
# tables then show the same waits.
run_command "echo 'disable_hist:sched:sched_switch' >> events/ftrace/print/trigger"
echo stop >trace_marker
run_command "$read_latency" >/tmp/latency
run_command "$read_switch" >/tmp/switch

# Find the row with the greatest max and the line of its saved fields.
awk '
/^[{]/ { row = $0 }
/^\tmax:/ && $2 + 0 >= max { max = $2 + 0; worst = row "\n" $0 }
END { print worst }' /tmp/switch >/tmp/worst

# print_saved FIELD: print the saved value of a field, without trailing blanks
print_saved() {
	sed -n "2s/.*[[:space:]]$1: *\(.*\)/\1/p" /tmp/worst | sed 's/   *.*//'
}

# Rows are sorted: find the first one up to which there are half of all hits, and print its upper
# limit.
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
comm=$(print_saved next_comm)
max=$(print_saved max)
if [ -z "$pid" ] || [ -z "$comm" ] || [ -z "$max" ] || [ -z "$half" ]; then
	echo "There is no longest wait."
	exit 1
fi
case $(print_saved prev_comm) in
swapper/*)	while="the CPU was idle" ;;
*)		while="$(print_saved prev_comm) ($(print_saved prev_pid)) ran" ;;
esac

# Everything but the rows of the first table takes 17 lines.
show_table /tmp/latency $((screen - 17)) \
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
