/* SPDX-License-Identifier: GPL-2.0-only */
/* Read folded stacks: a copy of hist_folded, or the output of other tools for flame graphs. */
#ifndef _FOLDED_H
#define _FOLDED_H

#include <stdio.h>

#include "common/report.h"
#include "table/table.h"

enum status folded_read(struct table *table, const char *path);
enum status folded_parse(struct table *table, FILE *in, const char *name);

#endif /* _FOLDED_H */
