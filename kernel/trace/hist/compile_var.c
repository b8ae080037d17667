// SPDX-License-Identifier: GPL-2.0
/*
 * Variables: resolve their names, and plan how to load variables of other histograms.
 *
 * To load variables of another histogram, an event looks up an entry of that histogram by its own
 * key, once for all variables.  Part of the compiler, see compile.c.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compiler.h"
#include "diag.h"

/**
 * hist_add_source - add a lookup in another histogram, unless the program has it
 * @c: compilation
 * @def: histogram to look up entries in; the program gets a reference
 * @at: position in the command that needs the lookup
 *
 * Context: may sleep.
 * Return: index of the lookup in the program's sources, -EINVAL with the diagnostic filled in, or
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
 * hist_new_register - allocate a register
 * @c: compilation
 * @at: position in the command that needs the register
 * @reg: filled in with the index of the register
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

/*
 * Insert a variable load behind those of the same lookup, because they must be contiguous.  The
 * indexes of the loads behind it change.
 */
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

/* Add a variable load for a reference to a variable of another histogram. */
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

/* Append a reference to var_refs[], with a variable load if another histogram defines it. */
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
 * hist_add_ref - add a reference to a variable, unless the histogram has it
 * @c: compilation
 * @ref: the reference, without @get; its strings are copied
 * @once: loading the variable also unsets it
 * @at: position of the reference in the command
 *
 * Context: may sleep.
 * Return: index in var_refs[], -EINVAL with the diagnostic filled in, or -ENOMEM.
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

/* Look up a variable of a certain event; the resolver needs the event's name as strings. */
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
 * Look up a variable.  Without an event in the command, the event @match comes first, if it is
 * given, and then all events.  If several events define the variable, it is that of the first
 * event that the command's onmatch handlers name and that defines it.
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
 * hist_names_own_event - check whether a name is that of the histogram's event
 * @c: compilation
 * @of: name of an event in the command
 *
 * Context: may sleep.
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
 * hist_find_own_var - look up a variable of the histogram itself
 * @c: compilation
 * @named: reference to a variable in the command
 *
 * Context: may sleep.
 * Return: index among the variables defined so far, -ENOENT, or -ENOMEM.
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

/* The properties are those of the variable, but the name is the reference in the command. */
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
 * hist_load_foreign - create an operand from a variable of another histogram
 * @c: compilation
 * @named: reference in the command to the variable, or to the field that it stores
 * @found: definition of the variable
 * @once: loading the variable also unsets it
 * @load: operand to fill in; the caller owns its strings, also after an error
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
 * hist_add_source_of_var - add a lookup in the histogram that defines a variable
 * @c: compilation, whose resolver is not lenient
 * @named: reference to the variable in the command
 * @match: event whose variables take precedence, or NULL
 *
 * An unresolved reference is not an error here: hist_load_var() reports it.
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
 * hist_load_var - create an operand from a reference to a variable
 * @c: compilation
 * @named: reference to the variable in the command
 * @match: event whose variables take precedence, or NULL
 * @once: loading a variable of another histogram also unsets it
 * @load: operand to fill in; the caller owns its strings, also after an error
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

	/* Another histogram may define this name since the attached one was compiled. */
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
