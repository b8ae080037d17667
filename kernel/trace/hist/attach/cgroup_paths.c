// SPDX-License-Identifier: GPL-2.0
/*
 * Paths of cgroups, for the modifier .path.
 *
 * A table has ids of cgroups, and a reader looks up their paths. A cgroup that was removed cannot
 * be looked up any more, so while a histogram with .path is attached, a probe of the tracepoint
 * cgroup_rmdir keeps a reference to the kernfs node of each cgroup that is removed. The node has
 * the name, and refers to the nodes above it.
 *
 * The probe runs in the task that removes a cgroup, with a spinlock held, so it does not allocate
 * memory. It takes a record from a list of spare ones, and a work item fills up the list. The work
 * item also forgets the cgroups that were removed first, if there are too many.
 */
#include <linux/cgroup.h>
#include <linux/hashtable.h>
#include <linux/kernfs.h>
#include <linux/list.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>
#include <linux/workqueue.h>

#include <trace/events/cgroup.h>

#include "../../trace.h"
#include "../../trace_base.h"
#include "../program/hist_data.h"
#include "cgroup_paths.h"

/* Number of removed cgroups that are kept; a few megabytes with their kernfs nodes. */
#define REMOVED_MAX	16384

/* Number of spare records: cgroups that can be removed until the work item runs. */
#define SPARES		256

/**
 * struct removed_cgroup - a cgroup that was removed, or a spare record
 * @node: in @removed_by_id; unused in a spare record
 * @list: in @removed, in the order of removal, or in @spares
 * @id: id of the cgroup
 * @kn: its kernfs node, with a reference
 */
struct removed_cgroup {
	struct hlist_node node;
	struct list_head list;
	u64 id;
	struct kernfs_node *kn;
};

/* Protects the lists, the hash table and the counters. */
static DEFINE_RAW_SPINLOCK(removed_lock);
static DEFINE_HASHTABLE(removed_by_id, 10);
static LIST_HEAD(removed);
static LIST_HEAD(spares);
static unsigned int n_removed, n_spares;

/* Number of attached histograms with .path. Protected by event_mutex. */
static unsigned int n_users;

static void refill(struct work_struct *work);
static DECLARE_WORK(refill_work, refill);

/* Take the first record of a list, or return NULL. */
static struct removed_cgroup *take_first(struct list_head *list, unsigned int *n)
{
	struct removed_cgroup *first;

	lockdep_assert_held(&removed_lock);

	first = list_first_entry_or_null(list, struct removed_cgroup, list);
	if (first) {
		list_del(&first->list);
		(*n)--;
	}
	return first;
}

static struct removed_cgroup *take_oldest(unsigned int n_kept)
{
	struct removed_cgroup *oldest = NULL;
	unsigned long flags;

	raw_spin_lock_irqsave(&removed_lock, flags);
	if (n_removed > n_kept)
		oldest = take_first(&removed, &n_removed);
	if (oldest)
		hash_del(&oldest->node);
	raw_spin_unlock_irqrestore(&removed_lock, flags);
	return oldest;
}

/* Forget the cgroups that were removed first, until at most @n_kept are left. */
static void forget(unsigned int n_kept)
{
	struct removed_cgroup *oldest;

	while ((oldest = take_oldest(n_kept))) {
		kernfs_put(oldest->kn);
		kfree(oldest);
	}
}

/* Add a spare record. Return: false if there are enough, or no memory. */
static bool add_spare(void)
{
	struct removed_cgroup *spare = kmalloc(sizeof(*spare), GFP_KERNEL);
	unsigned long flags;
	bool is_needed;

	if (!spare)
		return false;
	raw_spin_lock_irqsave(&removed_lock, flags);
	is_needed = n_spares < SPARES;
	if (is_needed) {
		list_add(&spare->list, &spares);
		n_spares++;
	}
	raw_spin_unlock_irqrestore(&removed_lock, flags);
	if (!is_needed)
		kfree(spare);
	return is_needed;
}

static void refill(struct work_struct *work)
{
	forget(REMOVED_MAX);
	while (add_spare())
		cond_resched();
}

static struct removed_cgroup *take_spare(void)
{
	struct removed_cgroup *spare;
	unsigned long flags;

	raw_spin_lock_irqsave(&removed_lock, flags);
	spare = take_first(&spares, &n_spares);
	raw_spin_unlock_irqrestore(&removed_lock, flags);
	return spare;
}

static void free_all(void)
{
	struct removed_cgroup *spare;

	forget(0);
	while ((spare = take_spare()))
		kfree(spare);
}

/*
 * Probe of the tracepoint. Without a spare record the cgroup is not kept, and tables show that it
 * is gone.
 */
