// SPDX-License-Identifier: GPL-2.0
/*
 * Count events for which the table has no row in { other }, for execution variants with variables
 * and actions. The other variants update the other element of the map like an entry.
 *
 * Any context, NMI included, with preemption off. The code is apart from the execution variants,
 * because few events need it.
 */
#include <linux/errno.h>

#include "context.h"

/* Unset the variables of the key of an event without an entry, if its row is being evicted. */
static void unset_vars(const struct hist_program *program, struct tracing_map *map,
		       const u64 *words, u64 hash)
{
	const struct hist_var_store *store, *end = program->var_stores + program->n_var_stores;
	int elt = tracing_map_condemned(map, words, hash);
	u64 val;

	if (likely(elt < 0))
		return;
	for (store = program->var_stores; store < end; store++) {
		if (store->words)
			tracing_map_cell_fetch_clear(map, elt, store->slot, NULL, 0);
		else
			tracing_map_var_fetch_clear(map, elt, store->slot, &val);
	}
}

/**
 * hist_insert_row - insert a new entry, or count the event in { other }
 * @program: the histogram's program
 * @map: the histogram's map
 * @words: words of the execution context of the event, which begin with the key
 * @hash: hash of the key
 * @record: the event's record
 * @now: timestamp of the event
 *
 * An event without an entry of its own is counted in the other element, if the map has it, with its
 * sums and statistics. It sets no variable and runs no action. If the row of its key is being
 * evicted, the variables of that row, which a lookup could still find, are unset. The arguments are
 * all that sums and statistics need of the execution context. They are few enough for registers, so
 * that the caller can keep its context in registers, too.
 *
 * Context: any, NMI included, with preemption off.
 * Return: the entry; or a negative number if the event needs no further processing.
 */
noinline int hist_insert_row(const struct hist_program *program, struct tracing_map *map,
			     u64 *words, u64 hash, const void *record, u64 now)
{
	int elt = hist_insert_entry(program, map, words, hash);
	struct hist_exec_ctx ctx;

	if (likely(!tracing_map_is_other(map, elt)))
		return elt;
	if (program->n_var_stores)
		unset_vars(program, map, words, hash);
	/* Sums and statistics are numbers, so they read no stack trace. */
	ctx_init(&ctx, words, program, record, 0);
	ctx.now = now;
	update_entry(program, map, elt, &ctx);
	return -ENOSPC;
}
