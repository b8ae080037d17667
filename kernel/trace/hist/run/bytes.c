// SPDX-License-Identifier: GPL-2.0
/*
 * Copy strings and stack traces from a record into a key or an execution context.
 *
 * Per-event code, with the same rules as exec.c. Each copy and loop is bounded by the size of the
 * destination, which the compiler has determined.
 */
#include <linux/align.h>
#include <linux/array_size.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include <asm/irq_regs.h>
#include <asm/word-at-a-time.h>

#include "../../trace_record_read.h"
#include "../../trace_task.h"
#include "../limits.h"
#include "bytes.h"
#include "stack_id.h"

/*
 * Clear the bytes of a word that follow its first NUL. Return true if the word contains a
 * NUL.
 */
static __always_inline bool mask_after_nul(unsigned long *word)
{
	const struct word_at_a_time constants = WORD_AT_A_TIME_CONSTANTS;
	unsigned long zeroes;

	if (!has_zero(*word, &zeroes, &constants))
		return false;
	zeroes = prep_zero_mask(*word, zeroes, &constants);
	*word &= zero_bytemask(create_zero_mask(zeroes));
	return true;
}

/*
 * Copy a string up to its NUL, at most @len or @room bytes, and zero the rest of the
 * destination: equal strings must give equal keys. @room is a multiple of 8. The caller
 * guarantees that @len bytes of @text are readable, also after a NUL.
 */
static __always_inline void copy_string(u64 *dst, unsigned int room, const char *text,
					unsigned int len)
{
	unsigned int n = min(len, room);
	unsigned long *to = (unsigned long *)dst, *end = to + room / sizeof(*to);
	unsigned long word;

	for (; n >= sizeof(word); n -= sizeof(word), text += sizeof(word)) {
		word = get_unaligned((const unsigned long *)text);
		if (mask_after_nul(&word))
			n = 0;
		*to++ = word;
		if (!n)
			break;
	}
	if (unlikely(n)) {
		word = 0;
		memcpy(&word, text, strnlen(text, n));
		*to++ = word;
	}
	/* WRITE_ONCE() keeps the compiler from calling memset() for a word or two. */
	while (to < end)
		WRITE_ONCE(*to++, 0);
}

static void copy_dynamic_string(const struct hist_insn *insn, u64 *dst, const void *record,
				bool relative)
{
	u32 len;
	const char *text = trace_record_located(record, insn->src, relative, &len);

	/* The string always ends with a NUL. */
	copy_string(dst, insn->len, text, min_t(u32, len, insn->len - 1));
}

/*
 * Copy a string from kernel memory, or from user memory of the current task. On
 * architectures whose address spaces overlap, kernel memory is tried first, because most
 * pointers in event records are kernel pointers. The first page is an exception: an address in
 * it is treated as a user address, because it is most likely a NULL pointer with an offset.
 */
static long read_string_at_ptr(char *text, unsigned long addr, unsigned int room)
{
	const bool apart = IS_ENABLED(CONFIG_ARCH_HAS_NON_OVERLAPPING_ADDRESS_SPACE);
	const bool of_kernel = addr >= (apart ? TASK_SIZE_MAX : PAGE_SIZE);
	long n = -EFAULT;

	if (of_kernel)
		n = strncpy_from_kernel_nofault(text, (const void *)addr, room);
	if (n < 0 && !(apart && of_kernel))
		n = strncpy_from_user_nofault(text, (const void __user *)addr, room);
	return n;
}

/* The pointer may be stale or invalid. A fault results in an empty string. */
static void copy_string_at_ptr(unsigned long addr, u64 *dst, unsigned int room)
{
	char *text = (char *)dst;
	long n = read_string_at_ptr(text, addr, room);

	if (n < 0)
		n = 0;
	memset(text + n, 0, room - n);
	text[room - 1] = '\0';
}

/* The first word of a recorded trace is the number of entries. */
static unsigned int copy_recorded_stack(const struct hist_insn *insn, unsigned long *dst,
					unsigned int depth, const void *record)
{
	u32 len;
	const unsigned long *trace = trace_record_located(record, insn->src, false, &len);
	unsigned int room = len / sizeof(*trace);
	unsigned int i, n = 0;

	if (room)
		n = min3(get_unaligned(trace), (unsigned long)room - 1, (unsigned long)depth);
	for (i = 0; i < n; i++)
		dst[i] = get_unaligned(trace + 1 + i);
	memset(dst + n, 0, (depth - n) * sizeof(*dst));
	return n;
}

static noinline unsigned int hist_copy_kernel_stack(unsigned long *dst, unsigned int depth,
						    unsigned long caller)
{
	unsigned long trace[HIST_OWN_FRAMES_MAX + HIST_STACK_DEPTH] __uninitialized;
	unsigned int n, first, i;

	n = hist_save_kernel_stack(trace, ARRAY_SIZE(trace), caller, &first);
	n = min(n - first, depth);
	for (i = 0; i < n; i++)
		dst[i] = trace[first + i];
	memset(dst + n, 0, (depth - n) * sizeof(*dst));
	return n;
}

/**
 * hist_save_interrupted_stack - save the kernel stack trace of the interrupted code
 * @trace: filled in
 * @size: number of entries that fit in @trace
 *
 * The registers of the interrupted code lead to its stack. get_irq_regs() returns NULL outside of
 * interrupts. Only architectures with CONFIG_ARCH_STACKWALK can walk a stack from registers.
 *
 * Context: any, NMI included, with preemption off.
 * Return: number of entries; 0 if the CPU was in user mode.
 */
