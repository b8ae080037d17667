/* SPDX-License-Identifier: GPL-2.0 */
/* Match a ``!hist:``, ``:pause``, ``:cont`` or ``:clear`` command to an attached histogram. */
#ifndef _TRACE_HIST_PROGRAM_MATCH_H
#define _TRACE_HIST_PROGRAM_MATCH_H

#include "../../trace_text.h"
#include "hist_data.h"

/**
 * struct hist_match - command to match
 * @text: text of the command
 * @filter: position of the filter in @text; empty without a filter
 * @data: the histogram that was compiled from the command
 */
struct hist_match {
	const char *text;
	struct trace_span filter;
	const struct hist_trigger_data *data;
};

bool hist_matches(const struct hist_match *match, const struct hist_trigger_data *data,
		  const char *filter);
bool hist_may_match(const struct hist_match *match, const struct hist_trigger_data *data,
		    const char *filter);

#endif /* _TRACE_HIST_PROGRAM_MATCH_H */
