// SPDX-License-Identifier: GPL-2.0-only
/* Write texts as words of a shell's command line. */
#include <string.h>

#include "shell.h"

/**
 * shell_write_quoted() - write a text in single quotes
 * @out: where to write
 * @text: the text; single quotes keep everything but themselves from the shell
 */
void shell_write_quoted(FILE *out, const char *text)
{
	fputc('\'', out);
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", out);
		else
			fputc(*text, out);
	}
	fputc('\'', out);
}

/**
 * shell_write_word() - write a text as a word, in quotes only if the shell would change it
 * @out: where to write
 * @text: the text
 */
void shell_write_word(FILE *out, const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_-+=:,./@%";

	if (*text && !text[strspn(text, plain)])
		fputs(text, out);
	else
		shell_write_quoted(out, text);
}

/**
 * shell_write_echo() - write the command that prints a line
 * @out: where to write
 * @text: the line
 */
void shell_write_echo(FILE *out, const char *text)
{
	/* Some shells replace backslashes in arguments of echo. */
	fputs(strchr(text, '\\') ? "printf '%s\\n' " : "echo ", out);
	shell_write_quoted(out, text);
}
