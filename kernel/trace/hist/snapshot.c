// SPDX-License-Identifier: GPL-2.0
/*
 * Snapshots of an instance's ring buffer, taken by a histogram.
 *
 * An instance has one snapshot, and one histogram at a time may take it.  The host asks
 * whether to take it with its max_lock held and interrupts off, never in an NMI; what is
 * written here then has no other writer.
 */
#include <linux/err.h>
#include <linux/irqflags.h>
#include <linux/overflow.h>
#include <linux/seqlock.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "../trace.h"
#include "snapshot.h"

/**
 * struct hit - why a snapshot should be taken
 * @snapshot: whose snapshot
 * @map: whose entry
 * @val: the tracked value
 * @key: the key of the entry
 */
struct hit {
	struct hist_snapshot *snapshot;
	const struct tracing_map *map;
	u64 val;
	const u64 *key;
};

/*
 * Each key has a maximum of its own; the snapshot is that of the largest of all.  An event
 * that was late and hit entries which have been cleared is none of these.
 */
static bool is_wanted(const struct hist_snapshot *snapshot, const struct hit *hit)
{
	if (hit->map != snapshot->map)
		return false;
	if (!snapshot->taken || snapshot->act->handler != HIST_ON_MAX)
		return true;
	return snapshot->act->is_signed ? (s64)hit->val > (s64)snapshot->val :
					  hit->val > snapshot->val;
}

/* Somebody else who asks for a snapshot gives no hit, and gets none. */
static bool decide(struct trace_array *tr, void *cond_data)
{
	const struct hit *hit = cond_data;
	struct hist_snapshot *snapshot;

	if (!hit || !is_wanted(hit->snapshot, hit))
		return false;

	snapshot = hit->snapshot;
	raw_write_seqcount_begin(&snapshot->seq);
	snapshot->taken = true;
	snapshot->val = hit->val;
	memcpy(snapshot->key, hit->key, snapshot->key_words * sizeof(u64));
	raw_write_seqcount_end(&snapshot->seq);
	return true;
}

/**
 * hist_snapshot_new - let a histogram take the snapshot of an instance
 * @act: the action that takes it
 * @key_words: words of the histogram's keys
 * @tr: the instance
 *
 * Context: may sleep, event_mutex held.
 * Return: what is to be known for it, to be given to hist_snapshot_free(); or an ERR_PTR:
 *	-EBUSY if somebody else does or if it is too early, or another negative errno.
 */
struct hist_snapshot *hist_snapshot_new(const struct hist_act *act, unsigned int key_words,
					struct trace_array *tr)
{
	struct hist_snapshot *snapshot;
	int ret;

	/* Triggers of the command line are made with interrupts off; the host enables them. */
	if (irqs_disabled())
		return ERR_PTR(-EBUSY);
	snapshot = kzalloc(struct_size(snapshot, key, key_words), GFP_KERNEL);
	if (!snapshot)
		return ERR_PTR(-ENOMEM);
	snapshot->act = act;
	snapshot->tr = tr;
	snapshot->key_words = key_words;
	seqcount_init(&snapshot->seq);

	ret = tracing_snapshot_cond_enable(tr, snapshot, decide);
	if (ret) {
		kfree(snapshot);
		return ERR_PTR(ret);
	}
	return snapshot;
}

/**
 * hist_snapshot_free - let a histogram take none any more
 * @snapshot: the histogram's, which no event can hit any more
 *
 * Context: may sleep, event_mutex held.
 */
void hist_snapshot_free(struct hist_snapshot *snapshot)
{
	tracing_snapshot_cond_disable(snapshot->tr);
	kfree(snapshot);
}

/**
 * hist_snapshot_begin - begin anew with other entries
 * @snapshot: the histogram's
 * @map: the entries, which no event can hit before this
 *
 * Context: event_mutex held.
 */
void hist_snapshot_begin(struct hist_snapshot *snapshot, const struct tracing_map *map)
{
	struct trace_array *tr = snapshot->tr;
	unsigned long flags;

	local_irq_save(flags);
	arch_spin_lock(&tr->max_lock);
	raw_write_seqcount_begin(&snapshot->seq);
	snapshot->map = map;
	snapshot->taken = false;
	raw_write_seqcount_end(&snapshot->seq);
	arch_spin_unlock(&tr->max_lock);
	local_irq_restore(flags);
}

/**
 * hist_snapshot_take - take a snapshot, if the value deserves one
 * @snapshot: the histogram's
 * @map: its entries, as the event found them
 * @val: the tracked value
 * @key: the key of the entry
 *
 * Context: any, preemption off; in an NMI the host says in the trace that it takes none.
 */
void hist_snapshot_take(struct hist_snapshot *snapshot, const struct tracing_map *map, u64 val,
			const u64 *key)
{
	struct hit hit = { snapshot, map, val, key };

	tracing_snapshot_cond(snapshot->tr, &hit);
}

/**
 * hist_snapshot_read - what was the last snapshot taken for?
 * @snapshot: the histogram's
 * @val: where to put the tracked value
 * @key: where to put the key
 *
 * Context: process context.
 * Return: true if one was taken since it began.
 */
bool hist_snapshot_read(struct hist_snapshot *snapshot, u64 *val, u64 *key)
{
	unsigned int seq;
	bool taken;

	do {
		seq = read_seqcount_begin(&snapshot->seq);
		taken = READ_ONCE(snapshot->taken);
		*val = READ_ONCE(snapshot->val);
		memcpy(key, snapshot->key, snapshot->key_words * sizeof(u64));
	} while (read_seqcount_retry(&snapshot->seq, seq));
	return taken;
}
