/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_NOSPEC_H
#define _SHIM_LINUX_NOSPEC_H

#define array_index_nospec(index, size)	((void)(size), (index))

#endif
