/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The per-event half: run a histogram's program on a record.
 */
#ifndef _TRACE_HIST_EXEC_H
#define _TRACE_HIST_EXEC_H

#include "data.h"

int hist_exec_prepare(const struct hist_trigger_data *data);
void hist_exec(const struct hist_trigger_data *data, const void *record);

#endif /* _TRACE_HIST_EXEC_H */
