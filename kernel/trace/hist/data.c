// SPDX-License-Identifier: GPL-2.0
/*
 * Allocate, reference and free compiled histograms, and create a map that fits one.
 *
 * The compiler fills in what hist_data_new() returns. These functions take no lock.
 */
#include <linux/err.h>
#include <linux/refcount.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "data.h"

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
	*value = (struct hist_value){};
}

/**
 * hist_value_copy - copy a value and duplicate its strings
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
 * Drop a reference and put a histogram without references on the list @unused. A kref does
 * not work here: its release callback has no argument for the list.
 */
static void drop(struct hist_trigger_data *data, struct hist_trigger_data **unused)
{
	if (data && refcount_dec_and_test(&data->refs)) {
		data->next_unused = *unused;
		*unused = data;
	}
}

static void free_program(struct hist_program *program, struct hist_trigger_data **unused)
{
	unsigned int i;

	for (i = 0; i < program->n_acts; i++)
		kfree(program->acts[i].args.steps);
	for (i = 0; i < program->n_sources; i++)
		drop(program->sources[i].def, unused);
	kfree(program->before.steps);
	kfree(program->keys.steps);
	kfree(program->after.steps);
	kfree(program->sums.steps);
	kfree(program->sources);
	kfree(program->gets);
	kfree(program->sets);
	kfree(program->acts);
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

static void free_data(struct hist_trigger_data *data, struct hist_trigger_data **unused)
{
	unsigned int i;

	for (i = 0; i < data->n_fields; i++) {
		hist_value_clear(&data->fields[i].value);
		kfree(data->fields[i].var_name);
	}
	for (i = 0; i < data->n_var_refs; i++) {
		kfree(data->var_refs[i].name);
		kfree(data->var_refs[i].type);
		drop(data->var_refs[i].def, unused);
	}
	kfree(data->var_refs);
	for (i = 0; i < data->n_helpers; i++) {
		drop(data->helpers[i].data, unused);
		drop(data->helpers[i].match, unused);
	}
	kfree(data->helpers);
	free_field_vars(data->field_vars, data->n_field_vars);
	free_field_vars(data->save_vars, data->n_save_vars);
	free_actions(data);
	free_program(&data->program, unused);
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
	struct hist_trigger_data *unused = NULL;

	if (!IS_ERR(data))
		drop(data, &unused);
	while (unused) {
		data = unused;
		unused = data->next_unused;
		free_data(data, &unused);
	}
}

/**
 * hist_data_create_map - create a map that fits a histogram
 * @data: the histogram
 * @size: number of entries
 *
 * Context: may sleep.
 * Return: the map, or an ERR_PTR from tracing_map_create().
 */
struct tracing_map *hist_data_create_map(const struct hist_trigger_data *data, u32 size)
{
	const struct tracing_map_config cfg = {
		.size = size,
		.key_size = data->program.key_size,
		.aux_size = data->program.saves_comm ? TASK_COMM_LEN : 0,
		.n_sums = data->n_sums,
		.n_vars = data->n_map_vars,
		.cell_words = data->cell_words,
	};

	return tracing_map_create(&cfg);
}
