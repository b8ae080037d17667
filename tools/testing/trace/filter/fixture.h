/* SPDX-License-Identifier: GPL-2.0-only */
/* Compile and run filters, for unit tests and the fuzz target. */
#ifndef _TRACE_FILTER_FIXTURE_H
#define _TRACE_FILTER_FIXTURE_H

#include <linux/err.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "filter/buffers.h"
#include "filter/compile/compile.h"
#include "filter/run/exec.h"
#include "filter/tests/mock_event.h"

/*
 * Compile @text from a copy that ends where its allocation ends, with other
 * text in front of it. AddressSanitizer detects reads beyond the end; a
 * position that is not relative to the start of the whole text is detected by
 * its value.
 */
static inline struct filter_program *filter_make(const char *text, u32 len,
						 struct trace_diag *diag)
{
	static const char before[] = "traceon if ";
	struct trace_span all = { sizeof(before) - 1, len };
	struct filter_program *program;
	char *copy = malloc(trace_span_end(all));

	memcpy(copy, before, all.off);
	if (len)
		memcpy(copy + all.off, text, len);
	program = filter_compile(&mock_resolver, copy, all, diag);
	free(copy);
	diag->at.off -= diag->code ? all.off : 0;
	return program;
}

/*
 * Check that a rejected filter, and no other, has an error with a valid
 * position.
 */
static inline bool is_filter_explained(const struct filter_program *program,
				       const struct trace_diag *diag, u32 len)
{
	if (PTR_ERR_OR_ZERO(program) != -EINVAL)
		return !diag->code;
	if (diag->code <= FILTER_DIAG_NONE || diag->code > FILTER_DIAG_NO_CPUS)
		return false;
	/*
	 * A token missing at the end is reported at the position behind the
	 * text.
	 */
	return diag->at.off == len ? diag->at.len <= 1 :
				     diag->at.off < len && diag->at.len <= len - diag->at.off;
}

/* Check that every branch leads forwards, or to a result. */
static inline bool is_filter_sound(const struct filter_program *program)
{
	u32 i, way;

	for (i = 0; i < program->n_entries; i++)
		for (way = 0; way < 2; way++)
			if (program->entries[i].next[way] <= i ||
			    (program->entries[i].next[way] >= program->n_entries &&
			     program->entries[i].next[way] < FILTER_REJECT))
				return false;
	return program->n_entries;
}

/* Run the filter in atomic context, as events do. */
static inline bool filter_run(const struct filter_program *program, const void *record)
{
	bool ret;

	shim_atomic = true;
	ret = filter_exec(program->entries, record);
	shim_atomic = false;
	return ret;
}

#endif
