/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_MINMAX_H
#define _SHIM_LINUX_MINMAX_H

#include <linux/types.h>

/* Unlike the kernel's macros, these do not check that the signedness agrees. */
#define min(a, b)			\
({					\
	typeof(a) __min_a = (a);	\
	typeof(b) __min_b = (b);	\
					\
	__min_a < __min_b ? __min_a : __min_b;	\
})
#define max(a, b)			\
({					\
	typeof(a) __max_a = (a);	\
	typeof(b) __max_b = (b);	\
					\
	__max_a > __max_b ? __max_a : __max_b;	\
})
#define umin(a, b)		min((u64)(a), (u64)(b))
#define umax(a, b)		max((u64)(a), (u64)(b))
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define max_t(type, a, b)	max((type)(a), (type)(b))
#define min3(a, b, c)		min(min(a, b), c)
#define max3(a, b, c)		max(max(a, b), c)
#define clamp(v, lo, hi)	min(max(v, lo), hi)
#define clamp_t(type, v, lo, hi)	clamp((type)(v), (type)(lo), (type)(hi))
#define swap(a, b)			\
do {					\
	typeof(a) __swap = (a);		\
					\
	(a) = (b);			\
	(b) = __swap;			\
} while (0)

#endif
