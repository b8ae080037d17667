// SPDX-License-Identifier: GPL-2.0
/*
 * Write enable bits to the memory of processes when events are enabled or disabled: at once if
 * possible, otherwise by a work that waits for the process.
 *
 * Enabling an event must not wait for a process: the task that enables it holds event_mutex,
 * and a bit may be in a mapping of a file whose server is slow. So the kernel writes a bit at
 * once if it can do so without waiting, and while page faults do not take too long altogether.
 * Otherwise it queues the work of the address space, which waits for the page or for mmap_lock.
 * The work writes the state that the event has at that time. If nothing is mapped at the address,
 * nothing is written. The next change of the event tries again, because the process may have
 * mapped memory by then.
 *
 * address.c adds and removes enablers; enable_bit.c accesses the pages.
 *
 * Locks: user_events_lock protects the lists, the trees and the enablers. It is taken with
 * mmap_lock held. With user_events_lock held, mmap_lock is only tried.
 */
#include <linux/cleanup.h>
#include <linux/hash.h>
#include <linux/jiffies.h>
#include <linux/list.h>
#include <linux/mmap_lock.h>
#include <linux/mutex.h>
#include <linux/rbtree.h>
#include <linux/sched/coredump.h>
#include <linux/sched/mm.h>
#include <linux/uidgid.h>
#include <linux/workqueue.h>

#include "../event.h"
#include "mm.h"
#include "write.h"

/*
 * A process can make a work wait as long as it likes: another process may handle its page
 * faults, through userfaultfd or as the server of a file. A waiting work keeps the memory of
 * its process.
 *
 * So the works have queues of their own. All works of a user are in the same queue, and each
 * queue lets WAITING_MAX works wait. A user can block the deferred writes of its own processes
 * and of users with the same queue, but not those of root and of most other users.
 */
#define N_QUEUES	8
#define WAITING_MAX	64

static struct workqueue_struct *queues[N_QUEUES];

/* Longest time, in jiffies, during which the bits of an event are written with page faults. */
#define FAULT_TIME_MAX	(HZ / 10 + 1UL)

/* Queue 0 is reserved for root. */
static struct workqueue_struct *queue_of(const struct user_event_mm *em)
{
	u32 uid = __kuid_val(em->uid);

	return queues[uid ? 1 + hash_32(uid, 16) % (N_QUEUES - 1) : 0];
}

/*
 * Let the work write a bit. A queued work has its own reference to the per-mm state, because
 * the last task may leave the address space first.
 */
static void write_later(struct user_enabler *enabler)
{
	struct user_event_mm *em = enabler->mm;

	list_move_tail(&enabler->in_pending, &em->pending);
	enabler->attempts = 0;
	refcount_inc(&em->refs);
	if (!queue_work(queue_of(em), &em->work))
		user_event_mm_put(em);
}

/* Write the current state of the event to its bit. Context: mmap_lock of @mm held. */
static bool update_bit(struct mm_struct *mm, const struct user_enabler *enabler)
{
	return user_enable_bit_update(mm, &enabler->bit, user_event_is_enabled(enabler->event));
}

/*
 * Same as update_bit(), but make the page present first. Context: mmap_lock of @mm held for
 * writing.
 */
static int fault_in_and_update(struct mm_struct *mm, const struct user_enabler *enabler)
{
	int ret = user_enable_bit_fault_in_nowait(mm, enabler->bit.addr);

	if (ret)
		return ret;
	return update_bit(mm, enabler) ? 0 : -EBUSY;
}

/*
 * Check whether the OOM killer has ended the tasks of an address space. Nobody reads its bits any
 * more, and each page that is faulted in would call the OOM killer again.
 */
static bool is_killed(const struct mm_struct *mm)
{
	return test_bit(MMF_OOM_SKIP, &mm->flags);
}

/* The base kernel has mmap_write_lock() and mmap_read_trylock(), but no mmap_write_trylock(). */
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

/*
 * Write a bit without waiting. Fault its page in only before @deadline, in jiffies.
 *
 * Return: 0; -EFAULT if nothing is mapped or the process may not write to it; or another error
 * if the bit cannot be written now.
 */
static int write_now(struct mm_struct *mm, const struct user_enabler *enabler,
		     unsigned long deadline)
{
	int ret = -EBUSY;

	if (mmap_read_trylock(mm)) {
		if (update_bit(mm, enabler))
			ret = 0;
		mmap_read_unlock(mm);
	}
	if (ret && time_before(jiffies, deadline) && mmap_write_trylock(mm)) {
		ret = fault_in_and_update(mm, enabler);
		mmap_write_unlock(mm);
	}
	return ret;
}

