/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_TRACE_EVENTS_MMFLAGS_H
#define _SHIM_TRACE_EVENTS_MMFLAGS_H

#define __def_gfpflag_names	{ 1, "one" }

#endif
