/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_MODULE_H
#define _SHIM_LINUX_MODULE_H

#include <linux/export.h>
#include <linux/fs.h>

struct module;

#endif
