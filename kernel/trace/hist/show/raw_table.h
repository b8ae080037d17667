/* SPDX-License-Identifier: GPL-2.0 */
/* Raw table: a histogram in the format of include/uapi/linux/trace_hist.h, for one reader. */
#ifndef _TRACE_HIST_SHOW_RAW_TABLE_H
#define _TRACE_HIST_SHOW_RAW_TABLE_H

#include <linux/types.h>

#include "../program/hist_data.h"
#include "../program/interval.h"
#include "../program/status.h"

struct hist_raw_table;

/**
 * struct hist_raw_source - histogram that is shown in a raw table
 * @data: the histogram
 * @map: its map
 * @status: displayed state of the histogram
 * @interval: interval to show, or NULL to show everything
 * @system: system of the event
 * @event: name of the event
 * @shows_addresses: the reader may see addresses of user code
 */
struct hist_raw_source {
	const struct hist_trigger_data *data;
	const struct tracing_map *map;
	const struct hist_status *status;
	const struct hist_interval *interval;
	const char *system;
	const char *event;
	bool shows_addresses;
};

struct hist_raw_table *hist_raw_table_create(const struct hist_raw_source *source);
void hist_raw_table_free(struct hist_raw_table *table);
u64 hist_raw_table_size(const struct hist_raw_table *table);
u64 hist_raw_table_hits(const struct hist_raw_table *table);
const void *hist_raw_table_at(const struct hist_raw_table *table, u64 pos, size_t *len);

#endif /* _TRACE_HIST_SHOW_RAW_TABLE_H */
