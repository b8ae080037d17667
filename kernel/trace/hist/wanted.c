// SPDX-License-Identifier: GPL-2.0
/*
 * Which histogram does a command mean?  One of the same event that shows the same,
 * see hist_data_same(), and agrees in clock, name and filter.
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
 * hist_is_wanted - is a histogram the one that a command means, to the letter?
 * @wanted: what is meant
 * @data: a histogram of the command's event
 * @filter: its filter, or NULL
 *
 * Return: true if it is.
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
 * hist_may_be_wanted - could it be, if the command just left out what it could say?
 * @wanted: what is meant
 * @data: a histogram of the command's event
 * @filter: its filter, or NULL
 *
 * Return: true if it agrees in all that the command says.
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
