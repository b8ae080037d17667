/* SPDX-License-Identifier: GPL-2.0-only */
/* State of the display: keys.c changes it, and view.c draws it. */
#ifndef _TOP_UI_H
#define _TOP_UI_H

#include "lines.h"
#include "listing.h"
#include "model.h"
#include "terminal.h"

/* Shown instead of what could not be made */
#define UI_NO_MEMORY	"There is not enough memory."

/* Bytes of what the user types */
#define INPUT_SIZE	256

/**
 * enum mode - the part below the header
 * @MODE_LIST: the table
 * @MODE_ROW: one row
 * @MODE_PICTURE: the distribution
 * @MODE_HELP: the keys
 * @MODE_SORT: the columns, to choose one
 */
enum mode {
	MODE_LIST,
	MODE_ROW,
	MODE_PICTURE,
	MODE_HELP,
	MODE_SORT,
};

/**
 * enum prompt - kind of text that the user types
 * @PROMPT_NONE: nothing
 * @PROMPT_FILTER: a filter
 * @PROMPT_FILE: name of a file
 */
enum prompt {
	PROMPT_NONE,
	PROMPT_FILTER,
	PROMPT_FILE,
};

/**
 * struct ui - state of the display
 * @model: tables and their order
 * @mode: the part below the header
 * @prompt: kind of text that the user types
 * @input: text that was typed so far
 * @scroll: first line on the screen of a row, a picture, or the help
 * @choice: index of the column that would be chosen
 * @page: number of lines below the header, set by view_draw()
 * @n_hidden: number of columns that do not fit, set by view_draw()
 * @message: message for the last line, or an empty text
 * @widest: widths of the columns
 * @quit: the user wants to quit
 * @save: the user wants to write the table to the file @input
 * @next_histogram: the user wants to see the next histogram of the event
 */
struct ui {
	struct model *model;
	enum mode mode;
	enum prompt prompt;
	char input[INPUT_SIZE];
	size_t scroll;
	size_t choice;
	size_t page;
	size_t n_hidden;
	char message[INPUT_SIZE + 32];
	struct column_widths widest;
	bool quit;
	bool save;
	bool next_histogram;
};

/* keys.c */
void keys_press(struct ui *ui, const struct key *key);
void help_lines(struct lines *lines);

/* view.c */
void view_draw(struct ui *ui);

/* save.c */
enum status save_shown(const struct model *model, const char *path);
void save_name(char *path, size_t size, const struct model *model);

#endif /* _TOP_UI_H */
