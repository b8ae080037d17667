// SPDX-License-Identifier: GPL-2.0-only
/* Tables, rows and cells: free, copy, compare, display. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

/* Copy a string that may be NULL. Return: false without memory. */
static bool copy_text(char **to, const char *from)
{
	*to = from ? strdup(from) : NULL;
	return *to || !from;
}

/**
 * cell_free() - free what a cell owns
 * @cell: the cell; all members are 0 afterwards
 */
void cell_free(struct cell *cell)
{
	free(cell->text);
	for (size_t i = 0; i < cell->n_frames; i++)
		free(cell->frames[i]);
	free(cell->frames);
	*cell = (struct cell){ 0 };
}

/**
 * cell_copy() - copy a cell
 * @to: filled in; to be freed with cell_free() unless the function fails
 * @from: the cell
 *
 * Return: 0 or -ENOMEM.
 */
int cell_copy(struct cell *to, const struct cell *from)
{
	*to = *from;
	to->frames = NULL;
	to->n_frames = 0;
	if (!copy_text(&to->text, from->text))
		goto no_memory;
	if (!from->n_frames)
		return 0;
	to->frames = calloc(from->n_frames, sizeof(*to->frames));
	if (!to->frames)
		goto no_memory;
	for (; to->n_frames < from->n_frames; to->n_frames++) {
		if (!copy_text(&to->frames[to->n_frames], from->frames[to->n_frames]))
			goto no_memory;
	}
	return 0;

no_memory:
	cell_free(to);
	return -ENOMEM;
}

/**
 * row_free() - free what a row owns
 * @row: the row; all members are 0 afterwards
 * @n_fields: number of fields of its table
 */
void row_free(struct row *row, size_t n_fields)
{
	for (size_t i = 0; row->cells && i < n_fields; i++)
		cell_free(&row->cells[i]);
	free(row->cells);
	for (size_t i = 0; i < row->n_distributions; i++)
		free(row->distributions[i].buckets);
	free(row->distributions);
	free(row->saved);
	*row = (struct row){ 0 };
}

static int copy_distributions(struct distribution **to, size_t *n,
			      const struct distribution *from, size_t n_from)
{
	if (!n_from)
		return 0;
	*to = calloc(n_from, sizeof(**to));
	if (!*to)
		return -ENOMEM;
	*n = n_from;
	for (size_t i = 0; i < n_from; i++) {
		struct distribution *copy = &(*to)[i];

		copy->field = from[i].field;
		if (!from[i].n)
			continue;
		copy->buckets = calloc(from[i].n, sizeof(*copy->buckets));
		if (!copy->buckets)
			return -ENOMEM;
		copy->n = from[i].n;
		memcpy(copy->buckets, from[i].buckets, copy->n * sizeof(*copy->buckets));
	}
	return 0;
}

/**
 * row_copy() - copy a row
 * @to: filled in; to be freed with row_free() unless the function fails
 * @from: the row
 * @n_fields: number of fields of its table
 *
 * Return: 0 or -ENOMEM.
 */
int row_copy(struct row *to, const struct row *from, size_t n_fields)
{
	*to = (struct row){ .other = from->other };
	/* One more, because calloc(0) may return NULL. */
	to->cells = calloc(n_fields + 1, sizeof(*to->cells));
	if (!to->cells || !copy_text(&to->saved, from->saved) ||
	    copy_distributions(&to->distributions, &to->n_distributions, from->distributions,
			       from->n_distributions))
		goto no_memory;
	for (size_t i = 0; i < n_fields; i++) {
		if (cell_copy(&to->cells[i], &from->cells[i]))
			goto no_memory;
	}
	return 0;

no_memory:
	row_free(to, n_fields);
	return -ENOMEM;
}

static void free_drops(struct drop *drops, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(drops[i].reason);
	free(drops);
}

/**
 * table_free() - free what a table owns
 * @table: the table; all members are 0 afterwards
 */
void table_free(struct table *table)
{
	for (size_t i = 0; i < table->n_rows; i++)
		row_free(&table->rows[i], table->n_fields);
	free(table->rows);
	for (size_t i = 0; i < table->n_fields; i++) {
		free(table->fields[i].name);
		free(table->fields[i].modifier);
	}
	free(table->fields);
	for (size_t i = 0; i < table->n_overall; i++)
		free(table->overall[i].buckets);
	free(table->overall);
	free_drops(table->drops, table->n_drops);
	free_drops(table->notes, table->n_notes);
	free(table->event);
	free(table->trigger);
	*table = (struct table){ 0 };
}

/**
 * tables_free() - free tables
 * @tables: the tables; empty afterwards
 */
void tables_free(struct tables *tables)
{
	for (size_t i = 0; i < tables->n; i++)
		table_free(&tables->tables[i]);
	free(tables->tables);
	*tables = (struct tables){ 0 };
}

