// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist report: print a recording. */
#include "command.h"
#include "options.h"
#include "picture.h"
#include "print.h"

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
	  "write a page with pictures to FILE (- for the standard output) instead of a table; an "
	  "existing FILE is replaced", 0 },
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

static enum status print_recording(const struct recording *recording,
				   const struct report_options *options)
{
	switch (options->selection) {
	case SELECT_ALL:
		return print_intervals(recording, &options->output);
	case SELECT_ONE:
		return print_interval(recording, options->number, &options->output);
	default:
		return print_total(recording, &options->output);
	}
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
		status = print_recording(&recording, &options);
	recording_free(&recording);
	return status;
}
