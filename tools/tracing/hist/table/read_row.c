// SPDX-License-Identifier: GPL-2.0-only
/*
 * Read rows:
 *
 *	{ KEY: VALUE, KEY: VALUE } hitcount:          N  NAME:          N
 *		max:          N  NAME: VALUE
 *		NAME.dist:
 *			   FIRST - LAST                          COUNT ###
 *
 * Linux 6.12 does not escape strings, so a string can contain a newline, or a text that looks like
 * the end of a row. Therefore a row ends at the last "}" of a line if the values follow it, and the
 * keys in front of it have the widths that the kernel pads them to.
 *
 * Functions that return int return 1 if they have read something, 0 if the text is something else,
 * or a negative errno.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "reader.h"

/*
 * Where no end of a row has keys of the right widths, look so many bytes further. It is more than
 * two strings of Linux 6.12, of 256 bytes each, and a stack trace have.
 */
#define LOOKAHEAD	8192

/* Title that a key of this name has in some rows of Linux 6.12. */
static const char cpu[] = "cpu", common_cpu[] = "common_cpu";

static void skip(struct span *span, char c)
{
	while (span->at < span->end && *span->at == c)
		span->at++;
}

static bool read_title(struct span *span, const struct column *column)
{
	size_t len = column->len;

	if (len <= (size_t)(span->end - span->at) && !memcmp(span->at, column->title, len)) {
		span->at += len;
		return true;
	}
	return !strcmp(column->title, common_cpu) && read_literal(span, cpu);
}

/* Read the comma, the space and the title in front of a key. */
static bool read_next_title(struct span *span, const struct column *column)
{
	struct span rest = *span;

	if (!read_literal(&rest, ", ") || !read_title(&rest, column))
		return false;
	/* The title of a stack trace is followed by a colon or by ".stacktrace". */
	if (rest.at == rest.end || (*rest.at != ':' && *rest.at != '.'))
		return false;
	*span = rest;
	return true;
}

/* Check whether a key ends at @at: the next key or, behind the last key, the end follows. */
static bool ends_at(const char *at, const char *end, const struct column *next)
{
	struct span rest = { at, end };

	return next ? read_next_title(&rest, next) : at == end;
}

/* Find the first place from @from on at which a key ends, or NULL. */
static const char *find_next_title(const char *from, const char *end, const struct column *next)
{
	while (from < end) {
		from = memmem(from, end - from, ", ", 2);
		if (!from)
			return NULL;
		if (ends_at(from, end, next))
			return from;
		from++;
	}
	return NULL;
}

/* Check whether a key that begins with its title is a number. */
static bool is_number_behind_title(const char *at, const char *end, const struct column *column,
				   const struct column *next)
{
	struct span number = { at, end };

	if (!read_next_title(&number, column) || !read_literal(&number, ": "))
		return false;
	if (next)
		number.end = find_next_title(number.at, end, next) ?: end;
	else if (number.end > number.at && number.end[-1] == ' ')
		number.end--;
	return is_number_of_width(number);
}

/*
 * Find the end of a string that is followed by key @next: the last place at which that key can
 * begin, if a number follows there. Otherwise, the next key is a string, too, and can contain its
 * own title: then the first place that is not within the width to which short strings are padded.
 */
static const char *find_string_end(struct span text, const struct column *next,
				   const struct column *after_next)
{
	const char *last = NULL, *first = NULL;

	for (const char *at = text.at; (at = find_next_title(at, text.end, next)); at++) {
		if (!first || first - text.at < STRING_WIDTH)
			first = at;
		last = at;
	}
	if (last && is_number_behind_title(last, text.end, next, after_next))
		return last;
	return first;
}

static const char *find_plain_end(struct span text, const struct column *next,
				  const struct column *after_next)
{
	struct span number = text;
	struct cell cell;

	skip(&number, ' ');
	if (read_decimal(&number, &cell) && ends_at(number.at, text.end, next))
		return number.at;
	return find_string_end(text, next, after_next);
}

/* A name is followed by its process id in brackets, so a comma in a name is no end. */
static const char *find_comm_end(struct span text, const struct column *next)
{
	const char *at = text.at, *close;

	if (text.end - at < COMM_WIDTH)
		return NULL;
	at += COMM_WIDTH;
	while ((close = memchr(at, ']', text.end - at))) {
		at = close + 1;
		if (ends_at(at, text.end, next))
			return at;
	}
	return NULL;
}

