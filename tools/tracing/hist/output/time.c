// SPDX-License-Identifier: GPL-2.0-only
/* Axes of time, and round steps for axes. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "heat.h"

/* The range of what an axis of time shows, in seconds: from a microsecond to a year. */
#define MIN_SECONDS	1e-6
#define MAX_SECONDS	(366 * 86400.0)

/**
 * recording_times() - find the times of a recording's intervals
 * @recording: the recording
 * @begins: gets the begin of each interval, in seconds since the first begin
 * @ends: gets the end of each interval
 *
 * A recording can have any times. If they do not ascend, or if the recording is shorter than a
 * microsecond or longer than a year, interval N lasts from N to N + 1.
 *
 * Return: true if the times are seconds, false if they are numbers of intervals.
 */
bool recording_times(const struct recording *recording, double *begins, double *ends)
{
	const struct table *intervals = recording->intervals;
	double last = recording->n_intervals ? intervals[0].begin : 0;
	bool valid = recording->n_intervals > 0;

	for (size_t i = 0; valid && i < recording->n_intervals; i++) {
		double begin = intervals[i].begin, end = intervals[i].end;

		begins[i] = begin - intervals[0].begin;
		ends[i] = end - intervals[0].begin;
		valid = begin >= last - 1e-3 && end > begin && end >= last && ends[i] < MAX_SECONDS;
		last = end;
	}
	valid = valid && ends[recording->n_intervals - 1] >= MIN_SECONDS;
	for (size_t i = 0; !valid && i < recording->n_intervals; i++) {
		begins[i] = i;
		ends[i] = i + 1;
	}
	return valid;
}

/**
 * nice_step() - choose the distance of an axis's ticks
 * @span: length of the axis in its unit, above 0
 * @max_steps: maximal number of steps, at least 1
 *
 * Return: 1, 2, or 5 times a power of ten, which is above 0 even if @span is the smallest number.
 */
double nice_step(double span, unsigned int max_steps)
{
	double step = pow(10, floor(log10(fmax(span / max_steps, DBL_MIN))));

	if (step * max_steps >= span)
		return step;
	if (2 * step * max_steps >= span)
		return 2 * step;
	return 5 * step * max_steps >= span ? 5 * step : 10 * step;
}

/**
 * nice_time_step() - choose the distance of the ticks of an axis of time
 * @seconds: length of the axis, above 0
 * @max_steps: maximal number of steps, at least 1
 *
 * Return: the distance in seconds: a round number of seconds, minutes, hours or days.
 */
double nice_time_step(double seconds, unsigned int max_steps)
{
	static const double steps[] = {
		1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200,
		86400,
	};

	if (seconds / max_steps < 1)
		return nice_step(seconds, max_steps);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		if (steps[i] * max_steps >= seconds)
			return steps[i];
	}
	return 86400 * nice_step(seconds / 86400, max_steps);
}

/**
 * format_time() - format a time on an axis
 * @buf: memory for the text
 * @size: its size; 32 are enough
 * @seconds: the time
 * @step: distance of the ticks in seconds, which decides how exact the text is
 *
 * Return: @buf: "0", "20 ms", "15 s", "1:30 min", "5 min", "2:00 h", "3 d".
 */
const char *format_time(char *buf, size_t size, double seconds, double step)
{
	long whole = lround(seconds);

	if (seconds < step / 2)
		snprintf(buf, size, "0");
	else if (step >= 86400)
		snprintf(buf, size, "%ld d", lround(seconds / 86400));
	else if (step < 1e-3)
		snprintf(buf, size, "%.4g ms", seconds * 1e3);
	else if (step < 1)
		snprintf(buf, size, "%.6g s", seconds);
	else if (whole < 60)
		snprintf(buf, size, "%ld s", whole);
	else if (whole < 3600 && step >= 60)
		snprintf(buf, size, "%ld min", whole / 60);
	else if (whole < 3600)
		snprintf(buf, size, "%ld:%02ld min", whole / 60, whole % 60);
	else if (step >= 60)
		snprintf(buf, size, "%ld:%02ld h", whole / 3600, whole / 60 % 60);
	else
		snprintf(buf, size, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
	return buf;
}
