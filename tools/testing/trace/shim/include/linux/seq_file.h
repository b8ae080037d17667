/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A seq_file that stores its output in a buffer of the test. The test
 * zero-initializes it and sets the buffer and its size. As in the kernel, text
 * that does not fit sets the overflow state.
 */
#ifndef _SHIM_LINUX_SEQ_FILE_H
#define _SHIM_LINUX_SEQ_FILE_H

#include <linux/compiler.h>
#include <linux/list.h>
#include <linux/string.h>
#include <linux/types.h>
#include <stdarg.h>

struct seq_file {
	char *buf;
	size_t size;
	size_t count;
	size_t pad_until;
	void *private;
};

struct seq_operations {
	void *(*start)(struct seq_file *m, loff_t *pos);
	void (*stop)(struct seq_file *m, void *v);
	void *(*next)(struct seq_file *m, void *v, loff_t *pos);
	int (*show)(struct seq_file *m, void *v);
};

static inline struct list_head *seq_list_start(struct list_head *head, loff_t pos)
{
	struct list_head *entry;

	for (entry = head->next; entry != head; entry = entry->next)
		if (!pos--)
			return entry;
	return NULL;
}

static inline struct list_head *seq_list_next(void *v, struct list_head *head, loff_t *pos)
{
	struct list_head *entry = ((struct list_head *)v)->next;

	++*pos;
	return entry != head ? entry : NULL;
}

static inline bool seq_has_overflowed(struct seq_file *m)
{
	return m->count == m->size;
}

static inline size_t seq_get_buf(struct seq_file *m, char **buf)
{
	*buf = m->buf + m->count;
	return m->size - m->count;
}

static inline void seq_commit(struct seq_file *m, int len)
{
	m->count = len < 0 ? m->size : m->count + len;
}

static inline int seq_write(struct seq_file *m, const void *data, size_t len)
{
	if (m->count + len >= m->size) {
		m->count = m->size;
		return -1;
	}
	memcpy(m->buf + m->count, data, len);
	m->count += len;
	m->buf[m->count] = '\0';
	return 0;
}

static inline void seq_putc(struct seq_file *m, char c)
{
	seq_write(m, &c, 1);
}

static inline void seq_puts(struct seq_file *m, const char *s)
{
	seq_write(m, s, strlen(s));
}

static inline void seq_setwidth(struct seq_file *m, size_t size)
{
	m->pad_until = m->count + size;
}

static inline void seq_pad(struct seq_file *m, char c)
{
	while (m->count < m->pad_until && !seq_has_overflowed(m))
		seq_putc(m, ' ');
	if (c)
		seq_putc(m, c);
}

void seq_vprintf(struct seq_file *m, const char *fmt, va_list args) __printf(2, 0);
void seq_printf(struct seq_file *m, const char *fmt, ...) __printf(2, 3);

#endif
