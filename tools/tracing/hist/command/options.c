// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options that several commands share: which events, how long, which format. The texts of -c and
 * --filter are checked by recipe_check_options().
 */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "answer.h"
#include "options.h"

/* Rows of a text answer unless --limit says otherwise. */
#define DEFAULT_LIMIT	20

/* The kernel's limit of process ids. */
#define MAX_PID		4194304

/* The longest time that -d and -i accept: ten years. */
#define MAX_DAYS	3660
#define MAX_SECONDS	(MAX_DAYS * 86400.0)

/* Keys of options that have no letter. */
enum {
	KEY_FILTER = 0x100,
	KEY_CSV,
	KEY_JSON,
	KEY_LIMIT,
	KEY_USAGE,
};

/**
 * parse_seconds() - parse the value of an option that is a time
 * @state: the parser
 * @option: name of the option, for the message
 * @text: a number that may have decimals, and one of the units ms, s, m, h, d; s is the default
 *
 * Return: the time in seconds, from 1 ms to %MAX_DAYS days. A wrong text ends the program with
 * %STATUS_USAGE.
 */
double parse_seconds(struct argp_state *state, const char *option, const char *text)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {
		{ "", 1 }, { "ms", 0.001 }, { "s", 1 }, { "m", 60 }, { "h", 3600 }, { "d", 86400 },
	};
	size_t length = strspn(text, "0123456789.");
	double number, seconds;
	char *end;

	number = strtod(text, &end);
	/* strtod() also accepts blanks, signs, exponents, "inf" and hexadecimal numbers. */
	for (size_t i = 0; length && end == text + length && i < sizeof(units) / sizeof(units[0]);
	     i++) {
		seconds = number * units[i].seconds;
		if (!strcmp(end, units[i].name) && seconds >= 0.001 && seconds <= MAX_SECONDS)
			return seconds;
	}
	argp_error(state, "%s takes a time of at least 1ms and at most %dd, as in 10, 0.5, 200ms, "
		   "5m or 1h, not \"%s\"", option, MAX_DAYS, text);
	return 0;
}

/**
 * parse_count() - parse the value of an option that is a number of at least 1
 * @state: the parser
 * @option: name of the option, for the message
 * @text: the number
 * @max: greatest number
 *
 * Return: the number. A wrong text ends the program with %STATUS_USAGE.
 */
unsigned long parse_count(struct argp_state *state, const char *option, const char *text,
			  unsigned long max)
{
	unsigned long number;
	char *end;

	errno = 0;
	number = strtoul(text, &end, 10);
	if (!isdigit((unsigned char)*text) || *end || errno || !number || number > max)
		argp_error(state, "%s takes a number from 1 to %lu, not \"%s\"", option, max, text);
	return number;
}

/**
 * take_argument() - store the argument of a command that takes only one
 * @state: the parser
 * @what: kind of the argument for the message, as in "recipe"
 * @text: the argument
 * @argument: where it is stored; NULL before
 *
 * A second argument ends the program with %STATUS_USAGE.
 */
void take_argument(struct argp_state *state, const char *what, const char *text,
		   const char **argument)
{
	const char *blank = strrchr(state->name, ' ');

	if (*argument)
		argp_error(state, "unexpected argument \"%s\"; %s takes one %s", text,
			   blank ? blank + 1 : state->name, what);
	*argument = text;
}

/**
 * take_instance() - store the value of --instance
 * @state: the parser
 * @name: the value
 * @instance: where it is stored
 *
 * A value that is no name of a directory ends the program with %STATUS_USAGE.
 */
void take_instance(struct argp_state *state, const char *name, const char **instance)
{
	if (!*name || strchr(name, '/') || *name == '.')
		argp_error(state, "--instance takes the name of an instance, not \"%s\"", name);
	*instance = name;
}

static const struct argp_option recipe_option_list[] = {
	{ "pid", 'p', "PID", 0, "count only the events of the task or process PID", 0 },
	{ "comm", 'c', "COMM", 0, "count only the events of tasks with the name COMM", 0 },
	{ "filter", KEY_FILTER, "EXPRESSION", 0,
	  "count only the events that match a filter of the kernel, as in 'count > 4096'", 0 },
	{ 0 }
};

