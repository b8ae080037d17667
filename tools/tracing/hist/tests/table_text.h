/* SPDX-License-Identifier: GPL-2.0-only */
/* Write a table as the text of hist, so that tests can compare tables and read them again. */
#ifndef _TABLE_TEXT_H
#define _TABLE_TEXT_H

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/reader.h"

/* Print a string with the escapes of "Parsing" in histogram.rst. */
static inline void put_string(FILE *out, const char *text, int width)
{
	size_t len = strlen(text);

	for (size_t i = 0; i < len; i++) {
		unsigned char c = text[i];
		bool escape = c < ' ' || c > '~' || c == '\\' || c == '{' || c == '}' ||
			      (c == ' ' && (!i || i + 1 == len || text[i - 1] == ' ')) ||
			      (c == ',' && (i + 1 == len || text[i + 1] == ' '));

		width -= fprintf(out, escape ? "\\%03o" : "%c", c);
	}
	fprintf(out, "%*s", width > 0 ? width : 0, "");
}

static inline void put_number(FILE *out, const struct cell *cell, int width)
{
	fprintf(out, cell->is_unsigned ? "%*" PRIu64 : "%*" PRId64, width, cell->number);
}

static inline void put_range(FILE *out, const struct cell *cell, enum column_kind kind)
{
	uint64_t last = cell->last;

	fputs("~ ", out);
	if (kind == COLUMN_LOG2)
		fprintf(out, "2^%-2d", last == UINT64_MAX ? 64 : 63 - __builtin_clzll(last));
	else if (!cell->is_unsigned && cell->last == INT64_MAX)
		fprintf(out, ">= %" PRId64, cell->number);
	else if (!cell->is_unsigned && cell->number == INT64_MIN)
		fprintf(out, "< %" PRId64, cell->last + 1);
	else
		fprintf(out, cell->is_unsigned ? "%" PRIu64 "-%" PRIu64 : "%" PRId64 "-%" PRId64,
			cell->number, cell->last);
}

static inline void put_key(FILE *out, const struct cell *cell, enum column_kind kind)
{
	switch (cell->kind) {
	case CELL_TEXT:
		put_string(out, cell->text, STRING_WIDTH);
		break;
	case CELL_NAMED:
		if (kind == COLUMN_SYMBOL) {
			fprintf(out, "[%" PRIx64 "] ", cell->number);
			put_string(out, cell->text, 45);
			break;
		}
		put_string(out, cell->text, kind == COLUMN_SYSCALL ? 30 : COMM_WIDTH);
		fputc('[', out);
		put_number(out, cell, kind == COLUMN_SYSCALL ? 3 : 10);
		fputc(']', out);
		break;
	case CELL_RANGE:
		put_range(out, cell, kind);
		break;
	default:
		if (kind == COLUMN_HEX)
			fprintf(out, "%" PRIx64, cell->number);
		else
			put_number(out, cell, NUMBER_WIDTH);
	}
}

static inline void put_value(FILE *out, const struct cell *cell, enum column_kind kind)
{
	if (cell->kind == CELL_MISSING)
		fprintf(out, "%10s", "overflow");
	else if (kind == COLUMN_PERCENT)
		fprintf(out, "%6.2f", cell->real);
	else if (kind == COLUMN_BAR)
		fprintf(out, "%-20.*s", (int)(cell->real / 5 + 0.5), "####################");
	else if (kind == COLUMN_HEX)
		fprintf(out, "%10" PRIx64, cell->number);
	else
		put_number(out, cell, NUMBER_WIDTH);
	if (cell->partial)
		fputs(" (partial)", out);
}

static inline void put_distributions(FILE *out, const struct distribution *distributions, size_t n,
				     const struct column *columns)
{
	for (size_t i = 0; i < n; i++) {
		fprintf(out, "\t%s:\n", columns[distributions[i].field].title);
		for (size_t k = 0; k < distributions[i].n; k++) {
			const struct bucket *bucket = &distributions[i].buckets[k];

			fprintf(out, "\t%20" PRId64 " - %-20" PRId64 " %10" PRIu64 " #\n",
				bucket->first, bucket->last, bucket->count);
		}
	}
}