/* Find the end of key @i, which @text begins with. Return: the end, or NULL. */
static const char *find_key_end(const struct reader *reader, size_t i, struct span text)
{
	const size_t n_keys = reader->table->n_keys;
	const struct column *column = &reader->columns[i];
	const struct column *next = i + 1 < n_keys ? column + 1 : NULL;
	const struct column *after_next = i + 2 < n_keys ? column + 2 : NULL;

	if (!next)
		return text.end;
	switch (column->kind) {
	case COLUMN_PLAIN:
		return find_plain_end(text, next, after_next);
	case COLUMN_STRING:
		return find_string_end(text, next, after_next);
	case COLUMN_EXECNAME:
		return find_comm_end(text, next);
	default:
		return find_next_title(text.at, text.end, next);
	}
}

/* Read the rest of a title that tells that the key is a stack trace. */
static bool read_stack_title(struct span *keys)
{
	struct span rest = *keys;

	if (read_literal(&rest, ".stacktrace")) {
		/* A trace that is empty has no newline. */
		*keys = rest;
		return true;
	}
	if (!read_literal(&rest, ":"))
		return false;
	read_literal(&rest, " [unresolved]");
	if (!read_literal(&rest, "\n"))
		return false;
	*keys = rest;
	return true;
}

/* Read key @i, whose title was read. */
static int read_key_behind_title(const struct reader *reader, size_t i, struct span *keys,
				 bool strict, bool *has_stack, struct cell *cell)
{
	struct span text;

	if (read_stack_title(keys)) {
		*has_stack = true;
		return read_frames(keys, cell);
	}
	if (!read_literal(keys, ": "))
		return 0;
	text = *keys;
	text.end = find_key_end(reader, i, text);
	if (!text.end)
		return 0;
	/* Without a stack trace, a space is between the last key and the brace. */
	if (i + 1 == reader->table->n_keys && !*has_stack) {
		if (text.end == text.at || text.end[-1] != ' ')
			return 0;
		text.end--;
	}
	keys->at = text.end;
	return read_key(text, &reader->columns[i], strict, cell);
}

/* Read the text between the braces of a row. */
static int read_keys(const struct reader *reader, struct span keys, bool strict, struct row *row)
{
	bool has_stack = false;
	int ret = 1;

	for (size_t i = 0; ret == 1 && i < reader->table->n_keys; i++) {
		const struct column *column = &reader->columns[i];

		if (!(i ? read_next_title(&keys, column) : read_title(&keys, column)))
			return 0;
		ret = read_key_behind_title(reader, i, &keys, strict, &has_stack, &row->cells[i]);
	}
	if (ret == 1 && !has_stack && !read_literal(&keys, " "))
		return 0;
	return ret == 1 ? keys.at == keys.end : ret;
}

/* Read the values of a row, up to the end of its line. @failed is where they are wrong. */
static bool read_values(const struct reader *reader, struct span line, struct row *row,
			const char **failed)
{
	const struct table *table = reader->table;

	for (size_t i = table->n_keys; i < table->n_fields; i++) {
		const struct column *column = &reader->columns[i];
		const enum field_role role = table->fields[i].role;

		row->cells[i] = (struct cell){ .kind = CELL_MISSING };
		/* Only rows with a key have an error. */
		if (role == FIELD_DISTRIBUTION || (role == FIELD_ERROR && row->other))
			continue;
		*failed = line.at;
		if (!read_literal(&line, role == FIELD_HITCOUNT ? " " : "  ") ||
		    !read_title(&line, column))
			return false;
		*failed = line.at;
		if (!read_literal(&line, ":") || !read_value(&line, column, &row->cells[i]))
			return false;
	}
	*failed = line.at;
	return line.at == line.end;
}

static const char *find_last(struct span line, char c)
{
	return memrchr(line.at, c, line.end - line.at);
}

static void free_cells(const struct reader *reader, struct row *row)
{
	for (size_t i = 0; i < reader->table->n_fields; i++)
		cell_free(&row->cells[i]);
}

/*
 * Read a row that ends in the given line. @failed is NULL, or the place of the first error so far.
 */
