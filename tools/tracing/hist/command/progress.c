// SPDX-License-Identifier: GPL-2.0-only
/* Show the progress of a command on the terminal while it waits. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel/measurement.h"
#include "options.h"
#include "progress.h"

/* Reading the table for the progress may take a fiftieth of the time. */
#define READ_SHARE	50

/* The progress names the recipe, and what follows has to fit into a terminal. */
#define PROGRESS_SIZE	160

/**
 * progress_is_wanted() - check whether there is a terminal for the progress
 *
 * Return: true if standard error is a terminal that can remove a line.
 */
bool progress_is_wanted(void)
{
	const char *term = getenv("TERM");

	return isatty(STDERR_FILENO) && term && strcmp(term, "dumb");
}

/* Cut the line to the width of the terminal, so that progress_clear() can remove it. */
static void print_line(const char *line)
{
	unsigned int width = terminal_width(STDERR_FILENO);

	fprintf(stderr, "\r%.*s\033[K", width > 1 ? (int)width - 1 : 1, line);
	fflush(stderr);
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/**
 * progress_show() - show time left, rows and drops on the terminal
 * @progress: the progress
 */
void progress_show(struct progress *progress)
{
	char line[PROGRESS_SIZE], left[48];

	if (!progress_is_wanted())
		return;
	if (isinf(progress->end))
		snprintf(left, sizeof(left), "Ctrl-C ends");
	else
		snprintf(left, sizeof(left), "%.0f s left", fmax(0, ceil(progress->end - now())));
	snprintf(line, sizeof(line), "%s: %s, %zu row%s, %" PRIu64 " dropped", progress->what, left,
		 progress->rows, plural(progress->rows), progress->dropped);
	print_line(line);
	progress->shown = true;
}

/**
 * progress_clear() - remove the progress from the terminal
 * @progress: the progress
 */
void progress_clear(struct progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", stderr);
	fflush(stderr);
	progress->shown = false;
}

static void count_rows(struct progress *progress, struct measurement *measurement)
{
	double begin = now();
	struct tables tables;

	if (!measurement || begin < progress->next_read || !progress_is_wanted())
		return;
	/* A message must not be behind the line. It is printed once. */
	progress_clear(progress);
	if (source_read_total(measurement->source, &tables)) {
		progress->next_read = INFINITY;
		return;
	}
	progress->rows = tables.tables[0].n_rows;
	progress->dropped = tables.tables[0].dropped;
	tables_free(&tables);
	progress->next_read = now() + (now() - begin) * READ_SHARE;
}

/* A pipe or socket tells when its reader has gone. */
static int pipe_of_output(void)
{
	struct stat st;

	if (!fstat(STDOUT_FILENO, &st) && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)))
		return STDOUT_FILENO;
	return -1;
}

/**
 * progress_wait() - sleep, and show the progress each second
 * @progress: the progress
 * @until: when to return; see now()
 * @measurement: where the number of rows is read; or NULL if the caller sets it
 *
 * Return: as wait_until(); %WAIT_CLOSED if the reader of standard output has gone, unless the
 * answer goes to a file.
 */
enum wait_result progress_wait(struct progress *progress, double until,
			       struct measurement *measurement)
{
	int output = progress->to_file ? -1 : pipe_of_output();
	enum wait_result result;
	double next = now();

	do {
		count_rows(progress, measurement);
		progress_show(progress);
		next = fmin(fmax(next + 1, now()), until);
		result = wait_until(next, output);
	} while (result == WAIT_TIME && next < until);
	progress_clear(progress);
	return result;
}
