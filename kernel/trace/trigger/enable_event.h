/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Pin the target event of a trigger while the trigger exists. For enable_event, disable_event,
 * enable_hist and disable_hist.
 */
#ifndef _TRACE_TRIGGER_ENABLE_EVENT_H
#define _TRACE_TRIGGER_ENABLE_EVENT_H

#include "trigger.h"

int trigger_get_target(struct event_trigger_data *trigger, struct trigger_request *req,
		       const struct trigger_spec *spec);
void trigger_put_target(struct event_trigger_data *trigger);

#endif /* _TRACE_TRIGGER_ENABLE_EVENT_H */
