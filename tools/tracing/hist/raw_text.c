// SPDX-License-Identifier: GPL-2.0-only
/*
 * Print a table as the text of the hist file, as far as that is possible on another machine:
 *
 * - rows are in the order of the table;
 * - bytes of all texts that are no printable ASCII characters are octal escapes;
 * - addresses are numbers instead of symbols, and system calls are numbers;
 * - .percent and .graph print the sum;
 * - a distribution has a line for each bucket;
 * - there are no totals of aggregates, tracked and saved values, nor a number of evicted rows, nor
 *   the numbers of stacks that were not taken or not resolved.
 */
#include <inttypes.h>
#include <string.h>

#include "raw_stats.h"
#include "raw_text.h"

/* Widths of columns, in characters. */
#define KEY_WIDTH	50
#define COMM_WIDTH	16

static bool is(const struct raw_table *table, uint32_t string, const char *text)
{
	return !strcmp(raw_string(table, string), text);
}

static void print_time(FILE *out, const struct raw_table *table, uint64_t time)
{
	if (table->header.flags & TRACE_HIST_CLOCK_NSECS)
		fprintf(out, "%" PRIu64 ".%09" PRIu64, time / 1000000000, time % 1000000000);
	else
		fprintf(out, "%" PRIu64, time);
}

static bool is_printable(unsigned char byte)
{
	return byte >= ' ' && byte <= '~';
}

/* Print a text of the kernel. In a file of another machine, it can have any bytes. */
static void print_text(FILE *out, const struct raw_table *table, uint32_t string)
{
	const char *text;

	for (text = raw_string(table, string); *text; text++) {
		if (is_printable(*text))
			putc(*text, out);
		else
			fprintf(out, "\\%03o", (unsigned char)*text);
	}
}

static void print_header(FILE *out, const struct raw_table *table)
{
	const struct trace_hist_header *header = &table->header;

	fputs("# event histogram\n#\n# trigger info: ", out);
	print_text(out, table, header->command);
	putc('\n', out);
	if (header->flags & TRACE_HIST_INTERVAL) {
		fprintf(out, "# interval: %" PRIu64 " from ", (uint64_t)header->interval);
		print_time(out, table, header->from);
		fputs(" to ", out);
		print_time(out, table, header->to);
		putc(' ', out);
		print_text(out, table, header->clock);
		fprintf(out, "%s%s\n", header->flags & TRACE_HIST_CLEARED ? " [cleared]" : "",
			header->flags & TRACE_HIST_MERGED ? " [merged]" : "");
	}
	fputs("#\n\n", out);
}

static void print_number(FILE *out, const struct trace_hist_field *field, uint64_t val)
{
	if (field->flags & TRACE_HIST_FIELD_SIGNED)
		fprintf(out, "%10" PRId64, (int64_t)val);
	else
		fprintf(out, "%10" PRIu64, val);
}

/* Check whether a byte of a string is printed as an escape, see "Parsing" in histogram.rst. */
static bool needs_escape(const unsigned char *text, size_t len, size_t i)
{
	switch (text[i]) {
	case '\\':
	case '{':
	case '}':
		return true;
	case ' ':
		return i == 0 || i + 1 == len || text[i - 1] == ' ';
	case ',':
		return i + 1 == len || text[i + 1] == ' ';
	default:
		return !is_printable(text[i]);
	}
}

static void print_string(FILE *out, const unsigned char *text, size_t max, int width)
{
	size_t i, len = strnlen((const char *)text, max);

	for (i = 0; i < len; i++) {
		if (needs_escape(text, len, i))
			width -= fprintf(out, "\\%03o", text[i]);
		else
			width -= putc(text[i], out) != EOF;
	}
	if (width > 0)
		fprintf(out, "%*s", width, "");
}

static void print_stack(FILE *out, const struct raw_table *table, const unsigned char *at,
			uint32_t size)
{
	uint32_t i;

	for (i = 0; i < size; i += sizeof(uint64_t)) {
		uint64_t address = raw_number(table, at + i, sizeof(address));

		if (!address)
			break;
		fprintf(out, "         0x%" PRIx64 "\n", address);
	}
}

