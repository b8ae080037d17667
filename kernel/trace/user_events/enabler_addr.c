// SPDX-License-Identifier: GPL-2.0
/*
 * Keeps bits in the memory of processes the way events are: set while anybody listens.
 *
 * A bit belongs to an address space.  An mmu_notifier tells when that ends, whichever
 * way: by exit of its last thread, whoever registered the bit, or by exec.  It knows all
 * of the bits of the address space, so that a fork can copy them.
 *
 * Writing a bit must not wait for the process: whoever switches an event holds
 * event_mutex, and what the process maps there may be a file whose server is itself in
 * no hurry.  So a bit is written at once where its page is there and writable, and else
 * by a work of the address space, which brings the page in first and may take as long as
 * it wants.  What is written is what is true then.  Where there is no page to bring in,
 * nothing happens; the next change tries again, as there may be one by then.
 *
 * Locks: user_events_lock protects the lists and all of the enablers.  It is taken with
 * mmap_lock held; mmap_lock is only ever tried with user_events_lock held.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/mmu_notifier.h>
#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/user_events.h>
#include <linux/workqueue.h>

#include "bit.h"
#include "enabler_addr.h"
#include "event.h"

/* How often a page that was brought in may be gone again before its bit could be written. */
#define TRIES_MAX	10

/**
 * struct enabler_mm - an address space with enablers
 * @notifier: tells when it ends.  One reference on it is held while there are enablers.
 * @mm: the address space; it may have no users any more, but is not freed
 * @by_mm: in enabler_mms while there are enablers
 * @enablers: all enablers of the address space
 * @work: writes the bits that could not be written at once
 * @refs: one for @notifier, one while @work is queued or runs
 */
struct enabler_mm {
	struct mmu_notifier notifier;
	struct mm_struct *mm;
	struct hlist_node by_mm;
	struct list_head enablers;
	struct work_struct work;
	refcount_t refs;
};

/**
 * struct user_enabler - a bit that is kept the way an event is
 * @in_event: among the enablers of @event
 * @in_mm: among the enablers of @mm
 * @event: the event, of which it is a user
 * @mm: the address space
 * @where: the bit
 * @is_due: whether the work of @mm is to write it
 * @tries: how often that did not succeed
 */
struct user_enabler {
	struct list_head in_event;
	struct list_head in_mm;
	struct user_event *event;
	struct enabler_mm *mm;
	struct user_bit where;
	bool is_due;
	u8 tries;
};

static DEFINE_HASHTABLE(enabler_mms, 6);

/* Not a common one: a process can make a work wait for as long as it likes. */
static struct workqueue_struct *enabler_wq;

static void put_enabler_mm(struct enabler_mm *em)
{
	if (refcount_dec_and_test(&em->refs)) {
		mmdrop(em->mm);
		kfree(em);
	}
}

static struct enabler_mm *find_enabler_mm(const struct mm_struct *mm)
{
	struct enabler_mm *em;

	lockdep_assert_held(&user_events_lock);

	hash_for_each_possible(enabler_mms, em, by_mm, (unsigned long)mm)
		if (em->mm == mm)
			return em;
	return NULL;
}

static struct user_enabler *find_enabler(const struct mm_struct *mm, unsigned long addr, u8 bit)
{
	struct enabler_mm *em = find_enabler_mm(mm);
	struct user_enabler *enabler;

	if (em)
		list_for_each_entry(enabler, &em->enablers, in_mm)
			if (enabler->where.addr == addr && enabler->where.bit == bit)
				return enabler;
	return NULL;
}

/* Return: whether it is the first of the address space. */
static bool link_enabler(struct user_enabler *enabler)
{
	struct enabler_mm *em = enabler->mm;
	bool is_first = list_empty(&em->enablers);

	if (is_first)
		hash_add(enabler_mms, &em->by_mm, (unsigned long)em->mm);
	list_add_tail(&enabler->in_mm, &em->enablers);
	list_add_tail(&enabler->in_event, &enabler->event->enablers);
	user_event_get(enabler->event);
	return is_first;
}

