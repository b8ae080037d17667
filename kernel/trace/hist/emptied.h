/* SPDX-License-Identifier: GPL-2.0 */
/* Remember the histograms that were removed by truncating a trigger file. */
#ifndef _TRACE_HIST_EMPTIED_H
#define _TRACE_HIST_EMPTIED_H

#include "wanted.h"

struct trace_event_file;

/* Limit of remembered histograms, for all events and instances together. */
#define HIST_EMPTIED_MAX	64

void hist_emptied_add(struct trace_event_file *file, struct hist_trigger_data *data,
		      const char *filter);
bool hist_emptied_take(const struct trace_event_file *file, const struct hist_wanted *wanted);
void hist_emptied_forget(const struct trace_event_file *file);

#endif /* _TRACE_HIST_EMPTIED_H */
