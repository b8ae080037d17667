/* SPDX-License-Identifier: GPL-2.0 */
/* Print numbers of the hist file. */
#ifndef _TRACE_HIST_SHOW_NUMBER_H
#define _TRACE_HIST_SHOW_NUMBER_H

#include <linux/types.h>

/* Minimum width of a number, in characters. */
#define HIST_NUMBER_WIDTH	10

struct seq_file;

void hist_show_number(struct seq_file *m, const char *text, size_t len, u64 val, bool is_signed);

#endif /* _TRACE_HIST_SHOW_NUMBER_H */
