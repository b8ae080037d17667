/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables for top: of a recipe, of an event of other programs, or of a file that changes. */
#ifndef _COMMAND_FEED_H
#define _COMMAND_FEED_H

#include "answer.h"

/**
 * struct feed - source of tables
 * @measurement: the recipe, if @is_recipe
 * @is_recipe: the tables are those of a recipe that this process has set up
 * @source: the event, or NULL
 * @path: the file, or NULL
 * @last: tables of the last read of the file
 * @last_read: when it was read; see now()
 * @begin: when it was read for the first time
 * @histogram: index of the histogram that is shown
 * @n_histograms: number of histograms of the event or file
 */
struct feed {
	struct measurement measurement;
	bool is_recipe;
	struct source *source;
	const char *path;
	struct tables last;
	double last_read;
	double begin;
	size_t histogram;
	size_t n_histograms;
};

/* feed_close() is necessary after an error, too. */
enum status feed_open_recipe(struct feed *feed, const char *recipe,
			     const struct recipe_options *options);
enum status feed_open_event(struct feed *feed, const char *instance, const char *event);
enum status feed_open_file(struct feed *feed, const char *path);
enum status feed_interval(struct feed *feed, struct table *table);
enum status feed_total(struct feed *feed, struct table *table);
void feed_next_histogram(struct feed *feed);
void feed_close(struct feed *feed);

#endif /* _COMMAND_FEED_H */
