// SPDX-License-Identifier: GPL-2.0
/*
 * Aggregates of values: the statistics that they are computed from, and their words in an element
 * of the map.
 *
 * Part of the compiler, see compile.c.
 */
#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "compiler.h"

/* Each value can have a statistic of its own with all parts. Sum 0 is the hitcount. */
static_assert(HIST_VALS_MAX <= HIST_STATS_MAX);
static_assert(1 + HIST_VALS_MAX * (HIST_SUM_LIMBS + HIST_SQUARES_LIMBS + 1) <=
	      TRACING_MAP_SUMS_MAX);
static_assert(2 * HIST_VALS_MAX <= TRACING_MAP_MAXIMA_MAX);

/* Parts of a statistic that each aggregate is computed from. */
static const u8 agg_flags[HIST_AGG_COUNT] = {
	[HIST_AGG_MIN]		= HIST_STAT_MIN,
	[HIST_AGG_MAX]		= HIST_STAT_MAX,
	[HIST_AGG_AVG]		= HIST_STAT_SUM,
	[HIST_AGG_STDDEV]	= HIST_STAT_SUM | HIST_STAT_SQUARES,
	[HIST_AGG_QUANTILE]	= HIST_STAT_BUCKETS | HIST_STAT_MIN | HIST_STAT_MAX,
	[HIST_AGG_DIST]		= HIST_STAT_BUCKETS,
};

/**
 * hist_values_have_same_origin - check whether two values are the same number of each event
 * @a: first value of a histogram
 * @b: second value of the same histogram
 *
 * Return: true if so; they may differ in display.
 */
bool hist_values_have_same_origin(const struct hist_value *a, const struct hist_value *b)
{
	return a->kind == b->kind && a->unit == b->unit && !strcmp(a->name, b->name);
}

/* Find an earlier value whose statistic a new value can share. */
static const struct hist_field *find_val_with_same_stat(const struct hist_trigger_data *data,
							const struct hist_field *field)
{
	const struct hist_field *other;

	for (other = data->fields; other < field; other++)
		if (other->role == HIST_ROLE_VAL && hist_value_has_stat(&other->value) &&
		    hist_values_have_same_origin(&other->value, &field->value))
			return other;
	return NULL;
}

static int append_stat(struct hist_program *program, const struct hist_stat_insn *new)
{
	struct hist_stat_insn *stats =
		hist_reserve_one(program->stats, program->n_stats, sizeof(*stats));

	if (!stats)
		return -ENOMEM;
	program->stats = stats;
	stats[program->n_stats++] = *new;
	return 0;
}

/**
 * hist_add_stat - let a value be computed from a statistic
 * @c: compilation
 * @field: value with an aggregate; its position is filled in
 * @insn: instruction that computes the value of an event
 *
 * Aggregates of the same number share a statistic, which gets the parts that all of them need.
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_add_stat(struct hist_compiler *c, struct hist_field *field, const struct hist_insn *insn)
{
	struct hist_program *program = &c->data->program;
	const struct hist_field *same = find_val_with_same_stat(c->data, field);
	bool is_signed = hist_value_may_be_negative(&field->value);
	const struct hist_stat_insn new = {
		.insn = *insn,
		.stat = {
			.index = program->n_stats,
			.is_signed = is_signed,
			.sign_bit = is_signed ? BIT_ULL(63) : 0,
		},
	};
	int ret;

	field->pos = same ? same->pos : program->n_stats;
	ret = same ? 0 : append_stat(program, &new);
	if (ret)
		return ret;
	program->stats[field->pos].stat.flags |= agg_flags[field->value.agg];
	/* The value describes the displayed number. */
	if (field->value.agg == HIST_AGG_STDDEV) {
		field->value.is_signed = false;
		field->value.from_subtraction = false;
	}
	return 0;
}

/**
 * hist_check_pool - take over the size of the pool, if statistics need one
 * @c: compilation; its values are compiled
 *
 * Return: 0, or -EINVAL with the diagnostic filled in if the command gives a size without need.
 */
int hist_check_pool(struct hist_compiler *c)
{
	const struct hist_program *program = &c->data->program;
	unsigned int i;

	for (i = 0; i < program->n_stats; i++)
		c->data->uses_pool |= program->stats[i].stat.flags & HIST_STAT_BUCKETS;
	if (c->spec->pool && !c->data->uses_pool)
		return hist_diag_set(c->diag, HIST_DIAG_POOL_UNUSED, c->spec->pool_at);
	c->data->pool = c->spec->pool;
	return 0;
}

/* Reserve @n sums for a part of a statistic. */
static u16 reserve_sums(struct hist_trigger_data *data, unsigned int n)
{
	unsigned int first = data->n_sums;

	data->n_sums += n;
	return first;
}

static void lay_out_sums(struct hist_trigger_data *data, struct hist_stat *stat)
{
	/* The limbs of the sum of squares follow those of the sum. */
	if (stat->flags & HIST_STAT_SUM)
		stat->sum_word = reserve_sums(data, HIST_SUM_LIMBS);
	if (stat->flags & HIST_STAT_SQUARES)
		reserve_sums(data, HIST_SQUARES_LIMBS);
	if (stat->flags & HIST_STAT_BUCKETS)
		stat->lost_word = reserve_sums(data, 1);
}

static void lay_out_maxima(struct hist_trigger_data *data, struct hist_stat *stat)
{
	if (stat->flags & HIST_STAT_MIN)
		stat->min_word = data->n_sums + data->n_maxima++;
	if (stat->flags & HIST_STAT_MAX)
		stat->max_word = data->n_sums + data->n_maxima++;
}

/**
 * hist_lay_out_stats - assign the words of an element to the statistics
 * @data: histogram; its values are compiled
 *
 * The maxima of all statistics follow all sums.
 */
void hist_lay_out_stats(struct hist_trigger_data *data)
{
	struct hist_program *program = &data->program;
	unsigned int i;

	for (i = 0; i < program->n_stats; i++)
		lay_out_sums(data, &program->stats[i].stat);
	for (i = 0; i < program->n_stats; i++)
		lay_out_maxima(data, &program->stats[i].stat);
	program->n_updates = program->sums.n + program->n_stats;
}
