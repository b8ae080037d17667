/* SPDX-License-Identifier: GPL-2.0 */
/* Tables of stacks of attached histograms. Private to hist/attach/ and its tests. */
#ifndef _TRACE_HIST_ATTACH_STACKS_H
#define _TRACE_HIST_ATTACH_STACKS_H

#include <linux/types.h>

struct hist_map_owner;
struct hist_trigger_data;

int hist_stacks_attach(struct hist_trigger_data *data, const struct hist_trigger_data *peer,
		       u32 size);
void hist_stacks_detach(struct hist_trigger_data *data);
int hist_stacks_prepare_clear(struct hist_map_owner *owner);
void hist_stacks_publish_clear(struct hist_map_owner *owner);
void hist_stacks_finish_clear(struct hist_map_owner *owner);

#endif /* _TRACE_HIST_ATTACH_STACKS_H */
