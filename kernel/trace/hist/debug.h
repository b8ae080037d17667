/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The inside of a histogram, for the hist_debug file.
 *
 * It prints what the compiler has made for people, and no entries.
 */
#ifndef _TRACE_HIST_DEBUG_H
#define _TRACE_HIST_DEBUG_H

#include <linux/seq_file.h>

#include "data.h"
#include "status.h"

void hist_debug_show(struct seq_file *m, const struct hist_trigger_data *data,
		     const struct hist_status *status);

#endif /* _TRACE_HIST_DEBUG_H */
