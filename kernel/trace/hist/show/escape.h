/* SPDX-License-Identifier: GPL-2.0 */
/* Print strings of events with escapes, so that they cannot be mistaken for parts of a table. */
#ifndef _TRACE_HIST_SHOW_ESCAPE_H
#define _TRACE_HIST_SHOW_ESCAPE_H

#include <linux/types.h>

struct seq_file;

void hist_show_string(struct seq_file *m, const char *text, size_t max, unsigned int width);

#endif /* _TRACE_HIST_SHOW_ESCAPE_H */
