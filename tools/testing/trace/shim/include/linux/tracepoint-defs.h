/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _SHIM_LINUX_TRACEPOINT_DEFS_H
#define _SHIM_LINUX_TRACEPOINT_DEFS_H

struct tracepoint_func {
	void *func;
	void *data;
};

struct tracepoint {
	const char *name;
	struct tracepoint_func *funcs;
};

#endif
