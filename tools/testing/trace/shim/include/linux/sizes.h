/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_SIZES_H
#define _SHIM_LINUX_SIZES_H

#define SZ_4K	0x01000
#define SZ_64K	0x10000
#define SZ_256K	0x40000

#endif
