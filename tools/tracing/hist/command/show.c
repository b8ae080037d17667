// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist show: print histograms of the user or of another program as tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "answer.h"
#include "command.h"
#include "common/utf8.h"
#include "intervals.h"
#include "kernel/features.h"
#include "kernel/source.h"
#include "options.h"
#include "symbols/symbols.h"

enum {
	KEY_EVENT = 0x200,
	KEY_INSTANCE,
	KEY_FROM,
};

/**
 * struct arguments - command line
 * @name: event or file without an option, or NULL
 * @event: event, or NULL
 * @from: file, or NULL
 * @instance: instance, or NULL for the top of tracefs
 * @run: time
 * @output: format
 */
struct arguments {
	const char *name;
	const char *event;
	const char *from;
	const char *instance;
	struct run_options run;
	struct output_options output;
};

static const struct argp_option option_list[] = {
	{ "event", KEY_EVENT, "EVENT", 0, "print the histograms of EVENT", 0 },
	{ "instance", KEY_INSTANCE, "NAME", 0, "take the event of this instance of tracefs", 0 },
	{ "from", KEY_FROM, "FILE", 0,
	  "print FILE, a copy of a hist file, which is read again for each interval", 0 },
	{ 0 }
};

static void check_arguments(struct argp_state *state, const struct arguments *arguments)
{
	int n = !!arguments->name + !!arguments->event + !!arguments->from;

	if (!n)
		argp_error(state, "show takes an event, as in sched:sched_switch, or a file");
	if (n > 1)
		argp_error(state, "an argument, --event and --from exclude each other");
	if (arguments->instance && arguments->from)
		argp_error(state, "--instance needs an event");
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case KEY_EVENT:
		arguments->event = arg;
		return 0;
	case KEY_FROM:
		arguments->from = arg;
		return 0;
	case KEY_INSTANCE:
		take_instance(state, arg, &arguments->instance);
		return 0;
	case ARGP_KEY_INIT:
		arguments->run.duration_help =
			"end after TIME (10, 0.5, 200ms, 5m, 1h; default: print the histograms "
			"once, or run until Ctrl-C with -i)";
		arguments->run.interval_help =
			"print what was counted in each interval of TIME";
		state->child_inputs[0] = &arguments->run;
		state->child_inputs[1] = &arguments->output;
		return 0;
	case ARGP_KEY_ARG:
		take_argument(state, "event or file", arg, &arguments->name);
		return 0;
	case ARGP_KEY_END:
		check_arguments(state, arguments);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &time_argp, 0, "Time:", 1 },
	{ &output_argp, 0, "Output:", 2 },
	{ 0 }
};

static const struct argp argp = {
	option_list, parse_option, "EVENT|FILE\n--event EVENT [--instance NAME]\n--from FILE",
	"Print the histograms that an event has, once or in intervals.\v"
	"EVENT is SYSTEM:EVENT or SYSTEM/EVENT. FILE is a hist file, or a saved copy of one.\n\n"
	"The histograms are not changed. Intervals are approximate: they are differences of two reads.",
	children, NULL, NULL
};

static const char *given_name(const struct arguments *arguments)
{
	return arguments->from ?: arguments->event ?: arguments->name;
}

/* The trigger tells the histograms of an event from each other. */
static void print_heading(const struct table *table, bool is_interval)
{
	time_t seconds = time(NULL);
	char clock[16] = "";
	struct tm tm;

	if (is_interval && localtime_r(&seconds, &tm))
		strftime(clock, sizeof(clock), "%H:%M:%S  ", &tm);
	fputs(clock, stdout);
	if (table->event)
		printf("%s  ", table->event);
	/* The trigger of a saved copy may have any characters. */
	write_display(stdout, table->trigger, SIZE_MAX);
	putchar('\n');
}

/* The files that user stacks name are those of this machine, unless the table is a saved copy. */
static enum status resolve(const struct source *source, struct tables *tables)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; !status && !source_is_file(source) && i < tables->n; i++)
		status = symbols_resolve(&tables->tables[i]);
	return status;
}

/**
 * struct show_state - tables that were printed before
 * @answer: state of the answer
 * @header: the last header line of CSV, or NULL
 */
struct show_state {
	struct answer_state answer;
	char *header;
};

/*
 * Several histograms of an event have a header line of CSV each. Another histogram can replace a
 * single one between two intervals. Then it needs another header line if its columns are different.
 */
