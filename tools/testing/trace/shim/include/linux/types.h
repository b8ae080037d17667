/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The C library's own headers include <linux/types.h> and find this file first,
 * so it includes the real one at its beginning. errno.h and limits.h do the
 * same.
 */
#ifndef _SHIM_LINUX_TYPES_H
#define _SHIM_LINUX_TYPES_H

/* Here, because every file includes this header. */
#define CONFIG_CGROUPS	1

#include_next <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include <linux/compiler.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef __u64 u64;
typedef __s8 s8;
typedef __s16 s16;
typedef __s32 s32;
typedef __s64 s64;

typedef int s128 __attribute__((__mode__(__TI__)));
typedef unsigned int u128 __attribute__((__mode__(__TI__)));

typedef unsigned int gfp_t;

typedef struct {
	int counter;
} atomic_t;

typedef struct {
	s64 counter;
} atomic64_t;

typedef struct {
	long counter;
} atomic_long_t;

struct callback_head {
	struct callback_head *next;
	void (*func)(struct callback_head *head);
};

#define BITS_PER_LONG __LONG_WIDTH__

#endif
