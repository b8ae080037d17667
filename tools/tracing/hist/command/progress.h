/* SPDX-License-Identifier: GPL-2.0-only */
/* The line on the terminal that shows what is going on until there is an answer. */
#ifndef _COMMAND_PROGRESS_H
#define _COMMAND_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/wait.h"

struct measurement;

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

#endif /* _COMMAND_PROGRESS_H */
