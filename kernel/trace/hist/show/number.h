/* SPDX-License-Identifier: GPL-2.0 */
/* Print numbers of the hist file. */
#ifndef _TRACE_HIST_SHOW_NUMBER_H
#define _TRACE_HIST_SHOW_NUMBER_H

#include <linux/types.h>

/* Minimum and maximum width of a number, in characters. */
#define HIST_NUMBER_WIDTH	10
#define HIST_NUMBER_WIDTH_MAX	20

struct seq_file;

char *hist_put_number(char *to, u64 val, bool is_signed);
void hist_show_number(struct seq_file *m, u64 val, bool is_signed);

#endif /* _TRACE_HIST_SHOW_NUMBER_H */
