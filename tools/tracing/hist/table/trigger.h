/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Syntax of a histogram's trigger: "hist:PARAMETER:PARAMETER if CONDITION", where a parameter is a
 * word or "NAME=ITEM,ITEM". The reader of tables and the recipes use it; read_trigger.c knows what
 * items mean. The kernel checks the syntax of what is written to it.
 */
#ifndef _TABLE_TRIGGER_H
#define _TABLE_TRIGGER_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct span - part of a text
 * @at: first character
 * @end: behind the last one
 */
struct span {
	const char *at;
	const char *end;
};

struct span span_of(const char *text);
size_t span_length(struct span span);
bool span_is(struct span span, const char *text);

bool trigger_is_hist(const char *trigger);
bool trigger_is_command(const char *trigger);
bool trigger_has_word(const char *trigger, const char *word);
bool trigger_parameter(const char *trigger, const char *name, struct span *value);

/* Steps of the functions above, for texts without a NUL at their end. */
bool trigger_is_quoted(char *quote, char c);
struct span trigger_command(struct span trigger, struct span *condition);
bool trigger_next(struct span *rest, char separator, struct span *part);
bool trigger_value(struct span parameter, const char *name, struct span *value);

#endif /* _TABLE_TRIGGER_H */
