/* SPDX-License-Identifier: GPL-2.0-only */
/* Words for units and pictures in a recording's header. */
#ifndef _RECORDING_NAMES_H
#define _RECORDING_NAMES_H

#include <stdbool.h>

#include "recipe/recipe.h"

bool recording_find_unit(const char *name, enum unit *unit);
const char *recording_picture_name(enum picture picture);
bool recording_find_picture(const char *name, enum picture *picture);

#endif /* _RECORDING_NAMES_H */
