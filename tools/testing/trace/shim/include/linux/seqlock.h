/* SPDX-License-Identifier: GPL-2.0-only */
/* Readers never run concurrently with a writer here, so no read is retried. */
#ifndef _SHIM_LINUX_SEQLOCK_H
#define _SHIM_LINUX_SEQLOCK_H

#include <linux/bug.h>
#include <linux/compiler.h>

typedef struct {
	unsigned int sequence;
} seqcount_t;

#define seqcount_init(s)		((void)((s)->sequence = 0))
#define raw_write_seqcount_begin(s)	WRITE_ONCE((s)->sequence, (s)->sequence + 1)
#define raw_write_seqcount_end(s)	WRITE_ONCE((s)->sequence, (s)->sequence + 1)
#define read_seqcount_begin(s)						\
({									\
	unsigned int __seq = READ_ONCE((s)->sequence);			\
									\
	BUG_ON(__seq % 2);						\
	__seq;								\
})
#define raw_read_seqcount(s)		READ_ONCE((s)->sequence)
#define read_seqcount_retry(s, seq)	(READ_ONCE((s)->sequence) != (seq))

#endif
