// SPDX-License-Identifier: GPL-2.0-only
/* State of top: see model.h. This file does not depend on the terminal or the kernel. */
#include <errno.h>
#include <stdlib.h>

#include "model.h"
#include "output/columns.h"
#include "output/ranges.h"

/* Lengths of intervals in seconds that + and - choose from */
static const double lengths[] = {
	0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600,
};

/**
 * model_init() - begin with an empty display
 * @model: the model; the caller sets @name, @title, @question and @seconds
 * @variant: variant of the recipe, which must outlive @model; NULL to show all fields
 */
void model_init(struct model *model, const struct recipe_variant *variant)
{
	*model = (struct model) { 0 };
	if (!variant)
		return;
	model->layout = (struct layout) {
		.columns = variant->columns,
		.n_columns = variant->n_columns,
		.picture = variant->picture,
		.axis = variant->axis,
		.sort = variant->sort,
	};
}

static void snapshot_free(struct snapshot *snapshot)
{
	table_free(&snapshot->table);
	*snapshot = (struct snapshot) { 0 };
}

/* Put a table into a snapshot, which takes it. */
static void snapshot_set(struct snapshot *snapshot, struct table *table, time_t time)
{
	snapshot_free(snapshot);
	snapshot->table = *table;
	snapshot->time = time;
	*table = (struct table) { 0 };
}

/**
 * model_forget() - forget all tables, before those of another histogram are shown
 * @model: the model
 */
void model_forget(struct model *model)
{
	snapshot_free(&model->interval);
	snapshot_free(&model->pending);
	snapshot_free(&model->total);
	snapshot_free(&model->shown);
	history_free(&model->history);
	model_close_row(model);
	model->has_order = false;
	model->n_behind = 0;
	model->selected = 0;
	model->first = 0;
	model->first_column = 0;
}

/**
 * model_free() - free what a model owns
 * @model: the model
 */
void model_free(struct model *model)
{
	model_forget(model);
}

/**
 * model_snapshot() - find what is shown, before it was filtered and sorted
 * @model: the model
 *
 * Return: the snapshot, which may have no table yet.
 */
const struct snapshot *model_snapshot(const struct model *model)
{
	return model->shows_total ? &model->total : &model->interval;
}

/**
 * model_has_table() - check whether there is something to show
 * @model: the model
 *
 * Return: false before the first table.
 */
bool model_has_table(const struct model *model)
{
	return model->shown.table.n_fields;
}

/* The order of the recipe, that of its ranges, or the rows with the most events first. */
static void choose_order(struct model *model, const struct table *table)
{
	const struct layout *layout = &model->layout;
	int axis = layout->axis ? table_find_field(table, layout->axis) : NO_FIELD;
	int sort = layout->sort ? table_find_field(table, layout->sort) : NO_FIELD;

	model->has_order = true;
	model->is_descending = true;
	if (sort == NO_FIELD && axis != NO_FIELD && table->fields[axis].role == FIELD_KEY &&
	    layout->picture == PICTURE_DISTRIBUTION) {
		sort = axis;
		model->is_descending = false;
	}
	if (sort == NO_FIELD)
		sort = table_hitcount(table);
	model->sort = sort == NO_FIELD ? 0 : sort;
}

static bool keys_are_equal(const struct table *table, const struct row *a, const struct row *b,
			   int except)
{
	for (size_t i = 0; i < table->n_keys; i++) {
		if ((int)i != except && cell_compare(a->cells + i, b->cells + i))
			return false;
	}
	return a->other == b->other;
}

static int append_row(struct table *table, const struct row *row)
{
	struct row *rows = reallocarray(table->rows, table->n_rows + 1, sizeof(*rows));

	if (!rows)
		return -ENOMEM;
	table->rows = rows;
	if (row_copy(rows + table->n_rows, row, table->n_fields))
		return -ENOMEM;
	table->n_rows++;
	return 0;
}

/* Copy a row and, if ranges are keys, behind it the other rows of its distribution. */
static int copy_row(struct table *to, const struct table *from, const struct row *row,
		    const char *axis_name)
{
	int axis = table_axis(from, axis_name), ret;
	struct table empty = *from;

	empty.rows = NULL;
	empty.n_rows = 0;
	if (table_copy(to, &empty))
		return -ENOMEM;
	ret = append_row(to, row);
	for (size_t i = 0; !ret && i < from->n_rows; i++) {
		const struct row *other = from->rows + i;

		if (axis != NO_FIELD && axis < (int)from->n_keys && other != row && !row->other &&
		    keys_are_equal(from, row, other, axis))
			ret = append_row(to, other);
	}
	if (ret)
		table_free(to);
	return ret;
}

