/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_UACCESS_H
#define _SHIM_LINUX_UACCESS_H

#include <linux/compiler.h>
#include <linux/kernel.h>
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

#define might_fault()	might_sleep()

/* Return whether @size bytes at @from are in shim_user_memory. */
static inline bool shim_is_user(const void __user *from, unsigned long size)
{
	const char *start = from;

	return start >= shim_user_memory && start <= shim_user_memory_end &&
	       size <= shim_user_memory_end - start;
}

/* Copy what is in shim_user_memory. Return the number of bytes that were not copied. */
static inline unsigned long copy_from_user(void *to, const void __user *from, unsigned long size)
{
	unsigned long n = size;

	might_fault();
	while (n && !shim_is_user(from, n))
		n--;
	memcpy(to, from, n);
	return size - n;
}

/* Set between user_read_access_begin() and user_read_access_end(), for unsafe_get_user(). */
extern __thread bool shim_user_access;

static inline bool user_read_access_begin(const void __user *from, unsigned long size)
{
	shim_user_access = (unsigned long)from <= TASK_SIZE_MAX &&
			   size <= TASK_SIZE_MAX - (unsigned long)from;
	return shim_user_access;
}

static inline void user_read_access_end(void)
{
	shim_user_access = false;
}

#define unsafe_get_user(x, from, label)					\
do {									\
	if (!shim_user_access || !shim_is_user(from, sizeof(*(from))))	\
		goto label;						\
	memcpy(&(x), from, sizeof(*(from)));				\
} while (0)

/* As on x86. */
#define CONFIG_HAVE_EFFICIENT_UNALIGNED_ACCESS	1

/* @from is trusted: the caller is the test. */
static inline void *memdup_user_nul(const void __user *from, size_t len)
{
	char *p = kmemdup_nul(from, len, GFP_KERNEL);

	return p ?: ERR_PTR(-ENOMEM);
}

#endif
