/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_ASM_BYTEORDER_H
#define _SHIM_ASM_BYTEORDER_H

#include_next <asm/byteorder.h>
#include <endian.h>

#define be64_to_cpu(x)	be64toh(x)
#define cpu_to_be64(x)	htobe64(x)

#endif
