/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_LIMITS_H
#define _SHIM_LINUX_LIMITS_H

#include_next <linux/limits.h>

/* The compiler's limits.h, which has INT_MAX, reaches this file as well. */
#ifndef INT_MAX
#define INT_MAX		__INT_MAX__
#define INT_MIN		(-INT_MAX - 1)
#define UINT_MAX	(~0U)
#define LONG_MAX	__LONG_MAX__
#define LONG_MIN	(-LONG_MAX - 1)
#define ULONG_MAX	(~0UL)
#endif
#define U8_MAX		((__u8)~0U)
#define U16_MAX		((__u16)~0U)
#define U32_MAX		((__u32)~0U)
#define U64_MAX		((__u64)~0ULL)
#define S8_MAX		((__s8)(U8_MAX >> 1))
#define S16_MAX		((__s16)(U16_MAX >> 1))
#define S32_MAX		((__s32)(U32_MAX >> 1))
#define S64_MAX		((__s64)(U64_MAX >> 1))
#define S64_MIN		((__s64)(-S64_MAX - 1))

#include <linux/types.h>

#endif