/* Return: whether it was the last of the address space. */
static bool drop_enabler(struct user_enabler *enabler)
{
	struct enabler_mm *em = enabler->mm;

	list_del(&enabler->in_event);
	list_del(&enabler->in_mm);
	user_event_put(enabler->event);
	kfree(enabler);

	if (!list_empty(&em->enablers))
		return false;
	hash_del(&em->by_mm);
	return true;
}

/* The work holds on to the address space for itself: the notifier may go first. */
static void write_later(struct user_enabler *enabler)
{
	struct enabler_mm *em = enabler->mm;

	enabler->is_due = true;
	enabler->tries = 0;
	refcount_inc(&em->refs);
	if (!queue_work(enabler_wq, &em->work))
		put_enabler_mm(em);
}

static void refresh(struct user_enabler *enabler)
{
	struct mm_struct *mm = enabler->mm->mm;
	bool done = false;

	lockdep_assert_held(&user_events_lock);

	/* Nobody is left to see it; the notifier is about to tell. */
	if (!mmget_not_zero(mm))
		return;
	if (mmap_read_trylock(mm)) {
		done = user_bit_put(mm, &enabler->where, user_event_is_heard(enabler->event));
		mmap_read_unlock(mm);
	}
	/* The last to put it would tear it down, and meet user_events_lock there. */
	mmput_async(mm);
	if (!done)
		write_later(enabler);
}

/**
 * user_enablers_update - make all bits of an event what they should be
 * @event: the event
 *
 * Those that cannot be written now follow as soon as they can.
 *
 * Context: user_events_lock held.
 */
void user_enablers_update(struct user_event *event)
{
	struct user_enabler *enabler;

	list_for_each_entry(enabler, &event->enablers, in_event)
		refresh(enabler);
}

static struct user_enabler *first_due(struct enabler_mm *em)
{
	struct user_enabler *enabler;

	list_for_each_entry(enabler, &em->enablers, in_mm)
		if (enabler->is_due)
			return enabler;
	return NULL;
}

/* Write what is due in a page.  @err: why it could not be brought in, or 0. */
static void write_due(struct enabler_mm *em, unsigned long page, int err)
{
	struct user_enabler *enabler;

	list_for_each_entry(enabler, &em->enablers, in_mm) {
		const struct user_bit *where = &enabler->where;

		if (!enabler->is_due || (where->addr & PAGE_MASK) != page)
			continue;
		if (err || user_bit_put(em->mm, where, user_event_is_heard(enabler->event)) ||
		    ++enabler->tries == TRIES_MAX)
			enabler->is_due = false;
	}
}

/* Bring in the page of a bit that is due, and write it.  Return: false if none is. */
static bool write_next(struct enabler_mm *em)
{
	struct user_enabler *enabler;
	unsigned long page = 0;
	int err;

	scoped_guard(mutex, &user_events_lock) {
		enabler = first_due(em);
		if (enabler)
			page = enabler->where.addr & PAGE_MASK;
	}
	if (!enabler)
		return false;

	mmap_read_lock(em->mm);
	err = user_bit_bring_in(em->mm, page);
	scoped_guard(mutex, &user_events_lock)
		write_due(em, page, err);
	mmap_read_unlock(em->mm);
	return true;
}

static void write_all_due(struct work_struct *work)
{
	struct enabler_mm *em = container_of(work, struct enabler_mm, work);

	if (mmget_not_zero(em->mm)) {
		while (write_next(em))
			cond_resched();
		mmput(em->mm);
	}
	put_enabler_mm(em);
}

static struct mmu_notifier *alloc_enabler_mm(struct mm_struct *mm)
{
	struct enabler_mm *em = kzalloc(sizeof(*em), GFP_KERNEL_ACCOUNT);

	if (!em)
		return ERR_PTR(-ENOMEM);
	mmgrab(mm);
	em->mm = mm;
	INIT_LIST_HEAD(&em->enablers);
	INIT_WORK(&em->work, write_all_due);
	refcount_set(&em->refs, 1);
	return &em->notifier;
}

