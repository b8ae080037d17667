// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parse the tables of hist_raw and hist_delta_raw.
 *
 * The table may come from another machine or may be damaged. Every offset and number that is used
 * later is compared with the size of the table first. Numbers are copied byte by byte, so the table
 * need not be aligned in memory.
 */
#include <string.h>

#include "raw_table.h"

/* Size of the members that all versions have: up to table_size. */
#define FIXED_SIZE	(offsetof(struct trace_hist_header, table_size) + sizeof(uint64_t))

/* Read a member of a structure, in the byte order of this machine. */
#define GET(table, at, type, member) \
	raw_number(table, (at) + offsetof(type, member), sizeof(((type *)0)->member))

/**
 * raw_number - read a number
 * @table: the table, whose byte order is known
 * @at: first byte of the number
 * @size: 1, 2, 4 or 8
 *
 * Return: the number.
 */
uint64_t raw_number(const struct raw_table *table, const unsigned char *at, unsigned int size)
{
	static const uint16_t one = 1;
	const bool little = *(const unsigned char *)&one != table->swapped;
	uint64_t number = 0;
	unsigned int i;

	for (i = 0; i < size; i++)
		number |= (uint64_t)at[i] << 8 * (little ? i : size - 1 - i);
	return number;
}

static int fail(struct raw_table *table, const char *error)
{
	table->error = error;
	return -1;
}

/* Read the members of the header that all versions have. */
static int open_fixed(struct raw_table *table, size_t size)
{
	const unsigned char *at = table->start;
	struct trace_hist_header *header = &table->header;

	if (size < FIXED_SIZE)
		return fail(table, "file ends in the header of a table");
	header->magic = GET(table, at, struct trace_hist_header, magic);
	if (header->magic != TRACE_HIST_MAGIC) {
		table->swapped = true;
		header->magic = GET(table, at, struct trace_hist_header, magic);
	}
	if (header->magic != TRACE_HIST_MAGIC)
		return fail(table, "no table begins here");
	header->version = GET(table, at, struct trace_hist_header, version);
	header->header_size = GET(table, at, struct trace_hist_header, header_size);
	header->table_size = GET(table, at, struct trace_hist_header, table_size);
	if (header->version != TRACE_HIST_VERSION)
		return fail(table, "unknown version of the format");
	if (header->table_size > size)
		return fail(table, "file ends in a table");
	if (header->header_size < sizeof(*header) || header->header_size % 8 ||
	    header->table_size < header->header_size || header->table_size % 8)
		return fail(table, "wrong size of the header or of the table");
	return 0;
}

static void read_header(struct raw_table *table)
{
	const unsigned char *at = table->start;
	struct trace_hist_header *header = &table->header;

	header->flags = GET(table, at, struct trace_hist_header, flags);
	header->n_rows = GET(table, at, struct trace_hist_header, n_rows);
	header->size = GET(table, at, struct trace_hist_header, size);
	header->pool = GET(table, at, struct trace_hist_header, pool);
	header->command = GET(table, at, struct trace_hist_header, command);
	header->system = GET(table, at, struct trace_hist_header, system);
	header->event = GET(table, at, struct trace_hist_header, event);
	header->clock = GET(table, at, struct trace_hist_header, clock);
	header->hits = GET(table, at, struct trace_hist_header, hits);
	header->dropped = GET(table, at, struct trace_hist_header, dropped);
	header->other = GET(table, at, struct trace_hist_header, other);
	header->interval = GET(table, at, struct trace_hist_header, interval);
	header->from = GET(table, at, struct trace_hist_header, from);
	header->to = GET(table, at, struct trace_hist_header, to);
}

static uint64_t no_section(struct raw_table *table, const char *error)
{
	table->error = error;
	return 0;
}

