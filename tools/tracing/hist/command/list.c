// SPDX-License-Identifier: GPL-2.0-only
/* trace-hist list: the recipes by topic. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer.h"
#include "command.h"
#include "options.h"
#include "support.h"

#define LIST_VERSION	1	/* of the JSON answer */

/**
 * struct entry - a recipe of the list
 * @recipe: the recipe
 * @support: whether this kernel can do it
 */
struct entry {
	struct recipe recipe;
	enum support support;
};

/**
 * struct list - the recipes
 * @entries: the correct ones
 * @n: number of entries
 */
struct list {
	struct entry *entries;
	size_t n;
};

/**
 * struct list_options - options of the command
 * @format: text by topic; CSV as in RFC 4180, with a header line; or JSON
 * @names: print only the names
 */
struct list_options {
	enum format format;
	bool names;
};

#define KEY_NAMES	0x200

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
	struct list_options *options = state->input;

	(void)arg;
	switch (key) {
	case KEY_NAMES:
		options->names = true;
		return 0;
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &options->format;
		return 0;
	case ARGP_KEY_END:
		if (options->names && options->format != FORMAT_TEXT)
			argp_error(state, "--names excludes --csv and --json");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option option_list[] = {
	{ "names", KEY_NAMES, NULL, 0, "print only the names, one on each line", 0 },
	{ 0 }
};

static const struct argp_child children[] = {
	{ &format_argp, 0, NULL, 0 },
	{ 0 }
};

static const struct argp list_argp = {
	.children = children,
	.options = option_list,
	.parser = parse_option,
	.doc = "List the recipes by topic.\v"
	       "Recipes that the running kernel cannot do are marked, if the command is run as root. "
	       "\"trace-hist info RECIPE\" describes a recipe.",
};

/* Add a recipe; a wrong one was reported, and the others are listed nevertheless. */
static enum status add_entry(struct list *list, const char *name)
{
	struct entry *entry = &list->entries[list->n];
	const struct recipe_variant *variant;
	enum status status;

	status = recipe_find(&entry->recipe, name);
	if (status != STATUS_OK)
		return status;
	entry->support = recipe_support(&entry->recipe, &variant);
	list->n++;
	return STATUS_OK;
}

static enum status read_list(struct list *list)
{
	enum status status, one;
	char **names;
	size_t n;

	status = recipe_list(&names, &n);
	if (status != STATUS_OK)
		return status;
	list->entries = calloc(n ?: 1, sizeof(*list->entries));
	if (!list->entries) {
		status = report_memory("list the recipes");
	} else if (!n) {
		report_error("there are no recipes in %s; " NO_RECIPES_HINT, recipe_directory());
		status = STATUS_FAILED;
	}
	for (size_t i = 0; list->entries && i < n; i++) {
		one = add_entry(list, names[i]);
		if (status == STATUS_OK)
			status = one;
	}
	recipe_free_list(names, n);
	return status;
}

static void free_list(struct list *list)
{
	for (size_t i = 0; i < list->n; i++)
		recipe_free(&list->entries[i].recipe);
	free(list->entries);
}

static int name_width(const struct list *list)
{
	size_t width = 0;

	for (size_t i = 0; i < list->n; i++) {
		if (width < strlen(list->entries[i].recipe.name))
			width = strlen(list->entries[i].recipe.name);
	}
	return width;
}

static void print_entry(const struct entry *entry, int width, bool colours)
{
	const char *dim = "", *normal = "";

	if (colours && entry->support == SUPPORT_NO) {
		dim = "\033[2m";
		normal = "\033[0m";
	}
	printf("  %s%-*s  %s%s%s\n", dim, width, entry->recipe.name, entry->recipe.title,
	       entry->support == SUPPORT_NO ? " (not on this kernel)" : "", normal);
}

static void print_topic(const struct list *list, size_t topic, bool *first)
{
	bool colours = report_use_colours(STDOUT_FILENO);
	bool printed = false;

	for (size_t i = 0; i < list->n; i++) {
		if (strcmp(list->entries[i].recipe.topic, recipe_topics[topic]))
			continue;
		if (!printed)
			printf("%s%s\n", *first ? "" : "\n", recipe_topic_titles[topic]);
		printed = true;
		*first = false;
		print_entry(&list->entries[i], name_width(list), colours);
	}
}

static void print_text(const struct list *list)
{
	bool first = true;

	for (size_t topic = 0; topic < n_recipe_topics; topic++)
		print_topic(list, topic, &first);
}

static void print_csv(const struct list *list)
{
	fputs("name,topic,title,question,supported\r\n", stdout);
	for (size_t i = 0; i < list->n; i++) {
		const struct entry *entry = &list->entries[i];

		csv_print(entry->recipe.name, false);
		csv_print(entry->recipe.topic, false);
		csv_print(entry->recipe.title, false);
		csv_print(entry->recipe.question, false);
		csv_print(support_name(entry->support), true);
	}
}

static json_object *entry_to_json(const struct entry *entry, bool *failed)
{
	json_object *object = json_object_new_object();

	json_add_text(object, "name", entry->recipe.name, failed);
	json_add_text(object, "topic", entry->recipe.topic, failed);
	json_add_text(object, "title", entry->recipe.title, failed);
	json_add_text(object, "question", entry->recipe.question, failed);
	json_add_text(object, "like", entry->recipe.like, failed);
	json_add_text(object, "needs", entry->recipe.needs, failed);
	json_add_text(object, "supported", support_name(entry->support), failed);
	return object;
}

static enum status print_json(const struct list *list)
{
	json_object *object = json_object_new_object(), *recipes = json_object_new_array();
	bool failed = !object || !recipes;

	for (size_t i = 0; !failed && i < list->n; i++) {
		json_object *entry = entry_to_json(&list->entries[i], &failed);

		if (json_object_array_add(recipes, entry)) {
			json_object_put(entry);
			failed = true;
		}
	}
	json_add(object, "version", json_object_new_int(LIST_VERSION), &failed);
	json_add(object, "recipes", recipes, &failed);
	return json_print(object, failed);
}

/* Read no recipe and do not ask the kernel: the completion of the shell calls this on each TAB. */
static enum status print_names(void)
{
	enum status status;
	char **names;
	size_t n;

	status = recipe_list(&names, &n);
	if (status != STATUS_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		puts(names[i]);
	recipe_free_list(names, n);
	return answer_flush();
}

/**
 * command_list() - run "trace-hist list"
 * @argc: number of arguments
 * @argv: arguments
 *
 * Return: %STATUS_OK; another status if a recipe is wrong, or if the list could not be made.
 */
int command_list(int argc, char **argv)
{
	struct list_options options = { 0 };
	struct list list = { 0 };
	enum status status, printed = STATUS_OK;

	status = options_parse(&list_argp, argc, argv, &options);
	if (status != STATUS_OK)
		return status;
	if (options.names)
		return print_names();
	status = read_list(&list);
	if (options.format == FORMAT_JSON)
		printed = print_json(&list);
	else if (options.format == FORMAT_CSV)
		print_csv(&list);
	else
		print_text(&list);
	free_list(&list);
	if (printed == STATUS_OK)
		printed = answer_flush();
	return status == STATUS_OK ? printed : status;
}
