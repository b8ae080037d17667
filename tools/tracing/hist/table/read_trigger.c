// SPDX-License-Identifier: GPL-2.0-only
/* Read the command of a histogram, which tells the fields of its table and how they are printed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "common/report.h"
#include "reader.h"

/**
 * struct modifier - a modifier of a field
 * @name: its name, without the dot
 * @kind: how the field is printed with it
 */
struct modifier {
	const char *name;
	enum column_kind kind;
};

static const struct modifier modifiers[] = {
	{ "hex", COLUMN_HEX },
	{ "sym", COLUMN_SYMBOL },
	{ "sym-offset", COLUMN_SYMBOL },
	{ "symstr", COLUMN_STRING },
	{ "execname", COLUMN_EXECNAME },
	{ "syscall", COLUMN_SYSCALL },
	{ "path", COLUMN_STRING },
	{ "log2", COLUMN_LOG2 },
	{ "buckets", COLUMN_RANGE },
	{ "lhist", COLUMN_RANGE },
	{ "percent", COLUMN_PERCENT },
	{ "graph", COLUMN_BAR },
	{ "usecs", COLUMN_PLAIN },
	{ "stacktrace", COLUMN_PLAIN },
	{ "depth", COLUMN_PLAIN },
	{ "build", COLUMN_PLAIN },
};

static const char *const aggregates[] = { "sum", "min", "max", "avg", "stddev", "dist" };

/**
 * struct item - a key or a value of the command
 * @base: field, variable or expression, in parentheses if it has a suffix
 * @aggregate: name of the aggregate, or empty
 * @modifier: last modifier, or NULL
 * @is_expression: @base has an operator
 */
struct item {
	struct span base;
	struct span aggregate;
	const struct modifier *modifier;
	bool is_expression;
};

static const struct modifier *find_modifier(struct span name)
{
	const char *equals = memchr(name.at, '=', span_length(name));

	if (equals)
		name.end = equals;
	for (size_t i = 0; i < sizeof(modifiers) / sizeof(modifiers[0]); i++) {
		if (span_is(name, modifiers[i].name))
			return &modifiers[i];
	}
	return NULL;
}

static bool is_aggregate(struct span name)
{
	for (size_t i = 0; i < sizeof(aggregates) / sizeof(aggregates[0]); i++) {
		if (span_is(name, aggregates[i]))
			return true;
	}
	if (span_length(name) < 2 || *name.at != 'p')
		return false;
	for (const char *at = name.at + 1; at < name.end; at++) {
		if (*at < '0' || *at > '9')
			return false;
	}
	return true;
}

/* Check for an operator outside of parentheses and brackets. */
static bool has_operator(struct span text)
{
	unsigned int depth = 0;

	for (const char *at = text.at; at < text.end; at++) {
		if (*at == '(' || *at == '[')
			depth++;
		else if ((*at == ')' || *at == ']') && depth)
			depth--;
		else if (!depth && strchr("+-*/%<>&|^~=!?", *at))
			return true;
	}
	return false;
}

/* Cut a suffix off, if there is one. Return: the suffix without its dot, or an empty span. */
static struct span cut_suffix(struct span *text)
{
	struct span suffix = { text->end, text->end };
	const char *at = text->end;

	while (at > text->at && at[-1] != '.' && at[-1] != ')' && at[-1] != ']')
		at--;
	if (at == text->at || at[-1] != '.')
		return suffix;
	suffix.at = at;
	text->end = at - 1;
	return suffix;
}

static struct item parse_item(struct span text)
{
	struct item item = { .base = text };
	struct span base = text;

	for (;;) {
		struct span suffix = cut_suffix(&base);
		const struct modifier *modifier = find_modifier(suffix);

		/* The kernel prints the other name of the median. */
		if (span_is(suffix, "median"))
			suffix = span_of("p50");
		if (span_length(suffix) && !span_length(item.aggregate) && is_aggregate(suffix))
			item.aggregate = suffix;
		else if (!modifier)
			break;
		else if (!item.modifier)
			item.modifier = modifier;
		item.base = base;
	}
	/* The expression has no suffix: it was that of an operand. */
	item.is_expression = has_operator(item.base);
	if (item.is_expression)
		return (struct item){ .base = text, .is_expression = true };
	return item;
}