static void free_enabler_mm(struct mmu_notifier *notifier)
{
	put_enabler_mm(container_of(notifier, struct enabler_mm, notifier));
}

/* The last user of the address space is gone. */
static void release_enabler_mm(struct mmu_notifier *notifier, struct mm_struct *mm)
{
	struct enabler_mm *em = container_of(notifier, struct enabler_mm, notifier);
	struct user_enabler *enabler, *next;
	bool had_any = false;

	scoped_guard(mutex, &user_events_lock)
		list_for_each_entry_safe(enabler, next, &em->enablers, in_mm)
			had_any |= drop_enabler(enabler);
	if (!had_any)
		return;
	mmu_notifier_put(notifier);
	/* Who puts an address space may hold anything. */
	user_events_reap_later();
}

static const struct mmu_notifier_ops enabler_mm_ops = {
	.alloc_notifier	= alloc_enabler_mm,
	.free_notifier	= free_enabler_mm,
	.release	= release_enabler_mm,
};

/**
 * struct notifier_request - a notifier that a worker is to get
 * @work: gets it
 * @mm: of which address space
 * @notifier: the notifier, or an error pointer
 */
struct notifier_request {
	struct work_struct work;
	struct mm_struct *mm;
	struct mmu_notifier *notifier;
};

static void get_for_request(struct work_struct *work)
{
	struct notifier_request *request = container_of(work, struct notifier_request, work);

	request->notifier = mmu_notifier_get(&enabler_mm_ops, request->mm);
}

/* The notifier of an address space cannot be got with a signal pending; a worker has none. */
static struct mmu_notifier *get_by_worker(struct mm_struct *mm)
{
	struct notifier_request request = { .mm = mm };

	INIT_WORK_ONSTACK(&request.work, get_for_request);
	queue_work(system_unbound_wq, &request.work);
	flush_work(&request.work);
	destroy_work_on_stack(&request.work);
	return request.notifier;
}

/* Return: the data of an address space, with a reference for the caller. */
static struct enabler_mm *get_enabler_mm(struct mm_struct *mm)
{
	struct mmu_notifier *notifier = mmu_notifier_get(&enabler_mm_ops, mm);

	if (notifier == ERR_PTR(-EINTR))
		notifier = get_by_worker(mm);
	if (IS_ERR(notifier))
		return ERR_CAST(notifier);
	return container_of(notifier, struct enabler_mm, notifier);
}

static struct user_enabler *make_enabler(struct enabler_mm *em, struct user_event *event,
					 const struct user_bit *where)
{
	struct user_enabler *enabler = kzalloc(sizeof(*enabler), GFP_KERNEL_ACCOUNT);

	if (enabler) {
		enabler->event = event;
		enabler->mm = em;
		enabler->where = *where;
	}
	return enabler;
}

/* Return: whether it is the first of the address space, or a negative errno. */
static int add_enabler(struct user_enabler *enabler)
{
	const struct user_bit *where = &enabler->where;
	struct mm_struct *mm = current->mm;
	int ret, tries;

	ret = mmap_read_lock_killable(mm);
	if (ret)
		return ret;
	for (tries = 0; tries < TRIES_MAX; tries++) {
		ret = user_bit_bring_in(mm, where->addr);
		if (ret)
			break;
		guard(mutex)(&user_events_lock);
		ret = -EADDRINUSE;
		if (find_enabler(mm, where->addr, where->bit))
			break;
		ret = -EFAULT;
		if (user_bit_put(mm, where, user_event_is_heard(enabler->event))) {
			ret = link_enabler(enabler);
			break;
		}
	}
	mmap_read_unlock(mm);
	return ret;
}

/**
 * user_enabler_add - keep a bit of the current process the way an event is
 * @event: the event, which the caller is a user of
 * @where: the bit, a valid one; it is written before this function returns
 *
 * Context: may sleep, as long as the process wants; takes mmap_lock and user_events_lock.
 * Return: 0; -EADDRINUSE if the bit is in use already; -EFAULT if there is no memory
 * there or the process may not write to it; -EINTR; -ENOMEM.
 */