static error_t parse_recipe_option(int key, char *arg, struct argp_state *state)
{
	struct recipe_options *options = state->input;

	switch (key) {
	case 'p':
		options->pid = parse_count(state, "--pid", arg, MAX_PID);
		return 0;
	case 'c':
		options->comm = arg;
		return 0;
	case KEY_FILTER:
		options->filter = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp recipe_argp = {
	recipe_option_list, parse_recipe_option, NULL, NULL, NULL, NULL, NULL
};

/* duration_argp has only the last option. */
static const struct argp_option time_option_list[] = {
	{ "interval", 'i', "TIME", 0, "count in intervals of TIME", 0 },
	{ "duration", 'd', "TIME", 0,
	  "end after TIME (10, 0.5, 200ms, 5m, 1h; default: run until Ctrl-C)", 0 },
	{ 0 }
};

/* A command can have texts of its own. argp frees the copy. */
static char *filter_time_help(int key, const char *text, void *input)
{
	const struct run_options *options = input;
	const char *own = NULL;
	char *copy;

	if (options && key == 'd')
		own = options->duration_help;
	else if (options && key == 'i')
		own = options->interval_help;
	copy = own ? strdup(own) : NULL;
	return copy ?: (char *)text;
}

static error_t parse_time_option(int key, char *arg, struct argp_state *state)
{
	struct run_options *options = state->input;

	switch (key) {
	case 'd':
		options->duration = parse_seconds(state, "--duration", arg);
		return 0;
	case 'i':
		options->interval = parse_seconds(state, "--interval", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp duration_argp = {
	&time_option_list[1], parse_time_option, NULL, NULL, NULL, filter_time_help, NULL
};

const struct argp time_argp = {
	time_option_list, parse_time_option, NULL, NULL, NULL, filter_time_help, NULL
};

static error_t parse_run_option(int key, char *arg, struct argp_state *state)
{
	struct run_options *options = state->input;

	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = &options->recipe;
	state->child_inputs[1] = options;
	return 0;
}

static const struct argp_child run_children[] = {
	{ &recipe_argp, 0, NULL, 0 },
	{ &time_argp, 0, NULL, 0 },
	{ 0 }
};

const struct argp run_argp = { NULL, parse_run_option, NULL, NULL, run_children, NULL, NULL };

static const struct argp_option format_option_list[] = {
	{ "csv", KEY_CSV, NULL, 0, "print comma-separated values", 0 },
	{ "json", KEY_JSON, NULL, 0, "print JSON; see trace-hist-json(5)", 0 },
	{ 0 }
};

static void set_format(struct argp_state *state, enum format *current, enum format format)
{
	if (*current != FORMAT_TEXT && *current != format)
		argp_error(state, "--csv and --json exclude each other");
	*current = format;
}

static error_t parse_format_option(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	switch (key) {
	case KEY_CSV:
		set_format(state, state->input, FORMAT_CSV);
		return 0;
	case KEY_JSON:
		set_format(state, state->input, FORMAT_JSON);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp format_argp = {
	format_option_list, parse_format_option, NULL, NULL, NULL, NULL, NULL
};

static const struct argp_option output_option_list[] = {
	{ "limit", KEY_LIMIT, "N", 0,
	  "print at most N rows (default: 20 as text, otherwise all)", 0 },
	{ 0 }
};

static error_t parse_output_option(int key, char *arg, struct argp_state *state)
{
	struct output_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->format;
		return 0;
	case KEY_LIMIT:
		options->limit = parse_count(state, "--limit", arg, 1000000000);
		options->has_limit = true;
		return 0;
	case ARGP_KEY_SUCCESS:
		if (!options->has_limit && options->format == FORMAT_TEXT)
			options->limit = DEFAULT_LIMIT;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child output_children[] = {
	{ &format_argp, 0, NULL, 0 },
	{ 0 }
};

const struct argp output_argp = {
	output_option_list, parse_output_option, NULL, NULL, output_children, NULL, NULL
};

/* Those of argp do not tell whether the help was written. */
static const struct argp_option help_option_list[] = {
	{ "help", '?', NULL, 0, "print this text", -1 },
	{ "usage", KEY_USAGE, NULL, 0, "print a short text", 0 },
	{ NULL, 'h', NULL, OPTION_HIDDEN, NULL, 0 },
	{ 0 }
};

static error_t parse_help_option(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	switch (key) {
	case 'h':
	case '?':
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK);
		exit(answer_flush());
	case KEY_USAGE:
		argp_state_help(state, stdout, ARGP_HELP_USAGE);
		exit(answer_flush());
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/**
 * options_parse() - parse the command line of a command
 * @argp: its parser
 * @argc: number of arguments
 * @argv: arguments; argv[0] is "trace-hist NAME"
 * @input: input of the parser
 *
 * A wrong command line ends the program with %STATUS_USAGE, --help with %STATUS_OK, or
 * %STATUS_FAILED if the help could not be written.
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if there is no memory.
 */
enum status options_parse(const struct argp *argp, int argc, char **argv, void *input)
{
	const struct argp_child children[] = { { argp, 0, NULL, 0 }, { 0 } };
	const struct argp root = {
		help_option_list, parse_help_option, NULL, NULL, children, NULL, NULL
	};
	error_t error;

	argp_err_exit_status = STATUS_USAGE;
	error = argp_parse(&root, argc, argv, ARGP_NO_HELP, NULL, input);
	if (!error)
		return STATUS_OK;
	errno = error;
	report_errno("parse", "the command line");
	return STATUS_FAILED;
}

/**
 * terminal_width() - width of a terminal
 * @fd: a file descriptor
 *
 * Return: its number of columns, or 0 if it is no terminal.
 */
unsigned int terminal_width(int fd)
{
	struct winsize size;

	if (!isatty(fd))
		return 0;
	if (ioctl(fd, TIOCGWINSZ, &size) || !size.ws_col)
		return 80;
	return size.ws_col;
}

/**
 * options_layout() - layout of an answer on standard output
 * @layout: result; refers to @variant
 * @options: options of the user
 * @variant: the recipe's variant, or NULL to show all fields of the table
 */
void options_layout(struct layout *layout, const struct output_options *options,
		    const struct recipe_variant *variant)
{
	*layout = (struct layout){
		.limit = options->limit,
		.distributions = options->has_limit ? options->limit : 0,
		.width = terminal_width(STDOUT_FILENO),
		.colours = options->format == FORMAT_TEXT && report_use_colours(STDOUT_FILENO),
	};
	if (!variant)
		return;
	layout->columns = variant->columns;
	layout->n_columns = variant->n_columns;
	layout->picture = variant->picture;
	layout->axis = variant->axis;
	layout->sort = variant->sort;
}
