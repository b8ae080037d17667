// SPDX-License-Identifier: GPL-2.0
/*
 * Run filters on records (per-event code).
 *
 * Any context, NMI included, with preemption off; only filter_exec_prepare() may sleep. The
 * per-event functions do not sleep, lock, allocate or look up names. They depend only on the
 * entries of the program, not on the filter's text or on the event. Branches only go forward, so
 * the number of steps is limited by the number of entries.
 */
#include <linux/atomic.h>
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include "exec.h"
#include "limits.h"
#include "pattern.h"

/**
 * struct filter_pointed - buffers of one CPU for text that is read through a pointer
 * @level: number of buffers in use. Only this CPU writes to it. An event that interrupts the
 *	current user restores it, so no atomic operation is needed
 * @text: buffers, one for each nested event
 */
struct filter_pointed {
	unsigned int level;
	char text[FILTER_NESTING_MAX][FILTER_POINTED_MAX];
};

/*
 * The buffers of all CPUs, allocated for the first filter that needs them and never freed. Only
 * get_buffers() reads this pointer: events read the one in &prog_entry.pointed.
 */
static struct filter_pointed __percpu *buffers;

static __always_inline u64 get_number(const struct prog_entry *entry, const void *record)
{
	if (likely(entry->source <= FILTER_SRC_U64))
		return trace_record_number(entry->source, record + entry->offset);
	return raw_smp_processor_id();
}

static const void *locate(const struct prog_entry *entry, const void *record, u32 *len)
{
	return trace_record_located(record, entry->offset, entry->source == FILTER_SRC_REL, len);
}

static bool match_text(const struct prog_entry *entry, const char *text, u32 room)
{
	return filter_pattern_match(entry->pattern, text, strnlen(text, room)) != entry->unlike;
}

/* Copy the text before matching it. The address may be invalid, so the copy must not fault. */
static bool match_copy(const struct prog_entry *entry, unsigned long addr, char *copy)
{
	long n;

	if (entry->source == FILTER_SRC_POINTED_USER)
		n = strncpy_from_user_nofault(copy, (const void __user *)addr,
					      FILTER_POINTED_MAX);
	else
		n = strncpy_from_kernel_nofault(copy, (const void *)addr, FILTER_POINTED_MAX);
	return n > 0 && match_text(entry, copy, n);
}

static bool match_pointed(const struct prog_entry *entry, const void *record)
{
	unsigned long addr = get_unaligned((const unsigned long *)(record + entry->offset));
	struct filter_pointed *own = this_cpu_ptr(entry->pointed);
	bool matches = false;

	if (own->level < FILTER_NESTING_MAX) {
		char *copy = own->text[own->level++];

		/*
		 * An interrupt on this CPU must not use this buffer. The barriers keep all writes
		 * to the buffer between the increment and the decrement of the level.
		 */
		barrier();
		matches = match_copy(entry, addr, copy);
		barrier();
		own->level--;
	}
	return matches;
}

static noinline bool test_text(const struct prog_entry *entry, const void *record)
{
	const char *text = record + entry->offset;
	u32 room = entry->size;

	switch (entry->source) {
	case FILTER_SRC_POINTED:
	case FILTER_SRC_POINTED_USER:
		return match_pointed(entry, record);
	case FILTER_SRC_DYN:
	case FILTER_SRC_REL:
		text = locate(entry, record, &room);
		break;
	case FILTER_SRC_COMM:
		text = current->comm;
		room = TASK_COMM_LEN;
		break;
	}
	return match_text(entry, text, room);
}

/* Compare two masks that may differ in length; bits beyond the end of a mask are 0. */
static noinline bool test_mask(const struct prog_entry *entry, const void *record)
{
	const struct filter_cpus *cpus = entry->cpus;
	unsigned int n_own = BITS_TO_LONGS(cpus->n), n, i;
	bool meet = false, same = true;
	const unsigned long *mask;
	u32 len;

	mask = locate(entry, record, &len);
	n = len / sizeof(*mask);
	for (i = 0; i < max(n, n_own); i++) {
		unsigned long theirs = i < n ? get_unaligned(mask + i) : 0;
		unsigned long own = i < n_own ? cpus->bits[i] : 0;

		meet = meet || (theirs & own);
		same = same && theirs == own;
	}
	return entry->op == FILTER_OP_CPUS_MEET ? meet : same;
}

static bool test(const struct prog_entry *entry, const void *record)
{
	u64 val;

	switch (entry->op) {
	case FILTER_OP_RANGE:
		return get_number(entry, record) - entry->low <= entry->span;
	case FILTER_OP_BITS:
		return get_number(entry, record) & entry->low;
	case FILTER_OP_CPU_IN:
		val = get_number(entry, record);
		return val < entry->cpus->n && test_bit(val, entry->cpus->bits);
	case FILTER_OP_TEXT:
		return test_text(entry, record);
	default:
		return test_mask(entry, record);
	}
}

static noinline bool exec_from(const struct prog_entry *entries, u16 at, const void *record)
{
	do {
		at = entries[at].next[test(&entries[at], record)];
	} while (at < FILTER_REJECT);
	return at == FILTER_ACCEPT;
}

/**
 * filter_exec - test whether a record passes a filter
 * @entries: program of the filter
 * @record: the event's record
 *
 * Fast path: range tests, which most filters consist of, run inline. exec_from() runs the program
 * from the first entry with another test.
 *
 * Context: any, NMI included, preemption off.
 * Return: true if the record passes.
 */
bool filter_exec(const struct prog_entry *entries, const void *record)
{
	const struct prog_entry *entry;
	u16 at = 0;

	do {
		entry = &entries[at];
		if (unlikely(entry->op != FILTER_OP_RANGE))
			return exec_from(entries, at, record);
		at = entry->next[get_number(entry, record) - entry->low <= entry->span];
	} while (at < FILTER_REJECT);
	return at == FILTER_ACCEPT;
}

static bool needs_buffers(const struct prog_entry *entry)
{
	return entry->op == FILTER_OP_TEXT && (entry->source == FILTER_SRC_POINTED ||
					       entry->source == FILTER_SRC_POINTED_USER);
}

/* Return the buffers of all CPUs, allocating them on the first call, or NULL without memory. */
static struct filter_pointed __percpu *get_buffers(void)
{
	/*
	 * Pairs with the cmpxchg_release() below: another CPU may have allocated and zeroed the
	 * buffers.
	 */
	struct filter_pointed __percpu *made = smp_load_acquire(&buffers);

	if (made)
		return made;
	made = alloc_percpu(struct filter_pointed);
	if (!made)
		return NULL;
	/* Not all architectures have a cmpxchg() that accepts a __percpu pointer. */
	if (cmpxchg_release((__force void **)&buffers, NULL, (__force void *)made))
		free_percpu(made);
	/* A failed cmpxchg orders nothing. This pairs with the cmpxchg that succeeded. */
	return smp_load_acquire(&buffers);
}

/**
 * filter_exec_prepare - allocate the buffers that a filter needs at run time
 * @program: the filter, not published yet
 *
 * All filters share the buffers. Each entry that copies text gets a pointer to the buffers, so an
 * event needs no barrier to read it: the address dependencies lead from the pointer that
 * publishes the filter to the entry, and from there to the buffers.
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int filter_exec_prepare(struct filter_program *program)
{
	u32 i;

	for (i = 0; i < program->n_entries; i++) {
		struct prog_entry *entry = &program->entries[i];

		if (!needs_buffers(entry))
			continue;
		entry->pointed = get_buffers();
		if (!entry->pointed)
			return -ENOMEM;
	}
	return 0;
}
