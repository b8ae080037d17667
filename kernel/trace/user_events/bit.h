/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bits in the memory of processes.
 */
#ifndef _TRACE_USER_EVENTS_BIT_H
#define _TRACE_USER_EVENTS_BIT_H

#include <linux/bits.h>
#include <linux/kconfig.h>
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

/**
 * user_bit_place - where a bit is, whatever word it is taken for a part of
 * @where: the bit
 *
 * Return: a number that the same bit alone has, counting the bits of an address space.
 */
static inline u64 user_bit_place(const struct user_bit *where)
{
	unsigned int byte = where->bit / BITS_PER_BYTE;

	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		byte = where->size - 1 - byte;
	return ((u64)where->addr + byte) * BITS_PER_BYTE + where->bit % BITS_PER_BYTE;
}

bool user_bit_put(struct mm_struct *mm, const struct user_bit *where, bool on);
int user_bit_bring_in(struct mm_struct *mm, unsigned long addr);
int user_bit_await(struct mm_struct *mm, unsigned long addr);

#endif /* _TRACE_USER_EVENTS_BIT_H */
