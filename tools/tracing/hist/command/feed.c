// SPDX-License-Identifier: GPL-2.0-only
/* Get the tables of top. An event or a file can have several, of which one is shown. */
#include <stdlib.h>
#include <string.h>

#include "feed.h"
#include "symbols/symbols.h"

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
	enum status status;

	*feed = (struct feed){ .name = recipe };
	status = measurement_start(&feed->measurement, recipe, options);
	feed->source = feed->measurement.source;
	return status;
}

static bool is_shown(const struct feed *feed, const struct table *table)
{
	return !feed->trigger || !strcmp(feed->trigger, table->trigger);
}

/* Return: index of the histogram that is shown, or the number of histograms if it is gone. */
static size_t find_shown(const struct feed *feed, const struct tables *tables)
{
	size_t i = 0;

	while (i < tables->n && !is_shown(feed, &tables->tables[i]))
		i++;
	return i;
}

/* Return: index of the next histogram with another trigger, or that of the one that is shown. */
static size_t find_next(const struct feed *feed, const struct tables *tables)
{
	size_t shown = find_shown(feed, tables);

	for (size_t i = 0; i < tables->n; i++) {
		size_t next = (shown + 1 + i) % tables->n;

		if (!is_shown(feed, &tables->tables[next]))
			return next;
	}
	return shown;
}

static size_t count_others(const struct feed *feed, const struct tables *tables)
{
	size_t n = 0;

	for (size_t i = 0; i < tables->n; i++)
		n += !is_shown(feed, &tables->tables[i]);
	return n;
}

static enum status set_shown(struct feed *feed, const struct table *table)
{
	free(feed->trigger);
	feed->trigger = strdup(table->trigger);
	return feed->trigger ? STATUS_OK : report_memory("read the table");
}

static enum status report_gone(const struct feed *feed)
{
	report_error("the histogram was removed; the key Tab shows another one: %s", feed->trigger);
	return STATUS_FAILED;
}

/* Other programs may add and remove histograms between two reads, so an index does not suffice. */
static enum status choose(struct feed *feed, const struct tables *tables, size_t *shown)
{
	enum status status = STATUS_OK;

	feed->n_others = 0;
	if (!tables->n)
		return source_report_empty(feed->name, source_is_file(feed->source));
	*shown = feed->wants_next ? find_next(feed, tables) : find_shown(feed, tables);
	if (feed->wants_next)
		status = set_shown(feed, &tables->tables[*shown]);
	if (status)
		return status;
	feed->wants_next = false;
	feed->n_others = count_others(feed, tables);
	return *shown < tables->n ? STATUS_OK : report_gone(feed);
}

/* Show the first histogram. An event or a file without a histogram is an error. */
static enum status show_first(struct feed *feed)
{
	struct tables tables;
	enum status status = source_read_total(feed->source, &tables);
	size_t shown;

	if (status)
		return status;
	feed->wants_next = true;
	status = choose(feed, &tables, &shown);
	tables_free(&tables);
	return status;
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
	enum status status;

	*feed = (struct feed){ .name = event };
	status = source_open_event(&feed->source, instance, event);
	if (status)
		return status;
	if (source_is_file(feed->source)) {
		report_error("\"%s\" is a file; use --from to watch it", event);
		return STATUS_USAGE;
	}
	return show_first(feed);
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
	enum status status;

	*feed = (struct feed){ .name = path };
	status = source_open_watched(&feed->source, path);
	return status ? status : show_first(feed);
}

/**
 * feed_is_recipe() - check what a feed is
 * @feed: the feed
 *
 * Return: true if its tables are those of a recipe that this process has set up.
 */
bool feed_is_recipe(const struct feed *feed)
{
	return feed->measurement.source;
}

/* Move the table of the shown histogram out of @tables, and free the others. */
static enum status take_shown(struct feed *feed, struct tables *tables, struct table *table)
{
	size_t shown;
	enum status status = choose(feed, tables, &shown);

	if (!status) {
		*table = tables->tables[shown];
		tables->tables[shown] = (struct table){ 0 };
	}
	tables_free(tables);
	return status;
}

/* The files that user stacks name are those of this machine, unless the table is a copy. */
static enum status take_resolved(struct feed *feed, struct tables *tables, struct table *table)
{
	enum status status = take_shown(feed, tables, table);

	if (status || source_is_file(feed->source))
		return status;
	status = symbols_resolve(table);
	if (status)
		table_free(table);
	return status;
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
	enum status status = source_read_interval(feed->source, &tables);

	return status ? status : take_resolved(feed, &tables, table);
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
	enum status status = source_read_total(feed->source, &tables);

	return status ? status : take_resolved(feed, &tables, table);
}

/**
 * feed_next_histogram() - show the next histogram of the event or file from the next read on
 * @feed: the feed
 */
void feed_next_histogram(struct feed *feed)
{
	feed->wants_next = true;
}

/**
 * feed_close() - remove what was set up
 * @feed: the feed
 */
void feed_close(struct feed *feed)
{
	if (feed_is_recipe(feed))
		measurement_stop(&feed->measurement);
	else
		source_close(feed->source);
	free(feed->trigger);
	*feed = (struct feed){ 0 };
}
