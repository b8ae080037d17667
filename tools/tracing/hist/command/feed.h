/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables for top: of a recipe, of an event of other programs, or of a file that changes. */
#ifndef _COMMAND_FEED_H
#define _COMMAND_FEED_H

#include "kernel/measurement.h"

/**
 * struct feed - source of tables
 * @measurement: the recipe; it has no source if the feed is an event or a file
 * @source: the source of @measurement, of the event, or of the file
 * @name: name of the recipe, the event or the file
 * @trigger: trigger of the histogram that is shown, which tells the histograms of an event or file
 *	from each other; NULL for a recipe
 * @wants_next: show the next histogram from the next read on
 * @n_others: number of histograms of the last read that have another trigger
 */
struct feed {
	struct measurement measurement;
	struct source *source;
	const char *name;
	char *trigger;
	bool wants_next;
	size_t n_others;
};

/* feed_close() is necessary after an error, too. */
enum status feed_open_recipe(struct feed *feed, const char *recipe,
			     const struct recipe_options *options);
enum status feed_open_event(struct feed *feed, const char *instance, const char *event);
enum status feed_open_file(struct feed *feed, const char *path);
bool feed_is_recipe(const struct feed *feed);
enum status feed_interval(struct feed *feed, struct table *table);
enum status feed_total(struct feed *feed, struct table *table);
void feed_next_histogram(struct feed *feed);
void feed_close(struct feed *feed);

#endif /* _COMMAND_FEED_H */
