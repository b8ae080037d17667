/* SPDX-License-Identifier: GPL-2.0 */
/* Sections of a raw table that have the stack traces to which its rows refer. */
#ifndef _TRACE_HIST_SHOW_RAW_STACKS_H
#define _TRACE_HIST_SHOW_RAW_STACKS_H

#include "raw_head.h"

/**
 * struct hist_raw_stacks - stack traces of a raw table
 * @block: the sections; empty if no field refers to stack traces
 * @n_files: number of @files
 * @files: entries of the section of the files; their names are set by hist_raw_head_create()
 * @names: names of the files, which belong to the tables of stacks; to be freed with kvfree()
 */
struct hist_raw_stacks {
	struct hist_raw_block block;
	u32 n_files;
	struct trace_hist_file *files;
	const char **names;
};

int hist_raw_stacks_create(struct hist_raw_stacks *stacks, const struct hist_raw_source *source,
			   struct tracing_map_snapshot *rows);

#endif /* _TRACE_HIST_SHOW_RAW_STACKS_H */