static int copy_fields(struct table *to, const struct table *from)
{
	to->fields = calloc(from->n_fields + 1, sizeof(*to->fields));
	if (!to->fields)
		return -ENOMEM;
	for (size_t i = 0; i < from->n_fields; i++) {
		to->fields[i].role = from->fields[i].role;
		to->n_fields = i + 1;
		if (!copy_text(&to->fields[i].name, from->fields[i].name) ||
		    !copy_text(&to->fields[i].modifier, from->fields[i].modifier))
			return -ENOMEM;
	}
	to->n_keys = from->n_keys;
	return 0;
}

static int copy_drops(struct drop **to, size_t *n, const struct drop *from, size_t n_from)
{
	if (!n_from)
		return 0;
	*to = calloc(n_from, sizeof(**to));
	if (!*to)
		return -ENOMEM;
	*n = n_from;
	for (size_t i = 0; i < n_from; i++) {
		(*to)[i].count = from[i].count;
		if (!copy_text(&(*to)[i].reason, from[i].reason))
			return -ENOMEM;
	}
	return 0;
}

static int copy_rows(struct table *to, const struct table *from)
{
	if (!from->n_rows)
		return 0;
	to->rows = calloc(from->n_rows, sizeof(*to->rows));
	if (!to->rows)
		return -ENOMEM;
	for (; to->n_rows < from->n_rows; to->n_rows++) {
		if (row_copy(&to->rows[to->n_rows], &from->rows[to->n_rows], from->n_fields))
			return -ENOMEM;
	}
	return 0;
}

/**
 * table_copy() - copy a table
 * @to: filled in; to be freed with table_free() unless the function fails
 * @from: the table
 *
 * Return: 0 or -ENOMEM.
 */
int table_copy(struct table *to, const struct table *from)
{
	*to = (struct table){
		.hits = from->hits,
		.dropped = from->dropped,
		.begin = from->begin,
		.end = from->end,
		.approximate = from->approximate,
		.merged = from->merged,
		.cleared = from->cleared,
		.paused = from->paused,
	};
	if (copy_text(&to->event, from->event) && copy_text(&to->trigger, from->trigger) &&
	    !copy_fields(to, from) && !copy_rows(to, from) &&
	    !copy_distributions(&to->overall, &to->n_overall, from->overall, from->n_overall) &&
	    !copy_drops(&to->drops, &to->n_drops, from->drops, from->n_drops) &&
	    !copy_drops(&to->notes, &to->n_notes, from->notes, from->n_notes))
		return 0;
	table_free(to);
	return -ENOMEM;
}

/**
 * table_find_field() - find a field by its name
 * @table: the table
 * @name: name of the field
 *
 * Return: index of the field, or -1.
 */
int table_find_field(const struct table *table, const char *name)
{
	for (size_t i = 0; i < table->n_fields; i++) {
		if (!strcmp(table->fields[i].name, name))
			return i;
	}
	return -1;
}

/**
 * table_hitcount() - find the field with the number of events
 * @table: the table
 *
 * Return: index of the field, or -1 if the table does not show it.
 */
int table_hitcount(const struct table *table)
{
	for (size_t i = table->n_keys; i < table->n_fields; i++) {
		if (table->fields[i].role == FIELD_HITCOUNT)
			return i;
	}
	return -1;
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool same_first_fields(const struct table *a, const struct table *b, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (a->fields[i].role != b->fields[i].role ||
		    strcmp(a->fields[i].name, b->fields[i].name) ||
		    !same_text(a->fields[i].modifier, b->fields[i].modifier))
			return false;
	}
	return true;
}

/**
 * table_same_keys() - check whether two tables have the same keys
 * @a: a table
 * @b: another table
 *
 * Return: true if their keys have the same names and modifiers, in the same order, so that their
 * rows can be compared.
 */
bool table_same_keys(const struct table *a, const struct table *b)
{
	return a->n_keys == b->n_keys && same_first_fields(a, b, a->n_keys);
}

/**
 * table_same_fields() - check whether two tables have the same fields
 * @a: a table
 * @b: another table
 *
 * Return: true if their fields have the same names, modifiers and roles, in the same order.
 */
bool table_same_fields(const struct table *a, const struct table *b)
{
	return a->n_fields == b->n_fields && a->n_keys == b->n_keys &&
	       same_first_fields(a, b, a->n_fields);
}

static int compare_numbers(int64_t a, bool a_is_unsigned, int64_t b, bool b_is_unsigned)
{
	/* An unsigned number that is negative as int64_t is above all others. */
	bool a_is_large = a_is_unsigned && a < 0, b_is_large = b_is_unsigned && b < 0;

	if (a_is_large != b_is_large)
		return a_is_large ? 1 : -1;
	return (a > b) - (a < b);
}

static int compare_frames(const struct cell *a, const struct cell *b)
{
	for (size_t i = 0; i < a->n_frames && i < b->n_frames; i++) {
		int order = strcmp(a->frames[i], b->frames[i]);

		if (order)
			return order;
	}
	return (a->n_frames > b->n_frames) - (a->n_frames < b->n_frames);
}

