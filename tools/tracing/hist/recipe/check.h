/* SPDX-License-Identifier: GPL-2.0-only */
/* Check what the values of a recipe mean together. Internal to recipe/. */
#ifndef _CHECK_H
#define _CHECK_H

#include "document.h"
#include "recipe.h"

void recipe_check_meaning(struct document *document, const struct recipe *recipe);

#endif /* _CHECK_H */
