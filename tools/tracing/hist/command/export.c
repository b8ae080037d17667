// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist export: let Prometheus and others read histograms as metrics. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "command.h"
#include "common/wait.h"
#include "export/exporter.h"
#include "export/server.h"
#include "options.h"

/*
 * The port spells HIST on a telephone. Exporters of Prometheus share 9100 to 9999, where all ports
 * are taken.
 */
#define DEFAULT_ADDRESS		"127.0.0.1:4478"

/* Answers within this time are the same. */
#define DEFAULT_INTERVAL	1

/* How long the command sleeps if no signal arrives */
#define LONG_TIME		86400

enum {
	KEY_LISTEN = 0x200,
	KEY_INSTANCE,
	KEY_EVENT,
	KEY_FROM,
	KEY_LABEL,
};

/**
 * struct arguments - command line
 * @recipes: names of recipes
 * @n_recipes: number of recipes
 * @events: events whose histograms are exported
 * @n_events: number of events
 * @files: copies of hist files
 * @n_files: number of files
 * @labels: keys that become labels
 * @n_labels: number of keys
 * @instance: instance of the events, or NULL
 * @listen: address
 * @interval: seconds in which answers are the same
 * @selection: which events are counted
 */
struct arguments {
	char **recipes;
	size_t n_recipes;
	char **events;
	size_t n_events;
	char **files;
	size_t n_files;
	char **labels;
	size_t n_labels;
	const char *instance;
	const char *listen;
	double interval;
	struct recipe_options selection;
};

static const struct argp_option option_list[] = {
	{ "listen", KEY_LISTEN, "ADDRESS:PORT", 0,
	  "listen here (default: " DEFAULT_ADDRESS "); port 0 is any free port", 0 },
	{ "interval", 'i', "TIME", 0,
	  "give all readers the same answer for TIME (default: 1s)", 0 },
	{ "label", KEY_LABEL, "KEY", 0,
	  "make only this key a label, and add up the others; may be repeated", 0 },
	{ "event", KEY_EVENT, "EVENT", 0,
	  "export histograms of existing triggers; may be repeated", 0 },
	{ "instance", KEY_INSTANCE, "NAME", 0,
	  "take the events of this instance of tracefs", 0 },
	{ "from", KEY_FROM, "FILE", 0,
	  "export a copy of a hist file, which is read again for each answer; may be repeated", 0 },
	{ 0 }
};

static void append(struct argp_state *state, char ***list, size_t *n, char *value)
{
	char **more = reallocarray(*list, *n + 1, sizeof(*more));

	if (!more)
		argp_failure(state, STATUS_FAILED, ENOMEM, "cannot read the command line");
	*list = more;
	more[(*n)++] = value;
}

static void check(const struct arguments *arguments, struct argp_state *state)
{
	const struct recipe_options *selection = &arguments->selection;

	if (!arguments->n_recipes && !arguments->n_events && !arguments->n_files)
		argp_error(state,
			   "export takes names of recipes, which \"trace-hist list\" lists, --event or --from");
	if (arguments->instance && !arguments->n_events)
		argp_error(state, "--instance belongs to --event");
	if ((arguments->n_events || arguments->n_files) &&
	    (selection->pid || selection->comm || selection->filter))
		argp_error(state, "--pid, --comm and --filter need a recipe, and exclude --event "
			   "and --from");
	if (arguments->n_files && arguments->n_recipes > 1)
		argp_error(state,
			   "--from takes at most one recipe, which tells what the columns are");
	if (arguments->n_files > 1 && arguments->n_recipes)
		argp_error(state, "a recipe explains one file, not several");
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct arguments *arguments = state->input;

	switch (key) {
	case KEY_LISTEN:
		arguments->listen = arg;
		return 0;
	case 'i':
		arguments->interval = parse_seconds(state, "--interval", arg);
		return 0;
	case KEY_LABEL:
		append(state, &arguments->labels, &arguments->n_labels, arg);
		return 0;
	case KEY_EVENT:
		append(state, &arguments->events, &arguments->n_events, arg);
		return 0;
	case KEY_INSTANCE:
		take_instance(state, arg, &arguments->instance);
		return 0;
	case KEY_FROM:
		append(state, &arguments->files, &arguments->n_files, arg);
		return 0;
	case ARGP_KEY_ARG:
		append(state, &arguments->recipes, &arguments->n_recipes, arg);
		return 0;
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &arguments->selection;
		return 0;
	case ARGP_KEY_SUCCESS:
		check(arguments, state);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &recipe_argp, 0, "Selection:", 1 },
	{ 0 }
};

static const struct argp argp = {
	option_list, parse_option, "[RECIPE...]",
	"Let Prometheus and others read histograms as metrics in the OpenMetrics format.\v"
	"RECIPE is a name that \"trace-hist list\" shows, or a file if it has a slash. The metrics are "
	"at http://ADDRESS:PORT/metrics until Ctrl-C.",
	children, NULL, NULL
};

static enum status add_inputs(struct exporter *exporter, const struct arguments *arguments)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; !status && i < arguments->n_events; i++)
		status = exporter_add_event(exporter, arguments->instance, arguments->events[i]);
	for (size_t i = 0; !status && i < arguments->n_files; i++)
		status = exporter_add_file(exporter, arguments->files[i],
					   arguments->n_recipes ? arguments->recipes[0] : NULL);
	for (size_t i = 0; !status && !arguments->n_files && i < arguments->n_recipes; i++)
		status = exporter_add_recipe(exporter, arguments->recipes[i],
					     &arguments->selection);
	return status ? status : exporter_start(exporter);
}

static enum status serve(struct exporter *exporter, struct server *server, double interval)
{
	enum status status = server_start(server, interval, exporter_render, exporter);

	if (status)
		return status;
	printf("The metrics are at %s\n", server_url(server));
	status = answer_flush();
	while (!status && sleep_until(now() + LONG_TIME))
		;
	return status;
}

/* The address comes first, so that nothing is set up in the kernel if it is taken. */
static enum status export(const struct arguments *arguments)
{
	struct exporter exporter = {
		.labels = arguments->labels, .n_labels = arguments->n_labels,
	};
	struct server *server;
	enum status status;

	signals_catch();
	status = server_open(&server, arguments->listen);
	if (status)
		return status;
	status = add_inputs(&exporter, arguments);
	if (!status && !signals_stop())
		status = serve(&exporter, server, arguments->interval);
	server_close(server);
	exporter_close(&exporter);
	return status;
}

/**
 * command_export() - execute "trace-hist export"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: exit status.
 */
int command_export(int argc, char **argv)
{
	struct arguments arguments = { .listen = DEFAULT_ADDRESS, .interval = DEFAULT_INTERVAL };
	enum status status = options_parse(&argp, argc, argv, &arguments);

	if (!status)
		status = export(&arguments);
	free(arguments.recipes);
	free(arguments.events);
	free(arguments.files);
	free(arguments.labels);
	return status;
}
