/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_JIFFIES_H
#define _SHIM_LINUX_JIFFIES_H

#define HZ	250

#endif
