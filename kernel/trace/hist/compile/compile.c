// SPDX-License-Identifier: GPL-2.0
/*
 * The compiler: from struct hist_spec to struct hist_trigger_data.
 *
 *	names --resolve--> values --lay out--> key, sums and variables --emit--> program
 *
 * Pure: events and other histograms are only known through a struct hist_resolver, and the
 * compiler changes nothing outside its result, except for the reference counts of the histograms
 * that the result uses.  The result is complete; attaching it pins the objects that its actions
 * need.  Takes no locks, but the resolver of a real event needs event_mutex.
 *
 * This file compiles keys, values, variables and sort fields.  field.c, var.c and
 * expr.c compile their parts, action.c the actions, and field_var_hist.c the
 * field-variable histograms that actions need.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "../program/compare.h"
#include "compiler.h"

/* Check whether an earlier key, from @first up to @field, is equal to @field. */
static bool is_duplicate_key(const struct hist_field *first, const struct hist_field *field)
{
	for (; first < field; first++)
		if (hist_value_equal(&first->value, &field->value))
			return true;
	return false;
}

static int add_key(struct hist_compiler *c, const struct hist_expr *expr)
{
	struct hist_trigger_data *data = c->data;
	struct hist_program *program = &data->program;
	struct hist_typed_operand operand;
	struct hist_field *field;
	unsigned int room;
	int ret;

	ret = hist_compile_expr(c, expr, HIST_ROLE_KEY, &operand);
	if (ret) {
		hist_value_clear(&operand.value);
		return ret;
	}

	field = hist_new_field(data, &operand, HIST_ROLE_KEY);
	data->n_keys++;
	if (field->value.kind == HIST_KIND_STACK)
		field->value.mod = HIST_MOD_STACKTRACE;
	room = umax(operand.words, 1) * sizeof(u64);
	field->value.size = room;
	field->pos = program->key_size;

	if (is_duplicate_key(&data->fields[data->n_vals], field))
		return hist_diag_set(c->diag, HIST_DIAG_DUPLICATE_KEY, expr->span);
	if (room > HIST_KEY_MAX - program->key_size)
		return hist_diag_set(c->diag, HIST_DIAG_KEY_TOO_LONG, expr->span);
	operand.insn.dst = program->key_size / sizeof(u64);
	program->key_size += room;
	program->saves_comm |= field->value.mod == HIST_MOD_EXECNAME;
	return hist_section_add(&program->key, &operand.insn);
}

static bool can_share_sum(const struct hist_value *a, const struct hist_value *b)
{
	return !hist_value_has_stat(a) && hist_values_have_same_origin(a, b);
}

/* Find an earlier value that differs only in display, so that both can share a sum. */
static const struct hist_field *find_val_with_same_sum(const struct hist_trigger_data *data,
						       const struct hist_field *field)
{
	const struct hist_field *other;

	for (other = data->fields; other < field; other++)
		if (other->role == HIST_ROLE_VAL && can_share_sum(&other->value, &field->value))
			return other;
	return NULL;
}

static int add_val(struct hist_compiler *c, const struct hist_expr *expr)
{
	struct hist_trigger_data *data = c->data;
	const struct hist_field *same;
	struct hist_field *field;
	struct hist_typed_operand operand;
	int ret;

	ret = hist_compile_expr(c, expr, HIST_ROLE_VAL, &operand);
	/* add_hitcount() has added the hitcount. */
	if (ret ||
	    (operand.value.kind == HIST_KIND_HITCOUNT && operand.value.mod == HIST_MOD_NONE)) {
		hist_value_clear(&operand.value);
		return ret;
	}

	field = hist_new_field(data, &operand, HIST_ROLE_VAL);
	data->n_vals++;
	if (hist_value_has_stat(&field->value))
		return hist_add_stat(c, field, &operand.insn);
	same = find_val_with_same_sum(data, field);
	field->pos = same ? same->pos : data->n_sums++;
	if (same)
		return 0;
	operand.insn.dst = field->pos;
	return hist_section_add(&data->program.sums, &operand.insn);
}

static int add_hitcount(struct hist_compiler *c)
{
	struct hist_typed_operand operand = {};
	struct hist_event_field field;
	int ret;

	ret = hist_builtin_field("hitcount", &field);
	ret = ret ?: hist_compile_event_field(c, &field, HIST_ROLE_VAL, &operand);
	hist_new_field(c->data, &operand, HIST_ROLE_VAL);
	c->data->n_vals = 1;
	c->data->n_sums = 1;
	return ret;
}

static int add_vals(struct hist_compiler *c)
{
	unsigned int i;
	int ret = 0;

	c->section = &c->data->program.post_lookup;
	for (i = 0; !ret && i < c->spec->n_vals; i++)
		ret = add_val(c, &c->spec->vals[i]);
	if (ret)
		return ret;

	c->data->nohitcount = c->spec->nohitcount;
	if (c->data->nohitcount && hist_n_display_vals(c->data) == 1)
		return hist_diag_set(c->diag, HIST_DIAG_NOHITCOUNT_ALONE, c->spec->nohitcount_at);
	return 0;
}

