/* SPDX-License-Identifier: GPL-2.0-only */
/* Make metrics of the text of hist, and compare what is written. */
#ifndef _METRICS_TEXT_H
#define _METRICS_TEXT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export/openmetrics.h"

/* Read the first table of a text, which is right. */
static inline struct table read_table(const char *text)
{
	struct parse_error error;
	struct tables tables;
	struct table table;

	if (tables_read(&tables, text, strlen(text), &error) || !tables.n) {
		fprintf(stderr, "line %u: %s\n", error.line, error.message);
		abort();
	}
	table = tables.tables[0];
	tables.tables[0] = (struct table){ 0 };
	tables_free(&tables);
	return table;
}

/* Return: the text of metrics, to be freed with free(). */
static inline char *metrics_text(const struct metrics *metrics, enum exposition format)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	write_metrics(out, metrics, format);
	fclose(out);
	return text;
}

#endif /* _METRICS_TEXT_H */
