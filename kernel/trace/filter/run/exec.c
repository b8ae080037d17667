// SPDX-License-Identifier: GPL-2.0
/*
 * Run filters on records (per-event code).
 *
 * Any context, NMI included, with preemption off. The functions do not sleep, lock, allocate or
 * look up names. They depend only on the entries of the program, not on the filter's text or on
 * the event. Branches only go forward, so the number of steps is limited by the number of entries.
 */
#include <linux/minmax.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include <linux/unaligned.h>

#include "../buffers.h"
#include "../limits.h"
#include "../pattern.h"
#include "exec.h"

static __always_inline u64 filter_get_number(const struct prog_entry *entry, const void *record)
{
	if (likely(entry->source <= FILTER_SRC_U64))
		return trace_record_number(entry->source, record + entry->offset);
	if (entry->source == FILTER_SRC_CPU)
		return raw_smp_processor_id();
	return trace_task_number(entry->source - FILTER_SRC_TASK);
}

static const void *filter_locate_data(const struct prog_entry *entry, const void *record, u32 *len)
{
	return trace_record_located(record, entry->offset, entry->source == FILTER_SRC_REL, len);
}

static bool filter_match_text(const struct prog_entry *entry, const char *text, u32 max_len)
{
	u32 len = strnlen(text, max_len);

	return filter_pattern_match(entry->pattern, text, len) != entry->negate_match;
}

/* Copy the text before matching it. The address may be invalid, so the copy must not fault. */
static bool match_copy(const struct prog_entry *entry, unsigned long addr, char *copy)
{
	long n;

	if (entry->source == FILTER_SRC_USER_PTR_STRING)
		n = strncpy_from_user_nofault(copy, (const void __user *)addr,
					      FILTER_PTR_STRING_MAX);
	else
		n = strncpy_from_kernel_nofault(copy, (const void *)addr, FILTER_PTR_STRING_MAX);
	/* In Linux 6.12, 0 is the result for an empty string of user space. */
	return n >= 0 && filter_match_text(entry, copy, n);
}

static bool match_ptr_string(const struct prog_entry *entry, const void *record)
{
	unsigned long addr = get_unaligned((const unsigned long *)(record + entry->offset));
	struct filter_ptr_string_buffers *bufs = this_cpu_ptr(entry->buffers);
	bool matches = false;

	if (bufs->level < FILTER_NESTING_MAX) {
		char *copy = bufs->text[bufs->level++];

		/*
		 * An interrupt on this CPU must not use this buffer. The barriers keep all writes
		 * to the buffer between the increment and the decrement of the level.
		 */
		barrier();
		matches = match_copy(entry, addr, copy);
		barrier();
		bufs->level--;
	}
	return matches;
}

static noinline bool filter_test_text(const struct prog_entry *entry, const void *record)
{
	const char *text = record + entry->offset;
	u32 max_len = entry->size;

	switch (entry->source) {
	case FILTER_SRC_PTR_STRING:
	case FILTER_SRC_USER_PTR_STRING:
		return match_ptr_string(entry, record);
	case FILTER_SRC_DYN:
	case FILTER_SRC_REL:
		text = filter_locate_data(entry, record, &max_len);
		break;
	case FILTER_SRC_COMM:
		text = current->comm;
		max_len = TASK_COMM_LEN;
		break;
	case FILTER_SRC_TCOMM:
		text = trace_task_tcomm();
		max_len = TASK_COMM_LEN;
		break;
	}
	return filter_match_text(entry, text, max_len);
}

/* Compare two masks that may differ in length; bits beyond the end of a mask are 0. */
static noinline bool filter_test_mask(const struct prog_entry *entry, const void *record)
{
	const struct filter_cpus *cpus = entry->cpus;
	unsigned int n_wanted = BITS_TO_LONGS(cpus->n), n, i;
	bool intersect = false, equal = true;
	const unsigned long *mask;
	u32 len;

	mask = filter_locate_data(entry, record, &len);
	n = len / sizeof(*mask);
	for (i = 0; i < max(n, n_wanted); i++) {
		unsigned long seen = i < n ? get_unaligned(mask + i) : 0;
		unsigned long wanted = i < n_wanted ? cpus->bits[i] : 0;

		intersect = intersect || (seen & wanted);
		equal = equal && seen == wanted;
	}
	return entry->op == FILTER_OP_CPUS_INTERSECT ? intersect : equal;
}

static bool filter_test_entry(const struct prog_entry *entry, const void *record)
{
	u64 val;

	switch (entry->op) {
	case FILTER_OP_RANGE:
		return filter_get_number(entry, record) - entry->low <= entry->span;
	case FILTER_OP_BITS:
		return filter_get_number(entry, record) & entry->low;
	case FILTER_OP_CPU_IN:
		val = filter_get_number(entry, record);
		return val < entry->cpus->n && test_bit(val, entry->cpus->bits);
	case FILTER_OP_TEXT:
		return filter_test_text(entry, record);
	default:
		return filter_test_mask(entry, record);
	}
}

static noinline bool filter_exec_from(const struct prog_entry *entries, u16 at, const void *record)
{
	do {
		at = entries[at].next[filter_test_entry(&entries[at], record)];
	} while (at < FILTER_REJECT);
	return at == FILTER_ACCEPT;
}

/**
 * filter_exec - test whether a record passes a filter
 * @entries: program of the filter
 * @record: the event's record
 *
 * Fast path: range tests, which most filters consist of, run inline. filter_exec_from() runs the
 * program from the first entry with another test.
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
			return filter_exec_from(entries, at, record);
		at = entry->next[filter_get_number(entry, record) - entry->low <= entry->span];
	} while (at < FILTER_REJECT);
	return at == FILTER_ACCEPT;
}
