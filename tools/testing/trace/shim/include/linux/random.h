/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_RANDOM_H
#define _SHIM_LINUX_RANDOM_H

#include <linux/types.h>

/* The numbers differ from call to call; the sequence is the same in every run. */
u64 get_random_u64(void);
u32 get_random_u32(void);

#endif
