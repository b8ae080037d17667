// SPDX-License-Identifier: GPL-2.0
/*
 * Sections of a raw table that have the stack traces to which its rows refer: stacks, frames and
 * files. See include/uapi/linux/trace_hist.h for the format.
 *
 *	1. Replace the ids in the rows by numbers, in the order in which they occur.
 *	2. Number the files of their frames.
 *	3. Write the sections.
 *
 * Process context. The caller keeps the tables of stacks from being freed, with event_mutex.
 */
#include <linux/array_size.h>
#include <linux/errno.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../tracing_map_yield.h"
#include "../program/hist_data.h"
#include "../stacks/resolved_set.h"
#include "../stacks/stacks.h"
#include "raw_stacks.h"

/* Files that are not in a set. */
static const struct hist_stack_file *const special_files[] = {
	&hist_file_anon, &hist_file_vdso, &hist_file_stack, &hist_file_heap,
};

/**
 * struct used_stack - stack trace to which a row refers
 * @source: index of its source
 * @id: its id
 * @resolved: the resolved stack, or NULL
 */
struct used_stack {
	unsigned int source;
	u64 id;
	const struct hist_resolved *resolved;
};

/**
 * struct writer - stack traces that are being collected or written
 * @source: the histogram
 * @n_stacks: number of @stacks
 * @n_frames: number of their frames
 * @n_files: number of their files
 * @stacks: the stack traces
 * @numbers: for each source, the number of the stack of each element, or 0
 * @files: for each source, the number of each file of its set, or 0
 * @specials: the number of each special file, or 0
 */
struct writer {
	const struct hist_raw_source *source;
	u32 n_stacks;
	u32 n_frames;
	u32 n_files;
	struct used_stack *stacks;
	u32 *numbers[HIST_STACK_SOURCES_MAX];
	u32 *files[HIST_STACK_SOURCES_MAX];
	u32 specials[ARRAY_SIZE(special_files)];
};

static const struct hist_stacks *table_of(const struct writer *w, unsigned int source)
{
	return w->source->data->stack_sources[source].table;
}

/* Return the number of addresses of a stack that is not resolved. */
static u32 count_addresses(const struct hist_stacks *table, u64 id)
{
	const u64 *addresses = hist_stacks_addresses(table, id);
	u32 n = 0;

	while (n < table->depth && addresses[n])
		n++;
	return n;
}

/* Return the number of a stack, which is added if it is new. */
static u32 number_of(struct writer *w, unsigned int source, u64 id)
{
	u32 *number = &w->numbers[source][id - 1];
	struct used_stack *stack;

	if (*number)
		return *number;
	stack = &w->stacks[w->n_stacks];
	*stack = (struct used_stack){
		.source = source,
		.id = id,
		.resolved = hist_stacks_resolved(table_of(w, source), id),
	};
	w->n_frames += stack->resolved ? stack->resolved->n :
					 count_addresses(table_of(w, source), id);
	*number = ++w->n_stacks;
	return *number;
}

/* Replace the ids in one key of all rows. Return: 0 or -ENOMEM. */
static int number_key(struct writer *w, struct tracing_map_snapshot *rows,
		      const struct hist_field *field)
{
	unsigned int source = field->value.stacks - 1, row;
	u64 *id = rows->data + field->pos / sizeof(u64);

	if (!w->numbers[source])
		w->numbers[source] = kvcalloc(table_of(w, source)->map->n_elts, sizeof(u32),
					      TRACING_MAP_GFP);
	if (!w->numbers[source])
		return -ENOMEM;
	for (row = 0; row < rows->n_rows; row++, id += rows->row_words) {
		tracing_map_yield_at(row);
		if (*id)
			*id = number_of(w, source, *id);
	}
	return 0;
}

