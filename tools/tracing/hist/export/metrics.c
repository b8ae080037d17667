// SPDX-License-Identifier: GPL-2.0-only
/* Decide what of a table becomes a metric. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metrics.h"
#include "output/columns.h"

static bool is_range_modifier(const char *modifier)
{
	return modifier && (!strcmp(modifier, "log2") || !strcmp(modifier, "buckets") ||
			    !strcmp(modifier, "lhist"));
}

/* The first key with ranges. Without a hitcount, the number of events of a range is unknown. */
static int find_axis(const struct table *table)
{
	for (size_t i = 0; i < table->n_keys; i++) {
		if (is_range_modifier(table->fields[i].modifier) && table_hitcount(table) >= 0)
			return i;
	}
	return NO_FIELD;
}

/* Length of the name of a field without ".dist" or ".sum" */
static size_t base_length(const char *name)
{
	const char *dot = strrchr(name, '.');

	if (dot && (!strcmp(dot, ".dist") || !strcmp(dot, ".sum")))
		return dot - name;
	return strlen(name);
}

static bool have_same_base(const char *a, const char *b)
{
	return base_length(a) == base_length(b) && !strncmp(a, b, base_length(a));
}

/* Find the sum of the numbers whose ranges a field has. */
static int find_sum(const struct table *table, int field)
{
	for (size_t i = table->n_keys; i < table->n_fields; i++) {
		if (table->fields[i].role == FIELD_SUM &&
		    have_same_base(table->fields[i].name, table->fields[field].name))
			return i;
	}
	return NO_FIELD;
}

static bool is_histogram(const struct metrics *metrics, int field)
{
	return field == metrics->axis || metrics->shape.fields[field].role == FIELD_DISTRIBUTION;
}

/* A sum that a histogram has is not exported twice. */
static bool is_part_of_histogram(const struct metrics *metrics, const struct shown_column *columns,
				 size_t n, int field)
{
	for (size_t i = 0; i < n; i++) {
		if (columns[i].field != NO_FIELD && is_histogram(metrics, columns[i].field) &&
		    find_sum(&metrics->shape, columns[i].field) == field)
			return true;
	}
	return false;
}

static bool is_counter(const struct metrics *metrics, const struct shown_column *columns, size_t n,
		       int field)
{
	enum field_role role = metrics->shape.fields[field].role;

	return role == FIELD_HITCOUNT ||
	       (role == FIELD_SUM && !is_part_of_histogram(metrics, columns, n, field));
}

static int init_metric(struct metrics *metrics, struct metric *metric,
		       const struct shown_column *column, struct metric_names *names)
{
	const struct field *field = &metrics->shape.fields[column->field];
	char *base = strndup(field->name, base_length(field->name));

	*metric = (struct metric){ .field = column->field, .sum = NO_FIELD, .unit = column->unit };
	if (is_histogram(metrics, column->field)) {
		metric->kind = METRIC_HISTOGRAM;
		metric->sum = find_sum(&metrics->shape, column->field);
		metric->powers = field->role == FIELD_DISTRIBUTION ||
				 !strcmp(field->modifier, "log2");
	}
	if (base)
		metric->name = metric_name(names, metrics->prefix, base, column->unit);
	free(base);
	if (asprintf(&metric->help, "%s: %s", metrics->title, column->title) < 0)
		metric->help = NULL;
	return metric->name && metric->help ? 0 : -ENOMEM;
}

static int choose_metrics(struct metrics *metrics, const struct metrics_options *options,
			  struct metric_names *names)
{
	struct layout layout = { .columns = options->columns, .n_columns = options->n_columns };
	struct shown_column *columns;
	int ret = 0;
	size_t n;

	columns = columns_resolve(&metrics->shape, &layout, &n);
	metrics->metrics = calloc(n + 1, sizeof(*metrics->metrics));
	if (!columns || !metrics->metrics)
		ret = -ENOMEM;
	for (size_t i = 0; !ret && i < n; i++) {
		int field = columns[i].field;

		if (field == NO_FIELD ||
		    (!is_histogram(metrics, field) && !is_counter(metrics, columns, n, field)))
			continue;
		ret = init_metric(metrics, &metrics->metrics[metrics->n_metrics++], &columns[i],
				  names);
	}
	free(columns);
	return ret;
}

static int copy_shape(struct table *shape, const struct table *table)
{
	const struct table fields = {
		.fields = table->fields, .n_fields = table->n_fields, .n_keys = table->n_keys,
	};

	return table_copy(shape, &fields);
}

