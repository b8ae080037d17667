/* SPDX-License-Identifier: GPL-2.0 */
/* Run filters on records (per-event code). */
#ifndef _TRACE_FILTER_EXEC_H
#define _TRACE_FILTER_EXEC_H

#include "../program.h"

bool filter_exec(const struct prog_entry *entries, const void *record);

#endif /* _TRACE_FILTER_EXEC_H */
