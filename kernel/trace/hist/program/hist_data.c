// SPDX-License-Identifier: GPL-2.0
/*
 * Allocate, reference and free compiled histograms.
 *
 * The compiler fills in what hist_data_new() returns. These functions take no lock.
 */
#include <linux/err.h>
#include <linux/refcount.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "hist_data.h"

/**
 * hist_value_clear - free the strings of a value
 * @value: the value; its strings may be NULL
 *
 * Context: may sleep.
 */
void hist_value_clear(struct hist_value *value)
{
	kfree_const(value->name);
	kfree_const(value->type);
	kfree(value->title);
	*value = (struct hist_value){};
}

/**
 * hist_value_copy - copy a value without an aggregate and duplicate its strings
 * @to: the copy. The caller must pass it to hist_value_clear(), even after a failure
 * @from: the value to copy
 *
 * Context: may sleep.
 * Return: 0, or -ENOMEM.
 */
int hist_value_copy(struct hist_value *to, const struct hist_value *from)
{
	*to = *from;
	to->name = kstrdup_const(from->name, GFP_KERNEL);
	to->type = kstrdup_const(from->type, GFP_KERNEL);
	return to->name && to->type ? 0 : -ENOMEM;
}

/**
 * hist_data_new - allocate an empty histogram
 *
 * Context: may sleep.
 * Return: the histogram with one reference, or NULL if there is no memory.
 */
struct hist_trigger_data *hist_data_new(void)
{
	struct hist_trigger_data *data = kvzalloc(sizeof(*data), GFP_KERNEL);

	if (data) {
		refcount_set(&data->refs, 1);
		data->size = HIST_SIZE_DEFAULT;
	}
	return data;
}

/*
 * Drop a reference and put a histogram without references on the list @free_list. A kref does
 * not work here: its release callback has no argument for the list.
 */
static void put_deferred(struct hist_trigger_data *data, struct hist_trigger_data **free_list)
{
	if (data && refcount_dec_and_test(&data->refs)) {
		data->next_free = *free_list;
		*free_list = data;
	}
}

static void free_program(struct hist_program *program, struct hist_trigger_data **free_list)
{
	unsigned int i;

	for (i = 0; i < program->n_actions; i++)
		kfree(program->actions[i].args.insns);
	for (i = 0; i < program->n_lookups; i++) {
		put_deferred(program->lookups[i].defining_hist, free_list);
		kfree(program->lookups[i].keys);
		kfree(program->lookups[i].key_text);
	}
	kfree(program->pre_lookup.insns);
	kfree(program->pre_key.insns);
	kfree(program->key.insns);
	kfree(program->post_lookup.insns);
	kfree(program->sums.insns);
	kfree(program->stats);
	kfree(program->lookups);
	kfree(program->var_loads);
	kfree(program->var_stores);
	kfree(program->actions);
}

static void free_actions(struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = 0; i < data->n_actions; i++) {
		kfree(data->actions[i].text);
		kfree(data->actions[i].match_system);
		kfree(data->actions[i].match_event);
		kfree(data->actions[i].event);
	}
	kfree(data->actions);
}

static void free_field_vars(struct hist_field_var *vars, unsigned int n)
{
	while (n)
		hist_value_clear(&vars[--n].value);
	kfree(vars);
}

static void free_data(struct hist_trigger_data *data, struct hist_trigger_data **free_list)
{
	unsigned int i;

	for (i = 0; i < data->n_fields; i++) {
		hist_value_clear(&data->fields[i].value);
		kfree(data->fields[i].var_name);
	}
	for (i = 0; i < data->n_var_refs; i++) {
		kfree(data->var_refs[i].name);
		kfree(data->var_refs[i].type);
		put_deferred(data->var_refs[i].defining_hist, free_list);
	}
	kfree(data->var_refs);
	for (i = 0; i < data->n_field_var_hists; i++) {
		put_deferred(data->field_var_hists[i].data, free_list);
		put_deferred(data->field_var_hists[i].match, free_list);
	}
	kfree(data->field_var_hists);
	free_field_vars(data->field_vars, data->n_field_vars);
	free_field_vars(data->save_vars, data->n_save_vars);
	free_actions(data);
	free_program(&data->program, free_list);
	kfree(data->name);
	kvfree(data);
}

/**
 * hist_data_put - drop a reference to a histogram
 * @data: the histogram, NULL or an ERR_PTR; freed with its last reference
 *
 * A histogram holds references to the histograms whose variables it uses. These were
 * compiled before it, so the references form no cycle. They can form a chain of any length,
 * however, and dropping the last reference to one end may free all of it. So histograms are
 * freed in a loop: recursion could exhaust the stack.
 *
 * Context: may sleep.
 */
void hist_data_put(struct hist_trigger_data *data)
{
	struct hist_trigger_data *free_list = NULL;

	if (!IS_ERR(data))
		put_deferred(data, &free_list);
	while (free_list) {
		data = free_list;
		free_list = data->next_free;
		free_data(data, &free_list);
	}
}