static const char *text_of(const struct cell *cell)
{
	return cell->text ?: "";
}

/**
 * cell_compare() - compare two cells
 * @a: a cell
 * @b: another cell of the same field
 *
 * A missing cell is less than all others. Names are compared before their numbers.
 *
 * Return: a negative number if @a is less than @b, 0 if they are equal, else a positive number.
 */
int cell_compare(const struct cell *a, const struct cell *b)
{
	int order;

	if (a->kind != b->kind) {
		if (a->kind == CELL_MISSING || b->kind == CELL_MISSING)
			return a->kind == CELL_MISSING ? -1 : 1;
		return a->kind < b->kind ? -1 : 1;
	}
	switch (a->kind) {
	case CELL_NUMBER:
		return compare_numbers(a->number, a->is_unsigned, b->number, b->is_unsigned);
	case CELL_TEXT:
		return strcmp(text_of(a), text_of(b));
	case CELL_NAMED:
		order = strcmp(text_of(a), text_of(b));
		return order ?: compare_numbers(a->number, a->is_unsigned, b->number,
						b->is_unsigned);
	case CELL_RANGE:
		order = compare_numbers(a->number, a->is_unsigned, b->number, b->is_unsigned);
		return order ?: compare_numbers(a->last, a->is_unsigned, b->last, b->is_unsigned);
	case CELL_STACK:
		return compare_frames(a, b);
	case CELL_REAL:
		return (a->real > b->real) - (a->real < b->real);
	case CELL_MISSING:
		break;
	}
	return 0;
}

static char *number_to_text(int64_t number, bool is_unsigned)
{
	char *text;

	if (asprintf(&text, is_unsigned ? "%" PRIu64 : "%" PRId64, number) < 0)
		return NULL;
	return text;
}

static char *range_to_text(const struct cell *cell)
{
	const char *format = "%" PRId64 "-%" PRId64;
	char *text;
	int ret;

	if (cell->number == cell->last)
		return number_to_text(cell->number, cell->is_unsigned);
	if (cell->is_unsigned)
		ret = asprintf(&text, "%" PRIu64 "-%" PRIu64, (uint64_t)cell->number,
			       (uint64_t)cell->last);
	else if (cell->number == INT64_MIN && cell->last < INT64_MAX)
		ret = asprintf(&text, "< %" PRId64, cell->last + 1);
	else if (cell->last == INT64_MAX)
		ret = asprintf(&text, ">= %" PRId64, cell->number);
	else
		ret = asprintf(&text, cell->number < 0 ? "%" PRId64 " to %" PRId64 : format,
			       cell->number, cell->last);
	return ret < 0 ? NULL : text;
}

/* Join the frames with semicolons, from the outermost to the innermost, as in folded stacks. */
static char *stack_to_text(const struct cell *cell)
{
	size_t size = 1;
	char *text, *end;

	for (size_t i = 0; i < cell->n_frames; i++)
		size += strlen(cell->frames[i]) + 1;
	text = malloc(size);
	if (!text)
		return NULL;
	end = text;
	*end = '\0';
	for (size_t i = cell->n_frames; i-- > 0;) {
		end = stpcpy(end, cell->frames[i]);
		if (i)
			end = stpcpy(end, ";");
	}
	return text;
}

/**
 * cell_to_text() - display a cell
 * @cell: the cell
 *
 * The text can have any bytes but 0: it must be escaped before it is written to a terminal or a
 * file. A named number is displayed by its name; a stack is folded, "main;read"; a missing number
 * is "-".
 *
 * Return: the text, to be freed with free(), or NULL without memory.
 */
char *cell_to_text(const struct cell *cell)
{
	char *text;

	switch (cell->kind) {
	case CELL_NUMBER:
		return number_to_text(cell->number, cell->is_unsigned);
	case CELL_TEXT:
		return strdup(text_of(cell));
	case CELL_NAMED:
		if (!*text_of(cell))
			return number_to_text(cell->number, cell->is_unsigned);
		return strdup(cell->text);
	case CELL_RANGE:
		return range_to_text(cell);
	case CELL_STACK:
		return stack_to_text(cell);
	case CELL_REAL:
		return asprintf(&text, "%.2f", cell->real) < 0 ? NULL : text;
	case CELL_MISSING:
		break;
	}
	return strdup("-");
}

static double number_to_double(int64_t number, bool is_unsigned)
{
	return is_unsigned ? (double)(uint64_t)number : (double)number;
}

/**
 * cell_to_double() - get the number of a cell for computations
 * @cell: the cell
 *
 * Return: the number; for a range, its smallest number; NAN for texts, stacks and missing numbers.
 */
double cell_to_double(const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_NUMBER:
	case CELL_NAMED:
	case CELL_RANGE:
		return number_to_double(cell->number, cell->is_unsigned);
	case CELL_REAL:
		return cell->real;
	case CELL_TEXT:
	case CELL_STACK:
	case CELL_MISSING:
		break;
	}
	return NAN;
}
