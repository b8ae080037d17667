/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * @NAME@ in the steps of a recipe stands for a name that is unique for each run: of a synthetic
 * event, of a probe, or of histograms that share a table. Internal to recipe/.
 */
#ifndef _NAMES_H
#define _NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "recipe.h"

#define NAME_MAX_LENGTH	24

/**
 * struct name - an occurrence of @NAME@ in a text
 * @start: the first @
 * @length: length of NAME, without both @
 */
struct name {
	const char *start;
	size_t length;
};

bool name_find(const char *text, struct name *name);
bool name_equal(const struct name *a, const struct name *b);
bool name_is_whole(const char *text, struct name *name);

bool step_defines(const struct recipe_step *step, struct name *name);
const struct recipe_step *find_definition(const struct recipe_variant *variant, size_t n_steps,
					  const struct name *name);
int step_group(const struct recipe_step *step, char **group);

#endif /* _NAMES_H */
