/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables for tests of top. */
#ifndef _TOP_FIXTURE_H
#define _TOP_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "table/table.h"
#include "top/model.h"

/* A histogram with the rows ROWS and HITS events; DROPPED is the text of what was dropped. */
#define HIST_WITH(trigger, rows, hits, dropped)				\
	"# event histogram\n#\n# trigger info: hist:" trigger " [active]\n#\n\n" rows	\
	"\nTotals:\n    Hits: " #hits "\n    Entries: 0\n    Dropped: " dropped "\n"
#define HIST(trigger, rows, hits)	HIST_WITH(trigger, rows, hits, "0")

/* Tables by task, of one second. */
#define TASKS(rows, hits)	HIST("keys=comm:vals=hitcount,lat.avg", rows, hits)
#define TASK(name, count, average)					\
	"{ comm: " name " } hitcount: " #count "  lat.avg: " #average "\n"

/* Pad texts and numbers as the kernel does, and count the rows. Return: the text, to be freed. */
static inline char *padded(const char *text)
{
	bool in_values = false;
	size_t n_rows = 0, length, size;
	const char *name;
	char *result;
	FILE *out = open_memstream(&result, &size);

	for (; *text; text++) {
		n_rows += !strncmp(text, "\n{", 2) && strncmp(text, "\n{ other", 8);
		if (!strncmp(text, "Entries: 0", 10)) {
			fprintf(out, "Entries: %zu", n_rows);
			text += 9;
			continue;
		}
		in_values = *text != '\n' && (in_values || *text == '}');
		fputc(*text, out);
		if (in_values && text[-1] == ':' && *text == ' ')
			fprintf(out, "%*s", (int)(10 - strspn(text + 1, "0123456789")), "");
		if (strncmp(text, "{ comm: ", 8))
			continue;
		name = text + 8;
		length = strcspn(name, " ,");
		fprintf(out, " comm: %-50.*s", (int)length, name);
		text = name + length - 1;
	}
	fclose(out);
	return result;
}

static inline void parse(struct table *table, const char *unpadded)
{
	struct parse_error error = { 0 };
	struct tables tables;
	char *text = padded(unpadded);

	if (tables_read(&tables, text, strlen(text), &error)) {
		test_fail(__FILE__, __LINE__, "%u:%u: %s", error.line, error.column,
			  error.message);
		exit(1);
	}
	free(text);
	*table = tables.tables[0];
	tables.n = 0;
	tables_free(&tables);
	table->begin = 10;
	table->end = 11;
}

static inline void add_interval(struct model *model, const char *text)
{
	struct table table;

	parse(&table, text);
	EXPECT_EQ(model_add_interval(model, &table, 1000), 0);
}

static inline void add_total(struct model *model, const char *text)
{
	struct table table;

	parse(&table, text);
	EXPECT_EQ(model_add_total(model, &table, 1000), 0);
}

static inline struct model new_model(void)
{
	struct model model;

	model_init(&model, NULL);
	model.name = "test";
	model.title = "Test";
	model.seconds = 1;
	return model;
}

/* Names of the rows that are shown, "a b c"; valid until the next call. */
static inline const char *shown(const struct model *model)
{
	static char names[256];

	*names = '\0';
	for (size_t i = 0; i < model->shown.table.n_rows; i++) {
		const struct row *row = model->shown.table.rows + i;

		snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s",
			 i ? " " : "", row->other ? "{other}" : row->cells[0].text);
	}
	return names;
}

#endif /* _TOP_FIXTURE_H */
