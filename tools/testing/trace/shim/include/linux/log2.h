/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_LOG2_H
#define _SHIM_LINUX_LOG2_H

#include <linux/bitops.h>
#include <linux/types.h>

static inline bool is_power_of_2(unsigned long n)
{
	return n && !(n & (n - 1));
}

static inline unsigned long roundup_pow_of_two(unsigned long n)
{
	return n <= 1 ? 1 : 1UL << fls64(n - 1);
}

static inline unsigned long rounddown_pow_of_two(unsigned long n)
{
	return 1UL << (fls64(n) - 1);
}

static inline int ilog2(u64 n)
{
	return fls64(n) - 1;
}

static inline int order_base_2(u64 n)
{
	return n > 1 ? ilog2(n - 1) + 1 : 0;
}

#endif
