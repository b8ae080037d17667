/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A session is what the tool changes in the kernel for one run: an instance of its own, synthetic
 * events, probes, triggers and a sampling rate. The names carry the process id and start time of
 * their owner, so that what a dead process left behind is recognized.
 *
 * A watcher process, which all sessions of a process share, removes everything if the tool is
 * killed. If the watcher is killed as well, "trace-hist clean" and the next session remove what is
 * left.
 */
#ifndef _SESSION_H
#define _SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/report.h"
#include "common/wait.h"
#include "recipe/recipe.h"

struct session;

/*
 * session_open() checks that the kernel has histograms and that this process may use them. It also
 * removes the instances and events of dead processes. session_apply() creates the instance and
 * executes the steps of a variant, once in a session. If a step fails, it undoes the earlier ones.
 * A process may have several sessions. Close all sources of a session before session_close().
 */
enum status session_open(struct session **session);
enum status session_apply(struct session *session, const struct recipe_variant *variant,
			  const struct recipe_options *options);
void session_close(struct session *session);

/* Suffix of unique names: "PID_STARTTIME"; of a process's second session "PID_STARTTIME_2". */
const char *session_suffix(const struct session *session);
/* Name of the instance; after session_apply(). */
const char *session_instance(const struct session *session);
/* "SYSTEM/EVENT" whose histogram is the answer; after session_apply(). */
const char *session_event(const struct session *session);
/*
 * The trigger of the answer as table.h has it: that of the last step of this event. The event may
 * have other histograms, which keep variables. NULL if the kernel does not show it.
 */
const char *session_trigger(const struct session *session);
/* When the histogram of the answer began to count; see now(). */
double session_begin(const struct session *session);

/*
 * write.c: print each command that sessions write on @out, in the form in which a shell executes it
 * in the directory of tracefs; NULL ends this.
 */
void session_explain(FILE *out);

/* clean.c: remove the instances and events of dead processes. */
enum status sessions_clean(bool verbose, size_t *removed);

#endif /* _SESSION_H */