/* Check whether a parenthesis at the begin is closed at the end. */
static bool is_in_parentheses(struct span text)
{
	unsigned int depth = 0;

	if (span_length(text) < 2 || *text.at != '(' || text.end[-1] != ')')
		return false;
	for (const char *at = text.at; at < text.end - 1; at++) {
		depth += *at == '(';
		depth -= *at == ')' && depth;
		if (!depth)
			return false;
	}
	return true;
}

/* Return: title of the column in the rows, or NULL without memory. */
static char *make_title(const struct item *item)
{
	struct span base = item->base;
	char *title;

	if (!item->is_expression && span_length(base) && *base.at == '$')
		base.at++;
	if (span_length(item->aggregate)) {
		if (asprintf(&title, "%.*s.%.*s", (int)span_length(base), base.at,
			     (int)span_length(item->aggregate), item->aggregate.at) < 0)
			return NULL;
		return title;
	}
	if (item->modifier && is_in_parentheses(base)) {
		base.at++;
		base.end--;
	}
	return strndup(base.at, span_length(base));
}

/* Return: role of a value. */
static enum field_role role_of(const struct reader *reader, const struct item *item)
{
	if (item->modifier &&
	    (item->modifier->kind == COLUMN_PERCENT || item->modifier->kind == COLUMN_BAR))
		return FIELD_SHARE;
	if (span_is(item->aggregate, "dist"))
		return FIELD_DISTRIBUTION;
	if (span_length(item->aggregate) && !span_is(item->aggregate, "sum"))
		return FIELD_STATISTIC;
	/* Only the first value can be the number of events. */
	if (reader->table->n_fields == reader->table->n_keys + 1 && !item->modifier &&
	    span_is(item->base, "hitcount"))
		return FIELD_HITCOUNT;
	return FIELD_SUM;
}

/* Check whether an earlier field has a name. */
static bool is_taken(const struct table *table, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++) {
		if (!strcmp(table->fields[i].name, name))
			return true;
	}
	return false;
}

/* Return: a name that no earlier field has, or NULL without memory. */
static char *make_name(const struct table *table, size_t n, const char *title,
		       const char *modifier, bool is_share)
{
	char *name;

	if (!is_share && !is_taken(table, n, title))
		return strdup(title);
	if (asprintf(&name, "%s.%s", title, modifier ?: "sum") < 0)
		return NULL;
	for (unsigned int i = 2; is_taken(table, n, name); i++) {
		free(name);
		if (asprintf(&name, "%s.%u", title, i) < 0)
			return NULL;
	}
	return name;
}

static struct column *add_column(struct reader *reader, enum field_role role, char *title,
				 const struct modifier *modifier, enum column_kind kind)
{
	struct table *table = reader->table;
	size_t n = table->n_fields - 1;
	struct field *field = &table->fields[n];
	struct column *column = &reader->columns[n];

	*column = (struct column){ .title = title, .len = title ? strlen(title) : 0, .kind = kind };
	if (!title)
		return NULL;
	field->role = role;
	field->name = make_name(table, n, title, modifier ? modifier->name : NULL,
				role == FIELD_SHARE);
	if (!field->name)
		return NULL;
	if (!modifier)
		return column;
	field->modifier = strdup(modifier->name);
	return field->modifier ? column : NULL;
}

/* Add the note of a share in percent, which follows its title. */
static bool add_note(struct column *column)
{
	char *title;

	if (column->kind != COLUMN_PERCENT)
		return true;
	if (asprintf(&title, "%s (%%)", column->title) < 0)
		return false;
	free(column->title);
	column->title = title;
	column->len = strlen(title);
	return true;
}

