/* SPDX-License-Identifier: GPL-2.0-only */
/* Read tables for tests, and look at their rows. */
#ifndef _TABLE_FIXTURE_H
#define _TABLE_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "table/table.h"

#define HEADER(command)	"# event histogram\n#\n# trigger info: hist:" command " [active]\n#\n\n"
#define TOTALS(hits, entries, dropped)						\
	"\nTotals:\n    Hits: " #hits "\n    Entries: " #entries "\n    Dropped: " #dropped "\n"

/* Read a text that is right. */
static inline void read_tables(struct tables *tables, const char *text, size_t size)
{
	struct parse_error error = {};
	int ret = tables_read(tables, text, size, &error);

	if (ret)
		test_fail(__FILE__, __LINE__, "%u:%u: %s", error.line, error.column, error.message);
}

/* Read a text with one table. */
static inline void read_one(struct table *table, const char *text)
{
	struct tables tables;

	read_tables(&tables, text, strlen(text));
	EXPECT_EQ(tables.n, 1);
	*table = tables.n ? tables.tables[0] : (struct table){};
	free(tables.tables);
}

/* Return: the text of a sample, to be freed with free(). */
static inline char *sample_text(const char *name, size_t *size)
{
	char path[256], *text = calloc(1, 1 << 20);
	FILE *file;

	snprintf(path, sizeof(path), "corpus/table/%s", name);
	file = fopen(path, "r");
	if (!file) {
		test_fail(__FILE__, __LINE__, "%s is missing", path);
		return text;
	}
	*size = fread(text, 1, (1 << 20) - 1, file);
	fclose(file);
	return text;
}

static inline void read_sample(struct tables *tables, const char *name)
{
	size_t size = 0;
	char *text = sample_text(name, &size);

	read_tables(tables, text, size);
	free(text);
}

/* Return: the row whose first key is displayed as @key, or NULL, which is a failure. */
static inline struct row *find_row(const struct table *table, const char *key)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		char *text = cell_to_text(&table->rows[i].cells[0]);
		bool is_same = !strcmp(text, key);

		free(text);
		if (is_same)
			return &table->rows[i];
	}
	test_fail(__FILE__, __LINE__, "there is no row \"%s\"", key);
	return NULL;
}

/* Check the text of a cell of a row. */
static inline void expect_cell(const struct table *table, const struct row *row, const char *field,
			       const char *expected)
{
	int i = table_find_field(table, field);
	char *text;

	if (i < 0 || !row) {
		test_fail(__FILE__, __LINE__, "there is no field \"%s\", or no row", field);
		return;
	}
	text = cell_to_text(&row->cells[i]);
	if (strcmp(text, expected))
		test_fail(__FILE__, __LINE__, "%s is \"%s\", not \"%s\"", field, text, expected);
	free(text);
}

/* Check a cell of the row with a key. */
static inline void expect_row(const struct table *table, const char *key, const char *field,
			      const char *expected)
{
	expect_cell(table, find_row(table, key), field, expected);
}

#endif /* _TABLE_FIXTURE_H */
