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

#include "compiler.h"
#include "diag.h"

/* Index of the only variable of a field-variable histogram.  Field 0 is the hitcount. */
#define KEPT_FIELD	1

static int copy_code(struct hist_code *to, const struct hist_code *from)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < from->n; i++)
		ret = hist_code_add(to, &from->steps[i]);
	return ret;
}

static bool reads_clock(const struct hist_code *code)
{
	unsigned int i;

	for (i = 0; i < code->n; i++)
		if (code->steps[i].op == HIST_OP_TIME || code->steps[i].op == HIST_OP_TIME_USECS)
			return true;
	return false;
}

/* Number of registers that a program section writes to. */
static unsigned int n_registers(const struct hist_code *code)
{
	unsigned int i, n = 0;

	for (i = 0; i < code->n; i++)
		n = umax(n, code->steps[i].dst + 1);
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
	ret = ret ?: copy_code(&to->program.before, &from->program.before);
	return ret ?: copy_code(&to->program.keys, &from->program.keys);
}

/**
 * make_helper - compile a field-variable histogram
 * @sub: compilation of the field-variable histogram
 * @named: reference to the field in the command
 * @field: resolved field
 * @match: matched histogram
 *
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
static int make_helper(struct hist_compiler *sub, const struct hist_operand *named,
		       const struct hist_event_field *field, struct hist_trigger_data *match)
{
	struct hist_trigger_data *data = sub->data;
	struct hist_program *program = &data->program;
	struct hist_load load;
	struct hist_field *var;
	int ret;

	/* Every histogram has the hitcount as its first field. */
	ret = copy_field(data, &match->fields[0]);
	data->n_sums = 1;
	data->n_sorts = 1;
	data->is_helper = true;
	data->size = match->size;
	if (ret)
		return ret;

	ret = hist_load_resolved(sub, named, field, HIST_ROLE_VAR, &load);
	var = hist_new_field(data, &load, HIST_ROLE_VAR);
	data->n_vars = 1;
	data->n_vals = 2;
	if (ret)
		return ret;
	var->var_name = kasprintf(GFP_KERNEL, "synthetic_%s", field->name);
	if (!var->var_name)
		return -ENOMEM;

	ret = copy_keys(data, match);
	sub->n_regs = n_registers(&program->before);
	sub->uses_time |= reads_clock(&program->before) || reads_clock(&program->keys);
	ret = ret ?: hist_add_set(sub, &load, var, named->span);
	return ret ?: hist_finish(sub);
}

static int add_helper(struct hist_compiler *c, struct hist_trigger_data *helper,
		      struct hist_trigger_data *match)
{
	struct hist_trigger_data *data = c->data;
	struct hist_helper *helpers = hist_grow(data->helpers, data->n_helpers, sizeof(*helpers));

	if (!helpers)
		return -ENOMEM;
	data->helpers = helpers;
	helpers[data->n_helpers++] = (struct hist_helper){
		.data = hist_data_get(helper),
		.match = hist_data_get(match),
	};
	return 0;
}

/*
 * Find a field-variable histogram that an earlier parameter has created for the same field.
 * Return: a new reference to it, or NULL.
 */
static struct hist_trigger_data *find_helper(const struct hist_trigger_data *data,
					     const struct hist_trigger_data *match,
					     const struct hist_operand *named, const char *name)
{
	unsigned int i;

	for (i = 0; i < data->n_helpers; i++) {
		const struct hist_value *kept = &data->helpers[i].data->fields[KEPT_FIELD].value;

		if (data->helpers[i].match == match && !strcmp(kept->name, name) &&
		    kept->mod == named->mod)
			return hist_data_get(data->helpers[i].data);
	}
	return NULL;
}

/* A program has one clock: that of the matched histogram if it has one, as its keys may use it. */
static enum hist_clock clock_of(const struct hist_trigger_data *match,
				const struct hist_trigger_data *user)
{
	return match->program.clock == HIST_CLOCK_NONE ? user->program.clock :
							 match->program.clock;
}

static struct hist_trigger_data *new_helper(struct hist_compiler *c,
					    const struct hist_operand *named,
					    const struct hist_event_field *field,
					    struct hist_trigger_data *match)
{
	struct hist_compiler *sub = kvzalloc(sizeof(*sub), GFP_KERNEL);
	struct hist_trigger_data *helper = hist_data_new();
	int ret = -ENOMEM;

	if (sub && helper) {
		sub->spec = c->spec;
		sub->resolver = c->resolver;
		sub->diag = c->diag;
		sub->data = helper;
		helper->program.clock = clock_of(match, c->data);
		ret = make_helper(sub, named, field, match);
		ret = ret ?: add_helper(c, helper, match);
	}
	kvfree(sub);
	if (ret) {
		hist_data_put(helper);
		return ERR_PTR(ret);
	}
	return helper;
}

/**
 * hist_load_helper_field - create an operand from a field of the matched event
 * @c: compilation
 * @named: reference to the field in the command
 * @event: matched event
 * @match: matched histogram of that event
 * @load: operand to fill in; the caller owns its strings, also after an error
 *
 * Creates a field-variable histogram for the field, unless the compilation has one.
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_load_helper_field(struct hist_compiler *c, const struct hist_operand *named,
			   const struct hist_event_id *event, struct hist_trigger_data *match,
			   struct hist_load *load)
{
	struct hist_trigger_data *helper;
	struct hist_event_field field;
	struct hist_var_found found;
	int ret;

	ret = hist_resolve_field(c, event, named->name, HIST_ROLE_VAR, &field);
	if (ret == -ENOMEM)
		return ret;
	if (ret)
		return hist_diag_set(c->diag, HIST_DIAG_NO_FIELD, named->name);

	/* Keep this histogram's clock, so that the trigger file shows it for the timestamp. */
	c->uses_time |= field.kind == HIST_KIND_TIMESTAMP;
	helper = find_helper(c->data, match, named, field.name);
	if (!helper)
		helper = new_helper(c, named, &field, match);
	if (IS_ERR(helper))
		return PTR_ERR(helper);

	found = (struct hist_var_found){ helper, KEPT_FIELD };
	ret = hist_load_foreign(c, named, &found, false, load);
	hist_data_put(helper);
	return ret;
}
