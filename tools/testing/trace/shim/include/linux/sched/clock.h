/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_SCHED_CLOCK_H
#define _SHIM_LINUX_SCHED_CLOCK_H

#include <shim.h>

/* This machine's scheduler clock is stable: it is the clock "global". */
#define sched_clock_noinstr()	shim_clock(SHIM_CLOCK_GLOBAL)

#endif
