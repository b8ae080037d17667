/* SPDX-License-Identifier: GPL-2.0-only */
/* A warning or BUG() fails the test: it prints its location and aborts. */
#ifndef _SHIM_LINUX_BUG_H
#define _SHIM_LINUX_BUG_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <stdio.h>
#include <stdlib.h>

#define shim_die(what)							\
do {									\
	fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, (what));	\
	abort();							\
} while (0)

#define BUG()			shim_die("BUG()")
#define BUG_ON(cond)							\
do {									\
	if (unlikely(cond))						\
		shim_die("BUG_ON(" #cond ")");				\
} while (0)
#define WARN_ON(cond)							\
({									\
	bool __warn = !!(cond);						\
									\
	if (unlikely(__warn))						\
		shim_die("WARN_ON(" #cond ")");				\
	__warn;								\
})
#define WARN_ON_ONCE(cond)	WARN_ON(cond)
#define WARN(cond, ...)		WARN_ON(cond)
#define WARN_ONCE(cond, ...)	WARN_ON(cond)

#endif
