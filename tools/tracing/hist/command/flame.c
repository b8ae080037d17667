// SPDX-License-Identifier: GPL-2.0-only
/*
 * trace-hist flame: draw stack traces as a flame graph, of a recipe that runs now, of a recording,
 * or of a copy of a hist or hist_folded file; or print the table of the picture.
 */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "output/stacks.h"
#include "picture.h"
#include "print.h"
#include "progress.h"
#include "recording/folded.h"
#include "symbols/symbols.h"

static void check_end(struct argp_state *state, struct draw_options *options)
{
	if (options->format != FORMAT_TEXT)
		return;
	if (options->path && (strcmp(options->path, "-") || !isatty(STDOUT_FILENO)))
		return;
	if (!options->path && !isatty(STDOUT_FILENO)) {
		options->path = "-";
		return;
	}
	argp_error(state, "a terminal cannot show a flame graph: give a file with -o FILE.svg");
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct draw_options *options = state->input;

	(void)arg;
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = options;
		state->child_inputs[1] = &options->run;
		return 0;
	case ARGP_KEY_SUCCESS:
		check_end(state, options);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &draw_argp, 0, NULL, 0 },
	{ &duration_argp, 0, NULL, 0 },
	{ 0 }
};

static const struct argp argp = {
	NULL, parse_option, "RECIPE|FILE",
	"Draw stack traces as a flame graph: an SVG file for a web browser.\v"
	"A name with a slash or a dot is a FILE, unless it ends with .yaml. "
	"RECIPE runs for 30 seconds unless -d says otherwise. After Ctrl-C, the command draws what "
	"was counted so far. FILE is a recording that \"trace-hist record\" has made, or a copy of "
	"a hist or hist_folded file of tracefs. --csv and --json print the table of the stack "
	"traces instead.",
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

/* The table of a recording that cannot be a flame graph is not printed. */
static enum status print_table(const struct recording *recording, enum format format)
{
	const struct output_options options = { .format = format };
	struct stacks stacks;
	struct table total;
	enum status status = recording_total(recording, &total);

	if (status)
		return status;
	status = stacks_init(&stacks, &total, recording);
	stacks_free(&stacks);
	table_free(&total);
	return status ? status : print_total(recording, &options);
}

static enum status draw(const struct draw_options *options, const struct recording *recording)
{
	if (options->format != FORMAT_TEXT)
		return print_table(recording, options->format);
	return picture_write(options->path, write_flame_svg, recording);
}

static enum status run_recipe(const struct draw_options *options, struct origin *origin)
{
	struct progress progress = {
		.what = options->name, .to_file = options->path && strcmp(options->path, "-"),
	};
	struct answer_state state = { 0 };
	struct measurement measurement;
	struct recording recording;
	struct table table;
	enum status status;

	status = measurement_start(&measurement, options->name, &options->run.recipe);
	if (status)
		return status;
	recording = describe_measurement(&measurement, origin);
	status = check_stacks(&measurement);
	if (!status) {
		progress.end = session_answer(measurement.session)->begin +
			       (options->run.duration ?: DRAW_DURATION);
		progress_wait(&progress, progress.end, &measurement);
		status = measurement_total(&measurement, &table);
	}
	if (!status) {
		recording.intervals = &table;
		recording.n_intervals = 1;
		recording.is_complete = true;
		status = draw(options, &recording);
		/* With the table as CSV, the warnings were printed. */
		if (options->format != FORMAT_CSV)
			answer_warn(&table, options->format, &state);
		table_free(&table);
	}
	measurement_stop(&measurement);
	return status;
}

static enum status draw_recording(const struct draw_options *options)
{
	struct recording recording;
	enum status status = recording_read(&recording, options->name);

	if (status)
		return status;
	status = draw(options, &recording);
	recording_free(&recording);
	return status;
}

/* Draw a table whose origin is not known. */
static enum status draw_table(const struct draw_options *options, struct table *table)
{
	const struct recording recording = {
		.recipe = (char *)options->name, .title = (char *)options->name,
		.command = table->trigger, .started = NAN,
		.intervals = table, .n_intervals = 1, .is_complete = true,
	};

	return draw(options, &recording);
}

static enum status draw_folded(const struct draw_options *options)
{
	struct table table;
	enum status status = folded_read(&table, options->name);

	if (status)
		return status;
	status = draw_table(options, &table);
	table_free(&table);
	return status;
}

/* The first table with stack traces; without any, the first one, so that the message names it. */
static struct table *choose_table(const struct tables *tables)
{
	for (size_t i = 0; i < tables->n; i++) {
		if (has_stacks(tables->tables + i))
			return tables->tables + i;
	}
	return tables->tables;
}

static enum status draw_hist(const struct draw_options *options)
{
	struct source *source;
	struct tables tables;
	bool is_copy;
	enum status status = source_open_event(&source, NULL, options->name);

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
		status = tables.n ? draw_table(options, choose_table(&tables)) :
				    source_report_empty(options->name, is_copy);
	tables_free(&tables);
	return status;
}

static enum status draw_file(const struct draw_options *options, enum input kind)
{
	enum status status = draw_check_file(options);

	if (status)
		return status;
	if (kind == INPUT_RECORDING)
		return draw_recording(options);
	return kind == INPUT_HIST ? draw_hist(options) : draw_folded(options);
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
	struct draw_options options = { 0 };
	struct origin origin;
	enum status status = origin_init(&origin, argc, argv);
	enum input kind;

	if (!status)
		status = options_parse(&argp, argc, argv, &options);
	if (!status) {
		kind = input_kind(options.name);
		status = kind == INPUT_RECIPE ? run_recipe(&options, &origin) :
			 draw_file(&options, kind);
	}
	origin_free(&origin);
	return status;
}
