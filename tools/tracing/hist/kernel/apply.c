// SPDX-License-Identifier: GPL-2.0-only
/* Execute the steps of a recipe, and undo them. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/wait.h"
#include "features.h"
#include "internal.h"
#include "session.h"

/*
 * Recipes count and record nothing, so the trace buffer of each CPU is as small as it can be: the
 * kernel makes it two pages.
 */
#define BUFFER_KB	"1"

static enum status no_memory(void)
{
	return report_memory("set up the histograms");
}

static void trigger_file(char file[FILE_SIZE], const char *event)
{
	snprintf(file, FILE_SIZE, "events/%s/trigger", event);
}

/* Remember a step. Takes over @event and @trigger. */
static enum status add_undo(struct session *session, char *event, char *trigger)
{
	struct undo *undo = realloc(session->undo, (session->n_undo + 1) * sizeof(*undo));

	if (!undo) {
		free(event);
		free(trigger);
		return no_memory();
	}
	session->undo = undo;
	undo[session->n_undo++] = (struct undo){ .event = event, .trigger = trigger };
	return STATUS_OK;
}

static void drop_undo(struct session *session)
{
	struct undo *undo = &session->undo[--session->n_undo];

	free(undo->event);
	free(undo->trigger);
}

static bool has_line(const char *lines, const char *line, size_t length)
{
	while (lines && *lines) {
		size_t n = strcspn(lines, "\n");

		if (n == length && !memcmp(lines, line, n))
			return true;
		lines += n + (lines[n] == '\n');
	}
	return false;
}

/* The kernel shows a trigger with its defaults: find the line that is new in the trigger file. */
static char *find_new_trigger(const char *before, const char *after)
{
	while (after && *after) {
		size_t length = strcspn(after, "\n");

		if (*after != '#' && !has_line(before, after, length))
			return trigger_line(after, length);
		after += length + (after[length] == '\n');
	}
	return NULL;
}

/* Takes over @event and @text. */
static enum status apply_trigger(struct session *session, char *event, char *text,
				 bool has_filter, bool is_answer)
{
	enum status status = add_undo(session, event, text);
	char file[FILE_SIZE], *before, *after;

	if (status)
		return status;
	trigger_file(file, event);
	before = tracefs_instance_file_read(session->instance, file, NULL);
	if (is_answer)
		session->answer.begin = now();
	status = kernel_write(session->instance, file, text, has_filter);
	if (status) {
		drop_undo(session);
	} else if (is_answer) {
		after = tracefs_instance_file_read(session->instance, file, NULL);
		session->answer.trigger = find_new_trigger(before, after);
		free(after);
	}
	free(before);
	return status;
}

static enum status apply_definition(struct session *session, const struct recipe_variant *variant,
				    size_t step, const struct recipe_options *options,
				    const char *text)
{
	const char *file = variant->steps[step].kind == STEP_SYNTHETIC ? "synthetic_events" :
									 "dynamic_events";
	char *event;
	enum status status = recipe_expand_definition(variant, step, options, &event);

	if (!status && event)
		status = add_undo(session, event, NULL);
	if (status)
		return status;
	status = kernel_write(NULL, file, text, false);
	if (status && event)
		drop_undo(session);
	return status;
}

static enum status apply_step(struct session *session, const struct recipe_variant *variant,
			      size_t index, const struct recipe_options *options)
{
	const struct recipe_step *step = &variant->steps[index];
	enum status status;
	char *event, *text;

	status = recipe_expand(variant, index, options, &event, &text);
	if (status)
		return status;
	if (step->kind == STEP_TRIGGER)
		return apply_trigger(session, event, text, step->filter && options->filter,
				     index == recipe_table_step(variant));
	if (step->kind == STEP_RATE)
		status = rate_set(text, session->rate);
	else
		status = apply_definition(session, variant, index, options, text);
	free(event);
	free(text);
	return status;
}

/* The rate that a variant wants, or 0. */
static unsigned int find_rate(const struct recipe_variant *variant)
{
	for (size_t i = 0; i < variant->n_steps; i++) {
		if (variant->steps[i].kind == STEP_RATE)
			return strtoul(variant->steps[i].text, NULL, 10);
	}
	return 0;
}

static void name_instance(struct session *session)
{
	char number[16] = "", rate[16] = "", rest[32];

	if (session->number > 1)
		snprintf(number, sizeof(number), "-%u", session->number);
	if (session->rate)
		snprintf(rate, sizeof(rate), "-hz%u", session->rate);
	snprintf(rest, sizeof(rest), "%s%s", number, rate);
	instance_name(session->name, &session->owner, rest);
}

