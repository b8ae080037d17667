/* SPDX-License-Identifier: GPL-2.0-only */
/* Whether the running kernel can do a recipe, for commands that also work without root. */
#ifndef _SUPPORT_H
#define _SUPPORT_H

#include <json-c/json.h>
#include <stdbool.h>

#include "recipe/recipe.h"

/**
 * enum support - whether the running kernel can do a recipe
 * @SUPPORT_UNKNOWN: this process may not find out
 * @SUPPORT_YES: it can
 * @SUPPORT_NO: it cannot
 */
enum support {
	SUPPORT_UNKNOWN,
	SUPPORT_YES,
	SUPPORT_NO,
};

enum support recipe_support(const struct recipe *recipe, const struct recipe_variant **variant);
enum support variant_support(const struct recipe_variant *variant);
const char *support_name(enum support support);

void csv_print(const char *text, bool last);

/* Add a value to a JSON object, which takes it. A failed allocation sets *failed. */
void json_add(json_object *object, const char *name, json_object *value, bool *failed);
void json_add_text(json_object *object, const char *name, const char *text, bool *failed);
enum status json_print(json_object *object, bool failed);

#endif /* _SUPPORT_H */
