/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Intervals of attached histograms. A reader takes them in steps:
 *
 *	hist_interval_lock()
 *	event_mutex:	hist_interval_prepare() for each histogram; may fail, changes nothing then
 *			hist_interval_cut() for each of them
 *	wait for a grace period, without event_mutex
 *	event_mutex:	hist_interval_take() for each of them; may fail and be repeated
 *	hist_interval_unlock()
 *
 * A histogram can be cleared or removed during the grace period.
 */
#ifndef _TRACE_HIST_ATTACH_INTERVAL_H
#define _TRACE_HIST_ATTACH_INTERVAL_H

#include "../program/hist_data.h"
#include "../program/interval.h"
#include "owner.h"

void hist_interval_lock(void);
void hist_interval_unlock(void);
int hist_interval_prepare(struct hist_trigger_data *data);
void hist_interval_cut(struct hist_trigger_data *data);
int hist_interval_take(struct hist_trigger_data *data, struct hist_interval *interval);
void hist_interval_give_back(struct hist_trigger_data *data, struct hist_interval *interval);
bool hist_interval_is_ready(const struct hist_trigger_data *data);

/* For map_owner.c */
void hist_stream_start(struct hist_stream *stream, const struct hist_trigger_data *data);
void hist_stream_clear(struct hist_stream *stream, const struct hist_trigger_data *data);

#endif /* _TRACE_HIST_ATTACH_INTERVAL_H */