/**
 * label_set_create() - create a label set
 * @metrics: its metrics
 * @labels: its labels
 *
 * Return: a label set whose numbers are 0, or NULL without memory.
 */
struct label_set *label_set_create(const struct metrics *metrics, const char *labels)
{
	struct label_set *set = calloc(1, sizeof(*set));

	if (!set)
		return NULL;
	set->labels = strdup(labels);
	set->points = calloc(metrics->n_metrics + 1, sizeof(*set->points));
	if (set->labels && set->points)
		return set;
	label_set_free(set, 0);
	return NULL;
}

/**
 * label_set_free() - free a label set
 * @set: the label set, or NULL
 * @n_metrics: number of metrics
 */
void label_set_free(struct label_set *set, size_t n_metrics)
{
	if (!set)
		return;
	for (size_t i = 0; i < n_metrics; i++)
		free(set->points[i].edges);
	free(set->points);
	free(set->labels);
	free(set);
}

static int init(struct metrics *metrics, const struct table *table,
		const struct metrics_options *options, struct metric_names *names)
{
	int ret = copy_shape(&metrics->shape, table);

	if (ret)
		return ret;
	metrics->axis = find_axis(table);
	metrics->prefix = strdup(options->prefix);
	metrics->title = strdup(options->title);
	metrics->label_names = label_names_create(table, metrics->axis, options->labels,
						  options->n_labels);
	if (!metrics->prefix || !metrics->title || !metrics->label_names)
		return -ENOMEM;
	metrics->other_labels = labels_of_other(metrics->label_names, table->n_keys);
	ret = choose_metrics(metrics, options, names);
	if (ret || !metrics->other_labels)
		return -ENOMEM;
	metrics->events_name = metric_name(names, metrics->prefix, "events", UNIT_COUNT);
	metrics->dropped_name = metric_name(names, metrics->prefix, "dropped", UNIT_COUNT);
	metrics->incomplete_name = metric_name(names, metrics->prefix, "incomplete", UNIT_COUNT);
	if (!metrics->events_name || !metrics->dropped_name || !metrics->incomplete_name)
		return -ENOMEM;
	if (*metrics->other_labels)
		return 0;
	/* Without labels there is one label set, which is known before the first event. */
	metrics->other = label_set_create(metrics, "");
	return metrics->other ? 0 : -ENOMEM;
}

/**
 * metrics_init() - decide what of a table becomes a metric
 * @metrics: result, to be freed with metrics_free() unless the function fails
 * @table: the table; its rows are not counted
 * @options: selection; only used in this function
 * @names: names of all metrics
 *
 * Numbers of events and sums become counters; distributions and keys of ranges become histograms.
 * Statistics and shares are left out: those of different times or machines cannot be added up.
 *
 * Return: 0 or -ENOMEM.
 */
int metrics_init(struct metrics *metrics, const struct table *table,
		 const struct metrics_options *options, struct metric_names *names)
{
	int ret;

	*metrics = (struct metrics){ 0 };
	ret = init(metrics, table, options, names);
	if (ret)
		metrics_free(metrics);
	return ret;
}

/**
 * metrics_match() - check whether a table has the fields of metrics
 * @metrics: the metrics
 * @table: the table
 *
 * Return: true if it may be given to metrics_add().
 */
bool metrics_match(const struct metrics *metrics, const struct table *table)
{
	return table_same_fields(&metrics->shape, table);
}

static void free_drops(struct drop *drops, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(drops[i].reason);
	free(drops);
}

/**
 * metrics_free() - free metrics
 * @metrics: the metrics
 */
void metrics_free(struct metrics *metrics)
{
	for (size_t i = 0; i < metrics->n_sets; i++)
		label_set_free(metrics->sets[i], metrics->n_metrics);
	free(metrics->sets);
	label_set_free(metrics->other, metrics->n_metrics);
	for (size_t i = 0; i < metrics->n_metrics; i++) {
		free(metrics->metrics[i].name);
		free(metrics->metrics[i].help);
		free(metrics->metrics[i].total.edges);
	}
	free(metrics->metrics);
	for (size_t i = 0; metrics->label_names && i < metrics->shape.n_keys; i++)
		free(metrics->label_names[i]);
	free(metrics->label_names);
	table_free(&metrics->shape);
	free_drops(metrics->drops, metrics->n_drops);
	free_drops(metrics->notes, metrics->n_notes);
	free(metrics->prefix);
	free(metrics->title);
	free(metrics->other_labels);
	free(metrics->events_name);
	free(metrics->dropped_name);
	free(metrics->incomplete_name);
	*metrics = (struct metrics){ 0 };
}
