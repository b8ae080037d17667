// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist info: what a recipe is for, and whether this kernel can do it. */
#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "command.h"
#include "kernel/features.h"
#include "options.h"
#include "support.h"

#define INFO_VERSION	1	/* of the JSON answer */

/**
 * struct info_options - options of the command
 * @format: format of the answer
 * @name: the recipe
 */
struct info_options {
	enum format format;
	const char *name;
};

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct info_options *options = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->format;
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

static const struct argp_child children[] = {
	{ &format_argp, 0, NULL, 0 },
	{ 0 }
};

static const struct argp info_argp = {
	.children = children,
	.parser = parse_option,
	.args_doc = "RECIPE",
	.doc = "Describe a recipe: when to use it, an example, and what to conclude.\v"
	       "RECIPE is a name of \"trace-hist list\", or a file if it has a slash. Run as root, the "
	       "command also says which variant of the recipe the running kernel can do.",
};

static void print_line(const char *heading, const char *text)
{
	if (text)
		printf("%-11s%s\n", heading, text);
}

/* Print a text with each line that is not empty indented. */
static void print_indented(const char *heading, const char *text)
{
	if (!text)
		return;
	printf("\n%s\n", heading);
	while (*text) {
		size_t length = strcspn(text, "\n");

		if (length)
			printf("  %.*s", (int)length, text);
		putchar('\n');
		text += length + (text[length] == '\n');
	}
}

/* Print the event of a step, unless an earlier step has the same, or a step defines it. */
static void print_event(const struct recipe_variant *variant, size_t step, const char **separator)
{
	const char *event = variant->steps[step].event;

	if (!event || event[0] == '@')
		return;
	for (size_t i = 0; i < step; i++) {
		if (variant->steps[i].event && !strcmp(variant->steps[i].event, event))
			return;
	}
	printf("%s%s", *separator, event);
	*separator = ", ";
}

static void print_needs(const struct recipe_variant *variant)
{
	const char *separator = "     events: ";

	for (size_t i = 0; i < variant->n_needs; i++) {
		if (strncmp(variant->needs[i], "event:", 6))
			printf("     needs: %s\n", feature_says(variant->needs[i]));
	}
	for (size_t i = 0; i < variant->n_needs; i++) {
		if (!strncmp(variant->needs[i], "event:", 6)) {
			printf("%s%s", separator, variant->needs[i] + 6);
			separator = ", ";
		}
	}
	for (size_t i = 0; i < variant->n_steps; i++)
		print_event(variant, i, &separator);
	if (!strcmp(separator, ", "))
		putchar('\n');
}

static void print_options(const struct recipe_variant *variant)
{
	const char *separator = "";

	fputs("     options: ", stdout);
	for (enum recipe_option option = 0; option < N_RECIPE_OPTIONS; option++) {
		if (!recipe_accepts(variant, option))
			continue;
		printf("%s%s", separator, recipe_option_name(option));
		separator = ", ";
	}
	puts(*separator ? "" : "none of -p, -c and --filter");
}

/* Name the kind of PID that -p compares. The fields "common_..." mean the same in all events. */
static const char *pid_kind(const struct recipe_step *step)
{
	if (!step->pid)
		return NULL;
	return !strcmp(step->pid, "common_tgid") ? "process" :
	       !strcmp(step->pid, "common_ppid") ? "parent process" : "task";
}

/* Get the kind of a step's -p, or NULL if an earlier step has the same. */
static const char *new_pid_kind(const struct recipe_variant *variant, size_t step)
{
	const char *kind = pid_kind(&variant->steps[step]);

	for (size_t i = 0; kind && i < step; i++) {
		const char *earlier = pid_kind(&variant->steps[i]);

		if (earlier && !strcmp(earlier, kind))
			return NULL;
	}
	return kind;
}

static void print_pid(const struct recipe_variant *variant)
{
	bool found = false;

	for (size_t i = 0; i < variant->n_steps; i++) {
		const char *kind = new_pid_kind(variant, i);

		if (!kind)
			continue;
		printf("%s%s", found ? " or a " : "     -p PID: PID is a ", kind);
		found = true;
	}
	if (found)
		putchar('\n');
}

static void print_variant_support(const struct recipe_variant *variant,
				  const struct recipe_variant *chosen)
{
	const char *lacks = variant_lacks(variant);

	if (variant == chosen)
		puts("     This kernel can do it: trace-hist uses this variant.");
	else if (!lacks)
		puts("     This kernel can do it, but an earlier variant is better.");
	else
		printf("     This kernel cannot do it: it lacks %s.\n", feature_says(lacks));
}

static void print_variants(const struct recipe *recipe)
{
	const struct recipe_variant *chosen;
	enum support support = recipe_support(recipe, &chosen);

	puts("\nVariants");
	for (size_t i = 0; i < recipe->n_variants; i++) {
		printf("  Variant %zu\n", i + 1);
		print_needs(&recipe->variants[i]);
		print_options(&recipe->variants[i]);
		print_pid(&recipe->variants[i]);
		if (support != SUPPORT_UNKNOWN)
			print_variant_support(&recipe->variants[i], chosen);
	}
	if (support == SUPPORT_UNKNOWN)
		puts("  The kernel decides which one is used: run this as root to see it.");
}

