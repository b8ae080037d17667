// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: files of recipes. The input is the text of a file.
 *
 * A rejected recipe must have one message, and no message may have control characters. All steps of
 * an accepted one must expand to single lines, with and without a condition of the user.
 */
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"
#include "recipe/names.h"
#include "recipe/recipe.h"

/* Number of bytes and lines of messages since the last input. */
static size_t message_bytes;
static size_t message_lines;

/* Standard error of the C library. The fuzzer and the sanitizers write to its descriptor. */
static ssize_t check_message(void *cookie, const char *buf, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char c = buf[i];

		if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
			abort();
		message_lines += c == '\n';
	}
	message_bytes += size;
	return size;
}

int fuzz_init(int *argc, char ***argv)
{
	const cookie_io_functions_t functions = { .write = check_message };

	stderr = fopencookie(NULL, "w", functions);
	setvbuf(stderr, NULL, _IOFBF, 65536);
	return 0;
}

static void check_line(const char *text)
{
	CHECK(*text);
	for (; *text; text++)
		CHECK((unsigned char)*text >= ' ' && *text != 0x7f);
}

static void check_event(const char *event)
{
	struct name name;

	check_line(event);
	CHECK(strchr(event, '/') && !name_find(event, &name));
}

/* Names that a step uses must be replaced; other texts can look like names, as in "@a@b@". */
static void check_step(const struct recipe_variant *variant, size_t step,
		       const struct recipe_options *options)
{
	char *event, *text;

	if (recipe_expand(variant, step, options, &event, &text) != STATUS_OK) {
		CHECK(!event && !text);
		return;
	}
	check_line(text);
	CHECK(strlen(text) <= 4094);
	CHECK(!event == (variant->steps[step].kind != STEP_TRIGGER));
	if (event)
		check_event(event);
	free(event);
	free(text);
	CHECK(recipe_expand_definition(variant, step, options, &event) == STATUS_OK);
	if (event)
		check_event(event);
	free(event);
}

static void check_variant(const struct recipe_variant *variant,
			  const struct recipe_options *options)
{
	char *table;

	CHECK(variant->table && recipe_table_step(variant) < variant->n_steps);
	for (size_t i = 0; i < variant->n_columns; i++)
		CHECK(variant->columns[i].field && variant->columns[i].title);
	CHECK(variant->picture == PICTURE_TABLE || variant->axis);
	for (size_t i = 0; i < variant->n_steps; i++) {
		CHECK(variant->steps[i].does);
		check_step(variant, i, options);
	}
	CHECK(recipe_expand_table(variant, options, &table) == STATUS_OK);
	check_event(table);
	free(table);
}

static void check_recipe(const struct recipe *recipe)
{
	const struct recipe_options options[] = {
		{ .suffix = "12_345" },
		{ .suffix = "12_345", .pid = 7, .comm = "a b'c", .filter = "x || (y)" },
	};

	CHECK(recipe->title && recipe->question && recipe->topic && recipe->n_variants);
	for (size_t i = 0; i < recipe->n_variants; i++) {
		check_variant(&recipe->variants[i], &options[0]);
		if (recipe_check_options(&recipe->variants[i], &options[1]) == STATUS_OK)
			check_variant(&recipe->variants[i], &options[1]);
	}
}

/* A message has a line, and two more with the text and the caret if there is a place. */
int fuzz_one(const u8 *data, size_t size)
{
	struct recipe recipe;
	enum status status;

	message_bytes = 0;
	message_lines = 0;
	status = recipe_parse(&recipe, "fuzz", (const char *)data, size);
	fflush(stderr);
	if (status == STATUS_OK) {
		CHECK(!message_bytes);
		check_recipe(&recipe);
		recipe_free(&recipe);
		fflush(stderr);
	} else {
		CHECK(status == STATUS_INPUT);
		CHECK(message_lines == 1 || message_lines == 3);
	}
	return 0;
}
