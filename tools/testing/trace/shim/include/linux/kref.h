/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_KREF_H
#define _SHIM_LINUX_KREF_H

#include <linux/atomic.h>

struct kref {
	atomic_t count;
};

static inline void kref_init(struct kref *kref)
{
	atomic_set(&kref->count, 1);
}

static inline void kref_get(struct kref *kref)
{
	atomic_inc(&kref->count);
}

static inline int kref_put(struct kref *kref, void (*release)(struct kref *kref))
{
	if (atomic_dec_return(&kref->count))
		return 0;
	release(kref);
	return 1;
}

#endif
