/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_CACHE_H
#define _SHIM_LINUX_CACHE_H

#include <linux/compiler.h>

#define L1_CACHE_BYTES			64
#define SMP_CACHE_BYTES			L1_CACHE_BYTES
#define ____cacheline_aligned		__aligned(L1_CACHE_BYTES)
#define ____cacheline_aligned_in_smp	____cacheline_aligned
#define __read_mostly
#define __ro_after_init

#endif
