/* SPDX-License-Identifier: GPL-2.0-only */
/* What every record begins with, and where in it its dynamic fields are. */
#ifndef _SHIM_LINUX_TRACE_EVENTS_H
#define _SHIM_LINUX_TRACE_EVENTS_H

#include <linux/compiler.h>
#include <linux/types.h>

struct trace_entry {
	unsigned short type;
	unsigned char flags;
	unsigned char preempt_count;
	int pid;
};

struct trace_dynamic_info {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	u16 len;
	u16 offset;
#else
	u16 offset;
	u16 len;
#endif
} __packed;

#endif
