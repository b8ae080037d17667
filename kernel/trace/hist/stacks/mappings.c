// SPDX-License-Identifier: GPL-2.0
/*
 * Find what is mapped at addresses of the current task, or at those of its last address space.
 *
 * Process context, in task work of the task. mmap_lock is held for reading while the mappings are
 * searched, but not while files are read.
 */
#include <linux/buildid.h>
#include <linux/dcache.h>
#include <linux/errno.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/mmap_lock.h>
#include <linux/sched.h>
#include <linux/seqlock.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "mappings.h"

/*
 * Check whether a section in which mmap_lock was held for writing was a fork.
 *
 * A fork marks all mappings without changing what they map, and many stacks are those of a fork. So
 * the initial stack tells them apart: a call that maps or unmaps files does not mark it. Calls that
 * mark it without a fork, such as mlockall() and growth of the stack, do not change what is mapped
 * elsewhere. A program that maps over its own initial stack may get wrong frames, but only for
 * itself.
 */
static bool was_fork(struct mm_struct *mm, u32 section)
{
	const struct vm_area_struct *stack = vma_lookup(mm, mm->start_stack);

	return stack && stack->vm_lock_seq == section;
}

/*
 * Check whether a mapping may have changed since the event that read @seq.
 *
 * mm_lock_seq is odd while mmap_lock is held for writing, and grows with each such section. A
 * mapping that is created or changed gets the number of the section. So one with a smaller number
 * than @seq was the same at the event. One with the number of the first section that ended after
 * the event was the same if that section was a fork.
 */
static bool may_have_changed(struct mm_struct *mm, const struct vm_area_struct *vma, u32 seq)
{
	u32 changed = vma->vm_lock_seq;

	return (s32)(changed - seq) >= 0 && (changed != (seq | 1) || !was_fork(mm, changed));
}

/* Check whether a mapping may have been removed since the event that read @seq. */
static bool may_have_gone(struct mm_struct *mm, u32 seq)
{
	u32 now = raw_read_seqcount(&mm->mm_lock_seq);

	return now != seq && (now != (seq | 1) + 1 || !was_fork(mm, seq | 1));
}

/* Return what a mapping without a file is. */
static const struct hist_stack_file *special_of(struct vm_area_struct *vma)
{
	const char *name = arch_vma_name(vma);

	if (!name && vma->vm_ops && vma->vm_ops->name)
		name = vma->vm_ops->name(vma);
	if (name && !strcmp(name, "[vdso]"))
		return &hist_file_vdso;
	if (vma_is_initial_heap(vma))
		return &hist_file_heap;
	return &hist_file_anon;
}

/* Fill in a mapping of a file. */
static void set_file(struct hist_mapping *mapping, const struct vm_area_struct *vma, u64 address)
{
	const struct inode *inode = file_user_inode(vma->vm_file);

	mapping->file = get_file(vma->vm_file);
	mapping->id = (struct hist_stack_file){
		.dev = inode->i_sb->s_dev,
		.ino = inode->i_ino,
		.generation = inode->i_generation,
	};
	mapping->offset = address - vma->vm_start + ((u64)vma->vm_pgoff << PAGE_SHIFT);
}

/* Fill in what is mapped at an address. Return: 0, or -EAGAIN if it may have changed. */
static int find_mapping(struct mm_struct *mm, u64 address, u32 seq, struct hist_mapping *mapping)
{
	struct vm_area_struct *vma = vma_lookup(mm, address);

	if (!vma) {
		mapping->offset = address;
		return may_have_gone(mm, seq) ? -EAGAIN : 0;
	}
	if (may_have_changed(mm, vma, seq))
		return -EAGAIN;
	if (vma_is_initial_stack(vma))
		mapping->special = &hist_file_stack;
	else if (vma->vm_file)
		set_file(mapping, vma, address);
	else
		mapping->special = special_of(vma);
	return 0;
}

/**
 * hist_mappings_find - find what is mapped at addresses of the current task
 * @mm: address space that the task had; NULL if it still has it
 * @addresses: the addresses
 * @n: their number
 * @seq: sequence number of the mappings when the addresses were valid
 * @mappings: array of @n mappings, all 0; filled in
 *
 * Context: may sleep; takes mmap_lock for reading.
 * Return: 0, to be undone with hist_mappings_put(); -ESRCH if the task has no address space;
 * -EAGAIN if one of the mappings may have changed.
 */
int hist_mappings_find(struct mm_struct *mm, const u64 *addresses, unsigned int n, u32 seq,
		       struct hist_mapping *mappings)
{
	unsigned int i;
	int ret = 0;

	if (!mm)
		mm = current->mm;
	if (!mm)
		return -ESRCH;
	mmap_read_lock(mm);
	for (i = 0; !ret && i < n; i++)
		ret = find_mapping(mm, addresses[i], seq, &mappings[i]);
	mmap_read_unlock(mm);
	if (ret)
		hist_mappings_put(mappings, n);
	return ret;
}

/**
 * hist_mappings_put - release the files of mappings
 * @mappings: the mappings
 * @n: their number
 *
 * Context: may sleep.
 */
void hist_mappings_put(struct hist_mapping *mappings, unsigned int n)
{
	while (n--)
		if (mappings[n].file)
			fput(mappings[n].file);
}

/* Check whether a file can be read without a warning and without side effects of a device. */
static bool can_read(const struct file *file)
{
	return S_ISREG(file_inode(file)->i_mode) && (file->f_mode & FMODE_READ) &&
	       file->f_op->read_iter && !file->f_op->read;
}

/**
 * hist_mapping_describe - read the name and the build id of a mapped file
 * @mapping: mapping of a file
 * @file: its build id is filled in, if it has one
 *
 * Context: may sleep, also for as long as a file system does not answer.
 * Return: the last component of the path, to be freed with kfree(); or NULL if there is no memory.
 */
char *hist_mapping_describe(const struct hist_mapping *mapping, struct hist_stack_file *file)
{
	struct name_snapshot name;
	u32 size = 0;
	char *text;

	BUILD_BUG_ON(HIST_BUILD_ID_MAX != BUILD_ID_SIZE_MAX);
	take_dentry_name_snapshot(&name, file_user_path(mapping->file)->dentry);
	text = kstrdup(name.name.name, GFP_KERNEL);
	release_dentry_name_snapshot(&name);
	if (text && can_read(mapping->file) &&
	    !build_id_parse_file(mapping->file, file->build_id, &size))
		file->build_id_size = size;
	return text;
}
