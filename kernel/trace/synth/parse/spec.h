/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parsed form of a definition of a synthetic event. It only describes the text: the types
 * are known, but no record layout and no event exists yet.
 */
#ifndef _TRACE_SYNTH_SPEC_H
#define _TRACE_SYNTH_SPEC_H

#include <linux/types.h>

#include "../../trace_diag.h"
#include "../limits.h"
#include "types.h"

/* Kind of array that a field is. */
enum synth_array {
	SYNTH_NO_ARRAY,
	SYNTH_FIXED_ARRAY,
	SYNTH_DYNAMIC_ARRAY,
};

/**
 * struct synth_spec_field - one field of a definition
 * @all: text of type and name
 * @name: name of the field
 * @type: base type
 * @tag: name behind "struct" or "union"; tagged types only
 * @pointer_depth: number of '*'
 * @is_const: type begins with "const"
 * @array: kind of array
 * @length: number of elements of a fixed array
 */
struct synth_spec_field {
	struct trace_span all;
	struct trace_span name;
	const struct synth_type *type;
	struct trace_span tag;
	u8 pointer_depth;
	bool is_const;
	enum synth_array array;
	u16 length;
};

/**
 * struct synth_spec - a parsed definition of a synthetic event
 * @text: the definition. Owned by the caller; must outlive this struct.
 * @name: name of the event
 * @n_fields: number of fields
 * @fields: fields in the order of the definition
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
