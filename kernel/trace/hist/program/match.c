// SPDX-License-Identifier: GPL-2.0
/*
 * Match a ``!hist:``, ``:pause``, ``:cont`` or ``:clear`` command to an attached histogram.
 *
 * The command is compiled first. It matches a histogram of the same event that is equal as
 * hist_data_equal() defines it, and that has the same clock, name and filter.
 */
#include <linux/string.h>

#include "compare.h"
#include "match.h"

static bool names_equal(const char *a, const char *b)
{
	return (!a && !b) || (a && b && !strcmp(a, b));
}

static bool filter_matches(const struct hist_match *match, const char *filter)
{
	if (!filter)
		return !match->filter.len;
	return trace_span_is(match->text, match->filter, filter);
}

/**
 * hist_matches - check whether a command matches a histogram exactly
 * @match: the command
 * @data: a histogram of the command's event
 * @filter: text of the histogram's filter, or NULL
 *
 * Context: any; the caller keeps @filter from changing.
 * Return: true if description, clock, name and filter are the same.
 */
bool hist_matches(const struct hist_match *match, const struct hist_trigger_data *data,
		  const char *filter)
{
	return hist_data_equal(data, match->data) &&
	       data->program.clock == match->data->program.clock &&
	       names_equal(data->name, match->data->name) &&
	       filter_matches(match, filter);
}

/**
 * hist_may_match - check whether an abbreviated command matches a histogram
 * @match: the command
 * @data: a histogram of the command's event
 * @filter: text of the histogram's filter, or NULL
 *
 * A removal may leave out clock, name, filter and some of the variables.
 *
 * Context: any; the caller keeps @filter from changing.
 * Return: true if the histogram has everything that the command specifies.
 */
bool hist_may_match(const struct hist_match *match, const struct hist_trigger_data *data,
		    const char *filter)
{
	return hist_data_is_superset(data, match->data) &&
	       (!match->data->clock_given ||
		data->program.clock == match->data->program.clock) &&
	       (!match->data->name || names_equal(data->name, match->data->name)) &&
	       (!match->filter.len || filter_matches(match, filter));
}
