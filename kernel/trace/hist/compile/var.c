// SPDX-License-Identifier: GPL-2.0
/*
 * Resolve the names of variables, and compile their loads.
 *
 * Part of the compiler, see compile.c.  lookup.c plans the loads of variables of other histograms.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "compiler.h"

/* Look up a variable of a certain event; the resolver needs the event's name as strings. */
static int find_var_of_event(const struct hist_compiler *c, const struct hist_event_spans *of,
			     const char *name, struct hist_var_definition *definition)
{
	char *system __free(kfree) = trace_span_dup(c->spec->text, of->system);
	char *event __free(kfree) = trace_span_dup(c->spec->text, of->event);
	const struct hist_event_name id = { system, event };

	if (!system || !event)
		return -ENOMEM;
	return c->resolver->ops->find_var(c->resolver, &id, name, definition);
}

/**
 * hist_compile_find_var - look up a variable of another histogram
 * @c: compilation
 * @named: reference to the variable in the command
 * @match: event whose variables take precedence, or NULL
 * @definition: filled in
 *
 * Without an event in the command, the event @match comes first, if it is given, and then all
 * events.  If several events define the variable, it is that of the first event that the
 * command's onmatch handlers name and that defines it.
 *
 * Context: may sleep.
 * Return: 0, -ENOENT, -ENOTUNIQ, or -ENOMEM.
 */
int hist_compile_find_var(const struct hist_compiler *c, const struct hist_operand *named,
			  const struct hist_event_spans *match,
			  struct hist_var_definition *definition)
{
	char *name __free(kfree) = trace_span_dup(c->spec->text, named->name);
	unsigned int i;
	int ret = -ENOENT;

	if (!name)
		return -ENOMEM;
	if (named->event.system.len)
		return find_var_of_event(c, &named->event, name, definition);

	if (match)
		ret = find_var_of_event(c, match, name, definition);
	if (ret == -ENOENT)
		ret = c->resolver->ops->find_var(c->resolver, NULL, name, definition);
	for (i = 0; ret == -ENOTUNIQ && i < c->spec->n_actions; i++) {
		const struct hist_spec_action *action = &c->spec->actions[i];

		if (action->handler != HIST_ON_MATCH)
			continue;
		ret = find_var_of_event(c, &action->match, name, definition);
		if (ret == -ENOENT)
			ret = -ENOTUNIQ;
	}
	return ret;
}

/**
 * hist_names_own_event - check whether a name is that of the histogram's event
 * @c: compilation
 * @of: name of an event in the command
 *
 * Context: may sleep.
 * Return: 1 if so, 0 if not, or -ENOMEM.
 */
int hist_names_own_event(const struct hist_compiler *c, const struct hist_event_spans *of)
{
	char *system __free(kfree) = trace_span_dup(c->spec->text, of->system);
	char *event __free(kfree) = trace_span_dup(c->spec->text, of->event);
	const struct hist_event_name id = { system, event };

	if (!system || !event)
		return -ENOMEM;
	return c->resolver->ops->is_own_event(c->resolver, &id);
}

/**
 * hist_find_defined_var - look up a variable that the command itself defines
 * @c: compilation
 * @named: reference to a variable in the command
 *
 * Context: may sleep.
 * Return: index of the definition in the command, -ENOENT, or -ENOMEM.
 */
int hist_find_defined_var(const struct hist_compiler *c, const struct hist_operand *named)
{
	unsigned int i;
	int own = 1;

	if (named->event.system.len)
		own = hist_names_own_event(c, &named->event);
	if (own <= 0)
		return own ?: -ENOENT;
	for (i = 0; i < c->spec->n_vars; i++)
		if (trace_spans_same(c->spec->text, c->spec->vars[i].name, named->name))
			return i;
	return -ENOENT;
}

/**
 * hist_find_dependency - find the variable of the command that a reference means
 * @c: compilation
 * @named: reference to a variable in the command
 * @user: index in the command of the variable that contains the reference; for a key, a value or
 *	an action, the number of variables
 *
 * A variable that is defined before its user hides one of another histogram. One that is defined
 * later does not, because such a reference has always meant the variable of the other histogram.
 * Without lookups it is not known which of the two is meant.
 *
 * Context: may sleep.
 * Return: index of the definition in the command, -ENOENT, or -ENOMEM.
 */
