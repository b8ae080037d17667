/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parts of the reader of hist and hist_delta, private to table/read_*.c:
 *
 *	read_text.c	several tables with their headers and totals
 *	read_trigger.c	the command of a table, which tells its columns; trigger.c splits it
 *	read_row.c	rows with distributions and saved values
 *	read_cell.c	a number, a string, a range, a stack trace
 *
 * No text makes them take more time than in proportion to its size.
 */
#ifndef _TABLE_READER_H
#define _TABLE_READER_H

#include "table.h"
#include "trigger.h"

/* The kernel refuses commands with more columns. */
#define COLUMNS_MAX	64

/* Minimum widths of columns, in bytes. */
#define NUMBER_WIDTH	10
#define STRING_WIDTH	50
#define COMM_WIDTH	16
#define BAR_WIDTH	20

/**
 * enum column_kind - how the kernel prints a column
 * @COLUMN_PLAIN: a number, or a string; or a stack trace, which its title tells
 * @COLUMN_HEX: a hexadecimal number
 * @COLUMN_STRING: a string: .path, .symstr
 * @COLUMN_EXECNAME: a string and a process id
 * @COLUMN_SYSCALL: name and number
 * @COLUMN_SYMBOL: address and name
 * @COLUMN_LOG2: a power of two
 * @COLUMN_RANGE: first and last number
 * @COLUMN_PERCENT: a share with two decimals
 * @COLUMN_BAR: a bar
 * @COLUMN_DISTRIBUTION: nothing in the row; lines below it
 */
enum column_kind {
	COLUMN_PLAIN,
	COLUMN_HEX,
	COLUMN_STRING,
	COLUMN_EXECNAME,
	COLUMN_SYSCALL,
	COLUMN_SYMBOL,
	COLUMN_LOG2,
	COLUMN_RANGE,
	COLUMN_PERCENT,
	COLUMN_BAR,
	COLUMN_DISTRIBUTION,
};

/**
 * struct column - how to find and read a field of the table in the text
 * @title: title in the text
 * @len: length of @title
 * @kind: how the column is printed
 */
struct column {
	char *title;
	size_t len;
	enum column_kind kind;
};

/**
 * struct reader - state of the reader
 * @text: begin of the text
 * @at: next character
 * @end: end of the text
 * @table: table that is read
 * @columns: one for each field of the table
 * @is_interval: the table is that of an interval
 * @is_unpadded: the text is that of another program than the kernel, which does not pad keys
 * @error: filled in on an error
 */
struct reader {
	const char *text;
	const char *at;
	const char *end;
	struct table *table;
	struct column columns[COLUMNS_MAX];
	bool is_interval;
	bool is_unpadded;
	struct parse_error *error;
};

/* read_text.c */
int read_fail(struct reader *reader, const char *at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
bool read_literal(struct span *span, const char *text);
struct span read_line(const struct reader *reader, const char *at);

/* read_trigger.c: @command is the text behind "# trigger info: ". */
int read_trigger(struct reader *reader, struct span command);
void free_columns(struct reader *reader);

/* read_row.c */
int read_row(struct reader *reader, const char *end);
int read_distribution(struct reader *reader, struct distribution **distributions, size_t *n,
		      bool *found);

/* read_cell.c */
bool read_decimal(struct span *span, struct cell *cell);
bool read_count(struct span *span, uint64_t *count);
bool read_value(struct span *span, const struct column *column, struct cell *cell);
int read_key(struct span text, const struct column *column, bool strict, struct cell *cell);
int read_frames(struct span *span, struct cell *cell);
bool is_number_of_width(struct span text);

#endif /* _TABLE_READER_H */
