// SPDX-License-Identifier: GPL-2.0
/*
 * Handlers and actions: compile the tracked variable or the matched histogram of a handler, then
 * the parameters of the action by its kind.
 *
 * Part of the compiler, see compile.c.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "compiler.h"

/* Begin the text that the trigger file shows: "<handler>(<argument>).<action>(". */
static int format_action_head(struct hist_compiler *c, struct hist_action_builder *a)
{
	const struct hist_spec_action *spec = a->spec;
	const char *text = c->spec->text;
	bool tracks = hist_handler_tracks(spec->handler);

	a->info->text = kasprintf(GFP_KERNEL, "%s(%s%s%s%.*s).%.*s(%.*s",
				  hist_handler_info[spec->handler].name,
				  tracks ? "$" : a->info->match_system, tracks ? "" : ".",
				  tracks ? "" : a->info->match_event,
				  spec->var.len, text + spec->var.off,
				  spec->name.len, text + spec->name.off,
				  spec->by_name ? 0 : spec->event.len, text + spec->event.off);
	return a->info->text ? 0 : -ENOMEM;
}

static int find_tracked_var(const struct hist_compiler *c, const struct hist_spec_action *spec)
{
	struct trace_suggestion suggestion = trace_suggestion_for(c->spec->text, spec->var);
	unsigned int i;

	for (i = 0; i < c->spec->n_vars; i++)
		if (trace_spans_same(c->spec->text, c->spec->vars[i].name, spec->var))
			return c->var_plan[i].own_var;
	hist_suggest_own_var(c, &suggestion);
	return hist_diag_suggest(c->diag, HIST_DIAG_NO_TRACKED_VAR, spec->handler_arg, "$",
				 &suggestion);
}

static int compile_track(struct hist_compiler *c, struct hist_action_builder *a)
{
	int own = find_tracked_var(c, a->spec), ref;
	const struct hist_typed_operand *operand;

	if (own < 0)
		return own;
	operand = &c->own_vars[own];
	if (!hist_kind_is_number(operand->value.kind))
		return hist_diag_set(c->diag, HIST_DIAG_TRACKED_TYPE, a->spec->handler_arg);

	ref = hist_add_var_ref(c, own, a->spec->handler_arg);
	if (ref < 0)
		return ref;
	a->info->ref = ref;
	a->info->track_idx = c->n_var_idx++;
	a->info->is_signed = hist_value_may_be_negative(&operand->value);
	a->act->is_signed = a->info->is_signed;
	a->act->tracked_slot = c->data->n_map_vars++;
	a->act->tracked_insn = operand->insn;
	return 0;
}

/*
 * The matched event may have several histograms.  Add lookups in those whose variables are used by
 * any parameter, so that one of them becomes the matched histogram, before the first parameter
 * that is a field needs to know which one that is.
 */
static int add_lookups_of_params(struct hist_compiler *c, const struct hist_spec_action *spec)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < spec->n_params; i++)
		if (spec->params[i].is_var)
			ret = hist_add_lookup_of_var(c, &spec->params[i], &spec->match);
	return ret;
}

static int reject_match(const struct hist_compiler *c, const struct hist_spec_action *spec)
{
	struct trace_suggestion suggestion = trace_suggestion_for(c->spec->text, spec->handler_arg);

	c->resolver->ops->suggest_event(c->resolver, &suggestion);
	return hist_diag_suggest(c->diag, HIST_DIAG_NO_EVENT, spec->handler_arg, "", &suggestion);
}

static int compile_match(struct hist_compiler *c, struct hist_action_builder *a)
{
	const struct hist_spec_action *spec = a->spec;
	int ret;

	a->info->match_system = trace_span_dup(c->spec->text, spec->match.system);
	a->info->match_event = trace_span_dup(c->spec->text, spec->match.event);
	if (!a->info->match_system || !a->info->match_event)
		return -ENOMEM;
	a->event = (struct hist_event_name){ a->info->match_system, a->info->match_event };

	/* The histogram's own event always matches: it updates the entry before actions run. */
	if (c->resolver->skip_lookups || c->resolver->ops->is_own_event(c->resolver, &a->event))
		return 0;

	ret = add_lookups_of_params(c, spec);
	if (ret)
		return ret;
	ret = c->resolver->ops->find_matching_hist(c->resolver, &a->event, c->data, &a->match);
	if (ret == -ENODEV)
		return reject_match(c, spec);
	if (ret == -ENOENT)
		return hist_diag_set(c->diag, HIST_DIAG_MATCH_NO_HIST, spec->handler_arg);
	if (ret)
		return hist_diag_set(c->diag, HIST_DIAG_MATCH_KEYS, spec->handler_arg);
	return 0;
}

