/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parts of a trigger's text. The kernel checks its syntax; a recipe only needs its condition, its
 * parameters, and the fields of its table.
 */
#ifndef _TRIGGER_H
#define _TRIGGER_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct span - part of a text
 * @start: where it begins
 * @length: number of bytes
 */
struct span {
	const char *start;
	size_t length;
};

bool trigger_is_hist(const char *trigger);
bool trigger_is_command(const char *trigger);
const char *trigger_condition(const char *trigger, size_t *command_length);
bool trigger_parameter(const char *trigger, const char *name, struct span *value);
int trigger_fields(const char *trigger, char ***fields, size_t *n);
void trigger_free_fields(char **fields, size_t n);
char *field_column(const char *item, size_t length);

#endif /* _TRIGGER_H */
