// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace-hist heatmap: draw how a distribution changes over time, of a recipe that runs now or of a
 * recording. On a terminal, the picture grows with each interval.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "command.h"
#include "common/buffer.h"
#include "options.h"
#include "picture.h"

#define DEFAULT_DURATION	30.0
#define DEFAULT_INTERVAL	1.0

/**
 * struct arguments - command line
 * @run: selection, duration and interval
 * @path: file of the picture, or NULL for the terminal
 * @name: recipe or recording
 */
struct arguments {
	struct run_options run;
	const char *path;
	const char *name;
};

/**
 * struct canvas - a picture on the terminal that is drawn again and again
 * @is_live: draw it after each interval
 * @lines: number of lines of the last picture
 */
struct canvas {
	bool is_live;
	size_t lines;
};

static const struct argp_option option_list[] = {
	{ "output", 'o', "FILE", 0,
	  "write the heat map as SVG to FILE (- for the standard output)", 0 },
	{ "duration", 'd', "TIME", 0,
	  "run the recipe for TIME (10, 0.5, 200ms, 5m, 1h; default: 30)", 0 },
	{ "interval", 'i', "TIME", 0, "draw a column for each TIME (default: 1)", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case 'o':
		if (!*arg)
			argp_error(state, "-o takes the name of a file");
		arguments->path = arg;
		return 0;
	case 'd':
		arguments->run.duration = parse_seconds(state, "--duration", arg);
		return 0;
	case 'i':
		arguments->run.interval = parse_seconds(state, "--interval", arg);
		return 0;
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &arguments->run.recipe;
		return 0;
	case ARGP_KEY_ARG:
		if (arguments->name)
			argp_error(state,
				   "heatmap takes one recipe or recording; \"%s\" is too much",
				   arg);
		arguments->name = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "heatmap takes the name of a recipe, or a recording; "
			   "\"trace-hist list\" lists the recipes");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &recipe_argp, 0, "Selection, for a recipe:", 1 },
	{ 0 }
};

static const struct argp argp = {
	option_list, parse_option, "RECIPE|FILE",
	"Draw a heat map: how many events had which latency or size, and when.\v"
	"RECIPE runs for 30 seconds in intervals of 1 second unless -d and -i say otherwise. "
	"After Ctrl-C, the command draws what was counted so far. FILE is a recording that "
	"\"trace-hist record\" has made. Without -o, the picture is drawn in the terminal.",
	children, NULL, NULL
};

static size_t terminal_height(void)
{
	struct winsize size;

	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? 0 : size.ws_row;
}