static void print_file(FILE *out, const struct raw_table *table, uint32_t i, uint64_t offset,
		       bool build)
{
	const struct trace_hist_file file = raw_file(table, i);
	const char *name = raw_string(table, file.name);
	uint32_t k;

	print_string(out, (const unsigned char *)name, strlen(name), 0);
	/* Names in brackets have no offset. */
	if (!file.dev && !file.inode)
		return;
	fprintf(out, "+0x%" PRIx64, offset);
	for (k = 0; build && k < file.build_id_size; k++)
		fprintf(out, "%s%02x", k ? "" : " (", file.build_id[k]);
	if (build && k)
		putc(')', out);
}

/* Print the end of a title, and the frames. @number is the index of the stack plus 1, or 0. */
static void print_numbered(FILE *out, const struct raw_table *table, uint64_t number, bool build)
{
	struct trace_hist_stack stack = {};
	uint32_t i;

	if (number)
		stack = raw_stack(table, number - 1);
	fputs(stack.flags & TRACE_HIST_STACK_UNRESOLVED ? " [unresolved]\n" : "\n", out);
	for (i = 0; i < stack.n; i++) {
		const struct trace_hist_frame frame = raw_frame(table, stack.first + i);

		fputs("         ", out);
		if (frame.file)
			print_file(out, table, frame.file - 1, frame.offset, build);
		else
			fprintf(out, "0x%" PRIx64, (uint64_t)frame.offset);
		putc('\n', out);
	}
}

/*
 * Print the bucket of N numbers that starts at @val. Buckets of negative numbers end just below a
 * multiple of N.
 */
static void print_range(FILE *out, const struct trace_hist_field *field, uint64_t val)
{
	uint64_t width = field->args[0];

	if (!(field->flags & TRACE_HIST_FIELD_SIGNED)) {
		uint64_t last = width - 1 > UINT64_MAX - val ? UINT64_MAX : val + (width - 1);

		fprintf(out, "~ %" PRIu64 "-%" PRIu64, val, last);
	} else if ((int64_t)val < 0) {
		int64_t last = (int64_t)(val + (width ? ~val % width : 0));

		fprintf(out, "~ %" PRId64 "-%" PRId64, (int64_t)val, last);
	} else {
		uint64_t last = width - 1 > INT64_MAX - val ? INT64_MAX : val + (width - 1);

		fprintf(out, "~ %" PRId64 "-%" PRId64, (int64_t)val, (int64_t)last);
	}
}

/* Print a linear bucket. The last one may be narrower. */
static void print_linear(FILE *out, const struct trace_hist_field *field, int64_t start)
{
	int64_t min = field->args[0], max = field->args[1];
	uint64_t width = (uint64_t)max - start;

	if (width > field->args[2])
		width = field->args[2];
	if (start < min)
		fprintf(out, "~ < %" PRId64, min);
	else if (start >= max)
		fprintf(out, "~ >= %" PRId64, max);
	else
		fprintf(out, "~ %" PRId64 "-%" PRId64, start, (int64_t)(start + width - 1));
}

/* Print a key that is a number. */
static void print_modified(FILE *out, const struct raw_table *table, uint64_t row,
			   const struct trace_hist_field *field, uint64_t val)
{
	if (is(table, field->modifier, "hex")) {
		fprintf(out, "%" PRIx64, val);
	} else if (!strncmp(raw_string(table, field->modifier), "sym", 3)) {
		fprintf(out, "[%" PRIx64 "]", val);
	} else if (is(table, field->modifier, "syscall")) {
		fprintf(out, "[%3" PRIu64 "]", val);
	} else if (is(table, field->modifier, "log2")) {
		fprintf(out, "~ 2^%-2" PRIu64, val);
	} else if (is(table, field->modifier, "buckets")) {
		print_range(out, field, val);
	} else if (is(table, field->modifier, "lhist")) {
		print_linear(out, field, val);
	} else if (is(table, field->modifier, "execname") && table->comm >= 0) {
		print_string(out, raw_row(table, row) + table->comm, COMM_WIDTH, COMM_WIDTH);
		fprintf(out, "[%10" PRIu64 "]", val);
	} else {
		print_number(out, field, val);
	}
}

static void print_key(FILE *out, const struct raw_table *table, uint64_t row,
		      const struct trace_hist_field *field)
{
	const unsigned char *at = raw_row(table, row) + field->offset;

	print_text(out, table, field->title);
	putc(':', out);
	switch (field->kind) {
	case TRACE_HIST_KIND_NUMBER:
		putc(' ', out);
		print_modified(out, table, row, field, raw_number(table, at, sizeof(uint64_t)));
		break;
	case TRACE_HIST_KIND_STRING:
		putc(' ', out);
		print_string(out, at, field->size, KEY_WIDTH);
		break;
	case TRACE_HIST_KIND_STACK:
		putc('\n', out);
		print_stack(out, table, at, field->size);
		break;
	case TRACE_HIST_KIND_STACK_ID:
		print_numbered(out, table, raw_number(table, at, sizeof(uint64_t)),
			       is(table, field->modifier, "build"));
		break;
	default:
		fputs(" ?", out);
	}
}

