/* SPDX-License-Identifier: GPL-2.0 */
/* Events of modules. */
#ifndef _TRACE_EVENTS_MODULE_H
#define _TRACE_EVENTS_MODULE_H

struct trace_event_call;

void event_modules_watch(void);
bool event_module_is_loading(const struct trace_event_call *call);

#endif /* _TRACE_EVENTS_MODULE_H */
