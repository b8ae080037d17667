// SPDX-License-Identifier: GPL-2.0-only
/* Count the events of a recording by interval and range. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "heat.h"

/* Counts that differ by more than this factor get a logarithmic scale */
#define LINEAR_RANGE	100

static int interval_axis(const struct recording *recording, const struct table *interval)
{
	return table_axis(interval, recording->axis);
}

/**
 * recording_has_axis() - tell whether a heat map can be drawn of a recording
 * @recording: the recording
 *
 * Return: true if at least one interval has a field with ranges.
 */
bool recording_has_axis(const struct recording *recording)
{
	for (size_t i = 0; i < recording->n_intervals; i++) {
		const struct table *interval = recording->intervals + i;
		int field = interval_axis(recording, interval);
		struct shown_column column = { .field = field };
		enum cell_shape shape;

		if (field == NO_FIELD)
			continue;
		shape = column_shape(interval, &column);
		if (shape != SHAPE_STACK && (shape != SHAPE_SIMPLE || recording->axis))
			return true;
	}
	return false;
}

/* An interval without events can be a table without fields. */
static bool has_rows(const struct recording *recording)
{
	for (size_t i = 0; i < recording->n_intervals; i++) {
		if (recording->intervals[i].n_rows)
			return true;
	}
	return false;
}

static bool add_ranges(struct heat *heat, const struct recording *recording, size_t max_ranges)
{
	for (size_t i = 0; i < recording->n_intervals; i++) {
		const struct table *interval = recording->intervals + i;
		int field = interval_axis(recording, interval);

		if (field != NO_FIELD &&
		    !ranges_visit_table(interval, field, ranges_add, &heat->axis))
			return false;
	}
	return !heat->axis.n || ranges_complete(&heat->axis, max_ranges);
}

static bool add_times(struct heat *heat, const struct recording *recording, size_t max_columns)
{
	size_t n = recording->n_intervals;

	heat->joined = (n + max_columns - 1) / max_columns;
	heat->begins = calloc(n + 1, sizeof(*heat->begins));
	heat->ends = calloc(n + 1, sizeof(*heat->ends));
	if (!heat->begins || !heat->ends)
		return false;
	heat->has_time = recording_times(recording, heat->begins, heat->ends);
	for (size_t i = 0; i < n; i++) {
		size_t column = i / heat->joined;

		if (i % heat->joined == 0)
			heat->begins[column] = heat->begins[i];
		heat->ends[column] = heat->ends[i];
		heat->n_columns = column + 1;
	}
	return true;
}

/**
 * struct counting - events of a column under construction
 * @heat: the heat map
 * @counts: counts of the column
 * @shown: number of events counted
 */
struct counting {
	const struct heat *heat;
	uint64_t *counts;
	uint64_t shown;
};

static bool count_range(const struct range *range, uint64_t count, void *data)
{
	struct counting *counting = data;

	counting->counts[ranges_find(&counting->heat->axis, range)] += count;
	counting->shown += count;
	return true;
}

static void count_interval(struct heat *heat, const struct table *interval, int field,
			   size_t column)
{
	struct counting counting = { heat, heat->counts + column * heat->axis.n, 0 };

	if (field != NO_FIELD && heat->axis.n)
		ranges_visit_table(interval, field, count_range, &counting);
	heat->shown += counting.shown;
	heat->approximate |= interval->approximate;
	heat->missing += interval->dropped;
	/* A distribution can lack events, and an event of a hostile file can be counted twice. */
	if (interval->hits > counting.shown)
		heat->missing += interval->hits - counting.shown;
}

static void find_extremes(struct heat *heat)
{
	for (size_t i = 0; i < heat->n_columns * heat->axis.n; i++) {
		uint64_t count = heat->counts[i];

		if (count > heat->largest)
			heat->largest = count;
		if (count && (!heat->smallest || count < heat->smallest))
			heat->smallest = count;
	}
	heat->logarithmic = heat->smallest && heat->largest / heat->smallest >= LINEAR_RANGE;
}

static const char *axis_title(const struct recording *recording)
{
	for (size_t i = 0; recording->axis && i < recording->n_columns; i++) {
		if (!strcmp(recording->columns[i].field, recording->axis) &&
		    recording->columns[i].title)
			return recording->columns[i].title;
	}
	return recording->axis ? recording->axis : "Value";
}

static enum unit recording_axis_unit(const struct recording *recording)
{
	for (size_t i = 0; i < recording->n_intervals; i++) {
		const struct table *interval = recording->intervals + i;
		int field = interval_axis(recording, interval);

		if (field != NO_FIELD)
			return axis_unit(recording->columns, recording->n_columns,
					 interval->fields[field].name);
	}
	return UNIT_COUNT;
}

/**
 * heat_init() - compute the numbers of a heat map
 * @heat: the heat map, which heat_free() frees even if this function fails
 * @recording: recording, which must exist as long as @heat
 * @max_ranges: maximal number of ranges, at least 4; neighbours are joined
 * @max_columns: maximal number of columns, at least 1; neighbours are joined
 *
 * Return: %STATUS_OK; %STATUS_INPUT if the recording has no ranges; %STATUS_FAILED if memory is
 * short.
 */
enum status heat_init(struct heat *heat, const struct recording *recording, size_t max_ranges,
		      size_t max_columns)
{
	*heat = (struct heat) {};
	if (!recording_has_axis(recording) && (!recording->axis || has_rows(recording))) {
		report_error("a heat map needs a key with ranges (.log2, .buckets, .lhist) or a "
			     "distribution (.dist); \"%s\" has neither",
			     recording->recipe ? recording->recipe : "this histogram");
		return STATUS_INPUT;
	}
	heat->title = axis_title(recording);
	heat->unit = recording_axis_unit(recording);
	if (!add_ranges(heat, recording, max_ranges) || !add_times(heat, recording, max_columns))
		return out_of_memory();
	heat->counts = calloc(heat->n_columns * heat->axis.n + 1, sizeof(*heat->counts));
	if (!heat->counts)
		return out_of_memory();
	for (size_t i = 0; i < recording->n_intervals; i++) {
		const struct table *interval = recording->intervals + i;

		count_interval(heat, interval, interval_axis(recording, interval),
			       i / heat->joined);
	}
	find_extremes(heat);
	return STATUS_OK;
}

/**
 * heat_free() - free the memory of a heat map
 * @heat: the heat map
 */
void heat_free(struct heat *heat)
{
	ranges_free(&heat->axis);
	free(heat->begins);
	free(heat->ends);
	free(heat->counts);
}

/**
 * heat_level() - choose the colour of a count
 * @heat: the heat map
 * @count: the count
 * @levels: number of colours
 *
 * Return: 0 for no events, otherwise 1 to @levels.
 */
unsigned int heat_level(const struct heat *heat, uint64_t count, unsigned int levels)
{
	double share;

	if (!count)
		return 0;
	if (heat->logarithmic)
		share = log((double)count / heat->smallest) /
			log((double)heat->largest / heat->smallest);
	else
		share = (double)count / heat->largest;
	return share >= 1 ? levels : 1 + (unsigned int)(share * levels);
}
