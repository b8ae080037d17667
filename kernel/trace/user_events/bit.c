// SPDX-License-Identifier: GPL-2.0
/*
 * Sets and clears bits in the memory of processes.  Knows nothing of events, nor who is to
 * look at the bits.
 *
 * A process may take as long as it likes to give a page of its: its page fault may be
 * handled by another process, or be for a file whose server is in no hurry.  So there are
 * three steps, one for each patience: writing a page that is there; bringing in one that
 * the kernel can make, as a copy of one that is shared since a fork; and waiting for one.
 * The first can always fail behind the others: the page may be gone again.  It is held
 * for the moment only.
 */
#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/highmem.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/pagemap.h>

#include "bit.h"

/*
 * The 32 bits that a bit is among, to be given to kunmap_local().  Where a machine cannot
 * change 64 at once, the kernel takes a lock for that, of which the process knows nothing.
 */
static void *word_of(struct page *page, const struct user_bit *where)
{
	unsigned int half = where->bit / 32;

	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		half = where->size / sizeof(u32) - 1 - half;
	return kmap_local_page(page) + offset_in_page(where->addr) + half * sizeof(u32);
}

static bool word_has(const void *word, const struct user_bit *where)
{
	return READ_ONCE(*(const u32 *)word) & BIT(where->bit % 32);
}

/* The process may be changing the other bits of the word. */
static void word_put(void *word, const struct user_bit *where, bool on)
{
	if (on)
		atomic_or(BIT(where->bit % 32), word);
	else
		atomic_andnot(BIT(where->bit % 32), word);
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

/*
 * To be pinned has made the page dirty, and it is clean only if it was written back since.
 * Who does that right now has it locked, and may be waiting for the file's server.
 *
 * Return: false if what was written to it might be lost with it, and is to be tried again.
 */
static bool unpin_dirty(struct page *page)
{
	struct folio *folio = page_folio(page);
	bool is_dirty = folio_test_dirty(folio);

	if (!is_dirty && folio_trylock(folio)) {
		folio_mark_dirty(folio);
		is_dirty = true;
		folio_unlock(folio);
	}
	unpin_user_page(page);
	return is_dirty;
}

/**
 * user_bit_put - set or clear a bit, if its page is there and writable
 * @mm: the address space it is in
 * @where: the bit
 * @on: whether to set it
 *
 * Context: mmap_lock of @mm held; does not wait for the process.
 * Return: whether the bit is as it should be; false as well if the current task is being
 * killed.
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
	return unpin_dirty(page);
}

/* Is there a page that is the program's, and no longer one of a file's? */
static bool is_own(struct mm_struct *mm, unsigned long addr)
{
	struct page *page;
	bool ret;

	if (get_user_pages_remote(mm, addr, 1, FOLL_NOFAULT, &page, NULL) != 1)
		return false;
	ret = PageAnon(page);
	put_page(page);
	return ret;
}

/*
 * Can the kernel make a page of it writable by itself?  Of a file, that is what it only
 * has to copy: the program's own page, which the program cannot drop as long as mmap_lock is
 * held for writing.  Only who cuts the file off in this very moment takes it away.
 */
static bool needs_no_file(struct mm_struct *mm, unsigned long addr)
{
	struct vm_area_struct *vma = vma_lookup(mm, addr);

	if (!vma || vma_is_anonymous(vma) || vma_is_shmem(vma))
		return true;
	return !(vma->vm_flags & VM_SHARED) && is_own(mm, addr);
}

/**
 * user_bit_bring_in - have the page of a bit there and writable, if that needs no waiting
 * @mm: the address space it is in
 * @addr: an address in the page
 *
 * Context: mmap_lock of @mm held for writing; does not wait for the process.
 * Return: 0 if it is worth a try now, though the page may still not be there; -EBUSY if it
 * takes waiting; -EFAULT if there is no memory or the process may not write to it; -ENOMEM;
 * -EINTR if the current task is being killed.
 */
int user_bit_bring_in(struct mm_struct *mm, unsigned long addr)
{
	struct page *page;
	int ret;

	mmap_assert_write_locked(mm);

	if (!needs_no_file(mm, addr))
		return -EBUSY;
	ret = pin_user_pages_remote(mm, addr, 1, FOLL_WRITE | FOLL_NOWAIT, &page, NULL);
	if (ret == 1)
		unpin_user_page(page);
	return min(ret, 0);
}

/**
 * user_bit_await - have the page of a bit there and writable
 * @mm: the address space it is in
 * @addr: an address in the page
 *
 * Context: mmap_lock of @mm held for reading, which may be dropped meanwhile; sleeps as long
 * as the process wants.
 * Return: 0; -EFAULT if there is no memory or the process may not write to it; -ENOMEM;
 * -EINTR for a process that is being killed.
 */
int user_bit_await(struct mm_struct *mm, unsigned long addr)
{
	unsigned int flags = FAULT_FLAG_WRITE | (mm == current->mm ? 0 : FAULT_FLAG_REMOTE);
	bool unlocked = false;

	return fixup_user_fault(mm, addr, flags, &unlocked);
}
