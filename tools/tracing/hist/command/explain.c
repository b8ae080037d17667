// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist explain: the commands of a recipe, to paste into a root shell. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tracefs.h>

#include "answer.h"
#include "command.h"
#include "common/shell.h"
#include "kernel/features.h"
#include "options.h"
#include "support.h"
#include "table/trigger.h"

#define EXPLAIN_VERSION	1	/* of the JSON answer */
#define MAX_SUFFIX	32	/* bytes of the recipe's name that names of events get */
#define DEFAULT_TRACEFS	"/sys/kernel/tracing"

/**
 * struct explain_options - options of the command
 * @recipe: selection of events
 * @variant: number of the variant, from 1, or 0 to choose it
 * @json: print JSON
 * @name: the recipe
 */
struct explain_options {
	struct recipe_options recipe;
	unsigned long variant;
	bool json;
	const char *name;
};

#define KEY_VARIANT	0x100
#define KEY_JSON	0x101

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct explain_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->recipe;
		return 0;
	case KEY_VARIANT:
		options->variant = parse_count(state, "--variant", arg, 64);
		return 0;
	case KEY_JSON:
		options->json = true;
		return 0;
	case ARGP_KEY_ARG:
		take_argument(state, "recipe", arg, &options->name);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "which recipe? \"trace-hist list\" shows them");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option option_list[] = {
	{ "variant", KEY_VARIANT, "N", 0,
	  "show the N-th variant (default: the one that this kernel can do)", 0 },
	{ "json", KEY_JSON, NULL, 0, "print JSON; see trace-hist-json(5)", 0 },
	{ 0 }
};

static const struct argp_child children[] = {
	{ &recipe_argp, 0, "Selection of events:", 0 },
	{ 0 }
};

static const struct argp explain_argp = {
	.options = option_list,
	.parser = parse_option,
	.args_doc = "RECIPE",
	.doc = "Print the commands that a recipe consists of, to paste into a root shell.\v"
	       "RECIPE is a name of \"trace-hist list\", or a file if it has a slash. Without root, the "
	       "kernel is not known, and the first variant is shown.",
	.children = children,
};

/**
 * struct command_line - a command of the shell
 * @does: comment
 * @text: text that it writes to @file, or NULL for mkdir and rmdir
 * @file: the file, or the directory that it creates or removes
 * @program: "echo", or the program if @text is NULL
 * @appends: the file is opened with >>
 * @event: "SYSTEM/EVENT" of a trigger, or NULL
 */
struct command_line {
	char *does;
	char *text;
	char *file;
	const char *program;
	bool appends;
	char *event;
};

/**
 * struct script - the commands
 * @lines: the commands
 * @n: number of commands
 * @first_step: index of the command of the first step; those of the others follow
 * @n_setup: number of commands that set up the histograms; the others undo it
 * @instance: directory of the instance, relative to tracefs
 * @table: file with the answer, relative to tracefs
 * @failed: an allocation has failed
 */
struct script {
	struct command_line *lines;
	size_t n;
	size_t first_step;
	size_t n_setup;
	char *instance;
	char *table;
	bool failed;
};

static char *format_text(struct script *script, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static char *format_text(struct script *script, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0) {
		text = NULL;
		script->failed = true;
	}
	va_end(args);
	return text;
}

/* Add a command, which takes its texts. */
static void add_line(struct script *script, struct command_line line)
{
	struct command_line *more;

	more = realloc(script->lines, (script->n + 1) * sizeof(*more));
	if (!more) {
		free(line.does);
		free(line.text);
		free(line.file);
		free(line.event);
		script->failed = true;
		return;
	}
	script->lines = more;
	more[script->n++] = line;
}

static void free_script(struct script *script)
{
	for (size_t i = 0; i < script->n; i++) {
		free(script->lines[i].does);
		free(script->lines[i].text);
		free(script->lines[i].file);
		free(script->lines[i].event);
	}
	free(script->lines);
	free(script->instance);
	free(script->table);
}

