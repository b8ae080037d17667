/* SPDX-License-Identifier: GPL-2.0 */
/* Pause or resume the histograms of another event when an event occurs. */
#ifndef _TRACE_HIST_RUN_PAUSE_H
#define _TRACE_HIST_RUN_PAUSE_H

struct event_trigger_data;
struct ring_buffer_event;
struct trace_buffer;

void hist_resume_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
		     void *record, struct ring_buffer_event *event);
void hist_pause_hit(struct event_trigger_data *trigger, struct trace_buffer *buffer,
		    void *record, struct ring_buffer_event *event);

#endif /* _TRACE_HIST_RUN_PAUSE_H */
