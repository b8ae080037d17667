/* SPDX-License-Identifier: GPL-2.0 */
/*
 * State of an attached histogram that its compiled form does not have.
 *
 * Functions that print a histogram take this struct, so they do not need to know triggers.
 */
#ifndef _TRACE_HIST_PROGRAM_STATUS_H
#define _TRACE_HIST_PROGRAM_STATUS_H

#include <linux/types.h>

#include "../overflow.h"

/**
 * struct hist_status - displayed state of an attached histogram
 * @filter: text of the filter, or NULL
 * @paused: the histogram is paused
 * @size: number of entries of the map, see hist_map_size()
 * @pool: number of buckets of the map, see hist_map_pool()
 * @overflow: overflow= of the command, or else of the map, see hist_map_overflow()
 */
struct hist_status {
	const char *filter;
	bool paused;
	u32 size;
	u32 pool;
	enum hist_overflow overflow;
};

#endif /* _TRACE_HIST_PROGRAM_STATUS_H */
