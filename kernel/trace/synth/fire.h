/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Emit a synthetic event: the functions for callers, as the histograms, that do not need the
 * definition of struct synth_event.
 */
#ifndef _TRACE_SYNTH_FIRE_H
#define _TRACE_SYNTH_FIRE_H

#include <linux/types.h>

struct synth_event;

bool synth_has_listeners(const struct synth_event *event);
void synth_emit(const struct synth_event *event, const u64 *vals);

#endif /* _TRACE_SYNTH_FIRE_H */
