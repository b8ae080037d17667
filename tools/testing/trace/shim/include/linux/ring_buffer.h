/* SPDX-License-Identifier: GPL-2.0-only */
/* Ring buffers. A test of code that records events defines the functions. */
#ifndef _SHIM_LINUX_RING_BUFFER_H
#define _SHIM_LINUX_RING_BUFFER_H

#include <linux/types.h>

struct trace_buffer;

struct ring_buffer_event {
	u32 type_len:5, time_delta:27;
	u32 array[];
};

#define RINGBUF_TYPE_DATA_TYPE_LEN_MAX	28

size_t ring_buffer_max_event_size(struct trace_buffer *buffer);
struct ring_buffer_event *ring_buffer_lock_reserve(struct trace_buffer *buffer,
						   unsigned long len);
void *ring_buffer_event_data(struct ring_buffer_event *event);

#endif
