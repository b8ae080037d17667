// SPDX-License-Identifier: GPL-2.0
/*
 * Compute the record layout of a synthetic event from its definition. This happens once, when
 * the event is defined.
 *
 * This file detects the errors that concern the fields together: duplicate names, names that
 * begin with "common_", and records that are too large for the ring buffer.
 *
 * Pure code: it takes no locks and knows no event. The only tracing type that it uses is struct
 * trace_entry, the head of every record.
 */
#include <linux/align.h>
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "diag.h"
#include "layout.h"
#include "parse/spec.h"

#define DATA_LOC	"__data_loc "

/**
 * synth_field_type - get the type of a field as a definition contains it
 * @field: the field
 *
 * Return: the type, without the prefix "__data_loc " that the format file shows for dynamic
 * fields.
 */
const char *synth_field_type(const struct synth_field *field)
{
	return synth_kind_is_dynamic(field->kind) ? field->type + strlen(DATA_LOC) : field->type;
}

static bool is_type(const struct synth_spec_field *field, const char *name)
{
	return !field->pointer_depth && !strcmp(field->type->name, name);
}

static enum synth_kind synth_kind_of(const struct synth_spec_field *field)
{
	if (field->array == SYNTH_FIXED_ARRAY)
		return SYNTH_STRING;
	if (field->array == SYNTH_DYNAMIC_ARRAY)
		return field->type->array_of == SYNTH_ARRAY_OF_CHARS ? SYNTH_DYN_STRING :
								       SYNTH_STACK;
	return is_type(field, "bool") ? SYNTH_BOOL : SYNTH_NUMBER;
}

/* Build the name of a field's type in normal form, with one blank before the first '*'. */
static char *format_type(const char *text, const struct synth_spec_field *field,
			 enum synth_kind kind)
{
	char array[sizeof("[256]")] = "";

	if (field->array == SYNTH_DYNAMIC_ARRAY)
		strscpy(array, "[]");
	else if (field->array == SYNTH_FIXED_ARRAY)
		scnprintf(array, sizeof(array), "[%u]", field->length);

	return kasprintf(GFP_KERNEL, "%s%s%s%s%.*s%s%.*s%s",
			 synth_kind_is_dynamic(kind) ? DATA_LOC : "",
			 field->is_const ? "const " : "",
			 field->type->name,
			 field->tag.len ? " " : "", field->tag.len, text + field->tag.off,
			 field->pointer_depth ? " " : "", field->pointer_depth, "****",
			 array);
}

static u16 field_size(const struct synth_spec_field *field, enum synth_kind kind)
{
	if (synth_kind_is_dynamic(kind))
		return sizeof(struct trace_dynamic_info);
	if (kind == SYNTH_STRING)
		return field->length;
	return field->pointer_depth ? sizeof(void *) : field->type->size;
}

static int init_field(const struct synth_spec *spec, const struct synth_spec_field *from,
		      struct synth_field *field)
{
	field->kind = synth_kind_of(from);
	field->format = from->pointer_depth ? "0x%lx" : from->type->format;
	field->is_signed = !from->pointer_depth && from->type->is_signed;
	if (from->pointer_depth)
		field->number_format = SYNTH_POINTER;
	else if (is_type(from, "gfp_t"))
		field->number_format = SYNTH_GFP_FLAGS;
	field->size = field_size(from, field->kind);
	if (field->kind == SYNTH_NUMBER || field->kind == SYNTH_BOOL) {
		field->mask = GENMASK_ULL(field->size * 8 - 1, 0);
#ifdef CONFIG_CPU_BIG_ENDIAN
		field->shift = 64 - field->size * 8;
#endif
	}

	field->name = trace_span_dup(spec->text, from->name);
	field->type = format_type(spec->text, from, field->kind);
	return field->name && field->type ? 0 : -ENOMEM;
}

/*
 * Compute the maximum number of bytes that a field adds to a record. It is a multiple of 8
 * bytes, so no padding is needed before a stack trace if all strings have their maximum length.
 * Padding after a shorter string takes no more than the bytes that the string leaves unused.
 */
static u32 max_size_of(const struct synth_field *field)
{
	u32 slot = ALIGN(field->size, sizeof(u64));

	static_assert(SYNTH_STRING_MAX % sizeof(u64) == 0);
	static_assert(SYNTH_STACK_WORDS * sizeof(long) % sizeof(u64) == 0);

	switch (field->kind) {
	case SYNTH_DYN_STRING:
		return slot + SYNTH_STRING_MAX;
	case SYNTH_STACK:
		return slot + SYNTH_STACK_WORDS * sizeof(long);
	default:
		return slot;
	}
}

static int check_field_name(const struct synth_spec *spec, const struct synth_layout *layout,
			    unsigned int n, struct trace_diag *diag)
{
	const char *name = layout->fields[n].name;
	unsigned int i;

	if (str_has_prefix(name, "common_"))
		return synth_diag_set(diag, SYNTH_DIAG_COMMON_FIELD, spec->fields[n].name);
	for (i = 0; i < n; i++)
		if (!strcmp(layout->fields[i].name, name))
			return synth_diag_set(diag, SYNTH_DIAG_DUPLICATE_FIELD,
					      spec->fields[n].name);
	return 0;
}

static int compute_layout(const struct synth_spec *spec, struct synth_layout *layout,
			  struct trace_diag *diag)
{
	u32 max_size = sizeof(struct trace_entry);
	unsigned int i;

	layout->size = sizeof(struct trace_entry);
	layout->numbers_only = true;
	for (i = 0; i < layout->n_fields; i++) {
		struct synth_field *field = &layout->fields[i];
		int ret;

		ret = init_field(spec, &spec->fields[i], field);
		ret = ret ?: check_field_name(spec, layout, i, diag);
		if (ret)
			return ret;

		max_size += max_size_of(field);
		if (max_size > SYNTH_RECORD_MAX)
			return synth_diag_set(diag, SYNTH_DIAG_TOO_LARGE, spec->fields[i].all);
		field->offset = layout->size;
		layout->size += ALIGN(field->size, sizeof(u64));
		layout->n_dynamic += synth_kind_is_dynamic(field->kind);
		layout->numbers_only &= field->kind == SYNTH_NUMBER;
	}
	return 0;
}

/**
 * synth_layout_create - compute the record layout of an event
 * @spec: definition of the event
 * @diag: receives the error
 *
 * Context: may sleep; takes no locks.
 * Return: the layout, to be freed with synth_layout_free(). It does not refer to @spec.
 * ERR_PTR(-EINVAL) with @diag set if the fields are invalid; or ERR_PTR(-ENOMEM).
 */
struct synth_layout *synth_layout_create(const struct synth_spec *spec, struct trace_diag *diag)
{
	struct synth_layout *layout;
	int ret;

	layout = kzalloc(struct_size(layout, fields, spec->n_fields), GFP_KERNEL);
	if (!layout)
		return ERR_PTR(-ENOMEM);

	layout->n_fields = spec->n_fields;
	ret = compute_layout(spec, layout, diag);
	if (!ret)
		return layout;

	synth_layout_free(layout);
	return ERR_PTR(ret);
}

/**
 * synth_layout_free - free a layout
 * @layout: result of synth_layout_create(), NULL or an error pointer
 */
void synth_layout_free(struct synth_layout *layout)
{
	unsigned int i;

	if (IS_ERR_OR_NULL(layout))
		return;
	for (i = 0; i < layout->n_fields; i++) {
		kfree(layout->fields[i].name);
		kfree(layout->fields[i].type);
	}
	kfree(layout);
}
