/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tables of histograms in memory: what the kernel's hist and hist_delta files show, and what a
 * recording stores. The text is parsed once, by read_text.c; all other code works on tables.
 */
#ifndef _TABLE_H
#define _TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * enum cell_kind - what a cell of a row has
 * @CELL_NUMBER: an integer, in @number
 * @CELL_TEXT: a string, in @text, without padding and escapes
 * @CELL_NAMED: a number and its name, in @number and @text: .execname, .syscall, .sym, .sym-offset
 * @CELL_RANGE: a range of numbers, from @number to @last inclusive: .log2, .buckets, .lhist. An
 *	open end of .lhist is INT64_MIN or INT64_MAX
 * @CELL_STACK: a stack trace, in @frames, from the innermost frame to the outermost one
 * @CELL_REAL: a number with decimals, in @real: a share in percent, of .percent and .graph
 * @CELL_MISSING: there is no number: the kernel shows "overflow", "busy" or "[ERROR]"; a statistic
 *	that cannot be computed for an interval or a sum; a key of the row { other }; also the
 *	placeholder of a distribution column
 *
 * .symstr and .path are texts, because the kernel shows no number with them.
 */
enum cell_kind {
	CELL_NUMBER,
	CELL_TEXT,
	CELL_NAMED,
	CELL_RANGE,
	CELL_STACK,
	CELL_REAL,
	CELL_MISSING,
};

/**
 * struct cell - a key or a value of a row
 * @kind: which of the following members are set
 * @is_unsigned: @number and @last are to be read as uint64_t, because one of them is above
 *	INT64_MAX
 * @partial: the kernel has marked the number as partial: events are missing in it
 * @number: see &enum cell_kind
 * @last: see &enum cell_kind
 * @real: see &enum cell_kind
 * @text: see &enum cell_kind
 * @frames: see &enum cell_kind
 * @n_frames: number of frames
 */
struct cell {
	enum cell_kind kind;
	bool is_unsigned;
	bool partial;
	int64_t number;
	int64_t last;
	double real;
	char *text;
	char **frames;
	size_t n_frames;
};

/**
 * enum field_role - what the numbers of a field are, which decides how two tables are subtracted
 * @FIELD_KEY: a key
 * @FIELD_HITCOUNT: number of events of the row
 * @FIELD_SUM: a sum over the events of the row
 * @FIELD_STATISTIC: an average, a minimum, a maximum, a deviation, a percentile
 * @FIELD_SHARE: a share of all rows, or a bar: .percent, .graph
 * @FIELD_DISTRIBUTION: a distribution (.dist), in the row's @distributions
 * @FIELD_ERROR: the error of a row with overflow=evict
 */
enum field_role {
	FIELD_KEY,
	FIELD_HITCOUNT,
	FIELD_SUM,
	FIELD_STATISTIC,
	FIELD_SHARE,
	FIELD_DISTRIBUTION,
	FIELD_ERROR,
};

/**
 * struct field - a column of a table
 * @name: name as the kernel prints it, with a statistic's modifier: "bytes_req", "lat.p99". A share
 *	has its modifier, too: "hitcount.percent", "count.graph". No two fields have the same name
 * @modifier: modifier without the dot and without its argument ("log2", "sym", "execname",
 *	"percent"), or NULL
 * @role: role of its numbers
 */
struct field {
	char *name;
	char *modifier;
	enum field_role role;
};

/**
 * struct bucket - part of a distribution
 * @first: smallest value; numbers above INT64_MAX count as INT64_MAX
 * @last: largest value
 * @count: number of values
 */
struct bucket {
	int64_t first;
	int64_t last;
	uint64_t count;
};

/**
 * struct distribution - distribution of a field in a row, or in all rows
 * @field: index of its field in the table's fields
 * @buckets: buckets with values, in ascending order
 * @n: number of buckets
 */
struct distribution {
	size_t field;
	struct bucket *buckets;
	size_t n;
};

/**
 * struct row - row of a table
 * @cells: one cell for each field; that of a distribution is %CELL_MISSING
 * @distributions: distributions of the row
 * @n_distributions: number of distributions
 * @saved: text of values that an action tracks or saves, as the kernel shows it: a line for each
 *	action; or NULL
 * @other: this is the row of the events that have no row of their own
 */
