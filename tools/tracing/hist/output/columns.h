/* SPDX-License-Identifier: GPL-2.0-only */
/* Selection and order of the columns and rows that all output formats write. */
#ifndef _OUTPUT_COLUMNS_H
#define _OUTPUT_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "output.h"

/* Field of a column that the table does not have */
#define NO_FIELD	(-1)

/**
 * struct shown_column - a column of the answer and the field that it shows
 * @field: index in the table's fields, or %NO_FIELD
 * @name: name of the field
 * @title: heading
 * @unit: unit of the numbers
 * @is_rate: show the number divided by the length of the interval
 */
struct shown_column {
	int field;
	const char *name;
	const char *title;
	enum unit unit;
	bool is_rate;
};

/**
 * enum cell_shape - how many parts a cell of a field has
 * @SHAPE_SIMPLE: a number or a text
 * @SHAPE_NAMED: a number and its name
 * @SHAPE_RANGE: first and last number
 * @SHAPE_STACK: frames
 * @SHAPE_DISTRIBUTION: ranges and their counts
 */
enum cell_shape {
	SHAPE_SIMPLE,
	SHAPE_NAMED,
	SHAPE_RANGE,
	SHAPE_STACK,
	SHAPE_DISTRIBUTION,
};

struct shown_column *columns_resolve(const struct table *table, const struct layout *layout,
				     size_t *n);
size_t *rows_order(const struct table *table, const char *sort);
enum cell_shape column_shape(const struct table *table, const struct shown_column *column);
bool table_has_time(const struct table *table);
double table_seconds(const struct table *table);
double column_value(const struct cell *cell, const struct shown_column *column, double seconds);
const struct distribution *row_distribution(const struct row *row, int field);
char *column_text(const struct table *table, const struct cell *cell,
		  const struct shown_column *column, double seconds);
char *column_heading(const struct shown_column *column);
const char *number_text(char *buf, size_t size, const struct cell *cell);
enum unit axis_unit(const struct recipe_column *columns, size_t n, const char *field);
enum status out_of_memory(void);

#endif /* _OUTPUT_COLUMNS_H */
