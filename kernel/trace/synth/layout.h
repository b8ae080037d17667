/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a record of a synthetic event looks like.
 *
 *	+-------------+--------+--------+-- --+--------+----------------+
 *	| trace_entry | slot 0 | slot 1 | ... | slot n | dynamic fields |
 *	+-------------+--------+--------+-- --+--------+----------------+
 *
 * Each field has a slot of a whole number of 8-byte words.  The slot of a dynamic
 * field holds its location, a struct trace_dynamic_info, and what it points to stands
 * behind the slots and is as long as the value needs.
 */
#ifndef _TRACE_SYNTH_LAYOUT_H
#define _TRACE_SYNTH_LAYOUT_H

#include <linux/types.h>

#include "../trace_diag.h"
#include "limits.h"

struct synth_spec;

/* How the value of a field gets into its record. */
enum synth_kind {
	SYNTH_NUMBER,
	SYNTH_BOOL,
	SYNTH_STRING,		/* fixed size */
	SYNTH_DYN_STRING,
	SYNTH_STACK,
};

/* How a number is shown; everything else is by kind and sign. */
enum synth_look {
	SYNTH_DECIMAL,
	SYNTH_POINTER,
	SYNTH_GFP_FLAGS,
};

/**
 * struct synth_field - a field of an event
 * @name: its name
 * @type: its type as the format file has it, with "__data_loc " before a dynamic one
 * @format: how it is printed, as in printf; for numbers only
 * @kind: how it is stored
 * @look: how it is shown
 * @is_signed: whether it may be negative
 * @mask: of a number or bool, the bits that are stored
 * @shift: how far up in the slot they are
 * @offset: of its slot, in bytes from the start of the record
 * @size: bytes of the slot that are its value or its location
 */
struct synth_field {
	char *name;
	char *type;
	const char *format;
	enum synth_kind kind;
	enum synth_look look;
	bool is_signed;
	u8 shift;
	u64 mask;
	u16 offset;
	u16 size;
};

/**
 * struct synth_layout - the fields of an event; const once it is made
 * @n_fields: how many
 * @n_dynamic: how many of them are dynamic
 * @numbers_only: all of them are numbers, and no bool
 * @size: bytes of a record without dynamic data, struct trace_entry included
 * @fields: the fields in order
 */
struct synth_layout {
	unsigned int n_fields;
	unsigned int n_dynamic;
	bool numbers_only;
	u32 size;
	struct synth_field fields[] __counted_by(n_fields);
};

struct synth_layout *synth_layout_make(const struct synth_spec *spec, struct trace_diag *diag);
void synth_layout_free(struct synth_layout *layout);
const char *synth_field_type(const struct synth_field *field);

/**
 * synth_kind_is_dynamic - does a field's data stand behind the slots?
 * @kind: how it is stored
 *
 * Return: true if so.
 */
static inline bool synth_kind_is_dynamic(enum synth_kind kind)
{
	return kind == SYNTH_DYN_STRING || kind == SYNTH_STACK;
}

#endif /* _TRACE_SYNTH_LAYOUT_H */
