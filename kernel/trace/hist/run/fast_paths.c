// SPDX-License-Identifier: GPL-2.0
/*
 * Specialised execution variants. Most programs use few features, so these functions are built
 * from the operations of the general variant without the tests for unused features, see
 * &enum hist_variant. An event pays only for the features that its histogram uses.
 *
 * Any context, NMI included, with preemption off.
 */
#include <linux/errno.h>

#include "arena.h"
#include "context.h"
#include "exec.h"

/*
 * Load the only variable of the only lookup. A single operation loads and clears it, so
 * there is no need to check it first.
 */
static __always_inline bool load_only_var(const struct hist_program *program,
					  const struct hist_exec_ctx *ctx)
{
	const struct hist_var_load *load = program->var_loads;
	struct hist_lookup_result result;

	return lookup_own_key(program->lookups, ctx, &result) &&
	       load_number_var(load, result.map, result.elt, load->once, ctx);
}

static __always_inline void store_number_vars(const struct hist_program *program,
					      struct tracing_map *map, int elt,
					      const struct hist_exec_ctx *ctx)
{
	const struct hist_var_store *store = program->var_stores;
	const struct hist_var_store *end = store + program->n_var_stores;

	do {
		tracing_map_var_set(map, elt, store->slot, compute_number(&store->insn, ctx));
	} while (unlikely(++store < end));
}

/* Count the event in an entry, out of line if the program has sums or statistics. */
static __always_inline void count_entry(const struct hist_program *program,
					struct tracing_map *map, int elt,
					const struct hist_exec_ctx *ctx)
{
	tracing_map_add(map, elt, 0, 1);
	if (unlikely(program->n_updates))
		hist_add_updates(program, map, elt, *ctx);
}

/*
 * Variant %HIST_VARIANT_NUMERIC, typical for latencies. It omits the tests of hist_exec_program()
 * for features that such a program does not use.
 */
static __always_inline void hist_exec_numeric_program(const struct hist_program *program,
						      struct tracing_map *map,
						      struct hist_exec_ctx *ctx)
{
	int elt;

	read_clock(program, ctx);
	ctx->key[0] = load_field(&program->key.insns[0], ctx->record);
	ctx->key_words = 1;
	ctx->hash = tracing_map_hash(map, ctx->key, 1);
	if (program->n_lookups && !load_only_var(program, ctx))
		return;
	if (program->post_lookup.n)
		compute_regs(&program->post_lookup, ctx);

	elt = find_or_insert_row(program, map, ctx, 1, ctx->hash);
	if (unlikely(elt < 0))
		return;
	count_entry(program, map, elt, ctx);
	store_number_vars(program, map, elt, ctx);
	if (program->n_actions)
		hist_run_actions(program, map, elt, *ctx);
}

/**
 * hist_exec_numeric - run a program with the variant %HIST_VARIANT_NUMERIC
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 * @caller: return address above which stack traces start
 *
 * An event that is nested too deeply to get an execution context counts as dropped.
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_numeric(const struct hist_program *program, struct tracing_map *map,
				const void *record, unsigned long caller)
{
	u64 on_stack[HIST_STACK_CTX_WORDS] __uninitialized;
	struct hist_exec_ctx ctx __uninitialized;
	u64 *words = on_stack;

	if (!program->on_stack) {
		words = hist_arena_push();
		if (unlikely(!words)) {
			tracing_map_drop(map, TRACING_MAP_DROP_FRAME);
			return;
		}
	}
	ctx_init(&ctx, words, program, record, caller);
	hist_exec_numeric_program(program, map, &ctx);
	if (!program->on_stack)
		hist_arena_pop();
}

/* Look up the only operand of the only lookup in the map of the defining histogram. */
static __always_inline bool find_by_operand(const struct hist_lookup *lookup,
					    const struct hist_exec_ctx *ctx,
					    struct hist_lookup_result *result)
{
	const struct hist_lookup_key *part = lookup->keys;
	u64 key;

	/* As in lookup_own_key(). */
	result->map = hist_cut_map(&lookup->defining_hist->runtime);
	if (!result->map || !build_key_number(part, &key, ctx))
		return false;
	result->elt = tracing_map_find_var(result->map, &key, 1,
					   tracing_map_hash(result->map, &key, 1));
	return result->elt >= 0;
}

/*
 * Variant %HIST_VARIANT_KEYED, typical for distributions of latencies. The variable is loaded
 * before the key is built, whether or not the key depends on it: its explicit key does not depend
 * on this histogram's key. With only one variable, no check is needed before it is cleared, see
 * hist_load_vars().
 */
static __always_inline void hist_exec_keyed_program(const struct hist_program *program,
						    struct tracing_map *map,
						    struct hist_exec_ctx *ctx, u32 words)
{
	const struct hist_lookup *lookup = program->lookups;
	const struct hist_var_load *load = program->var_loads;
	struct hist_lookup_result result;
	int elt;

	read_clock(program, ctx);
	if (!find_by_operand(lookup, ctx, &result) ||
	    !load_number_var(load, result.map, result.elt, load->once, ctx))
		return;
	compute_regs(&program->pre_key, ctx);
	build_words(&program->key, ctx->key, ctx);
	if (program->post_lookup.n)
		compute_regs(&program->post_lookup, ctx);

