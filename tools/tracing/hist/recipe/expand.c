// SPDX-License-Identifier: GPL-2.0-only
/*
 * Make what is written to the kernel from a step and the options of a run: names are made unique,
 * and the condition gets the task and the filter of the user.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/buffer.h"
#include "common/utf8.h"
#include "names.h"
#include "recipe.h"
#include "table/trigger.h"

#define MAX_TEXT	4094	/* bytes of a trigger that every kernel accepts */
#define MAX_COMM	15	/* bytes of a task's name */

static enum status no_memory(void)
{
	return report_memory("make the commands of this recipe");
}

/* Parentheses of the user's filter must not end those around it. */
static bool is_balanced(const char *filter)
{
	int depth = 0;
	char quote = 0;

	for (; *filter && depth >= 0; filter++) {
		if (trigger_is_quoted(&quote, *filter))
			continue;
		if (*filter == '(')
			depth++;
		else if (*filter == ')')
			depth--;
	}
	return !depth && !quote;
}

static enum status check_comm(const char *comm)
{
	if (!*comm || strlen(comm) > MAX_COMM)
		report_error("-c needs the name of a task, which has 1 to %d bytes", MAX_COMM);
	else if (strchr(comm, '"') || has_control_characters(comm))
		report_error("the name of -c must not have double quotes or control characters");
	else
		return STATUS_OK;
	return STATUS_USAGE;
}

static enum status check_filter(const char *filter)
{
	if (!filter[strspn(filter, " ")])
		report_error("--filter needs an expression, such as 'prio < 100'");
	else if (has_control_characters(filter))
		report_error("the expression of --filter must not have control characters");
	else if (!is_balanced(filter))
		report_error("a parenthesis or quote in the expression of --filter is not closed");
	else
		return STATUS_OK;
	return STATUS_USAGE;
}

/**
 * recipe_option_name() - name an option that limits a recipe
 * @option: the option
 *
 * Return: what the user types.
 */
const char *recipe_option_name(enum recipe_option option)
{
	static const char *const names[] = {
		[OPTION_PID] = "-p",
		[OPTION_COMM] = "-c",
		[OPTION_FILTER] = "--filter",
	};

	return names[option];
}

/**
 * recipe_accepts() - check whether an option can limit a variant
 * @variant: the variant
 * @option: the option
 *
 * Return: true if a step has the field to which the option applies.
 */
bool recipe_accepts(const struct recipe_variant *variant, enum recipe_option option)
{
	for (size_t i = 0; i < variant->n_steps; i++) {
		const struct recipe_step *step = &variant->steps[i];
		const bool accepts[] = {
			[OPTION_PID] = step->pid,
			[OPTION_COMM] = step->comm,
			[OPTION_FILTER] = step->filter,
		};

		if (accepts[option])
			return true;
	}
	return false;
}

/* Report an option that the variant refuses, and name the options that it accepts. */
static enum status report_refused(const struct recipe_variant *variant, enum recipe_option refused)
{
	static const char *const targets[] = {
		[OPTION_PID] = " to a task",
		[OPTION_COMM] = " to the name of a task",
		[OPTION_FILTER] = "",
	};
	const char *accepted[N_RECIPE_OPTIONS] = { "none" };
	size_t n = 0;

	for (enum recipe_option option = 0; option < N_RECIPE_OPTIONS; option++) {
		if (recipe_accepts(variant, option))
			accepted[n++] = recipe_option_name(option);
	}
	/* One option is refused, so at most two are accepted. */
	report_error("this recipe cannot be limited%s with %s (options that it accepts: %s%s%s)",
		     targets[refused], recipe_option_name(refused), accepted[0],
		     n > 1 ? ", " : "", n > 1 ? accepted[1] : "");
	return STATUS_USAGE;
}

/* Check that the steps of a variant have the fields that the options need. */
static enum status check_fields(const struct recipe_variant *variant,
				const struct recipe_options *options)
{
	const bool given[N_RECIPE_OPTIONS] = {
		[OPTION_PID] = options->pid,
		[OPTION_COMM] = options->comm,
		[OPTION_FILTER] = options->filter,
	};

	for (enum recipe_option option = 0; option < N_RECIPE_OPTIONS; option++) {
		if (given[option] && !recipe_accepts(variant, option))
			return report_refused(variant, option);
	}
	if (options->pid >= 0)
		return STATUS_OK;
	report_error("-p needs the number of a task, from 1 on");
	return STATUS_USAGE;
}

/**
 * recipe_check_options() - check whether a variant can be limited as the user wants
 * @variant: the variant
 * @options: the options
 *
 * Return: %STATUS_OK; %STATUS_USAGE after a message.
 */
enum status recipe_check_options(const struct recipe_variant *variant,
				 const struct recipe_options *options)
{
	enum status status = check_fields(variant, options);

	if (status == STATUS_OK && options->comm)
		status = check_comm(options->comm);
	if (status == STATUS_OK && options->filter)
		status = check_filter(options->filter);
	return status;
}

/* Write a text, with its names made unique. */
static void write_names(FILE *out, const char *text, const struct recipe_options *options)
{
	struct name name;

	while (name_find(text, &name)) {
		fprintf(out, "%.*sth_%s_%.*s", (int)(name.start - text), text, options->suffix,
			(int)name.length, name.start + 1);
		text = name.start + name.length + 2;
	}
	fputs(text, out);
}

