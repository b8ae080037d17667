// SPDX-License-Identifier: GPL-2.0
/*
 * What can be done with a compiled histogram: hold it, let go of it, make a map
 * for it, and compare it with another one.
 */
#include <linux/container_of.h>
#include <linux/err.h>
#include <linux/kref.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "data.h"

static void free_data(struct kref *ref)
{
	struct hist_trigger_data *data = container_of(ref, struct hist_trigger_data, ref);
	unsigned int i;

	for (i = 0; i < data->n_fields; i++) {
		kfree_const(data->fields[i].name);
		kfree_const(data->fields[i].type);
	}
	kfree(data->name);
	kfree(data);
}

/**
 * hist_data_put - drop a reference
 * @data: the histogram, or NULL, or an ERR_PTR; freed with its last reference
 */
void hist_data_put(struct hist_trigger_data *data)
{
	if (!IS_ERR_OR_NULL(data))
		kref_put(&data->ref, free_data);
}

/**
 * hist_data_create_map - make a map that fits a histogram
 * @data: the histogram
 * @size: number of entries
 *
 * Context: may sleep.
 * Return: the map or an ERR_PTR, as tracing_map_create() does.
 */
struct tracing_map *hist_data_create_map(const struct hist_trigger_data *data, u32 size)
{
	const struct tracing_map_config cfg = {
		.size = size,
		.key_size = data->program.key_size,
		.aux_size = data->program.saves_comm ? TASK_COMM_LEN : 0,
		.n_sums = data->n_sums,
	};

	return tracing_map_create(&cfg);
}

/**
 * hist_field_same - do two fields of one event show the same?
 * @a: one
 * @b: the other
 *
 * Return: true if they do.
 */
bool hist_field_same(const struct hist_field *a, const struct hist_field *b)
{
	return a->kind == b->kind && a->mod == b->mod && a->mod_arg == b->mod_arg &&
	       !strcmp(a->name, b->name);
}

/**
 * hist_data_compatible - can two histograms share their entries?
 * @a: one
 * @b: the other, perhaps of another event
 *
 * They can if their fields have the same names, types and modifiers, in the same
 * order, so that an entry means the same to both.
 *
 * Return: true if they can.
 */
bool hist_data_compatible(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	if (a->n_vals != b->n_vals || a->n_fields != b->n_fields)
		return false;
	if (a->program.clock != b->program.clock)
		return false;

	for (i = 0; i < a->n_fields; i++) {
		const struct hist_field *f = &a->fields[i], *g = &b->fields[i];

		if (!hist_field_same(f, g) || strcmp(f->type, g->type) ||
		    f->size != g->size || f->is_signed != g->is_signed)
			return false;
	}
	return true;
}

/**
 * hist_data_same - do two histograms of one event show the same?
 * @a: one
 * @b: the other
 *
 * That is, the same entries in the same order.  Name, filter, size and clock do
 * not count, nor does the display of the hitcount.
 *
 * Return: true if they do.
 */
bool hist_data_same(const struct hist_trigger_data *a, const struct hist_trigger_data *b)
{
	unsigned int i;

	if (a->n_vals != b->n_vals || a->n_fields != b->n_fields || a->n_sorts != b->n_sorts)
		return false;
	for (i = 0; i < a->n_fields; i++)
		if (!hist_field_same(&a->fields[i], &b->fields[i]))
			return false;
	for (i = 0; i < a->n_sorts; i++)
		if (a->sorts[i].field != b->sorts[i].field ||
		    a->sorts[i].descending != b->sorts[i].descending)
			return false;
	return true;
}
