// SPDX-License-Identifier: GPL-2.0-only
/*
 * The columns of a recipe's table. The reader of tables names them; this file writes the trigger as
 * the kernel shows it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/buffer.h"
#include "fields.h"
#include "table/trigger.h"

/* The kernel shows parameters and items without blanks. */
static void write_without_blanks(FILE *out, struct span text)
{
	for (; text.at < text.end; text.at++) {
		if (*text.at != ' ' && *text.at != '\t')
			fputc(*text.at, out);
	}
}

static bool has_item(struct span list, const char *name)
{
	struct span item;

	while (trigger_next(&list, ',', &item)) {
		if (span_is(item, name))
			return true;
	}
	return false;
}

static void write_values(FILE *out, const char *trigger)
{
	struct span values = { NULL, NULL };
	bool has_values = trigger_parameter(trigger, "values", &values);
	bool adds_hitcount = !trigger_has_word(trigger, "nohitcount") &&
			     !(has_values && has_item(values, "hitcount"));

	if (!has_values && !adds_hitcount)
		return;
	fputs(":vals=", out);
	if (adds_hitcount)
		fputs(has_values ? "hitcount," : "hitcount", out);
	write_without_blanks(out, values);
}

static void write_shown(FILE *out, const char *trigger)
{
	struct span value;

	fputs("hist:keys=", out);
	if (trigger_parameter(trigger, "keys", &value))
		write_without_blanks(out, value);
	write_values(out, trigger);
	if (trigger_parameter(trigger, "overflow", &value) && span_is(value, "evict"))
		fputs(":overflow=evict", out);
}

/* Return: the trigger as the kernel shows it, or NULL without memory. */
static char *shown_trigger(const char *trigger)
{
	struct buffer buffer;
	FILE *out = buffer_open(&buffer);

	if (out)
		write_shown(out, trigger);
	return buffer_close(&buffer, out) ? buffer.text : NULL;
}

/**
 * recipe_table_fields() - get the fields of the table that a trigger makes
 * @table: filled in, to be freed with table_free(); empty if the function fails
 * @trigger: text of a hist trigger of a recipe
 * @error: filled in if the function fails
 *
 * Return: 0; -EINVAL if the reader of tables refuses a key or value; -ENOMEM.
 */
int recipe_table_fields(struct table *table, const char *trigger, struct parse_error *error)
{
	char *shown = shown_trigger(trigger);
	int ret;

	*table = (struct table){ 0 };
	if (!shown)
		return -ENOMEM;
	ret = table_read_trigger(table, shown, error);
	free(shown);
	return ret;
}