static char *trigger_file(struct script *script, const char *event)
{
	return format_text(script, "%s/events/%s/trigger", script->instance, event);
}

/* The command of a step. It takes @event and @text. */
static void add_setup(struct script *script, const struct recipe_step *step, char *event,
		      char *text)
{
	struct command_line line = {
		.does = format_text(script, "%s", step->does), .text = text, .program = "echo",
		.appends = step->kind != STEP_RATE, .event = event,
	};

	switch (step->kind) {
	case STEP_SYNTHETIC:
		line.file = format_text(script, "synthetic_events");
		break;
	case STEP_DYNAMIC:
		line.file = format_text(script, "dynamic_events");
		break;
	case STEP_RATE:
		line.file = format_text(script, "hist_sample_hz");
		break;
	case STEP_TRIGGER:
		line.file = trigger_file(script, event);
		break;
	}
	add_line(script, line);
}

static enum status add_setups(struct script *script, const struct recipe_variant *variant,
			      const struct recipe_options *options)
{
	for (size_t i = 0; i < variant->n_steps; i++) {
		enum status status;
		char *event, *text;

		status = recipe_expand(variant, i, options, &event, &text);
		if (status != STATUS_OK)
			return status;
		add_setup(script, &variant->steps[i], event, text);
	}
	return STATUS_OK;
}

static void undo_rates(struct script *script, const struct recipe_variant *variant)
{
	for (size_t i = 0; i < variant->n_steps; i++) {
		if (variant->steps[i].kind == STEP_RATE) {
			add_line(script, (struct command_line){
				.does = format_text(script, "Stop sampling."),
				.text = format_text(script, "0"),
				.file = format_text(script, "hist_sample_hz"),
				.program = "echo",
			});
			return;
		}
	}
}

/* A trigger is removed before those whose variables it uses: the last one first. */
static void undo_triggers(struct script *script, const struct recipe_variant *variant)
{
	for (size_t i = variant->n_steps; i-- > 0; ) {
		const struct command_line *setup = &script->lines[script->first_step + i];

		if (variant->steps[i].kind != STEP_TRIGGER || script->failed ||
		    trigger_is_command(setup->text))
			continue;
		add_line(script, (struct command_line){
			.does = format_text(script, "Remove the trigger of %s.",
					    setup->event),
			.text = format_text(script, "!%s", setup->text),
			.file = format_text(script, "%s", setup->file),
			.program = "echo", .appends = true,
		});
	}
}

static enum status undo_definitions(struct script *script, const struct recipe_variant *variant,
				    const struct recipe_options *options)
{
	for (size_t i = variant->n_steps; i-- > 0; ) {
		enum status status;
		char *name;

		status = recipe_expand_definition(variant, i, options, &name);
		if (status != STATUS_OK)
			return status;
		if (!name)
			continue;
		add_line(script, (struct command_line){
			.does = format_text(script, "Remove the event %s.", name),
			.text = format_text(script, "-:%s", name),
			.file = format_text(script, "dynamic_events"),
			.program = "echo", .appends = true,
		});
		free(name);
	}
	return STATUS_OK;
}

static enum status undo(struct script *script, const struct recipe_variant *variant,
			const struct recipe_options *options)
{
	undo_rates(script, variant);
	undo_triggers(script, variant);
	add_line(script, (struct command_line){
		.does = format_text(script, "Remove the instance."),
		.file = format_text(script, "%s", script->instance),
		.program = "rmdir",
	});
	return undo_definitions(script, variant, options);
}

static void create_instance(struct script *script, const struct recipe_options *options)
{
	script->instance = format_text(script, "instances/th_%s", options->suffix);
	add_line(script, (struct command_line){
		.does = format_text(script,
				    "Create an instance, whose triggers disturb nobody else."),
		.file = format_text(script, "%s", script->instance),
		.program = "mkdir",
	});
	add_line(script, (struct command_line){
		.does = format_text(script, "Free memory: its trace buffer stays empty."),
		.text = format_text(script, "1"),
		.file = format_text(script, "%s/buffer_size_kb", script->instance),
		.program = "echo",
	});
}

