/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_BUILD_BUG_H
#define _SHIM_LINUX_BUILD_BUG_H

#undef static_assert
#define static_assert(expr, ...)	_Static_assert(expr, "" __VA_ARGS__ #expr)
#define BUILD_BUG_ON(cond)		_Static_assert(!(cond), #cond)
#define BUILD_BUG_ON_ZERO(cond)		(0 * sizeof(char[1 - 2 * !!(cond)]))

#endif
