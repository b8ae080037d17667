/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_UACCESS_H
#define _SHIM_LINUX_UACCESS_H

#include <linux/compiler.h>
#include <linux/string.h>
#include <linux/types.h>

/* User space ends here, as on x86-64. */
#define TASK_SIZE_MAX	((1UL << 47) - 4096)

/* Any address is allowed: an unreadable one returns -EFAULT. */
long strncpy_from_kernel_nofault(char *dst, const void *addr, long count);
long strncpy_from_user_nofault(char *dst, const void __user *addr, long count);
long copy_from_kernel_nofault(void *dst, const void *addr, size_t size);

/* Bytes that copy_to_user() can still write before it faults; unlimited by default. */
extern size_t shim_user_room;

/* Return the number of bytes that were not copied. */
static inline unsigned long copy_to_user(void __user *to, const void *from, unsigned long size)
{
	unsigned long n = size < shim_user_room ? size : shim_user_room;

	memcpy(to, from, n);
	if (shim_user_room != SIZE_MAX)
		shim_user_room -= n;
	return size - n;
}

/* @from is trusted: the caller is the test. */
static inline void *memdup_user_nul(const void __user *from, size_t len)
{
	char *p = kmemdup_nul(from, len, GFP_KERNEL);

	return p ?: ERR_PTR(-ENOMEM);
}

#endif
