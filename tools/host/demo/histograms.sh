# SPDX-License-Identifier: GPL-2.0
# Runs in the guest: count allocations and wakeups during a workload, then show three tables, the
# commands that made them, and what to try next. Fails if a table is empty or events were dropped.
#
# Each histogram is in its own trace instance, so that all three count the same workload and each
# hist file shows one table. The commands are relative to the instance and work in any.

. /demo/functions.sh

sizes='hist:keys=bytes_req.log2:vals=hitcount.percent,hitcount.graph:sort=bytes_req'
sites='hist:keys=call_site.sym:vals=bytes_req,bytes_alloc:sort=bytes_alloc.descending'
tasks='hist:keys=comm:vals=hitcount.percent,hitcount.graph:sort=hitcount.descending'
chains='hist:keys=common_stacktrace:vals=bytes_alloc:sort=bytes_alloc.descending'

# set_command EVENT HISTOGRAM, read_command EVENT: print the command that a user types
set_command() {
	echo "echo '$2' > events/$1/trigger"
}

read_command() {
	echo "cat events/$1/hist"
}

# attach_histogram INSTANCE EVENT HISTOGRAM: attach a histogram
attach_histogram() {
	cd "$tracing/instances/$1" || exit 1
	run_command "$(set_command "$2" "$3")"
}

# read_histogram INSTANCE EVENT: read the histogram into /tmp/INSTANCE
read_histogram() {
	cd "$tracing/instances/$1" || exit 1
	run_command "$(read_command "$2")" >"/tmp/$1"
}

# print_commands EVENT HISTOGRAM: print the commands for the heading of a table
print_commands() {
	printf '  %s\n' "$(set_command "$1" "$2")" "$(read_command "$1")"
}

mkdir $tracing/instances/sizes $tracing/instances/sites $tracing/instances/tasks || exit 1
# Attach "sites" last and read it first: it then does not count allocations of the commands.
attach_histogram tasks sched/sched_waking "$tasks"
attach_histogram sizes kmem/kmalloc "$sizes"
attach_histogram sites kmem/kmalloc "$sites"
run_workload
read_histogram sites kmem/kmalloc
read_histogram sizes kmem/kmalloc
read_histogram tasks sched/sched_waking

# Divide the lines of the screen. Each of the three tables needs three lines above its rows and a
# blank one below; three suggestions follow. "sizes" gets as many rows as it has, so that the
# distribution is complete; the other two share the rest.
left=$((screen - 3 * 4 - 3))
most=$((left - 2 * 3))
known=$(count_rows /tmp/sizes)
[ "$known" -gt $most ] || most=$known
rest=$(((left - most) / 2))
[ $rest -lt 10 ] || rest=10

show_table /tmp/sizes $most 'How large are the allocations, rounded up to a power of two?' \
	"$(print_commands kmem/kmalloc "$sizes")"
echo
show_table /tmp/sites $rest 'Which functions allocate most?' \
	"$(print_commands kmem/kmalloc "$sites")" bytes=1
if ! grep -q '^{ call_site: \[[0-9a-f]*\] [a-z_]' /tmp/sites; then
	echo "The call sites have no names."
	failed=1
fi
echo
show_table /tmp/tasks $rest 'Which tasks are woken most often?' \
	"$(print_commands sched/sched_waking "$tasks")"
echo
echo "Next: make shell            # the guest; cd $tracing, and type the commands above"
echo "Next: make run DEMO=wakeup  # how long does a task wait for a CPU after a wakeup?"
echo "Next: $(set_command kmem/kmalloc "$chains if bytes_req >= 4096")  # by which callers?"
exit $failed
