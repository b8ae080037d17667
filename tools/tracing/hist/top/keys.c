// SPDX-License-Identifier: GPL-2.0-only
/* Execute keys. */
#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "ui.h"

/* Characters of keys that have no name in ncurses */
#define KEY_ESCAPE	27
#define KEY_CONTROL(c)	((c) & 0x1f)

/* Names of keys, and their effects */
static const char *const help[][2] = {
	{ "Up, Down", "Select a row, or scroll. Also k and j." },
	{ "PgUp, PgDn", "Move by a page." },
	{ "Home, End", "Go to the first or last row. Also g and G." },
	{ "Left, Right", "Show other columns." },
	{ "Enter", "Look at the row: all values, its history, its distribution, its stack trace." },
	{ "Esc, q", "Go back. In the table, Esc removes the filter, and q quits." },
	{ "< >", "Sort by the column on the left or right." },
	{ "s", "Choose the column that sorts the rows." },
	{ "r", "Reverse the order." },
	{ "/", "Show only rows that contain a text." },
	{ "Space, p", "Pause, or go on. Events are counted during a pause, too." },
	{ "t", "Show all since the begin, or the last interval." },
	{ "+ -", "Make the interval longer or shorter." },
	{ "d", "Draw the distributions of the rows that are shown." },
	{ "w", "Write the rows to a file: .csv, .json, or a recording." },
	{ "Tab", "Show the next histogram, if an event has several." },
	{ "Ctrl-L", "Draw the screen again." },
	{ "? h F1", "Show this help." },
};

/**
 * help_lines() - describe the keys
 * @lines: where the lines are added; the caller sets its width
 */
void help_lines(struct lines *lines)
{
	const size_t indent = 13;

	for (size_t i = 0; i < sizeof(help) / sizeof(help[0]); i++) {
		struct lines text = { .width = lines->width };

		if (lines->width < 3 * indent) {
			lines_add_words(lines, STYLE_STRONG, help[i][0]);
			lines_add_words(lines, STYLE_PLAIN, help[i][1]);
			continue;
		}
		text.width -= indent;
		lines_add_words(&text, STYLE_PLAIN, help[i][1]);
		for (size_t line = 0; line < text.n; line++)
			lines_print(lines, STYLE_PLAIN, "%-*s%s", (int)indent,
				    line ? "" : help[i][0], text.lines[line].text);
		lines->failed = lines->failed || text.failed;
		lines_free(&text);
	}
}

static void report(struct ui *ui, int error)
{
	if (error)
		snprintf(ui->message, sizeof(ui->message), UI_NO_MEMORY);
}

static void open_mode(struct ui *ui, enum mode mode)
{
	ui->mode = mode;
	ui->scroll = 0;
}

static void open_sort(struct ui *ui)
{
	size_t n, *fields = model_columns(ui->model, &n);

	ui->choice = 0;
	for (size_t i = 0; fields && i < n; i++) {
		if (fields[i] == ui->model->sort)
			ui->choice = i;
	}
	if (n)
		open_mode(ui, MODE_SORT);
	free(fields);
}

static void open_prompt(struct ui *ui, enum prompt prompt)
{
	ui->prompt = prompt;
	if (prompt == PROMPT_FILTER)
		snprintf(ui->input, sizeof(ui->input), "%s", ui->model->filter);
	else
		save_name(ui->input, sizeof(ui->input), ui->model);
}

static void add_character(struct ui *ui, wint_t character)
{
	size_t used = strlen(ui->input);
	size_t size = ui->prompt == PROMPT_FILTER ? FILTER_SIZE : INPUT_SIZE;
	char bytes[32];
	int n = snprintf(bytes, sizeof(bytes), "%lc", character);

	if (n > 0 && used + n < size)
		memcpy(ui->input + used, bytes, n + 1);
}

static void remove_character(struct ui *ui)
{
	size_t used = strlen(ui->input);

	/* The other bytes of a character begin with the bits 10. */
	while (used && (ui->input[used - 1] & 0xc0) == 0x80)
		used--;
	ui->input[used ? used - 1 : 0] = '\0';
}

static void accept_input(struct ui *ui)
{
	ui->save = ui->prompt == PROMPT_FILE && *ui->input;
	ui->prompt = PROMPT_NONE;
}

static void cancel_input(struct ui *ui)
{
	*ui->input = '\0';
	if (ui->prompt == PROMPT_FILTER)
		report(ui, model_set_filter(ui->model, ""));
	ui->prompt = PROMPT_NONE;
}

static bool is_enter(const struct key *key)
{
	return key->is_function ? key->code == KEY_ENTER : key->code == '\r' || key->code == '\n';
}

static bool is_backspace(const struct key *key)
{
	return key->is_function ? key->code == KEY_BACKSPACE :
				  key->code == 0x7f || key->code == KEY_CONTROL('H');
}

static void press_in_prompt(struct ui *ui, const struct key *key)
{
	if (is_enter(key)) {
		accept_input(ui);
		return;
	}
	if (!key->is_function && key->code == KEY_ESCAPE) {
		cancel_input(ui);
		return;
	}
	if (is_backspace(key))
		remove_character(ui);
	else if (!key->is_function && key->code == KEY_CONTROL('U'))
		*ui->input = '\0';
	else if (!key->is_function && key->code >= ' ')
		add_character(ui, key->code);
	if (ui->prompt == PROMPT_FILTER)
		report(ui, model_set_filter(ui->model, ui->input));
}