struct row {
	struct cell *cells;
	struct distribution *distributions;
	size_t n_distributions;
	char *saved;
	bool other;
};

/**
 * struct drop - number of events that were not counted in a row
 * @reason: why
 * @count: number of events
 */
struct drop {
	char *reason;
	uint64_t count;
};

/**
 * struct table - one histogram
 * @event: "SYSTEM:EVENT"; the text of a table does not have it, so tables_read() sets NULL
 * @trigger: command of the histogram, as the kernel shows it, without the state at its end
 * @fields: the keys in the order of keys=, then the values in the order in which they are displayed
 * @n_fields: number of fields
 * @n_keys: number of fields that are keys
 * @rows: rows in the order of the file
 * @n_rows: number of rows
 * @overall: distributions over all rows
 * @n_overall: number of distributions over all rows
 * @hits: events that were counted in a row
 * @dropped: events that were not counted in a row
 * @drops: @dropped by reason, if the kernel shows reasons
 * @n_drops: number of reasons
 * @notes: further totals that tell what is incomplete: "Evicted", "Without bucket", "Stacks not
 *	taken", "Stacks not taken: no room", "Stacks unresolved, exec"
 * @n_notes: number of such totals
 * @begin: begin of the interval or of the recording in seconds, CLOCK_MONOTONIC
 * @end: end of the interval, or time of the read; 0, as @begin, if table_has_time() is false
 * @approximate: the interval was computed from two reads of hist: see source.h
 * @merged: the interval has the events of an earlier one, too
 * @cleared: the histogram was cleared since the last interval
 * @paused: the histogram was paused when the table was read. Recordings do not have this
 */
struct table {
	char *event;
	char *trigger;
	struct field *fields;
	size_t n_fields;
	size_t n_keys;
	struct row *rows;
	size_t n_rows;
	struct distribution *overall;
	size_t n_overall;
	uint64_t hits;
	uint64_t dropped;
	struct drop *drops;
	size_t n_drops;
	struct drop *notes;
	size_t n_notes;
	double begin;
	double end;
	bool approximate;
	bool merged;
	bool cleared;
	bool paused;
};

/**
 * struct tables - the histograms of an event
 * @tables: one table for each histogram
 * @n: number of tables
 */
struct tables {
	struct table *tables;
	size_t n;
};

/**
 * struct parse_error - why a text is not a table
 * @line: line of the text, from 1
 * @column: column, from 1
 * @message: the error, for people
 */
struct parse_error {
	unsigned int line;
	unsigned int column;
	char message[160];
};

/* Functions that return int return 0, -ENOMEM, or an error that their comment names. */

/* read_text.c: parse the text of hist or hist_delta. Accepts text from any source. */
int tables_read(struct tables *tables, const char *text, size_t size, struct parse_error *error);
void tables_free(struct tables *tables);

/* read_trigger.c: the fields of the table that a trigger makes, without rows */
int table_read_trigger(struct table *table, const char *trigger, struct parse_error *error);

/* table.c */
void table_free(struct table *table);
int table_copy(struct table *to, const struct table *from);
int table_find_field(const struct table *table, const char *name);
int table_hitcount(const struct table *table);
bool table_same_keys(const struct table *a, const struct table *b);
bool table_same_fields(const struct table *a, const struct table *b);
void row_free(struct row *row, size_t n_fields);
int row_copy(struct row *to, const struct row *from, size_t n_fields);
void cell_free(struct cell *cell);
int cell_copy(struct cell *to, const struct cell *from);
int cell_compare(const struct cell *a, const struct cell *b);
char *cell_to_text(const struct cell *cell);
double cell_to_double(const struct cell *cell);

/* row_index.c */
int rows_compare_keys(const struct table *table, const struct row *a, const struct row *b);

/* combine.c: later - earlier, for successive reads; and a + b */
int table_subtract(struct table *result, const struct table *later, const struct table *earlier);
int table_add(struct table *total, const struct table *other);

/* sort.c */
int table_sort(struct table *table, size_t field, bool descending);
int table_filter(struct table *table, const char *pattern);

#endif /* _TABLE_H */
