/* SPDX-License-Identifier: GPL-2.0 */
/* Registration of events. */
#ifndef _TRACE_EVENTS_CALL_H
#define _TRACE_EVENTS_CALL_H

struct module;
struct trace_event_call;

/* Built-in events: addresses that the linker collects in the section _ftrace_events. */
extern struct trace_event_call *__start_ftrace_events[];
extern struct trace_event_call *__stop_ftrace_events[];

int event_call_register(struct trace_event_call *call, struct module *mod);
void event_call_unregister(struct trace_event_call *call);

#endif /* _TRACE_EVENTS_CALL_H */