int hist_find_dependency(const struct hist_compiler *c, const struct hist_operand *named,
			 unsigned int user)
{
	struct hist_var_definition definition;
	int i = hist_find_defined_var(c, named);
	int ret;

	if (i < 0 || i < user)
		return i;
	if (c->resolver->skip_lookups)
		return -ENOENT;
	ret = hist_compile_find_var(c, named, NULL, &definition);
	if (ret == -ENOMEM)
		return ret;
	return ret == -ENOENT ? i : -ENOENT;
}

/**
 * hist_suggest_own_var - offer the names of the histogram's own variables
 * @c: compilation
 * @suggestion: suggestion for the unknown name of a variable, without '$'
 *
 * Context: any.
 */
void hist_suggest_own_var(const struct hist_compiler *c, struct trace_suggestion *suggestion)
{
	unsigned int i;

	for (i = 0; i < c->spec->n_vars; i++)
		trace_suggest_offer_span(suggestion, c->spec->text, c->spec->vars[i].name);
}

/**
 * hist_find_own_var - look up a variable of the histogram itself
 * @c: compilation
 * @named: reference to a variable in the command
 *
 * Context: may sleep.
 * Return: index among the variables compiled so far, -ENOENT, or -ENOMEM.
 */
int hist_find_own_var(const struct hist_compiler *c, const struct hist_operand *named)
{
	int i = hist_find_dependency(c, named, c->user);

	if (i < 0)
		return i;
	return c->var_plan[i].is_compiled ? c->var_plan[i].own_var : -ENOENT;
}

/*
 * The properties are those of the variable, but the name is the reference in the command, with the
 * text of its explicit key @key_text, or NULL. The id of an interned stack trace keeps its kind: it
 * is no number to compute with.
 */
static int name_operand(const struct hist_compiler *c, const struct hist_operand *named,
			const struct hist_value *of, const char *key_text,
			struct hist_typed_operand *operand)
{
	char *text = hist_operand_text(c, named, of);

	operand->value = *of;
	operand->value.is_field = false;
	operand->value.is_var = true;
	operand->value.mod = HIST_MOD_NONE;
	operand->value.mod_arg = 0;
	if (!operand->words && of->kind != HIST_KIND_PTR_STRING && !hist_value_is_interned(of))
		operand->value.kind = HIST_KIND_VAR;
	operand->value.type = kstrdup_const(of->type, GFP_KERNEL);
	operand->value.name = text;
	if (text && key_text) {
		operand->value.name = kasprintf(GFP_KERNEL, "%s[%s]", text, key_text);
		kfree(text);
	}
	return operand->value.name && operand->value.type ? 0 : -ENOMEM;
}

static int load_own_var(const struct hist_compiler *c, const struct hist_operand *named, int own,
			struct hist_typed_operand *operand)
{
	*operand = c->own_vars[own];
	operand->own_var = own;
	return name_operand(c, named, &c->own_vars[own].value, NULL, operand);
}

/**
 * hist_compile_unknown_var - create an operand from a reference that is not resolved
 * @c: compilation, whose resolver skips lookups
 * @named: reference to the variable in the command
 * @key_text: text of the explicit key, or NULL
 * @operand: operand to fill in; the caller owns its strings, also after an error
 *
 * Since the attached histogram was compiled, another histogram may have defined this name.
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_compile_unknown_var(const struct hist_compiler *c, const struct hist_operand *named,
			     const char *key_text, struct hist_typed_operand *operand)
{
	static const struct hist_value unknown = {
		.type = "u64", .kind = HIST_KIND_VAR, .size = sizeof(u64),
	};

	/* The program does not run, so any register will do. */
	operand->insn.op = HIST_OP_REG;
	return name_operand(c, named, &unknown, key_text, operand);
}

/**
 * hist_compile_var_load - create an operand from a variable of another histogram
 * @c: compilation
 * @named: reference in the command to the variable, or to the field that it stores
 * @definition: definition of the variable
 * @lookup: index of the lookup in the program's lookups[]
 * @once: the load also clears the variable
 * @operand: operand to fill in; the caller owns its strings, also after an error
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_var_load(struct hist_compiler *c, const struct hist_operand *named,
			  const struct hist_var_definition *definition, unsigned int lookup,
			  bool once, struct hist_typed_operand *operand)
{
	const struct hist_field *field = &definition->defining_hist->fields[definition->field];
	const struct hist_program *program = &c->data->program;
	const struct hist_var_ref ref = {
		.name = field->var_name,
		.type = (char *)field->value.type,
		.defining_hist = definition->defining_hist,
		.lookup = lookup,
		.var_idx = field->pos,
		.size = field->value.size,
		.is_signed = field->value.is_signed,
	};
	const struct hist_var_load *load;
	int i = hist_add_ref(c, &ref, once, named->span);

	*operand = (struct hist_typed_operand){ .ref = i, .own_var = -1 };
	if (i < 0)
		return i;
	load = &program->var_loads[c->data->var_refs[i].var_load];
	operand->words = load->words;
	operand->insn.op = load->words ? HIST_OP_COPY : HIST_OP_REG;
	operand->insn.src = load->reg;
	operand->insn.len = load->words * sizeof(u64);
	i = name_operand(c, named, &field->value, program->lookups[lookup].key_text, operand);
	if (i || !hist_value_is_interned(&field->value))
		return i;
	return hist_import_stack(c, definition->defining_hist, named->span, &operand->value);
}

/*
 * Reject a reference to a variable that does not exist. Suggest variables of the histogram itself
 * and those of the event that the reference names, or of all events.
 */
