// SPDX-License-Identifier: GPL-2.0
/*
 * Add the values of one event to the sums and statistics of its entry, for programs that have
 * statistics, and for variants that usually have no sums.
 *
 * Any context, NMI included, with preemption off. The functions are apart from the execution
 * variants, so that programs without statistics stay small.
 */
#include "context.h"

/* Add to a statistic with any parts. */
static noinline void hist_add_all_parts(const struct hist_stat *stat, struct tracing_map *map,
					int elt, u64 val)
{
	hist_stat_add(stat, map, elt, val);
}

/* Add to a statistic that is used for .stddev, and possibly for .avg. */
static noinline void hist_add_deviation(const struct hist_stat *stat, struct tracing_map *map,
					int elt, u64 val)
{
	hist_wide_add(map, elt, stat->sum_word, val, stat->is_signed);
	hist_wide_add_square(map, elt, stat->squares_word, val, stat->is_signed);
}

/*
 * Add to a statistic. The parts of .max, .min and .avg alone are apart: without the other parts,
 * the function saves no registers.
 */
static noinline void hist_add_parts(const struct hist_stat *stat, struct tracing_map *map, int elt,
				    u64 val)
{
	u64 code;

	switch (stat->flags) {
	case HIST_STAT_MAX:
		tracing_map_raise(map, elt, stat->max_word, hist_stat_encode(stat, val));
		break;
	case HIST_STAT_MIN:
		code = hist_stat_encode(stat, val);
		tracing_map_raise(map, elt, stat->min_word, ~code);
		break;
	case HIST_STAT_SUM:
		hist_wide_add(map, elt, stat->sum_word, val, stat->is_signed);
		break;
	case HIST_STAT_SUM | HIST_STAT_SQUARES:
		hist_add_deviation(stat, map, elt, val);
		break;
	default:
		hist_add_all_parts(stat, map, elt, val);
		break;
	}
}

/**
 * hist_add_stats - add to the statistics of an entry
 * @program: the histogram's program, which has at least one statistic
 * @map: the histogram's map
 * @elt: the entry
 * @copy: execution context of the event; passed by value, so that the caller can keep its own
 *	copy in registers
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_add_stats(const struct hist_program *program, struct tracing_map *map, int elt,
			     const struct hist_exec_ctx copy)
{
	const struct hist_stat_insn *stat = program->stats, *end = stat + program->n_stats;

	do {
		hist_add_parts(&stat->stat, map, elt, compute_number(&stat->insn, &copy));
	} while (++stat < end);
}

/**
 * hist_add_updates - add to the sums and statistics of an entry
 * @program: the histogram's program
 * @map: the histogram's map
 * @elt: the entry
 * @copy: execution context of the event, passed by value as for hist_add_stats()
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_add_updates(const struct hist_program *program, struct tracing_map *map,
			       int elt, const struct hist_exec_ctx copy)
{
	add_sums(program, map, elt, &copy);
	if (program->n_stats)
		hist_add_stats(program, map, elt, copy);
}

static noinline void hist_add_many_field_stats(const struct hist_program *program,
					       struct tracing_map *map, int elt,
					       const void *record)
{
	const struct hist_stat_insn *stat = program->stats, *end = stat + program->n_stats;

	do {
		hist_add_parts(&stat->stat, map, elt, load_field(&stat->insn, record));
	} while (++stat < end);
}

/**
 * hist_add_field_stats - add fields of the record to the statistics of an entry
 * @program: program with at least one statistic, all of them of numbers of the record
 * @map: the histogram's map
 * @elt: the entry
 * @record: the event's record
 *
 * A single statistic is added to by a tail call, so this function need not save registers.
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_add_field_stats(const struct hist_program *program, struct tracing_map *map,
				   int elt, const void *record)
{
	const struct hist_stat_insn *stat = program->stats;

	if (program->n_stats == 1)
		hist_add_parts(&stat->stat, map, elt, load_field(&stat->insn, record));
	else
		hist_add_many_field_stats(program, map, elt, record);
}