static void add_clear(struct script *script)
{
	add_line(script, (struct command_line){
		.does = format_text(script,
				    "Forget what was counted before all triggers were there."),
		.text = format_text(script, "clear"),
		.file = format_text(script, "%s/hist_control", script->instance),
		.program = "echo",
	});
}

static enum status write_script(struct script *script, const struct recipe_variant *variant,
				const struct recipe_options *options)
{
	enum status status;
	char *event;

	create_instance(script, options);
	script->first_step = script->n;
	status = add_setups(script, variant, options);
	if (status != STATUS_OK)
		return status;
	if (variant_is_cleared(variant))
		add_clear(script);
	script->n_setup = script->n;
	status = recipe_expand_table(variant, options, &event);
	if (status != STATUS_OK)
		return status;
	script->table = format_text(script, "%s/events/%s/hist", script->instance, event);
	free(event);
	status = undo(script, variant, options);
	if (status == STATUS_OK && script->failed)
		status = report_memory("make the commands of this recipe");
	return status;
}

static void print_line(const struct command_line *line)
{
	printf("\n# %s\n", line->does);
	if (!line->text) {
		printf("%s ", line->program);
	} else {
		shell_write_echo(stdout, line->text);
		fputs(line->appends ? " >> " : " > ", stdout);
	}
	shell_write_word(stdout, line->file);
	putchar('\n');
}

static const char *tracefs_directory(void)
{
	tracefs_set_loglevel(TEP_LOG_NONE);
	return tracefs_is_mounted() ? tracefs_tracing_dir() : DEFAULT_TRACEFS;
}

static void print_columns(const struct recipe_variant *variant)
{
	for (size_t i = 0; i < variant->n_columns; i++) {
		const struct recipe_column *column = &variant->columns[i];
		const char *unit = unit_name(column->unit);

		printf("#   %s: %s%s%s%s\n", column->field, column->title, *unit ? ", " : "", unit,
		       column->is_rate ? " (divide it by the seconds)" : "");
	}
}

static void print_support(const struct recipe_variant *variant)
{
	const char *lacks;

	if (!kernel_is_known()) {
		puts("# Not checked: run as root to see the variant for this kernel.");
		return;
	}
	lacks = variant_lacks(variant);
	if (lacks)
		printf("# The running kernel cannot do it: it lacks %s.\n", feature_says(lacks));
}

static void print_text(const struct recipe *recipe, const struct recipe_variant *variant,
		       const struct script *script)
{
	printf("# %s: %s\n# Paste these commands into a root shell.\n", recipe->name,
	       recipe->question);
	if (recipe->n_variants > 1)
		printf("# This is variant %zu of %zu, see \"trace-hist info %s\".\n",
		       variant - recipe->variants + 1, recipe->n_variants, recipe->name);
	print_support(variant);
	fputs("cd ", stdout);
	shell_write_word(stdout, tracefs_directory());
	putchar('\n');
	for (size_t i = 0; i < script->n_setup; i++)
		print_line(&script->lines[i]);
	printf("\n# Read the answer, as often as you like.%s\n",
	       variant->n_columns ? " Its columns are:" : "");
	print_columns(variant);
	fputs("cat ", stdout);
	shell_write_word(stdout, script->table);
	puts("\n\n# Undo it all, in this order.");
	for (size_t i = script->n_setup; i < script->n; i++)
		print_line(&script->lines[i]);
}