/* Read the section at @pos. Return: the position of the next one, or 0 after an error. */
static uint64_t open_section(struct raw_table *table, uint64_t pos)
{
	const unsigned char *at = table->start + pos;
	uint64_t left = table->header.table_size - pos, size;
	uint32_t type, entry_size;

	if (left < sizeof(struct trace_hist_section))
		return no_section(table, "table ends in the begin of a section");
	type = GET(table, at, struct trace_hist_section, type);
	entry_size = GET(table, at, struct trace_hist_section, entry_size);
	size = GET(table, at, struct trace_hist_section, size);
	left -= sizeof(struct trace_hist_section);
	if (size > left || (size + 7) / 8 * 8 > left)
		return no_section(table, "table ends in a section");
	if (!entry_size || size % entry_size)
		return no_section(table, "wrong size of an entry");
	if (type < RAW_SECTIONS) {
		struct raw_section *section = &table->sections[type];

		if (section->entries)
			return no_section(table, "table has a section twice");
		*section = (struct raw_section){ at + sizeof(struct trace_hist_section),
						 size / entry_size, entry_size };
	}
	return pos + sizeof(struct trace_hist_section) + (size + 7) / 8 * 8;
}

static int open_sections(struct raw_table *table)
{
	uint64_t pos = table->header.header_size;

	while (pos < table->header.table_size) {
		pos = open_section(table, pos);
		if (!pos)
			return -1;
	}
	return 0;
}

/* Check that the entries of a section, if the table has it, have at least the known members. */
static bool has_entries(const struct raw_table *table, unsigned int type, size_t size)
{
	const struct raw_section *section = &table->sections[type];

	return !section->entries || section->entry_size >= size;
}

static int check_sections(struct raw_table *table)
{
	const struct raw_section *strings = &table->sections[TRACE_HIST_SECTION_STRINGS];
	const struct raw_section *rows = &table->sections[TRACE_HIST_SECTION_ROWS];

	if (!strings->entries || !rows->entries ||
	    !table->sections[TRACE_HIST_SECTION_FIELDS].entries)
		return fail(table, "table has no strings, no fields or no rows");
	if (strings->entry_size != 1 || !strings->n || strings->entries[0] ||
	    strings->entries[strings->n - 1])
		return fail(table, "wrong strings");
	if (rows->n != table->header.n_rows || (table->header.other && !rows->n))
		return fail(table, "wrong number of rows");
	if (!has_entries(table, TRACE_HIST_SECTION_FIELDS, sizeof(struct trace_hist_field)) ||
	    !has_entries(table, TRACE_HIST_SECTION_STAT_TYPES,
			 sizeof(struct trace_hist_stat_type)) ||
	    !has_entries(table, TRACE_HIST_SECTION_DROPS, sizeof(struct trace_hist_drop)) ||
	    !has_entries(table, TRACE_HIST_SECTION_STATISTICS,
			 sizeof(struct trace_hist_statistic)) ||
	    !has_entries(table, TRACE_HIST_SECTION_BUCKETS, sizeof(struct trace_hist_bucket)) ||
	    !has_entries(table, TRACE_HIST_SECTION_STACKS, sizeof(struct trace_hist_stack)) ||
	    !has_entries(table, TRACE_HIST_SECTION_FRAMES, sizeof(struct trace_hist_frame)) ||
	    !has_entries(table, TRACE_HIST_SECTION_FILES, sizeof(struct trace_hist_file)))
		return fail(table, "entries of a section are too short");
	return 0;
}

static bool is_string(const struct raw_table *table, uint32_t offset)
{
	return offset < table->sections[TRACE_HIST_SECTION_STRINGS].n;
}

static int check_strings(struct raw_table *table)
{
	const struct trace_hist_header *header = &table->header;
	uint64_t i;

	if (!is_string(table, header->command) || !is_string(table, header->system) ||
	    !is_string(table, header->event) || !is_string(table, header->clock))
		return fail(table, "header refers to a string that does not exist");
	for (i = 0; i < table->sections[TRACE_HIST_SECTION_DROPS].n; i++)
		if (!is_string(table, raw_drop(table, i).reason))
			return fail(table, "reason refers to a string that does not exist");
	return 0;
}

/* Check that a field which is not computed from a statistic is inside of a row. */
static bool is_in_row(const struct raw_table *table, const struct trace_hist_field *field)
{
	uint32_t row_size = table->sections[TRACE_HIST_SECTION_ROWS].entry_size;

	if (field->offset > row_size || field->size > row_size - field->offset)
		return false;
	switch (field->kind) {
	case TRACE_HIST_KIND_NUMBER:
	case TRACE_HIST_KIND_STACK_ID:
		return field->size == sizeof(uint64_t);
	case TRACE_HIST_KIND_STACK:
		return !(field->size % sizeof(uint64_t));
	default:
		return true;
	}
}