static size_t count_lines(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* Draw the picture over the last one. One that is higher than the terminal is not drawn over. */
static enum status canvas_draw(struct canvas *canvas, const struct recording *recording,
			       bool is_last)
{
	struct buffer buffer;
	FILE *out = buffer_open(&buffer);
	enum status status = STATUS_OK;
	size_t lines;

	if (out)
		status = write_heatmap_text(out, recording, terminal_width(STDOUT_FILENO),
					    report_use_colours(STDOUT_FILENO));
	if (!buffer_close(&buffer, out) && !status)
		status = report_memory("draw the heatmap");
	lines = status ? 0 : count_lines(buffer.text);
	if (!status && (is_last || lines < terminal_height())) {
		if (canvas->lines && canvas->lines < terminal_height())
			printf("\033[%zuA\r\033[J", canvas->lines);
		fputs(buffer.text, stdout);
		canvas->lines = lines;
		status = answer_flush();
	}
	free(buffer.text);
	return status;
}

static enum status add_interval(struct recording *recording, struct measurement *measurement,
				struct progress *progress)
{
	struct table *intervals = reallocarray(recording->intervals, recording->n_intervals + 1,
					       sizeof(*intervals));
	struct table *table;
	enum status status;

	if (!intervals)
		return report_memory("draw the heatmap");
	recording->intervals = intervals;
	table = intervals + recording->n_intervals;
	status = measurement_interval(measurement, table);
	if (status)
		return status;
	recording->n_intervals++;
	progress->rows = table->n_rows;
	progress->dropped += table->dropped;
	return STATUS_OK;
}

/* After a signal, the time since the last interval becomes an interval, too. */
static enum status run_intervals(struct measurement *measurement, const struct arguments *arguments,
				 struct recording *recording, struct canvas *canvas)
{
	double interval = arguments->run.interval ?: DEFAULT_INTERVAL;
	double begin = session_begin(measurement->session), next = begin;
	struct progress progress = {
		.what = arguments->name,
		.end = begin + (arguments->run.duration ?: DEFAULT_DURATION),
		.to_file = arguments->path && strcmp(arguments->path, "-"),
	};
	enum wait_result result = WAIT_TIME;
	enum status status = STATUS_OK;

	for (unsigned long i = 1; !status && result == WAIT_TIME && next < progress.end; i++) {
		next = fmin(begin + i * interval, progress.end);
		if (next < now() && next < progress.end)
			continue;
		result = progress_wait(&progress, next, NULL);
		status = add_interval(recording, measurement, &progress);
		if (!status && canvas->is_live)
			status = canvas_draw(canvas, recording, false);
	}
	return status;
}

static enum status draw(const struct arguments *arguments, const struct recording *recording,
			struct canvas *canvas)
{
	if (arguments->path)
		return picture_write(arguments->path, write_heatmap_svg, recording);
	return canvas_draw(canvas, recording, true);
}

static bool can_be_live(const struct arguments *arguments)
{
	const char *term = getenv("TERM");

	return !arguments->path && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb");
}

static enum status check_axis(const struct measurement *measurement)
{
	if (measurement->variant->axis && measurement->variant->picture == PICTURE_DISTRIBUTION)
		return STATUS_OK;
	report_error("\"%s\" has no distribution, so there is no heat map of it; try "
		     "\"trace-hist run\"",
		     measurement->recipe.name);
	return STATUS_INPUT;
}

static enum status run_recipe(const struct arguments *arguments, struct origin *origin)
{
	struct canvas canvas = { .is_live = can_be_live(arguments) };
	struct measurement measurement;
	struct recording recording;
	enum status status;

	status = measurement_start(&measurement, arguments->name, &arguments->run.recipe);
	if (status)
		return status;
	recording = describe_measurement(&measurement, origin);
	status = check_axis(&measurement);
	if (!status)
		status = run_intervals(&measurement, arguments, &recording, &canvas);
	if (!status)
		status = draw(arguments, &recording, &canvas);
	for (size_t i = 0; i < recording.n_intervals; i++) {
		answer_warn(recording.intervals + i);
		table_free(recording.intervals + i);
	}
	free(recording.intervals);
	measurement_stop(&measurement);
	return status;
}

static enum status draw_recording(const struct arguments *arguments)
{
	const struct run_options *run = &arguments->run;
	struct canvas canvas = {};
	struct recording recording;
	enum status status;

	if (run->duration || run->interval || run->recipe.pid || run->recipe.comm ||
	    run->recipe.filter) {
		report_error("-d, -i, -p, -c and --filter are for recipes, and \"%s\" is a "
			     "recording", arguments->name);
		return STATUS_USAGE;
	}
	status = recording_read(&recording, arguments->name);
	if (status)
		return status;
	status = draw(arguments, &recording, &canvas);
	recording_free(&recording);
	return status;
}

/**
 * command_heatmap() - execute "trace-hist heatmap"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: exit status.
 */
int command_heatmap(int argc, char **argv)
{
	struct arguments arguments = { 0 };
	struct origin origin;
	enum status status = origin_init(&origin, argc, argv);

	if (!status)
		status = options_parse(&argp, argc, argv, &arguments);
	if (!status)
		status = input_kind(arguments.name) == INPUT_RECIPE ?
			 run_recipe(&arguments, &origin) : draw_recording(&arguments);
	origin_free(&origin);
	return status;
}
