/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Emit synthetic events to their consumers.
 *
 * Each consumer has a probe registered with the event's tracepoint. The data of the probe is
 * the trace_event_file for an instance that records the event or has triggers on it, and the
 * trace_event_call for perf.
 */
#ifndef _TRACE_SYNTH_PROBE_H
#define _TRACE_SYNTH_PROBE_H

#include <linux/trace_events.h>
#include <linux/types.h>

#include "../event.h"
#include "emit.h"

void synth_emit_to(const struct synth_event *event, const struct trace_event_file *file,
		   const u64 *vals);

void synth_probe_file(void *data, const u64 *vals);
bool synth_file_enabled(const struct synth_event *event, struct trace_event_file *file);

#ifdef CONFIG_PERF_EVENTS
void synth_probe_perf(void *data, const u64 *vals);
bool synth_perf_enabled(const struct synth_event *event);
#else
static inline void synth_probe_perf(void *data, const u64 *vals) { }
static inline bool synth_perf_enabled(const struct synth_event *event)
{
	return false;
}
#endif

#endif /* _TRACE_SYNTH_PROBE_H */
