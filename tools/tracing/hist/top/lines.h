/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines of text that fit into the width of a terminal. */
#ifndef _TOP_LINES_H
#define _TOP_LINES_H

#include <stdbool.h>
#include <stddef.h>

/**
 * enum style - how a text is shown
 * @STYLE_PLAIN: as it is
 * @STYLE_STRONG: bold
 * @STYLE_WARNING: limits the trust in the numbers
 * @STYLE_MARK: in the colours of a selected row
 * @STYLE_PICTURE: part of a picture
 */
enum style {
	STYLE_PLAIN,
	STYLE_STRONG,
	STYLE_WARNING,
	STYLE_MARK,
	STYLE_PICTURE,
};

/**
 * struct line - a line of text
 * @text: its text, which can have any characters: write it with write_display()
 * @style: how it is shown
 */
struct line {
	char *text;
	enum style style;
};

/**
 * struct lines - a text
 * @lines: its lines
 * @n: number of lines
 * @width: columns of the terminal: longer lines are broken
 * @failed: memory was short, and lines are missing
 */
struct lines {
	struct line *lines;
	size_t n;
	size_t width;
	bool failed;
};

void lines_add(struct lines *lines, enum style style, const char *text);
void lines_print(struct lines *lines, enum style style, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void lines_add_words(struct lines *lines, enum style style, const char *text);
void lines_free(struct lines *lines);

#endif /* _TOP_LINES_H */
