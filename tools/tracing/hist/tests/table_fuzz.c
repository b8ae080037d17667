// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: the reader of hist, and sums and differences of tables. The input is a text. A text
 * that is accepted must be the same table when it is written and read again, and tables must be
 * subtracted and added as numbers are.
 */
#include "fuzz.h"

#include "table_text.h"

/* Read a text that table_to_text() has written. */
static void read_again(const char *text, struct table *table)
{
	struct parse_error error;
	struct tables tables;

	if (tables_read(&tables, text, strlen(text), &error)) {
		fprintf(stderr, "%u:%u: %s\n%s", error.line, error.column, error.message, text);
		abort();
	}
	CHECK(tables.n == 1);
	*table = tables.tables[0];
	free(tables.tables);
}

static void check_round_trip(const struct table *table)
{
	char *text = table_to_text(table), *again;
	struct table copy;

	read_again(text, &copy);
	again = table_to_text(&copy);
	if (strcmp(text, again)) {
		fprintf(stderr, "%s\n=== is read as\n%s", text, again);
		abort();
	}
	free(again);
	free(text);
	table_free(&copy);
}

/* Check that the sums of a table are those of another one. */
static void check_sums(const struct table *table, const struct table *expected)
{
	CHECK(table->n_rows == expected->n_rows);
	for (size_t i = 0; i < table->n_rows; i++) {
		const struct cell *a = table->rows[i].cells, *b = expected->rows[i].cells;

		for (size_t k = 0; k < table->n_fields; k++) {
			enum field_role role = table->fields[k].role;

			if (role == FIELD_KEY)
				CHECK(!cell_compare(&a[k], &b[k]));
			if (role == FIELD_HITCOUNT || role == FIELD_SUM)
				CHECK(a[k].kind == b[k].kind && a[k].number == b[k].number);
		}
	}
}

static bool has_missing_sum(const struct table *table)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		for (size_t k = table->n_keys; k < table->n_fields; k++) {
			enum field_role role = table->fields[k].role;

			if ((role == FIELD_HITCOUNT || role == FIELD_SUM) &&
			    table->rows[i].cells[k].kind != CELL_NUMBER)
				return true;
		}
	}
	return false;
}

static void check_arithmetic(const struct table *table)
{
	struct table one = {}, two = {}, difference, sum = {};

	CHECK(!table_subtract(&difference, table, table));
	CHECK(!difference.cleared && !difference.n_rows && !difference.hits);
	table_free(&difference);
	if (has_missing_sum(table))
		return;

	CHECK(!table_add(&one, table));
	CHECK(!table_add(&two, table) && !table_add(&two, table));
	CHECK(!table_subtract(&difference, &two, &one));
	/* A sum above 2^64 is less than before. Rows without hits are left out. */
	if (!difference.cleared && difference.n_rows == one.n_rows) {
		CHECK(!table_add(&sum, &one) && !table_add(&sum, &difference));
		check_sums(&sum, &two);
	}
	table_free(&one);
	table_free(&two);
	table_free(&difference);
	table_free(&sum);
}

static void check_sort(struct table *table)
{
	for (size_t i = 0; i < table->n_fields; i++)
		CHECK(!table_sort(table, i, i % 2));
	CHECK(!table_filter(table, "a"));
	for (size_t i = 0; i < table->n_rows; i++) {
		for (size_t k = 0; k < table->n_fields; k++)
			free(cell_to_text(&table->rows[i].cells[k]));
	}
}

/* The text of saved values can look like a distribution if nothing is in front of it. */
static bool has_forged_distribution(const struct table *table)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		if (table->rows[i].saved && strstr(table->rows[i].saved, ".dist:"))
			return true;
	}
	return false;
}

int fuzz_one(const u8 *data, size_t size)
{
	struct parse_error error = {};
	struct tables tables;

	if (tables_read(&tables, (const char *)data, size, &error)) {
		CHECK(error.line && error.column && *error.message && !tables.n);
		return 0;
	}
	for (size_t i = 0; i < tables.n; i++) {
		if (!has_forged_distribution(&tables.tables[i]))
			check_round_trip(&tables.tables[i]);
		check_arithmetic(&tables.tables[i]);
		check_sort(&tables.tables[i]);
	}
	tables_free(&tables);
	return 0;
}
