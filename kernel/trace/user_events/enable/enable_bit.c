// SPDX-License-Identifier: GPL-2.0
/*
 * Set and clear bits in the memory of processes. This file does not depend on events and does
 * not know what the bits mean.
 *
 * A page fault can take as long as the process likes: another process may handle it through
 * userfaultfd, or the page may belong to a file whose server is slow. Therefore there are three
 * steps with different waiting:
 *
 * - user_enable_bit_update() writes to a page that is present and writable.
 * - user_enable_bit_fault_in_nowait() makes a page present if the kernel can do that alone, for
 *   example by copying a page that is shared since a fork.
 * - user_enable_bit_fault_in() waits for the page.
 *
 * user_enable_bit_update() may fail even after one of the other steps, because the page may be
 * gone again. A page is only pinned while its bit is written.
 *
 * Locks: the caller holds mmap_lock of the process. See each function.
 */
#include <linux/atomic.h>
#include <linux/bits.h>
#include <linux/highmem.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/pagemap.h>

#include "enable_bit.h"

/*
 * Map the 32-bit word that contains a bit. The caller unmaps it with kunmap_local(). A 32-bit
 * word is used even in a 64-bit one: some machines have no 64-bit atomic operations, and the
 * kernel's emulation with a lock is not atomic with respect to the process.
 */
static void *word_of(struct page *page, const struct user_enable_bit *bit)
{
	unsigned int half = bit->nr / 32;

	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		half = bit->size / sizeof(u32) - 1 - half;
	return kmap_local_page(page) + offset_in_page(bit->addr) + half * sizeof(u32);
}

static bool word_has(const void *word, const struct user_enable_bit *bit)
{
	return READ_ONCE(*(const u32 *)word) & BIT(bit->nr % 32);
}

/* Atomic, because the process may change other bits of the word at the same time. */
static void update_word(void *word, const struct user_enable_bit *bit, bool on)
{
	if (on)
		atomic_or(BIT(bit->nr % 32), word);
	else
		atomic_andnot(BIT(bit->nr % 32), word);
	/* Writeback marks the page clean, then copies it. Pairs with its atomics: unpin_dirty(). */
	smp_mb__after_atomic();
}

/*
 * Check whether a bit already has the wanted value. Then a page that is shared since a fork
 * need not be copied.
 */
static bool bit_is(struct mm_struct *mm, const struct user_enable_bit *bit, bool on)
{
	struct page *page;
	void *word;
	bool has;

	if (get_user_pages_remote(mm, bit->addr, 1, FOLL_NOFAULT, &page, NULL) != 1)
		return false;
	word = word_of(page, bit);
	has = word_has(word, bit);
	kunmap_local(word);
	put_page(page);
	return has == on;
}

/*
 * Unpin a page that has been written to. Pinning it for writing has marked it dirty. If it is
 * clean now, it has been written back since and must be marked dirty again, which needs the
 * folio lock. Do not wait for that lock: its holder may be writing the page back and waiting
 * for the file's server.
 *
 * Return: false if the lock is taken, so that the change may be lost and must be repeated.
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
 * user_enable_bit_update - set or clear a bit, if its page is present and writable
 * @mm: address space of the process
 * @bit: the bit
 * @on: new value of the bit
 *
 * Context: mmap_lock of @mm held; may sleep, but does not wait for the process.
 * Return: true if the bit has the new value; false if the page is not present or not writable,
 * the change may be lost by writeback, or the current task is being killed.
 */
bool user_enable_bit_update(struct mm_struct *mm, const struct user_enable_bit *bit, bool on)
{
	struct page *page;
	void *word;

	mmap_assert_locked(mm);

	if (bit_is(mm, bit, on))
		return true;
	if (pin_user_pages_remote(mm, bit->addr, 1, FOLL_WRITE | FOLL_NOFAULT, &page,
				  NULL) != 1)
		return false;
	word = word_of(page, bit);
	update_word(word, bit, on);
	kunmap_local(word);
	return unpin_dirty(page);
}

/*
 * Check whether the kernel can make a page writable without waiting for a file. Shared memory is
 * a file in this sense: if another process punches a hole into it, a page fault waits until that
 * has ended, in spite of FOLL_NOWAIT. So is a private mapping of a file, even if the process has
 * its own copy of the page: a truncation may drop the copy at any time, and so may MADV_DONTNEED on
 * a kernel where it does not take mmap_lock.
 */
static bool needs_no_file(struct mm_struct *mm, unsigned long addr)
{
	struct vm_area_struct *vma = vma_lookup(mm, addr);

	return !vma || vma_is_anonymous(vma);
}

/**
 * user_enable_bit_fault_in_nowait - make a page present and writable, if that needs no waiting
 * @mm: address space of the process
 * @addr: an address in the page
 *
 * Context: mmap_lock of @mm held for writing; may sleep, but does not wait for the process.
 * Return: 0 if user_enable_bit_update() is worth a try, although the page may be gone again;
 * -EBUSY if waiting is necessary; -EFAULT if nothing is mapped at @addr or the process may not
 * write to it; -ENOMEM; -EINTR if the current task is being killed.
 */
int user_enable_bit_fault_in_nowait(struct mm_struct *mm, unsigned long addr)
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
 * user_enable_bit_fault_in - wait until a page is present and writable
 * @mm: address space of the process
 * @addr: an address in the page
 *
 * Context: mmap_lock of @mm held for reading; it may be dropped and taken again. Sleeps as long
 * as the process, or a handler of its page faults, wants.
 * Return: 0; -EFAULT if nothing is mapped at @addr or the process may not write to it; -ENOMEM;
 * -EINTR if the current task is being killed.
 */
int user_enable_bit_fault_in(struct mm_struct *mm, unsigned long addr)
{
	unsigned int flags = FAULT_FLAG_WRITE | (mm == current->mm ? 0 : FAULT_FLAG_REMOTE);
	bool unlocked = false;

	return fixup_user_fault(mm, addr, flags, &unlocked);
}
