// SPDX-License-Identifier: GPL-2.0-only
/*
 * Read a recipe from a YAML file. A table for each kind of mapping lists its keys; check.c checks
 * what the values mean together.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "common/wait.h"
#include "document.h"
#include "recipe.h"
#include "words.h"

#define N(array)	(sizeof(array) / sizeof((array)[0]))
#define MAX_ITEMS	64	/* of a list, and keys of a mapping */

/**
 * struct key - key of a mapping
 * @name: the key
 * @read: store the value; what is wrong with it was reported
 * @offset: offset of the member in the object, or 0 if @read gets the object
 * @required: purpose of the key for the message if a required key is missing, or NULL
 */
struct key {
	const char *name;
	void (*read)(struct document *document, const yaml_node_t *value, void *member);
	size_t offset;
	const char *required;
};

static bool expect_text(struct document *document, const yaml_node_t *node)
{
	if (node->type == YAML_SCALAR_NODE && node->data.scalar.length)
		return true;
	document_error(document, node, "expected a text, found %s", document_kind(node));
	return false;
}

static void read_paragraphs(struct document *document, const yaml_node_t *node, void *member)
{
	char **text = member;

	if (expect_text(document, node))
		*text = document_memory(document, strdup(document_text(node)));
}

static void read_line(struct document *document, const yaml_node_t *node, void *member)
{
	if (!expect_text(document, node))
		return;
	if (strpbrk(document_text(node), "\n\t"))
		document_error(document, node, "expected a text of one line, without tabs");
	else
		read_paragraphs(document, node, member);
}

static void read_bool(struct document *document, const yaml_node_t *node, void *member)
{
	bool *result = member;

	if (node->type == YAML_SCALAR_NODE && !strcmp(document_text(node), "true"))
		*result = true;
	else if (node->type == YAML_SCALAR_NODE && !strcmp(document_text(node), "false"))
		*result = false;
	else
		document_error(document, node, "expected true or false");
}

/* Return: index of the word in the list, or -1 after a message. */
static int read_word(struct document *document, const yaml_node_t *node, const char *what,
		     const char *const *words, size_t n)
{
	char *all;

	if (!expect_text(document, node))
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (!strcmp(document_text(node), words[i]))
			return i;
	}
	all = document_memory(document, join_words(words, n));
	if (all)
		document_error(document, node, "there is no %s \"%s\" (valid: %s)", what,
			       document_text(node), all);
	free(all);
	return -1;
}

static void read_topic(struct document *document, const yaml_node_t *node, void *member)
{
	if (read_word(document, node, "topic", recipe_topics, n_recipe_topics) >= 0)
		read_line(document, node, member);
}

static void read_unit(struct document *document, const yaml_node_t *node, void *member)
{
	/* The word for no unit is empty, and only in answers. */
	int word = read_word(document, node, "unit", unit_names + UNIT_COUNT,
			     n_unit_names - UNIT_COUNT);
	enum unit *unit = member;

	if (word >= 0)
		*unit = UNIT_COUNT + word;
}

static void read_picture(struct document *document, const yaml_node_t *node, void *member)
{
	int word = read_word(document, node, "picture", picture_names, n_picture_names);
	enum picture *picture = member;

	if (word >= 0)
		*picture = word;
}

static const struct key *find_key(const struct key *keys, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++) {
		if (!strcmp(keys[i].name, name))
			return &keys[i];
	}
	return NULL;
}

static void report_unknown_key(struct document *document, const yaml_node_t *node,
			       const char *what, const struct key *keys, size_t n)
{
	const char *names[MAX_ITEMS], *nearest;
	char *all;

	for (size_t i = 0; i < n; i++)
		names[i] = keys[i].name;
	nearest = nearest_word(document_text(node), names, n);
	if (nearest) {
		document_error(document, node, "%s has no key \"%s\", did you mean \"%s\"?", what,
			       document_text(node), nearest);
		return;
	}
	all = document_memory(document, join_words(names, n));
	if (all)
		document_error(document, node, "%s has no key \"%s\" (valid: %s)", what,
			       document_text(node), all);
	free(all);
}

static void report_missing_keys(struct document *document, const yaml_node_t *node,
				const char *what, const struct key *keys, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (keys[i].required && !document_lookup(document, node, keys[i].name))
			document_error(document, node, "%s needs the key \"%s\": %s", what,
				       keys[i].name, keys[i].required);
	}
}

