/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parsed form of a command that is written to hist_control:
 *
 *	VERB [TARGET...]
 *	VERB:	pause, continue, clear or delta
 *	TARGET:	#ID, SYSTEM:EVENT or name=NAME
 */
#ifndef _TRACE_HIST_CONTROL_SPEC_H
#define _TRACE_HIST_CONTROL_SPEC_H

#include <linux/types.h>

#include "../../trace_diag.h"
#include "../verb.h"

/* Longest command in bytes. */
#define HIST_CONTROL_TEXT_MAX	4095

/**
 * enum hist_target_kind - how a command names histograms
 * @HIST_TARGET_ID: one histogram by its id
 * @HIST_TARGET_EVENT: all histograms of an event
 * @HIST_TARGET_NAME: all histograms with a name
 */
enum hist_target_kind {
	HIST_TARGET_ID,
	HIST_TARGET_EVENT,
	HIST_TARGET_NAME,
};

/**
 * struct hist_target - a target of a command
 * @kind: how it names histograms
 * @at: the whole word
 * @id: for %HIST_TARGET_ID, the id
 * @system: for %HIST_TARGET_EVENT, the system of the event
 * @name: name of the event, or of the histograms
 */
struct hist_target {
	enum hist_target_kind kind;
	struct trace_span at;
	u64 id;
	struct trace_span system;
	struct trace_span name;
};

/**
 * struct hist_control_spec - a parsed command
 * @text: the command, not owned
 * @verb: the verb
 * @verb_at: the verb in @text
 * @n_targets: number of @targets; 0 if the command names none and means all histograms
 * @targets: the targets
 */
struct hist_control_spec {
	const char *text;
	enum hist_verb verb;
	struct trace_span verb_at;
	unsigned int n_targets;
	struct hist_target *targets;
};

int hist_control_parse(struct hist_control_spec *spec, const char *text, u32 len,
		       struct trace_diag *diag);
void hist_control_spec_free(struct hist_control_spec *spec);

#endif /* _TRACE_HIST_CONTROL_SPEC_H */