static int check_field(struct raw_table *table, const struct trace_hist_field *field)
{
	if (!is_string(table, field->name) || !is_string(table, field->title) ||
	    !is_string(table, field->type) || !is_string(table, field->unit) ||
	    !is_string(table, field->modifier) || !is_string(table, field->aggregate))
		return fail(table, "field refers to a string that does not exist");
	if (field->statistic == TRACE_HIST_NO_STATISTIC)
		return is_in_row(table, field) ? 0 : fail(table, "field is not in the row");
	if (field->statistic >= table->sections[TRACE_HIST_SECTION_STAT_TYPES].n)
		return fail(table, "field refers to a statistic that does not exist");
	return 0;
}

/* Note a field that rows have once. */
static int note_field(struct raw_table *table, const struct trace_hist_field *field, bool *counted)
{
	bool is_number = field->kind == TRACE_HIST_KIND_NUMBER;

	if (field->statistic != TRACE_HIST_NO_STATISTIC)
		return field->role == TRACE_HIST_ROLE_VALUE && *counted ? 0 :
		       fail(table, "statistic is not a value");
	if (field->role == TRACE_HIST_ROLE_VALUE && !is_number)
		return fail(table, "value is not a number");
	if (field->role == TRACE_HIST_ROLE_VALUE && !*counted) {
		table->hitcount = field->offset;
		*counted = true;
	} else if (field->role == TRACE_HIST_ROLE_FLAGS && is_number) {
		table->flags = field->offset;
	} else if (field->role == TRACE_HIST_ROLE_COMM && field->size == 16) {
		table->comm = field->offset;
	}
	return 0;
}

static int check_fields(struct raw_table *table)
{
	bool counted = false;
	uint64_t i;

	table->flags = -1;
	table->comm = -1;
	for (i = 0; i < table->sections[TRACE_HIST_SECTION_FIELDS].n; i++) {
		const struct trace_hist_field field = raw_field(table, i);

		if (check_field(table, &field) || note_field(table, &field, &counted))
			return -1;
	}
	return counted ? 0 : fail(table, "table has no hitcount");
}

/* Check a bucket of one of @n_types statistics. */
static bool is_bucket(const struct raw_table *table, const struct trace_hist_bucket *bucket,
		      uint64_t n_types)
{
	if (bucket->row >= table->header.n_rows || bucket->statistic >= n_types)
		return false;
	if (!(raw_stat_type(table, bucket->statistic).flags & TRACE_HIST_FIELD_SIGNED))
		return bucket->bucket < RAW_BUCKET_ZERO;
	/* The smallest and the largest int64_t are in the first and the last bucket. */
	return bucket->bucket >= 32 && bucket->bucket < RAW_BUCKETS - 32;
}

static int check_statistics(struct raw_table *table)
{
	uint64_t n_types = table->sections[TRACE_HIST_SECTION_STAT_TYPES].n;
	uint64_t n = table->sections[TRACE_HIST_SECTION_STATISTICS].n;
	uint32_t row = 0;
	uint64_t i;

	if (n_types > UINT32_MAX || n != n_types * table->header.n_rows)
		return fail(table, "wrong number of statistics");
	for (i = 0; i < table->sections[TRACE_HIST_SECTION_BUCKETS].n; i++) {
		const struct trace_hist_bucket bucket = raw_bucket(table, i);

		if (!is_bucket(table, &bucket, n_types) || bucket.row < row)
			return fail(table, "wrong bucket");
		row = bucket.row;
	}
	return 0;
}

/* Check what frames and files refer to. */
static int check_frames(struct raw_table *table)
{
	uint64_t n_files = table->sections[TRACE_HIST_SECTION_FILES].n, i;

	for (i = 0; i < table->sections[TRACE_HIST_SECTION_FRAMES].n; i++)
		if (raw_frame(table, i).file > n_files)
			return fail(table, "frame refers to a file that does not exist");
	for (i = 0; i < n_files; i++) {
		const struct trace_hist_file file = raw_file(table, i);

		if (!is_string(table, file.name))
			return fail(table, "file refers to a string that does not exist");
		if (file.build_id_size > sizeof(file.build_id))
			return fail(table, "build id is too long");
	}
	return 0;
}

