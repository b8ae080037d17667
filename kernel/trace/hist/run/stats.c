// SPDX-License-Identifier: GPL-2.0
/*
 * Add the values of one event to the sums and statistics of its entry, for programs that have
 * statistics, and for variants that usually have no sums.
 *
 * Any context, NMI included, with preemption off. The functions are apart from the execution
 * variants, so that programs without statistics stay small.
 */
#include <linux/errno.h>

#include "context.h"
#include "exec.h"

/* Add to a statistic with any parts. */
static noinline void hist_add_all_parts(const struct hist_stat *stat, struct tracing_map *map,
					int elt, struct tracing_map_own own, u64 val)
{
	hist_stat_add_own(stat, map, elt, own, val);
}

/*
 * Add to a statistic. The parts of .avg, .stddev, .max and .min are inline: without the others,
 * a function saves no registers.
 */
static __always_inline void add_parts(const struct hist_stat *stat, struct tracing_map *map,
				      int elt, struct tracing_map_own own, u64 val)
{
	u8 flags = stat->flags;

	if (flags == HIST_STAT_SUM)
		hist_wide_add(map, elt, own, stat->sum_word, val, stat->is_signed);
	else if (flags == HIST_STAT_MAX)
		tracing_map_raise(map, elt, own, stat->max_word, hist_stat_encode(stat, val));
	else if (flags == HIST_STAT_MIN)
		tracing_map_raise(map, elt, own, stat->min_word, ~hist_stat_encode(stat, val));
	else if (flags == (HIST_STAT_SUM | HIST_STAT_SQUARES))
		hist_wide_add_both(map, elt, own, stat->sum_word, val, stat->is_signed);
	else
		hist_add_all_parts(stat, map, elt, own, val);
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
	const struct tracing_map_own own = tracing_map_own(map, elt);

	do {
		add_parts(&stat->stat, map, elt, own, compute_number(&stat->insn, &copy));
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
	const struct tracing_map_own own = tracing_map_own(map, elt);

	do {
		add_parts(&stat->stat, map, elt, own, load_field(&stat->insn, record));
	} while (++stat < end);
}

/* Run a program that hist_exec_field_stat() cannot run or whose entry is new. */
static noinline void hist_exec_any_field_stat(const struct hist_program *program,
					      struct tracing_map *map, const void *record)
{
	u64 key[HIST_STACK_CTX_WORDS] __uninitialized;
	int elt;

	key[0] = load_field(&program->key.insns[0], record);
	elt = find_or_insert_entry(program, map, key, 1, tracing_map_hash(map, key, 1));
	if (unlikely(elt < 0))
		return;
	tracing_map_add(map, elt, 0, 1);
	hist_add_field_stats(program, map, elt, record);
}

/**
 * hist_exec_field_stat - run a program with the variant %HIST_VARIANT_FIELD_STAT
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 *
 * The common case is inline: the key is not transformed, the entry exists, and each CPU has its own
 * copy of the sums. The copy is found once, for the hitcount and the statistic. All calls are in
 * tail position, so this function saves no registers.
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_field_stat(const struct hist_program *program, struct tracing_map *map,
				   const void *record)
{
	const struct hist_insn *insn = program->key.insns;
	const struct hist_stat_insn *only;
	u64 key = trace_record_number(insn->op, record + insn->src);
	struct tracing_map_own own;
	int elt = -ENOENT;

	if (likely(insn->transform == HIST_TRANSFORM_NONE && !map->shared_sums))
		elt = tracing_map_find(map, &key, 1, tracing_map_hash(map, &key, 1));
	if (unlikely(elt < 0)) {
		hist_exec_any_field_stat(program, map, record);
		return;
	}
	only = program->stats;
	own = tracing_map_own_unshared(map, elt);
	tracing_map_own_add(own, 0, 1);
	add_parts(&only->stat, map, elt, own,
		  trace_record_number(only->insn.op, record + only->insn.src));
}
