// SPDX-License-Identifier: GPL-2.0-only
/*
 * Describe a row: its keys and values with units, its past, its distributions, its stack traces.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/buffer.h"
#include "common/utf8.h"
#include "detail.h"
#include "output/columns.h"
#include "output/ranges.h"

static const struct recipe_column *find_column(const struct model *model, const char *field)
{
	for (size_t i = 0; i < model->layout.n_columns; i++) {
		if (!strcmp(model->layout.columns[i].field, field))
			return model->layout.columns + i;
	}
	return NULL;
}

/* The unit of a field that is no column is that of a column of the same value. */
static enum unit find_unit(const struct model *model, const struct field *field)
{
	switch (field->role) {
	case FIELD_KEY:
		return UNIT_NONE;
	case FIELD_SHARE:
		return UNIT_PERCENT;
	case FIELD_HITCOUNT:
	case FIELD_ERROR:
		return UNIT_COUNT;
	default:
		return axis_unit(model->layout.columns, model->layout.n_columns, field->name);
	}
}

static struct shown_column field_column(const struct model *model, size_t index)
{
	const struct field *field = model->row.fields + index;
	const struct recipe_column *column = find_column(model, field->name);

	if (!column)
		return (struct shown_column) {
			index, field->name, field->name, find_unit(model, field), false,
		};
	return (struct shown_column) {
		index, field->name, column->title ? column->title : field->name, column->unit,
		column->is_rate,
	};
}

static void add_value(struct lines *lines, const struct model *model, size_t field, int width)
{
	const struct row *row = model->row.rows;
	const struct cell *cell = row->cells + field;
	struct shown_column column = field_column(model, field);
	char *heading = column_heading(&column);
	char *text = row->other && field < model->row.n_keys ? strdup("(other rows)") :
		     column_text(&model->row, cell, &column, table_seconds(&model->row));
	int pad = width - (heading ? (int)display_width(heading) : 0);

	if (heading && text)
		lines_print(lines, STYLE_PLAIN, "%s%*s  %s%s", heading, pad > 0 ? pad : 0, "", text,
			    cell->partial ? " (events are missing)" : "");
	else
		lines->failed = true;
	free(heading);
	free(text);
}

static bool is_value(const struct model *model, size_t field)
{
	return model->row.fields[field].role != FIELD_DISTRIBUTION &&
	       model->row.rows[0].cells[field].kind != CELL_STACK;
}

/* The headings of the values are as wide as the widest one, unless the terminal is narrow. */
static int heading_width(const struct model *model, size_t limit)
{
	size_t widest = 0;

	for (size_t i = 0; i < model->row.n_fields; i++) {
		struct shown_column column = field_column(model, i);
		char *heading = column_heading(&column);
		size_t width = heading ? display_width(heading) : 0;

		if (is_value(model, i) && width > widest)
			widest = width;
		free(heading);
	}
	return widest < limit ? widest : limit;
}

static void add_values(struct lines *lines, const struct model *model)
{
	int width = heading_width(model, lines->width / 2);
	const struct row *row = model->row.rows;

	for (size_t i = 0; i < model->row.n_fields; i++) {
		if (is_value(model, i))
			add_value(lines, model, i, width);
	}
	if (!row->saved || !*row->saved)
		return;
	lines_add(lines, STYLE_PLAIN, "");
	lines_add(lines, STYLE_STRONG, "Saved values");
	lines_add(lines, STYLE_PLAIN, row->saved);
}

/* A level from 1 to 8; 0 for no events. */
static unsigned int level(uint64_t count, uint64_t largest)
{
	return ceil((double)count / largest * 8);
}

/**
 * sparkline() - draw numbers as a line of bars
 * @lines: where the line is added; it has the last numbers if not all fit
 * @counts: the numbers, the oldest one first
 * @n: number of numbers
 *
 * A bar is an eighth to a full character high, or a digit from 1 to 8 if the locale is not UTF-8.
 * Zero is "_".
 */
void sparkline(struct lines *lines, const uint64_t *counts, size_t n)
{
	/* U+2581 is the lowest bar. */
	char text[3 * HISTORY_INTERVALS + 1] = "", *end = text;
	size_t first = n > lines->width ? n - lines->width : 0;
	bool utf8 = locale_is_utf8();
	uint64_t largest = 1;

	for (size_t i = first; i < n; i++)
		largest = counts[i] > largest ? counts[i] : largest;
	for (size_t i = first; i < n; i++) {
		unsigned int height = level(counts[i], largest);

		if (height && utf8)
			end += sprintf(end, "\xe2\x96%c", 0x80 + height);
		else
			end += sprintf(end, "%c", height ? '0' + height : '_');
	}
	lines_add(lines, STYLE_PICTURE, text);
}

