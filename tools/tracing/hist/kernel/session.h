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
#include "recipe/recipe.h"

struct session;

/**
 * struct session_answer - the histogram whose table answers the question of the recipe
 * @instance: name of its instance
 * @event: its event, "SYSTEM/EVENT"
 * @trigger: its trigger in the form of table.h, or NULL if the kernel does not show it. The event
 *	may have other histograms, which keep variables: the answer is that of its last step
 * @begin: time at which the histogram last became empty; see now()
 */
struct session_answer {
	const char *instance;
	char *event;
	char *trigger;
	double begin;
};

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

const struct session_answer *session_answer(const struct session *session);

/*
 * write.c: print each command that sessions write on @out, in the form in which a shell executes it
 * in the directory of tracefs; NULL ends this.
 */
void session_explain(FILE *out);

/* clean.c: remove the instances and events of dead processes. */
enum status sessions_clean(bool verbose, size_t *removed);

#endif /* _SESSION_H */
