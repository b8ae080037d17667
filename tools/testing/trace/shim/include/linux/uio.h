/* SPDX-License-Identifier: GPL-2.0-only */
/* The source of a write: one range of user memory. */
#ifndef _SHIM_LINUX_UIO_H
#define _SHIM_LINUX_UIO_H

#include <linux/uaccess.h>

struct iov_iter {
	const void __user *from;
	size_t count;
};

static inline size_t iov_iter_count(const struct iov_iter *iter)
{
	return iter->count;
}

static inline bool copy_from_iter_full(void *to, size_t size, struct iov_iter *iter)
{
	if (size > iter->count || copy_from_user(to, iter->from, size))
		return false;
	iter->from += size;
	iter->count -= size;
	return true;
}

#endif
