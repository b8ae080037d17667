/* SPDX-License-Identifier: GPL-2.0 */
/* Print the state of the histograms of an instance. */
#ifndef _TRACE_HIST_CONTROL_LIST_H
#define _TRACE_HIST_CONTROL_LIST_H

#include <linux/seq_file.h>

struct trace_array;

void hist_list(struct seq_file *m, const struct trace_array *tr);

#endif /* _TRACE_HIST_CONTROL_LIST_H */
