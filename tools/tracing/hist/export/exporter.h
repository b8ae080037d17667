/* SPDX-License-Identifier: GPL-2.0-only */
/* Read histograms, and make the text of their metrics. */
#ifndef _EXPORTER_H
#define _EXPORTER_H

#include "kernel/measurement.h"
#include "metrics.h"
#include "openmetrics.h"

/* Histograms of an event or a file that are exported; further ones are ignored */
#define MAX_HISTOGRAMS	64

/**
 * struct histogram - a histogram that is exported
 * @trigger: its trigger, which tells the histograms of an event from each other; or NULL
 * @last: the last read, if intervals are differences of two reads
 * @metrics: its metrics
 */
struct histogram {
	char *trigger;
	struct table last;
	struct metrics metrics;
};

/**
 * struct input - where tables come from
 * @name: name of a recipe, an event, or a file
 * @instance: instance of the event, or NULL
 * @is_event: the histograms are those of an event, and were not set up by the tool
 * @is_gone: the event did not exist at the last read, so the answer does not have its metrics
 * @prefix: begin of the names of metrics
 * @measurement: a recipe that runs, if it has a source; or only the recipe that explains a file
 * @source: histograms of another program or of a file, or NULL
 * @histograms: the histograms
 * @n: number of histograms
 */
struct input {
	const char *name;
	const char *instance;
	bool is_event;
	bool is_gone;
	char *prefix;
	struct measurement measurement;
	struct source *source;
	struct histogram *histograms;
	size_t n;
};

/**
 * struct exporter - exported histograms
 * @labels: keys that become labels; all keys if @n_labels is 0
 * @n_labels: number of keys
 * @inputs: where tables come from
 * @n_inputs: number of inputs
 * @names: names of all metrics
 */
struct exporter {
	char *const *labels;
	size_t n_labels;
	struct input *inputs;
	size_t n_inputs;
	struct metric_names names;
};

enum status exporter_add_recipe(struct exporter *exporter, const char *name,
				const struct recipe_options *options);
enum status exporter_add_event(struct exporter *exporter, const char *instance, const char *event);
enum status exporter_add_file(struct exporter *exporter, const char *path, const char *recipe);
enum status exporter_start(struct exporter *exporter);
/* A render_fn of server.h; @exporter is a &struct exporter. */
enum status exporter_render(void *exporter, enum exposition format, char **text, size_t *size);
void exporter_close(struct exporter *exporter);

#endif /* _EXPORTER_H */
