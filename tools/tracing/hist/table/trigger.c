// SPDX-License-Identifier: GPL-2.0-only
/* Split the trigger of a histogram into its command, parameters and items. */
#include <string.h>

#include "trigger.h"

#define N(array)	(sizeof(array) / sizeof((array)[0]))

/**
 * span_of() - make a span of a whole text
 * @text: the text
 *
 * Return: the span, without the NUL.
 */
struct span span_of(const char *text)
{
	return (struct span){ text, text + strlen(text) };
}

/**
 * span_length() - get the length of a span
 * @span: the span
 *
 * Return: number of bytes.
 */
size_t span_length(struct span span)
{
	return span.end - span.at;
}

/**
 * span_is() - compare a span with a text
 * @span: the span
 * @text: the text
 *
 * Return: true if they are equal.
 */
bool span_is(struct span span, const char *text)
{
	return span_length(span) == strlen(text) && !memcmp(span.at, text, strlen(text));
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static struct span trim(struct span span)
{
	while (span.at < span.end && is_blank(*span.at))
		span.at++;
	while (span.at < span.end && is_blank(span.end[-1]))
		span.end--;
	return span;
}

/**
 * trigger_is_quoted() - follow the quotes of a text, character by character
 * @quote: state, 0 at the begin of the text; at the end, it is 0 if all quotes are closed
 * @c: next character
 *
 * Return: true if the character is in quotes, or is one.
 */
bool trigger_is_quoted(char *quote, char c)
{
	if (*quote)
		*quote = c == *quote ? 0 : *quote;
	else if (c == '"' || c == '\'')
		*quote = c;
	else
		return false;
	return true;
}

/**
 * trigger_command() - find the command and the condition of a trigger
 * @trigger: text of the trigger: "COMMAND [if CONDITION]"
 * @condition: receives the condition, with %NULL in @at without one; can be %NULL
 *
 * Return: the command, without blanks around it.
 */
struct span trigger_command(struct span trigger, struct span *condition)
{
	struct span command = trigger, found = { NULL, NULL };
	char quote = 0;

	for (const char *at = trigger.at; trigger.end - at > 3; at++) {
		if (!trigger_is_quoted(&quote, *at) && is_blank(at[0]) && at[1] == 'i' &&
		    at[2] == 'f' && is_blank(at[3])) {
			command.end = at;
			found = trim((struct span){ at + 3, trigger.end });
			break;
		}
	}
	if (condition)
		*condition = found;
	return trim(command);
}

static bool is_number(const char *at, const char *end)
{
	at += at < end && *at == '-';
	if (at == end)
		return false;
	while (at < end && *at >= '0' && *at <= '9')
		at++;
	return at == end;
}

/* Find the separator behind the next part: see trigger_next(). */
static const char *find_separator(struct span rest, char separator)
{
	static const char lhist[] = ".lhist=";
	const ptrdiff_t lhist_length = sizeof(lhist) - 1;
	unsigned int depth = 0, numbers = 0;
	const char *at, *number = rest.at;
	char quote = 0;

	for (at = rest.at; at < rest.end; at++) {
		if (trigger_is_quoted(&quote, *at))
			continue;
		if (*at == '(' || *at == '[')
			depth++;
		else if ((*at == ')' || *at == ']') && depth)
			depth--;
		if (*at == '=' && at + 1 - rest.at >= lhist_length &&
		    !memcmp(at + 1 - lhist_length, lhist, lhist_length)) {
			numbers = 3;
			number = at + 1;
		}
		if (depth || *at != separator)
			continue;
		if (separator != ',' || numbers <= 1 || !is_number(number, at))
			break;
		numbers--;
		number = at + 1;
	}
	return at;
}

/**
 * trigger_next() - cut the next part off a text
 * @rest: the text; afterwards what follows the separator, with %NULL in @at behind the last part
 * @separator: a colon for parameters, or a comma for items
 * @part: receives the part, without blanks around it; it can be empty
 *
 * Text in parentheses, brackets or quotes, and the three numbers of .lhist, are not split. Brackets
 * that do not match are for the kernel to report.
 *
 * Return: false if there is no part left.
 */
bool trigger_next(struct span *rest, char separator, struct span *part)
{
	const char *end;

	if (!rest->at)
		return false;
	end = find_separator(*rest, separator);
	*part = trim((struct span){ rest->at, end });
	rest->at = end < rest->end ? end + 1 : NULL;
	return true;
}

/* Compare a name; "keys" and "values" are also called otherwise. */
static bool is_name(struct span found, const char *name)
{
	static const char *const synonyms[][2] = {
		{ "keys", "key" }, { "values", "vals" }, { "values", "val" },
	};

	for (size_t i = 0; i < N(synonyms); i++) {
		if (!strcmp(name, synonyms[i][0]) && span_is(found, synonyms[i][1]))
			return true;
	}
	return span_is(found, name);
}

/**
 * trigger_value() - get the value of a parameter
 * @parameter: the parameter: "NAME=VALUE", or a word
 * @name: name of a parameter; "keys" and "values" also stand for the other names that the kernel
 *	knows
 * @value: receives what follows the =, and is unchanged if this is another parameter
 *
 * Return: true if this is the parameter @name.
 */
bool trigger_value(struct span parameter, const char *name, struct span *value)
{
	const char *equals = memchr(parameter.at, '=', span_length(parameter));

	if (!equals || !is_name(trim((struct span){ parameter.at, equals }), name))
		return false;
	*value = trim((struct span){ equals + 1, parameter.end });
	return true;
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

/* Parameters of a trigger, behind its type. */
static struct span parameters_of(const char *trigger)
{
	struct span rest = trigger_command(span_of(trigger), NULL), type;

	trigger_next(&rest, ':', &type);
	return rest;
}

/**
 * trigger_has_word() - check for a parameter without a value
 * @trigger: text of a hist trigger
 * @word: the parameter, such as "nohitcount"
 *
 * Return: true if the trigger has it.
 */
bool trigger_has_word(const char *trigger, const char *word)
{
	struct span rest = parameters_of(trigger), part;

	while (trigger_next(&rest, ':', &part)) {
		if (span_is(part, word))
			return true;
	}
	return false;
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
	return trigger_has_word(trigger, "continue") || trigger_has_word(trigger, "cont") ||
	       trigger_has_word(trigger, "clear");
}

/**
 * trigger_parameter() - find a parameter of a hist trigger
 * @trigger: text of the trigger
 * @name: name of the parameter: see trigger_value()
 * @value: receives what follows the =, and is unchanged if the trigger lacks the parameter
 *
 * Return: true if the trigger has it.
 */
bool trigger_parameter(const char *trigger, const char *name, struct span *value)
{
	struct span rest = parameters_of(trigger), part;

	while (trigger_next(&rest, ':', &part)) {
		if (trigger_value(part, name, value))
			return true;
	}
	return false;
}
