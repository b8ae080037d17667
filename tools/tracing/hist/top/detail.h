/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines of text that describe one row, and the distribution of all rows. */
#ifndef _TOP_DETAIL_H
#define _TOP_DETAIL_H

#include "lines.h"
#include "model.h"

void detail_lines(struct lines *lines, const struct model *model);
void picture_lines(struct lines *lines, const struct model *model);
void sparkline(struct lines *lines, const uint64_t *counts, size_t n);

#endif /* _TOP_DETAIL_H */