/* Number of rows that a key moves, or 0 if it does not. */
static long movement(const struct ui *ui, const struct key *key)
{
	/* More than there are rows, and less than what overflows when a position is added. */
	const long all = 1L << 40;
	long page = ui->page ? ui->page : 1;

	if (!key->is_function) {
		switch (key->code) {
		case 'k':
			return -1;
		case 'j':
			return 1;
		case 'g':
			return -all;
		case 'G':
			return all;
		case KEY_CONTROL('B'):
			return -page;
		case KEY_CONTROL('F'):
			return page;
		default:
			return 0;
		}
	}
	switch (key->code) {
	case KEY_UP:
		return -1;
	case KEY_DOWN:
		return 1;
	case KEY_PPAGE:
		return -page;
	case KEY_NPAGE:
		return page;
	case KEY_HOME:
		return -all;
	case KEY_END:
		return all;
	default:
		return 0;
	}
}

static size_t move_position(size_t position, long step)
{
	return step < 0 && (size_t)-step > position ? 0 : position + step;
}

static void move_by(struct ui *ui, long step)
{
	size_t n;

	switch (ui->mode) {
	case MODE_LIST:
		model_move(ui->model, step);
		break;
	case MODE_SORT:
		free(model_columns(ui->model, &n));
		ui->choice = move_position(ui->choice, step);
		if (ui->choice >= n)
			ui->choice = n ? n - 1 : 0;
		break;
	default:
		/* view_draw() limits it. */
		ui->scroll = move_position(ui->scroll, step);
	}
}

static void choose_sort(struct ui *ui)
{
	size_t n, *fields = model_columns(ui->model, &n);

	if (fields && ui->choice < n)
		report(ui, model_sort_by(ui->model, fields[ui->choice], ui->model->is_descending));
	free(fields);
	open_mode(ui, MODE_LIST);
}

static void press_enter(struct ui *ui)
{
	if (ui->mode == MODE_SORT) {
		choose_sort(ui);
	} else if (ui->mode == MODE_LIST) {
		report(ui, model_open_row(ui->model));
		if (ui->model->row.n_rows)
			open_mode(ui, MODE_ROW);
	}
}

static void go_back(struct ui *ui, bool quit)
{
	if (ui->mode != MODE_LIST) {
		model_close_row(ui->model);
		open_mode(ui, MODE_LIST);
	} else if (quit) {
		ui->quit = true;
	} else {
		report(ui, model_set_filter(ui->model, ""));
	}
}

static void press_function(struct ui *ui, wint_t code)
{
	switch (code) {
	case KEY_LEFT:
		model_move_columns(ui->model, -1);
		break;
	case KEY_RIGHT:
		model_move_columns(ui->model, 1);
		break;
	case KEY_F(1):
		open_mode(ui, MODE_HELP);
		break;
	default:
		break;
	}
}

/* Keys of the table: which rows are shown, and in which order. */
static void press_in_list(struct ui *ui, wint_t code)
{
	struct model *model = ui->model;

	if (ui->mode != MODE_LIST || !model_has_table(model))
		return;
	switch (code) {
	case '/':
		open_prompt(ui, PROMPT_FILTER);
		break;
	case '<':
		report(ui, model_sort_next(model, -1));
		break;
	case '>':
		report(ui, model_sort_next(model, 1));
		break;
	case 's':
		open_sort(ui);
		break;
	case 'r':
		report(ui, model_sort_by(model, model->sort, !model->is_descending));
		break;
	default:
		break;
	}
}

static void press_character(struct ui *ui, wint_t code)
{
	struct model *model = ui->model;

	switch (code) {
	case 'q':
	case KEY_ESCAPE:
		go_back(ui, code == 'q');
		break;
	case '?':
	case 'h':
		model_close_row(model);
		open_mode(ui, MODE_HELP);
		break;
	case ' ':
	case 'p':
		report(ui, model_set_paused(model, !model->paused));
		break;
	case 't':
		report(ui, model_set_total(model, !model->shows_total));
		break;
	case '+':
	case '=':
		model_change_interval(model, 1);
		break;
	case '-':
		model_change_interval(model, -1);
		break;
	case 'd':
		model_close_row(model);
		open_mode(ui, MODE_PICTURE);
		break;
	case 'w':
		open_prompt(ui, PROMPT_FILE);
		break;
	case '\t':
		ui->next_histogram = true;
		break;
	default:
		press_in_list(ui, code);
	}
}

/**
 * keys_press() - do what a key means
 * @ui: the display
 * @key: the key
 *
 * The caller draws the display afterwards, and obeys @quit, @save, @next_histogram and a changed
 * length of the interval.
 */
void keys_press(struct ui *ui, const struct key *key)
{
	if (key->is_function && key->code == KEY_RESIZE) {
		column_widths_free(&ui->widest);
		return;
	}
	*ui->message = '\0';
	if (ui->prompt != PROMPT_NONE)
		press_in_prompt(ui, key);
	else if (movement(ui, key))
		move_by(ui, movement(ui, key));
	else if (is_enter(key))
		press_enter(ui);
	else if (key->is_function)
		press_function(ui, key->code);
	else if (key->code == KEY_CONTROL('L'))
		clearok(curscr, TRUE);
	else
		press_character(ui, key->code);
}
