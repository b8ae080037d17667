/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The loop of a command that reads a table at the end of each interval:
 *
 *	intervals_begin(&intervals, &progress, begin, seconds, duration);
 *	while (intervals_next(&intervals, &status))
 *		status = read_and_print_the_table();
 *
 * top has a loop of its own: keys end its waits and change the length of its intervals.
 */
#ifndef _COMMAND_INTERVALS_H
#define _COMMAND_INTERVALS_H

#include "command/progress.h"
#include "common/report.h"

/**
 * struct intervals - intervals of a command
 * @progress: line on the terminal; its end is that of the last interval
 * @begin: begin of the first interval; see now()
 * @length: length of each interval in seconds
 * @number: number of the current interval, from 1, also counting the skipped ones
 * @next: end of the current interval
 * @result: why the wait for it has ended
 */
struct intervals {
	struct progress *progress;
	double begin;
	double length;
	unsigned long number;
	double next;
	enum wait_result result;
};

void intervals_begin(struct intervals *intervals, struct progress *progress, double begin,
		     double length, double duration);
bool intervals_next(struct intervals *intervals, enum status *status);

#endif /* _COMMAND_INTERVALS_H */
