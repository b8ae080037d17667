/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The definition of a synthetic event as the user wrote it, taken apart.
 */
#ifndef _TRACE_SYNTH_SPEC_H
#define _TRACE_SYNTH_SPEC_H

#include <linux/types.h>

#include "../trace_diag.h"
#include "limits.h"
#include "type.h"

/* What kind of array a field is. */
enum synth_array {
	SYNTH_NO_ARRAY,
	SYNTH_FIXED_ARRAY,
	SYNTH_DYNAMIC_ARRAY,
};

/**
 * struct synth_spec_field - one field
 * @all: type and name
 * @name: the name
 * @type: the base type
 * @tag: what stands behind "struct"; for tagged types only
 * @stars: how many '*'
 * @is_const: "const" stands before the type
 * @array: what kind of array it is, if any
 * @length: elements of a fixed array
 */
struct synth_spec_field {
	struct trace_span all;
	struct trace_span name;
	const struct synth_type *type;
	struct trace_span tag;
	u8 stars;
	bool is_const;
	enum synth_array array;
	u16 length;
};

/**
 * struct synth_spec - the definition of an event
 * @text: the definition, which stays the caller's and must outlive this
 * @name: the event's name
 * @n_fields: how many fields
 * @fields: the fields in order
 */
struct synth_spec {
	const char *text;
	struct trace_span name;
	unsigned int n_fields;
	struct synth_spec_field fields[SYNTH_FIELDS_MAX];
};

struct synth_spec *synth_spec_parse(const char *text, struct trace_span span,
				    struct trace_diag *diag);
void synth_spec_free(struct synth_spec *spec);

#endif /* _TRACE_SYNTH_SPEC_H */
