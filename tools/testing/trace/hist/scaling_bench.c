// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measure the scaling of histograms, see scaling.h: from event_hists_call(),
 * which the probe of an event calls, to the map.
 */

#include <stdlib.h>

#include <linux/rculist.h>

#include "command_fixture.h"
#include "harness.h"
#include "scaling.h"
#include "trigger/trigger.h"

bool hist_wakeup_armed;

/* No histogram of these measurements has a filter. */
bool filter_exec(const struct prog_entry *entries, const void *record)
{
	return true;
}

void test_fail(const char *file, int line, const char *format, ...)
{
	fprintf(stderr, "%s:%d: %s\n", file, line, format);
	exit(1);
}

/**
 * struct hist_bench - a measurement of a histogram
 * @scaling: the measurement
 * @command: the histogram
 * @same: all threads use the same key
 */
struct hist_bench {
	struct scaling scaling;
	const char *command;
	bool same;
};

/**
 * struct target - an event with a histogram
 * @file: the event
 * @trigger: its only trigger
 */
struct target {
	struct trace_event_file file;
	struct trigger trigger;
};

static void *create(const struct scaling *scaling)
{
	struct target *target = calloc(1, sizeof(*target));

	target->trigger.is_direct = true;
	target->trigger.data.private_data =
		attach_hist(container_of(scaling, struct hist_bench, scaling)->command);
	INIT_LIST_HEAD(&target->file.triggers);
	list_add_rcu(&target->trigger.data.list, &target->file.triggers);
	return target;
}

static void hit(const struct scaling *scaling, void *arg)
{
	struct target *target = arg;
	struct mock_record record;
	unsigned int i;

	fill_record(&record);
	record.num_u64 = container_of(scaling, struct hist_bench, scaling)->same ? 7 : shim_cpu;
	for (i = 0; i < SCALING_HITS; i++) {
		record.num_u16 = i % 64;
		event_hists_call(&target->file, &record);
	}
}

static void destroy(void *arg)
{
	struct target *target = arg;

	detach_hist(target->trigger.data.private_data);
	free(target);
}

#define BENCH(_name) \
	.scaling = { \
		.name = _name, .n_cpus = 2, .cpu_step = 1, \
		.create = create, .hit = hit, .destroy = destroy, \
	}

static const struct hist_bench benches[] = {
	{ BENCH("one hot key"), "hist:keys=num_u64:size=128", true },
	{ BENCH("a key per thread"), "hist:keys=num_u64:size=128", false },
	{ BENCH("one hot key and an average"), "hist:keys=num_u64:vals=num_u16.avg:size=128",
	  true },
	{ BENCH("one hot key and a percentile"), "hist:keys=num_u64:vals=num_u16.p99:size=128",
	  true },
	{ BENCH("a string and a sum per thread"), "hist:keys=num_u64,text:vals=num_u16:size=128",
	  false },
	{ BENCH("a variable per thread"), "hist:keys=num_u64:v=num_u16:size=128", false },
};

int main(void)
{
	unsigned int i;

	scaling_print_head("two threads on a histogram");
	for (i = 0; i < ARRAY_SIZE(benches); i++)
		scaling_measure(&benches[i].scaling);
	return 0;
}
