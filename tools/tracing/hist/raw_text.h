/* SPDX-License-Identifier: GPL-2.0-only */
/* Print a table as the text of the hist file. */
#ifndef _RAW_TEXT_H
#define _RAW_TEXT_H

#include <stdio.h>

#include "raw_table.h"

void raw_print(FILE *out, const struct raw_table *table);
void raw_print_event(FILE *out, const struct raw_table *table);

#endif /* _RAW_TEXT_H */
