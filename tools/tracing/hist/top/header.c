// SPDX-License-Identifier: GPL-2.0-only
/*
 * Make the header: parts, the most important ones first, on as few lines as they need. Parts that
 * do not fit are left out.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/buffer.h"
#include "common/utf8.h"
#include "header.h"
#include "output/columns.h"

/* Columns of the terminal between two parts */
#define GAP	2

static void __attribute__((format(printf, 3, 4)))
add_part(struct header *header, enum style style, const char *format, ...)
{
	va_list args;
	char *text;
	int n;

	va_start(args, format);
	n = vasprintf(&text, format, args);
	va_end(args);
	if (n < 0)
		header->failed = true;
	else if (header->n == HEADER_PARTS)
		free(text);
	else
		header->parts[header->n++] = (struct header_part) { .text = text, .style = style };
}

static void add_time(struct header *header, const struct model *model, const struct table *table)
{
	const char *what = model->shows_total ? "total" : "interval";
	double seconds = table_seconds(table);
	char number[32];

	if (model->paused)
		add_part(header, STYLE_MARK, "paused");
	if (!model_has_table(model)) {
		add_part(header, STYLE_PLAIN, "interval %g s", model->seconds);
		return;
	}
	if (seconds > 0) {
		add_part(header, STYLE_PLAIN, "%s %.*f s", what,
			 seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0, seconds);
		format_number(number, sizeof(number), table->hits / seconds, UNIT_COUNT);
		add_part(header, STYLE_PLAIN, "%s events/s", number);
	} else {
		add_part(header, STYLE_PLAIN, "%s", what);
		format_number(number, sizeof(number), table->hits, UNIT_COUNT);
		add_part(header, STYLE_PLAIN, "%s events", number);
	}
}

/* "dropped 3 (full: 2, busy: 1)" */
static void add_dropped(struct header *header, const struct table *table)
{
	struct buffer reasons;
	FILE *out;

	if (!table->dropped)
		return;
	out = buffer_open(&reasons);
	for (size_t i = 0; out && i < table->n_drops; i++)
		fprintf(out, "%s%s: %" PRIu64 "%s", i ? ", " : " (", table->drops[i].reason,
			table->drops[i].count, i + 1 < table->n_drops ? "" : ")");
	if (!buffer_close(&reasons, out)) {
		header->failed = true;
		return;
	}
	add_part(header, STYLE_WARNING, "dropped %" PRIu64 "%s", table->dropped, reasons.text);
	free(reasons.text);
}

static void add_trust(struct header *header, const struct table *table)
{
	add_dropped(header, table);
	if (table->approximate)
		add_part(header, STYLE_WARNING, "approximate");
	if (table->merged)
		add_part(header, STYLE_WARNING, "with an earlier interval");
	if (table->cleared)
		add_part(header, STYLE_WARNING, "cleared");
	if (table->paused)
		add_part(header, STYLE_WARNING, "the histogram is paused");
	for (size_t i = 0; i < table->n_notes; i++) {
		if (table->notes[i].count)
			add_part(header, STYLE_WARNING, "%s: %" PRIu64, table->notes[i].reason,
				 table->notes[i].count);
	}
}

static const char *field_title(const struct model *model, const char *field)
{
	for (size_t i = 0; i < model->layout.n_columns; i++) {
		const struct recipe_column *column = model->layout.columns + i;

		if (column->title && !strcmp(column->field, field))
			return column->title;
	}
	return field;
}

static void add_rows(struct header *header, const struct model *model)
{
	size_t all = model_snapshot(model)->table.n_rows, n = model->shown.table.n_rows;

	if (!model_has_table(model))
		return;
	if (*model->filter)
		add_part(header, STYLE_PLAIN, "%zu of %zu rows", n, all);
	else
		add_part(header, STYLE_PLAIN, "%zu row%s", n, n == 1 ? "" : "s");
	if (*model->filter)
		add_part(header, STYLE_MARK, "filter: %s", model->filter);
	add_part(header, STYLE_PLAIN, "sort: %s, %s",
		 field_title(model, model->shown.table.fields[model->sort].name),
		 model->is_descending ? "descending" : "ascending");
}

/* Put the parts on lines. The last part that fits may be cut by the end of its line. */
static void place(struct header *header, size_t width, size_t max_lines)
{
	size_t line = 0, column = 0, n;

	for (n = 0; n < header->n; n++) {
		struct header_part *part = header->parts + n;

		part->width = display_width(part->text);
		if (column && column + GAP + part->width > width) {
			line++;
			column = 0;
		}
		if (line == max_lines)
			break;
		part->line = line;
		part->column = column ? column + GAP : 0;
		if (part->width > width)
			part->width = width;
		column = part->column + part->width;
	}
	while (header->n > n)
		free(header->parts[--header->n].text);
	header->n_lines = n ? header->parts[n - 1].line + 1 : 0;
}

/**
 * header_make() - make the header
 * @header: result, to be freed with header_free()
 * @model: the model
 * @width: columns of the terminal
 * @max_lines: number of lines that it may have
 */
void header_make(struct header *header, const struct model *model, size_t width, size_t max_lines)
{
	const struct table *table = &model->shown.table;

	*header = (struct header) { 0 };
	add_time(header, model, table);
	add_trust(header, table);
	add_rows(header, model);
	place(header, width, max_lines);
}

/**
 * header_free() - free the header
 * @header: the header
 */
void header_free(struct header *header)
{
	while (header->n)
		free(header->parts[--header->n].text);
}