/* Read a mapping into @object. @what names it, with its article. */
static void read_mapping(struct document *document, const yaml_node_t *node, const char *what,
			 const struct key *keys, size_t n, void *object)
{
	const yaml_node_pair_t *pair;
	unsigned long seen = 0;

	if (node->type != YAML_MAPPING_NODE) {
		document_error(document, node, "%s is a mapping of \"KEY: VALUE\", not %s", what,
			       document_kind(node));
		return;
	}
	for (pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
		const yaml_node_t *name = document_node(document, pair->key);
		const struct key *key;

		if (!expect_text(document, name))
			continue;
		key = find_key(keys, n, document_text(name));
		if (!key) {
			report_unknown_key(document, name, what, keys, n);
		} else if (seen & 1UL << (key - keys)) {
			document_error(document, name, "%s has the key \"%s\" twice", what,
				       key->name);
		} else {
			seen |= 1UL << (key - keys);
			key->read(document, document_node(document, pair->value),
				  (char *)object + key->offset);
		}
	}
	report_missing_keys(document, node, what, keys, n);
}

/* Allocate the objects of a list. Return: the objects, or NULL after a message. */
static void *allocate_list(struct document *document, const yaml_node_t *node, size_t item_size,
			   const char *what, size_t *n)
{
	size_t length;

	if (node->type != YAML_SEQUENCE_NODE) {
		document_error(document, node, "expected a list of %s, found %s", what,
			       document_kind(node));
		return NULL;
	}
	length = node->data.sequence.items.top - node->data.sequence.items.start;
	if (length > MAX_ITEMS) {
		document_error(document, node, "a list of %s has at most %d items", what,
			       MAX_ITEMS);
		return NULL;
	}
	*n = length;
	return document_memory(document, calloc(length ?: 1, item_size));
}

