// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist check: say what is wrong with files of recipes. */
#include <stdio.h>

#include "answer.h"
#include "command.h"
#include "options.h"

#define MAX_ERRORS	20	/* messages for each file */

/**
 * struct check_options - options of the command
 * @complete: also ask for the texts that trace-hist's own recipes have
 * @files: the files
 * @n_files: number of files
 */
struct check_options {
	bool complete;
	char **files;
	size_t n_files;
};

#define KEY_COMPLETE	0x100

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct check_options *options = state->input;

	(void)arg;
	switch (key) {
	case KEY_COMPLETE:
		options->complete = true;
		return 0;
	case ARGP_KEY_ARGS:
		options->files = state->argv + state->next;
		options->n_files = state->argc - state->next;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which file? As in \"trace-hist check my.yaml\"");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option option_list[] = {
	{ "complete", KEY_COMPLETE, NULL, 0,
	  "also require \"when\", \"example\" and \"conclude\", which trace-hist's own recipes have",
	  0 },
	{ 0 }
};

static const struct argp check_argp = {
	.options = option_list,
	.parser = parse_option,
	.args_doc = "FILE...",
	.doc = "Say what is wrong with files of recipes, with line and column.\v"
	       "trace-hist-recipe(5) describes the files. The exit status is 3 if a file is wrong. "
	       "Neither root nor tracefs is needed.",
};

static enum status check_file(const char *file, const struct check_options *options)
{
	enum status status;
	unsigned int n_errors;
	struct recipe recipe;

	status = recipe_check(&recipe, file, options->complete, MAX_ERRORS, &n_errors);
	if (n_errors > MAX_ERRORS && status != STATUS_OK)
		report_error("%s has %u more error%s", file, n_errors - MAX_ERRORS,
			     n_errors - MAX_ERRORS == 1 ? "" : "s");
	if (status != STATUS_OK)
		return status;
	printf("%s: recipe %s is correct, and has %zu variant%s\n", file, recipe.name,
	       recipe.n_variants, recipe.n_variants == 1 ? "" : "s");
	recipe_free(&recipe);
	return STATUS_OK;
}

/**
 * command_check() - run "trace-hist check"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: %STATUS_OK if all files are correct, otherwise the status of the first one that is not.
 */
int command_check(int argc, char **argv)
{
	struct check_options options = { 0 };
	enum status status = options_parse(&check_argp, argc, argv, &options);

	for (size_t i = 0; i < options.n_files; i++) {
		enum status one = check_file(options.files[i], &options);

		if (status == STATUS_OK)
			status = one;
	}
	return status == STATUS_OK ? answer_flush() : status;
}
