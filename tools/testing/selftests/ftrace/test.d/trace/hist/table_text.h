/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Read the text of the files hist and hist_delta in programs that count their own events.
 *
 * All functions end the program on an error: with the status 1 if a number is wrong, and with the
 * status 2 if a file could not be read. A program that includes this file defines _GNU_SOURCE.
 */
#ifndef _TABLE_TEXT_H
#define _TABLE_TEXT_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Size of the buffer from alloc_text(). */
#define TEXT_MAX	(8 << 20)

static inline void die(const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
	exit(2);
}

static inline void check_equal(const char *what, unsigned long long found,
			       unsigned long long expected)
{
	if (found == expected)
		return;
	fprintf(stderr, "%s: %llu, should be %llu\n", what, found, expected);
	exit(1);
}

/* Return: the number behind a title, or 0 if the text does not have the title. */
static inline unsigned long long number_of(const char *line, const char *title)
{
	const char *at = strstr(line, title);

	return at ? strtoull(at + strlen(title), NULL, 10) : 0;
}

static inline char *alloc_text(void)
{
	char *text = malloc(TEXT_MAX);

	if (!text)
		die("malloc");
	return text;
}

/* Read a file to its end, in steps of at most @step bytes, to a buffer from alloc_text(). */
static inline void read_text(const char *path, size_t step, char *text)
{
	size_t size = 0, left = TEXT_MAX - 1;
	int fd = open(path, O_RDONLY);
	ssize_t n;

	if (fd < 0)
		die(path);
	while ((n = read(fd, text + size, step < left ? step : left)) > 0) {
		size += n;
		left -= n;
	}
	if (n < 0 || !left)
		die(path);
	text[size] = '\0';
	close(fd);
}

#endif /* _TABLE_TEXT_H */