static int add_var(struct hist_compiler *c, const struct hist_spec_var *var)
{
	struct hist_trigger_data *data = c->data;
	struct hist_field *field;
	struct hist_typed_operand operand;
	int ret;

	ret = hist_compile_expr(c, &var->expr, HIST_ROLE_VAR, &operand);
	if (ret) {
		hist_value_clear(&operand.value);
		return ret;
	}

	field = hist_new_field(data, &operand, HIST_ROLE_VAR);
	field->ref = operand.ref;
	field->pos = c->n_var_idx++;
	data->n_vals++;
	field->var_name = trace_span_dup(c->spec->text, var->name);
	if (!field->var_name)
		return -ENOMEM;

	ret = hist_add_var_store(c, &operand, field, var->expr.span);
	/* Uses of the variable repeat the instruction that loads its value. */
	c->own_vars[data->n_vars] = operand;
	c->own_vars[data->n_vars].value = field->value;
	data->n_vars++;
	return ret;
}

/* Program section that computes the variables of a stage. */
static struct hist_section *section_of(struct hist_program *program, enum hist_stage stage)
{
	switch (stage) {
	case HIST_STAGE_PRE_LOOKUP:
		return &program->pre_lookup;
	case HIST_STAGE_PRE_KEY:
		return &program->pre_key;
	default:
		return &program->post_lookup;
	}
}

static int add_vars(struct hist_compiler *c)
{
	u8 order[HIST_VARS_MAX];
	unsigned int i;
	int ret;

	ret = hist_plan_vars(c, order);
	for (i = 0; !ret && i < c->spec->n_vars; i++) {
		struct hist_var_plan *plan = &c->var_plan[order[i]];

		c->section = section_of(&c->data->program, plan->stage);
		c->user = order[i];
		ret = add_var(c, &c->spec->vars[order[i]]);
		plan->own_var = i;
		plan->is_compiled = true;
	}
	c->user = c->spec->n_vars;
	return ret;
}

static void reverse_fields(struct hist_field *fields, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n / 2; i++)
		swap(fields[i], fields[n - 1 - i]);
}

/*
 * Move the variables behind the values, and keep the order of both.  Values can use variables, so
 * variables are compiled first.
 */
static void move_vars_last(struct hist_trigger_data *data)
{
	struct hist_field *first = &data->fields[1];
	unsigned int n_vals = hist_n_display_vals(data) - 1;

	reverse_fields(first, n_vals + data->n_vars);
	reverse_fields(first, n_vals);
	reverse_fields(first + n_vals, data->n_vars);
}

static int add_keys(struct hist_compiler *c)
{
	unsigned int i;
	int ret = 0;

	c->section = &c->data->program.pre_key;
	for (i = 0; !ret && i < c->spec->n_keys; i++)
		ret = add_key(c, &c->spec->keys[i]);
	if (!ret)
		hist_set_linear_args(c->data);
	c->section = &c->data->program.post_lookup;
	return ret;
}

/* The sort field can have parentheses around an expression that is shown without them. */
static bool sort_matches_text(const struct hist_compiler *c, const struct hist_spec_sort *named,
			      const struct hist_field *field)
{
	enum hist_kind kind = field->value.kind;
	struct trace_span inner = named->text;

	if (kind != HIST_KIND_EXPR && !field->value.is_var)
		return false;
	if (trace_span_is(c->spec->text, named->text, field->value.name))
		return true;
	if (inner.len < 2 || c->spec->text[inner.off] != '(')
		return false;
	inner.off++;
	inner.len -= 2;
	return trace_span_is(c->spec->text, inner, field->value.name);
}

static bool sort_matches_field(const struct hist_field *field,
			       const struct hist_event_field *want)
{
	return field->value.kind == want->kind && !strcmp(field->value.name, want->name);
}

/* The modifier can be left out, the aggregate cannot. */
static bool sort_matches_suffix(const struct hist_spec_sort *named, const struct hist_value *value)
{
	const struct hist_suffix *suffix = &named->suffix;
	const struct hist_operand *field = &named->field;
	const bool apart = suffix->span.len;
	const struct hist_value want = {
		.mod = apart ? suffix->mod : field->mod,
		.mod_arg = apart ? suffix->mod_arg : field->mod_arg,
		.linear = apart ? suffix->linear : field->linear,
	};

	return value->agg == suffix->agg && value->quantile == suffix->quantile &&
	       (want.mod == HIST_MOD_NONE || hist_modifiers_equal(&want, value));
}

