// SPDX-License-Identifier: GPL-2.0
/*
 * Fire events and measure the cycles.
 *
 * Writing "WAY EVENTS KEYS" to the parameter "fire" fires that many events,
 * with that many keys in turn. Reading it returns the number of cycles. In a
 * guest that counts instructions, a cycle is one instruction.
 */

#include <linux/module.h>
#include <linux/sched.h>
#include <linux/timex.h>
#include <linux/trace_events.h>

#define CREATE_TRACE_POINTS
#include "trace_bench.h"
#include "window.h"

#define ADDR(key)	(0xffffffff81000000UL + (key) * 16)
#define COMM(i)		names[(i) & 3]
/*
 * 1024 values. Percentiles count them in 192 buckets: one for each value below 64, and 32 for each
 * of the four powers of two from 64 to 1023. With 256 keys, each key has four of the values, so
 * that the events before a measurement fill all buckets.
 */
#define VAL(i)		((i) & 1023)

/**
 * struct way - a sequence of events to fire
 * @name: name in the parameter
 * @fire: function that fires @events events with @keys keys
 */
struct way {
	const char *name;
	void (*fire)(int events, int keys);
};

static const char names[4][16] = { "swapper/0", "kworker/u8:1-ev", "sh", "tar" };

static struct trace_event_file *synth;
static u64 cycles;
static int fresh;

static void fire_one(int events, int keys)
{
	int i, key = 0;

	for (i = 0; i < events; i++) {
		trace_bench_start(key, VAL(i), COMM(i), ADDR(key));
		if (++key == keys)
			key = 0;
	}
}

static void fire_pair(int events, int keys)
{
	int i, key = 0;

	for (i = 0; i < events; i++) {
		trace_bench_start(key, VAL(i), COMM(i), ADDR(key));
		trace_bench_end(key, VAL(i), COMM(i), ADDR(key));
		if (++key == keys)
			key = 0;
	}
}

/* Keys never repeat while the module is loaded. */
static void fire_fresh(int events, int keys)
{
	int i;

	for (i = 0; i < events; i++) {
		trace_bench_start(fresh, VAL(i), COMM(i), ADDR(0));
		fresh++;
	}
}

static void fire_synth(int events, int keys)
{
	int i, key = 0;

	for (i = 0; i < events; i++) {
		synth_event_trace(synth, 2, (u64)VAL(i), (u64)key);
		if (++key == keys)
			key = 0;
	}
}

static const struct way ways[] = {
	{ "one", fire_one },
	{ "pair", fire_pair },
	{ "fresh", fire_fresh },
	{ "synth", fire_synth },
};

static const struct way *find_way(const char *name)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(ways); i++)
		if (!strcmp(ways[i].name, name))
			return &ways[i];
	return NULL;
}

static u64 measure(const struct way *way, int events, int keys)
{
	unsigned long flags;
	u64 start, end;

	local_irq_save(flags);
	start = get_cycles();
	begin_window();
	way->fire(events, keys);
	end_window();
	end = get_cycles();
	local_irq_restore(flags);
	return end - start;
}

static int set_fire(const char *text, const struct kernel_param *kp)
{
	const struct way *way;
	int events, keys;
	char name[8];

	if (sscanf(text, "%7s %d %d", name, &events, &keys) != 3)
		return -EINVAL;
	way = find_way(name);
	if (!way)
		return -EINVAL;
	if (way->fire == fire_synth) {
		synth = trace_get_event_file(NULL, "synthetic", "bench_synth");
		if (IS_ERR(synth))
			return PTR_ERR(synth);
	}
	cycles = measure(way, events, keys);
	if (way->fire == fire_synth)
		trace_put_event_file(synth);
	return 0;
}

static int get_fire(char *text, const struct kernel_param *kp)
{
	return sysfs_emit(text, "%llu\n", cycles);
}

static const struct kernel_param_ops fire_ops = {
	.set = set_fire,
	.get = get_fire,
};
module_param_cb(fire, &fire_ops, NULL, 0600);
MODULE_PARM_DESC(fire, "fire events: one|pair|fresh|synth EVENTS KEYS");

/* The base kernel has no BTF from which BPF programs could learn this. */
static int pid_offset = offsetof(struct task_struct, pid);
module_param(pid_offset, int, 0400);
MODULE_PARM_DESC(pid_offset, "offset of the PID in struct task_struct, in bytes");

/* Required for the module to be unloadable. */
static int __init trace_bench_init(void)
{
	return 0;
}

static void __exit trace_bench_exit(void)
{
}

module_init(trace_bench_init);
module_exit(trace_bench_exit);
MODULE_DESCRIPTION("Fires events, for the benchmark of histogram triggers");
MODULE_LICENSE("GPL");
