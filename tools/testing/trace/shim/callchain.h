/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The walker of user stacks that kernel/trace calls, get_perf_callchain(), on simulated memory.
 *
 * It walks the frame pointers of x86. The tests of this directory need no kernel source, so
 * callchain.c has a walker with the guarantees of perf's. If the source of a kernel is at hand, the
 * build takes the functions of its arch/x86/events/core.c instead, see WALKER in the Makefile. They
 * are compiled with the declarations of callchain.c in place of the kernel's headers.
 */
#ifndef _SHIM_CALLCHAIN_H
#define _SHIM_CALLCHAIN_H

#include <linux/types.h>

/* Entries of a buffer: the most that the sysctls allow, for addresses and for marks of contexts. */
#define SHIM_CALLCHAIN_MAX	127
#define SHIM_CALLCHAIN_MARKS	8

/* Values of registers that tell the walker about the mode of the code */
#define SHIM_CS_32		0x23
#define SHIM_FLAGS_VM86		BIT(17)

/* First address that is not one of user memory */
#define SHIM_USER_END		0x7ffffffff000UL

/**
 * struct shim_callchain - state of the walker, and what a test makes of it
 * @users: number of users of the buffers
 * @max_stack: largest depth that the administrator allows
 * @is_busy: an event is nested in one that walks, so there is no buffer
 * @is_forced: the walker returns @forced instead of a walk
 * @n_forced: number of entries of @forced
 * @forced: any entries
 */
struct shim_callchain {
	unsigned int users;
	unsigned int max_stack;
	bool is_busy;
	bool is_forced;
	unsigned int n_forced;
	u64 forced[SHIM_CALLCHAIN_MAX + SHIM_CALLCHAIN_MARKS];
};

extern struct shim_callchain shim_callchain;

/*
 * Defined by the test: read user memory without a fault. The walker checks that the address is one
 * of user memory. Return: 0 or -EFAULT.
 */
int shim_read_user(unsigned long address, void *val, size_t size);

#endif
