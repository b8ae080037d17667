// SPDX-License-Identifier: GPL-2.0
/*
 * Variables: which one a name means, and how another histogram's is got.
 *
 * A part of the compiler, see compile.c.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compiler.h"
#include "diag.h"

/**
 * hist_add_source - have another histogram among those that are looked into
 * @c: the compilation
 * @def: the histogram
 * @at: where it was named
 *
 * Context: may sleep.
 * Return: which of the program's sources it is, -EINVAL with the diagnostic filled in, or
 * -ENOMEM.
 */
int hist_add_source(struct hist_compiler *c, struct hist_trigger_data *def,
		    struct trace_span at)
{
	struct hist_program *program = &c->data->program;
	struct hist_source *sources;
	unsigned int i;

	for (i = 0; i < program->n_sources; i++)
		if (program->sources[i].def == def)
			return i;
	if (i == HIST_SOURCES_MAX)
		return hist_diag_set(c->diag, HIST_DIAG_TOO_MANY_SOURCES, at);

	sources = hist_grow(program->sources, i, sizeof(*sources));
	if (!sources)
		return -ENOMEM;
	program->sources = sources;
	sources[i] = (struct hist_source){ .def = hist_data_get(def) };
	program->n_sources++;
	c->source_at[i] = at;
	return i;
}

/**
 * hist_new_register - take a register
 * @c: the compilation
 * @at: what needs it
 * @reg: which one it is
 *
 * Return: 0, or -EINVAL with the diagnostic filled in.
 */
int hist_new_register(struct hist_compiler *c, struct trace_span at, u16 *reg)
{
	if (c->n_regs == HIST_REGS_MAX)
		return hist_diag_set(c->diag, HIST_DIAG_TOO_MANY_OPERANDS, at);
	*reg = c->n_regs++;
	return 0;
}

/* The variables of a source stand together: make room behind those that it has. */
static int add_get(struct hist_compiler *c, unsigned int source, const struct hist_get *get)
{
	struct hist_program *program = &c->data->program;
	struct hist_source *sources = program->sources;
	struct hist_get *gets = hist_grow(program->gets, program->n_gets, sizeof(*gets));
	unsigned int at = program->n_gets, i;

	if (!gets)
		return -ENOMEM;
	program->gets = gets;

	if (!sources[source].n_gets++)
		sources[source].first_get = at;
	at = sources[source].first_get + sources[source].n_gets - 1;

	memmove(&gets[at + 1], &gets[at], (program->n_gets - at) * sizeof(*gets));
	gets[at] = *get;
	program->n_gets++;

	for (i = 0; i < program->n_sources; i++)
		if (i != source && sources[i].n_gets && sources[i].first_get >= at)
			sources[i].first_get++;
	for (i = 0; i < c->data->n_var_refs; i++)
		if (c->data->var_refs[i].get >= (int)at)
			c->data->var_refs[i].get++;
	return at;
}

/* How the variable of another histogram is got. */
static int plan_get(struct hist_compiler *c, const struct hist_var_ref *ref,
		    struct trace_span at)
{
	const struct hist_trigger_data *def = ref->def;
	const struct hist_field *field = def->fields + hist_n_shown(def);
	struct hist_get get = {};
	int source, ret;

	while (field->pos != ref->var_idx)
		field++;

	source = hist_add_source(c, ref->def, at);
	if (source < 0)
		return source;
	ret = hist_new_register(c, at, &get.reg);
	if (ret)
		return ret;

	get.slot = field->slot;
	get.words = field->words;
	get.text = c->n_text;
	c->n_text += get.words;
	return add_get(c, source, &get);
}

/* One that is not used yet. */
static int new_ref(struct hist_compiler *c, const struct hist_var_ref *ref,
		   struct trace_span at)
{
	struct hist_trigger_data *data = c->data;
	struct hist_var_ref *refs, *new;
	int get = -1;

	if (data->n_var_refs == HIST_REFS_MAX)
		return hist_diag_set(c->diag, HIST_DIAG_TOO_MANY_REFS, at);
	refs = hist_grow(data->var_refs, data->n_var_refs, sizeof(*refs));
	if (!refs)
		return -ENOMEM;
	data->var_refs = refs;

