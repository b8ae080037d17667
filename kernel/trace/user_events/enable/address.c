// SPDX-License-Identifier: GPL-2.0
/*
 * Enablers of processes: add, remove and fork them. An enabler is a bit in the memory of a
 * process that the kernel keeps equal to the state of an event, enabled or not.
 *
 * An enabler belongs to an address space, not to the thread that registered it. It is removed
 * when the last task leaves the address space. A fork that copies the memory also copies the
 * enablers.
 *
 * A process that adds or removes an enabler waits for its own page. write.c writes the bits on
 * all other occasions.
 *
 * Locks: user_events_lock protects the lists, the trees and all members of the enablers. It is
 * taken with mmap_lock held. With user_events_lock held, mmap_lock is only tried, by
 * user_enabler_refresh().
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/mmap_lock.h>
#include <linux/mutex.h>
#include <linux/rbtree.h>
#include <linux/refcount.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/user_events.h>

#include "../event.h"
#include "address.h"
#include "enable_bit.h"
#include "mm.h"
#include "reserve.h"
#include "write.h"

static struct user_enabler *enabler_of(const struct rb_node *node)
{
	return rb_entry(node, struct user_enabler, in_mm);
}

static int compare_position(const void *bit, const struct rb_node *node)
{
	return user_enable_bit_compare(bit, &enabler_of(node)->bit);
}

static bool has_lower_position(struct rb_node *node, const struct rb_node *other)
{
	return compare_position(&enabler_of(node)->bit, other) < 0;
}

/* Find the enabler of a bit, which may have been registered as a part of another word. */
static struct user_enabler *find_at(const struct user_event_mm *em,
				    const struct user_enable_bit *bit)
{
	struct rb_node *node = rb_find(bit, &em->enablers, compare_position);

	return node ? enabler_of(node) : NULL;
}

/* Find an enabler by the address and number of its bit. The size of its word is not known. */
static struct user_enabler *find_enabler(const struct user_event_mm *em, unsigned long addr, u8 nr)
{
	struct user_enable_bit bit = { .addr = addr, .nr = nr };
	struct user_enabler *enabler;

	for (bit.size = sizeof(u32); bit.size <= sizeof(u64); bit.size += sizeof(u32)) {
		enabler = find_at(em, &bit);
		if (enabler && enabler->bit.addr == addr && enabler->bit.nr == nr)
			return enabler;
	}
	return NULL;
}

/*
 * Check whether a bit already has an enabler. Compare the address and number of the bit, by
 * which it is removed, and its position: the same bit can be part of a 4-byte and of an 8-byte
 * word.
 *
 * Memory that is mapped twice, by two processes or by one, is not detected. So a bit can have two
 * enablers, each of which writes the state of its event when this state changes. Unregistering one
 * of them clears the bit, and the other one does not set it before its event is enabled again.
 */
static bool has_enabler(const struct user_event_mm *em, const struct user_enable_bit *bit)
{
	return find_at(em, bit) || find_enabler(em, bit->addr, bit->nr);
}

static void link_enabler(struct user_enabler *enabler)
{
	rb_add(&enabler->in_mm, &enabler->mm->enablers, has_lower_position);
	enabler->mm->n_enablers++;
	list_add_tail(&enabler->in_event, &enabler->event->enablers);
	user_event_get(enabler->event);
}

static void drop_enabler(struct user_enabler *enabler)
{
	list_del(&enabler->in_event);
	list_del(&enabler->in_pending);
	rb_erase(&enabler->in_mm, &enabler->mm->enablers);
	enabler->mm->n_enablers--;
	user_event_put(enabler->event);
	kfree(enabler);
}

/*
 * Remove all enablers without clearing their bits: after an exec the memory may be gone, and an
 * exiting task should not wait for a page. A bit in memory that other processes share keeps its
 * value.
 */
static void drop_all(struct user_event_mm *em)
{
	struct rb_node *node;

	while ((node = rb_first(&em->enablers))) {
		drop_enabler(enabler_of(node));
		cond_resched();
	}
}

/**
 * user_event_mm_leave - give up the ownership of an address space
 * @em: per-mm state; the current task was its owner and is exiting, or has left it by exec
 *
 * If another task uses the address space and is not exiting, it becomes the owner. Otherwise all
 * enablers are removed.
 *
 * Context: may sleep; takes user_events_lock.
 */
void user_event_mm_leave(struct user_event_mm *em)
{
	scoped_guard(mutex, &user_events_lock) {
		if (user_event_mm_transfer(em))
			return;
		drop_all(em);
		user_event_mm_remove(em);
	}
	/* Let a work remove idle events. An exiting task should not wait for event_mutex. */
	user_events_reclaim_later();
}

