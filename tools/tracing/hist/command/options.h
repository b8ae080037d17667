/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Options that several commands share, as children of a command's argp parser:
 *
 *	static const struct argp_child children[] = {
 *		{ &recipe_argp, 0, "Selection:", 0 }, { &output_argp, 0, "Output:", 0 }, { 0 }
 *	};
 *
 * The command's parser sets state->child_inputs[] to their structs on ARGP_KEY_INIT.
 */
#ifndef _OPTIONS_H
#define _OPTIONS_H

#include <argp.h>

#include "common/report.h"
#include "output/output.h"
#include "recipe/recipe.h"

/**
 * struct run_options - options of commands that run a recipe: -p, -c, --filter, -d, -i
 * @recipe: selection of events; its suffix is not set
 * @duration: seconds, or 0 to run until a signal arrives
 * @interval: seconds, or 0 if the user has given no interval
 * @duration_help: help of -d if the command does not run until Ctrl-C by default, or NULL
 * @interval_help: help of -i if the command does not print intervals, or NULL
 */
struct run_options {
	struct recipe_options recipe;
	double duration;
	double interval;
	const char *duration_help;
	const char *interval_help;
};

/**
 * struct output_options - options of commands that print tables: --csv, --json, --limit
 * @format: format of the answer
 * @limit: number of rows, or 0 for all
 * @has_limit: the user has given @limit
 */
struct output_options {
	enum format format;
	size_t limit;
	bool has_limit;
};

/* Input: struct recipe_options. Only -p, -c, --filter, for explain. */
extern const struct argp recipe_argp;
/* Input: struct run_options. Only -d. */
extern const struct argp duration_argp;
/* Input: struct run_options. Only -d, -i. */
extern const struct argp time_argp;
/* Input: struct run_options. -p, -c, --filter, -d, -i */
extern const struct argp run_argp;
/* Input: enum format. --csv, --json */
extern const struct argp format_argp;
/* Input: struct output_options. --csv, --json, --limit */
extern const struct argp output_argp;

enum status options_parse(const struct argp *argp, int argc, char **argv, void *input);
double parse_seconds(struct argp_state *state, const char *option, const char *text);
unsigned long parse_count(struct argp_state *state, const char *option, const char *text,
			  unsigned long max);
void take_argument(struct argp_state *state, const char *what, const char *text,
		   const char **argument);
void take_instance(struct argp_state *state, const char *name, const char **instance);
unsigned int terminal_width(int fd);
void options_layout(struct layout *layout, const struct output_options *options,
		    const struct recipe_variant *variant);

#endif /* _OPTIONS_H */