/* Replace the ids in all keys. Return: 0 or -ENOMEM. */
static int number_stacks(struct writer *w, struct tracing_map_snapshot *rows, unsigned int n_keys)
{
	const struct hist_trigger_data *data = w->source->data;
	unsigned int i;
	int ret = 0;

	w->stacks = kvcalloc(max(rows->n_rows, 1), n_keys * sizeof(*w->stacks), TRACING_MAP_GFP);
	if (!w->stacks)
		return -ENOMEM;
	for (i = data->n_vals; !ret && i < data->n_fields; i++)
		if (hist_value_is_interned(&data->fields[i].value))
			ret = number_key(w, rows, &data->fields[i]);
	return ret;
}

/* Find where the number of a file is. Return NULL for a frame without a file. */
static u32 *file_number(struct writer *w, unsigned int source, const struct hist_stack_file *file)
{
	unsigned int i;

	if (!file)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(special_files); i++)
		if (file == special_files[i])
			return &w->specials[i];
	return &w->files[source][file->index];
}

/* The sets may get more files meanwhile, but not those of the stacks. Return: 0 or -ENOMEM. */
static int alloc_files(struct writer *w)
{
	unsigned int i;

	for (i = 0; i < w->source->data->n_stack_sources; i++) {
		const struct hist_stacks *table = table_of(w, i);
		u32 n;

		if (!table->resolved)
			continue;
		n = hist_resolved_set_n_files(table->resolved);
		w->files[i] = kvcalloc(n + 1, sizeof(u32), TRACING_MAP_GFP);
		if (!w->files[i])
			return -ENOMEM;
	}
	return 0;
}

/* Number the files of all frames. Return: 0 or -ENOMEM. */
static int number_files(struct writer *w)
{
	u32 i, k;

	if (alloc_files(w))
		return -ENOMEM;
	for (i = 0; i < w->n_stacks; i++) {
		const struct used_stack *stack = &w->stacks[i];

		tracing_map_yield_at(i);
		for (k = 0; stack->resolved && k < stack->resolved->n; k++) {
			u32 *number = file_number(w, stack->source,
						  stack->resolved->frames[k].file);

			if (number && !*number)
				*number = ++w->n_files;
		}
	}
	return 0;
}

/* Write the frames of a stack. Return: where the next frame is written. */
static struct trace_hist_frame *put_frames(struct writer *w, const struct used_stack *stack,
					   struct trace_hist_frame *to)
{
	const struct hist_stacks *table = table_of(w, stack->source);
	bool hides = table->kind == HIST_KIND_USER_STACK && !w->source->shows_addresses;
	const u64 *addresses = hist_stacks_addresses(table, stack->id);
	u32 i, n = count_addresses(table, stack->id);

	if (!stack->resolved) {
		for (i = 0; i < n; i++)
			*to++ = (struct trace_hist_frame){ .offset = hides ? 0 : addresses[i] };
		return to;
	}
	for (i = 0; i < stack->resolved->n; i++) {
		const struct hist_frame *frame = &stack->resolved->frames[i];
		const u32 *number = file_number(w, stack->source, frame->file);

		*to++ = (struct trace_hist_frame){
			.offset = number || !hides ? frame->offset : 0,
			.file = number ? *number : 0,
		};
	}
	return to;
}

static void put_stacks(struct writer *w, struct trace_hist_stack *to,
		       struct trace_hist_frame *frames)
{
	struct trace_hist_frame *frame = frames;
	u32 i;

	for (i = 0; i < w->n_stacks; i++) {
		const struct used_stack *stack = &w->stacks[i];
		u32 first = frame - frames, flags = 0;

		tracing_map_yield_at(i);
		frame = put_frames(w, stack, frame);
		if (table_of(w, stack->source)->kind == HIST_KIND_KERNEL_STACK)
			flags = TRACE_HIST_STACK_KERNEL;
		else if (!stack->resolved)
			flags = TRACE_HIST_STACK_UNRESOLVED;
		to[i] = (struct trace_hist_stack){
			.first = first,
			.n = frame - frames - first,
			.flags = flags,
		};
	}
}

