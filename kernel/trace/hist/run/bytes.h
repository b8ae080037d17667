/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copy strings and stack traces from a record into a key or an execution context.
 *
 * Private to hist/run/. The caller provides the destination; the instruction has the size.
 */
#ifndef _TRACE_HIST_RUN_BYTES_H
#define _TRACE_HIST_RUN_BYTES_H

#include <linux/types.h>

#include "../program/program.h"

void hist_copy_comm(u64 *dst);
void hist_copy_bytes(const struct hist_insn *insn, u64 *dst, const void *record, const u64 *regs,
		     unsigned long caller);

#endif /* _TRACE_HIST_RUN_BYTES_H */
