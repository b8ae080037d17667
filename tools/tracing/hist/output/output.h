/* SPDX-License-Identifier: GPL-2.0-only */
/* Write tables as text, CSV, JSON, pictures. */
#ifndef _OUTPUT_H
#define _OUTPUT_H

#include <stdio.h>

#include "common/report.h"
#include "recipe/recipe.h"
#include "recording/recording.h"
#include "table/table.h"

/* Version of the JSON format, see json.c */
#define JSON_VERSION	1

/*
 * Version of the comma-separated values, see trace-hist-csv(5). It is not in the answer: readers
 * take the first line for the header.
 */
#define CSV_VERSION	1

/**
 * enum format - format of an answer
 * @FORMAT_TEXT: aligned columns
 * @FORMAT_CSV: RFC 4180, with a header line
 * @FORMAT_JSON: a JSON object, see trace-hist-json(5)
 */
enum format {
	FORMAT_TEXT,
	FORMAT_CSV,
	FORMAT_JSON,
};

/**
 * struct layout - how a table is written
 * @columns: columns; all fields of the table if @n_columns is 0
 * @n_columns: number of columns
 * @picture: picture that follows the table in text
 * @axis: field of the picture, or NULL
 * @sort: field that sorts the rows, or NULL
 * @limit: number of rows in text, 0 for all
 * @distributions: number of distributions in text below a table that has a row for each, 0 for 3
 * @width: columns of the terminal, or 0 if the output is no terminal
 * @colours: use colours
 * @continued: an earlier table of the same answer was written to this file: CSV needs no second
 *	header line
 * @is_derived: the table was computed from others: CSV and JSON have no time and no drops
 * @in_order: the columns show the fields of the table in their order, and names do not matter
 */
struct layout {
	const struct recipe_column *columns;
	size_t n_columns;
	enum picture picture;
	const char *axis;
	const char *sort;
	size_t limit;
	size_t distributions;
	unsigned int width;
	bool colours;
	bool continued;
	bool is_derived;
	bool in_order;
};

/*
 * text.c, csv.c, json.c. Like all functions below, they return %STATUS_FAILED, with a message, if
 * memory is short. The FILE's error flag tells of failed writes: check it after the last one.
 */
enum status write_table_text(FILE *out, const struct table *table, const struct layout *layout);
enum status write_table_csv(FILE *out, const struct table *table, const struct layout *layout);
enum status write_table_json(FILE *out, const struct table *table, const struct layout *layout);

/* csv.c: decide whether a further table needs a header line of its own */
char *csv_header(const struct table *table, const struct layout *layout);

/* warnings.c: on standard error, for formats without a place for them; each one once */
void table_warnings(const struct table *table, unsigned int *given);

/* blocks.c, heatmap_text.c: pictures of characters */
enum status write_distribution_text(FILE *out, const struct table *table,
				    const struct layout *layout);
enum status write_heatmap_text(FILE *out, const struct recording *recording, unsigned int width,
			       bool colours);

/* heatmap_svg.c, flame_svg.c, report_svg.c: standalone SVG files */
enum status write_heatmap_svg(FILE *out, const struct recording *recording);
enum status write_flame_svg(FILE *out, const struct recording *recording);
enum status write_report_svg(FILE *out, const struct recording *recording);

/* number.c: "1.5 ms", "12.3 KiB", "1,234" in at most 9 characters */
const char *format_number(char *buf, size_t size, double number, enum unit unit);
double unit_seconds(enum unit unit);

#endif /* _OUTPUT_H */
