/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_MM_H
#define _SHIM_LINUX_MM_H

#include <linux/align.h>
#include <linux/list.h>
#include <linux/math.h>
#include <linux/mm_types.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#ifndef PAGE_SIZE
#define PAGE_SIZE	4096UL
#endif
#define PAGE_SHIFT	12
#define PAGE_ALIGN(n)	ALIGN(n, PAGE_SIZE)

struct page {
	struct list_head lru;
};

#define alloc_pages_node(node, gfp, order)	\
	((struct page *)shim_alloc(1, PAGE_SIZE << (order), gfp))

static inline void __free_page(struct page *page)
{
	shim_free(page);
}

/* Defined by the test that makes mappings. */
struct vm_area_struct *vma_lookup(struct mm_struct *mm, unsigned long address);
const char *arch_vma_name(struct vm_area_struct *vma);

static inline bool vma_is_initial_heap(const struct vm_area_struct *vma)
{
	return vma->vm_start < vma->vm_mm->brk && vma->vm_end > vma->vm_mm->start_brk;
}

static inline bool vma_is_initial_stack(const struct vm_area_struct *vma)
{
	return vma->vm_start <= vma->vm_mm->start_stack && vma->vm_end >= vma->vm_mm->start_stack;
}

#endif
