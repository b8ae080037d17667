/* SPDX-License-Identifier: GPL-2.0-only */
/* Address spaces and their mappings. Only the test that defines vma_lookup() makes some. */
#ifndef _SHIM_LINUX_MM_TYPES_H
#define _SHIM_LINUX_MM_TYPES_H

#include <linux/seqlock.h>
#include <linux/types.h>

struct file;
struct mm_struct;
struct vm_area_struct;

struct vm_operations_struct {
	const char *(*name)(struct vm_area_struct *vma);
};

struct vm_area_struct {
	unsigned long vm_start;
	unsigned long vm_end;
	unsigned long vm_pgoff;
	unsigned int vm_lock_seq;
	struct mm_struct *vm_mm;
	struct file *vm_file;
	const struct vm_operations_struct *vm_ops;
};

/*
 * @users: number of references, of tasks and of mmget()
 * @readers: number of callers of mmap_read_lock() that have not released the lock
 */
struct mm_struct {
	seqcount_t mm_lock_seq;
	unsigned long start_brk, brk, start_stack;
	unsigned long exec_unmaps;
	unsigned int users;
	unsigned int readers;
};

#endif
