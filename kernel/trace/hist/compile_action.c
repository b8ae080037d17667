// SPDX-License-Identifier: GPL-2.0
/*
 * Handlers and actions: the tracked variables and matched histograms of handlers, and the
 * parameters of trace and save.
 *
 * Part of the compiler, see compile.c.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../synth/layout.h"
#include "compiler.h"
#include "diag.h"

static int add_text(char **text, const char *more, const char *between)
{
	char *longer = kasprintf(GFP_KERNEL, "%s%s%s", *text ?: "", between, more);

	if (!longer)
		return -ENOMEM;
	kfree(*text);
	*text = longer;
	return 0;
}

static int add_operand_text(struct hist_compiler *c, struct hist_draft *a,
			    const struct hist_operand *named, const struct hist_value *value)
{
	char *text __free(kfree) = hist_operand_text(c, named, value);
	bool first;

	if (!text)
		return -ENOMEM;
	first = a->info->text[strlen(a->info->text) - 1] == '(';
	return add_text(&a->info->text, text, first ? "" : ",");
}

/* Begin the text that the trigger file shows: "<handler>(<argument>).<action>(". */
static int begin_text(struct hist_compiler *c, struct hist_draft *a)
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

/* Add a reference to a variable of the histogram itself, or to a field that is passed like one. */
static int add_own_ref(struct hist_compiler *c, const char *name, const struct hist_value *value,
		       unsigned int idx, bool is_signed, struct trace_span at)
{
	const struct hist_var_ref ref = {
		.name = (char *)name,
		.type = (char *)value->type,
		.var_idx = idx,
		.size = value->size,
		.is_signed = is_signed,
	};

	return hist_add_ref(c, &ref, false, at);
}

static int add_var_ref(struct hist_compiler *c, unsigned int own, struct trace_span at)
{
	const struct hist_field *field = &c->data->fields[hist_n_shown(c->data) + own];

	return add_own_ref(c, field->var_name, &field->value, field->pos,
			   field->value.is_signed, at);
}

static int find_tracked(const struct hist_compiler *c, const struct hist_spec_action *spec)
{
	unsigned int i;

	for (i = 0; i < c->data->n_vars; i++)
		if (trace_spans_same(c->spec->text, c->spec->vars[i].name, spec->var))
			return i;
	return hist_diag_set(c->diag, HIST_DIAG_NO_TRACKED_VAR, spec->of);
}

static int compile_track(struct hist_compiler *c, struct hist_draft *a)
{
	int own = find_tracked(c, a->spec), ref;
	const struct hist_load *load;

	if (own < 0)
		return own;
	load = &c->own[own];
	if (!hist_kind_is_number(load->value.kind))
		return hist_diag_set(c->diag, HIST_DIAG_TRACKED_TYPE, a->spec->of);

	ref = add_var_ref(c, own, a->spec->of);
	if (ref < 0)
		return ref;
	a->info->ref = ref;
	a->info->track_idx = c->n_idx++;
	a->info->is_signed = hist_value_below_zero(&load->value);
	a->act->is_signed = a->info->is_signed;
	a->act->track = c->data->n_map_vars++;
	a->act->tracked = load->step;
	return 0;
}

/*
 * The matched event may have several histograms.  Add lookups in those whose variables are used by
 * any parameter, so that one of them becomes the matched histogram, before the first parameter
 * that is a field needs to know which one that is.
 */
static int add_sources_of_params(struct hist_compiler *c, const struct hist_spec_action *spec)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < spec->n_params; i++)
		if (spec->params[i].is_var)
			ret = hist_add_source_of_var(c, &spec->params[i], &spec->match);
	return ret;
}

static int compile_match(struct hist_compiler *c, struct hist_draft *a)
{
	const struct hist_spec_action *spec = a->spec;
	int ret;

	a->info->match_system = trace_span_dup(c->spec->text, spec->match.system);
	a->info->match_event = trace_span_dup(c->spec->text, spec->match.event);
	if (!a->info->match_system || !a->info->match_event)
		return -ENOMEM;
	a->event = (struct hist_event_id){ a->info->match_system, a->info->match_event };

	/* The histogram's own event always matches: it updates the entry before actions run. */
	if (c->resolver->lenient || c->resolver->ops->is_event(c->resolver, &a->event))
		return 0;

	ret = add_sources_of_params(c, spec);
	if (ret)
		return ret;
	ret = c->resolver->ops->find_match(c->resolver, &a->event, c->data, &a->match);
	if (ret == -ENODEV)
		return hist_diag_set(c->diag, HIST_DIAG_NO_EVENT, spec->of);
	if (ret == -ENOENT)
		return hist_diag_set(c->diag, HIST_DIAG_MATCH_NO_HIST, spec->of);
	if (ret)
		return hist_diag_set(c->diag, HIST_DIAG_MATCH_KEYS, spec->of);
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

	for (i = 0; i < data->n_helpers; i++)
		if (data->helpers[i].match == match)
			return true;
	for (i = 0; i < program->n_sources; i++)
		if (program->sources[i].def == match && program->sources[i].n_gets)
			return true;
	return false;
}

