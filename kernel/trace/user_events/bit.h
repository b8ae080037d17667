/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bits in the memory of processes.
 */
#ifndef _TRACE_USER_EVENTS_BIT_H
#define _TRACE_USER_EVENTS_BIT_H

#include <linux/types.h>

struct mm_struct;

/**
 * struct user_bit - a bit in the memory of a process
 * @addr: address of the word it is in, aligned to @size
 * @size: bytes of the word, 4 or 8
 * @bit: which bit of the word, 0 being the lowest
 */
struct user_bit {
	unsigned long addr;
	u8 size;
	u8 bit;
};

bool user_bit_put(struct mm_struct *mm, const struct user_bit *where, bool on);
int user_bit_bring_in(struct mm_struct *mm, unsigned long addr);
int user_bit_await(struct mm_struct *mm, unsigned long addr);

#endif /* _TRACE_USER_EVENTS_BIT_H */
