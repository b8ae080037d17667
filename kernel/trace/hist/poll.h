/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wake up pollers of the hist files.
 *
 * Callable from any context, takes no lock, and does not depend on histograms.
 */
#ifndef _TRACE_HIST_POLL_H
#define _TRACE_HIST_POLL_H

#include <linux/jump_label.h>
#include <linux/trace_events.h>

/*
 * Enabled while at least one open hist file has been polled. Otherwise a change wakes up no
 * task.
 */
DECLARE_STATIC_KEY_FALSE(hist_polled);

/**
 * hist_file_changed - wake up pollers of the hist files
 *
 * Called after each event that a histogram counts, and after a histogram is attached,
 * cleared or detached.
 *
 * Context: any, NMI included.
 */
static inline void hist_file_changed(void)
{
	if (static_branch_unlikely(&hist_polled))
		hist_poll_wakeup();
}

#endif /* _TRACE_HIST_POLL_H */
