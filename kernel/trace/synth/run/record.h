/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Size and fill a record of a synthetic event. This is per-event code.
 *
 * The values are an array of u64, one per field, in the order of the fields. A number is
 * truncated to the size of its field. The value of a string field is a pointer to the string.
 * The value of a stack trace field is a pointer to an array of unsigned long that begins with
 * the number of addresses.
 *
 * Strings are truncated to the size of their field, stack traces to SYNTH_STACK_WORDS words. If
 * a string's pointer is NULL, "(null)" is stored. If a string cannot be read, "(fault)" is
 * stored. If the length of a stack trace cannot be read, an empty stack trace is stored. If
 * only its addresses cannot be read, they are stored as 0.
 */
#ifndef _TRACE_SYNTH_RECORD_H
#define _TRACE_SYNTH_RECORD_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/trace_events.h>
#include <linux/types.h>

#include "../layout.h"

/**
 * union synth_slot - the slot of a number or of a dynamic field
 * @as_u8: number of one byte
 * @as_u16: number of two bytes
 * @as_u32: number of four bytes
 * @as_u64: number of eight bytes, or the whole slot
 * @as_loc: location of the data of a dynamic field
 */
union synth_slot {
	u8 as_u8;
	u16 as_u16;
	u32 as_u32;
	u64 as_u64;
	struct trace_dynamic_info as_loc;
};

/**
 * struct synth_record_plan - size of a record and locations of its dynamic data
 * @size: size in bytes of the whole record
 * @unreadable: bit n is set if field n is a dynamic string that cannot be read; only set for
 *	layouts with dynamic fields
 * @loc: locations of the dynamic data in the order of the dynamic fields; only set for layouts
 *	with dynamic fields
 */
struct synth_record_plan {
	u32 size;
	u64 unreadable;
	struct trace_dynamic_info loc[SYNTH_FIELDS_MAX];
};

static_assert(sizeof(u64) * BITS_PER_BYTE >= SYNTH_FIELDS_MAX);

void synth_record_plan_dynamic(const struct synth_layout *layout, const u64 *vals,
			       struct synth_record_plan *plan);
void synth_record_fill_any(const struct synth_layout *layout, const u64 *vals,
			   const struct synth_record_plan *plan, void *record);
void synth_record_set(const struct synth_field *field, u64 val, void *record);

/**
 * synth_record_plan_init - compute the size of a record
 * @layout: layout of the event
 * @vals: values, one per field
 * @plan: result, for synth_record_fill()
 *
 * Context: any, NMI included.
 */
static inline void synth_record_plan_init(const struct synth_layout *layout, const u64 *vals,
					  struct synth_record_plan *plan)
{
	plan->size = layout->size;
	if (layout->n_dynamic)
		synth_record_plan_dynamic(layout, vals, plan);
}

/* Store a number. The bytes of the slot that do not belong to it are set to zero. */
static __always_inline void synth_put_number(const struct synth_field *field, u64 val,
					     void *record)
{
	u64 *slot = record + field->offset;

	*slot = (val & field->mask) << field->shift;
}

/**
 * synth_record_fill_numbers - fill a record that has only numbers
 * @layout: layout of the event, with @layout->numbers_only
 * @vals: values, one per field
 * @record: memory of @layout->size bytes. All bytes behind struct trace_entry are written.
 *
 * Context: any, NMI included.
 */
static __always_inline void synth_record_fill_numbers(const struct synth_layout *layout,
						      const u64 *vals, void *record)
{
	const struct synth_field *field = layout->fields, *end = field + layout->n_fields;

	for (; field < end; field++)
		synth_put_number(field, *vals++, record);
}

/**
 * synth_record_fill - fill a record
 * @layout: layout of the event
 * @vals: values, one per field
 * @plan: result of synth_record_plan_init() for @vals
 * @record: memory of @plan->size bytes. All bytes behind struct trace_entry are written.
 *
 * Context: any, NMI included.
 */
static __always_inline void synth_record_fill(const struct synth_layout *layout, const u64 *vals,
					      const struct synth_record_plan *plan, void *record)
{
	if (likely(layout->numbers_only))
		synth_record_fill_numbers(layout, vals, record);
	else
		synth_record_fill_any(layout, vals, plan, record);
}

#endif /* _TRACE_SYNTH_RECORD_H */
