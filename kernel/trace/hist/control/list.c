// SPDX-License-Identifier: GPL-2.0
/*
 * Print the state of the histograms of an instance, one line for each. Numbers are read from the
 * counters of the table; no table is copied or sorted.
 */
#include <linux/array_size.h>
#include <linux/build_bug.h>
#include <linux/list.h>

#include "../../trace.h"
#include "../../tracing_map_evict.h"
#include "../../tracing_map_usage.h"
#include "../attach/hist_trigger.h"
#include "../attach/interval.h"
#include "../attach/map_owner.h"
#include "../show/describe.h"
#include "../stacks/stacks.h"
#include "list.h"
#include "targets.h"

static const char *const drop_names[] = {
	[TRACING_MAP_DROP_FULL]		= "full",
	[TRACING_MAP_DROP_NESTED]	= "nesting",
	[TRACING_MAP_DROP_FRAME]	= "memory",
	[TRACING_MAP_DROP_RECORD]	= "record",
	[TRACING_MAP_DROP_CHUNK]	= "chunk",
	[TRACING_MAP_DROP_BUSY]		= "busy",
};

static_assert(ARRAY_SIZE(drop_names) == TRACING_MAP_DROP_REASONS);

static void print_losses(struct seq_file *m, const struct tracing_map *map)
{
	u64 drops[TRACING_MAP_DROP_REASONS];
	unsigned int reason;

	seq_printf(m, " dropped=%llu", tracing_map_read_drops(map, drops));
	for (reason = 0; reason < TRACING_MAP_DROP_REASONS; reason++)
		seq_printf(m, " %s=%llu", drop_names[reason], drops[reason]);
}

/* Print what the tables of stacks of a histogram have lost. Return: the memory that they take. */
static size_t print_stacks(struct seq_file *m, const struct hist_trigger_data *data)
{
	struct hist_stacks_status status;
	u64 not_taken = 0, unresolved = 0;
	unsigned int i, reason;
	bool has_own = false;
	size_t bytes = 0;

	for (i = 0; i < data->n_stack_sources; i++) {
		const struct hist_stack_source *source = &data->stack_sources[i];

		if (source->of)
			continue;
		has_own = true;
		hist_stacks_get_status(source->table, &status);
		not_taken += status.not_taken;
		for (reason = 0; reason < HIST_STACK_REASONS; reason++)
			unresolved += status.unresolved[reason];
		bytes += hist_stacks_bytes(source->table);
	}
	if (has_own)
		seq_printf(m, " stack=%llu unresolved=%llu", not_taken, unresolved);
	return bytes;
}

static void print_interval(struct seq_file *m, const struct hist_trigger_data *data)
{
	const struct hist_interval_status status = hist_interval_get_status(data);

	seq_printf(m, " interval=%llu since=", status.number);
	hist_describe_time(m, status.from, status.clock);
	seq_printf(m, " unread=%llu%s", status.unread, status.is_frozen ? " frozen" : "");
}

static void print_hist(struct seq_file *m, const struct event_trigger_data *trigger)
{
	const struct hist_trigger_data *data = hist_of(trigger);
	const struct trace_event_call *call = data->runtime.file->event_call;
	const struct tracing_map *map = hist_map_get(data);
	const struct hist_status status = hist_status_of(trigger);
	size_t stack_bytes;

	seq_printf(m, "#%llu %s:%s %s%s", data->runtime.id, call->class->system,
		   trace_event_name((struct trace_event_call *)call),
		   status.paused ? "paused" : "active", hist_is_shared(data) ? " shared" : "");
	seq_printf(m, " rows=%u size=%u hits=%llu other=%llu evicted=%llu", tracing_map_n_keys(map),
		   status.size, tracing_map_total(map, 0), tracing_map_other_sum(map, 0),
		   tracing_map_n_evicted(map));
	print_losses(m, map);
	stack_bytes = print_stacks(m, data);
	seq_printf(m, " bytes=%zu", tracing_map_bytes(map) + stack_bytes);
	print_interval(m, data);
	seq_putc(m, ' ');
	hist_describe(m, data, &status);
	seq_putc(m, '\n');
}

/**
 * hist_list - print the state of the histograms of an instance
 * @m: output file
 * @tr: the instance
 *
 * The events are in the reverse order of available_events, which reads tr->events forward. If the
 * output does not fit, the caller tries again with more memory.
 *
 * Context: may sleep; event_mutex held.
 */
void hist_list(struct seq_file *m, const struct trace_array *tr)
{
	const struct event_trigger_data *trigger;
	const struct trace_event_file *file;

	lockdep_assert_held(&event_mutex);

	list_for_each_entry_reverse(file, &tr->events, list)
		list_for_each_entry(trigger, &file->triggers, list)
			if (hist_of(trigger) && !seq_has_overflowed(m))
				print_hist(m, trigger);
}
