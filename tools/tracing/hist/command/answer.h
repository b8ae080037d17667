/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions that the commands with answers of recipes share: run, show, record, report. */
#ifndef _ANSWER_H
#define _ANSWER_H

#include <stdbool.h>
#include <stdint.h>

#include "command/options.h"
#include "common/report.h"
#include "kernel/measurement.h"
#include "output/output.h"
#include "recipe/recipe.h"

/**
 * struct progress - line on the terminal about what is going on
 * @what: name of the recipe or the event
 * @end: when the command ends, or INFINITY; see now()
 * @rows: number of rows
 * @dropped: number of events that were dropped
 * @shown: the line is on the terminal
 * @next_read: when progress_wait() reads @rows and @dropped again; INFINITY after a failed read
 * @to_file: the answer goes to a file, so that the command goes on if standard output is closed
 */
struct progress {
	const char *what;
	double end;
	size_t rows;
	uint64_t dropped;
	bool shown;
	double next_read;
	bool to_file;
};

bool progress_is_wanted(void);
void progress_show(struct progress *progress);
void progress_clear(struct progress *progress);
/* Sleep, and show the progress each second. Without a @measurement, the caller counts the rows. */
enum wait_result progress_wait(struct progress *progress, double until,
			       struct measurement *measurement);

/* Write to standard output, and check that nothing was lost. */
enum status answer_write(const struct table *table, enum format format,
			 const struct layout *layout);
enum status answer_flush(void);
/* Report that progress_wait() has returned WAIT_CLOSED. */
enum status answer_closed(void);
/* Warn on standard error that events were dropped, and why. */
void answer_warn(const struct table *table);

#endif /* _ANSWER_H */