static int read_row_until(const struct reader *reader, struct span line, bool strict,
			  struct row *row, const char **failed)
{
	const char *brace = find_last(line, '}'), *wrong;
	int ret;

	if (!brace)
		return 0;
	if (!read_values(reader, (struct span){ brace + 1, line.end }, row, &wrong)) {
		*failed = *failed ?: wrong;
		return 0;
	}
	ret = read_keys(reader, (struct span){ reader->at + strlen("{ "), brace }, strict, row);
	if (ret != 1)
		free_cells(reader, row);
	if (!ret && !strict)
		*failed = *failed ?: reader->at;
	return ret;
}

/*
 * Read the lines from "{" to the values. With @strict, look for an end whose keys have the right
 * widths, up to some bytes behind the first brace. Otherwise, the row must end at the first brace.
 */
static int read_braces(struct reader *reader, const char *end, bool strict, struct row *row,
		       const char **failed)
{
	const char *limit = end;
	struct span line;
	int ret = 0;

	for (const char *at = reader->at; at < limit; at = line.end + 1) {
		const char *wrong = NULL;

		line = read_line(reader, at);
		ret = read_row_until(reader, line, strict, row, &wrong);
		if (ret) {
			if (ret == 1)
				reader->at = line.end + 1;
			return ret;
		}
		*failed = *failed ?: wrong;
		if (limit == end && find_last(line, '}') && (!strict || end - at > LOOKAHEAD))
			limit = strict ? at + LOOKAHEAD : at;
	}
	return 0;
}

/* Read the row of the events without a row. */
static int read_other(struct reader *reader, struct row *row)
{
	struct span line = read_line(reader, reader->at);
	const char *failed;

	line.at += strlen("{ other }");
	row->other = true;
	for (size_t i = 0; i < reader->table->n_keys; i++)
		row->cells[i].kind = CELL_MISSING;
	if (!read_values(reader, line, row, &failed))
		return read_fail(reader, failed, "this is not a value of the row { other }");
	reader->at = line.end + 1;
	return 1;
}

/* Return the field whose distribution begins in the line, or -1. */
static int find_distribution(const struct reader *reader, struct span line)
{
	for (size_t i = reader->table->n_keys; i < reader->table->n_fields; i++) {
		struct span rest = line;

		if (reader->columns[i].kind == COLUMN_DISTRIBUTION && read_literal(&rest, "\t") &&
		    read_title(&rest, &reader->columns[i]) && read_literal(&rest, ":") &&
		    rest.at == rest.end)
			return i;
	}
	return -1;
}

/* Numbers above INT64_MAX count as INT64_MAX. */
static bool read_limit(struct span *line, int64_t *limit)
{
	struct cell cell = {};

	skip(line, ' ');
	if (!read_decimal(line, &cell))
		return false;
	*limit = cell.is_unsigned ? INT64_MAX : cell.number;
	return true;
}

static bool read_bucket(struct span line, struct bucket *bucket)
{
	if (!read_literal(&line, "\t") || !read_limit(&line, &bucket->first) ||
	    !read_literal(&line, " - ") || !read_limit(&line, &bucket->last))
		return false;
	skip(&line, ' ');
	if (!read_count(&line, &bucket->count))
		return false;
	skip(&line, ' ');
	skip(&line, '#');
	return line.at == line.end && bucket->first <= bucket->last;
}

static int add_bucket(struct reader *reader, struct distribution *distribution,
		      const struct bucket *bucket, int64_t *previous)
{
	struct bucket *new;

	if (bucket->first < *previous)
		return read_fail(reader, reader->at, "the ranges of a distribution do not ascend");
	*previous = bucket->last;
	if (!bucket->count)
		return 0;
	new = array_add(&distribution->buckets, &distribution->n, sizeof(*new));
	if (!new)
		return -ENOMEM;
	*new = *bucket;
	return 0;
}

/**
 * read_distribution() - read a distribution
 * @reader: the reader, at the begin of a line
 * @distributions: the distributions of the row so far; the new one is added
 * @n: number of distributions
 * @found: set to whether there was a distribution
 *
 * Return: 0 or a negative errno.
 */
