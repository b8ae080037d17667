/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_NOTIFIER_H
#define _SHIM_LINUX_NOTIFIER_H

struct notifier_block;

#endif
