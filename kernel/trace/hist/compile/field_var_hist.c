// SPDX-License-Identifier: GPL-2.0
/*
 * Field-variable histograms, which store fields of a matched event.
 *
 * When onmatch runs, the record of the matched event is gone, so a histogram of that event must
 * have stored its fields.  The matched histogram is constant once it is attached.  Therefore the
 * compiler builds another histogram for the matched event, with the same keys and the same number
 * of entries, which stores one field in a variable.  Once it is attached, with the same filter, it
 * has the same entries as the matched histogram.
 *
 * Part of the compiler, see compile.c.
 */
#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "compiler.h"

/* Index of the only variable of a field-variable histogram.  Field 0 is the hitcount. */
#define FIELD_VAR_INDEX	1

static int copy_section(struct hist_section *to, const struct hist_section *from)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < from->n; i++)
		ret = hist_section_add(to, &from->insns[i]);
	return ret;
}

static bool reads_clock(const struct hist_section *section)
{
	unsigned int i;

	for (i = 0; i < section->n; i++)
		if (hist_op_is_time(section->insns[i].op))
			return true;
	return false;
}

static bool keys_read_clock(const struct hist_trigger_data *data)
{
	const struct hist_program *program = &data->program;

	return reads_clock(&program->pre_lookup) || reads_clock(&program->pre_key) ||
	       reads_clock(&program->key);
}

/* Number of registers that a program section writes to. */
static unsigned int n_registers(const struct hist_section *section)
{
	unsigned int i, n = 0;

	for (i = 0; i < section->n; i++)
		n = umax(n, section->insns[i].dst + 1);
	return n;
}

/* Append a copy of another histogram's field. */
static int copy_field(struct hist_trigger_data *to, const struct hist_field *from)
{
	struct hist_field *field = &to->fields[to->n_fields];

	*field = *from;
	field->var_name = NULL;
	to->n_fields++;
	return hist_value_copy(&field->value, &from->value);
}

static int copy_keys(struct hist_trigger_data *to, const struct hist_trigger_data *from)
{
	unsigned int i;
	int ret = 0;

	for (i = from->n_vals; !ret && i < from->n_fields; i++)
		ret = copy_field(to, &from->fields[i]);
	to->n_keys = from->n_keys;
	to->program.key_size = from->program.key_size;
	to->program.saves_comm = from->program.saves_comm;
	ret = ret ?: copy_section(&to->program.pre_lookup, &from->program.pre_lookup);
	ret = ret ?: copy_section(&to->program.pre_key, &from->program.pre_key);
	ret = ret ?: copy_section(&to->program.key, &from->program.key);
	if (!ret)
		hist_set_linear_args(to);
	return ret;
}

/**
 * compile_field_var_hist - compile a field-variable histogram
 * @sub: compilation of the field-variable histogram
 * @named: reference to the field in the command
 * @field: resolved field
 * @match: matched histogram
 *
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
static int compile_field_var_hist(struct hist_compiler *sub, const struct hist_operand *named,
				  const struct hist_event_field *field,
				  struct hist_trigger_data *match)
{
	struct hist_trigger_data *data = sub->data;
	struct hist_program *program = &data->program;
	struct hist_typed_operand operand;
	struct hist_field *var;
	int ret;

	/* The field-variable histogram would consume the variables that its key depends on. */
	if (match->program.has_early_lookups)
		return hist_diag_set(sub->diag, HIST_DIAG_MATCH_KEY_VAR, named->span);
	/*
	 * The field-variable histogram would need a row for each key that the matched histogram has
	 * ever had: its variable is not consumed, so its rows cannot be evicted.
	 */
	if (sub->resolver->ops->evicts_rows(match))
		return hist_diag_set(sub->diag, HIST_DIAG_MATCH_EVICTS, named->span);

	/* Every histogram has the hitcount as its first field. */
	ret = copy_field(data, &match->fields[0]);
	data->n_sums = 1;
	data->n_sorts = 1;
	data->is_field_var_hist = true;
	data->size = match->size;
	if (ret)
		return ret;

	ret = hist_compile_resolved_field(sub, named, field, HIST_ROLE_VAR, &operand);
	var = hist_new_field(data, &operand, HIST_ROLE_VAR);
	data->n_vars = 1;
	data->n_vals = 2;
	if (ret)
		return ret;
	var->var_name = kasprintf(GFP_KERNEL, "synthetic_%s", field->name);
	if (!var->var_name)
		return -ENOMEM;

	ret = copy_keys(data, match);
	sub->n_regs = umax(n_registers(&program->pre_lookup), n_registers(&program->pre_key));
	sub->uses_time |= keys_read_clock(data);
	ret = ret ?: hist_add_var_store(sub, &operand, var, named->span);
	return ret ?: hist_finalize(sub);
}