#define KEY(type, name, read, required) \
	{ #name, read, offsetof(struct type, name), required }

static void read_column(struct document *document, const yaml_node_t *node,
			struct recipe_column *column)
{
	static const struct key keys[] = {
		KEY(recipe_column, field, read_line, "a key or value of the table"),
		KEY(recipe_column, title, read_line, NULL),
		KEY(recipe_column, unit, read_unit, NULL),
		{ "rate", read_bool, offsetof(struct recipe_column, is_rate), NULL },
	};

	read_mapping(document, node, "a column", keys, N(keys), column);
	if (column->field && !column->title)
		column->title = document_memory(document, strdup(column->field));
}

static void read_columns(struct document *document, const yaml_node_t *node, void *object)
{
	struct recipe_variant *variant = object;

	variant->columns = allocate_list(document, node, sizeof(*variant->columns), "columns",
					 &variant->n_columns);
	for (size_t i = 0; variant->columns && i < variant->n_columns; i++)
		read_column(document, document_item(document, node, i), &variant->columns[i]);
}

static void read_needs(struct document *document, const yaml_node_t *node, void *object)
{
	struct recipe_variant *variant = object;

	variant->needs = allocate_list(document, node, sizeof(*variant->needs), "features",
				       &variant->n_needs);
	for (size_t i = 0; variant->needs && i < variant->n_needs; i++)
		read_line(document, document_item(document, node, i), &variant->needs[i]);
}

/**
 * struct step_texts - values of a step's keys, before it is known what the step writes
 * @texts: texts of the keys synthetic, dynamic, trigger and rate, in the order of &enum step_kind
 */
struct step_texts {
	char *texts[4];
};

static const char *const step_keys[] = { "synthetic", "dynamic", "trigger", "rate" };

/* A step has one of the texts; give it to the step, and free the others. */
static void take_text(struct document *document, const yaml_node_t *node, struct step_texts *texts,
		      struct recipe_step *step)
{
	size_t n = 0;

	for (size_t i = 0; i < N(step_keys); i++) {
		const yaml_node_t *value = document_lookup(document, node, step_keys[i]);

		if (value && n++)
			document_error(document, value,
				       "a step is one of synthetic, dynamic, trigger or rate: make two steps of this one");
		if (texts->texts[i] && !step->text) {
			step->kind = i;
			step->text = texts->texts[i];
		} else {
			free(texts->texts[i]);
		}
	}
	if (!n)
		document_error(document, node,
			       "a step needs one of the keys \"synthetic\", \"dynamic\", \"trigger\" or \"rate\"");
}

static void read_step(struct document *document, const yaml_node_t *node, struct recipe_step *step)
{
	struct {
		struct recipe_step step;
		struct step_texts texts;
	} parts = { 0 };
	static const struct key keys[] = {
#define PART(name, member, read, required) \
	{ name, read, offsetof(typeof(parts), member), required }
		PART("synthetic", texts.texts[STEP_SYNTHETIC], read_line, NULL),
		PART("dynamic", texts.texts[STEP_DYNAMIC], read_line, NULL),
		PART("event", step.event, read_line, NULL),
		PART("trigger", texts.texts[STEP_TRIGGER], read_line, NULL),
		PART("rate", texts.texts[STEP_RATE], read_line, NULL),
		PART("does", step.does, read_line, "one sentence that says what the step does"),
		PART("pid", step.pid, read_line, NULL),
		PART("comm", step.comm, read_line, NULL),
		PART("filter", step.filter, read_bool, NULL),
	};

	read_mapping(document, node, "a step", keys, N(keys), &parts);
	*step = parts.step;
	if (node->type == YAML_MAPPING_NODE)
		take_text(document, node, &parts.texts, step);
}

static void read_steps(struct document *document, const yaml_node_t *node, void *object)
{
	struct recipe_variant *variant = object;

	variant->steps = allocate_list(document, node, sizeof(*variant->steps), "steps",
				       &variant->n_steps);
	for (size_t i = 0; variant->steps && i < variant->n_steps; i++)
		read_step(document, document_item(document, node, i), &variant->steps[i]);
}

static void read_variant(struct document *document, const yaml_node_t *node,
			 struct recipe_variant *variant)
{
	static const struct key keys[] = {
		{ "needs", read_needs, 0, NULL },
		{ "steps", read_steps, 0, "the list of what is written" },
		KEY(recipe_variant, table, read_line,
		    "SYSTEM/EVENT or '@NAME@', the event whose histogram is the answer"),
		{ "columns", read_columns, 0, NULL },
		KEY(recipe_variant, sort, read_line, NULL),
		KEY(recipe_variant, picture, read_picture, NULL),
		KEY(recipe_variant, axis, read_line, NULL),
	};

	read_mapping(document, node, "a variant", keys, N(keys), variant);
}

static void read_variants(struct document *document, const yaml_node_t *node, void *object)
{
	struct recipe *recipe = object;

	recipe->variants = allocate_list(document, node, sizeof(*recipe->variants), "variants",
					 &recipe->n_variants);
	if (recipe->variants && !recipe->n_variants)
		document_error(document, node, "a recipe needs at least one variant");
	for (size_t i = 0; recipe->variants && i < recipe->n_variants; i++)
		read_variant(document, document_item(document, node, i), &recipe->variants[i]);
}

/* Report each key that recipes of trace-hist have, and that others may lack. */
static void check_complete(struct document *document, const yaml_node_t *root)
{
	static const char *const keys[] = { "when", "example", "conclude" };

	for (size_t i = 0; i < N(keys); i++) {
		if (!document_lookup(document, root, keys[i]))
			document_error(document, root, "a complete recipe needs the key \"%s\"",
				       keys[i]);
	}
}

static void read_recipe(struct document *document, struct recipe *recipe, bool complete)
{
	static const struct key keys[] = {
		KEY(recipe, title, read_line, "a short title"),
		KEY(recipe, question, read_line, "the question that it answers"),
		KEY(recipe, topic, read_topic, "its group in the list"),
		KEY(recipe, like, read_line, NULL),
		KEY(recipe, needs, read_line, NULL),
		{ "variants", read_variants, 0, "the list of its variants" },
		KEY(recipe, when, read_paragraphs, NULL),
		KEY(recipe, example, read_paragraphs, NULL),
		KEY(recipe, conclude, read_paragraphs, NULL),
	};
	const yaml_node_t *root = yaml_document_get_root_node(&document->yaml);

	if (!root) {
		report_error("%s is empty: a recipe needs title, question, topic and variants",
			     document->path);
		document->n_errors++;
		return;
	}
	read_mapping(document, root, "a recipe", keys, N(keys), recipe);
	if (!document->n_errors)
		recipe_check_meaning(document, recipe);
	if (complete && root->type == YAML_MAPPING_NODE)
		check_complete(document, root);
}

/* Name of a recipe: that of its file, without directories and extension. */
static char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	return dot && dot != name ? strndup(name, dot - name) : strdup(name);
}

