/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every allocation goes through shim_alloc(), which counts it and can make it
 * fail.
 */
#ifndef _SHIM_LINUX_SLAB_H
#define _SHIM_LINUX_SLAB_H

#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/gfp.h>
#include <linux/overflow.h>
#include <linux/types.h>

#define ZERO_SIZE_PTR		((void *)16)
#define ZERO_OR_NULL_PTR(p)	((unsigned long)(p) <= (unsigned long)ZERO_SIZE_PTR)

#define shim_kmalloc(n, size, gfp)	shim_alloc(n, size, gfp)

/* Size above which kvmalloc() fails, as it does in the kernel. A test can lower it. */
extern size_t shim_kvmalloc_max;

static inline void *shim_kvmalloc(size_t n, size_t size, gfp_t gfp)
{
	return array_size(n, size) > shim_kvmalloc_max ? NULL : shim_alloc(n, size, gfp);
}

#define kmalloc(size, gfp)		shim_kmalloc(1, size, gfp)
#define kzalloc(size, gfp)		shim_kmalloc(1, size, (gfp) | __GFP_ZERO)
#define kmalloc_array(n, size, gfp)	shim_kmalloc(n, size, gfp)
#define kcalloc(n, size, gfp)		shim_kmalloc(n, size, (gfp) | __GFP_ZERO)
#define kmalloc_node(size, gfp, node)	kmalloc(size, gfp)
#define kzalloc_node(size, gfp, node)	kzalloc(size, gfp)
#define krealloc(p, size, gfp)		shim_realloc(p, 1, size)
#define krealloc_array(p, n, size, gfp)	shim_realloc(p, n, size)
#define kvmalloc(size, gfp)		shim_kvmalloc(1, size, gfp)
#define kvzalloc(size, gfp)		shim_kvmalloc(1, size, (gfp) | __GFP_ZERO)
#define kvmalloc_array(n, size, gfp)	shim_kvmalloc(n, size, gfp)
#define kvcalloc(n, size, gfp)		shim_kvmalloc(n, size, (gfp) | __GFP_ZERO)
#define vmalloc(size)			kmalloc(size, GFP_KERNEL)
#define vzalloc(size)			kzalloc(size, GFP_KERNEL)
#define __vmalloc_node(size, align, gfp, node, caller)	shim_kmalloc(1, size, gfp)

static inline void kfree(const void *p)
{
	shim_free(p);
}

static inline void kvfree(const void *p)
{
	shim_free(p);
}

static inline void vfree(const void *p)
{
	shim_free(p);
}

DEFINE_FREE(kfree, void *, kfree(IS_ERR(_T) ? NULL : _T))
DEFINE_FREE(kvfree, void *, kvfree(IS_ERR(_T) ? NULL : _T))

#endif
