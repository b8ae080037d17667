/* SPDX-License-Identifier: GPL-2.0 */
/* Match a ``!hist:``, ``:pause``, ``:cont`` or ``:clear`` command to an attached histogram. */
#ifndef _TRACE_HIST_WANTED_H
#define _TRACE_HIST_WANTED_H

#include "data.h"
#include "spec.h"

/**
 * struct hist_wanted - command to match
 * @spec: the parsed command
 * @data: the histogram that was compiled from @spec
 */
struct hist_wanted {
	const struct hist_spec *spec;
	const struct hist_trigger_data *data;
};

bool hist_is_wanted(const struct hist_wanted *wanted, const struct hist_trigger_data *data,
		    const char *filter);
bool hist_may_be_wanted(const struct hist_wanted *wanted, const struct hist_trigger_data *data,
			const char *filter);

#endif /* _TRACE_HIST_WANTED_H */
