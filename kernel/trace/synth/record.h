/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filling the records of synthetic events, which is done for every event.
 *
 * Values come as an array of u64, one for each field in order.  A number is stored
 * as it is, cut to the field's size.  For a string the value is a pointer to it, for a
 * stack trace a pointer to words, unsigned longs: the number of addresses, and the
 * addresses.
 *
 * Strings are cut to what their field holds, a stack to SYNTH_STACK_WORDS words.  A
 * string is stored as "(null)" if its pointer is NULL, and as "(fault)" if it cannot be
 * read; such a stack is stored as an empty one, or with addresses that are 0 if it says
 * how many there are and they cannot be read.
 */
#ifndef _TRACE_SYNTH_RECORD_H
#define _TRACE_SYNTH_RECORD_H

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/trace_events.h>
#include <linux/types.h>

#include "layout.h"

/**
 * union synth_slot - the value of a field that is not a string, or the place of one
 * @as_u8: number of one byte
 * @as_u16: number of two bytes
 * @as_u32: number of four bytes
 * @as_u64: number of eight bytes, and all of the slot
 * @as_loc: where the data of a dynamic field is
 */
union synth_slot {
	u8 as_u8;
	u16 as_u16;
	u32 as_u32;
	u64 as_u64;
	struct trace_dynamic_info as_loc;
};

/**
 * struct synth_measure - where the dynamic fields of one record go
 * @size: bytes of the whole record
 * @unreadable: a bit for each field, set if it is a dynamic string that cannot be read;
 *	for layouts with dynamic fields only
 * @loc: place of each dynamic field's data, in the order of the fields
 */
struct synth_measure {
	u32 size;
	u64 unreadable;
	struct trace_dynamic_info loc[SYNTH_FIELDS_MAX];
};

static_assert(sizeof(u64) * BITS_PER_BYTE >= SYNTH_FIELDS_MAX);

void synth_record_measure_dynamic(const struct synth_layout *layout, const u64 *vals,
				  struct synth_measure *measure);
void synth_record_fill_any(const struct synth_layout *layout, const u64 *vals,
			   const struct synth_measure *measure, void *record);
void synth_record_set(const struct synth_field *field, u64 val, void *record);

/**
 * synth_record_measure - find out how long a record will be
 * @layout: the event's layout
 * @vals: a value for each field
 * @measure: filled in for synth_record_fill()
 *
 * Context: any.
 */
static inline void synth_record_measure(const struct synth_layout *layout, const u64 *vals,
					struct synth_measure *measure)
{
	measure->size = layout->size;
	if (layout->n_dynamic)
		synth_record_measure_dynamic(layout, vals, measure);
}

/* A number fills its slot, with zeroes in the bytes that are not its own. */
static __always_inline void synth_put_number(const struct synth_field *field, u64 val,
					     void *record)
{
	u64 *slot = record + field->offset;

	*slot = (val & field->mask) << field->shift;
}

/**
 * synth_record_fill - fill a record
 * @layout: the event's layout
 * @vals: a value for each field
 * @measure: what synth_record_measure() said of them
 * @record: @measure->size bytes, of which struct trace_entry is left as it is and all
 *	others are written
 *
 * Context: any.
 */
static __always_inline void synth_record_fill(const struct synth_layout *layout, const u64 *vals,
					      const struct synth_measure *measure, void *record)
{
	const struct synth_field *field = layout->fields, *end = field + layout->n_fields;

	if (unlikely(!layout->numbers_only)) {
		synth_record_fill_any(layout, vals, measure, record);
		return;
	}
	for (; field < end; field++)
		synth_put_number(field, *vals++, record);
}

#endif /* _TRACE_SYNTH_RECORD_H */
