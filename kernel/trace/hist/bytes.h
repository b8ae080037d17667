/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copy strings and stack traces from a record into a key or an execution context.
 *
 * Only hist/exec.c calls this. It provides the destination; the instruction has the size.
 */
#ifndef _TRACE_HIST_BYTES_H
#define _TRACE_HIST_BYTES_H

#include <linux/types.h>

#include "program.h"

void hist_put_comm(u64 *dst);
void hist_put_bytes(const struct hist_step *step, u64 *dst, const void *record, const u64 *regs,
		    unsigned long caller);

#endif /* _TRACE_HIST_BYTES_H */
