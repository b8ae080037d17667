/* SPDX-License-Identifier: GPL-2.0-only */
/* The header above the table: the time, the number of events, and the limits of their accuracy. */
#ifndef _TOP_HEADER_H
#define _TOP_HEADER_H

#include "lines.h"
#include "model.h"

#define HEADER_PARTS	24

/**
 * struct header_part - a text of the header
 * @text: the text
 * @style: how it is shown
 * @line: its line, from 0
 * @column: its first column
 * @width: its columns
 */
struct header_part {
	char *text;
	enum style style;
	size_t line;
	size_t column;
	size_t width;
};

/**
 * struct header - the header
 * @parts: its parts
 * @n: number of parts
 * @n_lines: number of lines
 * @failed: memory was short, and parts are missing
 */
struct header {
	struct header_part parts[HEADER_PARTS];
	size_t n;
	size_t n_lines;
	bool failed;
};

void header_make(struct header *header, const struct model *model, size_t width, size_t max_lines);
void header_free(struct header *header);

#endif /* _TOP_HEADER_H */
