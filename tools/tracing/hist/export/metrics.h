/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Metrics of a histogram: what was counted since the exporter started, by label set.
 *
 * Tables come and go: a histogram is cleared, a row is evicted. Counters must never decrease, so
 * metrics add up intervals, and label sets stay once they are exposed. Memory is bounded: at most
 * MAX_LABEL_SETS label sets, and one more for the rest.
 */
#ifndef _METRICS_H
#define _METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "output/ranges.h"
#include "recipe/recipe.h"
#include "table/table.h"

/* A number that holds each signed and each unsigned one of 64 bits. */
typedef __int128 wide;

/* Label sets of a metric, without that of the rest */
#define MAX_LABEL_SETS	1000

/* Buckets of a histogram, with that of +Inf, and limits of all others */
#define MAX_BUCKETS	64
#define MAX_LIMITS	(MAX_BUCKETS - 1)

/* Value of each label of the label set that has the rest */
#define OTHER_LABEL	"other"

/* Reason of dropped events if the kernel tells none */
#define NO_REASON	"unspecified"

/**
 * enum metric_kind - source of the numbers of a metric
 * @METRIC_COUNTER: a sum or a number of events
 * @METRIC_HISTOGRAM: ranges and their numbers of events
 */
enum metric_kind {
	METRIC_COUNTER,
	METRIC_HISTOGRAM,
};

/**
 * struct edge - a range of a histogram
 * @first: its smallest number, or INT64_MIN for a range without one
 * @last: its largest number
 * @count: its events
 */
struct edge {
	wide first;
	wide last;
	uint64_t count;
};

/**
 * struct point - a metric of a label set
 * @number: the counter, or the sum of a histogram
 * @edges: ranges in ascending order of their largest numbers, which differ
 * @n_edges: number of ranges
 * @beyond: events of ranges that have no largest number
 */
struct point {
	uint64_t number;
	struct edge *edges;
	size_t n_edges;
	uint64_t beyond;
};

/**
 * struct metric - a metric family of OpenMetrics
 * @kind: source of its numbers
 * @name: name, with the unit but without the suffix of samples: "trace_hist_runqlat_seconds"
 * @help: description for people
 * @unit: unit of the table's numbers
 * @field: field of the table: the sum, or the ranges
 * @sum: field with the sum of a histogram, or %NO_FIELD
 * @decreases: a sum has decreased, so it is a gauge
 * @total: ranges of all label sets
 * @powers: the ranges of the histogram are powers of two
 * @grid: width of linear ranges, after there were too many of them; or 0
 * @anchor: where one of the linear ranges begins
 */
struct metric {
	enum metric_kind kind;
	char *name;
	char *help;
	enum unit unit;
	int field;
	int sum;
	bool decreases;
	struct point total;
	bool powers;
	wide grid;
	wide anchor;
};

/**
 * struct label_set - what has the same labels
 * @labels: the labels as they are written, without braces: 'task="sh",cpu="1"'
 * @points: a point for each metric
 */
struct label_set {
	char *labels;
	struct point *points;
};

/**
 * struct metrics - metrics of a histogram
 * @prefix: begin of their names: "trace_hist_runqlat"
 * @title: subject of the histogram, for people
 * @shape: the fields of the table, without rows
 * @axis: key that becomes the buckets of a histogram, or %NO_FIELD
 * @label_names: name of the label of each key, or NULL if the key is no label
 * @metrics: the metrics
 * @n_metrics: number of metrics
 * @sets: label sets, in the order of their labels
 * @n_sets: number of label sets
 * @other: label set with the rest, or NULL
 * @other_labels: its labels
 * @events_name: name of the metric with the number of events
 * @dropped_name: name of the metric with the number of events that were not counted
 * @incomplete_name: name of the metric with the kernel's further totals
 * @hits: events that matched
 * @dropped: events that were not counted, for no reason that the kernel tells
 * @drops: events that were not counted, by reason
 * @n_drops: number of reasons
 * @notes: further totals that tell what is incomplete
 * @n_notes: number of such totals
 */
struct metrics {
	char *prefix;
	char *title;
	struct table shape;
	int axis;
	char **label_names;
	struct metric *metrics;
	size_t n_metrics;
	struct label_set **sets;
	size_t n_sets;
	struct label_set *other;
	char *other_labels;
	char *events_name;
	char *dropped_name;
	char *incomplete_name;
	uint64_t hits;
	uint64_t dropped;
	struct drop *drops;
	size_t n_drops;
	struct drop *notes;
	size_t n_notes;
};

/**
 * struct metric_names - names of all metrics of the exporter, so that no two have the same
 * @names: the names
 * @n: number of names
 */
struct metric_names {
	char **names;
	size_t n;
};

/**
 * struct metrics_options - selection of metrics
 * @prefix: begin of the names
 * @title: subject of the histogram
 * @columns: columns of the answer; all fields of the table if @n_columns is 0
 * @n_columns: number of columns
 * @labels: keys that become labels; all keys if @n_labels is 0
 * @n_labels: number of keys
 */
struct metrics_options {
	const char *prefix;
	const char *title;
	const struct recipe_column *columns;
	size_t n_columns;
	char *const *labels;
	size_t n_labels;
};

/* metrics.c: functions that return int return 0 or -ENOMEM. */
int metrics_init(struct metrics *metrics, const struct table *table,
		 const struct metrics_options *options, struct metric_names *names);
bool metrics_match(const struct metrics *metrics, const struct table *table);
void metrics_free(struct metrics *metrics);
struct label_set *label_set_create(const struct metrics *metrics, const char *labels);
void label_set_free(struct label_set *set, size_t n_metrics);

/* accumulate.c: returns 0 or -ENOMEM. */
int metrics_add(struct metrics *metrics, const struct table *interval);

/* names.c */
char *metric_word(const char *text);
char *metric_name(struct metric_names *names, const char *prefix, const char *field,
		  enum unit unit);
const char *base_unit(enum unit unit, unsigned int *factor, unsigned int *decimals);
void metric_names_free(struct metric_names *names);

/* labels.c */
char **label_names_create(const struct table *table, int axis, char *const *selected, size_t n);
char *labels_of_row(char *const *label_names, const struct table *table, const struct row *row);
char *labels_of_other(char *const *label_names, size_t n_keys);
void write_escaped(FILE *out, const char *text, bool quotes);

/* buckets.c */
int point_add_range(const struct metric *metric, struct point *point, const struct range *range,
		    uint64_t count);
bool metric_is_crowded(const struct metric *metric);
void metric_choose_grid(struct metric *metric);
void point_use_grid(const struct metric *metric, struct point *point);
size_t metric_limits(const struct metric *metric, wide limits[MAX_LIMITS]);

#endif /* _METRICS_H */
