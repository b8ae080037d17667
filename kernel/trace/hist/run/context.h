/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The execution context of one event in one histogram, and the operations that all execution
 * variants are built from. Private to hist/run/.
 *
 * Any context, NMI included, with preemption off. The operations are inline, so that each variant
 * is compiled without the tests for features that it does not use.
 */
#ifndef _TRACE_HIST_RUN_CONTEXT_H
#define _TRACE_HIST_RUN_CONTEXT_H

#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/smp.h>
#include <linux/time64.h>
#include <linux/trace_clock.h>

#include "../arith.h"
#include "../modifier.h"
#include "../program/hist_data.h"
#include "bytes.h"
#include "clock.h"
#include "cut.h"

/**
 * struct hist_exec_ctx - execution context of one event in one histogram
 * @record: the event's record
 * @now: timestamp, undefined if the program has no clock
 * @caller: return address above which stack traces start
 * @key: the key, followed by the comm if the program stores one with a new entry
 * @key_words: words of the key without the comm
 * @hash: hash of the key
 * @regs: registers: numbers, and addresses of bytes in @bytes
 * @bytes: strings, stack traces, arguments of synthetic events, saved values
 */
struct hist_exec_ctx {
	const void *record;
	u64 now;
	unsigned long caller;
	u64 *key;
	u32 key_words;
	u64 hash;
	u64 *regs;
	u64 *bytes;
};

/* run/exec.c */
int hist_insert_entry(const struct hist_program *program, struct tracing_map *map, u64 *key,
		      u64 hash);
int hist_find_prefix(const struct tracing_map *map, const u64 *key, u32 words);
int hist_find_by_operands(const struct hist_lookup *lookup, const struct tracing_map *map,
			  const struct hist_exec_ctx *ctx);

/* run/overflow.c */
int hist_insert_row(const struct hist_program *program, struct tracing_map *map, u64 *words,
		    u64 hash, const void *record, u64 now);

/* run/stats.c */
void hist_add_all_parts(const struct hist_stat *stat, struct tracing_map *map, int elt,
			struct tracing_map_own own, u64 val);
void hist_add_stats(const struct hist_program *program, struct tracing_map *map, int elt,
		    const struct hist_exec_ctx copy);
void hist_add_updates(const struct hist_program *program, struct tracing_map *map, int elt,
		      const struct hist_exec_ctx copy);
void hist_add_field_stats(const struct hist_program *program, struct tracing_map *map, int elt,
			  const void *record);

/* run/actions.c */
void hist_run_actions(const struct hist_program *program, struct tracing_map *map, int elt,
		      const struct hist_exec_ctx copy);

/* Binary logarithm, rounded up: 0 for 0 and 1. */
static inline u64 hist_transform_log2(u64 val)
{
	return val > 1 ? fls64(val - 1) : 0;
}

static inline u64 hist_transform_bucket(u64 val, u64 width)
{
	u64 above;

	div64_u64_rem(val, width, &above);
	return val - above;
}

/*
 * Round down, also below zero, where division would round towards zero: ~val is not negative, and
 * its bucket is the mirror image of the bucket of @val. The lowest bucket starts at S64_MIN, which
 * can make it narrower than the others: its start would otherwise wrap to a positive number.
 */
static inline u64 hist_transform_signed_bucket(s64 val, u64 width)
{
	u64 last;

	if (val >= 0)
		return hist_transform_bucket(val, width);
	last = ~hist_transform_bucket(~(u64)val, width);
	return width - 1 > last - S64_MIN ? S64_MIN : last - (width - 1);
}

/*
 * Start of the linear bucket that holds a signed number. The minimum less 1 stands for all numbers
 * below the buckets, and the maximum for all numbers above. The distance from the minimum cannot
 * overflow as a u64.
 */
static inline u64 hist_transform_signed_linear(s64 val, const struct hist_linear *linear)
{
	if (val < linear->min)
		return linear->min - 1;
	if (val >= linear->max)
		return linear->max;
	return linear->min + hist_transform_bucket((u64)val - linear->min, linear->step);
}

/* Start of the linear bucket that holds an unsigned number. */
static inline u64 hist_transform_linear(u64 val, const struct hist_linear *linear)
{
	return val > S64_MAX ? linear->max : hist_transform_signed_linear(val, linear);
}

/**
 * hist_transform_number - apply a modifier's transformation to a number
 * @transform: &enum hist_transform other than %HIST_TRANSFORM_NONE
 * @val: number
 * @arg: argument of the modifier, if it has one
 *
 * Context: any, NMI included.
 * Return: the transformed number.
 */
static __always_inline u64 hist_transform_number(u8 transform, u64 val, const u64 *arg)
{
	switch (transform) {
	case HIST_TRANSFORM_LOG2:
		return hist_transform_log2(val);
	case HIST_TRANSFORM_BUCKET:
		return hist_transform_bucket(val, *arg);
	case HIST_TRANSFORM_LINEAR:
		return hist_transform_linear(val, (void *)(unsigned long)*arg);
	case HIST_TRANSFORM_LINEAR_SIGNED:
		return hist_transform_signed_linear(val, (void *)(unsigned long)*arg);
	case HIST_TRANSFORM_USECS:
		return div_u64(val, NSEC_PER_USEC);
	default:
		return hist_transform_signed_bucket(val, *arg);
	}
}

