/* SPDX-License-Identifier: GPL-2.0-only */
/* Build long definitions piece by piece. */
#ifndef _TRACE_TEXT_STRING_BUILDER_H
#define _TRACE_TEXT_STRING_BUILDER_H

#include <linux/seq_file.h>

/*
 * More than the longest accepted definition, and the maximum length of a
 * command.
 */
#define TEXT_MAX	65536

static char built[2 * TEXT_MAX];
static struct seq_file build = { .buf = built, .size = sizeof(built) };

static inline void start(const char *text)
{
	build.count = 0;
	seq_puts(&build, text);
}

static inline void repeat(const char *text, unsigned int n)
{
	while (n--)
		seq_puts(&build, text);
}

#endif /* _TRACE_TEXT_STRING_BUILDER_H */