static int reject_sort(const struct hist_compiler *c, const struct hist_spec_sort *named)
{
	struct trace_suggestion suggestion = trace_suggestion_for(c->spec->text, named->field.name);
	const struct hist_field *field;

	for (field = c->data->fields; field < c->data->fields + c->data->n_fields; field++)
		if (field->role != HIST_ROLE_VAR)
			trace_suggest_offer(&suggestion, field->value.name);
	return hist_diag_suggest(c->diag, HIST_DIAG_NO_SORT_FIELD, named->field.name, "",
				 &suggestion);
}

static int add_sort(struct hist_compiler *c, const struct hist_spec_sort *named)
{
	struct hist_trigger_data *data = c->data;
	struct hist_event_field want;
	unsigned int i;
	int ret;

	ret = hist_resolve_field(c, NULL, named->field.name, HIST_ROLE_VAL, &want);
	if (ret && ret != -ENOENT)
		return ret;

	for (i = 0; i < data->n_fields; i++) {
		const struct hist_field *field = &data->fields[i];

		if (field->role == HIST_ROLE_VAR || field->value.agg == HIST_AGG_DIST ||
		    !sort_matches_suffix(named, &field->value) ||
		    !(sort_matches_text(c, named, field) ||
		      (!ret && sort_matches_field(field, &want))))
			continue;
		data->sorts[data->n_sorts++] = (struct hist_sort){
			.field = i,
			.descending = named->descending,
		};
		return 0;
	}
	return reject_sort(c, named);
}

static int add_sorts(struct hist_compiler *c)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < c->spec->n_sorts; i++)
		ret = add_sort(c, &c->spec->sorts[i]);

	/* The default is field 0, the hitcount. */
	if (!c->data->n_sorts)
		c->data->n_sorts = 1;
	return ret;
}

static int reject_clock(const struct hist_compiler *c)
{
	struct trace_suggestion suggestion = trace_suggestion_for(c->spec->text, c->spec->clock);

	hist_suggest_clock(&suggestion);
	return hist_diag_suggest(c->diag, HIST_DIAG_BAD_CLOCK, c->spec->clock, "", &suggestion);
}

static int select_clock(struct hist_compiler *c)
{
	enum hist_clock clock = HIST_CLOCK_DEFAULT;

	if (c->spec->clock.len) {
		clock = hist_clock_find(c->spec->text, c->spec->clock);
		if (clock == HIST_CLOCK_NONE)
			return reject_clock(c);
		c->data->clock_given = true;
	}
	c->data->program.clock = clock;
	return 0;
}

/* A lookup of the histogram's own key needs a key that begins with all keys of the other one. */
static int check_lookups(const struct hist_compiler *c)
{
	const struct hist_program *program = &c->data->program;
	unsigned int i;

	for (i = 0; i < program->n_lookups; i++)
		if (!program->lookups[i].n_keys &&
		    !hist_data_keys_compatible(program->lookups[i].defining_hist, c->data))
			return hist_diag_set(c->diag, HIST_DIAG_VAR_KEYS, c->lookup_at[i]);
	return 0;
}

static int hist_compile_spec(struct hist_compiler *c)
{
	struct hist_trigger_data *data = c->data;
	int ret;

	data->size = c->spec->size;
	data->overflow = c->spec->overflow;
	if (c->spec->name.len) {
		data->name = trace_span_dup(c->spec->text, c->spec->name);
		if (!data->name)
			return -ENOMEM;
	}

	ret = select_clock(c);
	ret = ret ?: add_hitcount(c);
	ret = ret ?: add_vars(c);
	ret = ret ?: add_vals(c);
	ret = ret ?: hist_check_pool(c);
	if (ret)
		return ret;
	hist_lay_out_stats(data);
	move_vars_last(data);

	ret = add_keys(c);
	ret = ret ?: add_sorts(c);
	ret = ret ?: hist_compile_actions(c);
	ret = ret ?: check_lookups(c);
	return ret ?: hist_finalize(c);
}

/**
 * hist_compile - compile a histogram
 * @spec: parsed command
 * @resolver: view of the event that the command is for
 * @diag: filled in with the error and its position in the spec's text, if the spec is rejected
 *
 * Context: may sleep; the locks that @resolver needs are held.
 * Return: the histogram, with one reference to be put with hist_data_put(), and not attached; or
 * an ERR_PTR: -EINVAL with @diag filled in, or -ENOMEM.
 */
struct hist_trigger_data *hist_compile(const struct hist_spec *spec,
				       const struct hist_resolver *resolver,
				       struct trace_diag *diag)
{
	struct hist_compiler *c = kvzalloc(sizeof(*c), GFP_KERNEL);
	struct hist_trigger_data *data = hist_data_new();
	int ret = -ENOMEM;

	if (c && data) {
		c->spec = spec;
		c->resolver = resolver;
		c->diag = diag;
		c->data = data;
		ret = hist_compile_spec(c);
	}
	kvfree(c);
	if (ret) {
		hist_data_put(data);
		return ERR_PTR(ret);
	}
	return data;
}
