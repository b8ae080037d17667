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

#define IS_ENABLED(option)	0

#endif
