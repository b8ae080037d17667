/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Layout of the records of a synthetic event.
 *
 *	+-------------+--------+--------+-- --+--------+----------------+
 *	| trace_entry | slot 0 | slot 1 | ... | slot n | dynamic fields |
 *	+-------------+--------+--------+-- --+--------+----------------+
 *
 * Each field has a slot of one or more 8-byte words. The slot of a dynamic field holds a struct
 * trace_dynamic_info: offset and length of its data, which is stored behind the slots and is as
 * long as the value needs.
 *
 * A layout is constant once it is created, so readers need no lock.
 */
#ifndef _TRACE_SYNTH_LAYOUT_H
#define _TRACE_SYNTH_LAYOUT_H

#include <linux/types.h>

#include "../trace_diag.h"
#include "limits.h"

struct synth_spec;

/* How the value of a field is stored in a record. */
enum synth_kind {
	SYNTH_NUMBER,
	SYNTH_BOOL,
	SYNTH_STRING,		/* fixed number of bytes, in the slots */
	/* Dynamic: the slot holds the location of the data. */
	SYNTH_DYN_STRING,
	SYNTH_STACK,
};

/* Output format of a number. Kind and sign of the field decide everything else. */
enum synth_number_format {
	SYNTH_DECIMAL,
	SYNTH_POINTER,
	SYNTH_GFP_FLAGS,
};

/**
 * struct synth_field - a field of a synthetic event
 * @name: name of the field
 * @type: type as in the format file, with the prefix "__data_loc " for dynamic fields
 * @format: printf conversion of the field in "print fmt"; numbers and bools only
 * @kind: how the value is stored
 * @number_format: output format in the trace file; numbers only
 * @is_signed: value may be negative
 * @shift: position of the value's lowest bit in its 64-bit slot; not 0 only on big-endian
 *	machines
 * @mask: bits of a number or bool that are stored, before @shift is applied
 * @offset: offset of the slot from the start of the record, in bytes
 * @size: size in bytes of the value, or of the location of a dynamic field
 */
struct synth_field {
	char *name;
	char *type;
	const char *format;
	enum synth_kind kind;
	enum synth_number_format number_format;
	bool is_signed;
	u8 shift;
	u64 mask;
	u16 offset;
	u16 size;
};

/**
 * struct synth_layout - the fields of a synthetic event
 * @n_fields: number of fields
 * @n_dynamic: number of dynamic fields
 * @numbers_only: all fields are of kind %SYNTH_NUMBER, so that synth_record_fill_numbers() can fill
 *	the record
 * @size: size in bytes of a record without dynamic data, struct trace_entry included
 * @fields: fields in the order of the definition
 *
 * Constant after synth_layout_create() has returned it.
 */
struct synth_layout {
	unsigned int n_fields;
	unsigned int n_dynamic;
	bool numbers_only;
	u32 size;
	struct synth_field fields[] __counted_by(n_fields);
};

struct synth_layout *synth_layout_create(const struct synth_spec *spec, struct trace_diag *diag);
void synth_layout_free(struct synth_layout *layout);
const char *synth_field_type(const struct synth_field *field);

/**
 * synth_kind_is_dynamic - check whether the data of a field is stored behind the slots
 * @kind: how the field is stored
 *
 * Return: true for dynamic strings and stack traces.
 */
static inline bool synth_kind_is_dynamic(enum synth_kind kind)
{
	return kind == SYNTH_DYN_STRING || kind == SYNTH_STACK;
}

#endif /* _TRACE_SYNTH_LAYOUT_H */
