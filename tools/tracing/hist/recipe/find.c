// SPDX-License-Identifier: GPL-2.0-only
/* Find recipes by name: those of the user first, then the installed ones. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recipe.h"
#include "words.h"

#define EXTENSION	".yaml"

static enum status no_memory(void)
{
	return report_memory("look for recipes");
}

/* The XDG base directory specification: a directory of the environment counts if it is absolute. */
static int format_directory(char **directory, const char *base, const char *rest)
{
	*directory = NULL;
	if (!base || base[0] != '/')
		return 0;
	if (asprintf(directory, "%s%s", base, rest) >= 0)
		return 0;
	*directory = NULL;
	return -1;
}

/* Get the user's directory, or NULL without a home directory. Return: 0, or -1 without memory. */
static int user_directory(char **directory)
{
	if (format_directory(directory, getenv("XDG_CONFIG_HOME"), "/trace-hist/recipes"))
		return -1;
	if (*directory)
		return 0;
	return format_directory(directory, getenv("HOME"), "/.config/trace-hist/recipes");
}

/**
 * recipe_directory() - get the directory of the installed recipes
 *
 * Return: its name.
 */
const char *recipe_directory(void)
{
	const char *directory = getenv("TRACE_HIST_RECIPES");

	return directory && *directory ? directory : RECIPES;
}

/**
 * struct name_list - names of recipes
 * @names: the names
 * @n: number of names
 */
struct name_list {
	char **names;
	size_t n;
};

static int add_name(struct name_list *list, const char *name, size_t length)
{
	char **more = realloc(list->names, (list->n + 1) * sizeof(*more));

	if (!more)
		return -1;
	list->names = more;
	more[list->n] = strndup(name, length);
	if (!more[list->n])
		return -1;
	list->n++;
	return 0;
}

static enum status read_directory(struct name_list *list, const char *path)
{
	const struct dirent *entry;
	enum status status = STATUS_OK;
	DIR *directory = opendir(path);

	if (!directory)
		return errno == ENOENT || errno == ENOTDIR ? STATUS_OK :
		       report_file("open", path);
	while (status == STATUS_OK && (errno = 0, entry = readdir(directory))) {
		size_t length = strlen(entry->d_name), extension = strlen(EXTENSION);

		if (length <= extension ||
		    strcmp(entry->d_name + length - extension, EXTENSION) ||
		    !recipe_is_name(entry->d_name, length - extension))
			continue;
		if (add_name(list, entry->d_name, length - extension))
			status = no_memory();
	}
	if (status == STATUS_OK && errno)
		status = report_file("read", path);
	closedir(directory);
	return status;
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sort the names and remove duplicates. */
static void sort_names(struct name_list *list)
{
	size_t n = 0;

	if (list->n)
		qsort(list->names, list->n, sizeof(*list->names), compare_names);
	for (size_t i = 0; i < list->n; i++) {
		if (n && !strcmp(list->names[n - 1], list->names[i]))
			free(list->names[i]);
		else
			list->names[n++] = list->names[i];
	}
	list->n = n;
}

/**
 * recipe_list() - list the names of all recipes
 * @names: receives the names in alphabetical order, which the caller frees with recipe_free_list()
 * @n: receives the number of names
 *
 * Return: %STATUS_OK, also if there is no recipe; another status after a message.
 */
enum status recipe_list(char ***names, size_t *n)
{
	struct name_list list = { 0 };
	enum status status = STATUS_OK;
	char *directory;

	if (user_directory(&directory))
		return no_memory();
	if (directory)
		status = read_directory(&list, directory);
	free(directory);
	if (status == STATUS_OK)
		status = read_directory(&list, recipe_directory());
	if (status != STATUS_OK) {
		recipe_free_list(list.names, list.n);
		return status;
	}
	sort_names(&list);
	*names = list.names;
	*n = list.n;
	return STATUS_OK;
}

/**
 * recipe_free_list() - free the result of recipe_list()
 * @names: the names
 * @n: number of names
 */
void recipe_free_list(char **names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	free(names);
}

/* Look for the file of a recipe; @path is NULL without one. Return: 0, or -1 without memory. */
static int find_in(char **path, const char *directory, const char *name)
{
	if (asprintf(path, "%s/%s" EXTENSION, directory, name) < 0) {
		*path = NULL;
		return -1;
	}
	if (access(*path, F_OK)) {
		free(*path);
		*path = NULL;
	}
	return 0;
}

static int find_path(char **path, const char *name)
{
	char *directory;
	int failed;

	*path = NULL;
	if (user_directory(&directory))
		return -1;
	failed = directory ? find_in(path, directory, name) : 0;
	free(directory);
	if (failed || *path)
		return failed;
	return find_in(path, recipe_directory(), name);
}

static enum status report_unknown(const char *name)
{
	const char *nearest;
	enum status status;
	char **names;
	size_t n;

	status = recipe_list(&names, &n);
	if (status != STATUS_OK)
		return status;
	nearest = nearest_word(name, (const char *const *)names, n);
	if (!n)
		report_error("there is no recipe \"%s\", and none at all in %s; " NO_RECIPES_HINT,
			     name, recipe_directory());
	else if (nearest)
		report_error("there is no recipe \"%s\", did you mean \"%s\"?", name, nearest);
	else
		report_error("there is no recipe \"%s\" (a file needs a slash, as ./%s)",
			     name, name);
	recipe_free_list(names, n);
	return STATUS_USAGE;
}

/**
 * recipe_find() - read a recipe by its name
 * @recipe: receives the recipe, which the caller frees with recipe_free() after success
 * @name: name of the recipe, or a file if it has a slash
 *
 * Return: as recipe_read(); %STATUS_USAGE if there is no such recipe.
 */
enum status recipe_find(struct recipe *recipe, const char *name)
{
	enum status status;
	char *path = NULL;

	if (strchr(name, '/'))
		return recipe_read(recipe, name);
	if (recipe_is_name(name, strlen(name)) && find_path(&path, name))
		return no_memory();
	if (!path)
		return report_unknown(name);
	status = recipe_read(recipe, path);
	free(path);
	return status;
}
