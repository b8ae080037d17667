// SPDX-License-Identifier: GPL-2.0
/*
 * Keeps bits in the memory of processes the way events are: set while anybody listens.
 *
 * A bit belongs to an address space, not to the thread that registered it: it goes with
 * the last task that uses the address space, and a fork copies it.
 *
 * Writing a bit must not wait for the process: whoever switches an event holds
 * event_mutex, and what the process maps there may be a file whose server is itself in
 * no hurry.  So a bit is written at once where that is in the kernel's own power, and is
 * else left to a work of the address space, which waits for the page, or for mmap_lock.
 * What it writes is what is true then.  Where there is no page to wait for, nothing
 * happens; the next change tries again, as there may be one by then.
 *
 * Locks: user_events_lock protects the lists and all of the enablers.  It is taken with
 * mmap_lock held; mmap_lock is only ever tried with user_events_lock held.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/mmap_lock.h>
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
	struct user_event_mm *mm;
	struct user_bit where;
	bool is_due;
	u8 tries;
};

/* Not a common one: a process can make a work wait for as long as it likes. */
static struct workqueue_struct *enabler_wq;

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

/*
 * Is a bit kept already?  By its name or by its place: the same one can be in a word of four
 * bytes and in one of eight.
 */
static bool is_kept(const struct mm_struct *mm, const struct user_bit *where)
{
	struct user_event_mm *em = user_space_find(mm);
	struct user_enabler *enabler;

	if (em)
		list_for_each_entry(enabler, &em->enablers, in_mm)
			if (user_bit_place(&enabler->where) == user_bit_place(where))
				return true;
	return find_enabler(mm, where->addr, where->bit);
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

/* The work holds on to the address space for itself: its last task may leave first. */
static void write_later(struct user_enabler *enabler)
{
	struct user_event_mm *em = enabler->mm;

	enabler->is_due = true;
	enabler->tries = 0;
	refcount_inc(&em->refs);
	if (!queue_work(enabler_wq, &em->work))
		user_space_put(em);
}

/* Write a bit as its event is.  Context: mmap_lock of @mm held. */
static bool put_bit(struct mm_struct *mm, const struct user_enabler *enabler)
{
	return user_bit_put(mm, &enabler->where, user_event_is_heard(enabler->event));
}

/* The same, with a page that the kernel has to make first. */
static int put_bit_on_new_page(struct mm_struct *mm, const struct user_enabler *enabler)
{
	int ret = user_bit_bring_in(mm, enabler->where.addr);

	if (ret)
		return ret;
	return put_bit(mm, enabler) ? 0 : -EBUSY;
}

/* The host has mmap_write_lock() and mmap_read_trylock(), but nothing between them. */
static bool mmap_write_trylock(struct mm_struct *mm)
{
	bool ret;

	__mmap_lock_trace_start_locking(mm, true);
	ret = down_write_trylock(&mm->mmap_lock);
	if (ret)
		mm_lock_seqcount_begin(mm);
	__mmap_lock_trace_acquire_returned(mm, true, ret);
	return ret;
}

/* Return: 0, -EFAULT if there is nowhere to write it, or what keeps it from being written now. */
static int write_now(struct mm_struct *mm, const struct user_enabler *enabler)
{
	int ret = -EBUSY;

	if (mmap_read_trylock(mm)) {
		if (put_bit(mm, enabler))
			ret = 0;
		mmap_read_unlock(mm);
	}
	if (ret && mmap_write_trylock(mm)) {
		ret = put_bit_on_new_page(mm, enabler);
		mmap_write_unlock(mm);
	}
	return ret;
}

static void refresh(struct user_enabler *enabler)
{
	struct mm_struct *mm = enabler->mm->mm;
	int ret;

	lockdep_assert_held(&user_events_lock);

	/* Nobody is left to see it. */
	if (!mmget_not_zero(mm))
		return;
	ret = write_now(mm, enabler);
	/* The last to put it tears it down, which is not to be done with locks held. */
	mmput_async(mm);
	/* Also if who switches is being killed, for whom no page can be had. */
	if (ret && ret != -EFAULT)
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

static struct user_enabler *first_due(struct user_event_mm *em)
{
	struct user_enabler *enabler;

	list_for_each_entry(enabler, &em->enablers, in_mm)
		if (enabler->is_due)
			return enabler;
	return NULL;
}

/*
 * Write what is due in a page.  @err: why it did not come, or 0.  That it went again, or that
 * there was no memory for it, may be otherwise the next time, for a few times.
 */
static void write_due(struct user_event_mm *em, unsigned long page, int err)
{
	bool is_hopeless = err && err != -ENOMEM;
	struct user_enabler *enabler;

	list_for_each_entry(enabler, &em->enablers, in_mm) {
		if (!enabler->is_due || (enabler->where.addr & PAGE_MASK) != page)
			continue;
		if (is_hopeless || put_bit(em->mm, enabler) || ++enabler->tries == TRIES_MAX)
			enabler->is_due = false;
	}
}

/* Wait for the page of a bit that is due, and write it.  Return: false if none is. */
static bool write_next(struct user_event_mm *em)
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
	err = user_bit_await(em->mm, page);
	scoped_guard(mutex, &user_events_lock)
		write_due(em, page, err);
	mmap_read_unlock(em->mm);
	return true;
}

static void write_all_due(struct work_struct *work)
{
	struct user_event_mm *em = container_of(work, struct user_event_mm, work);

	if (mmget_not_zero(em->mm)) {
		while (write_next(em))
			cond_resched();
		mmput(em->mm);
	}
	user_space_put(em);
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
	       user_space_make(current->mm, current, write_all_due);
}

/* Return: 0, -EADDRINUSE, -ENOMEM; or -EFAULT if the page is gone again. */
static int add_enabler(struct user_event *event, const struct user_bit *where)
{
	struct user_enabler *enabler;
	struct user_event_mm *em;

	guard(mutex)(&user_events_lock);
	if (is_kept(current->mm, where))
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
	to = user_space_make(child->mm, child, write_all_due);
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
	enabler_wq = alloc_workqueue("user_events", WQ_UNBOUND, WQ_UNBOUND_MAX_ACTIVE);
	return enabler_wq ? 0 : -ENOMEM;
}
