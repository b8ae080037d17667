// SPDX-License-Identifier: GPL-2.0-only
/*
 * Distributions for a terminal: a line for each range, with the number of its events and a bar. In
 * a locale of UTF-8, the bar has eighths of a character.
 */
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "common/buffer.h"
#include "common/utf8.h"
#include "ranges.h"

/* Columns of a line if the output is no terminal, and the longest bar */
#define DEFAULT_WIDTH	80
#define LONGEST_BAR	50

/* A terminal narrower than this gets the first number of a range only */
#define WIDE		40

/* Columns of a count; format_number() has at most as many */
#define COUNT_WIDTH	9

/* Distributions below a table, unless the user has chosen another number */
#define DEFAULT_DISTRIBUTIONS	3

/* Ranges of a distribution */
#define MAX_RANGES	64

/**
 * struct histogram - a distribution to draw
 * @axis: its ranges
 * @counts: their counts
 * @unit: unit of the ranges
 */
struct histogram {
	struct range_axis axis;
	uint64_t counts[MAX_RANGES];
	enum unit unit;
};

static bool add_count(const struct range *range, uint64_t count, void *data)
{
	struct histogram *histogram = data;

	histogram->counts[ranges_find(&histogram->axis, range)] += count;
	return true;
}

static void write_bar(FILE *out, uint64_t count, uint64_t largest, unsigned int width)
{
	bool utf8 = locale_is_utf8();
	unsigned int eighths = (double)count / largest * width * 8 + 0.5;

	if (count && !eighths)
		eighths = 1;
	for (unsigned int i = 0; i < eighths / 8; i++)
		fputs(utf8 ? "\u2588" : "#", out);
	/* U+2588 is a full block, U+258F an eighth of one. */
	if (utf8 && eighths % 8)
		fprintf(out, "\xe2\x96%c", 0x90 - eighths % 8);
	else if (eighths % 8 >= 4 || (eighths % 8 && eighths < 8))
		fputc(eighths % 8 >= 4 ? '#' : '.', out);
}

/**
 * struct label - text of a range; labels are aligned behind their first number
 * @text: the text
 * @first: length of its first number, or of "up to"
 * @rest: length of what follows
 */
struct label {
	char *text;
	int first;
	int rest;
};

/* A terminal that is not @wide gets the first number only. */
static bool label_init(struct label *label, const struct range *range, enum unit unit, bool wide)
{
	char edge[32];

	range_edge(edge, sizeof(edge), range, unit);
	label->text = wide ? range_label(range, unit) : strdup(edge);
	if (!label->text)
		return false;
	label->first = wide && range->open_first ? strlen("up to") : strlen(edge);
	label->rest = strlen(label->text) - label->first;
	return true;
}

static bool make_labels(struct label *labels, const struct histogram *histogram,
			unsigned int width)
{
	for (size_t i = 0; i < histogram->axis.n; i++) {
		if (!label_init(labels + i, histogram->axis.ranges + i, histogram->unit,
				width >= WIDE))
			return false;
	}
	return true;
}

static void write_lines(FILE *out, const struct histogram *histogram, const struct layout *layout,
			const struct label *labels, unsigned int width)
{
	uint64_t largest = 1;
	int first = 0, rest = 0;
	unsigned int used, bar;

	for (size_t i = 0; i < histogram->axis.n; i++) {
		first = labels[i].first > first ? labels[i].first : first;
		rest = labels[i].rest > rest ? labels[i].rest : rest;
		largest = histogram->counts[i] > largest ? histogram->counts[i] : largest;
	}
	used = first + rest + COUNT_WIDTH + 4;
	bar = width > used ? width - used : 0;
	for (size_t i = 0; i < histogram->axis.n; i++) {
		int indent = first - labels[i].first;
		uint64_t count = histogram->counts[i];
		char number[32];

		fprintf(out, "%*s%-*s", indent, "", first + rest - indent, labels[i].text);
		fprintf(out, " %*s", COUNT_WIDTH,
			format_number(number, sizeof(number), count, UNIT_COUNT));
		if (count && bar) {
			fputs(layout->colours ? "  \033[36m" : "  ", out);
			write_bar(out, count, largest, bar < LONGEST_BAR ? bar : LONGEST_BAR);
			fputs(layout->colours ? "\033[m" : "", out);
		}
		fputc('\n', out);
	}
}

