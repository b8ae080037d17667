/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_JIFFIES_H
#define _SHIM_LINUX_JIFFIES_H

#include <linux/types.h>

#define HZ	250

/* The clock only changes when a test sets it. */
extern unsigned long shim_jiffies;

#define get_jiffies_64()	((u64)shim_jiffies)

#endif
