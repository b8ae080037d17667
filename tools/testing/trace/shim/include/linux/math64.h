/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_MATH64_H
#define _SHIM_LINUX_MATH64_H

#include <linux/bug.h>
#include <linux/math.h>
#include <linux/types.h>

static inline u64 mul_u64_u64_shr(u64 a, u64 mul, unsigned int shift)
{
	return (u64)(((u128)a * mul) >> shift);
}

static inline u64 div_u64(u64 a, u32 b)
{
	return a / b;
}

static inline s64 div_s64(s64 a, s32 b)
{
	return a / b;
}

static inline u64 div64_u64(u64 a, u64 b)
{
	return a / b;
}

static inline s64 div64_s64(s64 a, s64 b)
{
	return a / b;
}

static inline u64 div64_u64_rem(u64 a, u64 b, u64 *rem)
{
	*rem = a % b;
	return a / b;
}

static inline u64 div_u64_rem(u64 a, u32 b, u32 *rem)
{
	*rem = a % b;
	return a / b;
}

/* As on x86, a quotient that overflows is a fault, not a wrong number. */
static inline u64 mul_u64_u64_div_u64(u64 a, u64 mul, u64 div)
{
	u128 quotient = (u128)a * mul / div;

	BUG_ON(quotient >> 64);
	return (u64)quotient;
}

#define do_div(n, base)				\
({						\
	u32 __base = (base);			\
	u32 __rem = (u64)(n) % __base;		\
						\
	(n) = (u64)(n) / __base;		\
	__rem;					\
})

#endif