static const struct row *find_row(const struct table *table, uint64_t hash)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		if (row_hash(table, table->rows + i) == hash)
			return table->rows + i;
	}
	return NULL;
}

/* Update the row that is looked at. If the snapshot lacks it, the earlier one stays. */
static int update_row(struct model *model)
{
	const struct snapshot *snapshot = model_snapshot(model);
	const struct row *row;
	struct table copy;

	if (!model->row.n_rows)
		return 0;
	row = find_row(&snapshot->table, model->row_hash);
	if (!row)
		return 0;
	if (copy_row(&copy, &snapshot->table, row, model->layout.axis))
		return -ENOMEM;
	table_free(&model->row);
	model->row = copy;
	model->row_time = snapshot->time;
	return 0;
}

static void select_row(struct model *model, size_t row)
{
	size_t n = model->shown.table.n_rows;

	model->selected = row < n ? row : n ? n - 1 : 0;
}

/* Filter and sort the snapshot. */
static int update_shown(struct model *model)
{
	const struct snapshot *snapshot = model_snapshot(model);
	struct table table;

	if (!snapshot->table.n_fields) {
		snapshot_free(&model->shown);
		return 0;
	}
	if (table_copy(&table, &snapshot->table))
		return -ENOMEM;
	if (!model->has_order || model->sort >= table.n_fields ||
	    (model_has_table(model) && !table_same_fields(&table, &model->shown.table)))
		choose_order(model, &table);
	if (table_filter(&table, model->filter) ||
	    table_sort(&table, model->sort, model->is_descending)) {
		table_free(&table);
		return -ENOMEM;
	}
	snapshot_set(&model->shown, &table, snapshot->time);
	select_row(model, model->selected);
	return update_row(model);
}

/**
 * model_add_interval() - take the table of an interval
 * @model: the model
 * @table: the table, which the model takes
 * @time: the time of day at which it was read
 *
 * Return: 0 or -ENOMEM.
 */
int model_add_interval(struct model *model, struct table *table, time_t time)
{
	int ret = history_add(&model->history, table);

	model->total_is_old = true;
	if (model->paused) {
		model->n_behind += !ret;
		snapshot_set(&model->pending, table, time);
		return ret;
	}
	snapshot_set(&model->interval, table, time);
	return model->shows_total ? ret : update_shown(model) ?: ret;
}

/**
 * model_add_total() - take the table of all events since the begin
 * @model: the model
 * @table: the table, which the model takes
 * @time: the time of day at which it was read
 *
 * Return: 0 or -ENOMEM.
 */
int model_add_total(struct model *model, struct table *table, time_t time)
{
	model->total_is_old = false;
	snapshot_set(&model->total, table, time);
	return model->shows_total ? update_shown(model) : 0;
}

/**
 * model_needs_total() - check whether the total has to be read
 * @model: the model
 *
 * Return: true if it is shown and not the one at the end of the last interval, unless paused.
 */
bool model_needs_total(const struct model *model)
{
	if (!model->shows_total)
		return false;
	return !model->total.table.n_fields || (model->total_is_old && !model->paused);
}

/**
 * model_set_paused() - stop or continue to show new tables
 * @model: the model
 * @paused: whether the display is paused
 *
 * Intervals go on while the display is paused; the last one is shown afterwards.
 *
 * Return: 0 or -ENOMEM.
 */
int model_set_paused(struct model *model, bool paused)
{
	model->paused = paused;
	model->n_behind = 0;
	if (paused || !model->pending.table.n_fields)
		return 0;
	snapshot_set(&model->interval, &model->pending.table, model->pending.time);
	return update_shown(model);
}

/**
 * model_set_total() - choose between the last interval and the total
 * @model: the model
 * @shows_total: whether the total is shown
 *
 * Return: 0 or -ENOMEM.
 */
int model_set_total(struct model *model, bool shows_total)
{
	model->shows_total = shows_total;
	return update_shown(model);
}

/**
 * model_set_filter() - choose which rows are shown
 * @model: the model
 * @filter: text that the rows contain, or an empty text for all rows; cut to the size of a filter
 *
 * Return: 0 or -ENOMEM.
 */
int model_set_filter(struct model *model, const char *filter)
{
	snprintf(model->filter, sizeof(model->filter), "%s", filter);
	return update_shown(model);
}

/**
 * model_sort_by() - choose the order of the rows
 * @model: the model
 * @field: index of the field that sorts them
 * @is_descending: begin with the largest cell
 *
 * Return: 0 or -ENOMEM.
 */
int model_sort_by(struct model *model, size_t field, bool is_descending)
{
	model->sort = field;
	model->is_descending = is_descending;
	return update_shown(model);
}

