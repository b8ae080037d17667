// SPDX-License-Identifier: GPL-2.0
/*
 * Run a histogram's program on an event record: the general variant, which can run every program.
 *
 * Any context, NMI included, with preemption off. This code does not sleep, lock, allocate
 * or look up names, and the compiler has bounded every loop. program/program.h describes the
 * program, bytes.c copies strings and stack traces, actions.c runs the actions, and fast_paths.c
 * has variants for common programs.
 */
#include "arena.h"
#include "context.h"
#include "exec.h"

struct hist_arena_ctx __percpu *hist_arenas[HIST_NESTING_MAX];
DEFINE_PER_CPU(unsigned int, hist_arena_level);

/*
 * Load a variable of an entry of another histogram. Return false if it is not set. If another event
 * is writing it, it is not known whether this event matches, and @own counts the event as dropped.
 */
static bool hist_load_var(const struct hist_var_load *load,
			  const struct hist_lookup_result *entry, struct tracing_map *own,
			  bool clear, const struct hist_exec_ctx *ctx)
{
	u64 *reg = &ctx->regs[load->reg];
	u64 *bytes = &ctx->bytes[load->bytes_offset];
	int ret;

	if (!load->words)
		return load_number_var(load, entry->map, entry->elt, clear, ctx);

	*reg = (unsigned long)bytes;
	ret = clear ? tracing_map_cell_fetch_clear(entry->map, entry->elt, load->slot, bytes,
						   load->words) :
		      tracing_map_cell_get(entry->map, entry->elt, load->slot, bytes, load->words);
	if (unlikely(ret == -EBUSY))
		tracing_map_drop(own, TRACING_MAP_DROP_BUSY);
	return !ret;
}

/*
 * Load all variables of a lookup. If @clear is true, load and clear only those whose load clears
 * them, see &hist_var_load.once.
 */
static bool hist_load_lookup_vars(const struct hist_program *program,
				  const struct hist_lookup *lookup,
				  const struct hist_lookup_result *result,
				  struct tracing_map *own, bool clear,
				  const struct hist_exec_ctx *ctx)
{
	const struct hist_var_load *load = &program->var_loads[lookup->first_var_load];
	const struct hist_var_load *end = load + lookup->n_var_loads;

	for (; load < end; load++)
		if ((!clear || load->once) &&
		    !hist_load_var(load, result, own, clear, ctx))
			return false;
	return true;
}

/*
 * Load the variables of the early lookups, or those of all others, or return false if one of them
 * is not set.
 *
 * The first loop checks all variables before the second loop clears any, so an event that
 * does not match leaves all variables as they were. Between the loops another event may
 * clear one of them. Then this event is not counted, and the variables that it has already
 * cleared are lost. Events of one histogram that find the same elements do not do this to each
 * other, unless a variable is set again in between: they clear the variables in the same order, so
 * the event that gets the first one also gets the rest. If two lookups of an event find the same
 * variable, the first one clears it, and the event is not counted.
 */
static bool hist_load_vars(const struct hist_program *program, struct tracing_map *own,
			   bool early, const struct hist_exec_ctx *ctx)
{
	struct hist_lookup_result result[HIST_LOOKUPS_MAX] __uninitialized;
	unsigned int i;

	for (i = 0; i < program->n_lookups; i++) {
		const struct hist_lookup *lookup = &program->lookups[i];

		if (!lookup->n_var_loads || lookup->early != early)
			continue;
		if (!lookup_entry(lookup, ctx, &result[i]) ||
		    !hist_load_lookup_vars(program, lookup, &result[i], own, false, ctx))
			return false;
	}
	for (i = 0; i < program->n_lookups; i++) {
		const struct hist_lookup *lookup = &program->lookups[i];

		if (lookup->early == early &&
		    !hist_load_lookup_vars(program, lookup, &result[i], own, true, ctx))
			return false;
	}
	return true;
}

static void hist_store_vars(const struct hist_program *program, struct tracing_map *map, int elt,
			    const struct hist_exec_ctx *ctx)
{
	const struct hist_var_store *store, *end = program->var_stores + program->n_var_stores;

	for (store = program->var_stores; store < end; store++) {
		u64 *bytes = &ctx->bytes[store->insn.dst];

		if (!store->words) {
			tracing_map_var_set(map, elt, store->slot,
					    compute_number(&store->insn, ctx));
			continue;
		}
		copy_bytes(&store->insn, bytes, ctx);
		tracing_map_cell_set(map, elt, store->slot, bytes, store->words);
	}
}

/**
 * hist_insert_entry - insert a new entry
 * @program: the histogram's program
 * @map: the histogram's map
 * @key: the key, with room for the task's comm behind it if the program stores one
 * @hash: hash of the key
 *
 * The slow path of an event: most events find their entry. The task's comm is only needed here.
 *
 * Context: any, NMI included, with preemption off.
 * Return: the entry; the other element if the table has no room and counts such events; or a
 * negative number if the event is dropped.
 */
