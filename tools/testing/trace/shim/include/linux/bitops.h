/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_BITOPS_H
#define _SHIM_LINUX_BITOPS_H

#include <linux/bits.h>

static inline void set_bit(unsigned long nr, unsigned long *p)
{
	shim_step();
	__atomic_fetch_or(&p[BIT_WORD(nr)], BIT_MASK(nr), __ATOMIC_RELAXED);
}

static inline void clear_bit(unsigned long nr, unsigned long *p)
{
	shim_step();
	__atomic_fetch_and(&p[BIT_WORD(nr)], ~BIT_MASK(nr), __ATOMIC_RELAXED);
}

static inline bool test_bit(unsigned long nr, const unsigned long *p)
{
	shim_step();
	return __atomic_load_n(&p[BIT_WORD(nr)], __ATOMIC_RELAXED) & BIT_MASK(nr);
}

static inline bool test_and_set_bit(unsigned long nr, unsigned long *p)
{
	shim_step();
	return __atomic_fetch_or(&p[BIT_WORD(nr)], BIT_MASK(nr), __ATOMIC_SEQ_CST) & BIT_MASK(nr);
}

static inline bool test_and_clear_bit(unsigned long nr, unsigned long *p)
{
	shim_step();
	return __atomic_fetch_and(&p[BIT_WORD(nr)], ~BIT_MASK(nr), __ATOMIC_SEQ_CST) &
	       BIT_MASK(nr);
}

#define assign_bit(nr, p, val)	((val) ? set_bit((nr), (p)) : clear_bit((nr), (p)))

static inline void __set_bit(unsigned long nr, unsigned long *p)
{
	p[BIT_WORD(nr)] |= BIT_MASK(nr);
}

static inline void __clear_bit(unsigned long nr, unsigned long *p)
{
	p[BIT_WORD(nr)] &= ~BIT_MASK(nr);
}

static inline unsigned long find_next_bit(const unsigned long *p, unsigned long size,
					  unsigned long from)
{
	while (from < size) {
		unsigned long word = p[BIT_WORD(from)] >> from % BITS_PER_LONG;

		if (word) {
			from += __builtin_ctzl(word);
			break;
		}
		from += BITS_PER_LONG - from % BITS_PER_LONG;
	}
	return from < size ? from : size;
}

#define find_first_bit(p, size)	find_next_bit((p), (size), 0)

#define for_each_set_bit(bit, p, size)					\
	for ((bit) = find_next_bit((p), (size), 0); (bit) < (size);	\
	     (bit) = find_next_bit((p), (size), (bit) + 1))

/* Return the index of the highest set bit, counted from 1; 0 if no bit is set. */
static inline int fls(unsigned int x)
{
	return x ? 32 - __builtin_clz(x) : 0;
}

static inline int fls64(u64 x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}

static inline unsigned long __ffs(unsigned long x)
{
	return __builtin_ctzl(x);
}

static inline unsigned int __ffs64(u64 x)
{
	return __builtin_ctzll(x);
}

static inline unsigned long __fls(unsigned long x)
{
	return BITS_PER_LONG - 1 - __builtin_clzl(x);
}

#define hweight32(x)	((unsigned int)__builtin_popcount(x))
#define hweight64(x)	((unsigned int)__builtin_popcountll(x))

static inline s64 sign_extend64(u64 value, int index)
{
	return (s64)(value << (63 - index)) >> (63 - index);
}

#endif
