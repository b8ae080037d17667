/* SPDX-License-Identifier: GPL-2.0 */
/* Boot parameters trace_event= and trace_trigger=. */
#ifndef _TRACE_EVENTS_BOOT_H
#define _TRACE_EVENTS_BOOT_H

#include <linux/init.h>

struct module;
struct trace_array;

void event_boot_enable(struct trace_array *tr);
void event_boot_set_triggers(const struct module *mod);

#endif /* _TRACE_EVENTS_BOOT_H */