static void print_value(FILE *out, const struct raw_table *table,
			const struct trace_hist_field *field, uint64_t val)
{
	if (is(table, field->modifier, "hex"))
		fprintf(out, "%10" PRIx64, val);
	else
		print_number(out, field, val);
}

static bool is_torn(const struct raw_table *table, uint64_t row)
{
	return table->flags >= 0 &&
	       raw_row_number(table, row, table->flags) & TRACE_HIST_ROW_TORN;
}

static bool is_other_row(const struct raw_table *table, uint64_t row)
{
	return table->flags >= 0 &&
	       raw_row_number(table, row, table->flags) & TRACE_HIST_ROW_OTHER;
}

/* Return why the number of an aggregate is unknown, or NULL. */
static const char *why_unknown(const struct raw_table *table, uint64_t row,
			       const struct trace_hist_field *field,
			       const struct trace_hist_statistic *stat)
{
	bool deviates = is(table, field->aggregate, "stddev");

	if (deviates && stat->flags & TRACE_HIST_STAT_OVERFLOW)
		return "overflow";
	if ((deviates || is(table, field->aggregate, "avg")) && is_torn(table, row))
		return "busy";
	return NULL;
}

/* Check whether the values of a statistic are signed. A standard deviation of them is not. */
static bool has_signed_values(const struct raw_table *table, const struct trace_hist_field *field)
{
	return raw_stat_type(table, field->statistic).flags & TRACE_HIST_FIELD_SIGNED;
}

static uint64_t aggregate(const struct raw_table *table, uint64_t row,
			  const struct trace_hist_field *field,
			  const struct trace_hist_statistic *stat)
{
	uint64_t n = raw_row_number(table, row, table->hitcount);
	bool is_signed = has_signed_values(table, field);
	struct raw_dist dist;

	if (is(table, field->aggregate, "min"))
		return stat->min;
	if (is(table, field->aggregate, "max"))
		return stat->max;
	if (is(table, field->aggregate, "avg"))
		return raw_average(stat, n, is_signed);
	if (is(table, field->aggregate, "stddev"))
		return raw_deviation(stat, n);
	raw_dist_of_row(&dist, table, row, field->statistic);
	return raw_quantile(&dist, stat, field->quantile, is_signed);
}

static void print_aggregate(FILE *out, const struct raw_table *table, uint64_t row,
			    const struct trace_hist_field *field)
{
	const struct trace_hist_statistic stat = raw_statistic(table, row, field->statistic);
	const char *unknown = why_unknown(table, row, field, &stat);

	if (unknown)
		fprintf(out, "%10s", unknown);
	else
		print_value(out, table, field, aggregate(table, row, field, &stat));
	if (field->quantile && stat.lost)
		fputs(" (partial)", out);
}

/* Print the keys of a row. Return: whether one of them is a stack trace. */
static bool print_keys(FILE *out, const struct raw_table *table, uint64_t row)
{
	const char *separator = "{ ";
	bool has_stack = false;
	uint64_t i;

	for (i = 0; i < table->sections[TRACE_HIST_SECTION_FIELDS].n; i++) {
		const struct trace_hist_field field = raw_field(table, i);

		if (field.role != TRACE_HIST_ROLE_KEY)
			continue;
		fputs(separator, out);
		print_key(out, table, row, &field);
		separator = ", ";
		has_stack |= field.kind == TRACE_HIST_KIND_STACK ||
			     field.kind == TRACE_HIST_KIND_STACK_ID;
	}
	return has_stack;
}

static void print_values(FILE *out, const struct raw_table *table, uint64_t row)
{
	bool is_first = true;
	uint64_t i;

	for (i = 0; i < table->sections[TRACE_HIST_SECTION_FIELDS].n; i++) {
		const struct trace_hist_field field = raw_field(table, i);
		bool is_hitcount = is_first;

		if (field.role != TRACE_HIST_ROLE_VALUE || is(table, field.aggregate, "dist"))
			continue;
		is_first = false;
		if (is_hitcount && table->header.flags & TRACE_HIST_NOHITCOUNT)
			continue;
		fputs(is_hitcount ? " " : "  ", out);
		print_text(out, table, field.title);
		fputs(": ", out);
		if (field.statistic == TRACE_HIST_NO_STATISTIC)
			print_value(out, table, &field, raw_row_number(table, row, field.offset));
		else
			print_aggregate(out, table, row, &field);
	}
}

