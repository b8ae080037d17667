/* SPDX-License-Identifier: GPL-2.0-only */
/* Whoever it is may do everything, unless a test says otherwise. */
#ifndef _SHIM_LINUX_CAPABILITY_H
#define _SHIM_LINUX_CAPABILITY_H

#include <linux/types.h>
#include <shim.h>

static inline bool perfmon_capable(void)
{
	return !shim_unprivileged;
}

#endif
