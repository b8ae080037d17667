/* SPDX-License-Identifier: GPL-2.0 */
/* Events of modules. */
#ifndef _TRACE_EVENTS_MODULE_H
#define _TRACE_EVENTS_MODULE_H

void event_modules_watch(void);

#endif /* _TRACE_EVENTS_MODULE_H */