static enum status choose_header(const struct table *table, bool is_only, struct layout *layout,
				 struct show_state *state)
{
	char *header = csv_header(table, layout);

	if (!header)
		return report_memory("write the answer");
	layout->continued = is_only && state->header &&
			    (!table->n_rows || !strcmp(header, state->header));
	if (layout->continued) {
		free(header);
	} else {
		free(state->header);
		state->header = header;
	}
	return STATUS_OK;
}

static enum status print_tables(const struct tables *tables, const struct arguments *arguments,
				bool is_interval, struct show_state *state)
{
	enum format format = arguments->output.format;
	enum status status = STATUS_OK;
	struct layout layout;

	options_layout(&layout, &arguments->output, NULL);
	for (size_t i = 0; !status && i < tables->n; i++) {
		const struct table *table = &tables->tables[i];

		if (format == FORMAT_TEXT)
			print_heading(table, is_interval);
		if (format == FORMAT_CSV)
			status = choose_header(table, tables->n == 1, &layout, state);
		if (!status)
			status = answer_write(table, format, &layout);
		if (!status && format == FORMAT_TEXT && (is_interval || i + 1 < tables->n))
			putchar('\n');
		answer_warn(table, format, &state->answer);
	}
	return status ? status : answer_flush();
}

/* Print the tables of a source, and free them. */
static enum status show_tables(const struct source *source, struct tables *tables,
			       const struct arguments *arguments, bool is_interval,
			       struct show_state *state)
{
	enum status status = resolve(source, tables);

	if (!status)
		status = tables->n ? print_tables(tables, arguments, is_interval, state) :
				     source_report_empty(given_name(arguments),
							 source_is_file(source));
	tables_free(tables);
	return status;
}

static enum status show_once(struct source *source, const struct arguments *arguments)
{
	struct show_state state = { 0 };
	struct tables tables;
	enum status status = source_read_total(source, &tables);

	if (!status)
		status = show_tables(source, &tables, arguments, false, &state);
	free(state.header);
	return status;
}

static enum status show_interval(struct source *source, const struct arguments *arguments,
				 struct progress *progress, struct show_state *state)
{
	struct tables tables;
	enum status status = source_read_interval(source, &tables);

	if (status)
		return status;
	progress->rows = 0;
	for (size_t i = 0; i < tables.n; i++) {
		progress->rows += tables.tables[i].n_rows;
		progress->dropped += tables.tables[i].dropped;
	}
	return show_tables(source, &tables, arguments, true, state);
}

static enum status show_intervals(struct source *source, const struct arguments *arguments)
{
	struct progress progress = { .what = given_name(arguments) };
	struct show_state state = { 0 };
	enum status status = STATUS_OK;
	struct intervals intervals;

	intervals_begin(&intervals, &progress, now(),
			arguments->run.interval ?: arguments->run.duration,
			arguments->run.duration);
	while (intervals_next(&intervals, &status))
		status = show_interval(source, arguments, &progress, &state);
	free(state.header);
	return status;
}

static enum status open_source(struct source **source, const struct arguments *arguments)
{
	if (arguments->from)
		return source_open_watched(source, arguments->from);
	return source_open_event(source, arguments->instance, given_name(arguments));
}

/* A file needs --from to have intervals, which are differences of two reads. */
static enum status check_source(const struct source *source, const struct arguments *arguments)
{
	if (!source_is_file(source) || arguments->from)
		return STATUS_OK;
	if (arguments->event)
		report_error("\"%s\" is a file; use --from", arguments->event);
	else if (arguments->run.interval || arguments->run.duration)
		report_error("%s is no file of tracefs, so it has no intervals; if another program "
			     "replaces it, use --from", arguments->name);
	else
		return STATUS_OK;
	return STATUS_USAGE;
}

static enum status show(const struct arguments *arguments)
{
	struct source *source;
	enum status status;

	signals_catch();
	status = open_source(&source, arguments);
	if (status)
		return status;
	status = check_source(source, arguments);
	if (!status)
		status = arguments->run.interval || arguments->run.duration ?
			 show_intervals(source, arguments) : show_once(source, arguments);
	source_close(source);
	return status;
}

/**
 * command_show() - execute "trace-hist show"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: exit status.
 */
int command_show(int argc, char **argv)
{
	struct arguments arguments = { 0 };
	enum status status = options_parse(&argp, argc, argv, &arguments);

	return status ? status : show(&arguments);
}
