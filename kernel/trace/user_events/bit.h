/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Set and clear single bits in the memory of processes.
 */
#ifndef _TRACE_USER_EVENTS_BIT_H
#define _TRACE_USER_EVENTS_BIT_H

#include <linux/bits.h>
#include <linux/kconfig.h>
#include <linux/types.h>

struct mm_struct;

/**
 * struct user_bit - a bit in the memory of a process
 * @addr: address of the word that contains the bit, aligned to @size
 * @size: size of the word in bytes, 4 or 8
 * @bit: number of the bit in the word; 0 is the lowest bit
 */
struct user_bit {
	unsigned long addr;
	u8 size;
	u8 bit;
};

/**
 * user_bit_place - compute the position of a bit in its address space
 * @where: the bit
 *
 * The same bit can be addressed through words of different sizes or addresses.
 *
 * Return: the position, in bits from address 0. It is equal for two struct user_bit if and only
 * if they denote the same bit.
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