static int add_item(struct reader *reader, struct span text, bool is_key)
{
	struct item item = parse_item(text);
	struct table *table = reader->table;
	enum column_kind kind = item.modifier ? item.modifier->kind : COLUMN_PLAIN;
	enum field_role role = FIELD_KEY;
	size_t length = span_length(text);
	struct column *column;

	if (!length)
		return read_fail(reader, text.at, "the name of a field is missing");
	/* Rows could not be split. */
	if (memchr(text.at, '{', length) || memchr(text.at, '}', length) ||
	    memmem(text.at, length, ", ", 2) || memmem(text.at, length, ": ", 2))
		return read_fail(reader, text.at, "this is no name of a field");
	if (table->n_fields == COLUMNS_MAX)
		return read_fail(reader, text.at, "there are more than %u fields", COLUMNS_MAX);
	if (!array_add(&table->fields, &table->n_fields, sizeof(*table->fields)))
		return -ENOMEM;
	table->n_keys += is_key;
	if (!is_key) {
		role = role_of(reader, &item);
		if (role == FIELD_DISTRIBUTION)
			kind = COLUMN_DISTRIBUTION;
	}
	column = add_column(reader, role, make_title(&item), item.modifier, kind);
	return column && add_note(column) ? 0 : -ENOMEM;
}

static int add_items(struct reader *reader, struct span list, bool is_key)
{
	struct span item;
	int ret = 0;

	while (!ret && trigger_next(&list, ',', &item))
		ret = add_item(reader, item, is_key);
	return ret;
}

/* Read the keys, and then, when @for_keys is false, the values. */
static int read_parameters(struct reader *reader, struct span rest, bool for_keys)
{
	struct span parameter, value;
	bool evicts = false;
	int ret = 0;

	while (!ret && trigger_next(&rest, ':', &parameter)) {
		if (trigger_value(parameter, for_keys ? "keys" : "values", &value))
			ret = add_items(reader, value, for_keys);
		else if (span_is(parameter, "overflow=evict"))
			evicts = true;
	}
	if (ret || for_keys || !evicts || reader->is_interval)
		return ret;
	ret = add_items(reader, span_of("error"), false);
	if (!ret)
		reader->table->fields[reader->table->n_fields - 1].role = FIELD_ERROR;
	return ret;
}

/**
 * free_columns() - free the columns of a table
 * @reader: the reader
 */
void free_columns(struct reader *reader)
{
	for (size_t i = 0; i < COLUMNS_MAX; i++)
		free(reader->columns[i].title);
	memset(reader->columns, 0, sizeof(reader->columns));
}

/* Cut the state off a command. Return: true if it is the state. */
static bool cut_state(struct span *command, const char *state)
{
	size_t len = strlen(state);

	if (span_length(*command) <= len || memcmp(command->end - len, state, len))
		return false;
	command->end -= len;
	return true;
}

/**
 * read_trigger() - read the command of a histogram
 * @reader: the reader; the fields of its table and its columns are filled in
 * @command: the command, with its state in brackets
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int read_trigger(struct reader *reader, struct span command)
{
	struct table *table = reader->table;
	int ret;

	table->paused = !cut_state(&command, " [active]") && cut_state(&command, " [paused]");
	table->trigger = strndup(command.at, span_length(command));
	if (!table->trigger)
		return -ENOMEM;
	command = trigger_command(command, NULL);
	if (!read_literal(&command, "hist:"))
		return read_fail(reader, command.at, "the command does not begin with hist:");
	ret = read_parameters(reader, command, true);
	if (!ret && !table->n_keys)
		return read_fail(reader, command.at, "the command has no keys");
	return ret ?: read_parameters(reader, command, false);
}

/**
 * table_read_trigger() - get the fields of the table that a trigger makes
 * @table: filled in, to be freed with table_free(); empty if the function fails
 * @trigger: the trigger as the kernel shows it, without a state: without blanks between its parts,
 *	and with "hitcount" among the values
 * @error: filled in if the function fails
 *
 * Return: 0; -EINVAL if the trigger is not as the kernel shows it; -ENOMEM.
 */
int table_read_trigger(struct table *table, const char *trigger, struct parse_error *error)
{
	struct reader *reader = calloc(1, sizeof(*reader));
	int ret = -ENOMEM;

	*table = (struct table){ 0 };
	if (reader) {
		struct span text = span_of(trigger);

		*reader = (struct reader){ .text = text.at, .at = text.at, .end = text.end,
					   .table = table, .error = error };
		ret = read_trigger(reader, text);
		free_columns(reader);
	}
	if (ret == -ENOMEM)
		*error = (struct parse_error){ 1, 1, NO_MEMORY };
	if (ret) {
		table_free(table);
		*table = (struct table){ 0 };
	}
	free(reader);
	return ret;
}