/* Without a tab, a line of a saved string could look like a row. */
static inline void put_saved(FILE *out, const char *saved)
{
	fputc('\t', out);
	for (; *saved; saved++) {
		fputc(*saved, out);
		if (*saved == '\n')
			fputc('\t', out);
	}
	fputc('\n', out);
}

static inline void put_row(FILE *out, const struct table *table, const struct row *row,
			   const struct column *columns)
{
	bool has_stack = false;

	fputs(row->other ? "{ other" : "{ ", out);
	for (size_t i = 0; !row->other && i < table->n_keys; i++) {
		const struct cell *cell = &row->cells[i];

		fprintf(out, "%s%s:", i ? ", " : "", columns[i].title);
		if (cell->kind != CELL_STACK) {
			fputc(' ', out);
			put_key(out, cell, columns[i].kind);
			continue;
		}
		has_stack = true;
		fputc('\n', out);
		for (size_t k = 0; k < cell->n_frames; k++) {
			fputs("         ", out);
			put_string(out, cell->frames[k], 0);
			fputc('\n', out);
		}
	}
	fputs(has_stack ? "}" : " }", out);
	for (size_t i = table->n_keys; i < table->n_fields; i++) {
		if (columns[i].kind == COLUMN_DISTRIBUTION ||
		    (row->other && table->fields[i].role == FIELD_ERROR))
			continue;
		fprintf(out, "%s%s: ", table->fields[i].role == FIELD_HITCOUNT ? " " : "  ",
			columns[i].title);
		put_value(out, &row->cells[i], columns[i].kind);
	}
	fputc('\n', out);
	if (row->saved)
		put_saved(out, row->saved);
	put_distributions(out, row->distributions, row->n_distributions, columns);
}

static inline void put_totals(FILE *out, const struct table *table, const struct column *columns)
{
	size_t n = table->n_rows;

	fprintf(out, "\nTotals:\n    Hits: %" PRIu64 "\n    Entries: %zu\n", table->hits,
		n - (n && table->rows[n - 1].other));
	fprintf(out, "    Dropped: %" PRIu64 "\n", table->dropped);
	for (size_t i = 0; i < table->n_drops; i++)
		fprintf(out, "        %s: %" PRIu64 "\n", table->drops[i].reason,
			table->drops[i].count);
	for (size_t i = 0; i < table->n_notes; i++)
		fprintf(out, "    %s: %" PRIu64 "\n", table->notes[i].reason,
			table->notes[i].count);
	if (table->n_overall)
		fputs("    Overall:\n", out);
	put_distributions(out, table->overall, table->n_overall, columns);
}

/* Return: the text, to be freed with free(). */
static inline char *table_to_text(const struct table *table)
{
	struct table scratch = {};
	struct parse_error error;
	struct reader reader = {
		.text = table->trigger,
		.at = table->trigger,
		.end = table->trigger + strlen(table->trigger),
		.table = &scratch,
		.is_interval = table->begin || table->end,
		.error = &error,
	};
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (read_trigger(&reader, (struct span){ reader.text, reader.end }) ||
	    scratch.n_fields != table->n_fields)
		abort();
	fprintf(out, "# event histogram\n#\n# trigger info: %s [active]\n", table->trigger);
	if (reader.is_interval)
		fprintf(out, "# interval: 1 from %.9f to %.9f global%s%s\n", table->begin,
			table->end, table->cleared ? " [cleared]" : "",
			table->merged ? " [merged]" : "");
	fputs("#\n\n", out);
	for (size_t i = 0; i < table->n_rows; i++)
		put_row(out, table, &table->rows[i], reader.columns);
	put_totals(out, table, reader.columns);
	fclose(out);
	free_columns(&reader);
	table_free(&scratch);
	return text;
}

#endif /* _TABLE_TEXT_H */
