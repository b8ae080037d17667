/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_OVERFLOW_H
#define _SHIM_LINUX_OVERFLOW_H

#include <linux/limits.h>
#include <linux/types.h>

#define check_add_overflow(a, b, d)	__builtin_add_overflow(a, b, d)
#define check_sub_overflow(a, b, d)	__builtin_sub_overflow(a, b, d)
#define check_mul_overflow(a, b, d)	__builtin_mul_overflow(a, b, d)

static inline size_t size_add(size_t a, size_t b)
{
	size_t sum;

	return check_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

static inline size_t size_mul(size_t a, size_t b)
{
	size_t product;

	return check_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

#define array_size(a, b)		size_mul(a, b)
#define struct_size(p, member, n)	\
	size_add(sizeof(*(p)), size_mul(n, sizeof((p)->member[0])))
#define struct_size_t(type, member, n)	struct_size((type *)NULL, member, n)
#define flex_array_size(p, member, n)	size_mul(n, sizeof((p)->member[0]))

#endif
