// SPDX-License-Identifier: GPL-2.0-only
/*
 * Read histograms, and make the text of their metrics.
 *
 * Each answer reads what was counted since the last one. Recipes run in sessions of the tool, which
 * hand out intervals. Foreign histograms and files are read completely each time, and the numbers
 * of the read before are subtracted. So counters go on after a histogram was cleared, or after an
 * event was removed and created again.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/buffer.h"
#include "exporter.h"

static enum status no_memory(void)
{
	return report_memory("make the metrics");
}

static struct input *add_input(struct exporter *exporter, const char *name)
{
	struct input *inputs = reallocarray(exporter->inputs, exporter->n_inputs + 1,
					    sizeof(*inputs));

	if (!inputs)
		return NULL;
	exporter->inputs = inputs;
	inputs[exporter->n_inputs] = (struct input){ .name = name };
	return &inputs[exporter->n_inputs++];
}

/* Names of files and events become part of the names of metrics. */
static enum status set_prefix(struct input *input, const char *name)
{
	char *word = metric_word(name);

	if (!word || asprintf(&input->prefix, "trace_hist%s%s", *word ? "_" : "", word) < 0)
		input->prefix = NULL;
	free(word);
	return input->prefix ? STATUS_OK : no_memory();
}

/**
 * exporter_add_recipe() - run a recipe, and export its answer
 * @exporter: the exporter
 * @name: name of the recipe
 * @options: selection of the user
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status exporter_add_recipe(struct exporter *exporter, const char *name,
				const struct recipe_options *options)
{
	struct input *input;
	enum status status;

	for (size_t i = 0; i < exporter->n_inputs; i++) {
		if (!strcmp(exporter->inputs[i].name, name)) {
			report_error("the recipe %s is given twice", name);
			return STATUS_USAGE;
		}
	}
	input = add_input(exporter, name);
	if (!input)
		return no_memory();
	status = measurement_start(&input->measurement, name, options);
	return status ? status : set_prefix(input, input->measurement.recipe.name);
}

/* Open the histograms of an event, also if they are open: the event can be another one now. */
static enum status open_event(struct input *input)
{
	struct source *source;
	enum status status = source_open_event(&source, input->instance, input->name);

	if (status)
		return status;
	if (source_is_file(source)) {
		report_error("\"%s\" is a file; use --from to export it", input->name);
		source_close(source);
		return STATUS_USAGE;
	}
	source_close(input->source);
	input->source = source;
	return STATUS_OK;
}

/**
 * exporter_add_event() - export histograms that the tool has not set up
 * @exporter: the exporter
 * @instance: name of an instance of tracefs, or NULL
 * @event: the event
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status exporter_add_event(struct exporter *exporter, const char *instance, const char *event)
{
	struct input *input = add_input(exporter, event);
	enum status status;

	if (!input)
		return no_memory();
	input->instance = instance;
	input->is_event = true;
	status = open_event(input);
	return status ? status : set_prefix(input, event);
}

/* Name metrics after the file, without its directory and extension. */
static enum status set_file_prefix(struct input *input, const char *path)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *dot = strrchr(base, '.');
	char *name = strndup(base, dot && dot != base ? (size_t)(dot - base) : strlen(base));
	enum status status = name ? set_prefix(input, name) : no_memory();

	free(name);
	return status;
}

/**
 * exporter_add_file() - export a copy of a hist file
 * @exporter: the exporter
 * @path: the file; it is read again for each answer
 * @recipe: name of the recipe that has made it, which tells what its columns are; or NULL
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status exporter_add_file(struct exporter *exporter, const char *path, const char *recipe)
{
	struct input *input = add_input(exporter, path);
	enum status status;

	if (!input)
		return no_memory();
	status = source_open_watched(&input->source, path);
	if (status)
		return status;
	if (!recipe)
		return set_file_prefix(input, path);
	status = recipe_find(&input->measurement.recipe, recipe);
	return status ? status : set_prefix(input, input->measurement.recipe.name);
}

static bool has_columns(const struct table *table, const struct recipe_variant *variant)
{
	for (size_t i = 0; i < variant->n_columns; i++) {
		if (table_find_field(table, variant->columns[i].field) < 0)
			return false;
	}
	return true;
}

/* The kernel of a file is unknown: the variant is the one whose columns the file has. */
static enum status choose_file_variant(struct input *input, const struct table *table)
{
	const struct recipe *recipe = &input->measurement.recipe;

