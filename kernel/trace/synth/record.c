// SPDX-License-Identifier: GPL-2.0
/*
 * Filling the records of synthetic events: where in a record each value goes and how
 * it gets there, see record.h.  Who gets the record is not known here.
 *
 * Runs for every event, in any context, NMI included: no lock, no allocation, no
 * wait.  Values that are pointers are not trusted: what cannot be read is replaced,
 * and what changes while it is copied is cut, never written beyond its place.
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

/* Bytes of a string with its NUL, at most SYNTH_STRING_MAX; 0 if it cannot be read. */
static u16 string_size(u64 val)
{
	char copy[SYNTH_STRING_MAX] __uninitialized;
	long len = strncpy_from_kernel_nofault(copy, string_at(val), sizeof(copy));

	return len < 0 ? 0 : len;
}

/* Fill all of a place for a string, and end it there at the latest. */
static void put_string(char *to, size_t size, u64 val)
{
	long len = strncpy_from_kernel_nofault(to, string_at(val), size);

	if (len < 0) {
		len = min(size, sizeof(fault_string));
		memcpy(to, fault_string, len);
		to[len - 1] = '\0';
	}
	memset(to + len, 0, size - len);
}

/* Bytes of a stack trace with the word that says how long it is. */
static u16 stack_size(u64 val)
{
	unsigned long n;

	if (copy_from_kernel_nofault(&n, (void *)(unsigned long)val, sizeof(n)))
		n = 0;
	return (1 + min(n, SYNTH_STACK_WORDS - 1)) * sizeof(n);
}

static void put_stack(void *to, size_t size, u64 val)
{
	unsigned long n = size / sizeof(n) - 1;
	const unsigned long *from = (unsigned long *)(unsigned long)val;

	if (n && copy_from_kernel_nofault(to + sizeof(n), from + 1, n * sizeof(n)))
		memset(to + sizeof(n), 0, n * sizeof(n));
	memcpy(to, &n, sizeof(n));
}

/**
 * synth_record_measure_dynamic - find out how long a record with dynamic fields will be
 * @layout: the event's layout
 * @vals: a value for each field
 * @measure: filled in for synth_record_fill()
 *
 * Context: any.
 */
void synth_record_measure_dynamic(const struct synth_layout *layout, const u64 *vals,
				  struct synth_measure *measure)
{
	struct trace_dynamic_info *loc = measure->loc;
	u32 end = layout->size;
	unsigned int i;

	measure->unreadable = 0;
	for (i = 0; i < layout->n_fields; i++) {
		enum synth_kind kind = layout->fields[i].kind;

		if (!synth_kind_is_dynamic(kind))
			continue;
		if (kind == SYNTH_STACK) {
			/* Its words are aligned as far as the record itself is. */
			end = ALIGN(end, sizeof(u64));
			loc->len = stack_size(vals[i]);
		} else {
			loc->len = string_size(vals[i]);
			if (!loc->len) {
				loc->len = sizeof(fault_string);
				measure->unreadable |= BIT_ULL(i);
			}
		}
		loc->offset = end;
		end += loc->len;
		loc++;
	}
	measure->size = end;
}

static void put_fixed_string(const struct synth_field *field, u64 val, void *record)
{
	void *slot = record + field->offset;

	/* The string need not fill the last word of its slot. */
	memset(slot + ALIGN_DOWN(field->size, sizeof(u64)), 0,
	       field->size % sizeof(u64) ? sizeof(u64) : 0);
	put_string(slot, field->size, val);
}

/**
 * synth_record_set - store the value of a field that is not dynamic
 * @field: the field
 * @val: its value
 * @record: the record, of the size of the event's layout at least
 *
 * Context: any.
 */
void synth_record_set(const struct synth_field *field, u64 val, void *record)
{
	if (field->kind == SYNTH_NUMBER)
		synth_put_number(field, val, record);
	else if (field->kind == SYNTH_BOOL)
		synth_put_number(field, !!val, record);
	else
		put_fixed_string(field, val, record);
}

static void put_dynamic(const struct synth_field *field, u64 val, struct trace_dynamic_info loc,
			void *record)
{
	union synth_slot *slot = record + field->offset;

	slot->as_u64 = 0;
	slot->as_loc = loc;
	if (field->kind == SYNTH_STACK)
		put_stack(record + loc.offset, loc.len, val);
	else
		put_string(record + loc.offset, loc.len, val);
}

/**
 * synth_record_fill_any - fill a record with fields of any kind
 * @layout: the event's layout
 * @vals: a value for each field
 * @measure: what synth_record_measure() said of them
 * @record: @measure->size bytes, of which struct trace_entry is left as it is and all
 *	others are written
 *
 * Context: any.
 */
void synth_record_fill_any(const struct synth_layout *layout, const u64 *vals,
			   const struct synth_measure *measure, void *record)
{
	const struct trace_dynamic_info *loc = measure->loc;
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

		/* Its first bytes may well be readable; they are not what it says. */
		if (measure->unreadable & BIT_ULL(i))
			val = (unsigned long)fault_string;
		/* What aligns a stack is a gap. */
		memset(record + end, 0, loc->offset - end);
		put_dynamic(field, val, *loc, record);
		end = loc->offset + loc->len;
		loc++;
	}
}
