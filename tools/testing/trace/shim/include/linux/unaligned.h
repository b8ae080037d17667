/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_UNALIGNED_H
#define _SHIM_LINUX_UNALIGNED_H

#define get_unaligned(p)						\
({									\
	struct { typeof(*(p)) x; } __attribute__((__packed__)) const *__u = (const void *)(p); \
									\
	__u->x;								\
})

#define put_unaligned(val, p)						\
do {									\
	struct { typeof(*(p)) x; } __attribute__((__packed__)) *__u = (void *)(p); \
									\
	__u->x = (val);							\
} while (0)

#endif
