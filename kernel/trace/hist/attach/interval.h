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
 *
 * A cut of several histograms (cut.c) ends their intervals too, and leaves them to be taken: they
 * are frozen. hist_interval_cut() does not change a frozen interval.
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
struct hist_interval_status hist_interval_get_status(const struct hist_trigger_data *data);

/* For map_owner.c */
u64 hist_stream_now(const struct hist_stream *stream);
void hist_stream_create(struct hist_stream *stream, const struct hist_trigger_data *data);
void hist_stream_clear(struct hist_stream *stream, u64 now);

/* For cut.c */
struct tracing_map *hist_interval_prepare_freeze(struct hist_map_owner *owner);
void hist_interval_cancel_freeze(struct hist_map_owner *owner);
void hist_interval_start_freeze(struct hist_map_owner *owner);
void hist_interval_freeze(struct hist_map_owner *owner, struct tracing_map *half, u64 now);

#endif /* _TRACE_HIST_ATTACH_INTERVAL_H */