/* Print the error of a row, if the table has errors. */
static void print_error(FILE *out, const struct raw_table *table, uint64_t row)
{
	uint64_t i;

	for (i = 0; i < table->sections[TRACE_HIST_SECTION_FIELDS].n; i++) {
		const struct trace_hist_field field = raw_field(table, i);

		if (field.role == TRACE_HIST_ROLE_ERROR && field.kind == TRACE_HIST_KIND_NUMBER)
			fprintf(out, "  error: %10" PRIu64,
				raw_row_number(table, row, field.offset));
	}
}

static void print_dist(FILE *out, const struct raw_table *table, uint64_t row,
		       const struct trace_hist_field *field)
{
	bool is_signed = has_signed_values(table, field);
	struct raw_dist dist;
	unsigned int i;

	raw_dist_of_row(&dist, table, row, field->statistic);
	putc('\t', out);
	print_text(out, table, field->title);
	fputs(":\n", out);
	for (i = 0; i < RAW_BUCKETS; i++) {
		if (!dist.counts[i])
			continue;
		fputc('\t', out);
		print_number(out, field, raw_bucket_first(i, is_signed));
		fputs(" - ", out);
		print_number(out, field, raw_bucket_last(i, is_signed));
		fprintf(out, " %10" PRIu64 "\n", dist.counts[i]);
	}
}

static void print_row(FILE *out, const struct raw_table *table, uint64_t row)
{
	bool is_other = is_other_row(table, row);
	uint64_t i;

	if (is_other)
		fputs("{ other }", out);
	else
		fputs(print_keys(out, table, row) ? "}" : " }", out);
	print_values(out, table, row);
	if (!is_other)
		print_error(out, table, row);
	putc('\n', out);
	for (i = 0; i < table->sections[TRACE_HIST_SECTION_FIELDS].n; i++) {
		const struct trace_hist_field field = raw_field(table, i);

		if (field.statistic != TRACE_HIST_NO_STATISTIC &&
		    is(table, field.aggregate, "dist"))
			print_dist(out, table, row, &field);
	}
}

/* Return the number of values, of all rows and statistics, that have no bucket. */
static uint64_t count_lost(const struct raw_table *table)
{
	uint64_t row, i, lost = 0;

	for (row = 0; row < table->header.n_rows; row++)
		for (i = 0; i < table->sections[TRACE_HIST_SECTION_STAT_TYPES].n; i++)
			lost += raw_statistic(table, row, i).lost;
	return lost;
}

static void print_totals(FILE *out, const struct raw_table *table)
{
	const struct trace_hist_header *header = &table->header;
	uint64_t i, lost = count_lost(table);

	/* The row of other keys is no entry. */
	fprintf(out, "\nTotals:\n    Hits: %" PRIu64 "\n    Entries: %" PRIu32 "\n",
		(uint64_t)header->hits, header->n_rows - !!header->other);
	fprintf(out, "    Dropped: %" PRIu64 "\n", (uint64_t)header->dropped);
	for (i = 0; i < table->sections[TRACE_HIST_SECTION_DROPS].n; i++) {
		const struct trace_hist_drop drop = raw_drop(table, i);

		if (!drop.count)
			continue;
		fputs("        ", out);
		print_text(out, table, drop.reason);
		fprintf(out, ": %" PRIu64 "\n", (uint64_t)drop.count);
	}
	if (lost)
		fprintf(out, "    Without bucket: %" PRIu64 "\n", lost);
}

/**
 * raw_print - print a table
 * @out: output file
 * @table: the table
 */
void raw_print(FILE *out, const struct raw_table *table)
{
	uint64_t row;

	print_header(out, table);
	for (row = 0; row < table->header.n_rows; row++)
		print_row(out, table, row);
	print_totals(out, table);
}

/**
 * raw_print_event - print the event of a table
 * @out: output file
 * @table: the table
 */
void raw_print_event(FILE *out, const struct raw_table *table)
{
	print_text(out, table, table->header.system);
	putc(':', out);
	print_text(out, table, table->header.event);
	putc('\n', out);
}
