/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_STACKTRACE_H
#define _SHIM_LINUX_STACKTRACE_H

#include <linux/ptrace.h>
#include <shim.h>

#define CONFIG_ARCH_STACKWALK	1

static inline unsigned int shim_stack_copy(const unsigned long *stack, unsigned int len,
					   unsigned long *store, unsigned int size,
					   unsigned int skip)
{
	unsigned int n = 0;

	while (n < size && skip + n < len) {
		store[n] = stack[skip + n];
		n++;
	}
	return n;
}

/* Return the stack that the test has put into shim_stack[]. */
static inline unsigned int stack_trace_save(unsigned long *store, unsigned int size,
					    unsigned int skip)
{
	return shim_stack_copy(shim_stack, shim_stack_len, store, size, skip);
}

/* Return the stack that the test has put into the registers. */
static inline unsigned int stack_trace_save_regs(struct pt_regs *regs, unsigned long *store,
						 unsigned int size, unsigned int skip)
{
	return shim_stack_copy(regs->stack, regs->stack_len, store, size, skip);
}

#endif
