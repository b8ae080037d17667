/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_PTRACE_H
#define _SHIM_LINUX_PTRACE_H

#include <stdbool.h>

/* Registers of interrupted code: its mode, and its stack, which is all that is taken from them. */
struct pt_regs {
	bool user;
	const unsigned long *stack;
	unsigned int stack_len;
};

#define user_mode(regs)	((regs)->user)

#endif
