/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_STACKTRACE_H
#define _SHIM_LINUX_STACKTRACE_H

#include <shim.h>

/* Return the stack that the test has put into shim_stack[]. */
static inline unsigned int stack_trace_save(unsigned long *store, unsigned int size,
					    unsigned int skip)
{
	unsigned int n = 0;

	while (n < size && skip + n < shim_stack_len) {
		store[n] = shim_stack[skip + n];
		n++;
	}
	return n;
}

#endif