	if (ref->def)
		get = plan_get(c, ref, at);
	if (ref->def && get < 0)
		return get;

	new = &refs[data->n_var_refs++];
	*new = *ref;
	new->get = get;
	new->name = kstrdup(ref->name, GFP_KERNEL);
	new->type = kstrdup(ref->type, GFP_KERNEL);
	if (new->def)
		hist_data_get(new->def);
	return new->name && new->type ? 0 : -ENOMEM;
}

/**
 * hist_add_ref - have a variable among those that are used
 * @c: the compilation
 * @ref: which one, without @get; its strings are copied
 * @once: it is used up by that
 * @at: where it was named
 *
 * Context: may sleep.
 * Return: which of var_refs[] it is, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_add_ref(struct hist_compiler *c, const struct hist_var_ref *ref, bool once,
		 struct trace_span at)
{
	struct hist_trigger_data *data = c->data;
	unsigned int i;
	int ret;

	for (i = 0; i < data->n_var_refs; i++)
		if (data->var_refs[i].def == ref->def &&
		    data->var_refs[i].var_idx == ref->var_idx)
			break;

	ret = i == data->n_var_refs ? new_ref(c, ref, at) : 0;
	if (ret)
		return ret;

	if (once && data->var_refs[i].get >= 0)
		data->program.gets[data->var_refs[i].get].once = true;
	return i;
}

/* Strings of an event's name, as the resolver wants them. */
static int find_of(const struct hist_compiler *c, const struct hist_event_name *of,
		   const char *name, struct hist_var_found *found)
{
	char *system __free(kfree) = trace_span_dup(c->spec->text, of->system);
	char *event __free(kfree) = trace_span_dup(c->spec->text, of->event);
	const struct hist_event_id id = { system, event };

	if (!system || !event)
		return -ENOMEM;
	return c->resolver->ops->find_var(c->resolver, &id, name, found);
}

/*
 * Of several events that have the variable, the one that is to be matched is meant: by
 * the action that uses it, or else by any.
 */
static int find_var(const struct hist_compiler *c, const struct hist_operand *named,
		    const struct hist_event_name *match, struct hist_var_found *found)
{
	char *name __free(kfree) = trace_span_dup(c->spec->text, named->name);
	unsigned int i;
	int ret = -ENOENT;

	if (!name)
		return -ENOMEM;
	if (named->of.system.len)
		return find_of(c, &named->of, name, found);

	if (match)
		ret = find_of(c, match, name, found);
	if (ret == -ENOENT)
		ret = c->resolver->ops->find_var(c->resolver, NULL, name, found);
	for (i = 0; ret == -ENOTUNIQ && i < c->spec->n_actions; i++) {
		const struct hist_spec_action *action = &c->spec->actions[i];

		if (action->handler != HIST_ON_MATCH)
			continue;
		ret = find_of(c, &action->match, name, found);
		if (ret == -ENOENT)
			ret = -ENOTUNIQ;
	}
	return ret;
}

/**
 * hist_names_own_event - is it the event that the histogram is for?
 * @c: the compilation
 * @of: an event as it was named
 *
 * Return: 1 if so, 0 if not, or -ENOMEM.
 */
int hist_names_own_event(const struct hist_compiler *c, const struct hist_event_name *of)
{
	char *system __free(kfree) = trace_span_dup(c->spec->text, of->system);
	char *event __free(kfree) = trace_span_dup(c->spec->text, of->event);
	const struct hist_event_id id = { system, event };

	if (!system || !event)
		return -ENOMEM;
	return c->resolver->ops->is_event(c->resolver, &id);
}

/**
 * hist_find_own_var - find a variable of the histogram itself
 * @c: the compilation
 * @named: the variable
 *
 * Return: its index among the variables defined so far, -ENOENT, or -ENOMEM.
 */
int hist_find_own_var(const struct hist_compiler *c, const struct hist_operand *named)
{
	unsigned int i;
	int own = 1;

	if (named->of.system.len)
		own = hist_names_own_event(c, &named->of);
	if (own <= 0)
		return own ?: -ENOENT;
	for (i = 0; i < c->data->n_vars; i++)
		if (trace_spans_same(c->spec->text, c->spec->vars[i].name, named->name))
			return i;
	return -ENOENT;
}