/**
 * model_columns() - find the columns that can be shown and sorted
 * @model: the model
 * @n: number of columns
 *
 * Return: indices of their fields, which the caller frees; NULL without memory.
 */
size_t *model_columns(const struct model *model, size_t *n)
{
	const struct table *table = &model->shown.table;
	size_t n_columns, *fields = NULL;
	struct shown_column *columns;

	*n = 0;
	if (!table->n_fields)
		return calloc(1, sizeof(*fields));
	columns = columns_resolve(table, &model->layout, &n_columns);
	if (columns)
		fields = calloc(n_columns + 1, sizeof(*fields));
	for (size_t i = 0; fields && i < n_columns; i++) {
		if (columns[i].field != NO_FIELD &&
		    table->fields[columns[i].field].role != FIELD_DISTRIBUTION)
			fields[(*n)++] = columns[i].field;
	}
	free(columns);
	return fields;
}

/**
 * model_sort_next() - sort by the next column
 * @model: the model
 * @step: 1 for the column on the right, -1 for that on the left
 *
 * Return: 0 or -ENOMEM.
 */
int model_sort_next(struct model *model, int step)
{
	size_t n, next = 0, *fields = model_columns(model, &n);
	int ret = 0;

	if (!fields)
		return -ENOMEM;
	/* If the recipe sorts by a field that is no column, the first column is the next one. */
	for (size_t i = 0; i < n; i++) {
		if (fields[i] == model->sort)
			next = step > 0 ? (i + 1) % n : (i + n - 1) % n;
	}
	if (n)
		ret = model_sort_by(model, fields[next], model->is_descending);
	free(fields);
	return ret;
}

/**
 * model_change_interval() - choose the next longer or shorter interval
 * @model: the model
 * @step: 1 for a longer one, -1 for a shorter one
 */
void model_change_interval(struct model *model, int step)
{
	const size_t n = sizeof(lengths) / sizeof(lengths[0]);
	double seconds = model->seconds;

	if (step > 0) {
		for (size_t i = n; i--;)
			seconds = lengths[i] > model->seconds ? lengths[i] : seconds;
	} else {
		for (size_t i = 0; i < n; i++)
			seconds = lengths[i] < model->seconds ? lengths[i] : seconds;
	}
	model->seconds = seconds;
}

/**
 * model_move() - select another row
 * @model: the model
 * @rows: number of rows to move down, or up if it is negative
 */
void model_move(struct model *model, long rows)
{
	if (rows < 0 && (size_t)-rows > model->selected)
		model->selected = 0;
	else
		select_row(model, model->selected + rows);
}

/**
 * model_move_columns() - show other columns
 * @model: the model
 * @step: 1 to begin with the next column, -1 with the previous one
 */
void model_move_columns(struct model *model, int step)
{
	size_t n, *fields = model_columns(model, &n);

	free(fields);
	if (step < 0)
		model->first_column -= !!model->first_column;
	else if (model->first_column + 1 < n)
		model->first_column++;
}

/**
 * model_scroll() - choose the first row on the screen so that the selected one is there
 * @model: the model
 * @page: number of rows on the screen
 */
void model_scroll(struct model *model, size_t page)
{
	size_t n = model->shown.table.n_rows;

	if (model->selected < model->first)
		model->first = model->selected;
	if (page && model->selected >= model->first + page)
		model->first = model->selected - page + 1;
	/* No empty lines below the last row if there are rows above the first one. */
	if (model->first + page > n)
		model->first = n > page ? n - page : 0;
}

/**
 * model_open_row() - look at the selected row
 * @model: the model
 *
 * Return: 0 or -ENOMEM.
 */
int model_open_row(struct model *model)
{
	const struct snapshot *snapshot = model_snapshot(model);
	const struct table *shown = &model->shown.table;
	const struct row *row;
	struct table copy;
	uint64_t hash;

	if (!shown->n_rows)
		return 0;
	hash = row_hash(shown, shown->rows + model->selected);
	row = find_row(&snapshot->table, hash);
	if (copy_row(&copy, &snapshot->table, row, model->layout.axis))
		return -ENOMEM;
	model_close_row(model);
	model->row = copy;
	model->row_hash = hash;
	model->row_time = snapshot->time;
	return 0;
}

/**
 * model_close_row() - go back to all rows
 * @model: the model
 */
void model_close_row(struct model *model)
{
	table_free(&model->row);
	model->row = (struct table) { 0 };
}

/**
 * model_row_is_current() - check whether the row that is looked at has counted something
 * @model: the model
 *
 * Return: false if the table that is shown does not have the row, and an earlier one is shown.
 */
bool model_row_is_current(const struct model *model)
{
	return find_row(&model_snapshot(model)->table, model->row_hash);
}