	elt = find_or_insert_row(program, map, ctx, words,
				 tracing_map_hash(map, ctx->key, words));
	if (unlikely(elt < 0))
		return;
	count_entry(program, map, elt, ctx);
	if (program->n_var_stores)
		store_number_vars(program, map, elt, ctx);
}

/**
 * hist_exec_keyed - run a program with the variant %HIST_VARIANT_KEYED
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 * @caller: return address above which stack traces start
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_keyed(const struct hist_program *program, struct tracing_map *map,
			      const void *record, unsigned long caller)
{
	u64 words[HIST_STACK_CTX_WORDS] __uninitialized;
	struct hist_exec_ctx ctx __uninitialized;

	ctx_init(&ctx, words, program, record, caller);
	/* The compiler generates simpler code for a length that it knows. */
	if (likely(map->key_words == 1))
		hist_exec_keyed_program(program, map, &ctx, 1);
	else
		hist_exec_keyed_program(program, map, &ctx, map->key_words);
}

/**
 * hist_exec_sums - run a program with the variant %HIST_VARIANT_SUMS_ONLY
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 * @caller: return address above which stack traces start
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_sums(const struct hist_program *program, struct tracing_map *map,
			     const void *record, unsigned long caller)
{
	u64 key[HIST_STACK_CTX_WORDS] __uninitialized;
	struct hist_exec_ctx ctx __uninitialized;
	u32 words = map->key_words;
	int elt;

	/* Initialize only the members that these programs use. */
	ctx.record = record;
	ctx.caller = caller;
	ctx.key = key;
	build_words(&program->key, key, &ctx);
	elt = find_or_insert_entry(program, map, key, words, tracing_map_hash(map, key, words));
	if (likely(elt >= 0))
		update_entry(program, map, elt, &ctx);
}

static noinline void hist_update_field_entry(const struct hist_program *program,
					     struct tracing_map *map, int elt, const void *record)
{
	const struct hist_insn *insn, *end = program->sums.insns + program->sums.n;

	for (insn = program->sums.insns; insn < end; insn++)
		tracing_map_add(map, elt, insn->dst, load_field(insn, record));
	if (program->n_stats)
		hist_add_field_stats(program, map, elt, record);
}

static noinline void hist_count_new_entry(const struct hist_program *program,
					  struct tracing_map *map, u64 first_word, u64 hash,
					  const void *record)
{
	u64 key[HIST_STACK_CTX_WORDS] __uninitialized;
	int elt;

	key[0] = first_word;
	elt = hist_insert_entry(program, map, key, hash);
	if (likely(elt >= 0)) {
		tracing_map_add(map, elt, 0, 1);
		hist_update_field_entry(program, map, elt, record);
	}
}

/*
 * Count an event whose key is one number. The common case is inline: the entry exists. New entries,
 * sums and statistics are handled by tail calls, so the caller need not save registers.
 */
static __always_inline void count_number_key(const struct hist_program *program,
					     struct tracing_map *map, const void *record, u64 key)
{
	u64 hash = tracing_map_hash(map, &key, 1);
	int elt = tracing_map_find(map, &key, 1, hash);

	if (unlikely(elt < 0)) {
		hist_count_new_entry(program, map, key, hash, record);
		return;
	}
	tracing_map_add(map, elt, 0, 1);
	if (likely(!program->n_updates))
		return;
	if (program->sums.n)
		hist_update_field_entry(program, map, elt, record);
	else
		hist_add_field_stats(program, map, elt, record);
}

/**
 * hist_exec_field_key - run a program with the variant %HIST_VARIANT_FIELD_KEY
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_field_key(const struct hist_program *program, struct tracing_map *map,
				  const void *record)
{
	count_number_key(program, map, record, load_field(&program->key.insns[0], record));
}

/**
 * hist_exec_task_key - run a program with the variant %HIST_VARIANT_TASK_KEY
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_task_key(const struct hist_program *program, struct tracing_map *map,
				 const void *record)
{
	count_number_key(program, map, record,
			 trace_task_number(program->key.insns[0].op - HIST_OP_TASK));
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
	add_stat(&only->stat, map, elt, own,
		 trace_record_number(only->insn.op, record + only->insn.src));
}

/**
 * hist_exec_field_keys - run a program with the variant %HIST_VARIANT_FIELD_KEYS
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_field_keys(const struct hist_program *program, struct tracing_map *map,
				   const void *record)
{
	const struct hist_insn *insn = program->key.insns;
	/* Large enough for the comm, which may follow the key. */
	u64 key[HIST_STACK_CTX_WORDS] __uninitialized;
	unsigned int i, n_keys = program->key.n;
	int elt;

	for (i = 0; i < n_keys; i++, insn++)
		key[i] = load_field(insn, record);

	elt = find_or_insert_entry(program, map, key, n_keys, tracing_map_hash(map, key, n_keys));
	if (unlikely(elt < 0))
		return;
	tracing_map_add(map, elt, 0, 1);
	for (i = 0, insn = program->sums.insns; i < program->sums.n; i++, insn++)
		tracing_map_add(map, elt, insn->dst, load_field(insn, record));
	if (unlikely(program->n_stats))
		hist_add_field_stats(program, map, elt, record);
}
