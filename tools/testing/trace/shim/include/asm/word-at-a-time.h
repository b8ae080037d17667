/* SPDX-License-Identifier: GPL-2.0 */
/* Find the first NUL byte in a word, in either byte order. */
#ifndef _ASM_WORD_AT_A_TIME_H
#define _ASM_WORD_AT_A_TIME_H

struct word_at_a_time {
	unsigned long ones;
};

#define WORD_AT_A_TIME_CONSTANTS	{ ~0UL / 0xff }

#ifdef __BIG_ENDIAN__

/* Bit 7 of each zero byte is set. */
static inline unsigned long has_zero(unsigned long word, unsigned long *bits,
				     const struct word_at_a_time *c)
{
	unsigned long low_bits = 0x7f * c->ones;

	*bits = ~(((word & low_bits) + low_bits) | word | low_bits);
	return *bits;
}

#define prep_zero_mask(word, bits, c)	(bits)
#define create_zero_mask(bits)		(bits)

/* Mask of all bytes before the first zero byte, which has the highest bit of @bits. */
static inline unsigned long zero_bytemask(unsigned long bits)
{
	unsigned int n = __builtin_clzl(bits);

	return n ? ~0UL << (8 * sizeof(bits) - n) : 0;
}

#else

/* Bit 7 of the first zero byte is set, and possibly of later bytes as well. */
static inline unsigned long has_zero(unsigned long word, unsigned long *bits,
				     const struct word_at_a_time *c)
{
	*bits = (word - c->ones) & ~word & c->ones << 7;
	return *bits;
}

#define prep_zero_mask(word, bits, c)	(bits)
#define create_zero_mask(bits)		(bits)

/* Mask of all bytes before the first zero byte. */
static inline unsigned long zero_bytemask(unsigned long bits)
{
	return ((bits - 1) & ~bits) >> 7;
}

#endif /* __BIG_ENDIAN__ */

#endif /* _ASM_WORD_AT_A_TIME_H */
