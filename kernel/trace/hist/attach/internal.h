/* SPDX-License-Identifier: GPL-2.0 */
/* Steps of attaching a histogram, in the order of attach.c. Private to hist/attach/. */
#ifndef _TRACE_HIST_ATTACH_INTERNAL_H
#define _TRACE_HIST_ATTACH_INTERNAL_H

#include "attach.h"

struct trace_event_call;

/* cycle.c */
int hist_check_cycle(const struct hist_trigger_data *data, const struct trace_event_call *call);

/* pin.c */
int hist_pin_arena(const struct hist_program *program);
int hist_pin(struct hist_trigger_data *data, struct hist_pin_failure *failure);
void hist_unpin(struct hist_trigger_data *data);
void hist_reset_actions(struct hist_trigger_data *data, const struct tracing_map *map);

void hist_get_dependencies(struct hist_trigger_data *data);
void hist_put_dependencies(struct hist_trigger_data *data);

#endif /* _TRACE_HIST_ATTACH_INTERNAL_H */
