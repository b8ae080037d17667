/* SPDX-License-Identifier: GPL-2.0 */
/* Row format: what is the same in all rows of a table, prepared once per table snapshot. */
#ifndef _TRACE_HIST_SHOW_ROW_FORMAT_H
#define _TRACE_HIST_SHOW_ROW_FORMAT_H

#include "../../tracing_map_snapshot.h"
#include "../program/hist_data.h"

/**
 * struct hist_row_column - format of a column
 * @field: field of the histogram that the column displays
 * @text: constant text before the field: a separator and, except for a stack trace, the title of
 *	the column. Not NUL-terminated
 * @len: length of @text, in bytes
 * @is_number: the column is a decimal number
 * @is_signed: the number can be negative
 * @word: word of a row in the table snapshot, counted from its key, that holds the number; for a
 *	key that is not a number, its first word
 * @flag: for an aggregate, bit of the row's flag word, see hist_table_stats_val(); otherwise 0
 */
struct hist_row_column {
	const struct hist_field *field;
	const char *text;
	u32 len;
	bool is_number;
	bool is_signed;
	u16 word;
	u64 flag;
};

/**
 * struct hist_row_format - format of the rows of a table
 * @key_end: text behind the last key
 * @n_keys: number of keys
 * @n_columns: number of columns: the keys, then the values
 * @flag_word: word of a row that has the flags of its aggregates
 * @has_dists: distributions are drawn below the rows
 * @columns: the columns
 * @text: texts of the columns
 *
 * Constant once created.
 */
struct hist_row_format {
	const char *key_end;
	unsigned int n_keys;
	unsigned int n_columns;
	unsigned int flag_word;
	bool has_dists;
	struct hist_row_column columns[HIST_FIELDS_MAX];
	char text[];
};

/**
 * hist_value_title - get the title of a column
 * @value: value of the column
 *
 * Return: the name of the value with its aggregate, without its modifier. That of a variable
 * reference is the name of the variable, without the '$'.
 */
static inline const char *hist_value_title(const struct hist_value *value)
{
	return value->title ?:
	       value->name + (value->kind != HIST_KIND_EXPR && *value->name == '$');
}

/**
 * hist_value_note - get the note behind the title of a column
 * @value: value of the column
 *
 * Return: the note that belongs to the modifier, possibly an empty string.
 */
static inline const char *hist_value_note(const struct hist_value *value)
{
	return hist_mod_info[value->mod].note ?: "";
}

/**
 * hist_column_is_plain - check whether a column is a decimal number without a flag
 * @format: the row format
 * @column: a column of @format
 * @words: words of the row; for a key column, those of the key are enough
 *
 * Return: false if the column is no decimal number, or if its number is flagged.
 */
static inline bool hist_column_is_plain(const struct hist_row_format *format,
					const struct hist_row_column *column, const u64 *words)
{
	return column->is_number && !(column->flag && words[format->flag_word] & column->flag);
}

struct hist_row_format *hist_row_format_create(const struct hist_trigger_data *data,
					       const struct tracing_map_snapshot *rows);
void hist_row_format_free(struct hist_row_format *format);

#endif /* _TRACE_HIST_SHOW_ROW_FORMAT_H */
