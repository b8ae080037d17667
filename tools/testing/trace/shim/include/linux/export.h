/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_EXPORT_H
#define _SHIM_LINUX_EXPORT_H

#define EXPORT_SYMBOL_GPL(sym)

#endif
