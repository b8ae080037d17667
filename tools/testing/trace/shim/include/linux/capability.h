/* SPDX-License-Identifier: GPL-2.0-only */
/* A thread has all capabilities unless the test sets shim_unprivileged. */
#ifndef _SHIM_LINUX_CAPABILITY_H
#define _SHIM_LINUX_CAPABILITY_H

#include <linux/types.h>
#include <shim.h>

static inline bool perfmon_capable(void)
{
	return !shim_unprivileged;
}

#endif
