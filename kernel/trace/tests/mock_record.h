/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Store numbers in the records of mock events.
 *
 * Depends on kernel headers only, so the unit tests in user space include this file as well.
 * Takes no locks.
 */
#ifndef _TRACE_MOCK_RECORD_H
#define _TRACE_MOCK_RECORD_H

#include <linux/types.h>
#include <linux/unaligned.h>

/**
 * mock_store_number - Store a number of a given size at an unaligned address
 * @dst: destination, needs no alignment
 * @size: size of the number in bytes: 1, 2, 4 or 8; nothing is stored for another size
 * @val: value, truncated to @size bytes
 *
 * Context: Any. The caller must own the @size bytes at @dst.
 */
static inline void mock_store_number(void *dst, unsigned int size, u64 val)
{
	switch (size) {
	case 1:
		*(u8 *)dst = val;
		break;
	case 2:
		put_unaligned((u16)val, (u16 *)dst);
		break;
	case 4:
		put_unaligned((u32)val, (u32 *)dst);
		break;
	case 8:
		put_unaligned(val, (u64 *)dst);
		break;
	}
}

#endif /* _TRACE_MOCK_RECORD_H */
