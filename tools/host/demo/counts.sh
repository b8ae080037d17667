# SPDX-License-Identifier: GPL-2.0
# In the guest: count three things in the kernel while a workload runs, then
# show them. Fails when a histogram stayed empty.

. /demo/functions

wakeups=$events/sched/sched_waking
sites=$events/kmem/kmalloc
sizes=$tracing/instances/sizes/events/kmem/kmalloc

by_comm='hist:keys=comm:sort=hitcount.descending'
by_site='hist:keys=call_site.sym:vals=bytes_req,bytes_alloc:sort=bytes_alloc.descending'
by_size='hist:keys=bytes_req.log2'

mkdir $tracing/instances/sizes
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
