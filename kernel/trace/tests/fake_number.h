/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Numbers in the records of made-up events.
 *
 * Needs no kernel but its headers, so that tests in user space use it, too.
 */
#ifndef _TRACE_FAKE_NUMBER_H
#define _TRACE_FAKE_NUMBER_H

#include <linux/types.h>
#include <linux/unaligned.h>

/**
 * fake_store_number - store a number of any size anywhere
 * @dst: where to
 * @size: its size, 1, 2, 4 or 8
 * @val: its value, cut to that size
 */
static inline void fake_store_number(void *dst, unsigned int size, u64 val)
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

#endif /* _TRACE_FAKE_NUMBER_H */