static json_object *lines_to_json(const struct script *script, size_t begin, size_t end,
				  bool *failed)
{
	json_object *array = json_object_new_array();

	for (size_t i = begin; array && i < end; i++) {
		const struct command_line *line = &script->lines[i];
		json_object *object = json_object_new_object();

		json_add_text(object, "does", line->does, failed);
		json_add_text(object, "command", line->program, failed);
		json_add_text(object, "text", line->text, failed);
		json_add_text(object, "file", line->file, failed);
		if (line->text)
			json_add(object, "append", json_object_new_boolean(line->appends), failed);
		if (json_object_array_add(array, object)) {
			json_object_put(object);
			*failed = true;
		}
	}
	return array;
}

static enum status print_json(const struct recipe *recipe, const struct recipe_variant *variant,
			      const struct script *script)
{
	json_object *object = json_object_new_object();
	bool failed = !object;

	json_add(object, "version", json_object_new_int(EXPLAIN_VERSION), &failed);
	json_add_text(object, "name", recipe->name, &failed);
	json_add_text(object, "question", recipe->question, &failed);
	json_add(object, "variant", json_object_new_int(variant - recipe->variants + 1), &failed);
	json_add_text(object, "supported", support_name(variant_support(variant)), &failed);
	json_add_text(object, "directory", tracefs_directory(), &failed);
	json_add(object, "setup", lines_to_json(script, 0, script->n_setup, &failed), &failed);
	json_add_text(object, "table", script->table, &failed);
	json_add(object, "undo", lines_to_json(script, script->n_setup, script->n, &failed),
		 &failed);
	return json_print(object, failed);
}

/* The variant that the user wants, or that the kernel can do, or the first one. */
static enum status select_variant(const struct recipe *recipe, unsigned long number,
				  const struct recipe_variant **variant)
{
	if (number > recipe->n_variants) {
		report_error("recipe \"%s\" has no variant %lu: the last one is %zu", recipe->name,
			     number, recipe->n_variants);
		return STATUS_USAGE;
	}
	if (number) {
		*variant = &recipe->variants[number - 1];
		return STATUS_OK;
	}
	if (recipe_support(recipe, variant) != SUPPORT_YES)
		*variant = &recipe->variants[0];
	return STATUS_OK;
}

/*
 * Names have the name of the recipe where those of a run have its process, so that "trace-hist
 * clean" leaves them alone. A digit at the begin could be taken for a process, as in "12_34".
 */
static void make_suffix(char *suffix, const char *name)
{
	size_t n = 0;

	if (isdigit((unsigned char)*name))
		suffix[n++] = '_';
	for (; *name && n < MAX_SUFFIX; name++)
		suffix[n++] = isalnum((unsigned char)*name) ? *name : '_';
	suffix[n] = 0;
}

static enum status explain(const struct recipe *recipe, struct explain_options *options)
{
	const struct recipe_variant *variant;
	char suffix[MAX_SUFFIX + 1];
	struct script script = { 0 };
	enum status status;

	status = select_variant(recipe, options->variant, &variant);
	if (status == STATUS_OK)
		status = recipe_check_options(variant, &options->recipe);
	if (status != STATUS_OK)
		return status;
	make_suffix(suffix, recipe->name);
	options->recipe.suffix = suffix;
	status = write_script(&script, variant, &options->recipe);
	if (status == STATUS_OK && options->json)
		status = print_json(recipe, variant, &script);
	else if (status == STATUS_OK)
		print_text(recipe, variant, &script);
	free_script(&script);
	return status;
}

/**
 * command_explain() - run "trace-hist explain"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: %STATUS_OK; another status if there is no such recipe or variant, or if it is wrong.
 */
int command_explain(int argc, char **argv)
{
	struct explain_options options = { 0 };
	struct recipe recipe;
	enum status status;

	status = options_parse(&explain_argp, argc, argv, &options);
	if (status == STATUS_OK)
		status = recipe_find(&recipe, options.name);
	if (status != STATUS_OK)
		return status;
	status = explain(&recipe, &options);
	recipe_free(&recipe);
	return status == STATUS_OK ? answer_flush() : status;
}
