/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_BITMAP_H
#define _SHIM_LINUX_BITMAP_H

#include <linux/bitops.h>
#include <linux/slab.h>
#include <linux/string.h>

#define DECLARE_BITMAP(name, bits)	unsigned long name[BITS_TO_LONGS(bits)]

static inline unsigned long *bitmap_zalloc(unsigned int n, gfp_t gfp)
{
	return kcalloc(BITS_TO_LONGS(n), sizeof(unsigned long), gfp);
}

static inline void bitmap_free(const unsigned long *p)
{
	kfree(p);
}

static inline void bitmap_zero(unsigned long *p, unsigned int n)
{
	memset(p, 0, BITS_TO_LONGS(n) * sizeof(*p));
}

static inline void bitmap_copy(unsigned long *to, const unsigned long *from, unsigned int n)
{
	memcpy(to, from, BITS_TO_LONGS(n) * sizeof(*to));
}

static inline void bitmap_set(unsigned long *p, unsigned int first, unsigned int n)
{
	for (; n; n--)
		__set_bit(first++, p);
}

static inline unsigned int bitmap_weight(const unsigned long *p, unsigned int n)
{
	unsigned int weight = 0;
	unsigned long bit;

	for_each_set_bit(bit, p, n)
		weight++;
	return weight;
}

static inline bool bitmap_empty(const unsigned long *p, unsigned int n)
{
	return !bitmap_weight(p, n);
}

#endif
