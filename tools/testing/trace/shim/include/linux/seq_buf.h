/* SPDX-License-Identifier: GPL-2.0-only */
/* As in the kernel, text that does not fit sets the overflow state. */
#ifndef _SHIM_LINUX_SEQ_BUF_H
#define _SHIM_LINUX_SEQ_BUF_H

#include <linux/compiler.h>
#include <linux/types.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct seq_buf {
	char *buffer;
	size_t size;
	size_t len;
};

static inline void seq_buf_init(struct seq_buf *s, char *buf, unsigned int size)
{
	*s = (struct seq_buf){ .buffer = buf, .size = size };
}

static inline unsigned int seq_buf_buffer_left(struct seq_buf *s)
{
	return s->len < s->size ? s->size - s->len : 0;
}

static inline bool seq_buf_has_overflowed(struct seq_buf *s)
{
	return s->len > s->size;
}

static inline int seq_buf_putc(struct seq_buf *s, unsigned char c)
{
	if (s->len >= s->size) {
		s->len = s->size + 1;
		return -1;
	}
	s->buffer[s->len++] = c;
	return 0;
}

/* Append the whole string, or nothing unless a NUL fits behind it as well. */
static inline int seq_buf_puts(struct seq_buf *s, const char *str)
{
	size_t len = strlen(str) + 1;

	if (s->len + len > s->size) {
		s->len = s->size + 1;
		return -1;
	}
	memcpy(s->buffer + s->len, str, len);
	s->len += len - 1;
	return 0;
}

static inline int __printf(2, 3) seq_buf_printf(struct seq_buf *s, const char *fmt, ...)
{
	va_list args;
	int len;

	if (s->len >= s->size)
		return -1;
	va_start(args, fmt);
	len = vsnprintf(s->buffer + s->len, s->size - s->len, fmt, args);
	va_end(args);
	if (s->len + len >= s->size) {
		s->len = s->size + 1;
		return -1;
	}
	s->len += len;
	return 0;
}

/* Terminate the text. If the buffer is full, the NUL replaces the last byte. */
static inline const char *seq_buf_str(struct seq_buf *s)
{
	s->buffer[s->len < s->size ? s->len : s->size - 1] = '\0';
	return s->buffer;
}

#endif