int user_enabler_add(struct user_event *event, const struct user_bit *where)
{
	struct enabler_mm *em = get_enabler_mm(current->mm);
	struct user_enabler *enabler;
	int ret = -ENOMEM;

	if (IS_ERR(em))
		return PTR_ERR(em);

	enabler = make_enabler(em, event, where);
	if (enabler)
		ret = add_enabler(enabler);
	if (ret < 0)
		kfree(enabler);
	/* The first one keeps the reference, for all. */
	if (ret <= 0)
		mmu_notifier_put(&em->notifier);
	return min(ret, 0);
}

/* Return: true when @enabler is dropped, with @notifier set if that is to be put. */
static bool clear_and_drop(struct user_enabler *enabler, bool at_last,
			   struct mmu_notifier **notifier)
{
	struct enabler_mm *em = enabler->mm;

	if (!user_bit_put(em->mm, &enabler->where, false) && !at_last)
		return false;
	if (drop_enabler(enabler))
		*notifier = &em->notifier;
	return true;
}

/**
 * user_enabler_remove - leave a bit of the current process alone from now on
 * @addr: address of the word it is in
 * @bit: which bit of the word
 *
 * The bit is cleared, if its memory is still there.
 *
 * Context: may sleep, as long as the process wants; takes mmap_lock and user_events_lock.
 * Return: 0; -ENOENT if the bit is not in use; -EINTR.
 */
int user_enabler_remove(unsigned long addr, u8 bit)
{
	struct mmu_notifier *notifier = NULL;
	struct mm_struct *mm = current->mm;
	struct user_enabler *enabler;
	bool dropped = false;
	int ret, tries = 0;

	ret = mmap_read_lock_killable(mm);
	if (ret)
		return ret;
	do {
		/* The first try is without bringing in what may not even be in use. */
		bool gone = tries && user_bit_bring_in(mm, addr);

		guard(mutex)(&user_events_lock);
		enabler = find_enabler(mm, addr, bit);
		if (enabler)
			dropped = clear_and_drop(enabler, gone || tries == TRIES_MAX, &notifier);
	} while (enabler && !dropped && tries++ < TRIES_MAX);
	mmap_read_unlock(mm);
	if (notifier)
		mmu_notifier_put(notifier);
	return dropped ? 0 : -ENOENT;
}

/* Return: whether anything was copied. */
static bool copy_enablers(struct enabler_mm *to, struct enabler_mm *from)
{
	struct user_enabler *enabler, *copy, *next;

	list_for_each_entry(enabler, &from->enablers, in_mm) {
		copy = make_enabler(to, enabler->event, &enabler->where);
		if (!copy)
			goto drop_all;
		link_enabler(copy);
	}
	/* Something may have been switched since the memory was copied. */
	list_for_each_entry(copy, &to->enablers, in_mm)
		refresh(copy);
	return true;

drop_all:
	list_for_each_entry_safe(copy, next, &to->enablers, in_mm)
		drop_enabler(copy);
	return false;
}

/**
 * user_event_mm_fork - an address space was copied
 * @from: the address space
 * @to: its copy, which nobody uses yet
 *
 * The copy gets the enablers, or none without memory.
 *
 * Context: may sleep; takes mmap_lock of @to, user_events_lock.
 */
void user_event_mm_fork(struct mm_struct *from, struct mm_struct *to)
{
	struct enabler_mm *em, *original;
	bool copied;

	scoped_guard(mutex, &user_events_lock)
		if (!find_enabler_mm(from))
			return;

	em = get_enabler_mm(to);
	if (IS_ERR(em))
		return;
	scoped_guard(mutex, &user_events_lock) {
		/* Another thread may have removed them all by now. */
		original = find_enabler_mm(from);
		copied = original && copy_enablers(em, original);
	}
	if (!copied)
		mmu_notifier_put(&em->notifier);
}

/**
 * user_enablers_init - prepare for enablers
 *
 * Return: 0 or -ENOMEM.
 */
int __init user_enablers_init(void)
{
	enabler_wq = alloc_workqueue("user_events", WQ_UNBOUND, 0);
	return enabler_wq ? 0 : -ENOMEM;
}
