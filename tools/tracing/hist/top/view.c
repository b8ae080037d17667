// SPDX-License-Identifier: GPL-2.0-only
/*
 * Draw the screen with ncurses: title, header, the table or what is below the header instead of it,
 * and a line for messages and for what the user types.
 *
 * All texts are written by put(), which escapes what a terminal must not get, and never writes
 * beyond the columns that it was given.
 */
#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "common/buffer.h"
#include "common/utf8.h"
#include "detail.h"
#include "header.h"
#include "output/columns.h"
#include "ui.h"

/* Below this size, there is only a sentence. */
#define MIN_LINES	5
#define MIN_COLUMNS	20

/* From this number of lines on, there is room for the question and a longer header. */
#define MANY_LINES	16

/* Columns of the clock */
#define CLOCK_WIDTH	8

/**
 * struct area - part of the screen
 * @line: first line
 * @lines: number of lines
 * @columns: number of columns
 */
struct area {
	size_t line;
	size_t lines;
	size_t columns;
};

static attr_t style_attributes(enum style style)
{
	switch (style) {
	case STYLE_STRONG:
		return A_BOLD;
	case STYLE_WARNING:
		return A_BOLD | COLOR_PAIR(1);
	case STYLE_MARK:
		return A_REVERSE;
	case STYLE_PICTURE:
		return COLOR_PAIR(2);
	default:
		return A_NORMAL;
	}
}

/* Write a text in at most @width columns. */
static void put(size_t line, size_t column, size_t width, const char *text, enum style style)
{
	struct buffer buffer;
	FILE *out;

	if (!width)
		return;
	out = buffer_open(&buffer);
	if (out)
		write_display(out, text, width);
	if (!buffer_close(&buffer, out))
		return;
	attrset(style_attributes(style));
	mvaddstr(line, column, buffer.text);
	attrset(A_NORMAL);
	free(buffer.text);
}

static void put_right(size_t line, size_t column, size_t width, const char *text, enum style style)
{
	size_t own = display_width(text);

	own = own < width ? own : width;
	put(line, column + width - own, own, text, style);
}

static void mark_line(size_t line, enum style style)
{
	attr_t attributes = style_attributes(style);

	mvchgat(line, 0, -1, attributes, PAIR_NUMBER(attributes), NULL);
}

static void draw_clock(const struct model *model, size_t columns)
{
	time_t seconds = model_has_table(model) ? model->shown.time : time(NULL);
	char clock[CLOCK_WIDTH + 1] = "";
	struct tm tm;

	if (localtime_r(&seconds, &tm))
		strftime(clock, sizeof(clock), "%H:%M:%S", &tm);
	put(0, columns - CLOCK_WIDTH, CLOCK_WIDTH, clock, STYLE_PLAIN);
}

/* Draw what is above the table. Return: its number of lines. */
static size_t draw_header(const struct model *model, size_t lines, size_t columns)
{
	const char *question = model->question ? model->question : model->shown.table.trigger;
	size_t used = 1, limit = lines >= MANY_LINES ? 4 : lines >= 10 ? 3 : 1;
	struct header header;

	put(0, 0, columns - CLOCK_WIDTH - 1, model->title, STYLE_STRONG);
	draw_clock(model, columns);
	if (lines >= MANY_LINES && question)
		put(used++, 0, columns, question, STYLE_PLAIN);
	header_make(&header, model, columns, limit);
	for (size_t i = 0; i < header.n; i++) {
		const struct header_part *part = header.parts + i;

		put(used + part->line, part->column, part->width, part->text, part->style);
	}
	used += header.n_lines;
	header_free(&header);
	return used;
}

/* Draw one line of the table; line 0 has the headings. */
static void draw_row(const struct listing *listing, const struct model *model, size_t line,
		     size_t screen_line)
{
	const struct grid *grid = &listing->grid;
	size_t column = 0;

	for (size_t i = 0; i < grid->n_columns; i++) {
		bool is_sort = grid->columns[i].field == (int)model->sort;
		enum style style = line ? STYLE_PLAIN : is_sort ? STYLE_MARK : STYLE_STRONG;
		size_t width = listing->widths[i];

		if (!width)
			continue;
		if (grid->is_number[i])
			put_right(screen_line, column, width, grid_text(grid, line, i), style);
		else
			put(screen_line, column, width, grid_text(grid, line, i), style);
		column += width + 2;
	}
}

static const char *why_empty(const struct model *model)
{
	if (!model_has_table(model) && model->shows_total)
		return "Reading the total.";
	if (!model_has_table(model))
		return "Waiting for the first interval.";
	if (*model->filter)
		return "No row contains the text.";
	return "No events.";
}

static void draw_words(const struct area *area, const char *text)
{
	struct lines lines = { .width = area->columns };

	lines_add_words(&lines, STYLE_PLAIN, text);
	for (size_t i = 0; i < lines.n && i < area->lines; i++)
		put(area->line + i, 0, area->columns, lines.lines[i].text, STYLE_PLAIN);
	lines_free(&lines);
}

