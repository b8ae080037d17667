// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist report: print a recording. */
#include <errno.h>
#include <string.h>

#include "answer.h"
#include "command.h"
#include "header.h"
#include "options.h"
#include "output/output.h"
#include "picture.h"

/**
 * enum selection - tables that are printed
 * @SELECT_TOTAL: one table of all events
 * @SELECT_ALL: each interval
 * @SELECT_ONE: one interval
 */
enum selection {
	SELECT_TOTAL,
	SELECT_ALL,
	SELECT_ONE,
};

/**
 * struct report_options - options of the command
 * @output: format and limit
 * @selection: tables that are printed
 * @is_selected: the user has chosen @selection
 * @number: number of the interval, from 1
 * @svg: file for a picture, or NULL
 * @path: the recording
 */
struct report_options {
	struct output_options output;
	enum selection selection;
	bool is_selected;
	unsigned long number;
	const char *svg;
	const char *path;
};

/* Keys of options that have no letter. */
enum {
	KEY_TOTAL = 0x200,
	KEY_INTERVALS,
	KEY_SVG,
};

static const struct argp_option option_list[] = {
	{ "total", KEY_TOTAL, NULL, 0, "print one table of all events (default)", 0 },
	{ "intervals", KEY_INTERVALS, NULL, 0, "print a table of each interval", 0 },
	{ "number", 'n', "N", 0, "print the table of the interval N, from 1", 0 },
	{ "svg", KEY_SVG, "FILE", 0,
	  "write a page with pictures to FILE (- for the standard output) instead of a table", 0 },
	{ 0 }
};

static void select_tables(struct argp_state *state, enum selection selection)
{
	struct report_options *options = state->input;

	if (options->is_selected && options->selection != selection)
		argp_error(state, "--total, --intervals and --number exclude each other");
	options->is_selected = true;
	options->selection = selection;
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct report_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->output;
		return 0;
	case KEY_TOTAL:
		select_tables(state, SELECT_TOTAL);
		return 0;
	case KEY_INTERVALS:
		select_tables(state, SELECT_ALL);
		return 0;
	case 'n':
		select_tables(state, SELECT_ONE);
		options->number = parse_count(state, "--number", arg, 1000000000);
		return 0;
	case KEY_SVG:
		options->svg = arg;
		return 0;
	case ARGP_KEY_ARG:
		take_argument(state, "recording", arg, &options->path);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "FILE is missing");
		return 0;
	case ARGP_KEY_END:
		if (options->svg && (options->is_selected || options->output.format != FORMAT_TEXT))
			argp_error(state, "--svg shows all of the recording: it excludes --csv, "
				   "--json, --total, --intervals and --number");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &output_argp, 0, "Output:", 0 },
	{ 0 }
};

static const struct argp report_argp = {
	option_list, parse_option, "FILE",
	"Print the recording FILE, which \"trace-hist record\" has made on this or on another "
	"machine. A FILE of - is the standard input.",
	children, NULL, NULL
};

static enum status write_interval(const struct recording *recording, size_t i,
				  const struct layout *layout, enum format format)
{
	const struct table *table = &recording->intervals[i];
	double start = recording->intervals[0].begin;

	if (format == FORMAT_TEXT)
		printf("\nInterval %zu of %zu, %.1f s to %.1f s\n", i + 1, recording->n_intervals,
		       table->begin - start, table->end - start);
	return answer_write(table, format, layout);
}

static enum status write_intervals(const struct recording *recording,
				   const struct report_options *options, struct layout *layout)
{
	enum status status = STATUS_OK;

	if (options->selection == SELECT_ONE)
		return write_interval(recording, options->number - 1, layout,
				      options->output.format);
	for (size_t i = 0; i < recording->n_intervals && !status; i++) {
		status = write_interval(recording, i, layout, options->output.format);
		layout->continued = true;
	}
	return status;
}

/* The first line of JSON says what the recording is. CSV has no place for this. */
static enum status write_header(const struct recording *recording, enum format format)
{
	struct json_out out = { .file = stdout };

	if (format == FORMAT_TEXT)
		write_header_text(stdout, recording);
	if (format != FORMAT_JSON)
		return STATUS_OK;
	printf("{\"version\":%d,\"recording\":", JSON_VERSION);
	write_header_json(&out, recording);
	fputs("}\n", stdout);
	if (!out.failed)
		return STATUS_OK;
	return report_memory("write the answer");
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

/* The total is computed before anything is printed: there may be none. */
static enum status write_total(const struct recording *recording,
			       const struct report_options *options, const struct layout *layout)
{
	enum format format = options->output.format;
	struct table total;
	enum status status;

	status = recording_total(recording, &total);
	if (status)
		return status;
	status = write_header(recording, format);
	if (format == FORMAT_TEXT)
		fputc('\n', stdout);
	if (!status)
		status = answer_write(&total, format, layout);
	table_free(&total);
	return status;
}

static enum status write_recording(const struct recording *recording,
				   const struct report_options *options)
{
	struct layout layout;
	enum status status;

	set_layout(&layout, recording, &options->output);
	if (options->selection == SELECT_TOTAL)
		return write_total(recording, options, &layout);
	if (options->selection == SELECT_ONE && options->number > recording->n_intervals) {
		report_error("the recording has no interval %lu; its last one is %zu",
			     options->number, recording->n_intervals);
		return STATUS_USAGE;
	}
	status = write_header(recording, options->output.format);
	if (!status)
		status = write_intervals(recording, options, &layout);
	return status ? status : answer_flush();
}

/**
 * command_report() - print a recording
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: the exit status.
 */
int command_report(int argc, char **argv)
{
	struct report_options options = { 0 };
	struct recording recording;
	enum status status;

	status = options_parse(&report_argp, argc, argv, &options);
	if (status)
		return status;
	status = recording_read(&recording, options.path);
	if (status)
		return status;
	if (options.svg)
		status = picture_write(options.svg, write_report_svg, &recording);
	else
		status = write_recording(&recording, &options);
	recording_free(&recording);
	return status;
}