static void print_text(const struct recipe *recipe)
{
	printf("%s: %s\n%s\n\n", recipe->name, recipe->title, recipe->question);
	print_line("Topic:", recipe->topic);
	print_line("Like:", recipe->like);
	print_line("Needs:", recipe->needs);
	print_line("File:", recipe->path);
	print_indented("When to use it", recipe->when);
	print_indented("Example", recipe->example);
	print_indented("What to conclude", recipe->conclude);
	print_variants(recipe);
}

static void print_csv_line(const char *name, const char *text)
{
	if (!text)
		return;
	csv_print(name, false);
	csv_print(text, true);
}

/* A line for each text of the recipe that is there. The variants are lists: only JSON has them. */
static void print_csv(const struct recipe *recipe)
{
	const struct recipe_variant *chosen;
	enum support support = recipe_support(recipe, &chosen);
	char variant[24];

	fputs("name,value\r\n", stdout);
	print_csv_line("name", recipe->name);
	print_csv_line("topic", recipe->topic);
	print_csv_line("title", recipe->title);
	print_csv_line("question", recipe->question);
	print_csv_line("like", recipe->like);
	print_csv_line("needs", recipe->needs);
	print_csv_line("when", recipe->when);
	print_csv_line("example", recipe->example);
	print_csv_line("conclude", recipe->conclude);
	print_csv_line("supported", support_name(support));
	if (!chosen)
		return;
	snprintf(variant, sizeof(variant), "%td", chosen - recipe->variants + 1);
	print_csv_line("variant", variant);
}

static void append_text(json_object *array, const char *text, bool *failed)
{
	json_object *string = json_object_new_string(text);

	if (array && string && !json_object_array_add(array, string))
		return;
	json_object_put(string);
	*failed = true;
}

static json_object *variant_to_json(const struct recipe_variant *variant, bool *failed)
{
	json_object *object = json_object_new_object(), *needs = json_object_new_array();
	json_object *options = json_object_new_array(), *pid = json_object_new_array();
	enum support support = variant_support(variant);

	for (size_t i = 0; i < variant->n_needs; i++)
		append_text(needs, variant->needs[i], failed);
	json_add(object, "needs", needs, failed);
	for (enum recipe_option option = 0; option < N_RECIPE_OPTIONS; option++) {
		if (recipe_accepts(variant, option))
			append_text(options, recipe_option_name(option), failed);
	}
	json_add(object, "options", options, failed);
	for (size_t i = 0; i < variant->n_steps; i++) {
		const char *kind = new_pid_kind(variant, i);

		if (kind)
			append_text(pid, kind, failed);
	}
	json_add(object, "pid", pid, failed);
	json_add_text(object, "supported", support_name(support), failed);
	if (support == SUPPORT_NO)
		json_add_text(object, "lacks", variant_lacks(variant), failed);
	return object;
}

static json_object *variants_to_json(const struct recipe *recipe, bool *failed)
{
	json_object *array = json_object_new_array();

	for (size_t i = 0; array && i < recipe->n_variants; i++) {
		json_object *variant = variant_to_json(&recipe->variants[i], failed);

		if (!variant || json_object_array_add(array, variant)) {
			json_object_put(variant);
			*failed = true;
		}
	}
	return array;
}

static enum status print_json(const struct recipe *recipe)
{
	json_object *object = json_object_new_object();
	const struct recipe_variant *chosen;
	enum support support = recipe_support(recipe, &chosen);
	bool failed = !object;

	json_add(object, "version", json_object_new_int(INFO_VERSION), &failed);
	json_add_text(object, "name", recipe->name, &failed);
	json_add_text(object, "topic", recipe->topic, &failed);
	json_add_text(object, "title", recipe->title, &failed);
	json_add_text(object, "question", recipe->question, &failed);
	json_add_text(object, "like", recipe->like, &failed);
	json_add_text(object, "needs", recipe->needs, &failed);
	json_add_text(object, "when", recipe->when, &failed);
	json_add_text(object, "example", recipe->example, &failed);
	json_add_text(object, "conclude", recipe->conclude, &failed);
	json_add_text(object, "supported", support_name(support), &failed);
	if (chosen)
		json_add(object, "variant", json_object_new_int(chosen - recipe->variants + 1),
			 &failed);
	json_add(object, "variants", variants_to_json(recipe, &failed), &failed);
	return json_print(object, failed);
}

/**
 * command_info() - run "trace-hist info"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: %STATUS_OK; another status if there is no such recipe, or if it is wrong.
 */
int command_info(int argc, char **argv)
{
	struct info_options options = { 0 };
	struct recipe recipe;
	enum status status;

	status = options_parse(&info_argp, argc, argv, &options);
	if (status == STATUS_OK)
		status = recipe_find(&recipe, options.name);
	if (status != STATUS_OK)
		return status;
	if (options.format == FORMAT_JSON)
		status = print_json(&recipe);
	else if (options.format == FORMAT_CSV)
		print_csv(&recipe);
	else
		print_text(&recipe);
	recipe_free(&recipe);
	return status == STATUS_OK ? answer_flush() : status;
}