/* Return: false without memory. */
static bool write_histogram(FILE *out, const struct histogram *histogram,
			    const struct layout *layout)
{
	unsigned int width = layout->width ? layout->width : DEFAULT_WIDTH;
	struct label labels[MAX_RANGES] = {};
	bool done = make_labels(labels, histogram, width);

	if (done)
		write_lines(out, histogram, layout, labels, width);
	for (size_t i = 0; i < histogram->axis.n; i++)
		free(labels[i].text);
	return done;
}

/**
 * struct group - rows of a table whose keys, except that of the ranges, are equal
 * @first: first row of the group in the rows of &struct groups
 * @n: number of rows in the group
 * @hits: number of events
 */
struct group {
	size_t first;
	size_t n;
	uint64_t hits;
};

/**
 * struct groups - the groups of a table
 * @table: the table
 * @axis: index of the field of ranges
 * @rows: indices of the rows, those of a group next to each other
 * @groups: the groups
 * @n: number of groups
 */
struct groups {
	const struct table *table;
	int axis;
	size_t *rows;
	struct group *groups;
	size_t n;
};

static int compare_keys(const struct groups *groups, size_t i, size_t j)
{
	const struct table *table = groups->table;
	const struct row *row = table->rows + i, *other = table->rows + j;
	int result = row->other - other->other;

	for (size_t key = 0; !result && key < table->n_keys; key++) {
		if ((int)key != groups->axis)
			result = cell_compare(row->cells + key, other->cells + key);
	}
	return result;
}

static int compare_row_keys(const void *a, const void *b, void *data)
{
	return compare_keys(data, *(const size_t *)a, *(const size_t *)b);
}

static int compare_groups(const void *a, const void *b)
{
	const struct group *group = a, *other = b;

	if (group->hits != other->hits)
		return group->hits < other->hits ? 1 : -1;
	return (group->first > other->first) - (group->first < other->first);
}

static void add_row(struct groups *groups, size_t i, bool is_new)
{
	struct group *group;

	if (is_new)
		groups->groups[groups->n++].first = i;
	group = groups->groups + groups->n - 1;
	group->n++;
	group->hits += row_hits(groups->table, groups->table->rows + groups->rows[i]);
}

/* Rows with distributions are groups of one row, in the order of the table. */
static bool groups_init(struct groups *groups, const struct table *table, int axis,
			const char *sort)
{
	bool is_key = table->fields[axis].role == FIELD_KEY;

	*groups = (struct groups) { .table = table, .axis = axis };
	groups->rows = rows_order(table, sort);
	groups->groups = calloc(table->n_rows + 1, sizeof(*groups->groups));
	if (!groups->rows || !groups->groups)
		return false;
	if (is_key)
		qsort_r(groups->rows, table->n_rows, sizeof(*groups->rows), compare_row_keys,
			groups);
	for (size_t i = 0; i < table->n_rows; i++) {
		bool is_new = !is_key || !i ||
			      compare_keys(groups, groups->rows[i - 1], groups->rows[i]);

		add_row(groups, i, is_new);
	}
	if (is_key)
		qsort(groups->groups, groups->n, sizeof(*groups->groups), compare_groups);
	return true;
}

static void groups_free(struct groups *groups)
{
	free(groups->rows);
	free(groups->groups);
}

static const char *key_title(const struct shown_column *columns, size_t n, size_t key)
{
	for (size_t i = 0; i < n; i++) {
		if (columns[i].field == (int)key)
			return columns[i].title;
	}
	return NULL;
}

static bool write_keys(FILE *out, const struct groups *groups, const struct group *group,
		       const struct layout *layout)
{
	const struct table *table = groups->table;
	const struct row *row = table->rows + groups->rows[group->first];
	const char *separator = "";
	size_t n;
	struct shown_column *columns = columns_resolve(table, layout, &n);
	bool done = columns;

	for (size_t key = 0; done && key < table->n_keys; key++) {
		struct shown_column column = { .field = key, .unit = UNIT_NONE };
		const char *title = key_title(columns, n, key);
		char *text;

		if ((int)key == groups->axis)
			continue;
		text = column_text(table, row->cells + key, &column, 0);
		done = text;
		fprintf(out, "%s%s %s", separator, title ? title : table->fields[key].name,
			text ? text : "");
		separator = ", ";
		free(text);
	}
	free(columns);
	return done;
}

