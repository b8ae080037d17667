/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is said of a histogram beside what was compiled.
 *
 * Between those who know how an attached histogram is, and those who print that and need
 * not know about triggers.
 */
#ifndef _TRACE_HIST_STATUS_H
#define _TRACE_HIST_STATUS_H

#include <linux/types.h>

/**
 * struct hist_status - what is said of a histogram beside what was compiled
 * @filter: its filter, or NULL
 * @paused: it is paused
 * @size: number of entries that it has, with others of its name if it has one
 */
struct hist_status {
	const char *filter;
	bool paused;
	u32 size;
};

#endif /* _TRACE_HIST_STATUS_H */
