// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist run: run a recipe, and print its answer at the end, or in intervals. */
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "answer.h"
#include "command.h"
#include "intervals.h"
#include "kernel/measurement.h"
#include "options.h"

enum {
	KEY_EXPLAIN = 0x200,
};

/**
 * struct arguments - command line
 * @name: name of the recipe
 * @run: selection of events, and time
 * @output: format
 * @explain: print the commands that are written
 */
struct arguments {
	const char *name;
	struct run_options run;
	struct output_options output;
	bool explain;
};

static const struct argp_option option_list[] = {
	{ "explain", KEY_EXPLAIN, NULL, 0,
	  "print each command that is written to the kernel on standard error", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case KEY_EXPLAIN:
		arguments->explain = true;
		return 0;
	case ARGP_KEY_INIT:
		arguments->run.interval_help =
			"print what was counted in each interval of TIME (default: one answer at "
			"the end)";
		state->child_inputs[0] = &arguments->run;
		state->child_inputs[1] = &arguments->output;
		return 0;
	case ARGP_KEY_ARG:
		take_argument(state, "recipe", arg, &arguments->name);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "run takes the name of a recipe; \"trace-hist list\" lists them");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &run_argp, 0, "Selection and time:", 1 },
	{ &output_argp, 0, "Output:", 2 },
	{ 0 }
};

static const struct argp argp = {
	option_list, parse_option, "RECIPE",
	"Run a recipe, and print its answer at the end, or in intervals.\v"
	"RECIPE is a name that \"trace-hist list\" shows, or a file if it has a slash.",
	children, NULL, NULL
};

/* Print the title and the time above a table. */
static void print_heading(const struct recipe *recipe, const struct table *table, bool is_interval)
{
	double length = table->end - table->begin;
	time_t seconds = time(NULL);
	char clock[16] = "";
	struct tm tm;

	if (is_interval && localtime_r(&seconds, &tm))
		strftime(clock, sizeof(clock), "%H:%M:%S  ", &tm);
	printf("%s%s, %.*f s\n", clock, recipe->title, length < 10 ? 2 : 0, length);
}

static enum status print_table(const struct measurement *measurement, const struct table *table,
			       const struct arguments *arguments, struct answer_state *state)
{
	bool is_text = arguments->output.format == FORMAT_TEXT;
	struct layout layout;
	enum status status;

	options_layout(&layout, &arguments->output, measurement->variant);
	layout.continued = state->continued;
	state->continued = true;
	if (is_text)
		print_heading(&measurement->recipe, table, arguments->run.interval > 0);
	status = answer_write(table, arguments->output.format, &layout);
	if (!status && is_text && arguments->run.interval) {
		putchar('\n');
		status = answer_flush();
	}
	answer_warn(table, arguments->output.format, state);
	return status;
}

static enum status run_once(struct measurement *measurement, const struct arguments *arguments)
{
	struct progress progress = { .what = arguments->name, .end = INFINITY };
	struct answer_state state = { 0 };
	struct table table;
	enum status status;

	if (arguments->run.duration)
		progress.end = session_answer(measurement->session)->begin +
			       arguments->run.duration;
	if (progress_wait(&progress, progress.end, measurement) == WAIT_CLOSED)
		return answer_closed();
	status = measurement_total(measurement, &table);
	if (status)
		return status;
	status = print_table(measurement, &table, arguments, &state);
	table_free(&table);
	return status;
}

/* Print one interval, and update the progress. */
static enum status run_interval(struct measurement *measurement, const struct arguments *arguments,
				struct progress *progress, struct answer_state *state)
{
	struct table table;
	enum status status = measurement_interval(measurement, &table);

	if (status)
		return status;
	status = print_table(measurement, &table, arguments, state);
	progress->rows = table.n_rows;
	progress->dropped += table.dropped;
	table_free(&table);
	return status;
}

/* After a signal, the events since the last interval are printed, too. */
static enum status run_intervals(struct measurement *measurement,
				 const struct arguments *arguments)
{
	struct progress progress = { .what = arguments->name };
	struct answer_state state = { 0 };
	enum status status = STATUS_OK;
	struct intervals intervals;

	intervals_begin(&intervals, &progress, session_answer(measurement->session)->begin,
			arguments->run.interval, arguments->run.duration);
	while (intervals_next(&intervals, &status))
		status = run_interval(measurement, arguments, &progress, &state);
	return status;
}

static enum status run(const struct arguments *arguments)
{
	struct measurement measurement;
	enum status status;

	if (arguments->explain)
		session_explain(stderr);
	status = measurement_start(&measurement, arguments->name, &arguments->run.recipe);
	if (status)
		return status;
	status = arguments->run.interval ? run_intervals(&measurement, arguments) :
					   run_once(&measurement, arguments);
	measurement_stop(&measurement);
	return status;
}

/**
 * command_run() - execute "trace-hist run"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: exit status.
 */
int command_run(int argc, char **argv)
{
	struct arguments arguments = { 0 };
	enum status status = options_parse(&argp, argc, argv, &arguments);

	return status ? status : run(&arguments);
}
