// SPDX-License-Identifier: GPL-2.0-only
/* The table of a recipe, and words for topics, units and pictures. */
#include <string.h>

#include "recipe.h"
#include "table/trigger.h"

const char *const recipe_topics[] = {
	"scheduler", "memory", "block", "files", "network", "system", "application",
};

const char *const recipe_topic_titles[] = {
	"Scheduler", "Memory", "Block devices", "Files", "Network", "System", "Applications",
};

const size_t n_recipe_topics = sizeof(recipe_topics) / sizeof(recipe_topics[0]);

const char *const unit_names[] = {
	[UNIT_NONE] = "",
	[UNIT_COUNT] = "count",
	[UNIT_NS] = "ns",
	[UNIT_US] = "us",
	[UNIT_MS] = "ms",
	[UNIT_SECONDS] = "s",
	[UNIT_BYTES] = "bytes",
	[UNIT_PAGES] = "pages",
	[UNIT_SECTORS] = "sectors",
	[UNIT_PERCENT] = "percent",
};

const size_t n_unit_names = sizeof(unit_names) / sizeof(unit_names[0]);

const char *const picture_names[] = {
	[PICTURE_TABLE] = "table",
	[PICTURE_DISTRIBUTION] = "distribution",
	[PICTURE_FLAME] = "flame",
};

const size_t n_picture_names = sizeof(picture_names) / sizeof(picture_names[0]);

/**
 * recipe_table_step() - find the step whose histogram is the answer
 * @variant: the variant
 *
 * Return: index of the last hist trigger of the table's event. recipe_read() refuses a recipe
 * without one; the result is the number of steps then.
 */
size_t recipe_table_step(const struct recipe_variant *variant)
{
	for (size_t i = variant->n_steps; i-- > 0; ) {
		const struct recipe_step *step = &variant->steps[i];

		if (step->kind == STEP_TRIGGER && trigger_is_hist(step->text) &&
		    !strcmp(step->event, variant->table))
			return i;
	}
	return variant->n_steps;
}

/**
 * unit_name() - get the word for a unit in recipes and in answers
 * @unit: the unit
 *
 * Return: the word, empty for %UNIT_NONE.
 */
const char *unit_name(enum unit unit)
{
	return unit_names[unit];
}

static bool find_word(const char *word, const char *const *words, size_t n, size_t *index)
{
	for (size_t i = 0; i < n; i++) {
		if (!strcmp(words[i], word)) {
			*index = i;
			return true;
		}
	}
	return false;
}

/**
 * unit_find() - find a unit by the word for it
 * @name: the word, see unit_name()
 * @unit: set to the unit; unchanged if the word is unknown
 *
 * Return: false if the word is unknown.
 */
bool unit_find(const char *name, enum unit *unit)
{
	size_t index;
	bool found = find_word(name, unit_names, n_unit_names, &index);

	if (found)
		*unit = index;
	return found;
}

/**
 * picture_name() - get the word for a kind of picture in recipes and in answers
 * @picture: the kind
 *
 * Return: the word.
 */
const char *picture_name(enum picture picture)
{
	return picture_names[picture];
}

/**
 * picture_find() - find a kind of picture by the word for it
 * @name: the word
 * @picture: set to the kind; unchanged if the word is unknown
 *
 * Return: false if the word is unknown.
 */
bool picture_find(const char *name, enum picture *picture)
{
	size_t index;
	bool found = find_word(name, picture_names, n_picture_names, &index);

	if (found)
		*picture = index;
	return found;
}
