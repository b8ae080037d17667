// SPDX-License-Identifier: GPL-2.0
/*
 * Evict rows from nearly full tables of histograms with ``overflow=evict``.
 *
 * An event that inserts a row into a nearly full table queues the work item. One work item serves
 * all tables, so a table that is removed need not wait for it. tracing_map_evict.h has the steps.
 *
 * exchange_mutex and event_mutex are held while a table is served, for up to three grace periods:
 * no histogram is attached, cleared or removed, and no reader copies a table or an interval. They
 * are released between two tables, and passes over all tables have a minimum distance. So a stream
 * of new keys does not keep others from event_mutex.
 */
#include <linux/bitmap.h>
#include <linux/build_bug.h>
#include <linux/cleanup.h>
#include <linux/jiffies.h>
#include <linux/limits.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/tracepoint.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "../../trace.h"
#include "../../trace_base.h"
#include "../../tracing_map_evict.h"
#include "../program/hist_data.h"
#include "evict.h"
#include "interval.h"
#include "owner.h"

static_assert(HIST_STATS_MAX == TRACING_MAP_STATS_MAX);

/* Minimum time from the end of a pass to the next one. */
#define PASS_DISTANCE		(HZ / 10UL)

/* Longest time until the next try if a table has no row that can be evicted, or without memory. */
#define RETRY_DELAY_MAX		(10UL * HZ)

/*
 * Owners of tables with overflow=evict; a pass moves each of them to the tail. Protected by
 * event_mutex.
 */
static LIST_HEAD(owners);

static void evict_rows(struct work_struct *work);
static DECLARE_DELAYED_WORK(evict_work, evict_rows);

/**
 * hist_evict_configure - configure evictions for the map of a histogram
 * @data: the histogram
 * @cfg: configuration of evictions, set to 0 by the caller
 *
 * Context: process context.
 */
void hist_evict_configure(const struct hist_trigger_data *data,
			  struct tracing_map_evict_config *cfg)
{
	const struct hist_program *program = &data->program;
	unsigned int i;

	cfg->work = &evict_work;
	for (i = 0; i < program->n_var_stores; i++)
		if (program->var_stores[i].words)
			__set_bit(program->var_stores[i].slot, cfg->cells);
	for (i = 0; i < program->n_stats; i++)
		cfg->lost_words[program->stats[i].stat.index] = program->stats[i].stat.lost_word;
}

/**
 * hist_evict_add - let a table evict rows
 * @owner: its new owner, whose histogram has overflow=evict
 *
 * Context: event_mutex held.
 */
void hist_evict_add(struct hist_map_owner *owner)
{
	lockdep_assert_held(&event_mutex);
	hist_evict_reset(owner);
	list_add_tail(&owner->evict_node, &owners);
}

/**
 * hist_evict_reset - let the next eviction from a table begin without a delay
 * @owner: owner of a table that is empty
 *
 * Context: event_mutex held.
 */
void hist_evict_reset(struct hist_map_owner *owner)
{
	lockdep_assert_held(&event_mutex);
	owner->evict_next = 0;
	owner->evict_delay = PASS_DISTANCE;
}

/**
 * hist_evict_remove - end the evictions from a table that is removed
 * @owner: its owner, after hist_evict_add()
 *
 * Context: event_mutex held.
 */
void hist_evict_remove(struct hist_map_owner *owner)
{
	lockdep_assert_held(&event_mutex);
	list_del(&owner->evict_node);
}

/* Evict rows from a table. Return: false without memory, or if no row can be evicted. */
static bool evict_rows_of(struct hist_map_owner *owner)
{
	struct tracing_map_eviction *eviction;

	if (!tracing_map_evict_possible(owner->map))
		return false;
	eviction = tracing_map_evict_begin(owner->map);
	if (!eviction)
		return false;
	trace_events_synchronize();
	if (tracing_map_evict_choose(eviction)) {
		trace_events_synchronize();
		if (tracing_map_evict_confirm(eviction))
			trace_events_synchronize();
	}
	return tracing_map_evict_finish(eviction, owner->stream.pending);
}

/*
 * Evict rows from a table that is nearly full. If that fails, the next try is later each time.
 *
 * Return: jiffies until the table has to be looked at again, or %ULONG_MAX.
 */
static unsigned long serve_table(struct hist_map_owner *owner)
{
	unsigned long delay = owner->evict_delay;
	u64 now = get_jiffies_64();

	if (!tracing_map_evict_wanted(owner->map))
		return ULONG_MAX;
	if (now < owner->evict_next)
		return owner->evict_next - now;
	if (evict_rows_of(owner)) {
		owner->evict_delay = PASS_DISTANCE;
		return tracing_map_evict_rearm(owner->map) ? PASS_DISTANCE : ULONG_MAX;
	}
	owner->evict_next = get_jiffies_64() + delay;
	owner->evict_delay = min(2 * delay, RETRY_DELAY_MAX);
	return delay;
}

static size_t count_owners(void)
{
	guard(mutex)(&event_mutex);
	return list_count_nodes(&owners);
}

/* Serve the first table and make it the last one. Return: as serve_table(). */
static unsigned long serve_first(void)
{
	unsigned long delay = ULONG_MAX;
	struct hist_map_owner *owner;

	hist_interval_lock();
	mutex_lock(&event_mutex);
	owner = list_first_entry_or_null(&owners, struct hist_map_owner, evict_node);
	if (owner) {
		list_move_tail(&owner->evict_node, &owners);
		delay = serve_table(owner);
	}
	mutex_unlock(&event_mutex);
	hist_interval_unlock();
	return delay;
}

/*
 * Serve all tables. A table that is added during the pass may be left out: its first event above
 * the limit queues the work item again. If one is removed, another one is served twice.
 *
 * Return: jiffies until the next pass, or %ULONG_MAX.
 */
static unsigned long do_pass(void)
{
	unsigned long delay = ULONG_MAX;
	size_t n = count_owners();

	while (n--)
		delay = min(delay, serve_first());
	return delay;
}

/* The work item runs once at a time, so its static variable needs no lock. */
static void evict_rows(struct work_struct *work)
{
	/* 64 bits do not wrap around between two passes, which may be weeks apart. */
	static u64 next_pass;
	unsigned long delay;
	u64 now = get_jiffies_64();

	if (now < next_pass) {
		queue_delayed_work(system_unbound_wq, &evict_work, next_pass - now);
		return;
	}
	delay = do_pass();
	next_pass = get_jiffies_64() + PASS_DISTANCE;
	if (delay != ULONG_MAX)
		queue_delayed_work(system_unbound_wq, &evict_work, delay);
}
