// SPDX-License-Identifier: GPL-2.0-only
/* Labels: names and values of keys, as they are written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/buffer.h"
#include "common/utf8.h"
#include "metrics.h"

static void free_names(char **names, size_t n)
{
	for (size_t i = 0; names && i < n; i++)
		free(names[i]);
	free(names);
}

static bool is_selected(const char *key, char *const *selected, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!strcmp(selected[i], key))
			return true;
	}
	return !n;
}

static bool has_name(char *const *names, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++) {
		if (names[i] && !strcmp(names[i], name))
			return true;
	}
	return false;
}

/*
 * Name the label of a key: only letters, digits and underscores; "le" is the limit of buckets; and
 * each name once.
 */
static char *label_name(const char *key, char *const *names, size_t n)
{
	char *word = metric_word(key), *name = NULL;
	bool is_plain = word && *word && !(*word >= '0' && *word <= '9') && strcmp(word, "le");
	unsigned int number = 1;

	if (word && asprintf(&name, "%s%s", is_plain ? "" : "key_", word) < 0)
		name = NULL;
	while (name && has_name(names, n, name)) {
		free(name);
		if (asprintf(&name, "%s%s_%u", is_plain ? "" : "key_", word, ++number) < 0)
			name = NULL;
	}
	free(word);
	return name;
}

/**
 * label_names_create() - name the labels of the keys of a table
 * @table: the table
 * @axis: key that becomes the buckets of a histogram, or %NO_FIELD
 * @selected: keys that become labels; all keys if @n is 0
 * @n: number of @selected
 *
 * Return: a name for each key, NULL for a key that is no label, in an array with one element more
 * than there are keys; or NULL without memory.
 */
char **label_names_create(const struct table *table, int axis, char *const *selected, size_t n)
{
	char **names = calloc(table->n_keys + 1, sizeof(*names));

	for (size_t i = 0; names && i < table->n_keys; i++) {
		if ((int)i == axis || !is_selected(table->fields[i].name, selected, n))
			continue;
		names[i] = label_name(table->fields[i].name, names, i);
		if (!names[i]) {
			free_names(names, i);
			return NULL;
		}
	}
	return names;
}

/**
 * write_escaped() - write a text as a value of a label, or as a description
 * @out: where to write
 * @text: the text
 * @quotes: escape double quotes
 *
 * Metrics are shown on terminals and in browsers. Control characters and bytes that are not UTF-8
 * become visible, in the form that the tool's other formats have: \\x1b. Backslash, quote and
 * newline are escaped.
 */
void write_escaped(FILE *out, const char *text, bool quotes)
{
	while (*text) {
		const char *from = text;
		uint32_t character = utf8_next(&text);

		if (character == '\\' || (character == '"' && quotes)) {
			fprintf(out, "\\%c", (char)character);
		} else if (character == '\n') {
			fputs("\\n", out);
		} else if (utf8_is_safe(character)) {
			fwrite(from, 1, text - from, out);
		} else {
			for (; from < text; from++)
				fprintf(out, "\\\\x%02x", (unsigned char)*from);
		}
	}
}

/**
 * labels_of_row() - write the labels of a row
 * @label_names: name of the label of each key, or NULL
 * @table: the table
 * @row: one of its rows
 *
 * Return: the labels, 'task="sh",cpu="1"', or NULL without memory.
 */
char *labels_of_row(char *const *label_names, const struct table *table, const struct row *row)
{
	const char *comma = "";
	struct buffer labels;
	FILE *out = buffer_open(&labels);

	for (size_t i = 0; out && i < table->n_keys; i++) {
		char *value;

		if (!label_names[i])
			continue;
		value = cell_to_text(&row->cells[i]);
		if (!value) {
			if (buffer_close(&labels, out))
				free(labels.text);
			return NULL;
		}
		fprintf(out, "%s%s=\"", comma, label_names[i]);
		write_escaped(out, value, true);
		fputc('"', out);
		free(value);
		comma = ",";
	}
	return buffer_close(&labels, out) ? labels.text : NULL;
}

/**
 * labels_of_other() - write the labels of the rest
 * @label_names: name of the label of each key, or NULL
 * @n_keys: number of keys
 *
 * Return: the labels, or NULL without memory.
 */
char *labels_of_other(char *const *label_names, size_t n_keys)
{
	const char *comma = "";
	struct buffer labels;
	FILE *out = buffer_open(&labels);

	for (size_t i = 0; out && i < n_keys; i++) {
		if (!label_names[i])
			continue;
		fprintf(out, "%s%s=\"" OTHER_LABEL "\"", comma, label_names[i]);
		comma = ",";
	}
	return buffer_close(&labels, out) ? labels.text : NULL;
}