/* Check which frames the stacks have, and which stacks the rows have. */
static int check_stacks(struct raw_table *table)
{
	uint64_t n_frames = table->sections[TRACE_HIST_SECTION_FRAMES].n;
	uint64_t n_stacks = table->sections[TRACE_HIST_SECTION_STACKS].n, i, row;

	for (i = 0; i < n_stacks; i++) {
		const struct trace_hist_stack stack = raw_stack(table, i);

		if (stack.first > n_frames || stack.n > n_frames - stack.first)
			return fail(table, "stack has frames that do not exist");
	}
	for (i = 0; i < table->sections[TRACE_HIST_SECTION_FIELDS].n; i++) {
		const struct trace_hist_field field = raw_field(table, i);

		if (field.kind != TRACE_HIST_KIND_STACK_ID ||
		    field.statistic != TRACE_HIST_NO_STATISTIC)
			continue;
		for (row = 0; row < table->header.n_rows; row++)
			if (raw_row_number(table, row, field.offset) > n_stacks)
				return fail(table, "row refers to a stack that does not exist");
	}
	return check_frames(table);
}

/**
 * raw_table_open - parse and check a table
 * @table: set to the table, which refers to @bytes; after an error, only @error is valid
 * @bytes: its first byte
 * @size: number of bytes up to the end of the file
 *
 * Return: 0, with the size of the table in @header; or -1 if it is not a valid table.
 */
int raw_table_open(struct raw_table *table, const void *bytes, size_t size)
{
	*table = (struct raw_table){ .start = bytes };
	if (open_fixed(table, size))
		return -1;
	read_header(table);
	if (open_sections(table) || check_sections(table) || check_strings(table) ||
	    check_fields(table) || check_stacks(table))
		return -1;
	return check_statistics(table);
}

/**
 * raw_string - get a string
 * @table: the table
 * @offset: offset of the string, from the table
 *
 * Return: the string, with a NUL at its end.
 */
const char *raw_string(const struct raw_table *table, uint32_t offset)
{
	return (const char *)table->sections[TRACE_HIST_SECTION_STRINGS].entries + offset;
}

static const unsigned char *entry(const struct raw_table *table, unsigned int type, uint64_t i)
{
	const struct raw_section *section = &table->sections[type];

	return section->entries + i * section->entry_size;
}

/**
 * raw_field - read the description of a field
 * @table: the table
 * @i: index of the field
 *
 * Return: the description, in the byte order of this machine.
 */
struct trace_hist_field raw_field(const struct raw_table *table, uint64_t i)
{
	const unsigned char *at = entry(table, TRACE_HIST_SECTION_FIELDS, i);
	const unsigned char *args = at + offsetof(struct trace_hist_field, args);

	return (struct trace_hist_field){
		.name = GET(table, at, struct trace_hist_field, name),
		.title = GET(table, at, struct trace_hist_field, title),
		.type = GET(table, at, struct trace_hist_field, type),
		.unit = GET(table, at, struct trace_hist_field, unit),
		.modifier = GET(table, at, struct trace_hist_field, modifier),
		.aggregate = GET(table, at, struct trace_hist_field, aggregate),
		.role = GET(table, at, struct trace_hist_field, role),
		.kind = GET(table, at, struct trace_hist_field, kind),
		.flags = GET(table, at, struct trace_hist_field, flags),
		.offset = GET(table, at, struct trace_hist_field, offset),
		.size = GET(table, at, struct trace_hist_field, size),
		.statistic = GET(table, at, struct trace_hist_field, statistic),
		.quantile = GET(table, at, struct trace_hist_field, quantile),
		.args = {
			raw_number(table, args, sizeof(uint64_t)),
			raw_number(table, args + 8, sizeof(uint64_t)),
			raw_number(table, args + 16, sizeof(uint64_t)),
		},
	};
}

/**
 * raw_stat_type - read the description of a statistic
 * @table: the table
 * @i: index of the statistic
 *
 * Return: the description, in the byte order of this machine.
 */
struct trace_hist_stat_type raw_stat_type(const struct raw_table *table, uint64_t i)
{
	const unsigned char *at = entry(table, TRACE_HIST_SECTION_STAT_TYPES, i);

	return (struct trace_hist_stat_type){
		.parts = GET(table, at, struct trace_hist_stat_type, parts),
		.flags = GET(table, at, struct trace_hist_stat_type, flags),
	};
}