static int require_match(struct hist_compiler *c, struct hist_draft *a)
{
	int source;

	if (!a->match || implies_match(c->data, a->match))
		return 0;
	source = hist_add_source(c, a->match, a->spec->of);
	if (source < 0)
		return source;
	a->act->source = source;
	return 0;
}

static int add_field_var(struct hist_field_var **vars, unsigned int *n,
			 const struct hist_field_var *var)
{
	struct hist_field_var *longer = hist_grow(*vars, *n, sizeof(**vars));
	struct hist_value value;
	int ret;

	if (!longer)
		return -ENOMEM;
	*vars = longer;
	ret = hist_value_copy(&value, &var->value);
	longer[*n] = *var;
	longer[(*n)++].value = value;
	return ret;
}

/* The task's name is only stored for keys, so a parameter cannot be displayed as a name. */
static int check_param_modifier(const struct hist_compiler *c, const struct hist_operand *named)
{
	if (named->mod != HIST_MOD_EXECNAME)
		return 0;
	return hist_diag_set(c->diag, HIST_DIAG_MODIFIER_FOR_VAR, named->mod_span);
}

static int load_param_field(struct hist_compiler *c, const struct hist_operand *named,
			    struct hist_load *load)
{
	int ret = hist_load_field(c, named, HIST_ROLE_VAR, load);

	return ret ?: check_param_modifier(c, named);
}

/* Create an operand from a field of this event that is passed to a synthetic event. */
static int load_own_field(struct hist_compiler *c, const struct hist_operand *named,
			  struct hist_load *load)
{
	struct hist_field_var var;
	int ret = load_param_field(c, named, load);

	if (ret)
		return ret;
	var = (struct hist_field_var){ .value = load->value, .var_idx = c->n_idx++ };
	ret = add_own_ref(c, load->value.name, &load->value, var.var_idx, false, named->span);
	if (ret < 0)
		return ret;
	return add_field_var(&c->data->field_vars, &c->data->n_field_vars, &var);
}

/* Check whether the histogram's event has a field.  Return: 1, 0 or -ENOMEM. */
static int has_field(const struct hist_compiler *c, const struct hist_operand *named)
{
	struct hist_event_field field;
	int ret = hist_resolve_field(c, NULL, named->name, HIST_ROLE_VAR, &field);

	return ret == -ENOENT ? 0 : ret ?: 1;
}

/* A field without an event name is one of this event if it has such a field, else of the match. */
static int load_field(struct hist_compiler *c, struct hist_draft *a,
		      const struct hist_operand *named, struct hist_load *load)
{
	bool qualified = named->of.system.len;
	const char *text = c->spec->text;
	int own = qualified ? hist_names_own_event(c, &named->of) : has_field(c, named);
	int ret;

	*load = (struct hist_load){ .ref = -1, .own = -1 };
	if (own < 0)
		return own;
	if (own)
		return load_own_field(c, named, load);
	if (c->resolver->lenient) {
		/* Such a timestamp keeps the clock, see hist_load_helper_field(). */
		c->uses_time |= trace_span_is(text, named->name, "common_timestamp");
		return 0;
	}
	if (!qualified && !a->match)
		return hist_diag_set(c->diag, HIST_DIAG_NO_FIELD, named->name);
	if (!a->match || (qualified && !(trace_span_is(text, named->of.system, a->event.system) &&
					 trace_span_is(text, named->of.event, a->event.event))))
		return hist_diag_set(c->diag, HIST_DIAG_NOT_MATCH_EVENT, named->span);
	ret = hist_load_helper_field(c, named, &a->event, a->match, load);
	return ret ?: check_param_modifier(c, named);
}

