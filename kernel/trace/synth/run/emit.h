/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Emit a synthetic event: the functions for callers, such as the histograms, that do not need the
 * definition of struct synth_event.
 */
#ifndef _TRACE_SYNTH_EMIT_H
#define _TRACE_SYNTH_EMIT_H

#include <linux/types.h>

struct synth_event;

bool synth_event_enabled(const struct synth_event *event);
void synth_emit(const struct synth_event *event, const u64 *vals);

#endif /* _TRACE_SYNTH_EMIT_H */
