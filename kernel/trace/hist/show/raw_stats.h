/* SPDX-License-Identifier: GPL-2.0 */
/* Sections of a raw table that have the statistics of its rows. */
#ifndef _TRACE_HIST_SHOW_RAW_STATS_H
#define _TRACE_HIST_SHOW_RAW_STATS_H

#include "raw_head.h"

int hist_raw_stats_create(struct hist_raw_block *stats, const struct hist_raw_source *source,
			  const struct tracing_map_counts *counts,
			  struct tracing_map_snapshot *rows);

#endif /* _TRACE_HIST_SHOW_RAW_STATS_H */
