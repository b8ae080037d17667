// SPDX-License-Identifier: GPL-2.0
/*
 * Keeps bits in the memory of processes the way events are: set while anybody listens.
 *
 * A bit belongs to an address space, not to the thread that registered it: it goes with
 * the last task that uses the address space, and a fork copies it.
 *
 * Writing a bit must not wait for the process: whoever switches an event holds
 * event_mutex, and what the process maps there may be a file whose server is itself in
 * no hurry.  So a bit is written at once where its page is there and writable, and else
 * by a work of the address space, which brings the page in first.  Where that takes
 * waiting, it is left to another work, on a queue of its own: however many wait there, all
 * others go on.  What is written is what is true then.  Where there is no page to bring
 * in, nothing happens; the next change tries again, as there may be one by then.
 *
 * Locks: user_events_lock protects the lists and all of the enablers.  It is taken with
 * mmap_lock held; mmap_lock is only ever tried with user_events_lock held.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/user_events.h>
#include <linux/workqueue.h>

#include "bit.h"
#include "enabler_addr.h"
#include "event.h"
#include "space.h"

/* How often a page that was brought in may be gone again before its bit could be written. */
#define TRIES_MAX	10

/* Who is to write a bit that may not be right. */
enum due {
	NOT_DUE,
	DUE_SOON,
	DUE_LATE,
};

/**
 * struct user_enabler - a bit that is kept the way an event is
 * @in_event: among the enablers of @event
 * @in_mm: among the enablers of @mm
 * @event: the event, of which it is a user
 * @mm: the address space
 * @where: the bit
 * @due: which work of @mm is to write it
 * @tries: how often that did not succeed
 */
struct user_enabler {
	struct list_head in_event;
	struct list_head in_mm;
	struct user_event *event;
	struct user_event_mm *mm;
	struct user_bit where;
	enum due due;
	u8 tries;
};

/* A process can make a work of the second one wait for as long as it likes. */
static struct workqueue_struct *soon_wq;
static struct workqueue_struct *late_wq;

static struct user_enabler *find_enabler(const struct mm_struct *mm, unsigned long addr, u8 bit)
{
	struct user_event_mm *em = user_space_find(mm);
	struct user_enabler *enabler;

	if (em)
		list_for_each_entry(enabler, &em->enablers, in_mm)
			if (enabler->where.addr == addr && enabler->where.bit == bit)
				return enabler;
	return NULL;
}

static void link_enabler(struct user_enabler *enabler)
{
	list_add_tail(&enabler->in_mm, &enabler->mm->enablers);
	list_add_tail(&enabler->in_event, &enabler->event->enablers);
	user_event_get(enabler->event);
}

static void drop_enabler(struct user_enabler *enabler)
{
	list_del(&enabler->in_event);
	list_del(&enabler->in_mm);
	user_event_put(enabler->event);
	kfree(enabler);
}

static void drop_all(struct user_event_mm *em)
{
	struct user_enabler *enabler, *next;

	list_for_each_entry_safe(enabler, next, &em->enablers, in_mm)
		drop_enabler(enabler);
}

/* A work holds on to the address space for itself: its last task may leave first. */
static void queue(struct user_event_mm *em, struct workqueue_struct *wq, struct work_struct *work)
{
	refcount_inc(&em->refs);
	if (!queue_work(wq, work))
		user_space_put(em);
}

static void write_soon(struct user_enabler *enabler)
{
	enabler->due = DUE_SOON;
	enabler->tries = 0;
	queue(enabler->mm, soon_wq, &enabler->mm->soon);
}

static void write_late(struct user_enabler *enabler)
{
	enabler->due = DUE_LATE;
	queue(enabler->mm, late_wq, &enabler->mm->late);
}

