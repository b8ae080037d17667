/* SPDX-License-Identifier: GPL-2.0 */
/* Remember the histograms that were removed by truncating a trigger file. */
#ifndef _TRACE_HIST_ATTACH_TRUNCATE_H
#define _TRACE_HIST_ATTACH_TRUNCATE_H

#include "../program/match.h"

struct trace_event_file;

/* Limit of remembered histograms, for all events and instances together. */
#define HIST_TRUNCATED_MAX	64

void hist_truncated_add(struct trace_event_file *file, struct hist_trigger_data *data,
			const char *filter);
bool hist_truncated_consume_exact(const struct trace_event_file *file,
				  const struct hist_match *match);
bool hist_truncated_consume(const struct trace_event_file *file, const struct hist_match *match);
void hist_truncated_forget(const struct trace_event_file *file);

#endif /* _TRACE_HIST_ATTACH_TRUNCATE_H */
