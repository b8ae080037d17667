// SPDX-License-Identifier: GPL-2.0-only
/* Free recipes. */
#include <stdlib.h>
#include <string.h>

#include "recipe.h"

static void free_variant(struct recipe_variant *variant)
{
	for (size_t i = 0; variant->needs && i < variant->n_needs; i++)
		free(variant->needs[i]);
	for (size_t i = 0; variant->steps && i < variant->n_steps; i++) {
		free(variant->steps[i].event);
		free(variant->steps[i].text);
		free(variant->steps[i].does);
		free(variant->steps[i].pid);
		free(variant->steps[i].comm);
	}
	for (size_t i = 0; variant->columns && i < variant->n_columns; i++) {
		free(variant->columns[i].field);
		free(variant->columns[i].title);
	}
	free(variant->needs);
	free(variant->steps);
	free(variant->table);
	free(variant->columns);
	free(variant->sort);
	free(variant->axis);
}

/**
 * recipe_free() - free what a recipe has
 * @recipe: the recipe, or what recipe_read() left of a wrong one; it is empty afterwards
 */
void recipe_free(struct recipe *recipe)
{
	for (size_t i = 0; recipe->variants && i < recipe->n_variants; i++)
		free_variant(&recipe->variants[i]);
	free(recipe->variants);
	free(recipe->name);
	free(recipe->path);
	free(recipe->title);
	free(recipe->question);
	free(recipe->topic);
	free(recipe->like);
	free(recipe->needs);
	free(recipe->when);
	free(recipe->example);
	free(recipe->conclude);
	memset(recipe, 0, sizeof(*recipe));
}