noinline unsigned int hist_save_interrupted_stack(unsigned long *trace, unsigned int size)
{
	struct pt_regs *regs = get_irq_regs();

	if (!IS_ENABLED(CONFIG_ARCH_STACKWALK) || !regs || user_mode(regs))
		return 0;
	return stack_trace_save_regs(regs, trace, size, 0);
}

static void copy_interrupted_stack(const struct hist_insn *insn, u64 *dst)
{
	const bool with_len = insn->op == HIST_OP_INTERRUPTED_STACK_WITH_LEN;
	unsigned long *trace = (unsigned long *)dst + with_len;
	unsigned int n, depth = HIST_STACK_DEPTH - with_len;

	n = hist_save_interrupted_stack(trace, depth);
	memset(trace + n, 0, (depth - n) * sizeof(*trace));
	if (with_len)
		*(unsigned long *)dst = n;
	else
		hist_widen_stack(dst, depth);
}

/**
 * hist_widen_stack - convert a trace to the format of keys, one u64 per entry
 * @dst: @depth unsigned longs, converted in place. Nothing to do on 64-bit machines
 * @depth: number of entries
 *
 * Context: any.
 */
void hist_widen_stack(u64 *dst, unsigned int depth)
{
	const unsigned long *trace = (const unsigned long *)dst;

	/*
	 * From the last entry to the first, so that each entry is read before it is
	 * overwritten.
	 */
	while (sizeof(*trace) < sizeof(*dst) && depth--)
		dst[depth] = trace[depth];
}

/* Return the address of bytes that are already in the execution context. */
static const void *bytes_in_context(const struct hist_insn *insn, const u64 *regs)
{
	return (const void *)(unsigned long)regs[insn->src];
}

/* Copy a counted stack trace, without its count. */
static void copy_stack_in_context(const struct hist_insn *insn, u64 *dst, const u64 *regs)
{
	memcpy(dst, bytes_in_context(insn, regs) + sizeof(long),
	       (HIST_STACK_DEPTH - 1) * sizeof(long));
	hist_widen_stack(dst, HIST_STACK_DEPTH - 1);
}

/**
 * hist_copy_comm - copy the comm of the current task
 * @dst: destination of TASK_COMM_LEN bytes; all of them are written
 *
 * Context: any.
 */
void hist_copy_comm(u64 *dst)
{
	copy_string(dst, TASK_COMM_LEN, current->comm, TASK_COMM_LEN);
}

/* A function of its own, so that the other instructions pay nothing for these. */
static noinline void hist_copy_rare_bytes(const struct hist_insn *insn, u64 *dst,
					  const void *record, const u64 *regs,
					  unsigned long caller)
{
	if (likely(insn->op == HIST_OP_COPY))
		memcpy(dst, bytes_in_context(insn, regs), insn->len);
	else if (insn->op == HIST_OP_STACK_ID)
		hist_stack_id(insn, dst, record, regs, caller);
	else if (insn->op == HIST_OP_COPY_STACK)
		copy_stack_in_context(insn, dst, regs);
	else
		copy_interrupted_stack(insn, dst);
}

/**
 * hist_copy_bytes - run an instruction that produces bytes
 * @insn: the instruction
 * @dst: destination; all bytes that the instruction produces are written
 * @record: the event's record
 * @regs: registers of the execution context
 * @caller: return address above which stack traces start, see hist_exec()
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_copy_bytes(const struct hist_insn *insn, u64 *dst, const void *record,
			      const u64 *regs, unsigned long caller)
{
	unsigned long *trace = (unsigned long *)dst;

	if (likely(insn->op == HIST_OP_STRING)) {
		copy_string(dst, ALIGN(insn->len, sizeof(u64)), record + insn->src, insn->len);
		return;
	}
	switch (insn->op) {
	case HIST_OP_STRING_NUL:
		copy_string(dst, ALIGN(insn->len + 1, sizeof(u64)), record + insn->src, insn->len);
		break;
	case HIST_OP_DYN_STRING:
		copy_dynamic_string(insn, dst, record, false);
		break;
	case HIST_OP_REL_STRING:
		copy_dynamic_string(insn, dst, record, true);
		break;
	case HIST_OP_PTR_STRING:
		copy_string_at_ptr(get_unaligned((const unsigned long *)(record + insn->src)),
				   dst, insn->len);
		break;
	case HIST_OP_STRING_AT_REG:
		copy_string_at_ptr(regs[insn->src], dst, insn->len);
		break;
	case HIST_OP_COMM:
		hist_copy_comm(dst);
		break;
	case HIST_OP_TCOMM:
		copy_string(dst, TASK_COMM_LEN, trace_task_tcomm(), TASK_COMM_LEN);
		break;
	case HIST_OP_STACK:
		copy_recorded_stack(insn, trace, HIST_STACK_DEPTH, record);
		hist_widen_stack(dst, HIST_STACK_DEPTH);
		break;
	case HIST_OP_KERNEL_STACK:
		hist_copy_kernel_stack(trace, HIST_STACK_DEPTH, caller);
		hist_widen_stack(dst, HIST_STACK_DEPTH);
		break;
	case HIST_OP_STACK_WITH_LEN:
		trace[0] = copy_recorded_stack(insn, trace + 1, HIST_STACK_DEPTH - 1, record);
		break;
	case HIST_OP_KERNEL_STACK_WITH_LEN:
		trace[0] = hist_copy_kernel_stack(trace + 1, HIST_STACK_DEPTH - 1, caller);
		break;
	default:
		hist_copy_rare_bytes(insn, dst, record, regs, caller);
		break;
	}
}
