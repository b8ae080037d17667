// SPDX-License-Identifier: GPL-2.0
/*
 * Head of a raw table: the header, and the sections that describe the rows. See
 * include/uapi/linux/trace_hist.h for the format.
 *
 * fill_head() runs twice: first it counts entries and the bytes of strings, and then it writes them
 * to the memory that was allocated for them.
 *
 * Process context. The functions take no lock: the caller keeps the histogram and its state from
 * changing.
 */
#include <linux/align.h>
#include <linux/build_bug.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "describe.h"
#include "raw_head.h"
#include "raw_stacks.h"
#include "row_format.h"

static_assert(sizeof(struct trace_hist_header) == 96);
static_assert(sizeof(struct trace_hist_section) == 16);
static_assert(sizeof(struct trace_hist_field) == 80);
static_assert(sizeof(struct trace_hist_stack) == 16);
static_assert(sizeof(struct trace_hist_frame) == 16);
static_assert(sizeof(struct trace_hist_file) == 48);
static_assert((int)TRACE_HIST_STAT_MIN == (int)HIST_STAT_MIN &&
	      (int)TRACE_HIST_STAT_MAX == (int)HIST_STAT_MAX &&
	      (int)TRACE_HIST_STAT_SUM == (int)HIST_STAT_SUM &&
	      (int)TRACE_HIST_STAT_SQUARES == (int)HIST_STAT_SQUARES &&
	      (int)TRACE_HIST_STAT_BUCKETS == (int)HIST_STAT_BUCKETS);

/**
 * struct head - head that is being counted or written
 * @source: the histogram
 * @rows: the rows
 * @stacks: stack traces
 * @command: text of the command
 * @header: the header
 * @n_fields: number of fields
 * @n_bytes: number of bytes of all strings
 * @fields: the fields; NULL while they are counted
 * @strings: the strings; NULL while they are counted
 * @drops: dropped events; NULL while the fields are counted
 */
struct head {
	const struct hist_raw_source *source;
	const struct tracing_map_snapshot *rows;
	const struct hist_raw_stacks *stacks;
	const char *command;
	struct trace_hist_header header;
	u32 n_fields;
	u32 n_bytes;
	struct trace_hist_field *fields;
	char *strings;
	struct trace_hist_drop *drops;
};

/* Add a string. Return: its offset, 0 for an empty one or NULL. */
static u32 put_string(struct head *head, const char *text)
{
	u32 at = head->n_bytes;
	size_t size;

	if (!text || !*text)
		return 0;
	size = strlen(text) + 1;
	if (head->strings)
		memcpy(head->strings + at, text, size);
	head->n_bytes += size;
	return at;
}

static void put_field(struct head *head, const struct trace_hist_field *field)
{
	if (head->fields)
		head->fields[head->n_fields] = *field;
	head->n_fields++;
}

/* A time from a variable of another histogram has the clock of that one. */
static const char *unit_of(const struct hist_value *value)
{
	if (value->unit == HIST_UNIT_NONE)
		return NULL;
	if (!hist_clock_in_ns(value->clock))
		return "ticks";
	return value->unit == HIST_UNIT_USECS ? "usecs" : "nsecs";
}

static u32 kind_of(const struct hist_value *value)
{
	if (hist_value_is_interned(value))
		return TRACE_HIST_KIND_STACK_ID;
	if (hist_kind_is_string(value->kind))
		return TRACE_HIST_KIND_STRING;
	return hist_kind_is_stack(value->kind) ? TRACE_HIST_KIND_STACK : TRACE_HIST_KIND_NUMBER;
}

/* Set the arguments of the modifier of a value. */
static void set_args(struct trace_hist_field *field, const struct hist_value *value)
{
	if (value->mod == HIST_MOD_LHIST) {
		field->args[0] = value->linear.min;
		field->args[1] = value->linear.max;
		field->args[2] = value->linear.step;
	} else {
		field->args[0] = value->mod_arg;
	}
}

/* Describe what keys and values have in common. */
static struct trace_hist_field describe_value(struct head *head, const struct hist_value *value)
{
	char agg[HIST_AGG_NAME_SIZE];
	struct trace_hist_field field = {
		.name = put_string(head, value->name),
		.title = put_string(head, hist_value_title(value)),
		.type = put_string(head, value->type),
		.unit = put_string(head, unit_of(value)),
		.modifier = put_string(head, hist_mod_info[value->mod].name),
		.kind = kind_of(value),
		.statistic = TRACE_HIST_NO_STATISTIC,
	};

	if (value->agg != HIST_AGG_NONE)
		field.aggregate = put_string(head, hist_agg_name(value->agg, value->quantile, agg));
	if (field.kind == TRACE_HIST_KIND_NUMBER && hist_value_may_be_negative(value))
		field.flags = TRACE_HIST_FIELD_SIGNED;
	set_args(&field, value);
	return field;
}

