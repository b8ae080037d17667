// SPDX-License-Identifier: GPL-2.0
/*
 * Compute the size of records of synthetic events and fill them; record.h describes the format
 * of the values. This file does not know the consumers of a record.
 *
 * Per-event code: it runs in any context, NMI included, and takes no lock, allocates nothing
 * and never waits. Pointers among the values are not trusted: memory is read with the nofault
 * functions, and unreadable data is replaced. A string or stack trace that changes between the
 * computation of its size and the copy is truncated or padded to the computed size.
 */
#include <linux/align.h>
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "record.h"

static const char null_string[] = "(null)";
static const char fault_string[] = "(fault)";

static const char *string_at(u64 val)
{
	return val ? (const char *)(unsigned long)val : null_string;
}

/*
 * Get the size in bytes of a string including its NUL, at most SYNTH_STRING_MAX; 0 if it cannot
 * be read.
 */
static u16 synth_string_size(u64 val)
{
	char copy[SYNTH_STRING_MAX] __uninitialized;
	long len = strncpy_from_kernel_nofault(copy, string_at(val), sizeof(copy));

	return len < 0 ? 0 : len;
}

/* Copy a string to a field of @size bytes: truncate it, terminate it and clear the rest. */
static void synth_put_string(char *to, size_t size, u64 val)
{
	long len = strncpy_from_kernel_nofault(to, string_at(val), size);

	if (len < 0) {
		len = min(size, sizeof(fault_string));
		memcpy(to, fault_string, len);
		to[len - 1] = '\0';
	}
	memset(to + len, 0, size - len);
}

/* Get the size in bytes of a stack trace, including the word that has the number of addresses. */
static u16 synth_stack_size(u64 val)
{
	unsigned long n;

	if (copy_from_kernel_nofault(&n, (void *)(unsigned long)val, sizeof(n)))
		n = 0;
	return (1 + min(n, SYNTH_STACK_WORDS - 1)) * sizeof(n);
}

static void synth_put_stack(void *to, size_t size, u64 val)
{
	/*
	 * Take the number of addresses from the size of the field. The value in memory may have
	 * changed since the size was computed.
	 */
	unsigned long n = size / sizeof(n) - 1;
	const unsigned long *from = (unsigned long *)(unsigned long)val;

	if (n && copy_from_kernel_nofault(to + sizeof(n), from + 1, n * sizeof(n)))
		memset(to + sizeof(n), 0, n * sizeof(n));
	memcpy(to, &n, sizeof(n));
}

/**
 * synth_record_plan_dynamic - compute the size of a record with dynamic fields
 * @layout: layout of the event
 * @vals: values, one per field
 * @plan: result, for synth_record_fill()
 *
 * Context: any, NMI included.
 */
void synth_record_plan_dynamic(const struct synth_layout *layout, const u64 *vals,
			       struct synth_record_plan *plan)
{
	struct trace_dynamic_info *loc = plan->loc;
	u32 end = layout->size;
	unsigned int i;

	plan->unreadable = 0;
	for (i = 0; i < layout->n_fields; i++) {
		enum synth_kind kind = layout->fields[i].kind;

		if (!synth_kind_is_dynamic(kind))
			continue;
		if (kind == SYNTH_STACK) {
			/*
			 * Align the words of a stack trace relative to the start of the record.
			 * The record itself may have a smaller alignment.
			 */
			end = ALIGN(end, sizeof(u64));
			loc->len = synth_stack_size(vals[i]);
		} else {
			loc->len = synth_string_size(vals[i]);
			if (!loc->len) {
				loc->len = sizeof(fault_string);
				plan->unreadable |= BIT_ULL(i);
			}
		}
		loc->offset = end;
		end += loc->len;
		loc++;
	}
	plan->size = end;
}

static void synth_put_fixed_string(const struct synth_field *field, u64 val, void *record)
{
	void *slot = record + field->offset;

	/* Clear the last word of the slot, which the string may not fill. */
	memset(slot + ALIGN_DOWN(field->size, sizeof(u64)), 0,
	       field->size % sizeof(u64) ? sizeof(u64) : 0);
	synth_put_string(slot, field->size, val);
}

/**
 * synth_record_set - store the value of a field that is not dynamic
 * @field: the field
 * @val: value of the field
 * @record: the record, at least as large as the event's layout says
 *
 * Context: any, NMI included.
 */
void synth_record_set(const struct synth_field *field, u64 val, void *record)
{
	if (field->kind == SYNTH_NUMBER)
		synth_put_number(field, val, record);
	else if (field->kind == SYNTH_BOOL)
		synth_put_number(field, !!val, record);
	else
		synth_put_fixed_string(field, val, record);
}

static void synth_put_dynamic(const struct synth_field *field, u64 val,
			      struct trace_dynamic_info loc, void *record)
{
	union synth_slot *slot = record + field->offset;

	slot->as_u64 = 0;
	slot->as_loc = loc;
	if (field->kind == SYNTH_STACK)
		synth_put_stack(record + loc.offset, loc.len, val);
	else
		synth_put_string(record + loc.offset, loc.len, val);
}

/**
 * synth_record_fill_any - fill a record with fields of any kind
 * @layout: layout of the event
 * @vals: values, one per field
 * @plan: result of synth_record_plan_init() for @vals
 * @record: memory of @plan->size bytes. All bytes behind struct trace_entry are written.
 *
 * Context: any, NMI included.
 */
void synth_record_fill_any(const struct synth_layout *layout, const u64 *vals,
			   const struct synth_record_plan *plan, void *record)
{
	const struct trace_dynamic_info *loc = plan->loc;
	u32 end = layout->size;
	unsigned int i;

	for (i = 0; i < layout->n_fields; i++) {
		const struct synth_field *field = &layout->fields[i];
		u64 val = vals[i];

		if (field->kind == SYNTH_NUMBER) {
			synth_put_number(field, val, record);
			continue;
		}
		if (!synth_kind_is_dynamic(field->kind)) {
			synth_record_set(field, val, record);
			continue;
		}

		/*
		 * Do not read the string again. Only a few bytes of it would be copied now,
		 * which could succeed and store the beginning of a string that was unreadable
		 * as a whole.
		 */
		if (plan->unreadable & BIT_ULL(i))
			val = (unsigned long)fault_string;
		/* Clear the padding before a stack trace. */
		memset(record + end, 0, loc->offset - end);
		synth_put_dynamic(field, val, *loc, record);
		end = loc->offset + loc->len;
		loc++;
	}
}
