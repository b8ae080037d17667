/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_SECURITY_H
#define _SHIM_LINUX_SECURITY_H

#define LOCKDOWN_TRACEFS	0

static inline int security_locked_down(int what)
{
	return 0;
}

#endif
