/* SPDX-License-Identifier: GPL-2.0-only */
/* Raw tables of histograms in user space, and the text that they must be read as. */
#ifndef _TRACE_HIST_RAW_FIXTURE_H
#define _TRACE_HIST_RAW_FIXTURE_H

#include "hist/program/hist_data.h"
#include "hist/program/interval.h"
#include "hist/show/raw_tables.h"

/**
 * struct raw_file - contents of a file with raw tables
 * @bytes: the contents, to be freed with free()
 * @size: their size
 */
struct raw_file {
	unsigned char *bytes;
	size_t size;
};

/* The reader of tables may see addresses of user code. */
extern bool raw_shows_addresses;

/* Filter that the tables show. */
extern const char *raw_filter;

/* Commands whose tables the reader must print as hist shows them. */
extern const char *const raw_commands[];
extern const unsigned int raw_n_commands;

/*
 * Count 300 events with numbers of all sizes and signs, small and large, in 20 processes that run
 * the same program at different addresses, and in two more whose stacks are not resolved.
 */
void raw_count_events(const struct hist_trigger_data *data);

/* Append the table of a histogram. Return: 0 or -ENOMEM. */
int raw_add(struct hist_raw_tables *tables, const struct hist_trigger_data *data,
	    const struct hist_interval *interval);

/* Read all tables with a buffer of @room bytes, as a program does. */
struct raw_file raw_read(const struct hist_raw_tables *tables, size_t room);

/*
 * Return the text of a histogram, as the reader of raw tables must print it: the text of hist
 * without the aggregates of all rows and the numbers of evicted rows and lost stacks. The lines are
 * sorted, because a raw table is not. The caller frees it.
 */
char *raw_expected_text(struct hist_trigger_data *data, const struct hist_interval *interval);

/* Sort the lines of a text in place. */
void raw_sort_lines(char *text);

#endif
