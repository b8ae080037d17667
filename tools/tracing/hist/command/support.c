// SPDX-License-Identifier: GPL-2.0-only
/* Functions of list, info and explain: support by the kernel, CSV and JSON. */
#include <stdio.h>
#include <stdlib.h>

#include "common/utf8.h"
#include "kernel/features.h"
#include "support.h"

/**
 * recipe_support() - find out whether the running kernel can do a recipe
 * @recipe: the recipe
 * @variant: receives the variant that it can do, or NULL
 *
 * Return: whether it can.
 */
enum support recipe_support(const struct recipe *recipe, const struct recipe_variant **variant)
{
	*variant = NULL;
	if (!kernel_is_known())
		return SUPPORT_UNKNOWN;
	*variant = find_variant(recipe);
	return *variant ? SUPPORT_YES : SUPPORT_NO;
}

/**
 * variant_support() - find out whether the running kernel can do a variant
 * @variant: the variant
 *
 * Return: whether it can.
 */
enum support variant_support(const struct recipe_variant *variant)
{
	if (!kernel_is_known())
		return SUPPORT_UNKNOWN;
	return variant_lacks(variant) ? SUPPORT_NO : SUPPORT_YES;
}

/**
 * support_name() - name a support in answers that programs read
 * @support: the support
 *
 * Return: "yes", "no" or "unknown".
 */
const char *support_name(enum support support)
{
	static const char *const names[] = {
		[SUPPORT_UNKNOWN] = "unknown",
		[SUPPORT_YES] = "yes",
		[SUPPORT_NO] = "no",
	};

	return names[support];
}

/**
 * csv_print() - print a field of comma-separated values, in quotes
 * @text: the text; NULL is an empty field
 * @last: end the line
 */
void csv_print(const char *text, bool last)
{
	putchar('"');
	/* RFC 4180: quotes are doubled. */
	for (; text && *text; text++) {
		if (*text == '"')
			putchar('"');
		putchar(*text);
	}
	fputs(last ? "\"\r\n" : "\",", stdout);
}

/**
 * json_add() - add a value to a JSON object
 * @object: the object, or NULL after a failed allocation
 * @name: name of the member
 * @value: the value, which the object takes, or NULL after a failed allocation
 * @failed: set to true after a failed allocation
 */
void json_add(json_object *object, const char *name, json_object *value, bool *failed)
{
	if (object && value && !json_object_object_add(object, name, value))
		return;
	json_object_put(value);
	*failed = true;
}

/**
 * json_add_text() - add a text to a JSON object, unless it is NULL
 * @object: the object
 * @name: name of the member
 * @text: the text, or NULL; a byte that is not UTF-8 becomes "\xNN", as in tables
 * @failed: set to true after a failed allocation
 */
void json_add_text(json_object *object, const char *name, const char *text, bool *failed)
{
	char *valid = text ? utf8_valid_copy(text) : NULL;

	if (text)
		json_add(object, name, valid ? json_object_new_string(valid) : NULL, failed);
	free(valid);
}

/**
 * json_print() - print a JSON object on standard output, and free it
 * @object: the object, or NULL
 * @failed: an allocation has failed
 *
 * Return: %STATUS_OK, or %STATUS_FAILED after a message.
 */
enum status json_print(json_object *object, bool failed)
{
	const char *text = NULL;

	if (object && !failed)
		text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_PRETTY |
						      JSON_C_TO_STRING_SPACED |
						      JSON_C_TO_STRING_NOSLASHESCAPE);
	if (text) {
		write_json_text(stdout, text);
		putchar('\n');
	}
	json_object_put(object);
	return text ? STATUS_OK : report_memory("write the answer");
}
