/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_TIMEKEEPING_H
#define _SHIM_LINUX_TIMEKEEPING_H

#include <linux/types.h>
#include <shim.h>

#define ktime_get_mono_fast_ns()	shim_clock(SHIM_CLOCK_MONO)
#define ktime_get_raw_fast_ns()		shim_clock(SHIM_CLOCK_MONO_RAW)
#define ktime_get_boot_fast_ns()	shim_clock(SHIM_CLOCK_BOOT)
#define ktime_get_tai_fast_ns()		shim_clock(SHIM_CLOCK_TAI)

#endif
