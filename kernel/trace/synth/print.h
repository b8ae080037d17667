/* SPDX-License-Identifier: GPL-2.0 */
/*
 * How synthetic events are shown.
 */
#ifndef _TRACE_SYNTH_PRINT_H
#define _TRACE_SYNTH_PRINT_H

struct seq_file;
struct synth_event;
struct synth_layout;
struct trace_event_functions;

extern struct trace_event_functions synth_event_funcs;

char *synth_print_fmt(const struct synth_layout *layout);
void synth_print_definition(struct seq_file *m, const struct synth_event *event);

#endif /* _TRACE_SYNTH_PRINT_H */