noinline int hist_insert_entry(const struct hist_program *program, struct tracing_map *map,
			       u64 *key, u64 hash)
{
	if (program->saves_comm)
		hist_copy_comm(&key[program->key_size / sizeof(u64)]);
	return tracing_map_insert_new(map, key, hash);
}

/**
 * hist_find_prefix - look up the first words of a key in the map of another histogram
 * @map: map of the other histogram, whose keys are shorter
 * @key: the key
 * @words: number of words of a key of @map
 *
 * Context: any, NMI included.
 * Return: the entry, or -ENOENT.
 */
noinline int hist_find_prefix(const struct tracing_map *map, const u64 *key, u32 words)
{
	return tracing_map_find_var(map, key, words, tracing_map_hash(map, key, words));
}

/* Build a part that is a string or a stack trace. Return false if it is longer than its room. */
static bool build_key_bytes(const struct hist_lookup_key *part, u64 *words,
			    const struct hist_exec_ctx *ctx)
{
	u32 i;

	copy_bytes(&part->insn, words, ctx);
	for (i = part->words; i < part->room; i++)
		words[i] = 0;
	for (i = part->room; i < part->words; i++)
		if (words[i])
			return false;
	return true;
}

/**
 * hist_find_by_operands - look up an explicit key in the map of another histogram
 * @lookup: lookup with an explicit key
 * @map: map of the other histogram
 * @ctx: execution context of the event; the key is built in it
 *
 * The end of a string that is longer than its room is written to the room of the next part, which
 * is built after it; the compiler reserves words for the last one.
 *
 * Context: any, NMI included.
 * Return: the entry, or -ENOENT if the map has none or an operand is outside the range of the key.
 */
noinline int hist_find_by_operands(const struct hist_lookup *lookup, const struct tracing_map *map,
				   const struct hist_exec_ctx *ctx)
{
	const struct hist_lookup_key *part = lookup->keys, *end = part + lookup->n_keys;
	u64 *key = &ctx->bytes[lookup->key_offset];
	u32 words = map->key_words;

	do {
		u64 *word = &key[part->insn.dst];

		if (!(part->words ? build_key_bytes(part, word, ctx) :
				    build_key_number(part, word, ctx)))
			return -ENOENT;
	} while (++part < end);
	return tracing_map_find_var(map, key, words, tracing_map_hash(map, key, words));
}

/*
 * General variant. If a variable reference cannot be resolved, the event does not match
 * this histogram and is not counted.
 */
static void hist_exec_program(const struct hist_program *program, struct tracing_map *map,
			      struct hist_exec_ctx *ctx)
{
	int elt;

	read_clock(program, ctx);
	compute_regs(&program->pre_lookup, ctx);
	if (program->has_early_lookups && !hist_load_vars(program, map, true, ctx))
		return;
	compute_regs(&program->pre_key, ctx);
	build_words(&program->key, ctx->key, ctx);
	ctx->key_words = map->key_words;
	ctx->hash = tracing_map_hash(map, ctx->key, ctx->key_words);
	if (program->n_lookups && !hist_load_vars(program, map, false, ctx))
		return;
	compute_regs(&program->post_lookup, ctx);

	elt = find_or_insert_row(program, map, ctx, ctx->key_words, ctx->hash);
	if (unlikely(elt < 0))
		return;
	update_entry(program, map, elt, ctx);
	hist_store_vars(program, map, elt, ctx);
	if (program->n_actions)
		hist_run_actions(program, map, elt, *ctx);
}

/**
 * hist_exec_general - run a program with the general variant
 * @program: the histogram's program
 * @map: the histogram's map
 * @record: the event's record
 * @caller: return address above which stack traces start
 *
 * An event that is nested too deeply to get an execution context counts as dropped.
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_exec_general(const struct hist_program *program, struct tracing_map *map,
				const void *record, unsigned long caller)
{
	/* Each word is written before it is read, so zeroing would only cost time. */
	u64 on_stack[HIST_STACK_CTX_WORDS] __uninitialized;
	struct hist_exec_ctx ctx __uninitialized;

	if (program->on_stack) {
		ctx_init(&ctx, on_stack, program, record, caller);
		hist_exec_program(program, map, &ctx);
	} else {
		u64 *words = hist_arena_push();

		if (unlikely(!words)) {
			tracing_map_drop(map, TRACING_MAP_DROP_FRAME);
			return;
		}
		ctx_init(&ctx, words, program, record, caller);
		hist_exec_program(program, map, &ctx);
		hist_arena_pop();
	}
}
