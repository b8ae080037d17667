/* SPDX-License-Identifier: GPL-2.0-only */
/* Initcalls run as constructors before main(), in the order of their levels. */
#ifndef _SHIM_LINUX_INIT_H
#define _SHIM_LINUX_INIT_H

#include <linux/compiler.h>

#define shim_initcall(fn, when)							\
static void __attribute__((constructor(when))) shim_init_##fn(void)		\
{										\
	if (fn())								\
		abort();							\
}

#define core_initcall(fn)	shim_initcall(fn, 201)
#define fs_initcall(fn)		shim_initcall(fn, 205)

#endif
