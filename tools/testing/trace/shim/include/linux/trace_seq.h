/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_TRACE_SEQ_H
#define _SHIM_LINUX_TRACE_SEQ_H

#include <linux/bitops.h>
#include <linux/seq_buf.h>
#include <linux/types.h>

#define TRACE_SEQ_SIZE		8192
#define TRACE_SEQ_BUFFER_SIZE	(TRACE_SEQ_SIZE - \
	(sizeof(struct seq_buf) + sizeof(size_t) + sizeof(int)))

/* As in the kernel, text that does not fit as a whole is dropped, and so is all text after it. */
struct trace_seq {
	char buffer[TRACE_SEQ_BUFFER_SIZE];
	struct seq_buf seq;
	bool full;
};

struct trace_print_flags {
	unsigned long mask;
	const char *name;
};

static inline void trace_seq_init(struct trace_seq *s)
{
	seq_buf_init(&s->seq, s->buffer, sizeof(s->buffer));
	s->full = false;
}

static inline void __printf(2, 3) trace_seq_printf(struct trace_seq *s, const char *fmt, ...)
{
	unsigned int left = seq_buf_buffer_left(&s->seq);
	va_list args;
	int len;

	if (s->full)
		return;
	va_start(args, fmt);
	len = vsnprintf(s->buffer + s->seq.len, left, fmt, args);
	va_end(args);
	if (len < left)
		s->seq.len += len;
	else
		s->full = true;
}

static inline void trace_seq_puts(struct trace_seq *s, const char *str)
{
	trace_seq_printf(s, "%s", str);
}

static inline void trace_seq_putc(struct trace_seq *s, unsigned char c)
{
	trace_seq_printf(s, "%c", c);
}

static inline const char *trace_print_flags_seq(struct trace_seq *s, const char *between,
						unsigned long flags,
						const struct trace_print_flags *names)
{
	return "";
}

#endif