static void hist_cgroup_removed(void *unused, struct cgroup *cgrp, const char *path)
{
	struct removed_cgroup *entry;
	unsigned long flags;

	if (cgrp->root != &cgrp_dfl_root)
		return;
	raw_spin_lock_irqsave(&removed_lock, flags);
	entry = take_first(&spares, &n_spares);
	if (entry) {
		kernfs_get(cgrp->kn);
		entry->kn = cgrp->kn;
		entry->id = cgroup_id(cgrp);
		hash_add(removed_by_id, &entry->node, entry->id);
		list_add_tail(&entry->list, &removed);
		n_removed++;
	}
	raw_spin_unlock_irqrestore(&removed_lock, flags);
	/* Not bound to this CPU, whose current task may remove more cgroups. */
	queue_work(system_unbound_wq, &refill_work);
}

static int start_keeping(void)
{
	int ret;

	refill(NULL);
	ret = register_trace_cgroup_rmdir(hist_cgroup_removed, NULL);
	if (ret)
		free_all();
	return ret;
}

static void stop_keeping(void)
{
	unregister_trace_cgroup_rmdir(hist_cgroup_removed, NULL);
	trace_events_synchronize();
	cancel_work_sync(&refill_work);
	free_all();
}

static bool uses_paths(const struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = 0; i < data->n_fields; i++)
		if (data->fields[i].value.mod == HIST_MOD_PATH)
			return true;
	for (i = 0; i < data->n_save_vars; i++)
		if (data->save_vars[i].value.mod == HIST_MOD_PATH)
			return true;
	return false;
}

/**
 * hist_cgroup_paths_get - keep the paths of cgroups that are removed, if a histogram shows paths
 * @data: the histogram, about to be attached
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or a negative errno if the tracepoint cannot be probed.
 */
int hist_cgroup_paths_get(struct hist_trigger_data *data)
{
	int ret = 0;

	lockdep_assert_held(&event_mutex);

	if (!uses_paths(data))
		return 0;
	if (!n_users)
		ret = start_keeping();
	if (!ret) {
		n_users++;
		data->runtime.keeps_cgroups = true;
	}
	return ret;
}

/**
 * hist_cgroup_paths_put - undo hist_cgroup_paths_get()
 * @data: the histogram; nothing is done if it does not show paths, or if the call failed
 *
 * Context: may sleep, event_mutex held.
 */
void hist_cgroup_paths_put(struct hist_trigger_data *data)
{
	lockdep_assert_held(&event_mutex);

	if (!data->runtime.keeps_cgroups)
		return;
	data->runtime.keeps_cgroups = false;
	if (!--n_users)
		stop_keeping();
}

/* Find a cgroup that was removed. Return: its kernfs node, with a reference, or NULL. */
static struct kernfs_node *find_removed(u64 id)
{
	struct kernfs_node *kn = NULL;
	struct removed_cgroup *entry;
	unsigned long flags;

	raw_spin_lock_irqsave(&removed_lock, flags);
	hash_for_each_possible(removed_by_id, entry, node, id) {
		if (entry->id == id) {
			kn = entry->kn;
			kernfs_get(kn);
			break;
		}
	}
	raw_spin_unlock_irqrestore(&removed_lock, flags);
	return kn;
}

/* Find a cgroup that exists. Return: its kernfs node, with a reference, or NULL. */
static struct kernfs_node *find_existing(u64 id)
{
	struct cgroup *cgrp = __cgroup_get_from_id(id);
	struct kernfs_node *kn;

	if (IS_ERR(cgrp))
		return NULL;
	kn = cgrp->kn;
	kernfs_get(kn);
	cgroup_put(cgrp);
	return kn;
}

/*
 * The tracepoint is behind the removal, and both are in one section of cgroup_mutex. Wait for the
 * end of such a section before looking up the removed cgroup once more.
 */
static struct kernfs_node *find_while_removed(u64 id)
{
	cgroup_lock();
	cgroup_unlock();
	return find_removed(id);
}

/**
 * hist_cgroup_path - look up the path of a cgroup
 * @id: id of the cgroup in the v2 hierarchy
 * @path: filled in with the path
 * @size: size of @path in bytes; a longer path is cut
 *
 * Context: may sleep.
 * Return: 0, or -ENOENT if the cgroup was removed and its path was not kept.
 */
int hist_cgroup_path(u64 id, char *path, size_t size)
{
	struct kernfs_node *kn = find_removed(id) ?: find_existing(id) ?: find_while_removed(id);

	if (!kn)
		return -ENOENT;
	kernfs_path(kn, path, size);
	kernfs_put(kn);
	return 0;
}
