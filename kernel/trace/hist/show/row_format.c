// SPDX-License-Identifier: GPL-2.0
/*
 * Row format: prepare the constant texts of a row, and where its numbers are, once per table
 * snapshot. text.c then prints a column with one copy and one conversion.
 *
 * Takes no lock, because the histogram and the layout of the copied rows are constant.
 */
#include <linux/bits.h>
#include <linux/err.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/sprintf.h>
#include <linux/string.h>

#include "row_format.h"

/* Maximum length of the texts around a title: separator and colon. */
#define DELIMITERS_MAX	8

/* Return the length of all texts of a row, at most. */
static size_t max_text_len(const struct hist_trigger_data *data)
{
	size_t len = 1;
	unsigned int i;

	for (i = 0; i < data->n_fields; i++)
		len += strlen(hist_value_title(&data->fields[i].value)) +
		       strlen(hist_value_note(&data->fields[i].value)) + DELIMITERS_MAX;
	return len;
}

/* A stack trace ends with a newline, so no space precedes the brace. */
static const char *key_end(const struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = data->n_vals; i < data->n_fields; i++)
		if (hist_kind_is_stack(data->fields[i].value.kind))
			return "}";
	return " }";
}

static bool is_decimal(const struct hist_value *value)
{
	return hist_kind_is_number(value->kind) &&
	       (value->mod == HIST_MOD_NONE || value->mod == HIST_MOD_USECS);
}

/* Add a column, with the texts @before and @separator. Return: length of the text of the column. */
static size_t add_column(struct hist_row_format *format, const struct hist_trigger_data *data,
			 const struct hist_field *field, unsigned int word, char *text,
			 size_t size, const char *before, const char *separator)
{
	const struct hist_value *value = &field->value;
	size_t len = scnprintf(text, size, "%s%s", before, separator);

	if (!hist_kind_is_stack(value->kind))
		len += scnprintf(text + len, size - len, "%s%s: ", hist_value_title(value),
				 hist_value_note(value));
	format->columns[format->n_columns++] = (struct hist_row_column){
		.field = field,
		.text = text,
		.len = len,
		.is_number = is_decimal(value),
		.is_signed = hist_value_may_be_negative(value),
		.word = word,
		.flag = hist_value_has_stat(value) ? BIT_ULL(field - data->fields) : 0,
	};
	return len;
}

static size_t add_keys(struct hist_row_format *format, const struct hist_trigger_data *data,
		       char *text, size_t size)
{
	unsigned int i;
	size_t len = 0;

	for (i = data->n_vals; i < data->n_fields; i++) {
		const struct hist_field *field = &data->fields[i];

		len += add_column(format, data, field, field->pos / sizeof(u64), text + len,
				  size - len, "", i == data->n_vals ? "{ " : ", ");
	}
	format->n_keys = format->n_columns;
	return len;
}

/* Return the word of a row that has value @i: a sum, or the extra word of a statistic. */
static unsigned int value_word(const struct hist_trigger_data *data,
			       const struct tracing_map_snapshot *rows, unsigned int i)
{
	const struct hist_field *field = &data->fields[i];

	if (hist_value_has_stat(&field->value))
		return rows->sum_word + rows->n_words + i;
	return rows->sum_word + field->pos;
}

static void add_vals(struct hist_row_format *format, const struct hist_trigger_data *data,
		     const struct tracing_map_snapshot *rows, char *text, size_t size)
{
	unsigned int i;
	size_t len = 0;

	/* Value 0 is the hitcount; one space separates it from the keys. */
	for (i = data->nohitcount; i < hist_n_display_vals(data); i++) {
		const struct hist_field *field = &data->fields[i];
		bool is_first = format->n_columns == format->n_keys;

		if (field->value.agg == HIST_AGG_DIST) {
			format->has_dists = true;
			continue;
		}
		len += add_column(format, data, field, value_word(data, rows, i), text + len,
				  size - len, is_first ? format->key_end : "", i ? "  " : " ");
	}
}

/**
 * hist_row_format_create - prepare the format of the rows of a table
 * @data: the histogram. The format refers to its fields
 * @rows: copy of the entries
 *
 * Context: may sleep.
 * Return: the format, to be freed with hist_row_format_free(); or ERR_PTR(-ENOMEM).
 */
struct hist_row_format *hist_row_format_create(const struct hist_trigger_data *data,
					       const struct tracing_map_snapshot *rows)
{
	size_t len, size = max_text_len(data);
	struct hist_row_format *format;

	format = kvzalloc(struct_size(format, text, size), GFP_KERNEL);
	if (!format)
		return ERR_PTR(-ENOMEM);
	format->key_end = key_end(data);
	format->flag_word = rows->sum_word + rows->n_words;
	len = add_keys(format, data, format->text, size);
	add_vals(format, data, rows, format->text + len, size - len);
	return format;
}

/**
 * hist_row_format_free - free a row format
 * @format: result of hist_row_format_create(), or NULL
 *
 * Context: may sleep.
 */
void hist_row_format_free(struct hist_row_format *format)
{
	if (!IS_ERR(format))
		kvfree(format);
}
