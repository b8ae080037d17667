/* SPDX-License-Identifier: GPL-2.0 */
/* The commands enable_event and disable_event of set_ftrace_filter. */
#ifndef _TRACE_EVENTS_FUNCTION_COMMAND_H
#define _TRACE_EVENTS_FUNCTION_COMMAND_H

#ifdef CONFIG_DYNAMIC_FTRACE
void event_functions_release(void);
#else
static inline void event_functions_release(void) { }
#endif

#endif /* _TRACE_EVENTS_FUNCTION_COMMAND_H */
