/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_PTRACE_H
#define _SHIM_LINUX_PTRACE_H

#include <stdbool.h>

/*
 * Registers of interrupted code: its mode, and what is taken from them. That is the stack of kernel
 * code, or what the walker of user stacks reads, see callchain.h.
 */
struct pt_regs {
	bool user;
	const unsigned long *stack;
	unsigned int stack_len;
	unsigned long ip;
	unsigned long bp;
	unsigned long sp;
	unsigned long cs;
	unsigned long ss;
	unsigned long flags;
};

#define user_mode(regs)	((regs)->user)

#endif
