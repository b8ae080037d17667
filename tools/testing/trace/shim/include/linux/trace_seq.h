/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_TRACE_SEQ_H
#define _SHIM_LINUX_TRACE_SEQ_H

#include <linux/bitops.h>
#include <linux/seq_buf.h>
#include <linux/types.h>

/* Tests do not print records. */
struct trace_seq {
	struct seq_buf seq;
};

struct trace_print_flags {
	unsigned long mask;
	const char *name;
};

static inline void __printf(2, 3) trace_seq_printf(struct trace_seq *s, const char *fmt, ...)
{
}

static inline void trace_seq_init(struct trace_seq *s)
{
}

static inline void trace_seq_puts(struct trace_seq *s, const char *str)
{
}

static inline void trace_seq_putc(struct trace_seq *s, unsigned char c)
{
}

static inline const char *trace_print_flags_seq(struct trace_seq *s, const char *between,
						unsigned long flags,
						const struct trace_print_flags *names)
{
	return "";
}

#endif
