/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Text from the kernel, from recipes and from recordings is hostile: a task can have any bytes in
 * its name. Each writer takes it apart with these functions and escapes unsafe characters.
 */
#ifndef _COMMON_UTF8_H
#define _COMMON_UTF8_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Value of utf8_next() for a byte that is not part of a character */
#define UTF8_INVALID	UINT32_MAX

uint32_t utf8_next(const char **text);
bool utf8_continues(char byte);
bool utf8_is_valid(const char *text);
bool utf8_is_safe(uint32_t character);
bool utf8_is_safe_or_space(uint32_t character);
bool has_control_characters(const char *text);
bool locale_is_utf8(void);

char *utf8_valid_copy(const char *text);
void write_hex(FILE *out, const char *bytes, size_t n);
void write_json_character(FILE *out, const char *bytes, size_t n, uint32_t character);
void write_json_text(FILE *out, const char *json);
size_t display_width(const char *text);
size_t write_display(FILE *out, const char *text, size_t width);

#endif /* _COMMON_UTF8_H */
