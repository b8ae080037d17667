// SPDX-License-Identifier: GPL-2.0
/*
 * Add the values of one event to the sums and statistics of its entry, for programs that have
 * statistics, and for variants that usually have no sums. add_stat() in context.h has the parts of
 * a statistic that are inline.
 *
 * Any context, NMI included, with preemption off. The functions are apart from the execution
 * variants, so that programs without statistics stay small.
 */
#include "context.h"

/**
 * hist_add_all_parts - add to a statistic with any parts
 * @stat: the statistic
 * @map: the histogram's map
 * @elt: the entry
 * @own: the entry's words in this CPU's copy
 * @val: the value
 *
 * Context: any, NMI included, with preemption off since tracing_map_own_words().
 */
noinline void hist_add_all_parts(const struct hist_stat *stat, struct tracing_map *map, int elt,
				 struct tracing_map_own own, u64 val)
{
	hist_stat_add(stat, map, elt, own, val);
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
	const struct tracing_map_own own = tracing_map_own_words(map, elt);

	do {
		add_stat(&stat->stat, map, elt, own, compute_number(&stat->insn, &copy));
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
	const struct tracing_map_own own = tracing_map_own_words(map, elt);

	do {
		add_stat(&stat->stat, map, elt, own, load_field(&stat->insn, record));
	} while (++stat < end);
}
