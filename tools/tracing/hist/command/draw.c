// SPDX-License-Identifier: GPL-2.0-only
/* The command line of the commands that draw a picture of a recipe or a file: heatmap, flame. */
#include "picture.h"

static const struct argp_option option_list[] = {
	{ "output", 'o', "FILE", 0,
	  "write the picture as SVG to FILE (- for the standard output); an existing FILE is "
	  "replaced", 0 },
	{ 0 }
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct draw_options *options = state->input;

	switch (key) {
	case 'o':
		if (!*arg)
			argp_error(state, "-o takes the name of a file");
		options->path = arg;
		return 0;
	case ARGP_KEY_INIT:
		options->run.duration_help =
			"run the recipe for TIME (10, 0.5, 200ms, 5m, 1h; default: 30)";
		state->child_inputs[0] = &options->format;
		state->child_inputs[1] = &options->run.recipe;
		return 0;
	case ARGP_KEY_ARG:
		take_argument(state, "recipe or file", arg, &options->name);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "the command takes the name of a recipe, or a file; "
			   "\"trace-hist list\" lists the recipes");
		return 0;
	case ARGP_KEY_SUCCESS:
		if (options->path && options->format != FORMAT_TEXT)
			argp_error(state, "-o writes a picture: it excludes --csv and --json");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_child children[] = {
	{ &format_argp, 0, NULL, 0 },
	{ &recipe_argp, 0, "Selection, for a recipe:", 1 },
	{ 0 }
};

const struct argp draw_argp = { option_list, parse_option, NULL, NULL, children, NULL, NULL };

/* Find an option that the user has given, and that only a recipe can have. */
static const char *option_of_recipe(const struct run_options *run)
{
	return run->duration ? "--duration" : run->interval ? "--interval" :
	       run->recipe.pid ? "--pid" : run->recipe.comm ? "--comm" :
	       run->recipe.filter ? "--filter" : NULL;
}

/**
 * draw_check_file() - check that there is no option for recipes if a file is drawn
 * @options: the command line
 *
 * Return: %STATUS_OK, or %STATUS_USAGE after a message.
 */
enum status draw_check_file(const struct draw_options *options)
{
	const char *option = option_of_recipe(&options->run);

	if (!option)
		return STATUS_OK;
	report_error("%s is for recipes, and \"%s\" is a file", option, options->name);
	return STATUS_USAGE;
}
