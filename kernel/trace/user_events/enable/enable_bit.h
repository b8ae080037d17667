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

/* Address of the byte that contains a bit. */
static inline unsigned long user_enable_bit_byte(const struct user_enable_bit *bit)
{
	unsigned int byte = bit->nr / BITS_PER_BYTE;

	if (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN))
		byte = bit->size - 1 - byte;
	return bit->addr + byte;
}

/**
 * user_enable_bit_compare - compare the positions of two bits in their address space
 * @a: a bit
 * @b: another one
 *
 * The same bit can be addressed through words of different sizes or addresses. The number of a bit
 * from address 0 need not fit into 64 bits: s390 has addresses of 64 bits.
 *
 * Return: negative, 0 or positive if @a is before, at or behind the position of @b.
 */
static inline int user_enable_bit_compare(const struct user_enable_bit *a,
					  const struct user_enable_bit *b)
{
	unsigned long byte = user_enable_bit_byte(a), other = user_enable_bit_byte(b);

	if (byte != other)
		return byte < other ? -1 : 1;
	return a->nr % BITS_PER_BYTE - b->nr % BITS_PER_BYTE;
}

bool user_enable_bit_update(struct mm_struct *mm, const struct user_enable_bit *bit, bool on);
int user_enable_bit_fault_in_nowait(struct mm_struct *mm, unsigned long addr);
int user_enable_bit_fault_in(struct mm_struct *mm, unsigned long addr);

#endif /* _TRACE_USER_EVENTS_ENABLE_BIT_H */
