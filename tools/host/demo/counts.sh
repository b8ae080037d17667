# SPDX-License-Identifier: GPL-2.0
# In the guest: count allocations and wakeups while a workload runs, then show three tables,
# the commands that made them, and what to try next. Fails when a table stayed empty.
#
# Each table has an instance of its own, so that all three count the same workload and a
# hist file shows one table. Their commands work in any directory of tracing.

. /demo/functions

sizes='hist:keys=bytes_req.log2:vals=hitcount.percent,hitcount.graph:sort=bytes_req'
sites='hist:keys=call_site.sym:vals=bytes_req,bytes_alloc:sort=bytes_alloc.descending'
tasks='hist:keys=comm:vals=hitcount.percent,hitcount.graph:sort=hitcount.descending'
chains='hist:keys=common_stacktrace:vals=bytes_alloc:sort=bytes_alloc.descending'

# set_command EVENT HISTOGRAM, read_command EVENT: what a user types
set_command() {
	echo "echo '$2' > events/$1/trigger"
}

read_command() {
	echo "cat events/$1/hist"
}

# ask INSTANCE EVENT HISTOGRAM: begin to count
ask() {
	cd "$tracing/instances/$1" || exit 1
	run "$(set_command "$2" "$3")"
}

# answer INSTANCE EVENT: read what was counted
answer() {
	cd "$tracing/instances/$1" || exit 1
	run "$(read_command "$2")" >"/tmp/$1"
}

# commands EVENT HISTOGRAM: as they stand above the table
commands() {
	printf '  %s\n' "$(set_command "$1" "$2")" "$(read_command "$1")"
}

mkdir $tracing/instances/sizes $tracing/instances/sites $tracing/instances/tasks || exit 1
# The sites come last, and are read first: their table has no allocation by a hist command.
ask tasks sched/sched_waking "$tasks"
ask sizes kmem/kmalloc "$sizes"
ask sites kmem/kmalloc "$sites"
workload
answer sites kmem/kmalloc
answer sizes kmem/kmalloc
answer tasks sched/sched_waking

# Beside rows, there are three lines above each table and a blank one below, and three
# suggestions. Sizes are shown up to the largest, or else their distribution has no end.
left=$((screen - 3 * 4 - 3))
most=$((left - 2 * 3))
known=$(rows /tmp/sizes)
[ "$known" -gt $most ] || most=$known
rest=$(((left - most) / 2))
[ $rest -lt 10 ] || rest=10

show /tmp/sizes $most 'How large are the allocations, rounded up to a power of two?' \
	"$(commands kmem/kmalloc "$sizes")"
echo
show /tmp/sites $rest 'Which functions allocate most?' \
	"$(commands kmem/kmalloc "$sites")" bytes=1
if ! grep -q '^{ call_site: \[[0-9a-f]*\] [a-z_]' /tmp/sites; then
	echo "The call sites have no names."
	failed=1
fi
echo
show /tmp/tasks $rest 'Which tasks are woken most often?' \
	"$(commands sched/sched_waking "$tasks")"
echo
echo "Next: make shell            # the guest; cd $tracing, and type the commands above"
echo "Next: make run DEMO=wakeup  # how long does a task wait for a CPU after a wakeup?"
echo "Next: $(set_command kmem/kmalloc "$chains if bytes_req >= 4096")  # by which callers?"
exit $failed
