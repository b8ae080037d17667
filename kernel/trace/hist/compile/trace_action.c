// SPDX-License-Identifier: GPL-2.0
/*
 * The action trace(): resolve its parameters, and check them against the fields of the synthetic
 * event.
 *
 * Part of the compiler, see compile.c.
 */
#include <linux/cleanup.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../synth/layout.h"
#include "../diag.h"
#include "compiler.h"

/* Create an operand from a field of this event that is passed to a synthetic event. */
static int compile_own_field_param(struct hist_compiler *c, const struct hist_operand *named,
				   struct hist_typed_operand *operand)
{
	struct hist_field_var var;
	int ret = hist_load_param_field(c, named, operand);

	if (ret)
		return ret;
	var = (struct hist_field_var){ .value = operand->value, .var_idx = c->n_var_idx++ };
	ret = hist_add_own_ref(c, operand->value.name, &operand->value, var.var_idx, false,
			       named->span);
	if (ret < 0)
		return ret;
	return hist_add_field_var(&c->data->field_vars, &c->data->n_field_vars, &var);
}

/* Check whether the histogram's event has a field.  Return: 1, 0 or -ENOMEM. */
static int has_field(const struct hist_compiler *c, const struct hist_operand *named)
{
	struct hist_event_field field;
	int ret = hist_resolve_field(c, NULL, named->name, HIST_ROLE_VAR, &field);

	return ret == -ENOENT ? 0 : ret ?: 1;
}

/* A field without an event name is one of this event if it has such a field, else of the match. */
static int compile_field_param(struct hist_compiler *c, struct hist_action_builder *a,
			       const struct hist_operand *named, struct hist_typed_operand *operand)
{
	bool qualified = named->event.system.len;
	const char *text = c->spec->text;
	int own = qualified ? hist_names_own_event(c, &named->event) : has_field(c, named);
	int ret;

	*operand = (struct hist_typed_operand){ .ref = -1, .own_var = -1 };
	if (own < 0)
		return own;
	if (own)
		return compile_own_field_param(c, named, operand);
	if (c->resolver->skip_lookups) {
		/* Such a timestamp keeps the clock, see hist_compile_matched_field(). */
		c->uses_time |= trace_span_is(text, named->name, "common_timestamp");
		return 0;
	}
	if (!qualified && !a->match)
		return hist_reject_field(c, NULL, named);
	if (!a->match ||
	    (qualified && !(trace_span_is(text, named->event.system, a->event.system) &&
			    trace_span_is(text, named->event.event, a->event.event))))
		return hist_diag_set(c->diag, HIST_DIAG_NOT_MATCH_EVENT, named->span);
	ret = hist_compile_matched_field(c, named, &a->event, a->match, operand);
	return ret ?: hist_check_param_modifier(c, named);
}

static int compile_var_param(struct hist_compiler *c, struct hist_action_builder *a,
			     const struct hist_operand *named, struct hist_typed_operand *operand)
{
	bool matches = a->spec->handler == HIST_ON_MATCH;
	int ret = hist_compile_var(c, named, matches ? &a->spec->match : NULL, false, operand);

	if (ret || operand->own_var < 0)
		return ret;
	ret = hist_add_var_ref(c, operand->own_var, named->span);
	return min(ret, 0);
}

static int compile_param_operand(struct hist_compiler *c, struct hist_action_builder *a,
				 const struct hist_operand *named,
				 struct hist_typed_operand *operand)
{
	char *name __free(kfree) = trace_span_dup(c->spec->text, named->name);
	struct hist_value shown = { .name = name, .mod = named->mod };
	int ret;

	if (!name)
		return -ENOMEM;
	ret = named->is_var ? compile_var_param(c, a, named, operand) :
			      compile_field_param(c, a, named, operand);
	if (ret)
		return ret;
	/* The text has the resolved name of a field of this event, not an alias. */
	if (operand->ref < 0 && operand->value.name)
		shown.name = operand->value.name;
	return hist_add_param_text(c, a, named, &shown);
}

static bool number_fits(const struct hist_value *value, const struct synth_field *field)
{
	/* Some events declare int fields of eight bytes.  Their values fit into an int. */
	if (!strcmp(value->type, synth_field_type(field)))
		return true;
	return value->size == field->size &&
	       (value->from_subtraction || value->is_signed == field->is_signed);
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

/* Add the instruction that loads an argument: a number, or the address of a string or stack. */
static int add_arg(struct hist_action_insn *act, struct hist_typed_operand *operand,
		   const struct synth_field *field, unsigned int i)
{
	if (operand->value.kind == HIST_KIND_PTR_STRING && field->kind != SYNTH_NUMBER)
		hist_read_string_at_ptr(operand);
	/* The bytes are in the execution context already, and the register holds their address. */
	if (operand->insn.op == HIST_OP_COPY) {
		operand->insn.op = HIST_OP_REG;
		operand->words = 0;
	}
	operand->insn.dst = i;
	if (operand->words) {
		operand->insn.arg = act->n_words;
		act->n_words += operand->words;
	}
	return hist_section_add(&act->args, &operand->insn);
}

static int compile_param(struct hist_compiler *c, struct hist_action_builder *a, unsigned int i,
			 const struct synth_field *field)
{
	const struct hist_operand *named = &a->spec->params[i];
	struct hist_typed_operand operand = {};
	int ret;

	ret = compile_param_operand(c, a, named, &operand);
	if (!ret && !c->resolver->skip_lookups) {
		if (hist_value_is_interned(&operand.value))
			ret = hist_diag_set(c->diag, HIST_DIAG_PARAM_STACK, named->span);
		else if (param_fits(&operand.value, field))
			ret = add_arg(a->act, &operand, field, i);
		else
			ret = hist_diag_set(c->diag, HIST_DIAG_PARAM_TYPE, named->span);
	}
	hist_value_clear(&operand.value);
	return ret;
}

/* A name in front of parentheses is that of an action, or else of a synthetic event. */
static int reject_event(const struct hist_compiler *c, const struct hist_spec_action *spec)
{
	struct trace_suggestion suggestion = trace_suggestion_for(c->spec->text, spec->event);
	enum hist_diag code = spec->by_name ? HIST_DIAG_UNKNOWN_ACTION : HIST_DIAG_NO_SYNTH;

	if (spec->by_name)
		hist_suggest_action(&suggestion);
	c->resolver->ops->suggest_synth_event(c->resolver, &suggestion);
	return hist_diag_suggest(c->diag, code, spec->event, "", &suggestion);
}

/**
 * hist_compile_trace - compile the parameters of a trace action
 * @c: compilation
 * @a: action; its handler is compiled already
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_trace(struct hist_compiler *c, struct hist_action_builder *a)
{
	const struct hist_spec_action *spec = a->spec;
	const struct synth_layout *layout;
	unsigned int i;
	int ret = 0;

	a->info->event = trace_span_dup(c->spec->text, spec->event);
	if (!a->info->event)
		return -ENOMEM;
	layout = c->resolver->ops->find_synth_event(c->resolver, a->info->event, &a->act->synth);
	if (!layout)
		return reject_event(c, spec);
	if (spec->n_params != layout->n_fields)
		return hist_diag_set(c->diag, HIST_DIAG_PARAM_COUNT, spec->event);

	a->act->n_words = layout->n_fields;
	for (i = 0; !ret && i < spec->n_params; i++)
		ret = compile_param(c, a, i, &layout->fields[i]);
	return ret;
}
