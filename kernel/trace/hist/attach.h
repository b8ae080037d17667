/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Attaching a histogram to an event: the one step that has effects.
 */
#ifndef _TRACE_HIST_ATTACH_H
#define _TRACE_HIST_ATTACH_H

#include "hist_trigger.h"

/**
 * enum hist_attach_fault - what kept a histogram from being attached
 * @HIST_ATTACH_OTHER: nothing that the command names; its event, which cannot be enabled
 * @HIST_ATTACH_FILTER: its filter
 * @HIST_ATTACH_CIRCLE: what it fires leads back to its event
 * @HIST_ATTACH_ACTION: one of its actions
 */
enum hist_attach_fault {
	HIST_ATTACH_OTHER,
	HIST_ATTACH_FILTER,
	HIST_ATTACH_CIRCLE,
	HIST_ATTACH_ACTION,
};

/**
 * struct hist_attach - a histogram on its way to its event
 * @command: the command that triggers of it are made by
 * @file: the event
 * @data: the histogram
 * @text: a text that has its filter in it
 * @filter: the filter; empty if it has none
 * @filter_diag: filled in: what is wrong with the filter
 * @size: number of entries, unless it joins others of its name
 * @paused: begin paused
 * @fault: filled in: what was wrong
 * @action: filled in: with which of the actions
 */
struct hist_attach {
	struct trigger_command *command;
	struct trace_event_file *file;
	struct hist_trigger_data *data;
	const char *text;
	struct trace_span filter;
	struct trace_diag filter_diag;
	u32 size;
	bool paused;
	enum hist_attach_fault fault;
	unsigned int action;
};

int hist_attach(struct hist_attach *attach);

#endif /* _TRACE_HIST_ATTACH_H */