	for (size_t i = 0; i < recipe->n_variants; i++) {
		if (has_columns(table, &recipe->variants[i])) {
			input->measurement.variant = &recipe->variants[i];
			return STATUS_OK;
		}
	}
	report_error("%s lacks columns of the recipe %s", input->name, recipe->name);
	return STATUS_INPUT;
}

/* Further histograms of an input have a number in the names of their metrics. */
static enum status init_metrics(struct exporter *exporter, struct input *input,
				struct metrics *metrics, const struct table *table)
{
	const struct recipe_variant *variant = input->measurement.variant;
	struct metrics_options options = {
		.prefix = input->prefix,
		.title = variant ? input->measurement.recipe.title : input->name,
		.columns = variant ? variant->columns : NULL,
		.n_columns = variant ? variant->n_columns : 0,
		.labels = exporter->labels,
		.n_labels = exporter->n_labels,
	};
	char *prefix = NULL;
	int ret;

	if (input->n && asprintf(&prefix, "%s_%zu", input->prefix, input->n + 1) < 0)
		return no_memory();
	if (prefix)
		options.prefix = prefix;
	ret = metrics_init(metrics, table, &options, &exporter->names);
	free(prefix);
	return ret ? no_memory() : STATUS_OK;
}

static enum status add_histogram(struct exporter *exporter, struct input *input,
				 const struct table *table, struct histogram **histogram)
{
	struct histogram *new = reallocarray(input->histograms, input->n + 1, sizeof(*new));
	enum status status;

	if (!new)
		return no_memory();
	input->histograms = new;
	new += input->n;
	*new = (struct histogram){ 0 };
	if (table->trigger) {
		new->trigger = strdup(table->trigger);
		if (!new->trigger)
			return no_memory();
	}
	status = init_metrics(exporter, input, &new->metrics, table);
	if (status) {
		free(new->trigger);
		return status;
	}
	input->n++;
	*histogram = new;
	return STATUS_OK;
}

static struct histogram *find_histogram(const struct input *input, const struct table *table)
{
	for (size_t i = 0; i < input->n; i++) {
		const char *trigger = input->histograms[i].trigger;

		if (metrics_match(&input->histograms[i].metrics, table) &&
		    !strcmp(trigger ?: "", table->trigger ?: ""))
			return &input->histograms[i];
	}
	return NULL;
}

static enum status add_interval(struct histogram *histogram, const struct table *interval)
{
	return metrics_add(&histogram->metrics, interval) ? no_memory() : STATUS_OK;
}

/* Count what a table has more than when it was read last. Takes the table. */
static enum status add_total(struct histogram *histogram, struct table *table)
{
	struct table interval;
	enum status status;

	if (!histogram->last.n_fields) {
		status = add_interval(histogram, table);
	} else if (table_subtract(&interval, table, &histogram->last)) {
		status = no_memory();
	} else {
		status = add_interval(histogram, &interval);
		table_free(&interval);
	}
	if (status)
		return status;
	table_free(&histogram->last);
	histogram->last = *table;
	*table = (struct table){ 0 };
	return STATUS_OK;
}

static enum status add_totals(struct exporter *exporter, struct input *input,
			      struct tables *tables)
{
	enum status status = STATUS_OK;

	for (size_t i = 0; !status && i < tables->n; i++) {
		struct table *table = &tables->tables[i];
		struct histogram *histogram;

		if (input->measurement.recipe.n_variants && !input->measurement.variant)
			status = choose_file_variant(input, table);
		if (status)
			break;
		histogram = find_histogram(input, table);
		if (!histogram && input->n == MAX_HISTOGRAMS)
			continue;
		if (!histogram)
			status = add_histogram(exporter, input, table, &histogram);
		if (!status)
			status = add_total(histogram, table);
	}
	return status;
}

static enum status read_totals(struct exporter *exporter, struct input *input)
{
	struct tables tables;
	enum status status = source_read_total(input->source, &tables);

	if (status)
		return status;
	if (tables.n || input->n)
		status = add_totals(exporter, input, &tables);
	else
		status = source_report_empty(input->name, source_is_file(input->source));
	tables_free(&tables);
	return status;
}

