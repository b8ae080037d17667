// SPDX-License-Identifier: GPL-2.0-only
/* Find the condition, the parameters and the fields of a trigger. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "trigger.h"

#define N(array)	(sizeof(array) / sizeof((array)[0]))

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static struct span trim(struct span span)
{
	while (span.length && is_blank(span.start[0])) {
		span.start++;
		span.length--;
	}
	while (span.length && is_blank(span.start[span.length - 1]))
		span.length--;
	return span;
}

static bool span_is(const struct span *span, const char *text)
{
	return span->length == strlen(text) && !memcmp(span->start, text, span->length);
}

/**
 * trigger_is_hist() - check whether a trigger creates a histogram
 * @trigger: text of the trigger
 *
 * Return: true if it does.
 */
bool trigger_is_hist(const char *trigger)
{
	return !strncmp(trigger, "hist:", 5);
}

/**
 * trigger_condition() - find the condition at the end of a trigger
 * @trigger: text of the trigger: "COMMAND [if CONDITION]"
 * @command_length: receives the length of COMMAND, without blanks behind it
 *
 * Return: the condition, without blanks before it, or NULL without a condition.
 */
const char *trigger_condition(const char *trigger, size_t *command_length)
{
	const char *condition = NULL;
	struct span command = { trigger, strlen(trigger) };
	char quote = 0;

	for (const char *c = trigger; *c; c++) {
		if (quote || *c == '"' || *c == '\'') {
			quote = !quote ? *c : *c == quote ? 0 : quote;
		} else if (is_blank(*c) && c[1] == 'i' && c[2] == 'f' && is_blank(c[3])) {
			command.length = c - trigger;
			condition = c + 3 + strspn(c + 3, " \t");
			break;
		}
	}
	*command_length = trim(command).length + (trim(command).start - trigger);
	return condition;
}

/*
 * Length of the text up to a separator that is in no parentheses, brackets or quotes. Brackets that
 * do not match are for the kernel to report.
 */
static size_t length_until(const char *text, size_t length, char separator)
{
	int depth = 0;
	char quote = 0;
	size_t i;

	for (i = 0; i < length; i++) {
		char c = text[i];

		if (quote || c == '"' || c == '\'')
			quote = !quote ? c : c == quote ? 0 : quote;
		else if (c == '(' || c == '[')
			depth++;
		else if (c == ')' || c == ']')
			depth--;
		else if (c == separator && depth <= 0)
			break;
	}
	return i;
}

/* Remove the first part of a text and the separator behind it. Return: the part without blanks. */
static struct span next_part(struct span *rest, char separator)
{
	size_t length = length_until(rest->start, rest->length, separator);
	struct span part = { rest->start, length };

	if (length < rest->length)
		length++;
	rest->start += length;
	rest->length -= length;
	return trim(part);
}

static struct span trigger_parameters(const char *trigger)
{
	struct span command = { trigger, 0 };

	trigger_condition(trigger, &command.length);
	next_part(&command, ':');
	return command;
}

/**
 * trigger_is_command() - check whether a trigger changes a histogram that exists
 * @trigger: text of a hist trigger
 *
 * Return: true if it is continue or clear, so that there is nothing to remove. With pause, a
 * trigger creates a paused histogram.
 */
bool trigger_is_command(const char *trigger)
{
	static const char *const commands[] = { "continue", "cont", "clear" };
	struct span rest = trigger_parameters(trigger);

	while (rest.length) {
		struct span part = next_part(&rest, ':');

		for (size_t i = 0; i < N(commands); i++) {
			if (span_is(&part, commands[i]))
				return true;
		}
	}
	return false;
}

/* Length of the NAME of "NAME=VALUE", or 0. */
static bool split_parameter(const struct span *part, struct span *name, struct span *value)
{
	size_t length = 0;

	while (length < part->length && (isalnum((unsigned char)part->start[length]) ||
					 part->start[length] == '_'))
		length++;
	*name = (struct span){ part->start, length };
	while (length < part->length && is_blank(part->start[length]))
		length++;
	if (!name->length || length >= part->length || part->start[length] != '=')
		return false;
	*value = trim((struct span){ part->start + length + 1, part->length - length - 1 });
	return true;
}

/**
 * trigger_parameter() - find a parameter of a hist trigger
 * @trigger: text of the trigger
 * @name: name of the parameter; "keys" and "values" also find the other names that the kernel knows
 * @value: receives what follows the =
 *
 * Return: true if the trigger has it.
 */