static void write_condition(FILE *out, const struct recipe_step *step, const char *condition,
			    const struct recipe_options *options)
{
	bool pid = options->pid && step->pid, comm = options->comm && step->comm;
	bool filter = options->filter && step->filter;
	const char *and = "";

	if (!condition && !pid && !comm && !filter)
		return;
	fputs(" if ", out);
	if (condition) {
		bool alone = !pid && !comm && !filter;

		fputs(alone ? "" : "(", out);
		write_names(out, condition, options);
		fputs(alone ? "" : ")", out);
		and = " && ";
	}
	if (pid) {
		fprintf(out, "%s%s == %d", and, step->pid, options->pid);
		and = " && ";
	}
	if (comm) {
		fprintf(out, "%s%s == \"%s\"", and, step->comm, options->comm);
		and = " && ";
	}
	if (filter)
		fprintf(out, "%s(%s)", and, options->filter);
}

/* Return: false without memory. */
static bool write_step(FILE *out, const struct recipe_step *step,
		       const struct recipe_options *options)
{
	struct span command, condition;
	char *text;

	if (step->kind != STEP_TRIGGER) {
		write_names(out, step->text, options);
		return true;
	}
	command = trigger_command(span_of(step->text), &condition);
	text = strndup(command.at, span_length(command));
	if (!text)
		return false;
	write_names(out, text, options);
	/* The condition ends where the text of the step ends. */
	write_condition(out, step, condition.at, options);
	free(text);
	return true;
}

static enum status expand_text(const struct recipe_step *step,
			       const struct recipe_options *options, char **text)
{
	struct buffer buffer;
	FILE *out = buffer_open(&buffer);
	bool is_complete = out && write_step(out, step, options);

	*text = NULL;
	if (!buffer_close(&buffer, out) || !is_complete) {
		free(buffer.text);
		return no_memory();
	}
	if (buffer.size <= MAX_TEXT) {
		*text = buffer.text;
		return STATUS_OK;
	}
	free(buffer.text);
	report_error("the command for this recipe has more than %d bytes: use a shorter --filter",
		     MAX_TEXT);
	return STATUS_USAGE;
}

/* "SYSTEM/EVENT", or "@NAME@" of one of the first @n_steps steps. */
static enum status expand_event(const struct recipe_variant *variant, size_t n_steps,
				const struct recipe_options *options, const char *event,
				char **expanded)
{
	const struct recipe_step *definition;
	struct name name;
	char *group;
	int length;

	if (!name_is_whole(event, &name)) {
		*expanded = strdup(event);
		return *expanded ? STATUS_OK : no_memory();
	}
	*expanded = NULL;
	definition = find_definition(variant, n_steps, &name);
	if (!definition || step_group(definition, &group))
		return no_memory();
	length = asprintf(expanded, "%s/th_%s_%.*s", group, options->suffix, (int)name.length,
			  name.start + 1);
	free(group);
	if (length >= 0)
		return STATUS_OK;
	*expanded = NULL;
	return no_memory();
}

/**
 * recipe_expand() - make what a step writes
 * @variant: a variant of a recipe that recipe_read() has accepted
 * @step: index of the step
 * @options: options that recipe_check_options() has accepted
 * @event: receives "SYSTEM/EVENT" if the step is a trigger, otherwise NULL
 * @text: receives the text
 *
 * The caller frees both.
 *
 * Return: %STATUS_OK; %STATUS_USAGE if the text is too long for a kernel; %STATUS_FAILED without
 * memory. Both pointers are NULL then.
 */
enum status recipe_expand(const struct recipe_variant *variant, size_t step,
			  const struct recipe_options *options, char **event, char **text)
{
	const struct recipe_step *s = &variant->steps[step];
	enum status status = expand_text(s, options, text);

	*event = NULL;
	if (status != STATUS_OK || s->kind != STEP_TRIGGER)
		return status;
	status = expand_event(variant, variant->n_steps, options, s->event, event);
	if (status != STATUS_OK) {
		free(*text);
		*text = NULL;
	}
	return status;
}

/**
 * recipe_expand_table() - get the event whose histogram is the answer
 * @variant: a variant of a recipe that recipe_read() has accepted
 * @options: options of the run
 * @event: receives "SYSTEM/EVENT", which the caller frees
 *
 * Return: %STATUS_OK, or %STATUS_FAILED without memory.
 */
enum status recipe_expand_table(const struct recipe_variant *variant,
				const struct recipe_options *options, char **event)
{
	return expand_event(variant, variant->n_steps, options, variant->table, event);
}

/**
 * recipe_expand_definition() - get the event that a step defines
 * @variant: a variant of a recipe that recipe_read() has accepted
 * @step: index of the step
 * @options: options of the run
 * @name: receives "SYSTEM/EVENT", which the caller frees, or NULL if the step defines no event
 *
 * Return: %STATUS_OK, or %STATUS_FAILED without memory.
 */
enum status recipe_expand_definition(const struct recipe_variant *variant, size_t step,
				     const struct recipe_options *options, char **name)
{
	const struct recipe_step *s = &variant->steps[step];
	struct name defined;
	enum status status;
	char *event;

	*name = NULL;
	if (s->kind == STEP_TRIGGER || !step_defines(s, &defined))
		return STATUS_OK;
	event = strndup(defined.start, defined.length + 2);
	if (!event)
		return no_memory();
	status = expand_event(variant, step + 1, options, event, name);
	free(event);
	return status;
}