static int add_field_var_hist(struct hist_compiler *c, struct hist_trigger_data *fvh,
			      struct hist_trigger_data *match)
{
	struct hist_trigger_data *data = c->data;
	struct hist_field_var_hist *field_var_hists =
		hist_reserve_one(data->field_var_hists, data->n_field_var_hists,
				 sizeof(*field_var_hists));

	if (!field_var_hists)
		return -ENOMEM;
	data->field_var_hists = field_var_hists;
	field_var_hists[data->n_field_var_hists++] = (struct hist_field_var_hist){
		.data = hist_data_get(fvh),
		.match = hist_data_get(match),
	};
	return 0;
}

/*
 * Find a field-variable histogram that an earlier parameter has created for the same field.
 * Return: a new reference to it, or NULL.
 */
static struct hist_trigger_data *find_field_var_hist(const struct hist_trigger_data *data,
						     const struct hist_trigger_data *match,
						     const struct hist_operand *named,
						     const char *name)
{
	unsigned int i;

	for (i = 0; i < data->n_field_var_hists; i++) {
		const struct hist_value *value =
			&data->field_var_hists[i].data->fields[FIELD_VAR_INDEX].value;

		if (data->field_var_hists[i].match == match && !strcmp(value->name, name) &&
		    value->mod == named->mod)
			return hist_data_get(data->field_var_hists[i].data);
	}
	return NULL;
}

/*
 * A program has one clock: that of the command, so that a stored time and a time of the command fit
 * together, unless the keys of the matched histogram read another one.
 */
static enum hist_clock field_var_hist_clock(const struct hist_trigger_data *match,
					    const struct hist_trigger_data *user)
{
	return keys_read_clock(match) ? match->program.clock : user->program.clock;
}

static struct hist_trigger_data *create_field_var_hist(struct hist_compiler *c,
						       const struct hist_operand *named,
						       const struct hist_event_field *field,
						       struct hist_trigger_data *match)
{
	struct hist_compiler *sub = kvzalloc(sizeof(*sub), GFP_KERNEL);
	struct hist_trigger_data *fvh = hist_data_new();
	int ret = -ENOMEM;

	if (sub && fvh) {
		sub->spec = c->spec;
		sub->resolver = c->resolver;
		sub->diag = c->diag;
		sub->data = fvh;
		fvh->program.clock = field_var_hist_clock(match, c->data);
		ret = compile_field_var_hist(sub, named, field, match);
		ret = ret ?: add_field_var_hist(c, fvh, match);
	}
	kvfree(sub);
	if (ret) {
		hist_data_put(fvh);
		return ERR_PTR(ret);
	}
	return fvh;
}

/**
 * hist_compile_matched_field - create an operand from a field of the matched event
 * @c: compilation
 * @named: reference to the field in the command
 * @event: matched event
 * @match: matched histogram of that event
 * @operand: operand to fill in; the caller owns its strings, also after an error
 *
 * Creates a field-variable histogram for the field, unless the compilation has one.
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_matched_field(struct hist_compiler *c, const struct hist_operand *named,
			       const struct hist_event_name *event, struct hist_trigger_data *match,
			       struct hist_typed_operand *operand)
{
	struct hist_trigger_data *fvh;
	struct hist_event_field field;
	struct hist_var_definition definition;
	int lookup, ret;

	ret = hist_resolve_field(c, event, named->name, HIST_ROLE_VAR, &field);
	if (ret == -ENOMEM)
		return ret;
	if (ret)
		return hist_reject_field(c, event, named);

	/* Keep this histogram's clock, so that the trigger file shows it for the timestamp. */
	c->uses_time |= field.kind == HIST_KIND_TIMESTAMP;
	fvh = find_field_var_hist(c->data, match, named, field.name);
	if (!fvh)
		fvh = create_field_var_hist(c, named, &field, match);
	if (IS_ERR(fvh))
		return PTR_ERR(fvh);

	definition = (struct hist_var_definition){ fvh, FIELD_VAR_INDEX };
	lookup = hist_add_lookup(c, fvh, named->span);
	ret = lookup < 0 ? lookup :
	      hist_compile_var_load(c, named, &definition, lookup, false, operand);
	hist_data_put(fvh);
	return ret;
}
