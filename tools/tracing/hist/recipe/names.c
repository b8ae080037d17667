// SPDX-License-Identifier: GPL-2.0-only
/* Find @NAME@ in steps, and the steps that define them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "table/trigger.h"

static size_t identifier_length(const char *text)
{
	size_t length = 0;

	if (isdigit((unsigned char)text[0]))
		return 0;
	while (isalnum((unsigned char)text[length]) || text[length] == '_')
		length++;
	return length;
}

/**
 * name_find() - find the first @NAME@ in a text
 * @text: the text. A single @, as in arguments of probes, is no name
 * @name: receives the place
 *
 * Return: true if there is one.
 */
bool name_find(const char *text, struct name *name)
{
	while ((text = strchr(text, '@'))) {
		size_t length = identifier_length(text + 1);

		if (length && text[length + 1] == '@') {
			name->start = text;
			name->length = length;
			return true;
		}
		text++;
	}
	return false;
}

/**
 * name_equal() - compare two names
 * @a: a name
 * @b: another one
 *
 * Return: true if they are the same.
 */
bool name_equal(const struct name *a, const struct name *b)
{
	return a->length == b->length && !memcmp(a->start, b->start, a->length + 2);
}

/**
 * name_is_whole() - check whether a whole text is @NAME@
 * @text: the text, such as the event of a step
 * @name: receives the place
 *
 * Return: true if it is.
 */
bool name_is_whole(const char *text, struct name *name)
{
	return name_find(text, name) && name->start == text && !text[name->length + 2];
}

/* "TYPE[MAX]:[GROUP/]NAME TARGET ...". Return: what follows the first colon, or NULL. */
static const char *probe_name(const char *text)
{
	size_t length = strcspn(text, ": \t");

	return text[length] == ':' ? text + length + 1 : NULL;
}

static bool at_start(const char *text, struct name *name)
{
	return text && name_find(text, name) && name->start == text;
}

static bool probe_defines(const char *text, struct name *name)
{
	const char *start = probe_name(text);
	size_t length;

	if (!start)
		return false;
	length = strcspn(start, "/ \t");
	return at_start(start[length] == '/' ? start + length + 1 : start, name);
}

/**
 * step_defines() - find the name that a step defines
 * @step: the step
 * @name: receives the place in its text
 *
 * Return: true if the step defines a name: a synthetic event, a probe, or the name= of a histogram.
 */
bool step_defines(const struct recipe_step *step, struct name *name)
{
	struct span value;

	switch (step->kind) {
	case STEP_SYNTHETIC:
		return at_start(step->text, name);
	case STEP_DYNAMIC:
		return probe_defines(step->text, name);
	case STEP_TRIGGER:
		return trigger_parameter(step->text, "name", &value) && at_start(value.at, name);
	default:
		return false;
	}
}

/**
 * find_definition() - find the step that defines a name
 * @variant: the variant
 * @n_steps: number of steps to search
 * @name: the name
 *
 * Return: the first of these steps that defines it, or NULL.
 */
const struct recipe_step *find_definition(const struct recipe_variant *variant, size_t n_steps,
					  const struct name *name)
{
	for (size_t i = 0; i < n_steps; i++) {
		struct name defined;

		if (step_defines(&variant->steps[i], &defined) && name_equal(&defined, name))
			return &variant->steps[i];
	}
	return NULL;
}

/* The kernel's default group of a probe. */
static const char *default_group(const char *text)
{
	const char *target = text + strcspn(text, " \t");

	switch (text[0]) {
	case 's':
		return "synthetic";
	case 'f':
		return "fprobes";
	case 't':
		return "tracepoints";
	case 'e':
		return "eprobes";
	default:
		return target[strspn(target, " \t")] == '/' ? "uprobes" : "kprobes";
	}
}

/**
 * step_group() - get the system of the event that a step defines
 * @step: a step that defines an event, see step_defines()
 * @group: receives the system, which the caller frees
 *
 * Return: 0, or -1 without memory.
 */
int step_group(const struct recipe_step *step, char **group)
{
	const char *start;
	size_t length;

	if (step->kind == STEP_SYNTHETIC) {
		*group = strdup("synthetic");
		return *group ? 0 : -1;
	}
	start = probe_name(step->text);
	length = strcspn(start, "/ \t");
	*group = start[length] == '/' ? strndup(start, length) : strdup(default_group(step->text));
	return *group ? 0 : -1;
}
