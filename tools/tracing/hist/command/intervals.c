// SPDX-License-Identifier: GPL-2.0-only
/* Wait for the ends of intervals, until the time is over, a signal arrives, or an error occurs. */
#include <math.h>

#include "answer.h"
#include "intervals.h"

/**
 * intervals_begin() - set up the intervals of a command
 * @intervals: result
 * @progress: line on the terminal, which must outlive @intervals; its end is set
 * @begin: begin of the first interval; see now()
 * @length: length of each interval in seconds
 * @duration: length of all intervals in seconds, or 0 to go on until a signal arrives
 */
void intervals_begin(struct intervals *intervals, struct progress *progress, double begin,
		     double length, double duration)
{
	progress->end = duration ? begin + duration : INFINITY;
	*intervals = (struct intervals){
		.progress = progress, .begin = begin, .length = length, .next = begin,
		.result = WAIT_TIME,
	};
}

/* An interval that has ended while the one before was read is part of the next one. */
static double next_end(struct intervals *intervals)
{
	double end = intervals->progress->end, next;

	do {
		next = fmin(intervals->begin + ++intervals->number * intervals->length, end);
	} while (next < now() && next < end);
	return next;
}

/**
 * intervals_next() - wait for the end of the next interval
 * @intervals: the intervals
 * @status: status of the interval before. It becomes %STATUS_FAILED, after a message, if the
 *	reader of standard output has gone
 *
 * The last interval ends early if a signal arrives, or if the reader of standard output goes away.
 *
 * Return: true if an interval has ended; false after the last one, and after an error.
 */
bool intervals_next(struct intervals *intervals, enum status *status)
{
	if (*status)
		return false;
	if (intervals->result == WAIT_CLOSED)
		*status = answer_closed();
	if (intervals->result != WAIT_TIME || intervals->next >= intervals->progress->end)
		return false;
	intervals->next = next_end(intervals);
	intervals->result = progress_wait(intervals->progress, intervals->next, NULL);
	return true;
}
