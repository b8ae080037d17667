/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Synthetic events, for code in kernel/trace/: define and find them. Functions that emit them are
 * in synth/run/emit.h.
 *
 * Kernel code outside of kernel/trace/ uses include/linux/trace_events.h. synth_event_delete() is
 * declared there and serves both.
 */
#ifndef _TRACE_SYNTH_H
#define _TRACE_SYNTH_H

#include "synth/event.h"

struct module;
struct trace_suggestion;

struct synth_event *find_synth_event(const char *name);
void suggest_synth_events(struct trace_suggestion *suggestion);
int synth_event_define(const char *definition, struct module *owner);

#endif /* _TRACE_SYNTH_H */
