// SPDX-License-Identifier: GPL-2.0-only
/*
 * Read folded stacks as a table. A line is a stack, its frames from the outermost to the innermost
 * one joined by semicolons, then a blank and a count. The file can come from anywhere.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "folded.h"
#include "recording.h"
#include "table/array.h"

/* Columns of the table */
enum {
	FIELD_STACK,
	FIELD_COUNT,
	N_FIELDS,
};

static enum status out_of_memory(void)
{
	return report_memory("read the folded stacks");
}

static bool add_fields(struct table *table)
{
	table->fields = calloc(N_FIELDS, sizeof(*table->fields));
	if (!table->fields)
		return false;
	table->n_fields = N_FIELDS;
	table->n_keys = 1;
	table->fields[FIELD_STACK].name = strdup("stack");
	table->fields[FIELD_STACK].modifier = strdup("stacktrace");
	table->fields[FIELD_COUNT].name = strdup("count");
	table->fields[FIELD_COUNT].role = FIELD_HITCOUNT;
	table->trigger = strdup("");
	return table->fields[FIELD_STACK].name && table->fields[FIELD_STACK].modifier &&
	       table->fields[FIELD_COUNT].name && table->trigger;
}

/* The number behind the last blank of a line. The line ends where the blank was. */
static bool split_count(char *line, int64_t *count)
{
	char *blank = strrchr(line, ' '), *end;

	if (!blank || blank == line || !blank[1])
		return false;
	errno = 0;
	*count = strtoll(blank + 1, &end, 10);
	if (*end || errno)
		return false;
	while (blank > line && blank[-1] == ' ')
		blank--;
	*blank = '\0';
	return blank > line;
}

/* Frames of a cell are in the other order. */
static bool split_frames(struct cell *cell, char *line)
{
	size_t n = 1, left;

	for (const char *c = line; *c; c++)
		n += *c == ';';
	cell->kind = CELL_STACK;
	cell->frames = calloc(n, sizeof(*cell->frames));
	if (!cell->frames)
		return false;
	cell->n_frames = n;
	for (left = n; left; left--) {
		char *frame = strsep(&line, ";");

		cell->frames[left - 1] = strdup(frame);
		if (!cell->frames[left - 1])
			return false;
	}
	return true;
}

static bool add_row(struct table *table, char *stack, int64_t count)
{
	struct row *row = array_add(&table->rows, &table->n_rows, sizeof(*table->rows));

	if (!row)
		return false;
	row->cells = calloc(N_FIELDS, sizeof(*row->cells));
	if (!row->cells) {
		table->n_rows--;
		return false;
	}
	row->cells[FIELD_COUNT].number = count;
	if (count > 0)
		table->hits += count;
	return split_frames(row->cells + FIELD_STACK, stack);
}

static enum status parse_line(struct table *table, char *line, const char *name,
			      unsigned int number)
{
	int64_t count;

	if (!*line)
		return STATUS_OK;
	if (!split_count(line, &count)) {
		report_error("%s:%u: a line of folded stacks is FRAME;FRAME;... COUNT", name,
			     number);
		return STATUS_INPUT;
	}
	return add_row(table, line, count) ? STATUS_OK : out_of_memory();
}

/**
 * folded_parse() - read folded stacks from an open file
 * @table: result, which the caller frees with table_free() after %STATUS_OK
 * @in: the file
 * @name: its name, for messages
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status folded_parse(struct table *table, FILE *in, const char *name)
{
	enum status status = STATUS_OK;
	unsigned int number = 0;
	size_t size = 0, total = 0;
	char *line = NULL;
	ssize_t n;

	*table = (struct table){};
	if (!add_fields(table))
		status = out_of_memory();
	while (!status && (errno = 0, n = getline(&line, &size, in)) >= 0) {
		number++;
		total += n;
		if (total > RECORDING_MAX_FILE || memchr(line, '\0', n)) {
			report_error("%s:%u: this is no file of folded stacks", name, number);
			status = STATUS_INPUT;
			break;
		}
		while (n && (line[n - 1] == '\n' || line[n - 1] == '\r'))
			line[--n] = '\0';
		status = parse_line(table, line, name, number);
	}
	if (!status && !feof(in))
		status = report_file("read", name);
	free(line);
	if (status)
		table_free(table);
	return status;
}

/**
 * folded_read() - read a file of folded stacks
 * @table: result, which the caller frees with table_free() after %STATUS_OK
 * @path: the file
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status folded_read(struct table *table, const char *path)
{
	FILE *in = fopen(path, "re");
	enum status status;

	if (!in)
		return report_file("open", path);
	status = folded_parse(table, in, path);
	fclose(in);
	return status;
}
