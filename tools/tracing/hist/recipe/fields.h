/* SPDX-License-Identifier: GPL-2.0-only */
/* The columns of a recipe's table. */
#ifndef _RECIPE_FIELDS_H
#define _RECIPE_FIELDS_H

#include "table/table.h"

int recipe_table_fields(struct table *table, const char *trigger, struct parse_error *error);

#endif /* _RECIPE_FIELDS_H */
