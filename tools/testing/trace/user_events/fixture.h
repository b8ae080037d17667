/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parse definitions of user events into layouts and print them again, for unit
 * tests and the fuzz target.
 */
#ifndef _TRACE_USER_EVENTS_FIXTURE_H
#define _TRACE_USER_EVENTS_FIXTURE_H

#include <linux/err.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "trace_text.h"
#include "user_events/define/layout.h"
#include "user_events/define/print.h"
#include "user_events/diag.h"

/*
 * Parse a copy of @text whose allocation ends with the text, to detect reads
 * beyond its end.
 */
static inline struct user_event_layout *user_define(const char *text, size_t len,
						    struct trace_diag *diag)
{
	char *copy = kmemdup(text, len, GFP_KERNEL);
	struct user_event_layout *layout;

	if (!copy)
		return ERR_PTR(-ENOMEM);
	layout = user_event_layout_parse(copy, (struct trace_span){ .len = len }, diag);
	kfree(copy);
	return layout;
}

/* Print a definition like dynamic_events, without the newline. */
static inline void user_show(struct seq_file *m, const struct user_event_layout *layout)
{
	user_event_print_definition(m, layout);
	if (m->count && m->count < m->size && m->buf[m->count - 1] == '\n')
		m->buf[--m->count] = '\0';
}

static inline bool same_user_field(const struct user_event_field *a,
				   const struct user_event_field *b)
{
	return !strcmp(a->type, b->type) && !strcmp(a->name, b->name) &&
	       a->offset == b->offset && a->size == b->size && a->kind == b->kind &&
	       a->is_signed == b->is_signed && a->is_text == b->is_text;
}

/* Compare all members of two layouts. */
static inline bool same_user_layout(const struct user_event_layout *a,
				    const struct user_event_layout *b)
{
	unsigned int i;

	if (strcmp(a->name, b->name) || a->min_size != b->min_size ||
	    a->n_fields != b->n_fields || a->n_locs != b->n_locs ||
	    a->has_text != b->has_text)
		return false;
	for (i = 0; i < a->n_fields; i++)
		if (!same_user_field(&a->fields[i], &b->fields[i]))
			return false;
	return true;
}

/*
 * Check that a rejected definition, and no other, has an error with a valid
 * position.
 */
static inline bool is_user_explained(long ret, const struct trace_diag *diag,
				     struct trace_span span)
{
	if (ret != -EINVAL)
		return !diag->code;
	return diag->code > USER_EVENT_DIAG_NONE && diag->code <= USER_EVENT_DIAG_TOO_LARGE &&
	       diag->at.off >= span.off && trace_span_end(diag->at) <= trace_span_end(span);
}

#endif
