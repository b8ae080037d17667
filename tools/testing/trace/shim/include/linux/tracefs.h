/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_TRACEFS_H
#define _SHIM_LINUX_TRACEFS_H

#include <linux/fs.h>

#endif
