/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Print the compiled form of a histogram for the hist_debug file.
 *
 * Prints the description that the compiler created, not the program or the entries.
 */
#ifndef _TRACE_HIST_SHOW_DEBUG_H
#define _TRACE_HIST_SHOW_DEBUG_H

#include <linux/seq_file.h>

#include "../program/hist_data.h"
#include "../program/status.h"

void hist_debug_show(struct seq_file *m, const struct hist_trigger_data *data,
		     const struct hist_status *status);

#endif /* _TRACE_HIST_SHOW_DEBUG_H */
