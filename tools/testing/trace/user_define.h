/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From a definition to a layout and back, for all who test user events.
 */
#ifndef _TRACE_USER_DEFINE_H
#define _TRACE_USER_DEFINE_H

#include <linux/err.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "trace_text.h"
#include "user_events/diag.h"
#include "user_events/layout.h"
#include "user_events/print.h"

/* From a copy that ends where its memory ends: reading on behind it is found. */
static inline struct user_layout *user_define(const char *text, size_t len,
					      struct trace_diag *diag)
{
	char *copy = kmemdup(text, len, GFP_KERNEL);
	struct user_layout *layout;

	if (!copy)
		return ERR_PTR(-ENOMEM);
	layout = user_layout_parse(copy, (struct trace_span){ .len = len }, diag);
	kfree(copy);
	return layout;
}

/* As dynamic_events has it, without the newline. */
static inline void user_show(struct seq_file *m, const struct user_layout *layout)
{
	user_print_definition(m, layout);
	if (m->count && m->count < m->size && m->buf[m->count - 1] == '\n')
		m->buf[--m->count] = '\0';
}

static inline bool same_user_field(const struct user_field *a, const struct user_field *b)
{
	return !strcmp(a->type, b->type) && !strcmp(a->name, b->name) &&
	       a->offset == b->offset && a->size == b->size && a->kind == b->kind &&
	       a->is_signed == b->is_signed && a->is_text == b->is_text;
}

/* The same in all that a layout has. */
static inline bool same_user_layout(const struct user_layout *a, const struct user_layout *b)
{
	unsigned int i;

	if (strcmp(a->name, b->name) || a->min_size != b->min_size ||
	    a->n_fields != b->n_fields || a->n_locs != b->n_locs)
		return false;
	for (i = 0; i < a->n_fields; i++)
		if (!same_user_field(&a->fields[i], &b->fields[i]))
			return false;
	return true;
}

/* What is rejected is so for a reason and at a place; nothing else has a reason. */
static inline bool is_user_explained(long ret, const struct trace_diag *diag,
				     struct trace_span span)
{
	if (ret != -EINVAL)
		return !diag->code;
	return diag->code > USER_DIAG_NONE && diag->code <= USER_DIAG_TOO_LARGE &&
	       diag->at.off >= span.off && trace_span_end(diag->at) <= trace_span_end(span);
}

#endif
