/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event that hits a histogram: it is counted, and who polls the file is woken.
 *
 * For who goes through the triggers of an event; exec.c knows nothing of files.
 */
#ifndef _TRACE_HIST_HIT_H
#define _TRACE_HIST_HIT_H

#include "exec.h"
#include "poll.h"

/**
 * hist_trigger_hit - count a hit
 * @data: the histogram
 * @record: the event's record
 * @caller: see hist_exec()
 *
 * Context: any, NMI included, preemption off.
 */
static __always_inline void hist_trigger_hit(const struct hist_trigger_data *data,
					     const void *record, unsigned long caller)
{
	hist_exec(data, record, caller);
	hist_file_changed();
}

#endif /* _TRACE_HIST_HIT_H */
