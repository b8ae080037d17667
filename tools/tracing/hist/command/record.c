// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace-hist record: write the intervals of a recipe's answer to a file.
 *
 * The session is set up before the file is created: if the session fails, an existing file keeps
 * its contents. If a later step fails, the file keeps all intervals that were recorded.
 */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "answer.h"
#include "command.h"
#include "intervals.h"
#include "kernel/measurement.h"
#include "options.h"
#include "picture.h"
#include "recording/recording.h"

#define DEFAULT_INTERVAL	1.0

/**
 * struct record_options - options of the command
 * @run: selection and time of the recording
 * @force: replace an existing file
 * @path: file of the recording
 * @recipe: name of the recipe
 */
struct record_options {
	struct run_options run;
	bool force;
	const char *path;
	const char *recipe;
};

/**
 * struct recorder - state of a recording
 * @options: options of the command
 * @measurement: the recipe that runs
 * @progress: line on the terminal
 * @writer: the file
 * @hits: events that were counted
 */
struct recorder {
	const struct record_options *options;
	struct measurement measurement;
	struct progress progress;
	struct recording_writer *writer;
	uint64_t hits;
};

/* Keys of options that have no letter. */
enum {
	KEY_FORCE = 0x200,
};

static const struct argp_option option_list[] = {
	{ "output", 'o', "FILE", 0, "write the recording to FILE (- for the standard output)", 0 },
	{ "force", KEY_FORCE, NULL, 0, "replace FILE if it exists, which is an error otherwise",
	  0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct record_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->run;
		return 0;
	case 'o':
		options->path = arg;
		return 0;
	case KEY_FORCE:
		options->force = true;
		return 0;
	case ARGP_KEY_ARG:
		take_argument(state, "recipe", arg, &options->recipe);
		return 0;
	case ARGP_KEY_END:
		if (!options->recipe)
			argp_error(state, "RECIPE is missing; see \"trace-hist list\"");
		if (!options->path)
			argp_error(state, "-o FILE is missing");
		if (!strcmp(options->path, "-") && isatty(STDOUT_FILENO))
			argp_error(state, "-o - writes no recording to a terminal; redirect it");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &run_argp, 0, "Selection and time:", 0 },
	{ 0 }
};

static const struct argp record_argp = {
	option_list, parse_option, "RECIPE -o FILE",
	"Record the intervals of RECIPE in FILE, one in a second unless -i says otherwise. "
	"\"trace-hist report\", \"heatmap\", \"flame\" and \"diff\" read FILE, also on other "
	"machines.\v"
	"The recording ends after -d TIME, or with Ctrl-C. Each interval is in FILE at once: FILE "
	"is readable while the recording goes on, and if the recording ends early.",
	children, NULL, NULL
};

static enum status record_interval(struct recorder *recorder)
{
	enum status status;
	struct table table;

	status = measurement_interval(&recorder->measurement, &table);
	if (status)
		return status;
	status = recording_add(recorder->writer, &table);
	recorder->progress.rows += table.n_rows;
	recorder->progress.dropped += table.dropped;
	recorder->hits += table.hits;
	table_free(&table);
	return status;
}

static enum status record_total(struct recorder *recorder)
{
	enum status status;
	struct table table;

	status = measurement_total(&recorder->measurement, &table);
	if (status)
		return status;
	status = recording_add_total(recorder->writer, &table);
	table_free(&table);
	return status;
}

/* Record intervals until the time is over or a signal arrives; then the last one is shorter. */
static enum status record_intervals(struct recorder *recorder)
{
	const struct run_options *run = &recorder->options->run;
	enum status status = STATUS_OK;
	struct intervals intervals;

	recorder->progress.what = recorder->measurement.recipe.name;
	recorder->progress.to_file = strcmp(recorder->options->path, "-");
	intervals_begin(&intervals, &recorder->progress,
			session_answer(recorder->measurement.session)->begin,
			run->interval ?: DEFAULT_INTERVAL, run->duration);
	while (intervals_next(&intervals, &status))
		status = record_interval(recorder);
	return status ? status : record_total(recorder);
}

static void report_result(const struct recorder *recorder)
{
	if (source_is_approximate(recorder->measurement.source))
		report_warning("intervals are approximate: this kernel has no hist_delta");
	if (recorder->progress.dropped)
		report_warning("%" PRIu64 " of %" PRIu64 " events were not counted; "
			       "\"trace-hist report\" tells why",
			       recorder->progress.dropped,
			       recorder->hits + recorder->progress.dropped);
}

static enum status record(struct recorder *recorder, struct origin *origin)
{
	const struct record_options *options = recorder->options;
	struct recording header = describe_measurement(&recorder->measurement, origin);
	enum status status;

	status = recording_create(&recorder->writer, options->path, &header, options->force);
	if (status)
		return status;
	status = record_intervals(recorder);
	if (!status)
		report_result(recorder);
	return status;
}

/**
 * command_record() - record a recipe
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: the exit status.
 */
int command_record(int argc, char **argv)
{
	struct record_options options = { 0 };
	struct recorder recorder = { .options = &options };
	enum status status, finished;
	struct origin origin;

	status = origin_init(&origin, argc, argv);
	if (!status)
		status = options_parse(&record_argp, argc, argv, &options);
	if (!status)
		status = measurement_start(&recorder.measurement, options.recipe,
					   &options.run.recipe);
	if (!status) {
		status = record(&recorder, &origin);
		/* The session ends first: writing the file to the disk takes time. */
		measurement_stop(&recorder.measurement);
		finished = recording_finish(recorder.writer);
		status = status ? status : finished;
	}
	origin_free(&origin);
	return status;
}