static void put_key(struct head *head, const struct hist_field *key)
{
	struct trace_hist_field field = describe_value(head, &key->value);

	field.role = TRACE_HIST_ROLE_KEY;
	field.offset = key->pos;
	field.size = key->value.size;
	put_field(head, &field);
}

static void put_value(struct head *head, const struct hist_field *val)
{
	struct trace_hist_field field = describe_value(head, &val->value);

	field.role = TRACE_HIST_ROLE_VALUE;
	if (hist_value_has_stat(&val->value)) {
		field.statistic = val->pos;
		field.quantile = val->value.quantile;
	} else {
		field.offset = (head->rows->sum_word + val->pos) * sizeof(u64);
		field.size = sizeof(u64);
	}
	put_field(head, &field);
}

/* Describe a field that is not part of the command. */
static void put_internal(struct head *head, const char *name, u32 role, u32 kind, u32 word,
			 u32 size)
{
	const struct trace_hist_field field = {
		.name = put_string(head, name),
		.role = role,
		.kind = kind,
		.offset = word * sizeof(u64),
		.size = size,
		.statistic = TRACE_HIST_NO_STATISTIC,
	};

	put_field(head, &field);
}

static void put_fields(struct head *head)
{
	const struct hist_trigger_data *data = head->source->data;
	const struct tracing_map_snapshot *rows = head->rows;
	unsigned int i;

	for (i = data->n_vals; i < data->n_fields; i++)
		put_key(head, &data->fields[i]);
	for (i = 0; i < hist_n_display_vals(data); i++)
		put_value(head, &data->fields[i]);
	if (data->program.saves_comm)
		put_internal(head, "comm", TRACE_HIST_ROLE_COMM, TRACE_HIST_KIND_STRING,
			     rows->key_words, TASK_COMM_LEN);
	put_internal(head, "flags", TRACE_HIST_ROLE_FLAGS, TRACE_HIST_KIND_NUMBER,
		     rows->sum_word + rows->n_words, sizeof(u64));
	if (rows->error_word)
		put_internal(head, "error", TRACE_HIST_ROLE_ERROR, TRACE_HIST_KIND_NUMBER,
			     rows->error_word, sizeof(u64));
}

static void put_drops(struct head *head)
{
	unsigned int i;

	for (i = 0; i < TRACING_MAP_DROP_REASONS; i++) {
		const struct trace_hist_drop drop = {
			.reason = put_string(head, hist_drop_reasons[i]),
			.count = head->rows->drops[i],
		};

		if (head->drops)
			head->drops[i] = drop;
	}
}

/* Add the names of files. */
static void put_files(struct head *head)
{
	const struct hist_raw_stacks *stacks = head->stacks;
	u32 i;

	for (i = 0; i < stacks->n_files; i++)
		stacks->files[i].name = put_string(head, stacks->names[i]);
}

/* Set what the header says about the interval and the clock. */
static void set_times(struct head *head)
{
	const struct hist_interval *interval = head->source->interval;
	enum hist_clock clock = head->source->data->program.clock;
	struct trace_hist_header *header = &head->header;

	if (interval) {
		clock = interval->clock;
		header->flags |= TRACE_HIST_INTERVAL;
		header->flags |= interval->cleared ? TRACE_HIST_CLEARED : 0;
		header->flags |= interval->merged ? TRACE_HIST_MERGED : 0;
		header->interval = interval->number;
		header->from = interval->from;
		header->to = interval->to;
	}
	if (clock != HIST_CLOCK_NONE && hist_clock_in_ns(clock))
		header->flags |= TRACE_HIST_CLOCK_NSECS;
	header->clock = put_string(head, hist_clock_name(clock));
}

static void set_header(struct head *head, u64 hits)
{
	const struct hist_raw_source *source = head->source;

	head->header = (struct trace_hist_header){
		.magic = TRACE_HIST_MAGIC,
		.version = TRACE_HIST_VERSION,
		.header_size = sizeof(head->header),
		.flags = (source->status->paused ? TRACE_HIST_PAUSED : 0) |
			 (source->data->nohitcount ? TRACE_HIST_NOHITCOUNT : 0),
		.n_rows = tracing_map_n_all_rows(head->rows),
		.size = source->status->size,
		.pool = source->status->pool,
		.command = put_string(head, head->command),
		.system = put_string(head, source->system),
		.event = put_string(head, source->event),
		.hits = hits,
		.dropped = head->rows->dropped,
		.other = head->rows->has_other ?
			 tracing_map_row_sum(head->rows, head->rows->n_rows, 0) : 0,
	};
	set_times(head);
}

