// SPDX-License-Identifier: GPL-2.0
/*
 * How two compiled histograms compare: do they show and do the same, can they share their
 * entries, can the one find those of the other?
 *
 * Of what they are made of for people, constant since they were compiled.  Whether they are
 * attached, and to what, does not count; programs are not looked at but for the clock.
 */
#include <linux/string.h>

#include "same.h"

/**
 * hist_value_same - do two values of one event show the same?
 * @a: one
 * @b: the other
 *
 * Return: true if they do.
 */
bool hist_value_same(const struct hist_value *a, const struct hist_value *b)
{
	/* One of them may have been compiled leniently, and not know what a variable holds. */
	return (a->kind == b->kind || (a->is_var && b->is_var)) && a->mod == b->mod &&
	       a->mod_arg == b->mod_arg && !strcmp(a->name, b->name);
}

static bool same_var(const struct hist_field *a, const struct hist_field *b)
{
	return hist_value_same(&a->value, &b->value) && !strcmp(a->var_name, b->var_name);
}

/* Values and keys, and of the variables all that @b has, wherever @a has them. */
static bool covers_fields(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int vals = hist_n_shown(a), i, k;

	if (vals != hist_n_shown(b) || a->n_keys != b->n_keys)
		return false;
	for (i = 0; i < vals; i++)
		if (!hist_value_same(&a->fields[i].value, &b->fields[i].value))
			return false;
	for (i = 0; i < a->n_keys; i++)
		if (!hist_value_same(&a->fields[a->n_vals + i].value,
				     &b->fields[b->n_vals + i].value))
			return false;
	for (i = vals; i < b->n_vals; i++) {
		for (k = vals; k < a->n_vals; k++)
			if (same_var(&a->fields[k], &b->fields[i]))
				break;
		if (k == a->n_vals)
			return false;
	}
	return true;
}

static bool same_fields(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	if (a->n_vars != b->n_vars || !covers_fields(a, b))
		return false;
	for (i = hist_n_shown(a); i < a->n_vals; i++)
		if (!same_var(&a->fields[i], &b->fields[i]))
			return false;
	return true;
}

static bool same_sorts(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	if (a->n_sorts != b->n_sorts)
		return false;
	for (i = 0; i < a->n_sorts; i++)
		if (!hist_value_same(&a->fields[a->sorts[i].field].value,
				     &b->fields[b->sorts[i].field].value) ||
		    a->sorts[i].descending != b->sorts[i].descending)
			return false;
	return true;
}

static bool same_actions(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	if (a->n_actions != b->n_actions)
		return false;
	for (i = 0; i < a->n_actions; i++)
		if (strcmp(a->actions[i].text, b->actions[i].text))
			return false;
	return true;
}

/* Whatever else they have in common, one event's field may be something else than another's. */
static bool same_type(const struct hist_value *a, const struct hist_value *b)
{
	return a->kind == b->kind && !strcmp(a->type, b->type) && a->size == b->size &&
	       a->is_signed == b->is_signed && a->is_difference == b->is_difference;
}

/* Of so many things that the same actions save: each is read by any of the programs. */
static bool same_saves(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	for (i = 0; i < a->n_save_vars; i++) {
		const struct hist_field_var *v = &a->save_vars[i], *w = &b->save_vars[i];

		if (!same_type(&v->value, &w->value) || v->pos != w->pos || v->room != w->room)
			return false;
	}
	return true;
}

/**
 * hist_data_compatible - can two histograms share their entries?
 * @a: one
 * @b: the other, perhaps of another event
 *
 * They can if their fields have the same names, types and modifiers, in the same
 * order, and they do the same, with fields of the same types, so that an entry means the
 * same to both.
 *
 * Return: true if they can.
 */
bool hist_data_compatible(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	if (a->program.clock != b->program.clock || !same_fields(a, b) || !same_actions(a, b))
		return false;

	for (i = 0; i < a->n_fields; i++)
		if (!same_type(&a->fields[i].value, &b->fields[i].value))
			return false;
	return a->n_save_vars == b->n_save_vars && same_saves(a, b) &&
	       a->n_map_vars == b->n_map_vars && a->cell_words == b->cell_words;
}

/**
 * hist_data_same - do two histograms of one event show and do the same?
 * @a: one
 * @b: the other
 *
 * That is, the same entries in the same order, the same variables and actions.  Name,
 * filter, size and clock do not count, nor does the display of the hitcount.
 *
 * Return: true if they do.
 */
bool hist_data_same(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	return same_fields(a, b) && same_actions(a, b) && same_sorts(a, b);
}

/**
 * hist_data_covers - does a histogram have all that another one of its event has?
 * @a: the one
 * @b: the other
 *
 * As hist_data_same(), but @a may have more variables, unless @b has none.
 *
 * Return: true if it does.
 */
bool hist_data_covers(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	return !a->n_vars == !b->n_vars && covers_fields(a, b) && same_actions(a, b) &&
	       same_sorts(a, b);
}

static bool key_fits(const struct hist_value *a, const struct hist_value *b)
{
	bool changed = hist_mod_changes_number(a->mod) || hist_mod_changes_number(b->mod);

	if (a->unit != b->unit)
		return false;
	if (changed && (a->mod != b->mod || a->mod_arg != b->mod_arg))
		return false;
	if (hist_kind_is_number(a->kind))
		return hist_kind_is_number(b->kind);
	return a->size == b->size && hist_kind_is_string(a->kind) == hist_kind_is_string(b->kind);
}

/**
 * hist_data_keys_fit - can one histogram's entries be found by the key of another?
 * @def: the one that has the entries
 * @user: the one that has the key, perhaps of another event
 *
 * They can if the first keys of @user are of the types that all keys of @def have; keys
 * that follow do not count.
 *
 * Return: true if they can.
 */
bool hist_data_keys_fit(const struct hist_trigger_data *def,
			const struct hist_trigger_data *user)
{
	unsigned int i;

	if (def->n_keys > user->n_keys)
		return false;
	for (i = 0; i < def->n_keys; i++)
		if (!key_fits(&def->fields[def->n_vals + i].value,
			      &user->fields[user->n_vals + i].value))
			return false;
	return true;
}
