/* SPDX-License-Identifier: GPL-2.0 */
/* Print a histogram as the command that defines it. */
#ifndef _TRACE_HIST_SHOW_DESCRIBE_H
#define _TRACE_HIST_SHOW_DESCRIBE_H

#include <linux/seq_file.h>

#include "../program/hist_data.h"
#include "../program/interval.h"
#include "../program/status.h"

/*
 * Short names of the reasons why events are dropped, which Documentation/trace/histogram.rst
 * explains. "no frame" means that there was no free execution context.
 */
extern const char *const hist_drop_reasons[TRACING_MAP_DROP_REASONS];

void hist_describe(struct seq_file *m, const struct hist_trigger_data *data,
		   const struct hist_status *status);
void hist_describe_header(struct seq_file *m, const struct hist_trigger_data *data,
			  const struct hist_status *status, const struct hist_interval *interval);
void hist_describe_time(struct seq_file *m, u64 time, enum hist_clock clock);

#endif /* _TRACE_HIST_SHOW_DESCRIBE_H */
