// SPDX-License-Identifier: GPL-2.0
/*
 * Sets and clears bits in the memory of processes.
 *
 * What waits for a process, which may take its time, is apart from what does not: its
 * page is brought in by one function and written by another, which fails if the page is
 * not there, or no longer.  The page is held for the moment only.
 */
#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/highmem.h>
#include <linux/mm.h>

#include "bit.h"

/* The word that a bit is in, to be given to kunmap_local(). */
static void *word_of(struct page *page, const struct user_bit *where)
{
	return kmap_local_page(page) + offset_in_page(where->addr);
}

static bool word_has(const void *word, const struct user_bit *where)
{
	if (where->size == sizeof(u32))
		return READ_ONCE(*(const u32 *)word) & BIT(where->bit);
	return READ_ONCE(*(const u64 *)word) & BIT_ULL(where->bit);
}

/* The process may be changing the other bits of the word. */
static void word_put(void *word, const struct user_bit *where, bool on)
{
	if (where->size == sizeof(u32)) {
		if (on)
			atomic_or(BIT(where->bit), word);
		else
			atomic_andnot(BIT(where->bit), word);
	} else {
		if (on)
			atomic64_or(BIT_ULL(where->bit), word);
		else
			atomic64_andnot(BIT_ULL(where->bit), word);
	}
}

/* Is a bit right already?  If so, a page that is shared since a fork can stay so. */
static bool bit_is(struct mm_struct *mm, const struct user_bit *where, bool on)
{
	struct page *page;
	void *word;
	bool has;

	if (get_user_pages_remote(mm, where->addr, 1, FOLL_NOFAULT, &page, NULL) != 1)
		return false;
	word = word_of(page, where);
	has = word_has(word, where);
	kunmap_local(word);
	put_page(page);
	return has == on;
}

/**
 * user_bit_put - set or clear a bit, if its page is there and writable
 * @mm: the address space it is in
 * @where: the bit
 * @on: whether to set it
 *
 * Context: mmap_lock of @mm held; does not wait for the process.
 * Return: whether the bit is as it should be.
 */
bool user_bit_put(struct mm_struct *mm, const struct user_bit *where, bool on)
{
	struct page *page;
	void *word;

	mmap_assert_locked(mm);

	if (bit_is(mm, where, on))
		return true;
	if (pin_user_pages_remote(mm, where->addr, 1, FOLL_WRITE | FOLL_NOFAULT, &page,
				  NULL) != 1)
		return false;
	word = word_of(page, where);
	word_put(word, where, on);
	kunmap_local(word);
	unpin_user_pages_dirty_lock(&page, 1, true);
	return true;
}

/**
 * user_bit_bring_in - have the page of a bit there and writable
 * @mm: the address space it is in
 * @addr: an address in the page
 *
 * It may be gone again by the time it is written to.
 *
 * Context: mmap_lock of @mm held for reading, which may be dropped meanwhile; sleeps as long
 * as the process wants.
 * Return: 0; -EFAULT if there is no memory or the process may not write to it; -ENOMEM;
 * -EINTR for a process that is being killed.
 */
int user_bit_bring_in(struct mm_struct *mm, unsigned long addr)
{
	unsigned int flags = FAULT_FLAG_WRITE | (mm == current->mm ? 0 : FAULT_FLAG_REMOTE);
	bool unlocked = false;

	return fixup_user_fault(mm, addr, flags, &unlocked);
}
