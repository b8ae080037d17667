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
 * sums and statistics. It sets no variable and runs no action. The arguments are all that sums and
 * statistics need of the execution context. They are few enough for registers, so that the caller
 * can keep its context in registers, too.
 *
 * Context: any, NMI included, with preemption off.
 * Return: the entry, or a negative number if the event has none and needs no further processing.
 */
noinline int hist_insert_row(const struct hist_program *program, struct tracing_map *map,
			     u64 *words, u64 hash, const void *record, u64 now)
{
	int elt = hist_insert_entry(program, map, words, hash);
	struct hist_exec_ctx ctx;

	if (likely(!tracing_map_is_other(map, elt)))
		return elt;
	/* Sums and statistics are numbers, so they read no stack trace. */
	ctx_init(&ctx, words, program, record, 0);
	ctx.now = now;
	update_entry(program, map, elt, &ctx);
	return -ENOSPC;
}