static int load_var(struct hist_compiler *c, struct hist_draft *a, const struct hist_operand *named,
		    struct hist_load *load)
{
	bool matches = a->spec->handler == HIST_ON_MATCH;
	int ret = hist_load_var(c, named, matches ? &a->spec->match : NULL, false, load);

	if (ret || load->own < 0)
		return ret;
	ret = add_var_ref(c, load->own, named->span);
	return min(ret, 0);
}

static int load_param(struct hist_compiler *c, struct hist_draft *a,
		      const struct hist_operand *named, struct hist_load *load)
{
	char *name __free(kfree) = trace_span_dup(c->spec->text, named->name);
	struct hist_value shown = { .name = name, .mod = named->mod };
	int ret;

	if (!name)
		return -ENOMEM;
	ret = named->is_var ? load_var(c, a, named, load) : load_field(c, a, named, load);
	if (ret)
		return ret;
	/* The text has the resolved name of a field of this event, not an alias. */
	if (load->ref < 0 && load->value.name)
		shown.name = load->value.name;
	return add_operand_text(c, a, named, &shown);
}

static bool number_fits(const struct hist_value *value, const struct synth_field *field)
{
	/* Some events declare int fields of eight bytes.  Their values fit into an int. */
	if (!strcmp(value->type, synth_field_type(field)))
		return true;
	return value->size == field->size &&
	       (value->is_difference || value->is_signed == field->is_signed);
}

/* A pointer to a string can be passed as a number, or as the string that it points to. */
static bool param_fits(const struct hist_value *value, const struct synth_field *field)
{
	switch (field->kind) {
	case SYNTH_STRING:
	case SYNTH_DYN_STRING:
		return hist_kind_is_string(value->kind);
	case SYNTH_STACK:
		return hist_kind_is_stack(value->kind);
	default:
		return (hist_kind_is_number(value->kind) ||
			value->kind == HIST_KIND_PTR_STRING) && number_fits(value, field);
	}
}

/* Load the string at an address.  The address may be invalid; the instruction handles faults. */
static void read_pointer(struct hist_load *load)
{
	load->step.op = load->step.op == HIST_OP_REG ? HIST_OP_REG_STRING : HIST_OP_PTR_STRING;
	load->step.len = HIST_STR_MAX;
	load->words = HIST_STR_MAX / sizeof(u64);
}

/* Add the instruction that loads an argument: a number, or the address of a string or stack. */
static int add_arg(struct hist_act *act, struct hist_load *load,
		   const struct synth_field *field, unsigned int i)
{
	if (load->value.kind == HIST_KIND_PTR_STRING && field->kind != SYNTH_NUMBER)
		read_pointer(load);
	/* The bytes are in the execution context already, and the register holds their address. */
	if (load->step.op == HIST_OP_REF) {
		load->step.op = HIST_OP_REG;
		load->words = 0;
	}
	load->step.dst = i;
	if (load->words) {
		load->step.arg = act->n_words;
		act->n_words += load->words;
	}
	return hist_code_add(&act->args, &load->step);
}

static int compile_param(struct hist_compiler *c, struct hist_draft *a, unsigned int i,
			 const struct synth_field *field)
{
	const struct hist_operand *named = &a->spec->params[i];
	struct hist_load load = {};
	int ret;

	ret = load_param(c, a, named, &load);
	if (!ret && !c->resolver->lenient) {
		if (param_fits(&load.value, field))
			ret = add_arg(a->act, &load, field, i);
		else
			ret = hist_diag_set(c->diag, HIST_DIAG_PARAM_TYPE, named->span);
	}
	hist_value_clear(&load.value);
	return ret;
}

