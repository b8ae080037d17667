// SPDX-License-Identifier: GPL-2.0-only
/* Write commands to the kernel, and report why it has rejected one. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/shell.h"
#include "common/utf8.h"
#include "internal.h"
#include "session.h"

/* Where commands are printed, or NULL. */
static FILE *explanation;

/**
 * session_explain() - print each command that is written to the kernel
 * @out: where, or NULL to end this
 */
void session_explain(FILE *out)
{
	explanation = out;
}

/**
 * explain() - print a command that is no write, if the user wants to see it
 * @command: the command, such as "mkdir instances/"
 * @operand: what follows
 */
void explain(const char *command, const char *operand)
{
	if (explanation)
		fprintf(explanation, "%s%s\n", command, operand);
}

static void explain_write(struct tracefs_instance *instance, const char *file, const char *text)
{
	if (!explanation)
		return;
	shell_write_echo(explanation, text);
	if (instance)
		fprintf(explanation, " >> instances/%s/%s\n", tracefs_instance_get_name(instance),
			file);
	else
		fprintf(explanation, " >> %s\n", file);
}

static bool is_printable(uint32_t character)
{
	return utf8_is_safe_or_space(character) && (character < 0x80 || locale_is_utf8());
}

/*
 * A command must not control the terminal. Each byte is replaced, so that the kernel's caret stays
 * below its column.
 */
static void make_printable(char *text)
{
	const char *next = text;

	while (*text) {
		if (!is_printable(utf8_next(&next)))
			memset(text, '?', next - text);
		text += next - text;
	}
}

static void print_command(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		return;
	make_printable(copy);
	fprintf(stderr, "  Command: %s\n", copy);
	free(copy);
}

/* Cut the time off: "[   24.512345] hist:sched:sched_switch: error: ..." */
static const char *skip_time(const char *message)
{
	const char *end = *message == '[' ? strstr(message, "] ") : NULL;

	return end ? end + 2 : message;
}

/*
 * Print an entry of error_log: a line with the reason, then lines with the command and the caret.
 * Without an entry, print the command.
 */
static void report_rejection(const char *file, const char *text, char *entry, int error)
{
	char *lines;

	if (!entry) {
		report_error("the kernel rejects a command for %s: %s", file, strerror(error));
		print_command(text);
		return;
	}
	make_printable(entry);
	/* libtracefs 1.6 returns the last line without its newline. */
	if (*entry && entry[strlen(entry) - 1] == '\n')
		entry[strlen(entry) - 1] = '\0';
	lines = strchr(entry, '\n');
	if (lines)
		*lines++ = '\0';
	report_error("the kernel rejects a command for %s: %s: %s", file, strerror(error),
		     skip_time(entry));
	if (lines)
		fprintf(stderr, "%s\n", lines);
}

static enum status status_of(int error, bool has_filter)
{
	switch (error) {
	case EPERM:
	case EACCES:
		return STATUS_PERMISSION;
	case EINVAL:
		return has_filter ? STATUS_USAGE : STATUS_FAILED;
	default:
		return STATUS_FAILED;
	}
}

/* An entry of error_log has its time, so an entry of an earlier error differs. */
static bool is_new(const char *before, const char *after)
{
	return after && *after && (!before || strcmp(before, after));
}

/**
 * kernel_write() - write a command to a file of tracefs, and report why it was rejected
 * @instance: instance, or NULL for the top directory
 * @file: the file
 * @text: the command, without a newline at its end
 * @has_filter: the user has given a part of @text
 *
 * Return: %STATUS_OK, or a status after a message with the kernel's explanation and its caret.
 */
enum status kernel_write(struct tracefs_instance *instance, const char *file, const char *text,
			 bool has_filter)
{
	char *before = tracefs_error_last(instance), *after;
	int error;

	explain_write(instance, file, text);
	errno = 0;
	if (tracefs_instance_file_append(instance, file, text) == (int)strlen(text)) {
		free(before);
		return STATUS_OK;
	}
	error = errno ? errno : EIO;
	after = tracefs_error_last(instance);
	report_rejection(file, text, is_new(before, after) ? after : NULL, error);
	free(before);
	free(after);
	return status_of(error, has_filter);
}

/**
 * kernel_try() - write a command that may fail, without a message
 * @instance: instance, or NULL for the top directory
 * @file: the file
 * @text: the command
 *
 * Return: true if it is done; otherwise errno tells why it is not.
 */
bool kernel_try(struct tracefs_instance *instance, const char *file, const char *text)
{
	explain_write(instance, file, text);
	return tracefs_instance_file_append(instance, file, text) >= 0;
}

/**
 * trigger_line() - cut the state off a line of a trigger file
 * @line: the line
 * @length: its length
 *
 * Return: the trigger without " [active]" or another state at its end, allocated; or NULL if the
 * line is no trigger, or there is no memory.
 */
char *trigger_line(const char *line, size_t length)
{
	const char *state;

	if (!length || *line == '#')
		return NULL;
	if (line[length - 1] == ']') {
		state = memrchr(line, '[', length);
		while (state && state > line && state[-1] == ' ')
			state--;
		if (state && state > line)
			length = state - line;
	}
	return strndup(line, length);
}