/**
 * raw_drop - read the number of events that were dropped for a reason
 * @table: the table
 * @i: index of the reason
 *
 * Return: reason and number, in the byte order of this machine.
 */
struct trace_hist_drop raw_drop(const struct raw_table *table, uint64_t i)
{
	const unsigned char *at = entry(table, TRACE_HIST_SECTION_DROPS, i);

	return (struct trace_hist_drop){
		.reason = GET(table, at, struct trace_hist_drop, reason),
		.count = GET(table, at, struct trace_hist_drop, count),
	};
}

/**
 * raw_statistic - read a statistic of a row
 * @table: the table
 * @row: index of the row
 * @i: index of the statistic
 *
 * Return: the statistic, in the byte order of this machine.
 */
struct trace_hist_statistic raw_statistic(const struct raw_table *table, uint64_t row, uint64_t i)
{
	uint64_t n_types = table->sections[TRACE_HIST_SECTION_STAT_TYPES].n;
	const unsigned char *at = entry(table, TRACE_HIST_SECTION_STATISTICS, row * n_types + i);

	return (struct trace_hist_statistic){
		.min = GET(table, at, struct trace_hist_statistic, min),
		.max = GET(table, at, struct trace_hist_statistic, max),
		.sum_high = GET(table, at, struct trace_hist_statistic, sum_high),
		.sum_low = GET(table, at, struct trace_hist_statistic, sum_low),
		.squares_high = GET(table, at, struct trace_hist_statistic, squares_high),
		.squares_low = GET(table, at, struct trace_hist_statistic, squares_low),
		.lost = GET(table, at, struct trace_hist_statistic, lost),
		.flags = GET(table, at, struct trace_hist_statistic, flags),
	};
}

/**
 * raw_bucket - read a bucket
 * @table: the table
 * @i: index of the bucket
 *
 * Return: the bucket, in the byte order of this machine.
 */
struct trace_hist_bucket raw_bucket(const struct raw_table *table, uint64_t i)
{
	const unsigned char *at = entry(table, TRACE_HIST_SECTION_BUCKETS, i);

	return (struct trace_hist_bucket){
		.count = GET(table, at, struct trace_hist_bucket, count),
		.row = GET(table, at, struct trace_hist_bucket, row),
		.statistic = GET(table, at, struct trace_hist_bucket, statistic),
		.bucket = GET(table, at, struct trace_hist_bucket, bucket),
	};
}

/**
 * raw_stack - read a stack trace
 * @table: the table
 * @i: index of the stack trace
 *
 * Return: the stack trace, in the byte order of this machine.
 */
struct trace_hist_stack raw_stack(const struct raw_table *table, uint64_t i)
{
	const unsigned char *at = entry(table, TRACE_HIST_SECTION_STACKS, i);

	return (struct trace_hist_stack){
		.first = GET(table, at, struct trace_hist_stack, first),
		.n = GET(table, at, struct trace_hist_stack, n),
		.flags = GET(table, at, struct trace_hist_stack, flags),
	};
}

/**
 * raw_frame - read a frame of a stack trace
 * @table: the table
 * @i: index of the frame
 *
 * Return: the frame, in the byte order of this machine.
 */
struct trace_hist_frame raw_frame(const struct raw_table *table, uint64_t i)
{
	const unsigned char *at = entry(table, TRACE_HIST_SECTION_FRAMES, i);

	return (struct trace_hist_frame){
		.offset = GET(table, at, struct trace_hist_frame, offset),
		.file = GET(table, at, struct trace_hist_frame, file),
	};
}

/**
 * raw_file - read a file of frames
 * @table: the table
 * @i: index of the file
 *
 * Return: the file, in the byte order of this machine.
 */
struct trace_hist_file raw_file(const struct raw_table *table, uint64_t i)
{
	const unsigned char *at = entry(table, TRACE_HIST_SECTION_FILES, i);
	struct trace_hist_file file = {
		.dev = GET(table, at, struct trace_hist_file, dev),
		.inode = GET(table, at, struct trace_hist_file, inode),
		.generation = GET(table, at, struct trace_hist_file, generation),
		.name = GET(table, at, struct trace_hist_file, name),
		.build_id_size = GET(table, at, struct trace_hist_file, build_id_size),
	};

	memcpy(file.build_id, at + offsetof(struct trace_hist_file, build_id),
	       sizeof(file.build_id));
	return file;
}