/**
 * hist_compile_trace - compile the parameters of a trace action
 * @c: compilation
 * @a: action; its handler is compiled already
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_trace(struct hist_compiler *c, struct hist_draft *a)
{
	const struct hist_spec_action *spec = a->spec;
	const struct synth_layout *layout;
	unsigned int i;
	int ret = 0;

	a->info->event = trace_span_dup(c->spec->text, spec->event);
	if (!a->info->event)
		return -ENOMEM;
	layout = c->resolver->ops->find_synth(c->resolver, a->info->event, &a->act->synth);
	if (!layout)
		return hist_diag_set(c->diag, HIST_DIAG_NO_SYNTH, spec->event);
	if (spec->n_params != layout->n_fields)
		return hist_diag_set(c->diag, HIST_DIAG_PARAM_COUNT, spec->event);

	a->act->n_words = layout->n_fields;
	for (i = 0; !ret && i < spec->n_params; i++)
		ret = compile_param(c, a, i, &layout->fields[i]);
	return ret;
}

/* Saved values are displayed like keys, so store strings and stack traces in the form of keys. */
static void make_key_form(struct hist_load *load)
{
	if (load->value.kind == HIST_KIND_PTR_STRING)
		read_pointer(load);
	if (!hist_kind_is_stack(load->value.kind))
		return;
	load->words = HIST_STACK_DEPTH;
	if (load->step.op == HIST_OP_STACK_COUNTED) {
		load->step.op = HIST_OP_STACK;
	} else if (load->step.op == HIST_OP_KERNEL_STACK_COUNTED) {
		load->step.op = HIST_OP_KERNEL_STACK;
	} else {
		/* A variable holds the number of addresses, and therefore one address less. */
		load->step.op = HIST_OP_REF_STACK;
		load->words--;
	}
}

static int add_saved(struct hist_compiler *c, struct hist_draft *a, struct hist_load *load)
{
	struct hist_act *act = a->act;
	unsigned int words = load->words ?: 1;
	struct hist_field_var var = {
		.value = load->value,
		.var_idx = c->n_idx++,
		.pos = act->n_words * sizeof(u64),
		.room = words * sizeof(u64),
	};
	int ret;

	load->step.dst = act->n_words;
	act->n_words += words;
	ret = hist_code_add(&act->args, &load->step);
	if (ret)
		return ret;
	a->info->n_saves++;
	return add_field_var(&c->data->save_vars, &c->data->n_save_vars, &var);
}

static int compile_saved(struct hist_compiler *c, struct hist_draft *a,
			 const struct hist_operand *named)
{
	struct hist_load load;
	int ret = named->is_var ? hist_load_var(c, named, NULL, false, &load) :
				  load_param_field(c, named, &load);

	if (!ret) {
		make_key_form(&load);
		ret = add_operand_text(c, a, named, &load.value);
	}
	ret = ret ?: add_saved(c, a, &load);
	hist_value_clear(&load.value);
	return ret;
}

/**
 * hist_compile_save - compile the parameters of a save action
 * @c: compilation
 * @a: action; its handler is compiled already
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_save(struct hist_compiler *c, struct hist_draft *a)
{
	unsigned int i;
	int ret = 0;

	a->info->first_save = c->data->n_save_vars;
	a->act->n_words = 1;
	for (i = 0; !ret && i < a->spec->n_params; i++)
		ret = compile_saved(c, a, &a->spec->params[i]);
	return ret ?: hist_add_cell(c, a->act->n_words, a->spec->span, &a->act->cell);
}

static int new_action(struct hist_compiler *c, struct hist_draft *a)
{
	struct hist_trigger_data *data = c->data;
	struct hist_program *program = &data->program;
	struct hist_action *actions;
	struct hist_act *acts;

	actions = hist_grow(data->actions, data->n_actions, sizeof(*actions));
	if (!actions)
		return -ENOMEM;
	data->actions = actions;
	acts = hist_grow(program->acts, program->n_acts, sizeof(*acts));
	if (!acts)
		return -ENOMEM;
	program->acts = acts;

	a->info = &actions[data->n_actions++];
	*a->info = (struct hist_action){ .handler = a->spec->handler, .kind = a->spec->kind };
	a->act = &acts[program->n_acts++];
	*a->act = (struct hist_act){
		.handler = a->spec->handler,
		.kind = a->spec->kind,
		.source = HIST_NO_SOURCE,
		.tracked.op = HIST_OP_CONST,
	};
	return 0;
}

static int compile_action(struct hist_compiler *c, const struct hist_spec_action *spec)
{
	const struct hist_action_ops *ops = &hist_action_ops[spec->kind];
	bool tracks = hist_handler_tracks(spec->handler);
	struct hist_draft a = { .spec = spec };
	int ret = new_action(c, &a);

	if (ret)
		return ret;
	ret = tracks ? compile_track(c, &a) : compile_match(c, &a);
	ret = ret ?: begin_text(c, &a);
	if (!ret && ops->compile)
		ret = ops->compile(c, &a);
	if (!ret && !tracks)
		ret = require_match(c, &a);
	ret = ret ?: add_text(&a.info->text, ")", "");
	c->n_scratch = umax(c->n_scratch, a.act->n_words);
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