/* Link an enabler for @bit, with memory of the reserve. */
static void new_enabler(struct user_enabler_reserve *reserve, struct user_event_mm *em,
			struct user_event *event, const struct user_enable_bit *bit)
{
	struct user_enabler *enabler = user_enabler_reserve_take(reserve);

	enabler->event = event;
	enabler->mm = em;
	enabler->bit = *bit;
	link_enabler(enabler);
}

/* Create the state of an address space whose owner task is @task, with memory of the reserve. */
static struct user_event_mm *new_mm_state(struct user_enabler_reserve *reserve,
					  struct mm_struct *mm, struct task_struct *task)
{
	struct user_event_mm *em = user_enabler_reserve_take_mm(reserve);

	user_event_mm_add(em, mm, task, user_enablers_write_pending);
	return em;
}

/*
 * Remove the state of the current address space if it has no enablers, so that a fork takes no
 * lock. The state stays until the last task leaves the address space if another task is the owner,
 * or if a work has a reference: an address space has at most one work.
 */
static void drop_empty_state(struct user_event_mm *em)
{
	if (!RB_EMPTY_ROOT(&em->enablers) || READ_ONCE(current->user_event_mm) != em ||
	    refcount_read(&em->refs) > 1)
		return;
	WRITE_ONCE(current->user_event_mm, NULL);
	user_event_mm_remove(em);
}

/*
 * Add an enabler if its page is present, and write the current state of the event to its bit. The
 * reserve has memory for an enabler, and for a per-mm state.
 *
 * Return: 0, -EADDRINUSE; or -EFAULT if the page is gone again.
 */
static int add_enabler(struct user_enabler_reserve *reserve, struct user_event *event,
		       const struct user_enable_bit *bit)
{
	struct user_event_mm *em;

	guard(mutex)(&user_events_lock);
	em = user_event_mm_find(current->mm);
	if (em && has_enabler(em, bit))
		return -EADDRINUSE;
	if (!user_enable_bit_update(current->mm, bit, user_event_is_enabled(event)))
		return -EFAULT;
	if (!em)
		em = new_mm_state(reserve, current->mm, current);
	new_enabler(reserve, em, event, bit);
	return 0;
}

static int fault_in_and_add(struct user_enabler_reserve *reserve, struct user_event *event,
			    const struct user_enable_bit *bit)
{
	struct mm_struct *mm = current->mm;
	int attempts = 0;
	int ret;

	ret = mmap_read_lock_killable(mm);
	if (ret)
		return ret;
	do {
		ret = user_enable_bit_fault_in(mm, bit->addr);
		if (ret)
			break;
		ret = add_enabler(reserve, event, bit);
	} while (ret == -EFAULT && ++attempts < ENABLER_ATTEMPTS_MAX);
	mmap_read_unlock(mm);
	return ret;
}

/**
 * user_enabler_add - add an enabler to the current process
 * @event: the event, to which the caller has a reference
 * @bit: a valid bit, checked by the caller. Its value is set before this function returns.
 *
 * Context: may sleep as long as the process wants; takes mmap_lock and user_events_lock.
 * Return: 0; -EADDRINUSE if the bit already has an enabler; -EFAULT if nothing is mapped there, the
 * process may not write to it, or ENABLER_ATTEMPTS_MAX attempts to write the bit have failed;
 * -ENOMEM; -EINTR if the process is being killed.
 */
int user_enabler_add(struct user_event *event, const struct user_enable_bit *bit)
{
	struct user_enabler_reserve reserve;
	int ret = -ENOMEM;

	user_enabler_reserve_init(&reserve);
	if (user_enabler_reserve_fill(&reserve, 1))
		ret = fault_in_and_add(&reserve, event, bit);
	user_enabler_reserve_free(&reserve);
	return ret;
}

/*
 * Clear a bit and remove its enabler. With @force, remove it even if the bit cannot be cleared.
 *
 * Return: 0; -ENOENT; or, without @force, -EFAULT if the bit cannot be cleared.
 */
static int remove_enabler(unsigned long addr, u8 nr, bool force)
{
	struct user_enabler *enabler;
	struct user_event_mm *em;

	guard(mutex)(&user_events_lock);
	em = user_event_mm_find(current->mm);
	enabler = em ? find_enabler(em, addr, nr) : NULL;
	if (!enabler)
		return -ENOENT;
	if (!user_enable_bit_update(current->mm, &enabler->bit, false) && !force)
		return -EFAULT;
	drop_enabler(enabler);
	drop_empty_state(em);
	return 0;
}