static void put_file(struct hist_raw_stacks *stacks, u32 number,
		     const struct hist_stack_file *file)
{
	struct trace_hist_file *to = &stacks->files[number - 1];

	BUILD_BUG_ON(sizeof(to->build_id) != HIST_BUILD_ID_MAX);
	*to = (struct trace_hist_file){
		.dev = file->dev,
		.inode = file->ino,
		.generation = file->generation,
		.build_id_size = file->build_id_size,
	};
	memcpy(to->build_id, file->build_id, sizeof(to->build_id));
	stacks->names[number - 1] = file->name;
}

/* Write the files. The frames have pointers to them. */
static void put_files(struct writer *w, struct hist_raw_stacks *stacks)
{
	u32 i, k;

	for (i = 0; i < w->n_stacks; i++) {
		const struct used_stack *stack = &w->stacks[i];

		tracing_map_yield_at(i);
		for (k = 0; stack->resolved && k < stack->resolved->n; k++) {
			const struct hist_stack_file *file = stack->resolved->frames[k].file;
			const u32 *number = file_number(w, stack->source, file);

			if (number && !stacks->names[*number - 1])
				put_file(stacks, *number, file);
		}
	}
}

/* Write all sections. Return: 0 or -ENOMEM. */
static int put_sections(struct writer *w, struct hist_raw_stacks *stacks)
{
	struct hist_raw_block *block = &stacks->block;
	struct trace_hist_frame *frames;
	struct trace_hist_stack *to;

	block->size = 3 * sizeof(struct trace_hist_section) + (u64)w->n_stacks * sizeof(*to) +
		      (u64)w->n_frames * sizeof(*frames) + (u64)w->n_files * sizeof(*stacks->files);
	block->start = kvzalloc(block->size, TRACING_MAP_GFP);
	stacks->names = kvcalloc(w->n_files + 1, sizeof(*stacks->names), TRACING_MAP_GFP);
	if (!block->start || !stacks->names)
		return -ENOMEM;
	stacks->n_files = w->n_files;
	to = hist_raw_put_section(block->start, TRACE_HIST_SECTION_STACKS, sizeof(*to),
				  w->n_stacks);
	frames = hist_raw_put_section(to + w->n_stacks, TRACE_HIST_SECTION_FRAMES,
				      sizeof(*frames), w->n_frames);
	stacks->files = hist_raw_put_section(frames + w->n_frames, TRACE_HIST_SECTION_FILES,
					     sizeof(*stacks->files), w->n_files);
	put_stacks(w, to, frames);
	put_files(w, stacks);
	return 0;
}

/**
 * hist_raw_stacks_create - write the stack traces to which the rows of a raw table refer
 * @stacks: set to the sections; empty if no key is an interned stack trace
 * @source: the histogram
 * @rows: copy of the rows, merged; the ids in their keys are replaced by numbers of stack traces
 *
 * Context: may sleep. The caller keeps the tables of stacks from being freed.
 * Return: 0 or -ENOMEM. The caller frees @stacks in both cases.
 */
int hist_raw_stacks_create(struct hist_raw_stacks *stacks, const struct hist_raw_source *source,
			   struct tracing_map_snapshot *rows)
{
	const struct hist_trigger_data *data = source->data;
	unsigned int i, n_keys = 0;
	struct writer *w;
	int ret;

	for (i = data->n_vals; i < data->n_fields; i++)
		n_keys += hist_value_is_interned(&data->fields[i].value);
	if (!n_keys)
		return 0;
	w = kzalloc(sizeof(*w), GFP_KERNEL);
	if (!w)
		return -ENOMEM;
	w->source = source;
	ret = number_stacks(w, rows, n_keys) ?: number_files(w) ?: put_sections(w, stacks);
	for (i = 0; i < HIST_STACK_SOURCES_MAX; i++) {
		kvfree(w->numbers[i]);
		kvfree(w->files[i]);
	}
	kvfree(w->stacks);
	kfree(w);
	return ret;
}
