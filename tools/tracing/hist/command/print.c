// SPDX-License-Identifier: GPL-2.0-only
/* Print the tables of a recording on standard output. */
#include "answer.h"
#include "header.h"
#include "print.h"

/* The first line of JSON says what the recording is. CSV has no place for this. */
static enum status print_header(const struct recording *recording, enum format format)
{
	struct json_out out = { .file = stdout };

	if (format == FORMAT_TEXT)
		write_header_text(stdout, recording);
	if (format != FORMAT_JSON)
		return STATUS_OK;
	printf("{\"version\":%d,\"recording\":", JSON_VERSION);
	write_header_json(&out, recording);
	fputs("}\n", stdout);
	return out.failed ? report_memory("print the recording") : STATUS_OK;
}

static void set_layout(struct layout *layout, const struct recording *recording,
		       const struct output_options *options)
{
	options_layout(layout, options, NULL);
	layout->columns = recording->columns;
	layout->n_columns = recording->n_columns;
	layout->picture = recording->picture;
	layout->axis = recording->axis;
	layout->sort = recording->sort;
}

/* Text and JSON have notes about dropped events and the like in the table. */
static enum status print_table(const struct table *table, enum format format,
			       struct layout *layout, struct answer_state *state)
{
	enum status status;

	layout->continued = state->continued;
	state->continued = true;
	status = answer_write(table, format, layout);
	if (format == FORMAT_CSV)
		answer_warn(table, format, state);
	return status;
}

/**
 * print_total() - print the table of all events of a recording
 * @recording: the recording
 * @options: format and limit
 *
 * Return: %STATUS_OK, or a status after a message; %STATUS_INPUT if there are no intervals.
 */
enum status print_total(const struct recording *recording, const struct output_options *options)
{
	struct answer_state state = { 0 };
	struct layout layout;
	struct table total;
	enum status status;

	/* The total is computed before anything is printed: there may be none. */
	status = recording_total(recording, &total);
	if (status)
		return status;
	status = print_header(recording, options->format);
	if (options->format == FORMAT_TEXT)
		fputc('\n', stdout);
	set_layout(&layout, recording, options);
	if (!status)
		status = print_table(&total, options->format, &layout, &state);
	table_free(&total);
	return status;
}

static enum status print_numbered(const struct recording *recording, size_t i, enum format format,
				  struct layout *layout, struct answer_state *state)
{
	const struct table *table = &recording->intervals[i];
	double start = recording->intervals[0].begin;

	if (format == FORMAT_TEXT)
		printf("\nInterval %zu of %zu, %.1f s to %.1f s\n", i + 1, recording->n_intervals,
		       table->begin - start, table->end - start);
	return print_table(table, format, layout, state);
}

/**
 * print_intervals() - print the table of each interval of a recording
 * @recording: the recording
 * @options: format and limit
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status print_intervals(const struct recording *recording,
			    const struct output_options *options)
{
	enum status status = print_header(recording, options->format);
	struct answer_state state = { 0 };
	struct layout layout;

	set_layout(&layout, recording, options);
	for (size_t i = 0; i < recording->n_intervals && !status; i++)
		status = print_numbered(recording, i, options->format, &layout, &state);
	return status ? status : answer_flush();
}

/**
 * print_interval() - print the table of one interval of a recording
 * @recording: the recording
 * @number: number of the interval, from 1
 * @options: format and limit
 *
 * Return: %STATUS_OK, or a status after a message; %STATUS_USAGE if there is no such interval.
 */
enum status print_interval(const struct recording *recording, size_t number,
			   const struct output_options *options)
{
	struct answer_state state = { 0 };
	struct layout layout;
	enum status status;

	if (number > recording->n_intervals) {
		report_error("the recording has no interval %zu; its last one is %zu", number,
			     recording->n_intervals);
		return STATUS_USAGE;
	}
	status = print_header(recording, options->format);
	set_layout(&layout, recording, options);
	if (status)
		return status;
	return print_numbered(recording, number - 1, options->format, &layout, &state);
}
