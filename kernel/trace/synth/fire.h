/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Firing a synthetic event, for who knows no more of it.
 */
#ifndef _TRACE_SYNTH_FIRE_H
#define _TRACE_SYNTH_FIRE_H

#include <linux/types.h>

struct synth_event;

bool synth_has_listeners(const struct synth_event *event);
void synth_emit(const struct synth_event *event, const u64 *vals);

#endif /* _TRACE_SYNTH_FIRE_H */
