/* SPDX-License-Identifier: GPL-2.0-only */
#include <linux/math.h>
#include <linux/sizes.h>
#include <linux/slab.h>

#ifndef PAGE_SIZE
#define PAGE_SIZE	4096UL
#endif
#define PAGE_ALIGN(n)	ALIGN(n, PAGE_SIZE)