/* "Task bash, CPU 1: 1,234 events" */
static bool write_heading(FILE *out, const struct groups *groups, const struct group *group,
			  const struct layout *layout)
{
	const struct row *row = groups->table->rows + groups->rows[group->first];
	bool has_keys = groups->table->n_keys > (groups->axis < (int)groups->table->n_keys);
	struct buffer buffer;
	FILE *text = buffer_open(&buffer);
	char number[32];
	bool done = text;

	if (text && row->other)
		fputs("other: ", text);
	else if (text && has_keys)
		done = write_keys(text, groups, group, layout) && fputs(": ", text) >= 0;
	format_number(number, sizeof(number), group->hits, UNIT_COUNT);
	if (text)
		fprintf(text, "%s event%s", number, group->hits == 1 ? "" : "s");
	done = buffer_close(&buffer, text) && done;
	if (done) {
		fputs(layout->colours ? "\033[1m" : "", out);
		write_display(out, buffer.text, layout->width ? layout->width : SIZE_MAX);
		fputs(layout->colours ? "\033[m\n" : "\n", out);
	}
	free(buffer.text);
	return done;
}

static bool visit_group(const struct groups *groups, const struct group *group,
			range_visitor visit, void *data)
{
	for (size_t i = 0; i < group->n; i++) {
		const struct row *row = groups->table->rows + groups->rows[group->first + i];

		if (!ranges_visit_row(groups->table, row, groups->axis, visit, data))
			return false;
	}
	return true;
}

static bool write_group(FILE *out, const struct groups *groups, const struct group *group,
			const struct layout *layout)
{
	struct histogram histogram = {
		.unit = axis_unit(layout->columns, layout->n_columns,
				  groups->table->fields[groups->axis].name),
	};
	bool done = write_heading(out, groups, group, layout) &&
		    visit_group(groups, group, ranges_add, &histogram.axis);

	if (done && histogram.axis.n) {
		done = ranges_complete(&histogram.axis, MAX_RANGES);
		if (done) {
			visit_group(groups, group, add_count, &histogram);
			done = write_histogram(out, &histogram, layout);
		}
	}
	ranges_free(&histogram.axis);
	return done;
}

/* Ranges that are keys are the answer; the distributions of rows follow a table of these rows. */
static size_t max_distributions(const struct table *table, int axis, const struct layout *layout)
{
	if (table->fields[axis].role == FIELD_KEY)
		return layout->limit;
	return layout->distributions ? layout->distributions : DEFAULT_DISTRIBUTIONS;
}

/**
 * write_distribution_text() - draw the distributions of a table for a terminal
 * @out: where to write
 * @table: the table
 * @layout: what to write: @axis is the field of ranges, NULL for the first one
 *
 * Rows that differ in their range only are one distribution. A table without ranges has none.
 *
 * Return: %STATUS_OK, or %STATUS_FAILED if memory is short.
 */
enum status write_distribution_text(FILE *out, const struct table *table,
				    const struct layout *layout)
{
	int axis = table_axis(table, layout->axis);
	struct groups groups;
	size_t n, max;
	bool done;

	if (axis == NO_FIELD)
		return STATUS_OK;
	done = groups_init(&groups, table, axis, layout->sort);
	n = done ? groups.n : 0;
	max = max_distributions(table, axis, layout);
	if (max && max < n)
		n = max;
	for (size_t i = 0; done && i < n; i++) {
		if (i)
			fputc('\n', out);
		done = write_group(out, &groups, groups.groups + i, layout);
	}
	if (done && n < groups.n)
		fprintf(out, "\n%zu more distribution%s: see --limit\n", groups.n - n,
			groups.n - n == 1 ? "" : "s");
	groups_free(&groups);
	return done ? STATUS_OK : out_of_memory();
}
