// SPDX-License-Identifier: GPL-2.0
/*
 * The per-event half: run a histogram's program on a record.
 *
 * Any context, NMI included, with preemption off.  Nothing here sleeps, locks,
 * allocates or looks up a name.  What is copied, and how often a loop runs, is
 * bounded by the room in the key, which was fixed when the histogram was compiled;
 * where a record says that its dynamic fields are is the kernel's own word and is
 * trusted, as it is by all who read records.  Which field is where was fixed then,
 * too: a step is a small number to switch on, an offset to load from and a place
 * to store to.
 */
#include <linux/array_size.h>
#include <linux/bitops.h>
#include <linux/instruction_pointer.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/stacktrace.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include "exec.h"

/* The key, and beside it the comm. */
#define WIDE_WORDS	((HIST_KEY_MAX + TASK_COMM_LEN) / sizeof(u64))

/*
 * A kernel stack begins where the event hit.  Of what lies between, our own
 * frames are known by hist_exec()'s return address, so that it does not matter
 * what the compiler inlines; the host's above it, down from where it calls the
 * trigger to where it was called by the tracepoint's probe, are counted.
 */
#define OWN_FRAMES_MAX	8
#define HOST_FRAMES	4

/**
 * struct wide_keys - where a CPU puts long keys together
 * @depth: how many are in use.  Written by this CPU only.  Whatever interrupts
 *	the current user leaves it as it found it, so no atomic is needed.
 * @key: a key for each event that may interrupt another one
 */
struct wide_keys {
	unsigned int depth;
	u64 key[HIST_NESTING_MAX][WIDE_WORDS];
};

static DEFINE_PER_CPU(struct wide_keys, wide_keys);

/* log2, rounded up.  What is not above 1 has 0. */
static u64 log2_up(u64 val)
{
	return val > 1 ? fls64(val - 1) : 0;
}

static u64 bucket(u64 val, u64 width)
{
	u64 above;

	div64_u64_rem(val, width, &above);
	return val - above;
}

/*
 * Below zero, division rounds the other way.  The lowest bucket begins where the
 * numbers do, so that it does not look like one above zero.
 */
static u64 signed_bucket(s64 val, u64 width)
{
	u64 last;

	if (val >= 0)
		return bucket(val, width);
	last = ~bucket(~(u64)val, width);
	return width - 1 > last - S64_MIN ? S64_MIN : last - (width - 1);
}

static __always_inline u64 map_number(const struct hist_step *step, u64 val)
{
	switch (step->map) {
	case HIST_MAP_LOG2:
		return log2_up(val);
	case HIST_MAP_BUCKET:
		return bucket(val, step->arg);
	case HIST_MAP_BUCKET_SIGNED:
		return signed_bucket(val, step->arg);
	case HIST_MAP_USECS:
		return div_u64(val, NSEC_PER_USEC);
	default:
		return val;
	}
}

static __always_inline u64 load_number(const struct hist_step *step, const void *record,
				       u64 now)
{
	const void *src = record + step->src;

	switch (step->op) {
	case HIST_OP_U8:
		return *(const u8 *)src;
	case HIST_OP_S8:
		return *(const s8 *)src;
	case HIST_OP_U16:
		return get_unaligned((const u16 *)src);
	case HIST_OP_S16:
		return get_unaligned((const s16 *)src);
	case HIST_OP_U32:
		return get_unaligned((const u32 *)src);
	case HIST_OP_S32:
		return get_unaligned((const s32 *)src);
	case HIST_OP_U64:
		return get_unaligned((const u64 *)src);
	case HIST_OP_TIME:
		return now;
	case HIST_OP_CPU:
		return raw_smp_processor_id();
	default:
		return 0;
	}
}

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
static void put_pointed_text(const struct hist_step *step, u64 *dst, const void *record)
{
	unsigned long addr = get_unaligned((const unsigned long *)(record + step->src));
	char *text = (char *)dst;
	long n;

	if (addr < TASK_SIZE_MAX)
		n = strncpy_from_user_nofault(text, (const void __user *)addr, step->len);
	else
		n = strncpy_from_kernel_nofault(text, (const void *)addr, step->len);
	if (n < 0)
		n = 0;
	memset(text + n, 0, step->len - n);
	text[step->len - 1] = '\0';
}

