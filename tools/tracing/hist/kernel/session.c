// SPDX-License-Identifier: GPL-2.0-only
/* Open and close sessions. apply.c executes and undoes the steps of a recipe. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "features.h"
#include "internal.h"
#include "session.h"

/* Number of sessions that this process has opened: it makes their names unique. */
static unsigned int opened;

static enum status identify(struct session *session)
{
	if (owner_self(&session->owner))
		return report_errno("read", "/proc/self/stat; is /proc mounted?");
	if (++opened == 1)
		snprintf(session->suffix, sizeof(session->suffix), "%lu_%llu", session->owner.pid,
			 session->owner.start);
	else
		snprintf(session->suffix, sizeof(session->suffix), "%lu_%llu_%u",
			 session->owner.pid, session->owner.start, opened);
	session->number = opened;
	return STATUS_OK;
}

/**
 * session_open() - begin to use the kernel
 * @session: result
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status session_open(struct session **session)
{
	enum status status = kernel_check();
	struct session *new;
	size_t removed;

	if (status)
		return status;
	sessions_clean(false, &removed);
	new = calloc(1, sizeof(*new));
	if (!new)
		return report_errno("start", "a session");
	new->answer.instance = new->name;
	new->lock = -1;
	new->rate_lock = -1;
	status = identify(new);
	if (!status && watcher_get(&new->owner))
		status = report_errno("start", "the process that cleans up after trace-hist");
	if (status) {
		free(new);
		return status;
	}
	*session = new;
	return STATUS_OK;
}

static void warn_of_instance(const char *name, const struct owner *owner, void *self)
{
	if (owner_equal(owner, self))
		report_warning("cannot remove the instance %s, which is in use; "
			       "\"trace-hist clean\" removes it later", name);
}

static void warn_of_definition(const char *name, const struct owner *owner, void *self)
{
	if (owner_equal(owner, self))
		report_warning("cannot remove the event %s, which is in use; "
			       "\"trace-hist clean\" removes it later", name);
}

static void warn_of_rest(struct owner *self)
{
	if (instances_walk(warn_of_instance, self) || definitions_walk(warn_of_definition, self))
		report_warning("cannot find out which instances and events are left: %s; "
			       "\"trace-hist clean\" removes them later", strerror(errno));
}

/**
 * session_close() - remove everything that a session has created
 * @session: the session, or NULL
 *
 * If this process cannot remove everything, because it has no memory or a file is open, the watcher
 * tries again after the last session.
 */
void session_close(struct session *session)
{
	if (!session)
		return;
	session_undo(session);
	if (!watcher_put(session->failed))
		warn_of_rest(&session->owner);
	free(session);
}

/**
 * session_answer() - find the histogram that is the answer
 * @session: the session, after session_apply()
 *
 * Return: the histogram, valid until session_close().
 */
const struct session_answer *session_answer(const struct session *session)
{
	return &session->answer;
}