bool trigger_parameter(const char *trigger, const char *name, struct span *value)
{
	static const char *const synonyms[][3] = {
		{ "keys", "key", "keys" },
		{ "values", "vals", "val" },
	};
	struct span rest = trigger_parameters(trigger);

	while (rest.length) {
		struct span part = next_part(&rest, ':'), found;

		if (!split_parameter(&part, &found, value))
			continue;
		if (span_is(&found, name))
			return true;
		for (size_t i = 0; i < N(synonyms); i++) {
			if (!strcmp(name, synonyms[i][0]) && (span_is(&found, synonyms[i][1]) ||
							      span_is(&found, synonyms[i][2])))
				return true;
		}
	}
	return false;
}

/* Length of a modifier at the end of an item that is no part of the column's name, or 0. */
static size_t display_modifier(const char *item, size_t length)
{
	static const char *const words[] = {
		"hex", "sym", "sym-offset", "symstr", "execname", "syscall", "stacktrace", "build",
		"path", "log2", "usecs", "percent", "graph",
	};
	static const char *const with_value[] = { "depth=", "buckets=", "lhist=" };
	const char *dot = memrchr(item, '.', length);
	struct span word;

	if (!dot || dot == item)
		return 0;
	word = (struct span){ dot + 1, item + length - dot - 1 };
	for (size_t i = 0; i < N(words); i++) {
		if (span_is(&word, words[i]))
			return word.length + 1;
	}
	for (size_t i = 0; i < N(with_value); i++) {
		size_t n = strlen(with_value[i]);

		if (word.length > n && !memcmp(word.start, with_value[i], n))
			return word.length + 1;
	}
	return 0;
}

/**
 * field_column() - get the name of the column that a key or value has in the table
 * @item: the key or value, such as "$lat.p99" or "common_stacktrace.depth=8.build"
 * @length: its length in bytes
 *
 * Return: the name, without $, blanks and modifiers of the display; .median is .p50. The caller
 * frees it. NULL without memory.
 */
char *field_column(const char *item, size_t length)
{
	char *column = malloc(length + 1), *end = column;
	size_t modifier;

	if (!column)
		return NULL;
	while ((modifier = display_modifier(item, length)))
		length -= modifier;
	for (size_t i = 0; i < length; i++) {
		if (item[i] != '$' && !is_blank(item[i]))
			*end++ = item[i];
	}
	*end = 0;
	if (end - column > 7 && !strcmp(end - 7, ".median"))
		memcpy(end - 7, ".p50", 5);
	return column;
}

/* The commas of .lhist=MIN,MAX,STEP do not separate items. */
static struct span next_item(struct span *rest)
{
	struct span item = next_part(rest, ',');

	if (memmem(item.start, item.length, ".lhist=", 7)) {
		next_part(rest, ',');
		next_part(rest, ',');
	}
	return item;
}

static int add_field(char ***fields, size_t *n, char *field)
{
	char **more = field ? realloc(*fields, (*n + 1) * sizeof(**fields)) : NULL;

	if (!more) {
		free(field);
		return -1;
	}
	*fields = more;
	more[(*n)++] = field;
	return 0;
}

/**
 * trigger_fields() - list the columns of a histogram's table
 * @trigger: text of a hist trigger
 * @fields: receives the names, see field_column(): keys, values, and hitcount
 * @n: receives the number of names
 *
 * Return: 0, or -1 without memory. The caller calls trigger_free_fields() in both cases.
 */
int trigger_fields(const char *trigger, char ***fields, size_t *n)
{
	static const char *const parameters[] = { "keys", "values" };

	*fields = NULL;
	*n = 0;
	if (add_field(fields, n, strdup("hitcount")))
		return -1;
	for (size_t i = 0; i < N(parameters); i++) {
		struct span rest;

		if (!trigger_parameter(trigger, parameters[i], &rest))
			continue;
		while (rest.length) {
			struct span item = next_item(&rest);

			if (add_field(fields, n, field_column(item.start, item.length)))
				return -1;
		}
	}
	return 0;
}

/**
 * trigger_free_fields() - free the result of trigger_fields()
 * @fields: the names
 * @n: number of names
 */
void trigger_free_fields(char **fields, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(fields[i]);
	free(fields);
}
