// SPDX-License-Identifier: GPL-2.0-only
/*
 * Write metrics as text.
 *
 * In OpenMetrics, the name of a counter's family has no "_total", a histogram has "_count" only
 * together with "_sum", and "# EOF" shows that nothing was cut off. The older format names a
 * counter with "_total", has no units, and a histogram always has "_count".
 *
 * Numbers are written exactly: those of the kernel are integers, which become a fraction of a power
 * of ten. There are no "_created" samples: Prometheus would store each of them as a series.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "openmetrics.h"
#include "output/columns.h"

/* Room for a number of 128 bits with a point */
#define NUMBER_SIZE	48

/**
 * exposition_type() - get the content type of a format
 * @format: the format
 *
 * Return: the value of the HTTP header.
 */
const char *exposition_type(enum exposition format)
{
	if (format == EXPOSITION_OPENMETRICS)
		return "application/openmetrics-text; version=1.0.0; charset=utf-8";
	return "text/plain; version=0.0.4; charset=utf-8";
}

/**
 * struct family - metadata of a metric family
 * @name: its name
 * @type: its type
 * @unit: name of its unit, or NULL
 * @title: subject, or NULL
 * @help: the rest of its description
 */
struct family {
	const char *name;
	const char *type;
	const char *unit;
	const char *title;
	const char *help;
};

static void write_family(FILE *out, const struct family *family, enum exposition format)
{
	bool has_total = format == EXPOSITION_PROMETHEUS && !strcmp(family->type, "counter");
	const char *suffix = has_total ? "_total" : "";

	fprintf(out, "# TYPE %s%s %s\n", family->name, suffix, family->type);
	if (family->unit && format == EXPOSITION_OPENMETRICS)
		fprintf(out, "# UNIT %s %s\n", family->name, family->unit);
	fprintf(out, "# HELP %s%s ", family->name, suffix);
	if (family->title) {
		write_escaped(out, family->title, format == EXPOSITION_OPENMETRICS);
		fputs(": ", out);
	}
	write_escaped(out, family->help, format == EXPOSITION_OPENMETRICS);
	fputc('\n', out);
}

/* Write the name and the labels of a sample, and the space behind them. */
static void write_sample(FILE *out, const char *name, const char *suffix, const char *labels)
{
	fprintf(out, "%s%s", name, suffix);
	if (*labels)
		fprintf(out, "{%s}", labels);
	fputc(' ', out);
}

/*
 * Convert a number of a table to its base unit: an integer, or a number with a point and without
 * zeros at its end.
 */
static const char *convert(char buf[NUMBER_SIZE], wide number, enum unit unit)
{
	unsigned int factor, decimals;
	bool negative = number < 0;
	unsigned __int128 rest;
	char *p = buf + NUMBER_SIZE;

	base_unit(unit, &factor, &decimals);
	rest = (unsigned __int128)(negative ? -number : number) * factor;
	*--p = '\0';
	for (unsigned int i = 0; i < decimals; i++, rest /= 10) {
		/* Leave out zeros at the end, but not the last digit behind the point. */
		if (*p || rest % 10 || i + 1 == decimals)
			*--p = '0' + (int)(rest % 10);
	}
	if (decimals)
		*--p = '.';
	do {
		*--p = '0' + (int)(rest % 10);
		rest /= 10;
	} while (rest);
	if (negative)
		*--p = '-';
	return p;
}

/*
 * Write a number as OpenMetrics wants it in labels: with as few digits as its value needs, with an
 * exponent if it is below 1e-4 or not below 1e6, and otherwise with a point.
 */
static void canonical(char *buf, size_t size, double number)
{
	int precision = 0, exponent;

	do {
		snprintf(buf, size, "%.*e", precision, number);
	} while (strtod(buf, NULL) != number && precision++ < 16);
	exponent = atoi(strchr(buf, 'e') + 1);
	if (exponent < -4 || exponent >= 6)
		return;
	precision -= exponent;
	snprintf(buf, size, "%.*f", precision > 1 ? precision : 1, number);
}

/**
 * struct limits - limits of the buckets of a histogram
 * @numbers: the limits, in the unit of the table
 * @texts: the same as they are written
 * @n: number of limits
 */
struct limits {
	wide numbers[MAX_LIMITS];
	char texts[MAX_LIMITS][NUMBER_SIZE];
	size_t n;
};

/* Limits that differ by less than a floating-point number can tell are one, the last of them. */
static void choose_limits(const struct metric *metric, struct limits *limits)
{
	size_t n = metric_limits(metric, limits->numbers);
	char number[NUMBER_SIZE];

	limits->n = 0;
	for (size_t i = 0; i < n; i++) {
		char *text = limits->texts[limits->n];

		canonical(text, NUMBER_SIZE,
			  strtod(convert(number, limits->numbers[i], metric->unit), NULL));
		if (limits->n && !strcmp(text, limits->texts[limits->n - 1]))
			limits->n--;
		limits->numbers[limits->n++] = limits->numbers[i];
	}
}

static void write_bucket(FILE *out, const struct metric *metric, const char *labels,
			 const char *limit, uint64_t count)
{
	fprintf(out, "%s_bucket{%s%sle=\"%s\"} %" PRIu64 "\n", metric->name, labels,
		*labels ? "," : "", limit, count);
}

