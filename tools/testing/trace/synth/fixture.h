/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parse definitions of synthetic events into layouts and print them again, for
 * unit tests and the fuzz target.
 */
#ifndef _TRACE_SYNTH_FIXTURE_H
#define _TRACE_SYNTH_FIXTURE_H

#include <linux/err.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "synth/diag.h"
#include "synth/layout.h"
#include "synth/parse/spec.h"

struct definition {
	char *name;
	struct synth_layout *layout;
};

/* Return: 0, -EINVAL with @diag set, or -ENOMEM. */
static inline int define_span(struct definition *def, const char *text, struct trace_span span,
			      struct trace_diag *diag)
{
	struct synth_spec *spec = synth_spec_parse(text, span, diag);
	int ret;

	if (IS_ERR(spec))
		return PTR_ERR(spec);

	def->layout = synth_layout_create(spec, diag);
	ret = PTR_ERR_OR_ZERO(def->layout);
	if (!ret) {
		def->name = trace_span_dup(text, spec->name);
		if (!def->name) {
			synth_layout_free(def->layout);
			ret = -ENOMEM;
		}
	}
	synth_spec_free(spec);
	return ret;
}

/*
 * Parse a copy of @text whose allocation ends with the text, to detect reads
 * beyond its end.
 */
static inline int define(struct definition *def, const char *text, size_t len,
			 struct trace_diag *diag)
{
	char *copy = kmemdup(text, len, GFP_KERNEL);
	int ret;

	if (!copy)
		return -ENOMEM;
	ret = define_span(def, copy, (struct trace_span){ .len = len }, diag);
	kfree(copy);
	return ret;
}

static inline void undefine(struct definition *def)
{
	synth_layout_free(def->layout);
	kfree(def->name);
}

/* Print a definition like synthetic_events and dynamic_events. */
static inline void show_definition(struct seq_file *m, const struct definition *def)
{
	const struct synth_layout *layout = def->layout;
	unsigned int i;

	seq_printf(m, "%s\t", def->name);
	for (i = 0; i < layout->n_fields; i++)
		seq_printf(m, "%s%s %s", i ? "; " : "", synth_field_type(&layout->fields[i]),
			   layout->fields[i].name);
}

static inline bool same_field(const struct synth_field *a, const struct synth_field *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->type, b->type) &&
	       !strcmp(a->format, b->format) && a->kind == b->kind &&
	       a->number_format == b->number_format &&
	       a->is_signed == b->is_signed && a->mask == b->mask && a->shift == b->shift &&
	       a->offset == b->offset && a->size == b->size;
}

static inline bool same_definition(const struct definition *a, const struct definition *b)
{
	unsigned int i;

	if (strcmp(a->name, b->name) || a->layout->size != b->layout->size ||
	    a->layout->n_fields != b->layout->n_fields ||
	    a->layout->n_dynamic != b->layout->n_dynamic ||
	    a->layout->numbers_only != b->layout->numbers_only)
		return false;
	for (i = 0; i < a->layout->n_fields; i++)
		if (!same_field(&a->layout->fields[i], &b->layout->fields[i]))
			return false;
	return true;
}

/*
 * Check that a rejected definition, and no other, has an error with a valid
 * position.
 */
static inline bool is_explained(int ret, const struct trace_diag *diag, struct trace_span span)
{
	if (ret != -EINVAL)
		return !diag->code;
	return diag->code > SYNTH_DIAG_NONE && diag->code <= SYNTH_DIAG_TOO_LARGE &&
	       diag->at.off >= span.off && trace_span_end(diag->at) <= trace_span_end(span);
}

#endif