/**
 * user_enabler_remove - remove an enabler from the current process
 * @addr: address of the word that contains the bit
 * @nr: number of the bit in the word
 *
 * The bit is cleared, unless its page cannot be faulted in, or ENABLER_ATTEMPTS_MAX attempts to
 * write to the page have failed. The enabler is removed even then.
 *
 * Context: may sleep as long as the process wants; takes mmap_lock and user_events_lock.
 * Return: 0; -ENOENT if the process has no such enabler; -EINTR if the process is being killed.
 */
int user_enabler_remove(unsigned long addr, u8 nr)
{
	struct mm_struct *mm = current->mm;
	bool force = false;
	int attempts = 0;
	int ret;

	ret = mmap_read_lock_killable(mm);
	if (ret)
		return ret;
	/* The first attempt does not fault in a page: there may be no such enabler. */
	for (;;) {
		ret = remove_enabler(addr, nr, force);
		if (ret != -EFAULT)
			break;
		force = user_enable_bit_fault_in(mm, addr) || ++attempts == ENABLER_ATTEMPTS_MAX;
	}
	mmap_read_unlock(mm);
	return ret;
}

/*
 * Copy the enablers whose addresses are mapped in the child. The kernel must not write to memory
 * that the child maps later at an address that was not copied.
 *
 * Other threads of the parent may have changed its mappings and its enablers since the memory was
 * copied. The check of the address does not detect all of this:
 *
 * - A bit that was registered since, at an address that the child has mapped, is copied, even if
 *   the parent has mapped other memory there in between. The kernel then writes to memory of the
 *   child in which no bit was registered.
 * - A bit that was unregistered since is not copied. It keeps its value in the child.
 *
 * Context: mmap_lock of the child and user_events_lock held. The tree of @from only needs the
 * latter. The reserve has memory for all enablers of @from.
 */
static void copy_enablers(struct user_enabler_reserve *reserve, struct user_event_mm *to,
			  const struct user_event_mm *from)
{
	struct user_enabler *enabler;
	struct rb_node *node;

	mmap_assert_locked(to->mm);

	for (node = rb_first(&from->enablers); node; node = rb_next(node)) {
		enabler = enabler_of(node);
		if (vma_lookup(to->mm, enabler->bit.addr))
			new_enabler(reserve, to, enabler->event, &enabler->bit);
		cond_resched();
	}
}

/*
 * Copy the enablers of the current process to a forked one.
 *
 * Context: mmap_lock of the child and user_events_lock held.
 * Return: 0, or the number of enablers for which the reserve needs memory; then nothing is copied.
 */
static size_t fork_enablers(struct user_enabler_reserve *reserve, struct task_struct *child)
{
	const struct user_event_mm *from = user_event_mm_find(current->mm);
	struct user_event_mm *to;

	if (!from || !from->n_enablers)
		return 0;
	if (reserve->n < from->n_enablers)
		return from->n_enablers;
	to = new_mm_state(reserve, child->mm, child);
	copy_enablers(reserve, to, from);
	if (!to->n_enablers) {
		WRITE_ONCE(child->user_event_mm, NULL);
		user_event_mm_remove(to);
	}
	return 0;
}

/* An event may have been enabled or disabled since the memory was copied. */
static void refresh_enablers(struct user_event_mm *em)
{
	unsigned long deadline = user_enablers_deadline();
	struct rb_node *node;

	for (node = em ? rb_first(&em->enablers) : NULL; node; node = rb_next(node))
		user_enabler_refresh(enabler_of(node), deadline);
}

/* Return: as fork_enablers(). */
static size_t try_fork(struct user_enabler_reserve *reserve, struct task_struct *child)
{
	size_t n;

	mmap_read_lock(child->mm);
	mutex_lock(&user_events_lock);
	n = fork_enablers(reserve, child);
	/* user_enabler_refresh() tries to take mmap_lock, also for writing. */
	mmap_read_unlock(child->mm);
	refresh_enablers(user_event_mm_find(child->mm));
	mutex_unlock(&user_events_lock);
	return n;
}

/**
 * user_event_mm_fork - copy the enablers of the current process to a forked one
 * @child: the only task of the new process, which does not run yet
 *
 * If memory is exhausted, no enabler is copied. Enablers whose addresses are not mapped in the
 * child are left out.
 *
 * Context: may sleep; takes mmap_lock of the child and user_events_lock if the current process has
 * enablers. The memory is allocated without these locks. If other threads register bits meanwhile,
 * more memory is needed.
 */
void user_event_mm_fork(struct task_struct *child)
{
	struct user_enabler_reserve reserve;
	size_t n = 1;

	if (!user_event_mm_exists(current->mm))
		return;
	user_enabler_reserve_init(&reserve);
	while (n && user_enabler_reserve_fill(&reserve, n))
		n = try_fork(&reserve, child);
	user_enabler_reserve_free(&reserve);
}
