// SPDX-License-Identifier: GPL-2.0
/*
 * Match a ``!hist:``, ``:pause``, ``:cont`` or ``:clear`` command to an attached histogram.
 *
 * The command is compiled first. It matches a histogram of the same event that is equal as
 * hist_data_same() defines it, and that has the same clock, name and filter.
 */
#include <linux/string.h>

#include "same.h"
#include "wanted.h"

static bool same_name(const char *a, const char *b)
{
	return (!a && !b) || (a && b && !strcmp(a, b));
}

static bool same_filter(const struct hist_spec *spec, const char *filter)
{
	if (!filter)
		return !spec->filter.len;
	return trace_span_is(spec->text, spec->filter, filter);
}

/**
 * hist_is_wanted - check whether a command matches a histogram exactly
 * @wanted: the command
 * @data: a histogram of the command's event
 * @filter: text of the histogram's filter, or NULL
 *
 * Context: any; the caller keeps @filter from changing.
 * Return: true if description, clock, name and filter are the same.
 */
bool hist_is_wanted(const struct hist_wanted *wanted, const struct hist_trigger_data *data,
		    const char *filter)
{
	return hist_data_same(data, wanted->data) &&
	       data->program.clock == wanted->data->program.clock &&
	       same_name(data->name, wanted->data->name) &&
	       same_filter(wanted->spec, filter);
}

/**
 * hist_may_be_wanted - check whether an abbreviated command matches a histogram
 * @wanted: the command
 * @data: a histogram of the command's event
 * @filter: text of the histogram's filter, or NULL
 *
 * A removal may leave out clock, name, filter and some of the variables.
 *
 * Context: any; the caller keeps @filter from changing.
 * Return: true if the histogram has everything that the command specifies.
 */
bool hist_may_be_wanted(const struct hist_wanted *wanted, const struct hist_trigger_data *data,
			const char *filter)
{
	return hist_data_covers(data, wanted->data) &&
	       (!wanted->data->clock_given ||
		data->program.clock == wanted->data->program.clock) &&
	       (!wanted->data->name || same_name(data->name, wanted->data->name)) &&
	       (!wanted->spec->filter.len || same_filter(wanted->spec, filter));
}
