// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace-hist flame: draw stack traces as a flame graph, of a recipe that runs now, of a recording,
 * or of a copy of a hist or hist_folded file.
 */
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "options.h"
#include "picture.h"
#include "recording/folded.h"
#include "symbols/symbols.h"

#define DEFAULT_DURATION	30.0

/**
 * struct arguments - command line
 * @run: selection and duration
 * @path: file of the picture
 * @name: recipe or file
 */
struct arguments {
	struct run_options run;
	const char *path;
	const char *name;
};

static const struct argp_option option_list[] = {
	{ "output", 'o', "FILE", 0,
	  "write the flame graph as SVG to FILE (- for the standard output)", 0 },
	{ "duration", 'd', "TIME", 0,
	  "run the recipe for TIME (10, 0.5, 200ms, 5m, 1h; default: 30)", 0 },
	{ 0 }
};

static void check_end(struct argp_state *state, struct arguments *arguments)
{
	if (arguments->path && (strcmp(arguments->path, "-") || !isatty(STDOUT_FILENO)))
		return;
	if (!arguments->path && !isatty(STDOUT_FILENO)) {
		arguments->path = "-";
		return;
	}
	argp_error(state, "a terminal cannot show a flame graph: give a file with -o FILE.svg");
}

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
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &arguments->run.recipe;
		return 0;
	case ARGP_KEY_ARG:
		if (arguments->name)
			argp_error(state, "flame takes one recipe or file; \"%s\" is too much",
				   arg);
		arguments->name = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "flame takes the name of a recipe, or a file; "
			   "\"trace-hist list\" lists the recipes");
		return 0;
	case ARGP_KEY_SUCCESS:
		check_end(state, arguments);
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
	"Draw stack traces as a flame graph: an SVG file for a web browser.\v"
	"RECIPE runs for 30 seconds unless -d says otherwise. After Ctrl-C, the command draws what "
	"was counted so far. FILE is a recording that \"trace-hist record\" has made, or a copy of "
	"a hist or hist_folded file of tracefs.",
	children, NULL, NULL
};

static bool has_stacks(const struct table *table)
{
	for (size_t i = 0; i < table->n_rows; i++) {
		for (size_t key = 0; key < table->n_keys; key++) {
			if (table->rows[i].cells[key].kind == CELL_STACK)
				return true;
		}
	}
	return false;
}

static enum status check_stacks(const struct measurement *measurement)
{
	if (measurement->variant->picture == PICTURE_FLAME)
		return STATUS_OK;
	report_error("\"%s\" has no stack traces, so there is no flame graph of it; try "
		     "\"trace-hist run\"",
		     measurement->recipe.name);
	return STATUS_INPUT;
}

static enum status run_recipe(const struct arguments *arguments, struct origin *origin)
{
	struct progress progress = {
		.what = arguments->name, .to_file = strcmp(arguments->path, "-"),
	};
	struct measurement measurement;
	struct recording recording;
	struct table table;
	enum status status;

	status = measurement_start(&measurement, arguments->name, &arguments->run.recipe);
	if (status)
		return status;
	recording = describe_measurement(&measurement, origin);
	status = check_stacks(&measurement);
	if (!status) {
		progress.end = session_begin(measurement.session) +
			       (arguments->run.duration ?: DEFAULT_DURATION);
		progress_wait(&progress, progress.end, &measurement);
		status = measurement_total(&measurement, &table);
	}
	if (!status) {
		recording.intervals = &table;
		recording.n_intervals = 1;
		status = picture_write(arguments->path, write_flame_svg, &recording);
		answer_warn(&table);
		table_free(&table);
	}
	measurement_stop(&measurement);
	return status;
}

static enum status draw_recording(const struct arguments *arguments)
{
	struct recording recording;
	enum status status = recording_read(&recording, arguments->name);

	if (status)
		return status;
	status = picture_write(arguments->path, write_flame_svg, &recording);
	recording_free(&recording);
	return status;
}

static enum status draw_folded(const struct arguments *arguments)
{
	struct recording recording = {
		.recipe = (char *)arguments->name, .title = (char *)arguments->name,
	};
	struct table table;
	enum status status = folded_read(&table, arguments->name);

	if (status)
		return status;
	recording.intervals = &table;
	recording.n_intervals = 1;
	status = picture_write(arguments->path, write_flame_svg, &recording);
	table_free(&table);
	return status;
}

/* The first table with stack traces; without any, the first one, so that the message names it. */
static enum status draw_tables(const struct arguments *arguments, struct tables *tables)
{
	struct recording recording = {
		.recipe = (char *)arguments->name, .title = (char *)arguments->name,
		.intervals = tables->tables, .n_intervals = tables->n ? 1 : 0,
	};

	for (size_t i = 0; i < tables->n; i++) {
		if (has_stacks(tables->tables + i)) {
			recording.intervals = tables->tables + i;
			break;
		}
	}
	if (recording.n_intervals)
		recording.command = recording.intervals->trigger;
	return picture_write(arguments->path, write_flame_svg, &recording);
}

static enum status draw_hist(const struct arguments *arguments)
{
	struct source *source;
	struct tables tables;
	bool is_copy;
	enum status status = source_open_event(&source, NULL, arguments->name);

	if (status)
		return status;
	is_copy = source_is_file(source);
	status = source_read_total(source, &tables);
	source_close(source);
	if (status)
		return status;
	/* The files that the user stacks of a saved copy name need not be those of this machine. */
	for (size_t i = 0; !status && !is_copy && i < tables.n; i++)
		status = symbols_resolve(tables.tables + i);
	if (!status)
		status = draw_tables(arguments, &tables);
	tables_free(&tables);
	return status;
}

static enum status draw_file(const struct arguments *arguments, enum input kind)
{
	const struct run_options *run = &arguments->run;

	if (run->duration || run->recipe.pid || run->recipe.comm || run->recipe.filter) {
		report_error("-d, -p, -c and --filter are for recipes, and \"%s\" is a file",
			     arguments->name);
		return STATUS_USAGE;
	}
	if (kind == INPUT_RECORDING)
		return draw_recording(arguments);
	return kind == INPUT_HIST ? draw_hist(arguments) : draw_folded(arguments);
}

/**
 * command_flame() - execute "trace-hist flame"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: exit status.
 */
int command_flame(int argc, char **argv)
{
	struct arguments arguments = { 0 };
	struct origin origin;
	enum status status = origin_init(&origin, argc, argv);
	enum input kind;

	if (!status)
		status = options_parse(&argp, argc, argv, &arguments);
	if (!status) {
		kind = input_kind(arguments.name);
		status = kind == INPUT_RECIPE ? run_recipe(&arguments, &origin) :
			 draw_file(&arguments, kind);
	}
	origin_free(&origin);
	return status;
}