static void refresh(struct user_enabler *enabler)
{
	struct mm_struct *mm = enabler->mm->mm;
	bool done = false;

	lockdep_assert_held(&user_events_lock);

	/* Nobody is left to see it. */
	if (!mmget_not_zero(mm))
		return;
	if (mmap_read_trylock(mm)) {
		done = user_bit_put(mm, &enabler->where, user_event_is_heard(enabler->event));
		mmap_read_unlock(mm);
	}
	/* The last to put it tears it down, which is not to be done with locks held. */
	mmput_async(mm);
	if (!done)
		write_soon(enabler);
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

static struct user_enabler *first_due(struct user_event_mm *em, enum due due)
{
	struct user_enabler *enabler;

	list_for_each_entry(enabler, &em->enablers, in_mm)
		if (enabler->due == due)
			return enabler;
	return NULL;
}

/* Write what is due in a page.  @err: why it could not be brought in, or 0. */
static void write_due(struct user_event_mm *em, enum due due, unsigned long page, int err)
{
	struct user_enabler *enabler;

	list_for_each_entry(enabler, &em->enablers, in_mm) {
		const struct user_bit *where = &enabler->where;

		if (enabler->due != due || (where->addr & PAGE_MASK) != page)
			continue;
		if (err == -EBUSY)
			write_late(enabler);
		else if (err || ++enabler->tries == TRIES_MAX ||
			 user_bit_put(em->mm, where, user_event_is_heard(enabler->event)))
			enabler->due = NOT_DUE;
	}
}

/* Bring in the page of a bit that is due, and write it.  Return: false if none is. */
static bool write_next(struct user_event_mm *em, enum due due)
{
	struct user_enabler *enabler;
	unsigned long page = 0;
	int err;

	scoped_guard(mutex, &user_events_lock) {
		enabler = first_due(em, due);
		if (enabler)
			page = enabler->where.addr & PAGE_MASK;
	}
	if (!enabler)
		return false;

	mmap_read_lock(em->mm);
	err = due == DUE_LATE ? user_bit_await(em->mm, page) : user_bit_bring_in(em->mm, page);
	scoped_guard(mutex, &user_events_lock)
		write_due(em, due, page, err);
	mmap_read_unlock(em->mm);
	return true;
}

static void write_all_due(struct user_event_mm *em, enum due due)
{
	if (mmget_not_zero(em->mm)) {
		while (write_next(em, due))
			cond_resched();
		mmput(em->mm);
	}
	user_space_put(em);
}

static void write_all_soon(struct work_struct *work)
{
	write_all_due(container_of(work, struct user_event_mm, soon), DUE_SOON);
}

static void write_all_late(struct work_struct *work)
{
	write_all_due(container_of(work, struct user_event_mm, late), DUE_LATE);
}

/**
 * user_event_mm_leave - the keeper of an address space exits, or left it by exec
 * @em: the address space
 *
 * Context: may sleep; takes user_events_lock.
 */
void user_event_mm_leave(struct user_event_mm *em)
{
	scoped_guard(mutex, &user_events_lock) {
		if (user_space_hand_on(em))
			return;
		drop_all(em);
		user_space_end(em);
	}
	/* Not a good place to wait for event_mutex. */
	user_events_reap_later();
}

static struct user_enabler *make_enabler(struct user_event_mm *em, struct user_event *event,
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

/* What is known of the current address space, from now on if nothing is. */
static struct user_event_mm *own_space(void)
{
	return user_space_find(current->mm) ?:
	       user_space_make(current->mm, current, write_all_soon, write_all_late);
}

/* Return: 0, -EADDRINUSE, -ENOMEM; or -EFAULT if the page is gone again. */
static int add_enabler(struct user_event *event, const struct user_bit *where)
{
	struct user_enabler *enabler;
	struct user_event_mm *em;

	guard(mutex)(&user_events_lock);
	if (find_enabler(current->mm, where->addr, where->bit))
		return -EADDRINUSE;
	em = own_space();
	enabler = em ? make_enabler(em, event, where) : NULL;
	if (!enabler)
		return -ENOMEM;
	if (!user_bit_put(current->mm, where, user_event_is_heard(event))) {
		kfree(enabler);
		return -EFAULT;
	}
	link_enabler(enabler);
	return 0;
}

/**
 * user_enabler_add - keep a bit of the current process the way an event is
 * @event: the event, which the caller is a user of
 * @where: the bit, a valid one; it is written before this function returns
 *
 * Context: may sleep, as long as the process wants; takes mmap_lock and user_events_lock.
 * Return: 0; -EADDRINUSE if the bit is in use already; -EFAULT if there is no memory
 * there or the process may not write to it; -ENOMEM; -EINTR for one that is being killed.
 */
int user_enabler_add(struct user_event *event, const struct user_bit *where)
{
	struct mm_struct *mm = current->mm;
	int tries = 0;
	int ret;

	ret = mmap_read_lock_killable(mm);
	if (ret)
		return ret;
	do {
		ret = user_bit_await(mm, where->addr);
		if (ret)
			break;
		ret = add_enabler(event, where);
	} while (ret == -EFAULT && ++tries < TRIES_MAX);
	mmap_read_unlock(mm);
	return ret;
}

/* Return: 0; -ENOENT; or, unless @at_last, -EFAULT if its page is not there. */
static int remove_enabler(unsigned long addr, u8 bit, bool at_last)
{
	struct user_enabler *enabler;

	guard(mutex)(&user_events_lock);
	enabler = find_enabler(current->mm, addr, bit);
	if (!enabler)
		return -ENOENT;
	if (!user_bit_put(current->mm, &enabler->where, false) && !at_last)
		return -EFAULT;
	drop_enabler(enabler);
	return 0;
}

/**
 * user_enabler_remove - leave a bit of the current process alone from now on
 * @addr: address of the word it is in
 * @bit: which bit of the word
 *
 * The bit is cleared, if its memory is still there.
 *
 * Context: may sleep, as long as the process wants; takes mmap_lock and user_events_lock.
 * Return: 0; -ENOENT if the bit is not in use; -EINTR for a process that is being killed.
 */
int user_enabler_remove(unsigned long addr, u8 bit)
{
	struct mm_struct *mm = current->mm;
	bool at_last = false;
	int tries = 0;
	int ret;

	ret = mmap_read_lock_killable(mm);
	if (ret)
		return ret;
	/* The first try is without bringing in what may not even be in use. */
	for (;;) {
		ret = remove_enabler(addr, bit, at_last);
		if (ret != -EFAULT)
			break;
		at_last = user_bit_await(mm, addr) || ++tries == TRIES_MAX;
	}
	mmap_read_unlock(mm);
	return ret;
}

/* Return: false without memory, with nothing copied. */
static bool copy_enablers(struct user_event_mm *to, const struct user_event_mm *from)
{
	struct user_enabler *enabler, *copy;

	list_for_each_entry(enabler, &from->enablers, in_mm) {
		copy = make_enabler(to, enabler->event, &enabler->where);
		if (!copy) {
			drop_all(to);
			return false;
		}
		link_enabler(copy);
	}
	/* Something may have been switched since the memory was copied. */
	list_for_each_entry(copy, &to->enablers, in_mm)
		refresh(copy);
	return true;
}

/**
 * user_event_mm_fork - a process was forked
 * @child: its only task, which does not run yet
 *
 * The copy of the current address space gets copies of its enablers, or none without
 * memory.
 *
 * Context: may sleep; takes user_events_lock.
 */
void user_event_mm_fork(struct task_struct *child)
{
	struct user_event_mm *from, *to;

	guard(mutex)(&user_events_lock);
	from = user_space_find(current->mm);
	if (!from || list_empty(&from->enablers))
		return;
	to = user_space_make(child->mm, child, write_all_soon, write_all_late);
	if (to && !copy_enablers(to, from)) {
		WRITE_ONCE(child->user_event_mm, NULL);
		user_space_end(to);
	}
}

/**
 * user_enablers_init - prepare for enablers
 *
 * Return: 0 or -ENOMEM.
 */
int __init user_enablers_init(void)
{
	soon_wq = alloc_workqueue("user_events_soon", WQ_UNBOUND, 0);
	late_wq = alloc_workqueue("user_events_late", WQ_UNBOUND, WQ_UNBOUND_MAX_ACTIVE);
	return soon_wq && late_wq ? 0 : -ENOMEM;
}
