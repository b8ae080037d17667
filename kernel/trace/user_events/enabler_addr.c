// SPDX-License-Identifier: GPL-2.0
/*
 * Enablers of processes: add, remove and fork them. An enabler is a bit in the memory of a
 * process that the kernel keeps equal to the state of an event, enabled or not.
 *
 * An enabler belongs to an address space, not to the thread that registered it. It is removed
 * when the last task stops using the address space. A fork that copies the memory also copies
 * the enablers.
 *
 * A process that adds or removes an enabler waits for its own page. enabler_write.c writes the
 * bits on all other occasions.
 *
 * Locks: user_events_lock protects the lists and all members of the enablers. It is taken with
 * mmap_lock held.
 */
#include <linux/cleanup.h>
#include <linux/list.h>
#include <linux/mmap_lock.h>
#include <linux/mutex.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/user_events.h>

#include "bit.h"
#include "enabler_addr.h"
#include "enabler_write.h"
#include "event.h"
#include "space.h"

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
 * Check whether a bit already has an enabler. Compare the address and number of the bit, by
 * which it is removed, and its position: the same bit can be part of a 4-byte and of an 8-byte
 * word.
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

/**
 * user_event_mm_leave - handle that the owner task of an address space leaves it
 * @em: per-mm state; the current task was its owner and is exiting, or has left it by exec
 *
 * If another task uses the address space, it becomes the owner. Otherwise all enablers are
 * removed.
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
	/* Let a work remove idle events. An exiting task should not wait for event_mutex. */
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

/* Find or create the state of the current address space. */
static struct user_event_mm *own_space(void)
{
	return user_space_find(current->mm) ?:
	       user_space_make(current->mm, current, user_enablers_write_due);
}

/*
 * Add an enabler if its page is present.
 *
 * Return: 0, -EADDRINUSE, -ENOMEM; or -EFAULT if the page is gone again.
 */
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
 * user_enabler_add - add an enabler to the current process
 * @event: the event, to which the caller has a reference
 * @where: a valid bit, checked by the caller. Its value is set before this function returns.
 *
 * Context: may sleep as long as the process wants; takes mmap_lock and user_events_lock.
 * Return: 0; -EADDRINUSE if the bit already has an enabler; -EFAULT if nothing is mapped there
 * or the process may not write to it; -ENOMEM; -EINTR if the process is being killed.
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
	} while (ret == -EFAULT && ++tries < ENABLER_TRIES);
	mmap_read_unlock(mm);
	return ret;
}

/*
 * Clear a bit and remove its enabler. With @at_last, remove it even if the bit cannot be
 * written.
 *
 * Return: 0; -ENOENT; or, without @at_last, -EFAULT if the page is not present.
 */
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
 * user_enabler_remove - remove an enabler from the current process
 * @addr: address of the word that contains the bit
 * @bit: number of the bit in the word
 *
 * The bit is cleared if its memory is still mapped.
 *
 * Context: may sleep as long as the process wants; takes mmap_lock and user_events_lock.
 * Return: 0; -ENOENT if the process has no such enabler; -EINTR if the process is being killed.
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
	/* The first attempt does not fault in a page: there may be no such enabler. */
	for (;;) {
		ret = remove_enabler(addr, bit, at_last);
		if (ret != -EFAULT)
			break;
		at_last = user_bit_await(mm, addr) || ++tries == ENABLER_TRIES;
	}
	mmap_read_unlock(mm);
	return ret;
}

/*
 * Copy the enablers whose memory the child has. After the memory was copied, another thread of
 * the parent may have mapped a page and registered a bit in it. The child does not have this
 * page, and the kernel must not write to other memory that the child later maps there.
 *
 * Context: mmap_lock of the child held.
 * Return: false if memory is exhausted; then nothing is copied.
 */
static bool copy_enablers(struct user_event_mm *to, const struct user_event_mm *from)
{
	struct user_enabler *enabler, *copy;

	mmap_assert_locked(to->mm);

	list_for_each_entry(enabler, &from->enablers, in_mm) {
		if (!vma_lookup(to->mm, enabler->where.addr))
			continue;
		copy = make_enabler(to, enabler->event, &enabler->where);
		if (!copy) {
			drop_all(to);
			return false;
		}
		link_enabler(copy);
	}
	return true;
}

/*
 * Copy the enablers of the current process to a forked one.
 *
 * Context: mmap_lock of the child and user_events_lock held.
 */
static struct user_event_mm *fork_enablers(struct task_struct *child)
{
	const struct user_event_mm *from = user_space_find(current->mm);
	struct user_event_mm *to;

	if (!from || list_empty(&from->enablers))
		return NULL;
	to = user_space_make(child->mm, child, user_enablers_write_due);
	if (to && (!copy_enablers(to, from) || list_empty(&to->enablers))) {
		WRITE_ONCE(child->user_event_mm, NULL);
		user_space_end(to);
		return NULL;
	}
	return to;
}

/**
 * user_event_mm_fork - copy the enablers of the current process to a forked one
 * @child: the only task of the new process, which does not run yet
 *
 * If memory is exhausted, no enabler is copied. Enablers whose memory was not copied are left
 * out.
 *
 * Context: may sleep; takes mmap_lock of the child and user_events_lock.
 */
void user_event_mm_fork(struct task_struct *child)
{
	struct user_enabler *copy;
	struct user_event_mm *to;

	mmap_read_lock(child->mm);
	mutex_lock(&user_events_lock);
	to = fork_enablers(child);
	/* user_enabler_refresh() below may need mmap_lock for writing. */
	mmap_read_unlock(child->mm);

	/* An event may have been enabled or disabled since the memory was copied. */
	if (to)
		list_for_each_entry(copy, &to->enablers, in_mm)
			user_enabler_refresh(copy);
	mutex_unlock(&user_events_lock);
}
