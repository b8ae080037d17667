/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The view that the resolution of user stacks has of the mappings of the current task. mappings.c
 * implements it; the unit tests in user space have an implementation of their own.
 */
#ifndef _TRACE_HIST_STACKS_MAPPINGS_H
#define _TRACE_HIST_STACKS_MAPPINGS_H

#include <linux/errno.h>
#include <linux/types.h>

#include "resolved_set.h"

struct file;
struct mm_struct;

/**
 * struct hist_mapping - what is mapped at an address
 * @special: one of the files of resolved_set.h that are no files; NULL for a file, or if nothing is
 *	mapped
 * @file: mapped file, with a reference held; NULL if it is not a file
 * @id: device, inode and generation of @file
 * @offset: offset in @file; or the address if nothing is mapped
 */
struct hist_mapping {
	const struct hist_stack_file *special;
	struct file *file;
	struct hist_stack_file id;
	u64 offset;
};

#ifdef CONFIG_HIST_USER_STACKS
int hist_mappings_find(struct mm_struct *mm, const u64 *addresses, unsigned int n, u32 seq,
		       struct hist_mapping *mappings);
void hist_mappings_put(struct hist_mapping *mappings, unsigned int n);
char *hist_mapping_describe(const struct hist_mapping *mapping, struct hist_stack_file *file);
#else
static inline int hist_mappings_find(struct mm_struct *mm, const u64 *addresses, unsigned int n,
				     u32 seq, struct hist_mapping *mappings)
{
	return -ESRCH;
}

static inline void hist_mappings_put(struct hist_mapping *mappings, unsigned int n) { }

static inline char *hist_mapping_describe(const struct hist_mapping *mapping,
					  struct hist_stack_file *file)
{
	return NULL;
}
#endif /* CONFIG_HIST_USER_STACKS */

#endif /* _TRACE_HIST_STACKS_MAPPINGS_H */
