// SPDX-License-Identifier: GPL-2.0-only
/* Words for units and pictures in a recording's header: those of recipes. */
#include <stddef.h>
#include <string.h>

#include "names.h"

static const char * const pictures[] = {
	[PICTURE_TABLE] = "table",
	[PICTURE_DISTRIBUTION] = "distribution",
	[PICTURE_FLAME] = "flame",
};

#define N_PICTURES	(sizeof(pictures) / sizeof(pictures[0]))

/**
 * recording_find_unit() - find a unit by the word for it
 * @name: the word, see unit_name()
 * @unit: the unit
 *
 * Return: false if there is none.
 */
bool recording_find_unit(const char *name, enum unit *unit)
{
	for (enum unit i = UNIT_NONE; i <= UNIT_PERCENT; i++) {
		if (!strcmp(unit_name(i), name)) {
			*unit = i;
			return true;
		}
	}
	return false;
}

/**
 * recording_picture_name() - get the word for a kind of picture
 * @picture: the kind
 *
 * Return: the word.
 */
const char *recording_picture_name(enum picture picture)
{
	return pictures[picture];
}

/**
 * recording_find_picture() - find a kind of picture by the word for it
 * @name: the word
 * @picture: the kind
 *
 * Return: false if there is none.
 */
bool recording_find_picture(const char *name, enum picture *picture)
{
	for (size_t i = 0; i < N_PICTURES; i++) {
		if (!strcmp(pictures[i], name)) {
			*picture = i;
			return true;
		}
	}
	return false;
}
