/* SPDX-License-Identifier: GPL-2.0 */
/* Print the numbers that one key stands for, with the modifier .buckets or .lhist. */
#ifndef _TRACE_HIST_SHOW_RANGE_H
#define _TRACE_HIST_SHOW_RANGE_H

#include "../program/hist_data.h"

struct seq_file;

void hist_show_range(struct seq_file *m, const struct hist_value *value, u64 val);

#endif /* _TRACE_HIST_SHOW_RANGE_H */
