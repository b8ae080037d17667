/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Display of user events: records, definitions and "print fmt".
 */
#ifndef _TRACE_USER_EVENTS_DEFINE_PRINT_H
#define _TRACE_USER_EVENTS_DEFINE_PRINT_H

struct seq_file;
struct trace_event_functions;
struct user_event_layout;

extern struct trace_event_functions user_event_funcs;

char *user_event_print_fmt(const struct user_event_layout *layout);
void user_event_print_definition(struct seq_file *m, const struct user_event_layout *layout);

#endif /* _TRACE_USER_EVENTS_DEFINE_PRINT_H */
