/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parse trigger commands and print them again, for unit tests and the fuzz
 * target.
 */
#ifndef _TRACE_TRIGGER_FIXTURE_H
#define _TRACE_TRIGGER_FIXTURE_H

#include <linux/seq_file.h>
#include <linux/string.h>

#include "trigger/spec.h"

/*
 * Check that a rejected command, and no other, has an error with a valid
 * position.
 */
static inline bool is_trigger_explained(int ret, const struct trace_diag *diag, u32 len)
{
	if (ret != -EINVAL)
		return !ret && !diag->code;
	if (diag->code <= TRIGGER_DIAG_NONE || diag->code > TRIGGER_DIAG_NO_TARGET)
		return false;
	return diag->at.off <= len && diag->at.len <= len - diag->at.off;
}

static inline void trigger_show_span(struct seq_file *m, const char *before, const char *text,
				     struct trace_span span)
{
	if (span.len)
		seq_printf(m, "%s%.*s", before, span.len, text + span.off);
}

/* Print the command like the trigger file, with a leading ! if it removes. */
static inline void trigger_show(struct seq_file *m, const struct trigger_spec *spec)
{
	trigger_show_span(m, spec->remove ? "!" : "", spec->text, spec->command);
	trigger_show_span(m, ":", spec->text, spec->system);
	trigger_show_span(m, ":", spec->text, spec->event);
	if (spec->count)
		seq_printf(m, ":count=%ld", spec->count);
	else
		seq_puts(m, ":unlimited");
	trigger_show_span(m, " if ", spec->text, spec->filter);
}

static inline bool same_span(const struct trigger_spec *a, struct trace_span in_a,
			     const struct trigger_spec *b, struct trace_span in_b)
{
	return in_a.len == in_b.len && !memcmp(a->text + in_a.off, b->text + in_b.off, in_a.len);
}

/* Return whether two commands have the same meaning. */
static inline bool same_trigger(const struct trigger_spec *a, const struct trigger_spec *b)
{
	return a->remove == b->remove && a->count == b->count &&
	       same_span(a, a->command, b, b->command) && same_span(a, a->system, b, b->system) &&
	       same_span(a, a->event, b, b->event) && same_span(a, a->filter, b, b->filter);
}

#endif
