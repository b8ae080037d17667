// SPDX-License-Identifier: GPL-2.0-only
/* Print what a recording is. Its texts come from any machine and can have any bytes. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "common/utf8.h"
#include "header.h"

/**
 * recording_seconds() - compute how long a recording is
 * @recording: the recording
 *
 * Return: the sum of its intervals in seconds.
 */
double recording_seconds(const struct recording *recording)
{
	double seconds = 0;

	for (size_t i = 0; i < recording->n_intervals; i++)
		seconds += recording->intervals[i].end - recording->intervals[i].begin;
	return seconds;
}

/* Format a time in the reader's time zone, or "?" outside of the years 1900 to 9999. */
static void format_time(char *buf, size_t size, double seconds)
{
	struct tm tm;
	time_t time;

	/* The years 1900 to 9999 are far within the range of time_t. */
	if (seconds > -2208988800.0 && seconds < 253402300800.0) {
		time = (time_t)floor(seconds);
		if (localtime_r(&time, &tm) && strftime(buf, size, "%Y-%m-%d %H:%M:%S %z", &tm))
			return;
	}
	snprintf(buf, size, "?");
}

static void write_line(FILE *out, const char *title, const char *text)
{
	fprintf(out, "%-10s", title);
	write_display(out, text, SIZE_MAX);
	fputc('\n', out);
}

static void write_title(FILE *out, const struct recording *recording)
{
	write_display(out, recording->title, SIZE_MAX);
	fputs(" (", out);
	write_display(out, recording->recipe, SIZE_MAX);
	fputc(')', out);
}

/* "2026-11-26 12:00:00 +0000, 10 intervals, 10.0 s" */
static void write_times(FILE *out, const struct recording *recording)
{
	char time[64];

	format_time(time, sizeof(time), recording->started);
	fprintf(out, "%s, %zu interval%s, %.1f s%s\n", time, recording->n_intervals,
		recording->n_intervals == 1 ? "" : "s", recording_seconds(recording),
		recording->is_complete ? "" : ", incomplete");
}

/**
 * write_header_text() - print the description of a recording as text
 * @out: where to write
 * @recording: the recording
 */
void write_header_text(FILE *out, const struct recording *recording)
{
	write_title(out, recording);
	fputc('\n', out);
	if (recording->question)
		write_line(out, "Question:", recording->question);
	write_line(out, "Command:", recording->command);
	write_line(out, "Machine:", recording->host);
	write_line(out, "Kernel:", recording->kernel);
	fprintf(out, "%-10s", "Recorded:");
	write_times(out, recording);
}

/**
 * write_summary_text() - print the description of a recording as two lines of text
 * @out: where to write
 * @recording: the recording
 */
void write_summary_text(FILE *out, const struct recording *recording)
{
	write_title(out, recording);
	fputs(", ", out);
	write_times(out, recording);
	fputs("   ", out);
	write_display(out, recording->host, SIZE_MAX);
	fputs(", ", out);
	write_display(out, recording->kernel, SIZE_MAX);
	fputs(": ", out);
	write_display(out, recording->command, SIZE_MAX);
	fputc('\n', out);
}

static void write_member(struct json_out *out, const char *name, const char *text)
{
	char *valid = text ? utf8_valid_copy(text) : NULL;

	fprintf(out->file, "\"%s\":", name);
	json_write_text(out, valid);
	fputc(',', out->file);
	out->failed |= text && !valid;
	free(valid);
}

/**
 * write_header_json() - write what a recording is as a JSON object
 * @out: where it is written
 * @recording: the recording
 */
void write_header_json(struct json_out *out, const struct recording *recording)
{
	fputc('{', out->file);
	write_member(out, "command", recording->command);
	write_member(out, "recipe", recording->recipe);
	write_member(out, "title", recording->title);
	write_member(out, "question", recording->question);
	write_member(out, "host", recording->host);
	write_member(out, "kernel", recording->kernel);
	fputs("\"started\":", out->file);
	json_write_real(out, recording->started);
	fputs(",\"seconds\":", out->file);
	json_write_real(out, recording_seconds(recording));
	fprintf(out->file, ",\"intervals\":%zu,\"complete\":%s}", recording->n_intervals,
		recording->is_complete ? "true" : "false");
}
