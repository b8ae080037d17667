/* SPDX-License-Identifier: GPL-2.0-only */
/* Commands that the user can paste into a shell. */
#ifndef _COMMON_SHELL_H
#define _COMMON_SHELL_H

#include <stdio.h>

void shell_write_quoted(FILE *out, const char *text);
void shell_write_word(FILE *out, const char *text);
void shell_write_echo(FILE *out, const char *text);

#endif /* _COMMON_SHELL_H */
