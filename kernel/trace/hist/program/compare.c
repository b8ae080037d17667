// SPDX-License-Identifier: GPL-2.0
/*
 * Compare two compiled histograms: whether they are equal, whether one is a superset of the
 * other, whether they can share a map, and whether the entries of one can be looked up with
 * the key of the other.
 *
 * The description, the clock and the signedness of statistics are compared; instructions and
 * runtime state are not. All compared members are constant once compiled, so the functions take no
 * lock.
 */
#include <linux/string.h>

#include "compare.h"

/**
 * hist_modifiers_equal - check whether two values have the same modifier and arguments
 * @a: first value
 * @b: second value
 *
 * Return: true if so.
 */
bool hist_modifiers_equal(const struct hist_value *a, const struct hist_value *b)
{
	return a->mod == b->mod && a->mod_arg == b->mod_arg && a->linear.min == b->linear.min &&
	       a->linear.max == b->linear.max && a->linear.step == b->linear.step;
}

/**
 * hist_value_equal - check whether two values of one event are equal
 * @a: first value
 * @b: second value
 *
 * Return: true if both have the same name, kind, modifier and aggregate.
 */
bool hist_value_equal(const struct hist_value *a, const struct hist_value *b)
{
	/* If one of the two was compiled leniently, it does not know the kind of variables. */
	return (a->kind == b->kind || (a->is_var && b->is_var)) && hist_modifiers_equal(a, b) &&
	       a->agg == b->agg && a->quantile == b->quantile && !strcmp(a->name, b->name);
}

static bool vars_equal(const struct hist_field *a, const struct hist_field *b)
{
	return hist_value_equal(&a->value, &b->value) && !strcmp(a->var_name, b->var_name);
}

/* Times can only be compared if they are of one clock and in one unit. */
static bool times_comparable(const struct hist_value *a, const struct hist_value *b)
{
	return a->unit == b->unit && (a->unit == HIST_UNIT_NONE || a->clock == b->clock);
}

/* @a has the values and keys of @b, in the same order, and all variables of @b, in any order. */
static bool fields_superset(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int vals = hist_n_display_vals(a), i, k;

	if (vals != hist_n_display_vals(b) || a->n_keys != b->n_keys)
		return false;
	for (i = 0; i < vals; i++)
		if (!hist_value_equal(&a->fields[i].value, &b->fields[i].value))
			return false;
	for (i = 0; i < a->n_keys; i++)
		if (!hist_value_equal(&a->fields[a->n_vals + i].value,
				      &b->fields[b->n_vals + i].value))
			return false;
	for (i = vals; i < b->n_vals; i++) {
		for (k = vals; k < a->n_vals; k++)
			if (vars_equal(&a->fields[k], &b->fields[i]))
				break;
		if (k == a->n_vals)
			return false;
	}
	return true;
}

/*
 * Names of variables are unique, so equal numbers of variables make the sets equal. Their order may
 * differ: a histogram that is compiled leniently does not know which references mean variables that
 * are defined later.
 */
static bool fields_equal(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	return a->n_vars == b->n_vars && fields_superset(a, b);
}

static bool vars_in_same_order(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	for (i = hist_n_display_vals(a); i < a->n_vals; i++)
		if (!vars_equal(&a->fields[i], &b->fields[i]))
			return false;
	return true;
}

static bool sorts_equal(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	if (a->n_sorts != b->n_sorts)
		return false;
	for (i = 0; i < a->n_sorts; i++)
		if (!hist_value_equal(&a->fields[a->sorts[i].field].value,
				      &b->fields[b->sorts[i].field].value) ||
		    a->sorts[i].descending != b->sorts[i].descending)
			return false;
	return true;
}

static bool actions_equal(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	if (a->n_actions != b->n_actions)
		return false;
	for (i = 0; i < a->n_actions; i++)
		if (strcmp(a->actions[i].text, b->actions[i].text))
			return false;
	return true;
}

/* Fields of different events can have the same name but different types. */
static bool types_equal(const struct hist_value *a, const struct hist_value *b)
{
	return a->kind == b->kind && !strcmp(a->type, b->type) && a->size == b->size &&
	       a->is_signed == b->is_signed && a->from_subtraction == b->from_subtraction &&
	       times_comparable(a, b);
}

/* Both have the same number of saved fields. Each program reads cells that the other wrote. */
static bool saves_equal(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	for (i = 0; i < a->n_save_vars; i++) {
		const struct hist_field_var *v = &a->save_vars[i], *w = &b->save_vars[i];

		if (!types_equal(&v->value, &w->value) || v->pos != w->pos || v->room != w->room)
			return false;
	}
	return true;
}