static void add_history(struct lines *lines, const struct model *model)
{
	uint64_t counts[HISTORY_INTERVALS], largest = 0;
	size_t n = history_counts(&model->history, model->row_hash, model->n_behind, counts);
	size_t shown = n < lines->width ? n : lines->width;
	char number[32];

	if (!n)
		return;
	for (size_t i = n - shown; i < n; i++)
		largest = counts[i] > largest ? counts[i] : largest;
	format_number(number, sizeof(number), largest, UNIT_COUNT);
	lines_add(lines, STYLE_PLAIN, "");
	lines_add(lines, STYLE_STRONG, "History");
	lines_print(lines, STYLE_PLAIN, "Events in %s%zu interval%s, at most %s:",
		    shown > 1 ? "each of the last " : "the last ", shown,
		    shown > 1 ? "s" : "", number);
	sparkline(lines, counts + n - shown, shown);
}

/* Draw a distribution, and append its lines. */
static void add_distribution(struct lines *lines, const struct model *model,
			     const struct table *table, const char *axis)
{
	struct layout layout = model->layout;
	struct buffer buffer;
	FILE *out = buffer_open(&buffer);
	enum status status = STATUS_OK;

	layout.width = lines->width;
	layout.axis = axis;
	/* Draw the distributions of all rows, in the order of the table, which is the user's. */
	layout.limit = 0;
	layout.distributions = SIZE_MAX;
	layout.sort = NULL;
	layout.colours = false;
	if (out)
		status = write_distribution_text(out, table, &layout);
	if (!buffer_close(&buffer, out) || status)
		lines->failed = true;
	else if (buffer.size)
		lines_add(lines, STYLE_PLAIN, buffer.text);
	free(buffer.text);
}

static void add_distributions(struct lines *lines, const struct model *model)
{
	struct table single = model->row;
	int axis = table_axis(&model->row, model->layout.axis);

	if (axis != NO_FIELD && axis < (int)model->row.n_keys && !model->row.rows[0].other) {
		lines_add(lines, STYLE_PLAIN, "");
		lines_add(lines, STYLE_STRONG, "Distribution");
		add_distribution(lines, model, &model->row, model->row.fields[axis].name);
	}
	single.n_rows = 1;
	single.n_overall = 0;
	for (size_t i = 0; i < model->row.n_fields; i++) {
		if (!row_distribution(model->row.rows, i))
			continue;
		lines_add(lines, STYLE_PLAIN, "");
		lines_print(lines, STYLE_STRONG, "Distribution: %s", field_column(model, i).title);
		add_distribution(lines, model, &single, model->row.fields[i].name);
	}
}

static void add_stacks(struct lines *lines, const struct model *model)
{
	for (size_t i = 0; i < model->row.n_fields; i++) {
		const struct cell *cell = model->row.rows[0].cells + i;

		if (cell->kind != CELL_STACK)
			continue;
		lines_add(lines, STYLE_PLAIN, "");
		lines_print(lines, STYLE_STRONG, "Stack trace: %s", field_column(model, i).title);
		for (size_t frame = 0; frame < cell->n_frames; frame++)
			lines_add(lines, STYLE_PLAIN, cell->frames[frame]);
		if (!cell->n_frames)
			lines_add(lines, STYLE_PLAIN, "(empty)");
	}
}

/**
 * detail_lines() - describe the row that is looked at
 * @lines: where the lines are added; the caller sets its width
 * @model: the model, after model_open_row()
 */
void detail_lines(struct lines *lines, const struct model *model)
{
	char clock[16] = "";
	struct tm tm;

	if (!model->row.n_rows)
		return;
	if (!model_row_is_current(model)) {
		if (localtime_r(&model->row_time, &tm))
			strftime(clock, sizeof(clock), "%H:%M:%S", &tm);
		lines_print(lines, STYLE_WARNING, "No events now. From %s:", clock);
	}
	add_values(lines, model);
	add_history(lines, model);
	add_distributions(lines, model);
	add_stacks(lines, model);
}

/**
 * picture_lines() - draw the distributions of all rows that are shown
 * @lines: where the lines are added; the caller sets its width
 * @model: the model
 */
void picture_lines(struct lines *lines, const struct model *model)
{
	const struct table *table = &model->shown.table;

	if (!model_has_table(model) || table_axis(table, model->layout.axis) == NO_FIELD)
		lines_add_words(lines, STYLE_PLAIN, "This table has no ranges to draw.");
	else if (!table->n_rows)
		lines_add(lines, STYLE_PLAIN, "No events.");
	else
		add_distribution(lines, model, table, model->layout.axis);
}
