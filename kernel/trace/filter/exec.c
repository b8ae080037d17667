// SPDX-License-Identifier: GPL-2.0
/*
 * The per-event half: run a filter on a record.
 *
 * Any context, NMI included, with preemption off.  Nothing here sleeps, locks, allocates
 * or looks up a name, and entries are left forwards only.  All that is known of the filter
 * is in its entries: there is no text any more, and no event.
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
 * struct filter_pointed - buffers of one CPU for text that pointers point at
 * @level: number of buffers in use.  Written by this CPU only.  An event that interrupts the
 *	current user leaves it as it found it, so no atomic operation is needed
 * @text: the buffers, one for each nested event
 */
struct filter_pointed {
	unsigned int level;
	char text[FILTER_NESTING_MAX][FILTER_POINTED_MAX];
};

/*
 * The buffers of all CPUs, allocated for the first filter that needs them and never freed.
 * Only get_buffers() reads this pointer: events read the one in &prog_entry.pointed.
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

/* The address may be anything by now. */
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
		 * What interrupts on this CPU must not take this one: between the two
		 * barriers it sees the level raised, and nothing is written outside them.
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

/* What is not in one of the two masks, since it is shorter, is not set. */
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
 * filter_exec - does a record pass a filter?
 * @entries: the filter's program
 * @record: the event's record
 *
 * Most filters compare numbers and nothing else.  As far as they do, nothing is called.
 *
 * Context: any, NMI included, preemption off.
 * Return: true if it does.
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

/* Return: the buffers, allocated unless another filter has done so, or NULL. */
static struct filter_pointed __percpu *get_buffers(void)
{
	/*
	 * Another CPU may have allocated and zeroed them: pairs with the release of the
	 * cmpxchg below.
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
	/* Read again: a cmpxchg that fails orders nothing.  Pairs with the one that succeeded. */
	return smp_load_acquire(&buffers);
}

/**
 * filter_exec_prepare - Allocate what a filter needs at run time and shares with other filters
 * @program: the filter, not published yet
 *
 * Each entry that copies text gets the pointer to the buffers.  So an event needs no barrier to
 * read it: the address dependencies from the pointer that published the filter lead to the
 * entry, and from there to the buffers.
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