static void draw_list(struct ui *ui, const struct area *area)
{
	struct model *model = ui->model;
	struct listing listing;

	ui->page = area->lines - 1;
	ui->n_hidden = 0;
	model_scroll(model, ui->page);
	if (!model->shown.table.n_rows) {
		draw_words(area, why_empty(model));
		return;
	}
	if (listing_make(&listing, model, ui->page, area->columns, &ui->widest)) {
		put(area->line, 0, area->columns, UI_NO_MEMORY, STYLE_WARNING);
		listing_free(&listing);
		return;
	}
	for (size_t i = 0; i <= listing.page.n_rows; i++)
		draw_row(&listing, model, i, area->line + i);
	mark_line(area->line + 1 + model->selected - model->first, STYLE_MARK);
	ui->n_hidden = listing.n_hidden;
	listing_free(&listing);
}

static void draw_lines(struct ui *ui, const struct area *area, const struct lines *lines)
{
	size_t last = lines->n > area->lines ? lines->n - area->lines : 0;

	ui->page = area->lines;
	ui->scroll = ui->scroll < last ? ui->scroll : last;
	for (size_t i = 0; i < area->lines && ui->scroll + i < lines->n; i++) {
		const struct line *line = lines->lines + ui->scroll + i;

		put(area->line + i, 0, area->columns, line->text, line->style);
	}
	if (lines->failed)
		put(area->line, 0, area->columns, UI_NO_MEMORY, STYLE_WARNING);
}

static void draw_choice(struct ui *ui, const struct area *area)
{
	struct model *model = ui->model;
	size_t n, first = 0, *fields = model_columns(model, &n);
	struct shown_column *columns;

	ui->page = area->lines;
	columns = columns_resolve(&model->shown.table, &model->layout, &(size_t) { 0 });
	if (ui->choice >= area->lines)
		first = ui->choice - area->lines + 1;
	for (size_t i = first; fields && columns && i < n && i - first < area->lines; i++) {
		const struct shown_column *column = columns;
		char *heading;

		while (column->field != (int)fields[i])
			column++;
		heading = column_heading(column);
		put(area->line + i - first, 0, area->columns, heading ? heading : "",
		    STYLE_PLAIN);
		free(heading);
		if (i == ui->choice)
			mark_line(area->line + i - first, STYLE_MARK);
	}
	free(columns);
	free(fields);
}

static void draw_body(struct ui *ui, const struct area *area)
{
	struct lines lines = { .width = area->columns };

	switch (ui->mode) {
	case MODE_LIST:
		draw_list(ui, area);
		return;
	case MODE_SORT:
		draw_choice(ui, area);
		return;
	case MODE_ROW:
		detail_lines(&lines, ui->model);
		break;
	case MODE_PICTURE:
		picture_lines(&lines, ui->model);
		break;
	case MODE_HELP:
		help_lines(&lines);
		break;
	}
	draw_lines(ui, area, &lines);
	lines_free(&lines);
}

/* The end of what was typed, if not all of it fits. */
static void draw_prompt(const struct ui *ui, size_t line, size_t columns)
{
	const char *name = ui->prompt == PROMPT_FILTER ? "Filter: " : "Write to: ";
	size_t begin = strlen(name), room = columns - begin - 1;
	const char *text = ui->input;

	while (display_width(text) > room)
		utf8_next(&text);
	put(line, 0, begin, name, STYLE_STRONG);
	put(line, begin, room, text, STYLE_PLAIN);
	move(line, begin + display_width(text));
}

/* As many hints as fit. */
static void draw_hints(const struct ui *ui, size_t line, size_t columns)
{
	static const char *const hints[][8] = {
		[MODE_LIST] = { "q quit", "? help", "/ filter", "Enter row", "s sort", "t total",
				"d draw", "w write" },
		[MODE_ROW] = { "q back", "? help", "Up Down scroll" },
		[MODE_PICTURE] = { "q back", "? help", "Up Down scroll" },
		[MODE_HELP] = { "q back", "Up Down scroll" },
		[MODE_SORT] = { "q back", "Enter sort" },
	};
	size_t column = 0;

	for (size_t i = 0; i < 8 && hints[ui->mode][i]; i++) {
		size_t width = strlen(hints[ui->mode][i]);

		if (column + width > columns)
			break;
		put(line, column, width, hints[ui->mode][i], STYLE_PLAIN);
		column += width + 2;
	}
}

/* The last line: what is typed, a message, or hints, and how many columns do not fit. */
static void draw_last_line(const struct ui *ui, size_t line, size_t columns)
{
	size_t room = columns;
	char hidden[32];

	if (ui->prompt != PROMPT_NONE) {
		draw_prompt(ui, line, columns);
		return;
	}
	if (ui->mode == MODE_LIST && ui->n_hidden) {
		snprintf(hidden, sizeof(hidden), "+%zu", ui->n_hidden);
		put_right(line, 0, columns, hidden, STYLE_STRONG);
		room -= strlen(hidden) + 1;
	}
	if (*ui->message)
		put(line, 0, room, ui->message, STYLE_WARNING);
	else
		draw_hints(ui, line, room);
}

/**
 * view_draw() - draw the screen
 * @ui: the display; @page and @scroll are set to what fits
 */
void view_draw(struct ui *ui)
{
	size_t lines = getmaxy(stdscr), columns = getmaxx(stdscr);
	struct area area = { 0, lines, columns };

	erase();
	curs_set(ui->prompt != PROMPT_NONE);
	if (lines < MIN_LINES || columns < MIN_COLUMNS) {
		draw_words(&area, "Too small: top needs 20 columns and 5 lines.");
	} else {
		area.line = draw_header(ui->model, lines, columns);
		area.lines = lines - area.line - 1;
		draw_body(ui, &area);
		draw_last_line(ui, lines - 1, columns);
	}
	refresh();
}
