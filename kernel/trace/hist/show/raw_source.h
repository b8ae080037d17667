/* SPDX-License-Identifier: GPL-2.0 */
/* Raw tables of attached histograms. */
#ifndef _TRACE_HIST_SHOW_RAW_SOURCE_H
#define _TRACE_HIST_SHOW_RAW_SOURCE_H

#include "raw_tables.h"

struct trace_event_file;

int hist_raw_add_histogram(struct hist_raw_tables *tables,
			   const struct trace_event_file *event_file,
			   const struct hist_trigger_data *data,
			   const struct hist_interval *interval, bool shows_addresses);

#endif /* _TRACE_HIST_SHOW_RAW_SOURCE_H */
