// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the bits in the memory of processes as events are switched: at once, or by a work
 * that waits for the process.
 *
 * Writing a bit must not wait for the process: whoever switches an event holds
 * event_mutex, and what the process maps there may be a file whose server is itself in
 * no hurry.  So a bit is written at once where that is in the kernel's own power, and is
 * else left to a work of the address space, which waits for the page, or for mmap_lock.
 * What it writes is what is true then.  Where there is no page to wait for, nothing
 * happens; the next change tries again, as there may be one by then.
 *
 * Which bits there are is enabler_addr.c's business, and how to get at a page bit.c's.
 *
 * Locks: user_events_lock protects the lists and all of the enablers.  It is taken with
 * mmap_lock held; mmap_lock is only ever tried with user_events_lock held.
 */
#include <linux/cleanup.h>
#include <linux/hash.h>
#include <linux/list.h>
#include <linux/mmap_lock.h>
#include <linux/mutex.h>
#include <linux/sched/mm.h>
#include <linux/uidgid.h>
#include <linux/workqueue.h>

#include "enabler_write.h"
#include "event.h"
#include "space.h"

/*
 * A process can make a work wait for as long as it likes: its page faults may be handled by
 * another process, through userfaultfd or as the server of a file.  A waiting work keeps the
 * memory of its process.
 *
 * So the works have queues of their own.  All works of a user are in the same queue, and each
 * queue lets WAITING_MAX works wait.  A user can stop the late writes of its own processes, and of
 * users with the same queue, but not those of root and of most other users.
 */
#define N_QUEUES	8
#define WAITING_MAX	64

static struct workqueue_struct *queues[N_QUEUES];

/* Queue 0 is for root alone. */
static struct workqueue_struct *queue_of(const struct user_event_mm *em)
{
	u32 uid = __kuid_val(em->owner);

	return queues[uid ? 1 + hash_32(uid, 16) % (N_QUEUES - 1) : 0];
}

/* The work holds on to the address space for itself: its last task may leave first. */
static void write_later(struct user_enabler *enabler)
{
	struct user_event_mm *em = enabler->mm;

	enabler->is_due = true;
	enabler->tries = 0;
	refcount_inc(&em->refs);
	if (!queue_work(queue_of(em), &em->work))
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

/**
 * user_enabler_refresh - make a bit what it should be
 * @enabler: the bit
 *
 * If it cannot be written now, it follows as soon as it can.
 *
 * Context: user_events_lock held.
 */
void user_enabler_refresh(struct user_enabler *enabler)
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
		user_enabler_refresh(enabler);
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
static void write_page(struct user_event_mm *em, unsigned long page, int err)
{
	bool is_hopeless = err && err != -ENOMEM;
	struct user_enabler *enabler;

	list_for_each_entry(enabler, &em->enablers, in_mm) {
		if (!enabler->is_due || (enabler->where.addr & PAGE_MASK) != page)
			continue;
		if (is_hopeless || put_bit(em->mm, enabler) || ++enabler->tries == ENABLER_TRIES)
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
		write_page(em, page, err);
	mmap_read_unlock(em->mm);
	return true;
}

/**
 * user_enablers_write_due - write the bits of an address space that are due
 * @work: the work of its struct user_event_mm, whose reference is dropped
 *
 * Context: may sleep, as long as the process wants; takes mmap_lock and user_events_lock.
 */
void user_enablers_write_due(struct work_struct *work)
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
 * user_enablers_init - prepare for enablers
 *
 * Return: 0 or -ENOMEM.
 */
int __init user_enablers_init(void)
{
	unsigned int i;

	for (i = 0; i < N_QUEUES; i++) {
		queues[i] = alloc_workqueue("user_events/%u", WQ_UNBOUND, WAITING_MAX, i);
		if (!queues[i])
			return -ENOMEM;
	}
	return 0;
}
