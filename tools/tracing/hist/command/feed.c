// SPDX-License-Identifier: GPL-2.0-only
/*
 * Get the tables of top.
 *
 * A file is read again for each interval, because the program that writes it may replace it. Its
 * intervals are differences of two reads.
 */
#include <string.h>
#include <unistd.h>

#include "feed.h"
#include "symbols/symbols.h"

static enum status no_memory(void)
{
	return report_memory("read the table");
}

/**
 * feed_open_recipe() - set up the histograms of a recipe
 * @feed: result
 * @recipe: name of the recipe
 * @options: selection of the user
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status feed_open_recipe(struct feed *feed, const char *recipe,
			     const struct recipe_options *options)
{
	*feed = (struct feed){ .is_recipe = true };
	return measurement_start(&feed->measurement, recipe, options);
}

/* Remember the histograms of the first read. */
static enum status take_first(struct feed *feed, struct tables *tables, const char *name)
{
	feed->last = *tables;
	feed->n_histograms = tables->n;
	feed->begin = now();
	feed->last_read = feed->begin;
	return tables->n ? STATUS_OK : source_report_empty(name, feed->path);
}

/**
 * feed_open_event() - open histograms of other programs
 * @feed: result
 * @instance: name of the instance, or NULL for the top of tracefs
 * @event: "SYSTEM:EVENT" or "SYSTEM/EVENT"
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status feed_open_event(struct feed *feed, const char *instance, const char *event)
{
	struct tables tables;
	enum status status;

	*feed = (struct feed){ 0 };
	status = source_open_event(&feed->source, instance, event);
	if (status) {
		feed->source = NULL;
		return status;
	}
	if (source_is_file(feed->source)) {
		report_error("\"%s\" is a file; use --from to watch it", event);
		return STATUS_USAGE;
	}
	status = source_read_total(feed->source, &tables);
	return status ? status : take_first(feed, &tables, event);
}

/* Read the file. A copy of hist_delta has an interval already. */
static enum status read_file(const char *path, struct tables *tables)
{
	struct source *source;
	enum status status;

	/* source_open_event() would take a missing file for an event. */
	if (access(path, R_OK))
		return report_file("read", path);
	status = source_open_event(&source, NULL, path);
	if (status)
		return status;
	if (!source_is_file(source)) {
		report_error("%s is a file of tracefs; use --event for its event", path);
		status = STATUS_USAGE;
	} else {
		status = source_read_total(source, tables);
	}
	source_close(source);
	if (status || !tables->n || !tables->tables[0].end)
		return status;
	report_error("%s is a copy of hist_delta; --from takes copies of hist", path);
	tables_free(tables);
	return STATUS_INPUT;
}

/**
 * feed_open_file() - watch a file which another program copies from a hist file
 * @feed: result
 * @path: the file, which must outlive @feed
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status feed_open_file(struct feed *feed, const char *path)
{
	struct tables tables;
	enum status status;

	*feed = (struct feed){ .path = path };
	status = read_file(path, &tables);
	return status ? status : take_first(feed, &tables, path);
}

static size_t chosen_index(const struct feed *feed, const struct tables *tables)
{
	return feed->histogram < tables->n ? feed->histogram : 0;
}

/* Move the table of the chosen histogram out of @tables, and free the others. */
static enum status take_chosen(struct feed *feed, struct tables *tables, struct table *table)
{
	const char *name = feed->path ? feed->path : "the event";
	size_t chosen = chosen_index(feed, tables);

	feed->n_histograms = tables->n;
	if (!tables->n) {
		tables_free(tables);
		return source_report_empty(name, feed->path);
	}
	*table = tables->tables[chosen];
	tables->tables[chosen] = (struct table){ 0 };
	tables_free(tables);
	return STATUS_OK;
}

static enum status resolve(struct table *table)
{
	enum status status = symbols_resolve(table);

	if (status)
		table_free(table);
	return status;
}

static const struct table *find_last(const struct feed *feed, const char *trigger)
{
	for (size_t i = 0; i < feed->last.n; i++) {
		if (!strcmp(feed->last.tables[i].trigger, trigger))
			return &feed->last.tables[i];
	}
	return NULL;
}

/* Compute what the file has more than when it was read before. */
static enum status file_interval(struct feed *feed, struct table *table)
{
	const struct table *before, *total;
	struct tables later;
	enum status status = read_file(feed->path, &later);
	double time = now();

	if (status)
		return status;
	if (!later.n)
		return source_report_empty(feed->path, true);
	total = &later.tables[chosen_index(feed, &later)];
	before = find_last(feed, total->trigger);
	if (before ? table_subtract(table, total, before) : table_copy(table, total)) {
		tables_free(&later);
		return no_memory();
	}
	table->begin = feed->last_read;
	table->end = time;
	table->approximate = true;
	tables_free(&feed->last);
	feed->last = later;
	feed->n_histograms = later.n;
	feed->last_read = time;
	return STATUS_OK;
}

/**
 * feed_interval() - read what was counted since the last call
 * @feed: the feed
 * @table: result
 *
 * Return: %STATUS_OK, or a status after a message. An event or a file may be read again later.
 */
enum status feed_interval(struct feed *feed, struct table *table)
{
	struct tables tables;
	enum status status;

	if (feed->is_recipe)
		return measurement_interval(&feed->measurement, table);
	if (feed->path)
		return file_interval(feed, table);
	status = source_read_interval(feed->source, &tables);
	if (!status)
		status = take_chosen(feed, &tables, table);
	return status ? status : resolve(table);
}

/**
 * feed_total() - read the total
 * @feed: the feed
 * @table: result; the length of its time is 0 if it is not known
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status feed_total(struct feed *feed, struct table *table)
{
	struct tables tables;
	enum status status;

	if (feed->is_recipe)
		return measurement_total(&feed->measurement, table);
	if (feed->path)
		status = read_file(feed->path, &tables);
	else
		status = source_read_total(feed->source, &tables);
	if (!status)
		status = take_chosen(feed, &tables, table);
	if (status)
		return status;
	/* The kernel does not tell when the histogram was created. */
	table->begin = table->end;
	return feed->path ? STATUS_OK : resolve(table);
}

/**
 * feed_next_histogram() - choose the next histogram of the event or file
 * @feed: the feed
 */
void feed_next_histogram(struct feed *feed)
{
	if (++feed->histogram >= feed->n_histograms)
		feed->histogram = 0;
}

/**
 * feed_close() - remove what was set up
 * @feed: the feed
 */
void feed_close(struct feed *feed)
{
	if (feed->is_recipe)
		measurement_stop(&feed->measurement);
	source_close(feed->source);
	tables_free(&feed->last);
	*feed = (struct feed){ 0 };
}
