/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sparse areas of addresses: an access to a page that is not mapped crashes the test. A mapped page
 * is zero; the memory of &struct page is not used.
 */
#ifndef _SHIM_LINUX_VMALLOC_H
#define _SHIM_LINUX_VMALLOC_H

#include <linux/mm.h>

#define VM_SPARSE	0x1000

struct vm_struct {
	void *addr;
	unsigned long size;
};

struct vm_struct *get_vm_area(unsigned long size, unsigned long flags);
void free_vm_area(struct vm_struct *area);
int vm_area_map_pages(struct vm_struct *area, unsigned long start, unsigned long end,
		      struct page **pages);
void vm_area_unmap_pages(struct vm_struct *area, unsigned long start, unsigned long end);

#endif
