/* SPDX-License-Identifier: GPL-2.0 */
/* Attach a compiled histogram to an event. This is the only step with global effects. */
#ifndef _TRACE_HIST_ATTACH_ATTACH_H
#define _TRACE_HIST_ATTACH_ATTACH_H

#include "hist_trigger.h"

/**
 * enum hist_attach_error - reason why a histogram was not attached
 * @HIST_ATTACH_OTHER: not caused by a part of the command: no memory, or the event or a
 *	field-variable histogram could not be attached
 * @HIST_ATTACH_FILTER: invalid filter
 * @HIST_ATTACH_CYCLE: cycle or overlong chain of synthetic events
 * @HIST_ATTACH_STACKS: user stacks may not be as deep as the command asks for
 * @HIST_ATTACH_ACTION: an action could not pin its synthetic event or the snapshot
 */
enum hist_attach_error {
	HIST_ATTACH_OTHER,
	HIST_ATTACH_FILTER,
	HIST_ATTACH_CYCLE,
	HIST_ATTACH_STACKS,
	HIST_ATTACH_ACTION,
};

/**
 * struct hist_pin_failure - action that could not be pinned
 * @action: index of the action
 * @error: error code, &enum hist_diag
 */
struct hist_pin_failure {
	unsigned int action;
	u8 error;
};

/**
 * struct hist_attach_request - request to attach a histogram
 * @command: trigger command that the trigger belongs to
 * @file: file of the event in its instance
 * @data: compiled histogram
 * @text: text that contains the filter
 * @filter: position of the filter in @text; empty without a filter
 * @filter_diag: returns the error in the filter, if @error is %HIST_ATTACH_FILTER
 * @size: number of entries, ignored if a histogram with the same ``name=`` is attached
 * @paused: attach the histogram paused
 * @error: returns the reason of a failure
 * @failure: returns the failed action, if @error is %HIST_ATTACH_ACTION
 *
 * The caller owns the request; hist_attach() keeps no pointer to it.
 */
struct hist_attach_request {
	struct trigger_command *command;
	struct trace_event_file *file;
	struct hist_trigger_data *data;
	const char *text;
	struct trace_span filter;
	struct trace_diag filter_diag;
	u32 size;
	bool paused;
	enum hist_attach_error error;
	struct hist_pin_failure failure;
};

int hist_attach(struct hist_attach_request *request);

#endif /* _TRACE_HIST_ATTACH_ATTACH_H */