static enum status read_interval(struct exporter *exporter, struct input *input)
{
	struct histogram *histogram = input->histograms;
	struct table interval;
	enum status status = measurement_interval(&input->measurement, &interval);

	if (status)
		return status;
	if (!histogram)
		status = add_histogram(exporter, input, &interval, &histogram);
	if (!status)
		status = add_interval(histogram, &interval);
	table_free(&interval);
	return status;
}

static enum status read_input(struct exporter *exporter, struct input *input)
{
	if (input->measurement.source)
		return read_interval(exporter, input);
	return read_totals(exporter, input);
}

static bool has_key(const struct table *shape, const char *name)
{
	int field = table_find_field(shape, name);

	return field >= 0 && (size_t)field < shape->n_keys;
}

static bool is_key(const struct exporter *exporter, const char *label)
{
	for (size_t i = 0; i < exporter->n_inputs; i++) {
		const struct input *input = &exporter->inputs[i];

		for (size_t k = 0; k < input->n; k++) {
			if (has_key(&input->histograms[k].metrics.shape, label))
				return true;
		}
	}
	return false;
}

/**
 * exporter_start() - read all histograms for the first time
 * @exporter: the exporter
 *
 * Return: %STATUS_OK, or a status after a message if a histogram cannot be read or a label is no
 * key.
 */
enum status exporter_start(struct exporter *exporter)
{
	for (size_t i = 0; i < exporter->n_inputs; i++) {
		enum status status = read_input(exporter, &exporter->inputs[i]);

		if (status)
			return status;
	}
	for (size_t i = 0; i < exporter->n_labels; i++) {
		if (is_key(exporter, exporter->labels[i]))
			continue;
		report_error("\"%s\" cannot be a label, because no histogram has such a key",
			     exporter->labels[i]);
		return STATUS_USAGE;
	}
	return STATUS_OK;
}

static void write_all(const struct exporter *exporter, FILE *out, enum exposition format)
{
	for (size_t i = 0; i < exporter->n_inputs; i++) {
		const struct input *input = &exporter->inputs[i];

		for (size_t k = 0; !input->is_gone && k < input->n; k++)
			write_metrics(out, &input->histograms[k].metrics, format);
	}
	write_end(out, format);
}

/* Read a histogram for an answer. Without its event, the answer does not have its metrics. */
static enum status refresh_input(struct exporter *exporter, struct input *input)
{
	enum status status = read_input(exporter, input);

	input->is_gone = false;
	if (!status || !input->is_event)
		return status;
	status = open_event(input);
	input->is_gone = status == STATUS_USAGE;
	if (input->is_gone)
		return STATUS_OK;
	return status ? status : read_input(exporter, input);
}

/**
 * exporter_render() - read all histograms, and make the text of all metrics
 * @context: the exporter
 * @format: format of the text
 * @text: result, to be freed with free()
 * @size: its size
 *
 * Events that were removed have no metrics. If all were removed, there is no answer.
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status exporter_render(void *context, enum exposition format, char **text, size_t *size)
{
	struct exporter *exporter = context;
	struct buffer buffer;
	size_t n_gone = 0;
	FILE *out;

	for (size_t i = 0; i < exporter->n_inputs; i++) {
		enum status status = refresh_input(exporter, &exporter->inputs[i]);

		if (status)
			return status;
		n_gone += exporter->inputs[i].is_gone;
	}
	if (n_gone == exporter->n_inputs)
		return STATUS_USAGE;
	out = buffer_open(&buffer);
	if (out)
		write_all(exporter, out, format);
	if (!buffer_close(&buffer, out))
		return no_memory();
	*text = buffer.text;
	*size = buffer.size;
	return STATUS_OK;
}

static void input_close(struct input *input)
{
	source_close(input->source);
	measurement_stop(&input->measurement);
	for (size_t i = 0; i < input->n; i++) {
		free(input->histograms[i].trigger);
		table_free(&input->histograms[i].last);
		metrics_free(&input->histograms[i].metrics);
	}
	free(input->histograms);
	free(input->prefix);
}

/**
 * exporter_close() - end all recipes
 * @exporter: the exporter
 */
void exporter_close(struct exporter *exporter)
{
	for (size_t i = 0; i < exporter->n_inputs; i++)
		input_close(&exporter->inputs[i]);
	free(exporter->inputs);
	metric_names_free(&exporter->names);
}
