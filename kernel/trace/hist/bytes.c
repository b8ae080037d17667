// SPDX-License-Identifier: GPL-2.0
/*
 * Text and stack traces on their way from a record into a key or a frame.
 *
 * Per-event code, as exec.c.  What is copied, and how often a loop runs, is bounded by
 * the room there is for it, which was fixed when the histogram was compiled; where a
 * record says that its dynamic fields are is the kernel's own word and is trusted, as
 * it is by all who read records.
 */
#include <linux/align.h>
#include <linux/array_size.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include "bytes.h"

/*
 * A kernel stack begins where the event hit.  Of what lies between, our own
 * frames are known by hist_exec()'s return address, so that it does not matter
 * what the compiler inlines; those above it, from where the event's triggers are
 * gone through to where the tracepoint's probe was called, are counted.
 */
#define OWN_FRAMES_MAX	8
#define HOST_FRAMES	3

/*
 * Copy text, up to its NUL, @len bytes or @room bytes, and zero what it does not
 * fill of the room: equal text must be an equal key.
 */
static void put_text(u64 *dst, unsigned int room, const char *text, unsigned int len)
{
	unsigned int n = strnlen(text, min(len, room));

	memcpy(dst, text, n);
	memset((char *)dst + n, 0, room - n);
}

/* A location word: offset in the lower half, length in the upper. */
static void put_located_text(const struct hist_step *step, u64 *dst, const void *record,
			     bool relative)
{
	u32 loc = get_unaligned((const u32 *)(record + step->src));
	u32 off = loc & 0xffff;

	if (relative)
		off += step->src + sizeof(loc);
	put_text(dst, step->len - 1, record + off, loc >> 16);
	((char *)dst)[step->len - 1] = '\0';
}

/* The address may be anything by now, so that a fault is no more than no text. */
static void put_pointed_text(unsigned long addr, u64 *dst, unsigned int room)
{
	char *text = (char *)dst;
	long n;

	if (addr < TASK_SIZE_MAX)
		n = strncpy_from_user_nofault(text, (const void __user *)addr, room);
	else
		n = strncpy_from_kernel_nofault(text, (const void *)addr, room);
	if (n < 0)
		n = 0;
	memset(text + n, 0, room - n);
	text[room - 1] = '\0';
}

/* The record's trace begins with the number of its entries. */
static unsigned int put_recorded_stack(const struct hist_step *step, u64 *dst,
				       unsigned int depth, const void *record)
{
	u32 loc = get_unaligned((const u32 *)(record + step->src));
	const unsigned long *trace = record + (loc & 0xffff);
	unsigned int room = (loc >> 16) / sizeof(*trace);
	unsigned int i, n = 0;

	if (room)
		n = min3(get_unaligned(trace), (unsigned long)room - 1, (unsigned long)depth);
	for (i = 0; i < n; i++)
		dst[i] = get_unaligned(trace + 1 + i);
	memset(dst + n, 0, (depth - n) * sizeof(*dst));
	return n;
}

static noinline unsigned int put_kernel_stack(u64 *dst, unsigned int depth,
					      unsigned long caller)
{
	unsigned long trace[OWN_FRAMES_MAX + HOST_FRAMES + HIST_STACK_DEPTH] __uninitialized;
	unsigned int n = stack_trace_save(trace, ARRAY_SIZE(trace), 0);
	unsigned int i, first = 0;

	for (i = 0; i < min(n, OWN_FRAMES_MAX); i++)
		if (trace[i] == caller)
			first = min(i + HOST_FRAMES, n);

	n = min(n - first, depth);
	for (i = 0; i < n; i++)
		dst[i] = trace[first + i];
	memset(dst + n, 0, (depth - n) * sizeof(*dst));
	return n;
}

/**
 * hist_put_comm - copy the current task's name
 * @dst: room for TASK_COMM_LEN bytes, all of which are written
 *
 * Context: any.
 */
void hist_put_comm(u64 *dst)
{
	put_text(dst, TASK_COMM_LEN, current->comm, TASK_COMM_LEN);
}

/**
 * hist_put_bytes - do a step that gets no number
 * @step: the step
 * @dst: where its bytes go, all of which are written
 * @frame: the hit
 *
 * Context: any, preemption off.
 */
noinline void hist_put_bytes(const struct hist_step *step, u64 *dst,
			     const struct hist_frame *frame)
{
	const void *record = frame->record;

	switch (step->op) {
	case HIST_OP_STRING:
		put_text(dst, ALIGN(step->len, sizeof(u64)), record + step->src, step->len);
		break;
	case HIST_OP_STRING_NUL:
		put_text(dst, ALIGN(step->len + 1, sizeof(u64)), record + step->src, step->len);
		break;
	case HIST_OP_DYN_STRING:
		put_located_text(step, dst, record, false);
		break;
	case HIST_OP_REL_STRING:
		put_located_text(step, dst, record, true);
		break;
	case HIST_OP_PTR_STRING:
		put_pointed_text(get_unaligned((const unsigned long *)(record + step->src)),
				 dst, step->len);
		break;
	case HIST_OP_REG_STRING:
		put_pointed_text(frame->regs[step->src], dst, step->len);
		break;
	case HIST_OP_COMM:
		hist_put_comm(dst);
		break;
	case HIST_OP_STACK:
		put_recorded_stack(step, dst, HIST_STACK_DEPTH, record);
		break;
	case HIST_OP_KERNEL_STACK:
		put_kernel_stack(dst, HIST_STACK_DEPTH, frame->caller);
		break;
	case HIST_OP_STACK_COUNTED:
		dst[0] = put_recorded_stack(step, dst + 1, HIST_STACK_DEPTH - 1, record);
		break;
	case HIST_OP_KERNEL_STACK_COUNTED:
		dst[0] = put_kernel_stack(dst + 1, HIST_STACK_DEPTH - 1, frame->caller);
		break;
	case HIST_OP_REF:
		memcpy(dst, (const void *)(unsigned long)frame->regs[step->src], step->len);
		break;
	}
}
