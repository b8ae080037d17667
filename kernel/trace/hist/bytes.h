/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text and stack traces on their way from a record into a key or a frame.
 *
 * For hist/exec.c only, which knows where they go; how much room there is, the step says.
 */
#ifndef _TRACE_HIST_BYTES_H
#define _TRACE_HIST_BYTES_H

#include <linux/types.h>

#include "program.h"

void hist_put_comm(u64 *dst);
void hist_put_bytes(const struct hist_step *step, u64 *dst, const void *record, const u64 *regs,
		    unsigned long caller);

#endif /* _TRACE_HIST_BYTES_H */