/* Write the buckets of a label set. Return: the number of its events. */
static uint64_t write_buckets(FILE *out, const struct metric *metric, const char *labels,
			      const struct point *point, const struct limits *limits)
{
	uint64_t count = 0;
	size_t k = 0;

	for (size_t i = 0; i < limits->n; i++) {
		for (; k < point->n_edges && point->edges[k].last <= limits->numbers[i]; k++)
			count += point->edges[k].count;
		write_bucket(out, metric, labels, limits->texts[i], count);
	}
	for (; k < point->n_edges; k++)
		count += point->edges[k].count;
	count += point->beyond;
	write_bucket(out, metric, labels, "+Inf", count);
	return count;
}

/* A sum is written if it is known and a counter: no number was negative. */
static bool has_sum(const struct metric *metric)
{
	return metric->sum != NO_FIELD && !metric->decreases &&
	       (!metric->total.n_edges || metric->total.edges[0].last >= 0);
}

static void write_histogram(FILE *out, const struct metric *metric, const struct label_set *set,
			    const struct point *point, const struct limits *limits,
			    enum exposition format)
{
	uint64_t count = write_buckets(out, metric, set->labels, point, limits);
	char number[NUMBER_SIZE];

	if (has_sum(metric) || format == EXPOSITION_PROMETHEUS) {
		write_sample(out, metric->name, "_count", set->labels);
		fprintf(out, "%" PRIu64 "\n", count);
	}
	if (has_sum(metric)) {
		write_sample(out, metric->name, "_sum", set->labels);
		fprintf(out, "%s\n", convert(number, point->number, metric->unit));
	}
}

/* A sum that can decrease is a gauge, and can be negative. */
static void write_number(FILE *out, const struct metric *metric, const struct label_set *set,
			 const struct point *point)
{
	wide number = metric->decreases ? (wide)(int64_t)point->number : (wide)point->number;
	char buf[NUMBER_SIZE];

	write_sample(out, metric->name, metric->decreases ? "" : "_total", set->labels);
	fprintf(out, "%s\n", convert(buf, number, metric->unit));
}

static void write_point(FILE *out, const struct metric *metric, const struct label_set *set,
			const struct point *point, const struct limits *limits,
			enum exposition format)
{
	if (metric->kind == METRIC_HISTOGRAM)
		write_histogram(out, metric, set, point, limits, format);
	else
		write_number(out, metric, set, point);
}

static void write_metric(FILE *out, const struct metrics *metrics, size_t i,
			 enum exposition format)
{
	const struct metric *metric = &metrics->metrics[i];
	unsigned int factor, decimals;
	const struct family family = {
		.name = metric->name,
		.type = metric->kind == METRIC_HISTOGRAM ? "histogram" :
			metric->decreases ? "gauge" : "counter",
		.unit = base_unit(metric->unit, &factor, &decimals),
		.help = metric->help,
	};
	const struct label_set *other = metrics->other;
	struct limits limits = { .n = 0 };

	write_family(out, &family, format);
	if (metric->kind == METRIC_HISTOGRAM)
		choose_limits(metric, &limits);
	for (size_t k = 0; k < metrics->n_sets; k++)
		write_point(out, metric, metrics->sets[k], &metrics->sets[k]->points[i], &limits,
			    format);
	if (other)
		write_point(out, metric, other, &other->points[i], &limits, format);
}

static void write_reason(FILE *out, const char *name, const char *label, const char *reason,
			 uint64_t count)
{
	fprintf(out, "%s_total{%s=\"", name, label);
	write_escaped(out, reason, true);
	fprintf(out, "\"} %" PRIu64 "\n", count);
}

static void write_totals(FILE *out, const struct metrics *metrics, enum exposition format)
{
	const struct family events = {
		metrics->events_name, "counter", NULL, metrics->title,
		"events that the histogram got",
	};
	const struct family dropped = {
		metrics->dropped_name, "counter", NULL, metrics->title,
		"events that are missing in the other metrics, by reason",
	};
	const struct family incomplete = {
		metrics->incomplete_name, "counter", NULL, metrics->title,
		"what else is incomplete, as the histogram's totals name it",
	};

	write_family(out, &events, format);
	write_sample(out, metrics->events_name, "_total", "");
	fprintf(out, "%" PRIu64 "\n", metrics->hits);
	write_family(out, &dropped, format);
	write_reason(out, metrics->dropped_name, "reason", NO_REASON, metrics->dropped);
	for (size_t i = 0; i < metrics->n_drops; i++)
		write_reason(out, metrics->dropped_name, "reason", metrics->drops[i].reason,
			     metrics->drops[i].count);
	if (!metrics->n_notes)
		return;
	write_family(out, &incomplete, format);
	for (size_t i = 0; i < metrics->n_notes; i++)
		write_reason(out, metrics->incomplete_name, "what", metrics->notes[i].reason,
			     metrics->notes[i].count);
}

/**
 * write_metrics() - write the metrics of a histogram
 * @out: where to write
 * @metrics: the metrics
 * @format: format
 */
void write_metrics(FILE *out, const struct metrics *metrics, enum exposition format)
{
	for (size_t i = 0; i < metrics->n_metrics; i++)
		write_metric(out, metrics, i, format);
	write_totals(out, metrics, format);
}

/**
 * write_end() - write what follows all metrics
 * @out: where to write
 * @format: format
 */
void write_end(FILE *out, enum exposition format)
{
	if (format == EXPOSITION_OPENMETRICS)
		fputs("# EOF\n", out);
}
