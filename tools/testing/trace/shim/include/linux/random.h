/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_RANDOM_H
#define _SHIM_LINUX_RANDOM_H

#include <linux/types.h>

/* Different from one to the next, but the same in every run of a test. */
u64 get_random_u64(void);
u32 get_random_u32(void);

#endif
