// SPDX-License-Identifier: GPL-2.0
/*
 * Plan how an event loads variables of other histograms: lookups, variable loads, registers and
 * var_refs[].
 *
 * An event looks up an entry of another histogram once for all variables that have the same key:
 * the event's own key, or an explicit one, which keyed.c compiles.  Part of the compiler, see
 * compile.c.
 */
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "compiler.h"

static int append_lookup(struct hist_compiler *c, const struct hist_lookup *lookup,
			 struct trace_span at)
{
	struct hist_program *program = &c->data->program;
	unsigned int n = program->n_lookups;
	struct hist_lookup *lookups;

	if (n == HIST_LOOKUPS_MAX)
		return hist_diag_set(c->diag, HIST_DIAG_TOO_MANY_LOOKUPS, at);

	lookups = hist_reserve_one(program->lookups, n, sizeof(*lookups));
	if (!lookups)
		return -ENOMEM;
	program->lookups = lookups;
	lookups[n] = *lookup;
	hist_data_get(lookup->defining_hist);
	program->n_lookups++;
	c->lookup_at[n] = at;
	return n;
}

/**
 * hist_add_lookup - add a lookup of the histogram's own key, unless the program has it
 * @c: compilation
 * @defining_hist: histogram to look up entries in; the program gets a reference
 * @at: position in the command that needs the lookup
 *
 * Context: may sleep.
 * Return: index of the lookup in the program's lookups[], -EINVAL with the diagnostic filled in, or
 * -ENOMEM.
 */
int hist_add_lookup(struct hist_compiler *c, struct hist_trigger_data *defining_hist,
		    struct trace_span at)
{
	const struct hist_program *program = &c->data->program;
	unsigned int i;

	for (i = 0; i < program->n_lookups; i++)
		if (program->lookups[i].defining_hist == defining_hist &&
		    !program->lookups[i].n_keys)
			return i;
	return append_lookup(c, &(struct hist_lookup){ .defining_hist = defining_hist }, at);
}

/**
 * hist_find_keyed_lookup - find the lookup of an explicit key
 * @c: compilation
 * @defining_hist: histogram to look up entries in
 * @key_text: text of the key
 *
 * Return: index of the lookup in the program's lookups[], or -ENOENT.
 */
int hist_find_keyed_lookup(const struct hist_compiler *c,
			   const struct hist_trigger_data *defining_hist, const char *key_text)
{
	const struct hist_program *program = &c->data->program;
	unsigned int i;

	for (i = 0; i < program->n_lookups; i++)
		if (program->lookups[i].defining_hist == defining_hist &&
		    program->lookups[i].n_keys &&
		    !strcmp(program->lookups[i].key_text, key_text))
			return i;
	return -ENOENT;
}

/**
 * hist_add_keyed_lookup - add a lookup of an explicit key
 * @c: compilation
 * @lookup: the lookup; the program takes over its @keys and @key_text, unless this function fails
 * @at: position in the command that needs the lookup
 *
 * Context: may sleep.
 * Return: as hist_add_lookup().
 */
int hist_add_keyed_lookup(struct hist_compiler *c, const struct hist_lookup *lookup,
			  struct trace_span at)
{
	return append_lookup(c, lookup, at);
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
static int add_var_load(struct hist_compiler *c, unsigned int lookup,
			const struct hist_var_load *load)
{
	struct hist_program *program = &c->data->program;
	struct hist_lookup *lookups = program->lookups;
	struct hist_var_load *var_loads = hist_reserve_one(program->var_loads, program->n_var_loads,
							   sizeof(*var_loads));
	unsigned int at = program->n_var_loads, i;

	if (!var_loads)
		return -ENOMEM;
	program->var_loads = var_loads;

	if (!lookups[lookup].n_var_loads++)
		lookups[lookup].first_var_load = at;
	at = lookups[lookup].first_var_load + lookups[lookup].n_var_loads - 1;

	memmove(&var_loads[at + 1], &var_loads[at],
		(program->n_var_loads - at) * sizeof(*var_loads));
	var_loads[at] = *load;
	program->n_var_loads++;

	for (i = 0; i < program->n_lookups; i++)
		if (i != lookup && lookups[i].n_var_loads && lookups[i].first_var_load >= at)
			lookups[i].first_var_load++;
	for (i = 0; i < c->data->n_var_refs; i++)
		if (c->data->var_refs[i].var_load >= (int)at)
			c->data->var_refs[i].var_load++;
	return at;
}

/* Add a variable load for a reference to a variable of another histogram. */
static int plan_var_load(struct hist_compiler *c, const struct hist_var_ref *ref,
			 struct trace_span at)
{
	const struct hist_trigger_data *defining_hist = ref->defining_hist;
	const struct hist_field *field = defining_hist->fields + hist_n_display_vals(defining_hist);
	struct hist_var_load load = {};
	int ret;

	while (field->pos != ref->var_idx)
		field++;

	ret = hist_new_register(c, at, &load.reg);
	if (ret)
		return ret;

	load.slot = field->slot;
	load.words = field->words;
	load.bytes_offset = c->n_bytes_words;
	c->n_bytes_words += load.words;
	return add_var_load(c, ref->lookup, &load);
}

/* Append a reference to var_refs[], with a variable load if another histogram defines it. */
static int new_ref(struct hist_compiler *c, const struct hist_var_ref *ref,
		   struct trace_span at)
{
	struct hist_trigger_data *data = c->data;
	struct hist_var_ref *refs, *new;
	int var_load = -1;

	if (data->n_var_refs == HIST_REFS_MAX)
		return hist_diag_set(c->diag, HIST_DIAG_TOO_MANY_REFS, at);
	refs = hist_reserve_one(data->var_refs, data->n_var_refs, sizeof(*refs));
	if (!refs)
		return -ENOMEM;
	data->var_refs = refs;

	if (ref->defining_hist)
		var_load = plan_var_load(c, ref, at);
	if (ref->defining_hist && var_load < 0)
		return var_load;

	new = &refs[data->n_var_refs++];
	*new = *ref;
	new->var_load = var_load;
	new->name = kstrdup(ref->name, GFP_KERNEL);
	new->type = kstrdup(ref->type, GFP_KERNEL);
	if (new->defining_hist)
		hist_data_get(new->defining_hist);
	return new->name && new->type ? 0 : -ENOMEM;
}

/**
 * hist_add_ref - add a reference to a variable, unless the histogram has it
 * @c: compilation
 * @ref: the reference, without @var_load; its strings are copied
 * @once: the load also clears the variable
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
		if (data->var_refs[i].defining_hist == ref->defining_hist &&
		    data->var_refs[i].lookup == ref->lookup &&
		    data->var_refs[i].var_idx == ref->var_idx)
			break;

	ret = i == data->n_var_refs ? new_ref(c, ref, at) : 0;
	if (ret)
		return ret;

	if (once && data->var_refs[i].var_load >= 0)
		data->program.var_loads[data->var_refs[i].var_load].once = true;
	return i;
}