/* The record's trace begins with the number of its entries. */
static void put_recorded_stack(const struct hist_step *step, u64 *dst, const void *record)
{
	u32 loc = get_unaligned((const u32 *)(record + step->src));
	const unsigned long *trace = record + (loc & 0xffff);
	unsigned int room = (loc >> 16) / sizeof(*trace);
	unsigned int i, n = 0;

	if (room)
		n = min3(get_unaligned(trace), (unsigned long)room - 1,
			 (unsigned long)HIST_STACK_DEPTH);
	for (i = 0; i < n; i++)
		dst[i] = get_unaligned(trace + 1 + i);
	for (; i < HIST_STACK_DEPTH; i++)
		dst[i] = 0;
}

static noinline void put_kernel_stack(u64 *dst, unsigned long caller)
{
	unsigned long trace[OWN_FRAMES_MAX + HOST_FRAMES + HIST_STACK_DEPTH] __uninitialized;
	unsigned int n = stack_trace_save(trace, ARRAY_SIZE(trace), 0);
	unsigned int i, first = 0;

	for (i = 0; i < min(n, OWN_FRAMES_MAX); i++)
		if (trace[i] == caller)
			first = min(i + HOST_FRAMES, n);

	for (i = 0; i < HIST_STACK_DEPTH; i++)
		dst[i] = first + i < n ? trace[first + i] : 0;
}

static noinline void put_bytes(const struct hist_step *step, u64 *dst, const void *record,
			       unsigned long caller)
{
	switch (step->op) {
	case HIST_OP_STRING:
		put_text(dst, ALIGN(step->len, sizeof(u64)), record + step->src, step->len);
		break;
	case HIST_OP_DYN_STRING:
		put_located_text(step, dst, record, false);
		break;
	case HIST_OP_REL_STRING:
		put_located_text(step, dst, record, true);
		break;
	case HIST_OP_PTR_STRING:
		put_pointed_text(step, dst, record);
		break;
	case HIST_OP_COMM:
		put_text(dst, TASK_COMM_LEN, current->comm, TASK_COMM_LEN);
		break;
	case HIST_OP_STACK:
		put_recorded_stack(step, dst, record);
		break;
	case HIST_OP_KERNEL_STACK:
		put_kernel_stack(dst, caller);
		break;
	}
}

static __always_inline void run(const struct hist_trigger_data *data, const void *record,
				unsigned long caller, u64 *key)
{
	/* Pairs with rcu_assign_pointer() in hist/store.c. */
	struct tracing_map *map = rcu_dereference_sched(data->map);
	const struct hist_program *program = &data->program;
	const struct hist_step *step;
	u64 now = 0;
	int elt;

	if (program->clock != HIST_CLOCK_NONE)
		now = hist_clock_read(program->clock);

	for (step = program->keys; step < program->keys + program->n_keys; step++) {
		if (likely(hist_op_is_number(step->op)))
			key[step->dst] = map_number(step, load_number(step, record, now));
		else
			put_bytes(step, &key[step->dst], record, caller);
	}
	if (program->saves_comm)
		put_text(&key[program->key_size / sizeof(u64)], TASK_COMM_LEN,
			 current->comm, TASK_COMM_LEN);

	elt = tracing_map_insert(map, key);
	if (unlikely(elt < 0))
		return;

	tracing_map_add(map, elt, 0, 1);
	for (step = program->vals; step < program->vals + program->n_vals; step++)
		tracing_map_add(map, elt, step->dst,
				map_number(step, load_number(step, record, now)));
}

static noinline void run_wide(const struct hist_trigger_data *data, const void *record,
			      unsigned long caller)
{
	struct wide_keys *wide = this_cpu_ptr(&wide_keys);
	unsigned int depth = READ_ONCE(wide->depth);

	if (unlikely(depth == HIST_NESTING_MAX)) {
		tracing_map_drop(rcu_dereference_sched(data->map));
		return;
	}

	/*
	 * What interrupts here finds the buffer taken.  The barriers are against
	 * the compiler only: interrupter and interrupted are on the same CPU.
	 */
	WRITE_ONCE(wide->depth, depth + 1);
	barrier();
	run(data, record, caller, wide->key[depth]);
	barrier();
	WRITE_ONCE(wide->depth, depth);
}

/**
 * hist_exec - count an event in a histogram
 * @data: the histogram, attached
 * @record: the event's record
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec(const struct hist_trigger_data *data, const void *record)
{
	/* Every byte that is read has been written, zeroing it first is waste. */
	u64 key[HIST_NARROW_KEY_MAX / sizeof(u64)] __uninitialized;

	if (likely(!data->program.wide))
		run(data, record, _RET_IP_, key);
	else
		run_wide(data, record, _RET_IP_);
}
