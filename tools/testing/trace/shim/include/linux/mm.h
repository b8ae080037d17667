/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_MM_H
#define _SHIM_LINUX_MM_H

#include <linux/align.h>
#include <linux/list.h>
#include <linux/math.h>
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

#endif
