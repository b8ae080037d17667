// SPDX-License-Identifier: GPL-2.0-only
/* Read the command of a histogram, which tells the fields of its table and how they are printed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
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

static size_t length(struct span span)
{
	return span.end - span.at;
}

static bool span_is(struct span span, const char *text)
{
	return length(span) == strlen(text) && !memcmp(span.at, text, length(span));
}

static const struct modifier *find_modifier(struct span name)
{
	const char *equals = memchr(name.at, '=', length(name));

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
	if (length(name) < 2 || *name.at != 'p')
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

		if (length(suffix) && !length(item.aggregate) && is_aggregate(suffix))
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

	if (length(text) < 2 || *text.at != '(' || text.end[-1] != ')')
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

	if (!item->is_expression && length(base) && *base.at == '$')
		base.at++;
	if (length(item->aggregate)) {
		if (asprintf(&title, "%.*s.%.*s", (int)length(base), base.at,
			     (int)length(item->aggregate), item->aggregate.at) < 0)
			return NULL;
		return title;
	}
	if (item->modifier && is_in_parentheses(base)) {
		base.at++;
		base.end--;
	}
	return strndup(base.at, length(base));
}

/* Return: role of a value. */
static enum field_role role_of(const struct reader *reader, const struct item *item)
{
	if (item->modifier &&
	    (item->modifier->kind == COLUMN_PERCENT || item->modifier->kind == COLUMN_BAR))
		return FIELD_SHARE;
	if (span_is(item->aggregate, "dist"))
		return FIELD_DISTRIBUTION;
	if (length(item->aggregate) && !span_is(item->aggregate, "sum"))
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
	struct column *column;

	if (!length(text))
		return read_fail(reader, text.at, "the name of a field is missing");
	/* Rows could not be split. */
	if (memchr(text.at, '{', length(text)) || memchr(text.at, '}', length(text)) ||
	    memmem(text.at, length(text), ", ", 2) || memmem(text.at, length(text), ": ", 2))
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

static bool is_number(const char *at, const char *end)
{
	at += at < end && *at == '-';
	if (at == end)
		return false;
	while (at < end && *at >= '0' && *at <= '9')
		at++;
	return at == end;
}

/*
 * Cut the next item off. Text in parentheses or brackets, and the numbers of .lhist, are not split.
 */
static struct span next_item(struct span *text, char separator)
{
	static const char lhist[] = ".lhist=";
	struct span item = { text->at, text->end };
	unsigned int depth = 0, numbers = 0;
	const char *at, *part = text->at;

	for (at = text->at; at < text->end; at++) {
		if (*at == '(' || *at == '[')
			depth++;
		else if ((*at == ')' || *at == ']') && depth)
			depth--;
		if (*at == '=' && at - text->at >= (ssize_t)sizeof(lhist) - 2 &&
		    !memcmp(at + 2 - sizeof(lhist), lhist, sizeof(lhist) - 1)) {
			numbers = 3;
			part = at + 1;
		}
		if (depth || *at != separator)
			continue;
		if (separator == ',' && numbers > 1 && is_number(part, at)) {
			numbers--;
			part = at + 1;
			continue;
		}
		break;
	}
	item.end = at;
	text->at = at;
	return item;
}

static int add_items(struct reader *reader, struct span list, bool is_key)
{
	for (;;) {
		int ret = add_item(reader, next_item(&list, ','), is_key);

		if (ret || list.at == list.end)
			return ret;
		list.at++;
	}
}

/* Check for the name of a parameter, and cut it off. */
static bool read_name(struct span *parameter, const char *const *names)
{
	for (; *names; names++) {
		if (read_literal(parameter, *names))
			return true;
	}
	return false;
}

/* Read the keys, and then, when @for_keys is false, the values. */
static int read_parameters(struct reader *reader, struct span command, bool for_keys)
{
	static const char *const keys[] = { "keys=", "key=", NULL };
	static const char *const vals[] = { "vals=", "values=", "val=", NULL };
	static const char error[] = "error";
	bool evicts = false;
	int ret = 0;

	while (!ret) {
		struct span parameter = next_item(&command, ':');

		if (read_name(&parameter, for_keys ? keys : vals))
			ret = add_items(reader, parameter, for_keys);
		else if (span_is(parameter, "overflow=evict"))
			evicts = true;
		if (command.at == command.end)
			break;
		command.at++;
	}
	if (ret || for_keys || !evicts || reader->is_interval)
		return ret;
	ret = add_items(reader, (struct span){ error, error + strlen(error) }, false);
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

/**
 * read_trigger() - read the command of a histogram
 * @reader: the reader; the fields of its table and its columns are filled in
 * @command: the command, with its state in brackets
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int read_trigger(struct reader *reader, struct span command)
{
	static const char *const states[] = { " [active]", " [paused]" };
	struct table *table = reader->table;
	const char *filter;
	int ret;

	for (size_t i = 0; i < 2; i++) {
		size_t len = strlen(states[i]);

		if (length(command) > len && !memcmp(command.end - len, states[i], len))
			command.end -= len;
	}
	table->trigger = strndup(command.at, length(command));
	if (!table->trigger)
		return -ENOMEM;
	filter = memmem(command.at, length(command), " if ", strlen(" if "));
	if (filter)
		command.end = filter;
	if (!read_literal(&command, "hist:"))
		return read_fail(reader, command.at, "the command does not begin with hist:");
	ret = read_parameters(reader, command, true);
	if (!ret && !table->n_keys)
		return read_fail(reader, command.at, "the command has no keys");
	return ret ?: read_parameters(reader, command, false);
}
