/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * State of top, without the terminal: the last interval and the total, the one of them that is
 * shown, the order of its rows, and the selected row.
 */
#ifndef _TOP_MODEL_H
#define _TOP_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "history.h"
#include "output/output.h"

/* Bytes of a filter */
#define FILTER_SIZE	64

/**
 * struct snapshot - a table and the time of day at which it was read
 * @table: the table; without fields if nothing was read yet
 * @time: seconds since 1970
 */
struct snapshot {
	struct table table;
	time_t time;
};

/**
 * struct model - state of top
 * @name: name of the recipe, the event, or the file
 * @title: title of the recipe, the event, or the file
 * @question: question of the recipe, or NULL: the command of the histogram takes its place
 * @layout: columns of the answer; @sort and @limit are not used
 * @seconds: length of an interval in seconds
 * @interval: the last interval
 * @pending: the last interval while the display is paused
 * @total: all since the begin
 * @total_is_old: @total was read before the last interval
 * @shows_total: the total is shown, not an interval
 * @paused: the display does not change
 * @n_behind: number of intervals since the pause began
 * @history: numbers of the last intervals, up to @pending
 * @shown: the table that is shown: filtered and sorted copy of a snapshot
 * @filter: only rows that contain this text are shown
 * @has_order: @sort and @is_descending are set
 * @sort: index of the field that sorts the rows
 * @is_descending: the row with the largest cell is the first one
 * @selected: index of the selected row
 * @first: index of the first row on the screen
 * @first_column: index of the first column on the screen
 * @row: the row that is looked at, alone or followed by the rows of its distribution; without
 *	rows if none is
 * @row_hash: see row_hash()
 * @row_time: when @row was read
 */
struct model {
	const char *name;
	const char *title;
	const char *question;
	struct layout layout;
	double seconds;
	struct snapshot interval;
	struct snapshot pending;
	struct snapshot total;
	bool total_is_old;
	bool shows_total;
	bool paused;
	size_t n_behind;
	struct history history;
	struct snapshot shown;
	char filter[FILTER_SIZE];
	bool has_order;
	size_t sort;
	bool is_descending;
	size_t selected;
	size_t first;
	size_t first_column;
	struct table row;
	uint64_t row_hash;
	time_t row_time;
};

/* Functions that return int return 0 or -ENOMEM; then the table that is shown stays as it is. */

void model_init(struct model *model, const struct recipe_variant *variant);
void model_free(struct model *model);
void model_forget(struct model *model);

/* The model takes the table, also after an error. */
int model_add_interval(struct model *model, struct table *table, time_t time);
int model_add_total(struct model *model, struct table *table, time_t time);
bool model_needs_total(const struct model *model);
bool model_has_table(const struct model *model);
const struct snapshot *model_snapshot(const struct model *model);

int model_set_paused(struct model *model, bool paused);
int model_set_total(struct model *model, bool shows_total);
int model_set_filter(struct model *model, const char *filter);
int model_sort_by(struct model *model, size_t field, bool is_descending);
int model_sort_next(struct model *model, int step);
void model_change_interval(struct model *model, int step);

void model_move(struct model *model, long rows);
void model_move_columns(struct model *model, int step);
void model_scroll(struct model *model, size_t page);

size_t *model_columns(const struct model *model, size_t *n);

int model_open_row(struct model *model);
void model_close_row(struct model *model);
bool model_row_is_current(const struct model *model);

#endif /* _TOP_MODEL_H */
