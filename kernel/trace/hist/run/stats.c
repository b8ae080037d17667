// SPDX-License-Identifier: GPL-2.0
/*
 * Add the values of one event to the statistics of its entry.
 *
 * Any context, NMI included, with preemption off. The functions are apart from the execution
 * variants, so that programs without statistics stay small.
 */
#include "context.h"

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
		hist_stat_add(&stat->stat, map, elt, compute_number(&stat->insn, &copy));
	} while (++stat < end);
}

/**
 * hist_add_field_stats - add fields of the record to the statistics of an entry
 * @program: program with at least one statistic, all of them of numbers of the record
 * @map: the histogram's map
 * @elt: the entry
 * @record: the event's record
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_add_field_stats(const struct hist_program *program, struct tracing_map *map,
				   int elt, const void *record)
{
	const struct hist_stat_insn *stat = program->stats, *end = stat + program->n_stats;

	do {
		hist_stat_add(&stat->stat, map, elt, load_field(&stat->insn, record));
	} while (++stat < end);
}
