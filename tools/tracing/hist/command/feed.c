// SPDX-License-Identifier: GPL-2.0-only
/* Get the tables of top. An event or a file can have several, of which one is shown. */
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

/* An event or a file without a histogram is an error when it is opened. */
static enum status check_histograms(struct feed *feed)
{
	struct tables tables;
	enum status status = source_read_total(feed->source, &tables);

	if (status)
		return status;
	feed->n_histograms = tables.n;
	tables_free(&tables);
	return feed->n_histograms ? STATUS_OK :
				    source_report_empty(feed->name, source_is_file(feed->source));
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
	return check_histograms(feed);
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
	return status ? status : check_histograms(feed);
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
	size_t shown = feed->histogram < tables->n ? feed->histogram : 0;
	enum status status = STATUS_OK;

	feed->n_histograms = tables->n;
	if (tables->n) {
		*table = tables->tables[shown];
		tables->tables[shown] = (struct table){ 0 };
	} else {
		status = source_report_empty(feed->name, source_is_file(feed->source));
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

	if (!status)
		status = take_resolved(feed, &tables, table);
	/* The kernel does not tell when a histogram of another program was created. */
	if (!status && !feed_is_recipe(feed))
		table->begin = table->end;
	return status;
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
	if (feed_is_recipe(feed))
		measurement_stop(&feed->measurement);
	else
		source_close(feed->source);
	*feed = (struct feed){ 0 };
}
