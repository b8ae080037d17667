/* SPDX-License-Identifier: GPL-2.0 */
/* Intern the current stack trace in a table of stacks. Private to hist/run/. */
#ifndef _TRACE_HIST_RUN_STACK_ID_H
#define _TRACE_HIST_RUN_STACK_ID_H

#include "../program/insn.h"

void hist_stack_id(const struct hist_insn *insn, u64 *dst, const void *record, const u64 *regs,
		   unsigned long caller);

#endif /* _TRACE_HIST_RUN_STACK_ID_H */
