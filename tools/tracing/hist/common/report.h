/* SPDX-License-Identifier: GPL-2.0-only */
/* Messages and exit statuses. */
#ifndef _REPORT_H
#define _REPORT_H

#include <stdarg.h>
#include <stdbool.h>

/**
 * enum status - exit status of the program, and return value of functions that report their errors
 * @STATUS_OK: success
 * @STATUS_FAILED: a read, a write or another operation failed
 * @STATUS_USAGE: the command line is wrong, a file, an event or a recipe that it names does not
 *	exist, or an event has no histogram
 * @STATUS_INPUT: a recipe, a recording or a copy of a table has wrong contents, or a file has no
 *	histogram
 * @STATUS_UNSUPPORTED: this kernel lacks a feature or an event that a recipe needs
 * @STATUS_PERMISSION: only root may do this
 * @STATUS_DIFFERENT: diff found a significant difference, and the user asked for this status
 *
 * A function that returns a status other than %STATUS_OK has printed exactly one message.
 */
enum status {
	STATUS_OK,
	STATUS_FAILED,
	STATUS_USAGE,
	STATUS_INPUT,
	STATUS_UNSUPPORTED,
	STATUS_PERMISSION,
	STATUS_DIFFERENT,
};

/* For errors that a text describes; report_memory() says what could not be done. */
#define NO_MEMORY	"there is not enough memory"

void report_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void report_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
enum status report_errno(const char *what, const char *name);
enum status report_file(const char *what, const char *path);
enum status report_memory(const char *what);
void report_position(const char *file, unsigned int line, unsigned int column,
		     const char *text, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
bool report_use_colours(int fd);

#endif /* _REPORT_H */