/* The value is the same as that of the variable, but it is called as it was named. */
static int name_load(const struct hist_compiler *c, const struct hist_operand *named,
		     const struct hist_value *of, struct hist_load *load)
{
	load->value = *of;
	load->value.is_field = false;
	load->value.is_var = true;
	load->value.mod = HIST_MOD_NONE;
	load->value.mod_arg = 0;
	if (!load->words && of->kind != HIST_KIND_PTR_STRING)
		load->value.kind = HIST_KIND_VAR;
	load->value.name = hist_operand_text(c, named, of);
	load->value.type = kstrdup_const(of->type, GFP_KERNEL);
	return load->value.name && load->value.type ? 0 : -ENOMEM;
}

static int load_own(const struct hist_compiler *c, const struct hist_operand *named, int own,
		    struct hist_load *load)
{
	*load = c->own[own];
	load->own = own;
	return name_load(c, named, &c->own[own].value, load);
}

/**
 * hist_load_foreign - how a variable of another histogram is had
 * @c: the compilation
 * @named: the variable as it was named, or the field that it keeps
 * @found: the variable
 * @once: it is used up by that
 * @load: filled in; the caller owns its strings, after a failure as well
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_load_foreign(struct hist_compiler *c, const struct hist_operand *named,
		      const struct hist_var_found *found, bool once, struct hist_load *load)
{
	const struct hist_field *field = &found->def->fields[found->field];
	const struct hist_var_ref ref = {
		.name = field->var_name,
		.type = (char *)field->value.type,
		.def = found->def,
		.var_idx = field->pos,
		.size = field->value.size,
		.is_signed = field->value.is_signed,
	};
	const struct hist_get *get;
	int i = hist_add_ref(c, &ref, once, named->span);

	*load = (struct hist_load){ .ref = i, .own = -1 };
	if (i < 0)
		return i;
	get = &c->data->program.gets[c->data->var_refs[i].get];
	load->words = get->words;
	load->step.op = get->words ? HIST_OP_REF : HIST_OP_REG;
	load->step.src = get->reg;
	load->step.len = get->words * sizeof(u64);
	return name_load(c, named, &field->value, load);
}

/**
 * hist_add_source_of_var - have the histogram of a variable among those that are looked into
 * @c: the compilation, which is strict
 * @named: the variable; hist_load_var() says what is wrong with it
 * @match: the event whose variables come first
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_add_source_of_var(struct hist_compiler *c, const struct hist_operand *named,
			   const struct hist_event_name *match)
{
	struct hist_var_found found;
	int ret = hist_find_own_var(c, named);

	if (ret != -ENOENT)
		return min(ret, 0);
	ret = find_var(c, named, match, &found);
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	ret = hist_add_source(c, found.def, named->span);
	return min(ret, 0);
}

/**
 * hist_load_var - how a variable that was named is had
 * @c: the compilation
 * @named: the variable
 * @match: the event whose variables come first, or NULL
 * @once: it is used up by that, if it is another histogram's
 * @load: filled in; the caller owns its strings, after a failure as well
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_load_var(struct hist_compiler *c, const struct hist_operand *named,
		  const struct hist_event_name *match, bool once, struct hist_load *load)
{
	static const struct hist_value unknown = {
		.type = "u64", .kind = HIST_KIND_VAR, .size = sizeof(u64),
	};
	struct hist_var_found found;
	int own, ret;

	*load = (struct hist_load){ .ref = -1, .own = -1 };
	own = hist_find_own_var(c, named);
	if (own >= 0)
		return load_own(c, named, own, load);
	if (own != -ENOENT)
		return own;

	/* Whoever has it now need not be who had it then. */
	if (c->resolver->lenient)
		return name_load(c, named, &unknown, load);

	ret = find_var(c, named, match, &found);
	if (!ret)
		return hist_load_foreign(c, named, &found, once, load);
	if (ret == -ENOENT)
		return hist_diag_set(c->diag, HIST_DIAG_NO_VAR, named->span);
	if (ret == -ENOTUNIQ)
		return hist_diag_set(c->diag, HIST_DIAG_VAR_AMBIGUOUS, named->span);
	return ret;
}
