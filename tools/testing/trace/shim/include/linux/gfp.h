/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_GFP_H
#define _SHIM_LINUX_GFP_H

#include <linux/types.h>

#define GFP_KERNEL		0x1U
#define GFP_ATOMIC		0x2U
#define GFP_NOWAIT		0x4U
#define __GFP_ZERO		0x10U
#define __GFP_NOWARN		0x20U
#define __GFP_ACCOUNT		0x40U
#define __GFP_RETRY_MAYFAIL	0x80U
#define GFP_KERNEL_ACCOUNT	(GFP_KERNEL | __GFP_ACCOUNT)

#define NUMA_NO_NODE		(-1)

#endif
