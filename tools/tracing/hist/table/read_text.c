// SPDX-License-Identifier: GPL-2.0-only
/*
 * Read the text of hist or hist_delta, of this kernel and of Linux 6.12: for each histogram of the
 * event a header, the rows, and the totals.
 *
 *	# event histogram
 *	#
 *	# trigger info: hist:keys=count:vals=hitcount:sort=hitcount:size=2048 [active]
 *	# interval: 1 from 9.311575215 to 9.383640117 global
 *	#
 *
 *	{ count:        512 } hitcount:          3
 *
 *	Totals:
 *	    Hits: 3
 *	    Entries: 1
 *	    Dropped: 0
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "common/report.h"
#include "reader.h"

/* The kernel has less than 30. */
#define TOTALS_MAX	200

static const char totals[] = "Totals:\n    Hits: ";

/**
 * read_fail() - report why the text is no table
 * @reader: the reader
 * @at: the first wrong character
 * @format: text of the message, as for printf()
 *
 * Return: -EINVAL.
 */
int read_fail(struct reader *reader, const char *at, const char *format, ...)
{
	struct parse_error *error = reader->error;
	const char *line = reader->text;
	va_list args;

	if (at < reader->text || at > reader->end)
		at = reader->at;
	error->line = 1;
	for (const char *c = reader->text; c < at; c++) {
		if (*c != '\n')
			continue;
		error->line++;
		line = c + 1;
	}
	error->column = at - line + 1;
	va_start(args, format);
	vsnprintf(error->message, sizeof(error->message), format, args);
	va_end(args);
	return -EINVAL;
}

/**
 * read_literal() - read a fixed text
 * @span: the text; begins behind the fixed text afterwards
 * @text: the fixed text
 *
 * Return: false if @span does not begin with @text.
 */
bool read_literal(struct span *span, const char *text)
{
	size_t len = strlen(text);

	if ((size_t)(span->end - span->at) < len || memcmp(span->at, text, len))
		return false;
	span->at += len;
	return true;
}

/**
 * read_line() - get a line of the text
 * @reader: the reader
 * @at: begin of the line
 *
 * Return: the line without its newline.
 */
struct span read_line(const struct reader *reader, const char *at)
{
	return (struct span){ at, memchr(at, '\n', reader->end - at) ?: reader->end };
}

/* Read a fixed text at the reader's position. */
static int expect(struct reader *reader, const char *text)
{
	struct span rest = { reader->at, reader->end };

	if (!read_literal(&rest, text))
		return read_fail(reader, reader->at, "the text must continue with \"%.*s\"",
				 (int)strcspn(text, "\n"), text);
	reader->at = rest.at;
	return 0;
}

/* Read a number with the given name, and the end of the line. */
static int expect_count(struct reader *reader, const char *name, uint64_t *count)
{
	struct span rest;
	int ret = expect(reader, name);

	if (ret)
		return ret;
	rest = (struct span){ reader->at, reader->end };
	if (!read_count(&rest, count))
		return read_fail(reader, rest.at, "a number of at most 64 bits must follow \"%s\"",
				 name + strspn(name, " "));
	reader->at = rest.at;
	return expect(reader, "\n");
}

/* Read a time, in seconds with decimals, or in units of the clock. */
static bool read_time(struct span *span, double *time)
{
	uint64_t whole, fraction;
	double scale = 1;
	const char *begin;

	if (!read_count(span, &whole))
		return false;
	*time = whole;
	if (!read_literal(span, "."))
		return true;
	begin = span->at;
	if (!read_count(span, &fraction))
		return false;
	for (; begin < span->at; begin++)
		scale *= 10;
	*time += fraction / scale;
	return true;
}

static int read_interval(struct reader *reader, struct span line)
{
	struct table *table = reader->table;
	uint64_t number;

	if (!read_count(&line, &number) || !read_literal(&line, " from ") ||
	    !read_time(&line, &table->begin) || !read_literal(&line, " to ") ||
	    !read_time(&line, &table->end) || !read_literal(&line, " "))
		return read_fail(reader, line.at, "an interval is \"N from TIME to TIME CLOCK\"");
	table->cleared = memmem(line.at, line.end - line.at, " [cleared]", strlen(" [cleared]"));
	table->merged = memmem(line.at, line.end - line.at, " [merged]", strlen(" [merged]"));
	return 0;
}

static int read_header(struct reader *reader)
{
	struct span command, line;
	int ret = expect(reader, "# event histogram\n#\n# trigger info: ");

	if (ret)
		return ret;
	command = read_line(reader, reader->at);
	if (command.end == reader->end)
		return read_fail(reader, command.end, "the text ends in a command");
	reader->at = command.end + 1;
	line = read_line(reader, reader->at);
	reader->is_interval = read_literal(&line, "# interval: ");
	if (reader->is_interval) {
		ret = read_interval(reader, line);
		if (ret)
			return ret;
		reader->at = line.end < reader->end ? line.end + 1 : line.end;
	}
	ret = expect(reader, "#\n\n");
	return ret ?: read_trigger(reader, command);
}

/* Find a text behind a blank line. Return: the newline of the blank line, or NULL. */
static const char *find_part(const char *at, const char *end, const char *text)
{
	const char *found = memmem(at, end - at, text, strlen(text));

	/* The header above has a newline at least. */
	return found && found > at && found[-1] == '\n' ? found - 1 : NULL;
}

/* Read the rows, and skip what is between them and the totals. */
static int read_rows(struct reader *reader)
{
	const char *end = find_part(reader->at, reader->end, totals), *rows_end;
	int ret = 0;

	if (!end)
		return read_fail(reader, reader->end, "the text ends before the totals of a table");
	rows_end = find_part(reader->at, end, "Snapshot taken (see tracing/snapshot).  Details:\n");
	rows_end = rows_end ?: end;
	while (!ret && reader->at < rows_end)
		ret = read_row(reader, rows_end);
	reader->at = end + 1;
	return ret;
}