/*
 * An event that loads variables of the matched histogram, or fields from its field-variable
 * histogram, is skipped unless it finds an entry, which implies the match.
 */
static bool implies_match(const struct hist_trigger_data *data,
			  const struct hist_trigger_data *match)
{
	const struct hist_program *program = &data->program;
	unsigned int i;

	for (i = 0; i < data->n_field_var_hists; i++)
		if (data->field_var_hists[i].match == match)
			return true;
	for (i = 0; i < program->n_lookups; i++)
		if (program->lookups[i].defining_hist == match && !program->lookups[i].n_keys &&
		    program->lookups[i].n_var_loads)
			return true;
	return false;
}

static int require_match(struct hist_compiler *c, struct hist_action_builder *a)
{
	int lookup;

	if (!a->match || implies_match(c->data, a->match))
		return 0;
	lookup = hist_add_lookup(c, a->match, a->spec->handler_arg);
	if (lookup < 0)
		return lookup;
	a->act->lookup = lookup;
	return 0;
}

static int new_action(struct hist_compiler *c, struct hist_action_builder *a)
{
	struct hist_trigger_data *data = c->data;
	struct hist_program *program = &data->program;
	struct hist_action *actions;
	struct hist_action_insn *insns;

	actions = hist_reserve_one(data->actions, data->n_actions, sizeof(*actions));
	if (!actions)
		return -ENOMEM;
	data->actions = actions;
	insns = hist_reserve_one(program->actions, program->n_actions, sizeof(*insns));
	if (!insns)
		return -ENOMEM;
	program->actions = insns;

	a->info = &actions[data->n_actions++];
	*a->info = (struct hist_action){ .handler = a->spec->handler, .kind = a->spec->kind };
	a->act = &insns[program->n_actions++];
	*a->act = (struct hist_action_insn){
		.handler = a->spec->handler,
		.kind = a->spec->kind,
		.lookup = HIST_NO_LOOKUP,
		.tracked_insn.op = HIST_OP_CONST,
	};
	return 0;
}

/* One histogram has one snapshot, so that it can have only one action that takes it. */
static int compile_snapshot(struct hist_compiler *c, struct hist_action_builder *a)
{
	const struct hist_action_insn *act;

	for (act = c->data->program.actions; act < a->act; act++)
		if (act->kind == HIST_ACTION_SNAPSHOT)
			return hist_diag_set(c->diag, HIST_DIAG_SNAPSHOT_TWICE, a->spec->span);
	return 0;
}

static int compile_params(struct hist_compiler *c, struct hist_action_builder *a)
{
	switch (a->spec->kind) {
	case HIST_ACTION_TRACE:
		return hist_compile_trace(c, a);
	case HIST_ACTION_SAVE:
		return hist_compile_save(c, a);
	default:
		return compile_snapshot(c, a);
	}
}

static int compile_action(struct hist_compiler *c, const struct hist_spec_action *spec)
{
	bool tracks = hist_handler_tracks(spec->handler);
	struct hist_action_builder a = { .spec = spec };
	int ret = new_action(c, &a);

	if (ret)
		return ret;
	if (tracks && c->spec->overflow == HIST_OVERFLOW_EVICT)
		return hist_diag_set(c->diag, HIST_DIAG_EVICT_TRACKED, spec->span);
	ret = tracks ? compile_track(c, &a) : compile_match(c, &a);
	ret = ret ?: format_action_head(c, &a);
	ret = ret ?: compile_params(c, &a);
	if (!ret && !tracks)
		ret = require_match(c, &a);
	ret = ret ?: hist_append_text(&a.info->text, ")", "");
	c->n_scratch_words = umax(c->n_scratch_words, a.act->n_words);
	return ret;
}

/**
 * hist_compile_actions - compile the actions of a histogram
 * @c: compilation; its keys, values and variables are compiled already
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_actions(struct hist_compiler *c)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < c->spec->n_actions; i++)
		ret = compile_action(c, &c->spec->actions[i]);
	return ret;
}