/* Count or write everything. The string at offset 0 is empty. */
static void fill_head(struct head *head, u64 hits)
{
	head->n_fields = 0;
	head->n_bytes = 1;
	set_header(head, hits);
	put_fields(head);
	put_drops(head);
	put_files(head);
}

static void put_stat_types(struct trace_hist_stat_type *to, const struct hist_program *program)
{
	unsigned int i;

	for (i = 0; i < program->n_stats; i++) {
		const struct hist_stat *stat = &program->stats[i].stat;

		to[i] = (struct trace_hist_stat_type){
			.parts = stat->flags,
			.flags = stat->is_signed ? TRACE_HIST_FIELD_SIGNED : 0,
		};
	}
}

/* Return the size of a section with @n entries. */
static u64 section_size(u32 entry_size, u64 n)
{
	return sizeof(struct trace_hist_section) + ALIGN(entry_size * n, sizeof(u64));
}

static u64 head_size(const struct head *head)
{
	unsigned int n_stats = head->source->data->program.n_stats;
	u64 size = sizeof(head->header) + section_size(1, head->n_bytes) +
		   section_size(sizeof(*head->fields), head->n_fields) +
		   section_size(sizeof(*head->drops), TRACING_MAP_DROP_REASONS);

	if (n_stats)
		size += section_size(sizeof(struct trace_hist_stat_type), n_stats);
	/* The rows themselves are not part of the head. */
	return size + sizeof(struct trace_hist_section);
}

/* Write the head, which was counted, to @to, which is 0. */
static void write_head(struct head *head, void *to, u64 hits)
{
	const struct hist_program *program = &head->source->data->program;
	const struct tracing_map_snapshot *rows = head->rows;
	struct trace_hist_header *header = to;

	to = hist_raw_put_section(header + 1, TRACE_HIST_SECTION_FIELDS, sizeof(*head->fields),
				  head->n_fields);
	head->fields = to;
	to += head->n_fields * sizeof(*head->fields);
	if (program->n_stats) {
		struct trace_hist_stat_type *types;

		types = hist_raw_put_section(to, TRACE_HIST_SECTION_STAT_TYPES, sizeof(*types),
					     program->n_stats);
		put_stat_types(types, program);
		to = types + program->n_stats;
	}
	head->drops = hist_raw_put_section(to, TRACE_HIST_SECTION_DROPS, sizeof(*head->drops),
					   TRACING_MAP_DROP_REASONS);
	to = head->drops + TRACING_MAP_DROP_REASONS;
	head->strings = hist_raw_put_section(to, TRACE_HIST_SECTION_STRINGS, 1, head->n_bytes);
	to = head->strings + ALIGN(head->n_bytes, sizeof(u64));
	hist_raw_put_section(to, TRACE_HIST_SECTION_ROWS, rows->row_words * sizeof(u64),
			     tracing_map_n_all_rows(rows));
	fill_head(head, hits);
	*header = head->header;
}

/* Return the command that defines the histogram, to be freed with kvfree(); NULL without memory. */
static char *describe(const struct hist_raw_source *source)
{
	struct seq_file m = {};

	for (m.size = PAGE_SIZE; ; m.size *= 2) {
		m.count = 0;
		m.buf = kvmalloc(m.size, GFP_KERNEL_ACCOUNT);
		if (!m.buf)
			return NULL;
		hist_describe(&m, source->data, source->status);
		if (!seq_has_overflowed(&m)) {
			m.buf[m.count] = '\0';
			return m.buf;
		}
		kvfree(m.buf);
	}
}

/**
 * hist_raw_head_create - write the head of a raw table
 * @head: set to the head, which ends with the begin of the section of the rows
 * @source: the histogram
 * @rows: its rows
 * @hits: sum of their hitcounts
 * @stacks: stack traces, whose files get the offsets of their names
 *
 * The caller sets the size of the table with hist_raw_head_set_size().
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_raw_head_create(struct hist_raw_block *head, const struct hist_raw_source *source,
			 const struct tracing_map_snapshot *rows, u64 hits,
			 const struct hist_raw_stacks *stacks)
{
	struct head writer = {
		.source = source,
		.rows = rows,
		.stacks = stacks,
		.command = describe(source),
	};

	if (!writer.command)
		return -ENOMEM;
	fill_head(&writer, hits);
	head->size = head_size(&writer);
	head->start = kvzalloc(head->size, GFP_KERNEL_ACCOUNT);
	if (head->start)
		write_head(&writer, head->start, hits);
	kvfree(writer.command);
	return head->start ? 0 : -ENOMEM;
}

/**
 * hist_raw_head_set_size - set the size of a table in its head
 * @head: the head
 * @table_size: size of the table in bytes, with the head
 *
 * Context: any.
 */
void hist_raw_head_set_size(struct hist_raw_block *head, u64 table_size)
{
	struct trace_hist_header *header = head->start;

	header->table_size = table_size;
}
