# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: measure with two commands how long each task waits for a CPU during a workload.
# Show percentiles per task, the distribution of the task that waited most often, the commands, and
# what to try next. Fails if there was no wait or an event was dropped.

. /demo/functions.sh

# A histogram of sched_waking saves the time of the wakeup in the row of the woken task. When the
# task gets a CPU, a histogram of sched_switch finds that row by next_pid.
waking="echo 'hist:keys=pid:ts0=common_timestamp.usecs' >> events/sched/sched_waking/trigger"
switch="echo 'hist:keys=next_comm:lat=common_timestamp.usecs-\$ts0[next_pid]\
:vals=\$lat.avg,\$lat.p50,\$lat.p99,\$lat.max,\$lat.dist:sort=\$lat.p99.descending'\
 >> events/sched/sched_switch/trigger"
read_switch='cat events/sched/sched_switch/hist'

cd $tracing || exit 1
run_command "$waking"
run_command "$switch"
run_workload
run_command "$read_switch" >/tmp/switch

# Print the row with the most hits and the lines below it.
awk '
/^[{]/ {
	match($0, /hitcount: +[0-9]+/)
	hits = substr($0, RSTART + 9, RLENGTH - 9) + 0
	wanted = hits > most
	if (wanted) {
		most = hits
		text = ""
	}
}
/^([{]|\t)/ { if (wanted) text = text $0 "\n"; next }
{ wanted = 0 }
END { printf "%s", text }' /tmp/switch >/tmp/frequent

# print_task FILE, print_column FILE NAME: print the task or a value of the first row
print_task() {
	sed -n '/^{/{s/^{ next_comm: //;s/ *}.*//p;q;}' "$1"
}

print_column() {
	sed -n "/^{/{s/.*} .*$2: *\([0-9]*\).*/\1/p;q;}" "$1"
}

task=$(print_task /tmp/switch)
p50=$(print_column /tmp/switch lat.p50)
p99=$(print_column /tmp/switch lat.p99)
max=$(print_column /tmp/switch lat.max)
bars=$(grep -c ' - .*#' /tmp/frequent)
if [ -z "$task" ] || [ -z "$p50" ] || [ -z "$p99" ] || [ -z "$max" ] || [ "$bars" -eq 0 ]; then
	echo "There is no wait."
	exit 1
fi
if grep -q '^ *Dropped by ' /tmp/switch; then
	echo "The histogram of the wakeups has dropped events."
	failed=1
fi

# Everything but the rows of the table and the distribution takes 13 lines. The distribution is
# complete, the rows get the rest.
most=$((screen - 13 - $(wc -l </tmp/frequent)))
[ $most -ge 1 ] || most=1
[ $most -le 12 ] || most=12
show_table /tmp/switch $most 'How many microseconds does each task wait for a CPU?' \
	"$(printf '  %s\n' "$waking" "$switch" "$read_switch")"
echo
echo "== How long are the waits of $(print_task /tmp/frequent)?" \
	"[by this script: the row with the most waits, blanks]"
echo "  $read_switch"
sed '/^{/s/   */  /g' /tmp/frequent
echo
echo "Worst: of the waits of $task, half took $p50 us or less," \
	"99 of 100 took $p99 us or less, the longest took $max us."
echo
echo "Next: make shell            # the guest; cd $tracing, and type the commands above"
echo "Next: make run DEMO=wakeup  # which task kept the CPU during the longest wait?"
echo "Next: echo 'hist:keys=\$lat.log2:lat=common_timestamp.usecs-\$ts0[next_pid]' >" \
	"events/sched/sched_switch/trigger  # one distribution for all tasks"
exit $failed