/*
 * Compare the signs of statistics. types_equal() cannot tell signed from unsigned values of
 * .stddev, because a standard deviation is always unsigned. Both histograms have the same
 * aggregates, and therefore the same number of statistics.
 */
static bool stats_equal(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	for (i = 0; i < a->program.n_stats; i++)
		if (a->program.stats[i].stat.is_signed != b->program.stats[i].stat.is_signed)
			return false;
	return true;
}

/* Ids in the map must mean the same stack traces to both. */
static bool stacks_equal(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	if (a->n_stack_sources != b->n_stack_sources)
		return false;
	for (i = 0; i < a->n_stack_sources; i++) {
		const struct hist_stack_source *s = &a->stack_sources[i];
		const struct hist_stack_source *t = &b->stack_sources[i];

		if (s->kind != t->kind || s->depth != t->depth || s->of != t->of ||
		    s->of_index != t->of_index)
			return false;
	}
	return true;
}

/**
 * hist_data_can_share_map - check whether two histograms can share a map
 * @a: first histogram
 * @b: second histogram, of the same or another event
 *
 * An entry must mean the same to both. So the fields must have the same names, types and
 * modifiers, in the same order; clock and actions must be the same; saved fields must have
 * the same types and places in the cell; statistics must have the same signedness.
 *
 * Return: true if they can share a map.
 */
bool hist_data_can_share_map(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	if (a->program.clock != b->program.clock || !fields_equal(a, b) ||
	    !vars_in_same_order(a, b) || !actions_equal(a, b))
		return false;

	for (i = 0; i < a->n_fields; i++)
		if (!types_equal(&a->fields[i].value, &b->fields[i].value))
			return false;
	return stats_equal(a, b) && stacks_equal(a, b) && a->n_save_vars == b->n_save_vars &&
	       saves_equal(a, b) && a->n_map_vars == b->n_map_vars &&
	       a->cell_words == b->cell_words;
}

/**
 * hist_data_equal - check whether two histograms of one event are equal
 * @a: first histogram
 * @b: second histogram
 *
 * Equal histograms have the same keys, values, variables, sort order and actions. Name,
 * filter, size, clock, nohitcount and the order of the variables are not compared.
 *
 * Return: true if they are equal.
 */
bool hist_data_equal(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	return fields_equal(a, b) && actions_equal(a, b) && sorts_equal(a, b);
}

/**
 * hist_data_is_superset - check whether a histogram is a superset of another one of its event
 * @a: the histogram with possibly more variables
 * @b: the other histogram
 *
 * Like hist_data_equal(), but @a may have variables that @b does not have. If @b has no
 * variable, @a must not have one either.
 *
 * Return: true if @a is a superset of @b.
 */
bool hist_data_is_superset(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	return !a->n_vars == !b->n_vars && fields_superset(a, b) && actions_equal(a, b) &&
	       sorts_equal(a, b);
}

static bool key_compatible(const struct hist_value *a, const struct hist_value *b)
{
	bool changed = hist_mod_changes_number(a->mod) || hist_mod_changes_number(b->mod);

	/* Ids of stack traces mean different stacks in different histograms. */
	if (!times_comparable(a, b) || hist_value_is_interned(a) || hist_value_is_interned(b))
		return false;
	if (changed && !hist_modifiers_equal(a, b))
		return false;
	if (hist_kind_is_number(a->kind))
		return hist_kind_is_number(b->kind);
	return a->size == b->size && hist_kind_is_string(a->kind) == hist_kind_is_string(b->kind);
}

/**
 * hist_data_keys_compatible - check whether a histogram can be looked up with the key of another
 * @defining_hist: the histogram with the entries
 * @user: the histogram with the key, of the same or another event
 *
 * The first keys of @user must have the types of all keys of @defining_hist. Further keys of @user
 * do not matter.
 *
 * Return: true if the keys are compatible.
 */
bool hist_data_keys_compatible(const struct hist_trigger_data *defining_hist,
			       const struct hist_trigger_data *user)
{
	unsigned int i;

	if (defining_hist->n_keys > user->n_keys)
		return false;
	for (i = 0; i < defining_hist->n_keys; i++)
		if (!key_compatible(&defining_hist->fields[defining_hist->n_vals + i].value,
				    &user->fields[user->n_vals + i].value))
			return false;
	return true;
}
