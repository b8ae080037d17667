/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings: intervals of a recipe's answer in a file that another machine can read.
 *
 * A recording is a text file. Each line is a JSON object with a member "type":
 *
 *   {"type":"header","version":1,"tool":"trace-hist 1.0","command":"...","recipe":"...",
 *    "title":"...","question":"...","host":"...","kernel":"...","started":SECONDS,
 *    "picture":"table","axis":"FIELD","sort":"FIELD",
 *    "columns":[{"field":"...","title":"...","unit":"us","rate":false},...]}
 *   {"type":"interval","event":"...","trigger":"...","begin":SECONDS,"end":SECONDS,"hits":N,
 *    "dropped":N,"drops":[["REASON",N],...],"notes":[["WHAT",N],...],"approximate":false,
 *    "merged":false,"cleared":false,
 *    "keys":N,"fields":[{"name":"...","modifier":"...","role":"key"},...],
 *    "rows":[[CELL,...],...],"other":ROW,"saved":[[ROW,"..."],...],
 *    "distributions":[[ROW,FIELD,FIRST,LAST,COUNT,FIRST,LAST,COUNT,...],...],
 *    "overall":[[FIELD,FIRST,LAST,COUNT,...],...]}
 *   {"type":"total", and the members of an interval}
 *   {"type":"end","intervals":N}
 *
 * There is one header, any number of intervals, at most one total, and one end. The total is the
 * table of hist after the last interval: it has what intervals cannot be added for, such as
 * percentiles.
 *
 * Members whose value is null, false or an empty array can be missing, and so can "tool",
 * "question", "axis", "sort", "modifier", and "title" and "unit" of a column: its title is then the
 * name of its field. Readers ignore members that they do not know.
 *
 * ROW and FIELD are indices from 0. The row "other" is the last one, and its keys are ignored. A
 * cell is
 *
 *   an integer			a number, from -2^63 to 2^64 - 1
 *   a number with a point	a number with decimals
 *   a string			a text
 *   null			a number that the kernel does not show
 *   ["named",NUMBER,TEXT]	a number with a name
 *   ["range",FIRST,LAST]	a range of numbers; null is an open end
 *   ["stack",FRAME,...]	a stack trace, the innermost frame first
 *   ["partial",CELL]		a number in which events are missing
 *
 * Strings are UTF-8. A text that is not is written as ["bytes",STRING], where each character of
 * STRING, from U+0001 to U+00FF, is a byte of the text. This holds for all strings above but
 * "type", "picture", "unit" and "role".
 *
 * A file that was cut off is read up to its last complete line, with a warning. reader.c accepts
 * files from any source. It refuses those that exceed the limits below.
 */
#ifndef _RECORDING_H
#define _RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/report.h"
#include "recipe/recipe.h"
#include "table/table.h"

#define RECORDING_VERSION	1

/* limits of the reader: bytes of a line and of a file, JSON values of a line and of a file */
#define RECORDING_MAX_LINE	(64UL << 20)
#define RECORDING_MAX_FILE	(1UL << 30)
#define RECORDING_MAX_VALUES	(8UL << 20)
#define RECORDING_MAX_ALL_VALUES	(64UL << 20)
/* limits of an interval */
#define RECORDING_MAX_FIELDS	1024

/**
 * struct recording - a recording in memory
 * @command: command line that made it
 * @recipe: name of the recipe, or the event
 * @title: title of the recipe, or the event
 * @question: question of the recipe, or NULL
 * @host: name of the machine
 * @kernel: release and version of its kernel
 * @started: begin, in seconds since 1970
 * @columns: columns of the answer
 * @n_columns: number of columns
 * @picture: how the answer is drawn by default
 * @axis: field of the picture, or NULL
 * @sort: field that sorts the answer, or NULL
 * @intervals: the tables, in the order of time
 * @n_intervals: number of intervals
 * @total: the table of hist after the last interval, or NULL
 * @is_complete: the recording has its last line
 */
struct recording {
	char *command;
	char *recipe;
	char *title;
	char *question;
	char *host;
	char *kernel;
	double started;
	struct recipe_column *columns;
	size_t n_columns;
	enum picture picture;
	char *axis;
	char *sort;
	struct table *intervals;
	size_t n_intervals;
	struct table *total;
	bool is_complete;
};

struct recording_writer;

/*
 * writer.c: the kernel has each line when a function returns, so that the lines outlive the tool. A
 * path of "-" is the standard output. An existing file is replaced only with @force.
 */
enum status recording_create(struct recording_writer **writer, const char *path,
			     const struct recording *header, bool force);
enum status recording_add(struct recording_writer *writer, const struct table *table);
enum status recording_add_total(struct recording_writer *writer, const struct table *table);
/* Write the last line and free the writer, which may be NULL. */
enum status recording_finish(struct recording_writer *writer);

/* reader.c: a path of "-" is the standard input. */
enum status recording_read(struct recording *recording, const char *path);
enum status recording_read_stream(struct recording *recording, FILE *in, const char *name);
void recording_free(struct recording *recording);
/* The total, or the sum of all intervals if there is none. */
enum status recording_total(const struct recording *recording, struct table *total);

#endif /* _RECORDING_H */