/**
 * user_enablers_deadline - get the time until which bits may be written with page faults
 *
 * A page that is faulted in is charged to the cgroup of the process. At its memory.max, this takes
 * some seconds: the OOM killer kills a process that cannot exit, because its mmap_lock is held. So
 * page faults have a time limit for all bits of an event or a process together.
 *
 * Context: any.
 * Return: the time, in jiffies.
 */
unsigned long user_enablers_deadline(void)
{
	return jiffies + FAULT_TIME_MAX;
}

/**
 * user_enabler_refresh - write the state of the event to an enable bit
 * @enabler: the enabler
 * @deadline: result of user_enablers_deadline()
 *
 * If the bit cannot be written at once, a work writes it as soon as possible.
 *
 * Context: user_events_lock held; may sleep, but does not wait for the process.
 */
void user_enabler_refresh(struct user_enabler *enabler, unsigned long deadline)
{
	struct mm_struct *mm = enabler->mm->mm;
	int ret;

	lockdep_assert_held(&user_events_lock);

	/*
	 * No task uses the address space any more, but its owner task, which execs, has not called
	 * user_events_execve() yet.
	 */
	if (is_killed(mm) || !mmget_not_zero(mm))
		return;
	ret = write_now(mm, enabler, deadline);
	/* The last reference destroys the address space, which must not happen with locks held. */
	mmput_async(mm);
	/* Defer the write even if the current task is being killed, which makes faults fail. */
	if (ret && ret != -EFAULT)
		write_later(enabler);
}

/**
 * user_enablers_update - write the state of an event to all its enable bits
 * @event: the event
 *
 * A work writes the bits that cannot be written at once.
 *
 * Context: user_events_lock held; may sleep, but does not wait for processes.
 */
void user_enablers_update(struct user_event *event)
{
	unsigned long deadline = user_enablers_deadline();
	struct user_enabler *enabler;

	lockdep_assert_held(&user_events_lock);

	list_for_each_entry(enabler, &event->enablers, in_event)
		user_enabler_refresh(enabler, deadline);
}

static unsigned long page_of(const struct user_enabler *enabler)
{
	return enabler->bit.addr & PAGE_MASK;
}

/* For rb_for_each(): the enablers of a page are adjacent in the tree. */
static int compare_page(const void *page, const struct rb_node *node)
{
	unsigned long own = page_of(rb_entry(node, struct user_enabler, in_mm));
	unsigned long wanted = *(const unsigned long *)page;

	return wanted < own ? -1 : wanted > own;
}

/*
 * Write the bits of a page that are pending. @err is the result of faulting it in, or 0. A bit
 * stays pending if the page is gone again or memory was exhausted, until ENABLER_ATTEMPTS_MAX
 * attempts have failed.
 *
 * Context: mmap_lock and user_events_lock held.
 */
static void write_page(struct user_event_mm *em, unsigned long page, int err)
{
	bool is_hopeless = err && err != -ENOMEM;
	struct user_enabler *enabler;
	struct rb_node *node;

	rb_for_each(node, &page, &em->enablers, compare_page) {
		enabler = rb_entry(node, struct user_enabler, in_mm);
		if (list_empty(&enabler->in_pending))
			continue;
		if (is_hopeless || update_bit(em->mm, enabler) ||
		    ++enabler->attempts == ENABLER_ATTEMPTS_MAX)
			list_del_init(&enabler->in_pending);
	}
}

/*
 * Wait for the page of a bit that is pending, and write all pending bits of this page.
 *
 * Return: false if no bit is pending.
 */
static bool write_next(struct user_event_mm *em)
{
	struct user_enabler *enabler;
	unsigned long page = 0;
	int err;

	scoped_guard(mutex, &user_events_lock) {
		enabler = list_first_entry_or_null(&em->pending, struct user_enabler, in_pending);
		if (enabler)
			page = page_of(enabler);
	}
	if (!enabler)
		return false;

	/* The enabler may be freed now. Only its page is used below, for all enablers in it. */
	mmap_read_lock(em->mm);
	err = is_killed(em->mm) ? -EFAULT : user_enable_bit_fault_in(em->mm, page);
	scoped_guard(mutex, &user_events_lock)
		write_page(em, page, err);
	mmap_read_unlock(em->mm);
	return true;
}

/**
 * user_enablers_write_pending - write all pending bits of an address space
 * @work: work of a struct user_event_mm; its reference is dropped
 *
 * Context: work; may sleep as long as the process wants; takes mmap_lock and user_events_lock.
 */
void user_enablers_write_pending(struct work_struct *work)
{
	struct user_event_mm *em = container_of(work, struct user_event_mm, work);

	if (mmget_not_zero(em->mm)) {
		while (write_next(em))
			cond_resched();
		mmput(em->mm);
	}
	user_event_mm_put(em);
}

/**
 * user_enablers_init - allocate the work queues
 *
 * Context: called once at boot.
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
