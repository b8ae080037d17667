/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text and stack traces on their way from a record into a key or a frame.
 */
#ifndef _TRACE_HIST_BYTES_H
#define _TRACE_HIST_BYTES_H

#include <linux/types.h>

#include "program.h"

/**
 * struct hist_frame - an event that hits a histogram
 * @record: the event's record
 * @now: the time, by the histogram's clock, if it has one
 * @caller: the return address of hist_exec(), to begin stack traces above it
 * @key: the key, and behind it the task's name if that is kept beside it
 * @regs: numbers on their way, and addresses in @text
 * @text: text, stack traces, arguments of events, what is saved
 */
struct hist_frame {
	const void *record;
	u64 now;
	unsigned long caller;
	u64 *key;
	u64 *regs;
	u64 *text;
};

void hist_put_comm(u64 *dst);
void hist_put_bytes(const struct hist_step *step, u64 *dst, const struct hist_frame *frame);

#endif /* _TRACE_HIST_BYTES_H */