static __always_inline u64 transform_number(const struct hist_insn *insn, u64 val)
{
	if (likely(insn->transform == HIST_TRANSFORM_NONE))
		return val;
	return hist_transform_number(insn->transform, val, &insn->arg);
}

/* Read a number from the record and transform it. */
static __always_inline u64 load_field(const struct hist_insn *insn, const void *record)
{
	return transform_number(insn, trace_record_number(insn->op, record + insn->src));
}

static __always_inline u64 load_number(const struct hist_insn *insn,
				       const struct hist_exec_ctx *ctx)
{
	const u64 *regs = ctx->regs;

	/* The opcodes of a typical latency histogram are tested first. */
	if (likely(hist_op_is_field(insn->op)))
		return trace_record_number(insn->op, ctx->record + insn->src);
	if (likely(insn->op == HIST_OP_REG))
		return regs[insn->src];
	if (likely(insn->op == HIST_OP_SINCE_USECS))
		return div_u64(ctx->now, NSEC_PER_USEC) - regs[insn->src2];
	if (likely(insn->op == HIST_OP_TIME_USECS))
		return div_u64(ctx->now, NSEC_PER_USEC);
	if (likely(insn->op == HIST_OP_SUB))
		return regs[insn->src] - regs[insn->src2];
	if (hist_op_is_task(insn->op))
		return trace_task_number(insn->op - HIST_OP_TASK);
	switch (insn->op) {
	case HIST_OP_TIME:
		return ctx->now;
	case HIST_OP_SINCE:
		return ctx->now - regs[insn->src2];
	case HIST_OP_CPU:
		return raw_smp_processor_id();
	case HIST_OP_CONST:
		return insn->arg;
	case HIST_OP_NEG:
		return -regs[insn->src];
	case HIST_OP_ADD:
		return regs[insn->src] + regs[insn->src2];
	case HIST_OP_MUL:
		return regs[insn->src] * regs[insn->src2];
	case HIST_OP_DIV:
		return hist_div_u64(regs[insn->src], regs[insn->src2]);
	case HIST_OP_SDIV:
		return hist_div_s64(regs[insn->src], regs[insn->src2]);
	case HIST_OP_SELECT:
		return regs[regs[insn->src] ? insn->src2 : insn->arg];
	default:
		return hist_arith(insn->op - HIST_OP_ARITH, regs[insn->src], regs[insn->src2]);
	}
}

static __always_inline u64 compute_number(const struct hist_insn *insn,
					  const struct hist_exec_ctx *ctx)
{
	return transform_number(insn, load_number(insn, ctx));
}

static __always_inline void copy_bytes(const struct hist_insn *insn, u64 *dst,
				       const struct hist_exec_ctx *ctx)
{
	hist_copy_bytes(insn, dst, ctx->record, ctx->regs, ctx->caller);
}

static __always_inline void compute_regs(const struct hist_section *section,
					 const struct hist_exec_ctx *ctx)
{
	const struct hist_insn *insn, *end = section->insns + section->n;

	for (insn = section->insns; insn < end; insn++)
		ctx->regs[insn->dst] = compute_number(insn, ctx);
}

/* Build a key or the values of save(), in which the results are adjacent. */
static __always_inline void build_words(const struct hist_section *section, u64 *words,
					const struct hist_exec_ctx *ctx)
{
	const struct hist_insn *insn, *end = section->insns + section->n;

	for (insn = section->insns; insn < end; insn++) {
		if (likely(hist_op_is_number(insn->op)))
			words[insn->dst] = compute_number(insn, ctx);
		else
			copy_bytes(insn, &words[insn->dst], ctx);
	}
}

/*
 * Load a variable that is a number into its register, and clear the variable if @clear is true.
 * Return false if it is not set.
 */
static __always_inline bool load_number_var(const struct hist_var_load *load,
					    struct tracing_map *map, int elt, bool clear,
					    const struct hist_exec_ctx *ctx)
{
	u64 *reg = &ctx->regs[load->reg];

	return clear ? tracing_map_var_fetch_clear(map, elt, load->slot, reg) :
		       tracing_map_var_get(map, elt, load->slot, reg);
}

/**
 * struct hist_lookup_result - result of a lookup in another histogram
 * @map: map of that histogram
 * @elt: element in @map
 */
struct hist_lookup_result {
	struct tracing_map *map;
	int elt;
};

/* Test whether a number is in the range of the key's type, see &struct hist_lookup_key. */
static __always_inline bool fits_key(const struct hist_lookup_key *part, u64 val)
{
	if (unlikely(part->sign_differs && (s64)val < 0))
		return false;
	if (likely(part->bits == 64))
		return true;
	return part->is_signed ? sign_extend64(val, part->bits - 1) == val : !(val >> part->bits);
}