/* A part of a total has the name of the total, @group, in front. */
static int add_drop(struct drop **drops, size_t *n, struct span group, struct span reason,
		    uint64_t count)
{
	struct drop *drop = array_add(drops, n, sizeof(*drop));

	if (!drop)
		return -ENOMEM;
	drop->count = count;
	if (asprintf(&drop->reason, "%.*s%s%.*s", (int)(group.end - group.at), group.at,
		     group.at ? ": " : "", (int)(reason.end - reason.at), reason.at) < 0) {
		drop->reason = NULL;
		return -ENOMEM;
	}
	return 0;
}

/*
 * Read a line of the totals. Lines with 4 spaces have a number and its name; lines with 8 spaces
 * below are parts of it. @group is the name of the last total, or empty for that of dropped events.
 */
static int read_total(struct reader *reader, struct span line, struct span *group)
{
	struct table *table = reader->table;
	const char *colon = memrchr(line.at, ':', line.end - line.at);
	bool is_part = read_literal(&line, "        ");
	struct span name, number;
	uint64_t count;

	line.at += is_part ? 0 : 4;
	if (!colon || colon < line.at)
		return read_fail(reader, line.at, "a total must be \"NAME: NUMBER\"");
	if (*line.at == ' ')
		return read_fail(reader, line.at, "the name of a total must be here");
	if (table->n_drops + table->n_notes == TOTALS_MAX)
		return read_fail(reader, line.at, "there are more than %u totals", TOTALS_MAX);
	name = (struct span){ line.at, colon };
	number = (struct span){ colon + 1, line.end };
	if (!read_literal(&number, " ") || !read_count(&number, &count) || number.at != number.end)
		return read_fail(reader, number.at, "a number of at most 64 bits must follow");
	if (is_part && !group->at)
		return add_drop(&table->drops, &table->n_drops, *group, name, count);
	if (is_part)
		return add_drop(&table->notes, &table->n_notes, *group, name, count);
	*group = name;
	return add_drop(&table->notes, &table->n_notes, (struct span){}, name, count);
}

/* Read the totals below "Dropped". */
static int read_further_totals(struct reader *reader)
{
	struct span group = {};
	bool in_overall = false;
	int ret = 0;

	while (!ret && reader->at < reader->end && *reader->at != '\n') {
		struct span line = read_line(reader, reader->at), rest = line;
		bool found = false;

		if (in_overall)
			ret = read_distribution(reader, &reader->table->overall,
						&reader->table->n_overall, &found);
		if (ret || found)
			continue;
		if (read_literal(&rest, "# event histogram"))
			break;
		if (line.end == reader->end || !read_literal(&rest, "    "))
			return read_fail(reader, line.at, "this is no line of the totals");
		if (read_literal(&rest, "Overall:"))
			in_overall = true;
		else
			ret = read_total(reader, line, &group);
		reader->at = line.end + 1;
	}
	return ret;
}

static int read_totals(struct reader *reader)
{
	struct table *table = reader->table;
	const char *begin = reader->at;
	uint64_t entries, rows = table->n_rows;
	int ret = expect(reader, "Totals:\n") ?: expect_count(reader, "    Hits: ", &table->hits) ?:
		  expect_count(reader, "    Entries: ", &entries) ?:
		  expect_count(reader, "    Dropped: ", &table->dropped);

	if (ret)
		return ret;
	if (rows && table->rows[rows - 1].other)
		rows--;
	/* Part of the text is missing, or a string has forged a row. */
	if (entries != rows)
		return read_fail(reader, begin, "there are %" PRIu64 " rows, not %" PRIu64, rows,
				 entries);
	return read_further_totals(reader);
}

static int read_table(struct reader *reader, struct tables *tables)
{
	int ret;

	reader->table = array_add(&tables->tables, &tables->n, sizeof(*reader->table));
	if (!reader->table)
		return -ENOMEM;
	ret = read_header(reader) ?: read_rows(reader) ?: read_totals(reader);
	free_columns(reader);
	return ret;
}

static void skip_blank_lines(struct reader *reader)
{
	while (reader->at < reader->end && *reader->at == '\n')
		reader->at++;
}

/**
 * tables_read() - read the histograms of an event
 * @tables: filled in, to be freed with tables_free(); empty if the function fails
 * @text: text of hist or hist_delta, or from any other source. Need not end with a 0
 * @size: number of bytes
 * @error: filled in if the function fails
 *
 * An empty text has no tables. The time is in proportion to @size.
 *
 * Return: 0; -EINVAL if the text is not as the kernel prints it; -ENOMEM.
 */
int tables_read(struct tables *tables, const char *text, size_t size, struct parse_error *error)
{
	struct reader *reader = calloc(1, sizeof(*reader));
	const char *nul = memchr(size ? text : "", 0, size);
	int ret = reader ? 0 : -ENOMEM;

	*tables = (struct tables){ 0 };
	if (reader) {
		text = size ? text : "";
		*reader = (struct reader){ .text = text, .at = text, .end = text + size,
					   .error = error };
		if (nul)
			ret = read_fail(reader, nul, "the text has a byte with the value 0");
		else
			skip_blank_lines(reader);
	}
	while (!ret && reader->at < reader->end) {
		ret = read_table(reader, tables);
		skip_blank_lines(reader);
	}
	if (ret == -ENOMEM)
		*error = (struct parse_error){ 1, 1, NO_MEMORY };
	if (ret)
		tables_free(tables);
	free(reader);
	return ret;
}
