// SPDX-License-Identifier: GPL-2.0-only
/* Messages on standard error. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"
#include "utf8.h"

#define MAX_EXCERPT	100	/* bytes of a line that report_position() prints */

/*
 * Texts of messages can come from anywhere: no control character, and no mark that changes the
 * direction of text, goes to a terminal. The text ends with a NUL, at @length or behind it.
 */
static void print_clean(const char *text, size_t length)
{
	const char *end = text + length;

	while (text < end) {
		const char *from = text;
		uint32_t c = utf8_next(&text);

		if (c == '\t' || utf8_is_safe(c))
			fwrite(from, 1, text - from, stderr);
		else
			fputc('?', stderr);
	}
}

static void vprint_clean(const char *format, va_list args)
{
	char *text;

	if (vasprintf(&text, format, args) < 0) {
		fputs("a message for which " NO_MEMORY, stderr);
		return;
	}
	print_clean(text, strlen(text));
	free(text);
}

static void print_message(const char *prefix, const char *format, va_list args)
{
	fflush(stdout);
	fprintf(stderr, "trace-hist: %s", prefix);
	vprint_clean(format, args);
	fputc('\n', stderr);
}

/**
 * report_error() - print why a command failed
 * @format: one sentence without a period at its end, as for printf()
 */
void report_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message("", format, args);
	va_end(args);
}

/**
 * report_warning() - print what the user must know about a result
 * @format: one sentence without a period at its end, as for printf()
 */
void report_warning(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_message("warning: ", format, args);
	va_end(args);
}

/**
 * report_errno() - print why a system call failed
 * @what: the action that failed, as an infinitive: "open", "write to"
 * @name: name of the file, socket or process
 *
 * For files of the kernel, sockets and processes: what root may do. See report_file() for others.
 *
 * Return: %STATUS_PERMISSION if the error is EPERM or EACCES, otherwise %STATUS_FAILED.
 */
enum status report_errno(const char *what, const char *name)
{
	int error = errno;

	report_error("cannot %s %s: %s", what, name, strerror(error));
	return error == EPERM || error == EACCES ? STATUS_PERMISSION : STATUS_FAILED;
}

/**
 * report_file() - print why a file that the user has named cannot be used
 * @what: the action that failed, as an infinitive: "open", "create"
 * @path: the file
 *
 * Return: %STATUS_USAGE if there is no such file or it is no file, otherwise %STATUS_FAILED.
 */
enum status report_file(const char *what, const char *path)
{
	int error = errno;

	report_error("cannot %s %s: %s", what, path, strerror(error));
	switch (error) {
	case ENOENT:
	case ENOTDIR:
	case EISDIR:
	case ELOOP:
	case ENAMETOOLONG:
		return STATUS_USAGE;
	default:
		return STATUS_FAILED;
	}
}

/**
 * report_memory() - print that an allocation has failed
 * @what: the action that failed, as an infinitive: "read the recipe"
 *
 * Return: %STATUS_FAILED.
 */
enum status report_memory(const char *what)
{
	report_error(NO_MEMORY " to %s", what);
	return STATUS_FAILED;
}

/* Print the part of a line around a column, and a caret below the column. */
static void print_excerpt(const char *text, size_t column)
{
	size_t length = strcspn(text, "\n"), start = 0, end;

	if (column > length)
		column = length;
	if (column > MAX_EXCERPT / 2)
		start = column - MAX_EXCERPT / 2;
	while (start && utf8_continues(text[start]))
		start--;
	end = length - start > MAX_EXCERPT ? start + MAX_EXCERPT : length;
	while (end < length && utf8_continues(text[end]))
		end++;
	fputs("  ", stderr);
	print_clean(text + start, end - start);
	fputs("\n  ", stderr);
	/* A caret has the column of its character if tabs are repeated and UTF-8 counted. */
	for (size_t i = start; i < column; i++) {
		if (!utf8_continues(text[i]))
			fputc(text[i] == '\t' ? '\t' : ' ', stderr);
	}
	fputs("^\n", stderr);
}

/**
 * report_position() - print what is wrong in a text, with its line and a caret
 * @file: name of the text
 * @line: number of the line, from 1
 * @column: number of the byte in the line, from 1
 * @text: the line, up to its end; or NULL, which prints no caret. The part of a long line around
 *	the column is printed
 * @format: format of a message that names the error and the valid input, as for printf()
 */
void report_position(const char *file, unsigned int line, unsigned int column,
		     const char *text, const char *format, ...)
{
	va_list args;

	fflush(stdout);
	print_clean(file, strlen(file));
	fprintf(stderr, ":%u:%u: ", line, column);
	va_start(args, format);
	vprint_clean(format, args);
	va_end(args);
	fputc('\n', stderr);
	if (text)
		print_excerpt(text, column ? column - 1 : 0);
}

/**
 * report_use_colours() - check whether colours are wanted on a file descriptor
 * @fd: the file descriptor
 *
 * Return: true if it is a terminal that has colours, and NO_COLOR is not set.
 */
bool report_use_colours(int fd)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	return isatty(fd) && !(no_color && *no_color) && term && strcmp(term, "dumb");
}