/**
 * recipe_is_name() - check the name of a recipe
 * @text: the name
 * @length: its length in bytes
 *
 * The name becomes a part of names in tracefs, and of the script that explain prints.
 *
 * Return: true if it has only letters, digits, "-" and "_", and does not begin with "-".
 */
bool recipe_is_name(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (!isalnum((unsigned char)text[i]) && text[i] != '-' && text[i] != '_')
			return false;
	}
	return length && text[0] != '-';
}

static void read_name(struct document *document, struct recipe *recipe)
{
	recipe->name = document_memory(document, base_name(document->path));
	if (!recipe->name || recipe_is_name(recipe->name, strlen(recipe->name)))
		return;
	report_error("%s: the name of a recipe must have only letters, digits, \"-\" and \"_\", "
		     "and not begin with \"-\"", document->path);
	document->n_errors++;
}

static enum status parse(struct recipe *recipe, const char *path, const char *text, size_t size,
			 bool complete, unsigned int max_errors, unsigned int *n_errors)
{
	struct document document = {
		.path = path, .text = text, .size = size, .max_errors = max_errors,
	};
	enum status status;

	memset(recipe, 0, sizeof(*recipe));
	status = document_load(&document);
	if (status != STATUS_OK) {
		*n_errors = 1;
		return status;
	}
	read_name(&document, recipe);
	recipe->path = document_memory(&document, strdup(path));
	read_recipe(&document, recipe, complete);
	document_free(&document);
	*n_errors = document.n_errors;
	if (!document.n_errors)
		return STATUS_OK;
	recipe_free(recipe);
	return document.no_memory ? STATUS_FAILED : STATUS_INPUT;
}

/**
 * recipe_parse() - read a recipe from a text
 * @recipe: receives the recipe, which the caller frees with recipe_free() after success
 * @path: name of the file, for messages and for the name of the recipe
 * @text: the text, which can have any content
 * @size: its size in bytes
 *
 * Return: %STATUS_OK; %STATUS_INPUT after a message about the first error, with its line and a
 * caret; %STATUS_FAILED without memory.
 */
enum status recipe_parse(struct recipe *recipe, const char *path, const char *text, size_t size)
{
	unsigned int n_errors;

	return parse(recipe, path, text, size, false, 1, &n_errors);
}

static enum status read_all(int fd, const char *path, char **text, size_t *size)
{
	char *buf = malloc(DOCUMENT_MAX_SIZE + 1);
	ssize_t n = 0;

	*size = 0;
	if (!buf)
		return report_memory("read the recipe");
	while (*size <= DOCUMENT_MAX_SIZE) {
		n = read(fd, buf + *size, DOCUMENT_MAX_SIZE + 1 - *size);
		if (!n || (n < 0 && (errno != EINTR || signals_stop())))
			break;
		*size += n < 0 ? 0 : n;
	}
	if (n < 0) {
		free(buf);
		return report_file("read", path);
	}
	*text = buf;
	return STATUS_OK;
}

static enum status read_file(const char *path, char **text, size_t *size)
{
	enum status status;
	int fd;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return report_file("open", path);
	status = read_all(fd, path, text, size);
	close(fd);
	return status;
}

/**
 * recipe_read() - read a recipe from a file
 * @recipe: receives the recipe, which the caller frees with recipe_free() after success
 * @path: the file
 *
 * Return: as recipe_parse(); %STATUS_USAGE if there is no such file, or %STATUS_FAILED if it cannot
 * be read.
 */
enum status recipe_read(struct recipe *recipe, const char *path)
{
	unsigned int n_errors;

	return recipe_check(recipe, path, false, 1, &n_errors);
}

/**
 * recipe_check() - read a recipe, and report several errors
 * @recipe: receives the recipe, which the caller frees with recipe_free() after success
 * @path: the file
 * @complete: report the keys "when", "example" and "conclude" if they are missing
 * @max_errors: number of errors that are printed
 * @n_errors: receives the number of errors that were found, which can be more
 *
 * Return: as recipe_read().
 */
enum status recipe_check(struct recipe *recipe, const char *path, bool complete,
			 unsigned int max_errors, unsigned int *n_errors)
{
	enum status status;
	char *text = NULL;
	size_t size = 0;

	*n_errors = 1;
	status = read_file(path, &text, &size);
	if (status != STATUS_OK)
		return status;
	status = parse(recipe, path, text, size, complete, max_errors, n_errors);
	free(text);
	return status;
}
