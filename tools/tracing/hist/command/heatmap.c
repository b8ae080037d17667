// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace-hist heatmap: draw how a distribution changes over time, of a recipe that runs now or of a
 * recording, or print the tables of the picture. On a terminal, the picture grows with each
 * interval.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "command.h"
#include "common/buffer.h"
#include "intervals.h"
#include "output/heat.h"
#include "picture.h"
#include "print.h"

#define DEFAULT_INTERVAL	1.0

/* The smallest number of ranges that heat_init() accepts. */
#define MIN_RANGES		4

/**
 * struct canvas - a picture on the terminal that is drawn again and again
 * @is_live: draw it after each interval
 * @lines: number of lines of the last picture
 */
struct canvas {
	bool is_live;
	size_t lines;
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct draw_options *options = state->input;

	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	options->run.interval_help = "draw a column for each TIME (default: 1)";
	state->child_inputs[0] = options;
	state->child_inputs[1] = &options->run;
	return 0;
}

static const struct argp_child children[] = {
	{ &draw_argp, 0, NULL, 0 },
	{ &time_argp, 0, NULL, 0 },
	{ 0 }
};

static const struct argp argp = {
	NULL, parse_option, "RECIPE|FILE",
	"Draw a heat map: how many events had which latency or size, and when.\v"
	"A name with a slash or a dot is a FILE, unless it ends with .yaml. "
	"RECIPE runs for 30 seconds in intervals of 1 second unless -d and -i say otherwise. "
	"After Ctrl-C, the command draws what was counted so far. FILE is a recording that "
	"\"trace-hist record\" has made. Without -o, the picture is drawn in the terminal. "
	"--csv and --json print the table of each interval instead.",
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
static enum status run_intervals(struct measurement *measurement,
				 const struct draw_options *options,
				 struct recording *recording, struct canvas *canvas)
{
	struct progress progress = {
		.what = options->name,
		.to_file = options->path && strcmp(options->path, "-"),
	};
	enum status status = STATUS_OK;
	struct intervals intervals;

	intervals_begin(&intervals, &progress, session_answer(measurement->session)->begin,
			options->run.interval ?: DEFAULT_INTERVAL,
			options->run.duration ?: DRAW_DURATION);
	while (intervals_next(&intervals, &status)) {
		status = add_interval(recording, measurement, &progress);
		if (!status && canvas->is_live)
			status = canvas_draw(canvas, recording, false);
	}
	return status;
}

/* The tables of a recording that cannot be a heat map are not printed. */
static enum status print_tables(const struct recording *recording, enum format format)
{
	const struct output_options options = { .format = format };
	struct heat heat;
	enum status status = heat_init(&heat, recording, MIN_RANGES, 1);

	heat_free(&heat);
	return status ? status : print_intervals(recording, &options);
}

static enum status draw(const struct draw_options *options, const struct recording *recording,
			struct canvas *canvas)
{
	if (options->format != FORMAT_TEXT)
		return print_tables(recording, options->format);
	if (options->path)
		return picture_write(options->path, write_heatmap_svg, recording);
	return canvas_draw(canvas, recording, true);
}

static bool can_be_live(const struct draw_options *options)
{
	const char *term = getenv("TERM");

	if (options->path || options->format != FORMAT_TEXT)
		return false;
	return isatty(STDOUT_FILENO) && term && strcmp(term, "dumb");
}

static enum status check_axis(const struct measurement *measurement)
{
	if (measurement->variant->axis && measurement->variant->picture == PICTURE_DISTRIBUTION)
		return STATUS_OK;
	report_error("the picture of \"%s\" is no distribution, so there is no heat map of it; try "
		     "\"trace-hist run\", or record it if it has a .dist value, and draw the "
		     "recording", measurement->recipe.name);
	return STATUS_INPUT;
}

static enum status run_recipe(const struct draw_options *options, struct origin *origin)
{
	struct canvas canvas = { .is_live = can_be_live(options) };
	struct answer_state state = { 0 };
	struct measurement measurement;
	struct recording recording;
	enum status status;

	status = measurement_start(&measurement, options->name, &options->run.recipe);
	if (status)
		return status;
	recording = describe_measurement(&measurement, origin);
	status = check_axis(&measurement);
	if (!status)
		status = run_intervals(&measurement, options, &recording, &canvas);
	recording.is_complete = true;
	if (!status)
		status = draw(options, &recording, &canvas);
	for (size_t i = 0; i < recording.n_intervals; i++) {
		/* With the tables as CSV, the warnings were printed. */
		if (options->format != FORMAT_CSV)
			answer_warn(recording.intervals + i, options->format, &state);
		table_free(recording.intervals + i);
	}
	free(recording.intervals);
	measurement_stop(&measurement);
	return status;
}

static enum status draw_recording(const struct draw_options *options)
{
	enum status status = draw_check_file(options);
	struct canvas canvas = {};
	struct recording recording;

	if (!status)
		status = recording_read(&recording, options->name);
	if (status)
		return status;
	status = draw(options, &recording, &canvas);
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
	struct draw_options options = { 0 };
	struct origin origin;
	enum status status = origin_init(&origin, argc, argv);

	if (!status)
		status = options_parse(&argp, argc, argv, &options);
	if (!status)
		status = input_kind(options.name) == INPUT_RECIPE ?
			 run_recipe(&options, &origin) : draw_recording(&options);
	origin_free(&origin);
	return status;
}