int read_distribution(struct reader *reader, struct distribution **distributions, size_t *n,
		      bool *found)
{
	struct span line = read_line(reader, reader->at);
	int field = find_distribution(reader, line), ret = 0;
	struct distribution *new;
	struct bucket bucket;
	int64_t previous = INT64_MIN;

	/* A line without a newline is cut off. */
	*found = field >= 0 && line.end < reader->end;
	if (!*found)
		return 0;
	for (size_t i = 0; i < *n; i++) {
		if ((*distributions)[i].field == (size_t)field)
			return read_fail(reader, line.at, "the distribution is there twice");
	}
	new = array_add(distributions, n, sizeof(*new));
	if (!new)
		return -ENOMEM;
	new->field = field;
	for (;;) {
		reader->at = line.end + 1;
		line = read_line(reader, reader->at);
		if (line.end == reader->end || !read_bucket(line, &bucket))
			return 0;
		ret = add_bucket(reader, new, &bucket, &previous);
		if (ret)
			return ret;
	}
}

/*
 * Check whether a row begins here. A line of a string that an action of Linux 6.12 has saved can
 * begin with a brace, too.
 */
static bool is_row(const struct reader *reader, const char *at)
{
	struct span line = read_line(reader, at);

	line.end = reader->end;
	if (!read_literal(&line, "{ "))
		return false;
	if (read_literal(&line, "other }"))
		return true;
	return reader->table->n_keys && read_title(&line, &reader->columns[0]) &&
	       line.at < line.end && (*line.at == ':' || *line.at == '.');
}

/* Keep the lines of @saved, without all tabs at their begin and the padding at their end. */
static int keep_saved(struct row *row, struct span saved)
{
	char *to;

	if (saved.at == saved.end)
		return 0;
	row->saved = malloc(saved.end - saved.at + 1);
	if (!row->saved)
		return -ENOMEM;
	to = row->saved;
	for (const char *at = saved.at; at < saved.end; at++) {
		if (*at == '\t' && (to == row->saved || to[-1] == '\n'))
			continue;
		while (*at == '\n' && to > row->saved && to[-1] == ' ')
			to--;
		*to++ = *at;
	}
	while (to > row->saved && (to[-1] == '\n' || to[-1] == ' '))
		to--;
	*to = '\0';
	return 0;
}

/* Read the lines below a row, up to @end or the next row. */
static int read_below(struct reader *reader, const char *end, struct row *row)
{
	struct span saved = { reader->at, reader->at };
	bool found = false;
	int ret;

	while (reader->at < end && !is_row(reader, reader->at)) {
		const char *begin = reader->at;

		ret = read_distribution(reader, &row->distributions, &row->n_distributions, &found);
		if (ret)
			return ret;
		if (found)
			continue;
		/* Saved values are above distributions, and begin with a tab. */
		if (row->n_distributions || (saved.at == saved.end && *begin != '\t'))
			return read_fail(reader, begin, "this is neither a row nor a part of one");
		reader->at = read_line(reader, begin).end + 1;
		saved.end = reader->at;
	}
	return keep_saved(row, saved);
}

/**
 * read_row() - read a row with the lines that belong to it
 * @reader: the reader, at the begin of the row
 * @end: end of all rows, which is the begin of a line
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int read_row(struct reader *reader, const char *end)
{
	struct table *table = reader->table;
	const char *failed = NULL, *begin = reader->at;
	struct span rest = { begin, end };
	struct row *row;
	int ret;

	if (!is_row(reader, begin))
		return read_fail(reader, begin, "a row must begin with \"{ %s\"",
				 reader->columns[0].title);
	if (table->n_rows && table->rows[table->n_rows - 1].other)
		return read_fail(reader, begin, "the row { other } must be the last one");
	row = array_add(&table->rows, &table->n_rows, sizeof(*row));
	if (!row)
		return -ENOMEM;
	row->cells = calloc(table->n_fields, sizeof(*row->cells));
	if (!row->cells)
		return -ENOMEM;
	if (read_literal(&rest, "{ other }")) {
		ret = read_other(reader, row);
	} else {
		ret = reader->is_unpadded ? 0 : read_braces(reader, end, true, row, &failed);
		if (!ret) {
			ret = read_braces(reader, end, false, row, &failed);
			reader->is_unpadded = true;
		}
	}
	if (ret == 1)
		return read_below(reader, end, row);
	if (ret)
		return ret;
	return read_fail(reader, failed ?: begin,
			 failed ? "this is not a key or a value of the table" :
				  "the row has no end");
}
