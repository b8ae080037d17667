/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_CONTAINER_OF_H
#define _SHIM_LINUX_CONTAINER_OF_H

#include <linux/stddef.h>

#define container_of(p, type, member)	((type *)((char *)(p) - offsetof(type, member)))

#endif