/*
 * Build a part of an explicit key that is a number. Return false if it is outside of the range of
 * the key.
 */
static __always_inline bool build_key_number(const struct hist_lookup_key *part, u64 *word,
					     const struct hist_exec_ctx *ctx)
{
	u64 val = compute_number(&part->insn, ctx);

	if (!fits_key(part, val))
		return false;
	if (unlikely(part->transform != HIST_TRANSFORM_NONE))
		val = hist_transform_number(part->transform, val, &part->transform_arg);
	*word = val;
	return true;
}

/*
 * Find the entry of another histogram by this histogram's own key. The other histogram's key is a
 * prefix of it, see hist_data_keys_compatible(). If both have the same length, the hash of this key
 * is valid for the other map, because all maps use the same seed. This case is apart, because the
 * caller may know the length at compile time.
 */
static __always_inline bool lookup_own_key(const struct hist_lookup *lookup,
					   const struct hist_exec_ctx *ctx,
					   struct hist_lookup_result *result)
{
	u32 words;

	/* NULL while the other histogram is being detached. */
	result->map = hist_cut_map(&lookup->defining_hist->runtime);
	if (!result->map)
		return false;
	words = result->map->key_words;
	if (likely(words == ctx->key_words))
		result->elt = tracing_map_find_var(result->map, ctx->key, ctx->key_words,
						   ctx->hash);
	else
		result->elt = hist_find_prefix(result->map, ctx->key, words);
	return result->elt >= 0;
}

/* Find the entry of another histogram, by this histogram's own key or by an explicit one. */
static __always_inline bool lookup_entry(const struct hist_lookup *lookup,
					 const struct hist_exec_ctx *ctx,
					 struct hist_lookup_result *result)
{
	if (likely(!lookup->n_keys))
		return lookup_own_key(lookup, ctx, result);
	/* As in lookup_own_key(). */
	result->map = hist_cut_map(&lookup->defining_hist->runtime);
	if (!result->map)
		return false;
	result->elt = hist_find_by_operands(lookup, result->map, ctx);
	return result->elt >= 0;
}

/*
 * Find or insert the entry of a program that stores no variables and runs no actions. The result
 * may be the other element of the map, which the caller updates like an entry.
 */
static __always_inline int find_or_insert_entry(const struct hist_program *program,
						struct tracing_map *map, u64 *key,
						unsigned int words, u64 hash)
{
	int elt = tracing_map_find(map, key, words, hash);

	return likely(elt >= 0) ? elt : hist_insert_entry(program, map, key, hash);
}

/*
 * Find or insert the entry of a program that may store variables or run actions. The result is
 * negative if the event has no entry. The event is counted then, in { other } or as dropped.
 */
static __always_inline int find_or_insert_row(const struct hist_program *program,
					      struct tracing_map *map,
					      const struct hist_exec_ctx *ctx, unsigned int words,
					      u64 hash)
{
	int elt = tracing_map_find(map, ctx->key, words, hash);

	if (likely(elt >= 0))
		return elt;
	return hist_insert_row(program, map, ctx->key, hash, ctx->record, ctx->now);
}

static __always_inline void read_clock(const struct hist_program *program,
				       struct hist_exec_ctx *ctx)
{
	if (likely(program->clock == HIST_CLOCK_DEFAULT))
		ctx->now = hist_clock_global();
	else if (program->clock != HIST_CLOCK_NONE)
		ctx->now = hist_clock_read(program->clock);
}

static __always_inline void add_sums(const struct hist_program *program, struct tracing_map *map,
				     int elt, const struct hist_exec_ctx *ctx)
{
	const struct hist_insn *insn = program->sums.insns;
	unsigned int i;

	for (i = 0; unlikely(i < program->sums.n); i++, insn++)
		tracing_map_add(map, elt, insn->dst, compute_number(insn, ctx));
}

/*
 * Add to a statistic. Inline if the value has only .avg, .stddev, .max or .min; combinations and
 * buckets call hist_add_all_parts(), so that a function without them need not save registers.
 */
static __always_inline void add_stat(const struct hist_stat *stat, struct tracing_map *map,
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

/* Count the event in an entry: add to the hitcount, the sums and the statistics. */
static __always_inline void update_entry(const struct hist_program *program,
					 struct tracing_map *map, int elt,
					 const struct hist_exec_ctx *ctx)
{
	tracing_map_add(map, elt, 0, 1);
	add_sums(program, map, elt, ctx);
	if (unlikely(program->n_stats))
		hist_add_stats(program, map, elt, *ctx);
}

static __always_inline void ctx_init(struct hist_exec_ctx *ctx, u64 *words,
				     const struct hist_program *program, const void *record,
				     unsigned long caller)
{
	ctx->record = record;
	ctx->caller = caller;
	ctx->key = words;
	ctx->regs = words + program->regs_offset;
	ctx->bytes = words + program->bytes_offset;
}

#endif /* _TRACE_HIST_RUN_CONTEXT_H */