static int reject_var(const struct hist_compiler *c, const struct hist_operand *named)
{
	char *system __free(kfree) = trace_span_dup(c->spec->text, named->event.system);
	char *event __free(kfree) = trace_span_dup(c->spec->text, named->event.event);
	struct trace_suggestion suggestion = trace_suggestion_for(c->spec->text, named->name);
	const struct hist_event_name of = { system, event };
	bool qualified = named->event.system.len;

	if (!system || !event)
		return -ENOMEM;
	if (!qualified)
		hist_suggest_own_var(c, &suggestion);
	c->resolver->ops->suggest_var(c->resolver, qualified ? &of : NULL, &suggestion);
	return hist_diag_suggest(c->diag, HIST_DIAG_NO_VAR, named->span, "$", &suggestion);
}

/**
 * hist_report_missing_var - report that a variable cannot be resolved
 * @c: compilation
 * @named: reference to the variable in the command
 * @err: result of hist_compile_find_var()
 *
 * Return: -EINVAL with the diagnostic filled in, or another @err.
 */
int hist_report_missing_var(const struct hist_compiler *c, const struct hist_operand *named,
			    int err)
{
	if (err == -ENOENT)
		return reject_var(c, named);
	if (err == -ENOTUNIQ)
		return hist_diag_set(c->diag, HIST_DIAG_VAR_AMBIGUOUS, named->span);
	return err;
}

/**
 * hist_add_lookup_of_var - add a lookup in the histogram that defines a variable
 * @c: compilation, whose resolver does not skip lookups
 * @named: reference to the variable in the command
 * @match: event whose variables take precedence, or NULL
 *
 * An unresolved reference is not an error here: hist_compile_var() reports it.
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_add_lookup_of_var(struct hist_compiler *c, const struct hist_operand *named,
			   const struct hist_event_spans *match)
{
	struct hist_var_definition definition;
	int ret = hist_find_own_var(c, named);

	if (ret != -ENOENT)
		return min(ret, 0);
	ret = hist_compile_find_var(c, named, match, &definition);
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	ret = hist_add_lookup(c, definition.defining_hist, named->span);
	return min(ret, 0);
}

/**
 * hist_compile_var - create an operand from a reference to a variable
 * @c: compilation
 * @named: reference to the variable in the command
 * @match: event whose variables take precedence, or NULL
 * @once: the load of a variable of another histogram also clears the variable
 * @operand: operand to fill in; the caller owns its strings, also after an error
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_var(struct hist_compiler *c, const struct hist_operand *named,
		     const struct hist_event_spans *match, bool once,
		     struct hist_typed_operand *operand)
{
	struct hist_var_definition definition;
	int own, lookup, ret;

	*operand = (struct hist_typed_operand){ .ref = -1, .own_var = -1 };
	own = hist_find_own_var(c, named);
	if (own >= 0)
		return load_own_var(c, named, own, operand);
	if (own != -ENOENT)
		return own;
	if (c->resolver->skip_lookups)
		return hist_compile_unknown_var(c, named, NULL, operand);

	ret = hist_compile_find_var(c, named, match, &definition);
	if (ret)
		return hist_report_missing_var(c, named, ret);
	if (c->section == &c->data->program.pre_lookup)
		return hist_diag_set(c->diag, HIST_DIAG_KEYED_VAR, named->span);
	if (c->section == &c->data->program.pre_key)
		return hist_diag_set(c->diag, HIST_DIAG_KEY_VAR, named->span);
	lookup = hist_add_lookup(c, definition.defining_hist, named->span);
	if (lookup < 0)
		return lookup;
	return hist_compile_var_load(c, named, &definition, lookup, once, operand);
}
