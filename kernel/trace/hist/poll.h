/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Waking up who polls a hist file, for those who change what it shows.
 */
#ifndef _TRACE_HIST_POLL_H
#define _TRACE_HIST_POLL_H

#include <linux/jump_label.h>
#include <linux/trace_events.h>

/* Somebody polls a hist file, so that what changes has to wake them up. */
DECLARE_STATIC_KEY_FALSE(hist_polled);

/**
 * hist_file_changed - wake up who polls a hist file
 *
 * To be called when an event has hit, and when histograms were attached, cleared
 * or detached.
 *
 * Context: any, NMI included.
 */
static inline void hist_file_changed(void)
{
	if (static_branch_unlikely(&hist_polled))
		hist_poll_wakeup();
}

#endif /* _TRACE_HIST_POLL_H */
