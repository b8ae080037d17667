/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_MATH_H
#define _SHIM_LINUX_MATH_H

#define round_up(x, y)		((((x) - 1) | ((typeof(x))(y) - 1)) + 1)
#define round_down(x, y)	((x) & ~((typeof(x))(y) - 1))
#define roundup(x, y)		((((x) + (y) - 1) / (y)) * (y))
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define ALIGN(x, a)		round_up(x, a)
#define ALIGN_DOWN(x, a)	((x) & ~((typeof(x))(a) - 1))
#define IS_ALIGNED(x, a)	(!((x) & ((typeof(x))(a) - 1)))

#endif
