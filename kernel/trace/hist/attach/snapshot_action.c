// SPDX-License-Identifier: GPL-2.0
/*
 * Reserve the snapshot of an instance for the snapshot() action of a histogram, and read what
 * the last snapshot was taken for. run/snapshot.c takes the snapshots.
 *
 * event_mutex protects the lifetime of the state; the seqcount in it, its contents.
 */
#include <linux/err.h>
#include <linux/irqflags.h>
#include <linux/lockdep.h>
#include <linux/overflow.h>
#include <linux/seqlock.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "../../trace.h"
#include "../run/snapshot.h"
#include "snapshot_action.h"

/**
 * hist_snapshot_new - reserve the snapshot of an instance for a histogram
 * @act: action instruction that takes the snapshot
 * @key_words: words of the histogram's key
 * @tr: the instance
 *
 * Context: may sleep, event_mutex held.
 * Return: the state, to be given to hist_snapshot_free(), or an ERR_PTR: -EBUSY if the
 * snapshot is reserved already or interrupts are still off during boot, or another negative
 * errno.
 */
struct hist_snapshot *hist_snapshot_new(const struct hist_action_insn *act, unsigned int key_words,
					struct trace_array *tr)
{
	struct hist_snapshot *snapshot;
	int ret;

	lockdep_assert_held(&event_mutex);

	/*
	 * Triggers of the kernel command line are created while boot runs with interrupts
	 * off. tracing_snapshot_cond_enable() would enable interrupts.
	 */
	if (irqs_disabled())
		return ERR_PTR(-EBUSY);
	snapshot = kzalloc(struct_size(snapshot, key, key_words), GFP_KERNEL);
	if (!snapshot)
		return ERR_PTR(-ENOMEM);
	snapshot->act = act;
	snapshot->tr = tr;
	snapshot->key_words = key_words;
	seqcount_init(&snapshot->seq);

	ret = tracing_snapshot_cond_enable(tr, snapshot, hist_snapshot_cond);
	if (ret) {
		kfree(snapshot);
		return ERR_PTR(ret);
	}
	return snapshot;
}

/**
 * hist_snapshot_free - release the snapshot of an instance
 * @snapshot: state of the histogram, which no event can reach any more
 *
 * Context: may sleep, event_mutex held.
 */
void hist_snapshot_free(struct hist_snapshot *snapshot)
{
	lockdep_assert_held(&event_mutex);
	tracing_snapshot_cond_disable(snapshot->tr);
	kfree(snapshot);
}

/**
 * hist_snapshot_reset - reset the state for a new map
 * @snapshot: state of the histogram
 * @map: the map, not yet published to events of this histogram
 *
 * Context: event_mutex held.
 */
void hist_snapshot_reset(struct hist_snapshot *snapshot, const struct tracing_map *map)
{
	struct trace_array *tr = snapshot->tr;
	unsigned long flags;

	lockdep_assert_held(&event_mutex);

	local_irq_save(flags);
	arch_spin_lock(&tr->max_lock);
	raw_write_seqcount_begin(&snapshot->seq);
	snapshot->keys = map->keys;
	snapshot->taken = false;
	raw_write_seqcount_end(&snapshot->seq);
	arch_spin_unlock(&tr->max_lock);
	local_irq_restore(flags);
}

/**
 * hist_snapshot_read - read which value and key caused the last snapshot
 * @snapshot: state of the histogram
 * @val: returns the tracked value
 * @key: returns the key, &hist_snapshot.key_words words
 *
 * Context: process context. The caller keeps @snapshot from being freed, with event_mutex.
 * Return: true if a snapshot was taken since hist_snapshot_reset(); else @val and @key are
 * meaningless.
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