static enum status create_instance(struct session *session)
{
	name_instance(session);
	explain("mkdir instances/", session->name);
	session->instance = tracefs_instance_create(session->name);
	if (!session->instance) {
		session->name[0] = '\0';
		return report_errno("create", "an instance in tracefs");
	}
	session->lock = instance_lock(session->instance);
	if (session->lock < 0)
		return report_errno("lock", "the new instance in tracefs");
	/* A failure costs only memory. */
	kernel_try(session->instance, "buffer_size_kb", BUFFER_KB);
	return STATUS_OK;
}

/* unlock_rate() follows after rate_set(). */
static enum status lock_rate(struct session *session, const struct recipe_variant *variant)
{
	unsigned int wanted = find_rate(variant);

	if (!wanted)
		return STATUS_OK;
	session->rate_lock = rate_lock();
	if (session->rate_lock < 0)
		return report_errno("lock", "hist_sample_hz");
	session->rate = rate_record(wanted);
	return STATUS_OK;
}

static void unlock_rate(struct session *session)
{
	rate_unlock(session->rate_lock);
	session->rate_lock = -1;
}

static enum status check_pid(int pid)
{
	if (!pid || !kill(pid, 0) || errno != ESRCH)
		return STATUS_OK;
	report_error("there is no task with the ID %d", pid);
	return STATUS_USAGE;
}

static enum status apply_steps(struct session *session, const struct recipe_variant *variant,
			       const struct recipe_options *options)
{
	enum status status = lock_rate(session, variant);

	if (!status)
		status = create_instance(session);
	for (size_t i = 0; !status && i < variant->n_steps; i++)
		status = apply_step(session, variant, i, options);
	unlock_rate(session);
	return status;
}

/*
 * A variable that was set before the trigger that consumes it existed is forgotten, and the answer
 * begins anew.
 */
static void clear_histograms(struct session *session)
{
	if (kernel_try(session->instance, "hist_control", "clear"))
		session->answer.begin = now();
	else
		report_warning("cannot clear the histograms after they were set up: %s; "
			       "a task can have one time that is wrong", strerror(errno));
}

static enum status apply_all(struct session *session, const struct recipe_variant *variant,
			     const struct recipe_options *options)
{
	enum status status = recipe_expand_table(variant, options, &session->answer.event);

	if (!status)
		status = apply_steps(session, variant, options);
	if (!status && variant_is_cleared(variant))
		clear_histograms(session);
	return status;
}

/**
 * session_apply() - execute the steps of a variant
 * @session: the session
 * @variant: the variant
 * @options: options of the user; the suffix is that of the session
 *
 * If a step fails, what was done is undone.
 *
 * Return: %STATUS_OK, or a status after a message.
 */
enum status session_apply(struct session *session, const struct recipe_variant *variant,
			  const struct recipe_options *options)
{
	struct recipe_options own = *options;
	enum status status;

	own.suffix = session->suffix;
	status = recipe_check_options(variant, &own);
	if (!status)
		status = check_pid(own.pid);
	if (!status)
		status = apply_all(session, variant, &own);
	if (status)
		session_undo(session);
	return status;
}

/* Histograms are removed before those whose variables they use. */
static void undo_triggers(struct session *session)
{
	char file[FILE_SIZE], *text;

	for (size_t i = session->n_undo; i-- > 0;) {
		const struct undo *undo = &session->undo[i];

		if (!undo->trigger || asprintf(&text, "!%s", undo->trigger) < 0)
			continue;
		trigger_file(file, undo->event);
		/* Removing the instance removes what this write cannot. */
		kernel_try(session->instance, file, text);
		free(text);
	}
}

static void undo_definitions(struct session *session)
{
	for (size_t i = session->n_undo; i-- > 0;) {
		const struct undo *undo = &session->undo[i];

		if (!undo->trigger && !definition_remove(undo->event))
			session->failed = true;
	}
}

/**
 * session_undo() - remove what session_apply() has created
 * @session: the session, whose @failed becomes true if something could not be removed
 */
void session_undo(struct session *session)
{
	if (session->instance) {
		undo_triggers(session);
		if (session->lock >= 0)
			close(session->lock);
		session->lock = -1;
		if (!instance_remove(session->name))
			session->failed = true;
		tracefs_instance_free(session->instance);
		session->instance = NULL;
	}
	undo_definitions(session);
	while (session->n_undo)
		drop_undo(session);
	free(session->undo);
	free(session->answer.event);
	free(session->answer.trigger);
	session->undo = NULL;
	session->answer.event = NULL;
	session->answer.trigger = NULL;
}
