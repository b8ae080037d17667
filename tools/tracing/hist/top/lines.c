// SPDX-License-Identifier: GPL-2.0-only
/* Break text into lines that fit into the width of a terminal. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/utf8.h"
#include "lines.h"

static void add_line(struct lines *lines, enum style style, const char *text, size_t length)
{
	struct line *more = reallocarray(lines->lines, lines->n + 1, sizeof(*more));
	char *copy = strndup(text, length);

	if (more)
		lines->lines = more;
	if (!more || !copy) {
		lines->failed = true;
		free(copy);
		return;
	}
	more[lines->n++] = (struct line) { copy, style };
}

/* Columns of the terminal for the character at @text, whose number of bytes is stored in @size. */
static size_t character_width(const char *text, size_t *size)
{
	const char *end = text;
	char character[8];

	utf8_next(&end);
	*size = end - text;
	memcpy(character, text, *size);
	character[*size] = '\0';
	return display_width(character);
}

/* Number of bytes at the begin of @text that fit into @width; at least one character. */
static size_t fitting_size(const char *text, size_t length, size_t width)
{
	size_t fitting = 0, used = 0, size;

	while (fitting < length) {
		used += character_width(text + fitting, &size);
		if (used > width && fitting)
			break;
		fitting += size;
	}
	return fitting;
}

/**
 * lines_add() - add lines
 * @lines: the text
 * @style: how they are shown
 * @text: lines, separated by newlines; longer ones are broken anywhere
 */
void lines_add(struct lines *lines, enum style style, const char *text)
{
	size_t length, fitting;

	do {
		length = strcspn(text, "\n");
		do {
			fitting = fitting_size(text, length, lines->width);
			add_line(lines, style, text, fitting);
			text += fitting;
			length -= fitting;
		} while (length && !lines->failed);
	} while (*text++ == '\n' && *text && !lines->failed);
}

/**
 * lines_print() - add a formatted line
 * @lines: the text
 * @style: how it is shown
 * @format: as for printf()
 */
void lines_print(struct lines *lines, enum style style, const char *format, ...)
{
	va_list args;
	char *text;
	int n;

	va_start(args, format);
	n = vasprintf(&text, format, args);
	va_end(args);
	if (n < 0) {
		lines->failed = true;
		return;
	}
	lines_add(lines, style, text);
	free(text);
}

/* Number of bytes of the words that fit into a line; the first word is broken if it does not. */
static size_t fitting_words(const char *text, size_t width)
{
	size_t length = strlen(text), fitting = fitting_size(text, length, width), end = fitting;

	if (fitting == length)
		return length;
	while (end && text[end] != ' ')
		end--;
	return end ? end : fitting;
}

/**
 * lines_add_words() - add a paragraph
 * @lines: the text
 * @style: how it is shown
 * @text: words, separated by blanks: lines are broken there
 */
void lines_add_words(struct lines *lines, enum style style, const char *text)
{
	while (*text && !lines->failed) {
		size_t fitting = fitting_words(text, lines->width);

		add_line(lines, style, text, fitting);
		text += fitting;
		text += strspn(text, " ");
	}
}

/**
 * lines_free() - free a text
 * @lines: the text, which has no lines afterwards
 */
void lines_free(struct lines *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		free(lines->lines[i].text);
	free(lines->lines);
	*lines = (struct lines) { .width = lines->width };
}
