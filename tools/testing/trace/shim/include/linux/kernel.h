/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_KERNEL_H
#define _SHIM_LINUX_KERNEL_H

#include <asm/byteorder.h>
#include <linux/array_size.h>
#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/container_of.h>
#include <linux/err.h>
#include <linux/kstrtox.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/printk.h>
#include <linux/sprintf.h>
#include <linux/types.h>

#define might_sleep()		shim_might_sleep(__FILE__, __LINE__)

/* 1 for an option that a header of the shim defines as 1, else 0, as SHIM_PAIR_... is no macro. */
#define SHIM_PAIR_1		0,
#define SHIM_SECOND(a, b, ...)	b
#define SHIM_IS_PAIR(pair)	SHIM_SECOND(pair 1, 0)
#define SHIM_IS_1(value)	SHIM_IS_PAIR(SHIM_PAIR_##value)
#define IS_ENABLED(option)	SHIM_IS_1(option)

#endif
