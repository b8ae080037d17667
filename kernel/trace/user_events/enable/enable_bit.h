/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Set and clear single bits in the memory of processes.
 */
#ifndef _TRACE_USER_EVENTS_ENABLE_BIT_H
#define _TRACE_USER_EVENTS_ENABLE_BIT_H

#include <linux/bits.h>
#include <linux/kconfig.h>
#include <linux/types.h>

struct mm_struct;

/**
 * struct user_enable_bit - a bit in the memory of a process
 * @addr: address of the word that contains the bit, aligned to @size
 * @size: size of the word in bytes, 4 or 8
 * @nr: number of the bit in the word; 0 is the lowest bit
 */
struct user_enable_bit {
	unsigned long addr;
	u8 size;
	u8 nr;
};

/**
 * user_enable_bit_position - compute the position of a bit in its address space
 * @bit: the bit
 *
 * The same bit can be addressed through words of different sizes or addresses.
 *
 * Return: the position, in bits from address 0. It is equal for two struct user_enable_bit if
 * and only if they denote the same bit.
 */
static inline u64 user_enable_bit_position(const struct user_enable_bit *bit)
{
	unsigned int byte = bit->nr / BITS_PER_BYTE;

	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		byte = bit->size - 1 - byte;
	return ((u64)bit->addr + byte) * BITS_PER_BYTE + bit->nr % BITS_PER_BYTE;
}

bool user_enable_bit_update(struct mm_struct *mm, const struct user_enable_bit *bit, bool on);
int user_enable_bit_fault_in_nowait(struct mm_struct *mm, unsigned long addr);
int user_enable_bit_fault_in(struct mm_struct *mm, unsigned long addr);

#endif /* _TRACE_USER_EVENTS_ENABLE_BIT_H */
