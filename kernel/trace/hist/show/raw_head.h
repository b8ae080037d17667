/* SPDX-License-Identifier: GPL-2.0 */
/* Head of a raw table: everything before its rows. */
#ifndef _TRACE_HIST_SHOW_RAW_HEAD_H
#define _TRACE_HIST_SHOW_RAW_HEAD_H

#include <linux/types.h>
#include <uapi/linux/trace_hist.h>

#include "../../tracing_map_snapshot.h"
#include "raw_table.h"

/**
 * struct hist_raw_block - memory with a part of a raw table
 * @start: the memory, to be freed with kvfree(); NULL if the part is empty
 * @size: its size in bytes, a multiple of 8
 */
struct hist_raw_block {
	void *start;
	u64 size;
};

struct hist_raw_stacks;

int hist_raw_head_create(struct hist_raw_block *head, const struct hist_raw_source *source,
			 const struct tracing_map_snapshot *rows, u64 hits,
			 const struct hist_raw_stacks *stacks);
void hist_raw_head_set_size(struct hist_raw_block *head, u64 table_size);

/**
 * hist_raw_put_section - write the begin of a section
 * @to: where the section begins
 * @type: &enum trace_hist_section_type
 * @entry_size: size of an entry in bytes
 * @n: number of entries
 *
 * Context: any.
 * Return: where the entries begin.
 */
static inline void *hist_raw_put_section(void *to, u32 type, u32 entry_size, u64 n)
{
	struct trace_hist_section *section = to;

	*section = (struct trace_hist_section){
		.type = type, .entry_size = entry_size, .size = n * entry_size,
	};
	return section + 1;
}

#endif /* _TRACE_HIST_SHOW_RAW_HEAD_H */
