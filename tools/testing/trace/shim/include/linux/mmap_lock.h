/* SPDX-License-Identifier: GPL-2.0-only */
/* The tests have one thread, so a reader never waits. A section of a writer has an odd number. */
#ifndef _SHIM_LINUX_MMAP_LOCK_H
#define _SHIM_LINUX_MMAP_LOCK_H

#include <linux/bug.h>
#include <linux/kernel.h>
#include <linux/mm_types.h>

static inline void mmap_read_lock(struct mm_struct *mm)
{
	might_sleep();
	BUG_ON(mm->mm_lock_seq.sequence % 2);
	mm->readers++;
}

static inline void mmap_read_unlock(struct mm_struct *mm)
{
	BUG_ON(!mm->readers--);
}

static inline void mmap_write_lock(struct mm_struct *mm)
{
	BUG_ON(mm->readers || mm->mm_lock_seq.sequence++ % 2);
}

static inline void mmap_write_unlock(struct mm_struct *mm)
{
	BUG_ON(!(mm->mm_lock_seq.sequence++ % 2));
}

static inline void vma_start_write(struct vm_area_struct *vma)
{
	vma->vm_lock_seq = vma->vm_mm->mm_lock_seq.sequence;
}

#endif
