// SPDX-License-Identifier: GPL-2.0
/*
 * Create, reference and free tables of stacks, and read their state.
 *
 * Process context. The functions take no lock: event_mutex or a reference keeps a table from being
 * freed.
 */
#include <linux/err.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/slab.h>

#include "../../tracing_map_usage.h"
#include "../../tracing_map_yield.h"
#include "resolve.h"
#include "stacks.h"
#include "walk.h"

const char *const hist_stack_reasons[HIST_STACK_REASONS] = {
	[HIST_STACK_PENDING]	= "still in the kernel",
	[HIST_STACK_EXITED]	= "exited",
	[HIST_STACK_EXEC]	= "exec",
	[HIST_STACK_CHANGED]	= "mappings changed",
	[HIST_STACK_NO_MEMORY]	= "no memory",
};

/* Return the number of entries of a table for a histogram with @rows entries. */
static u32 table_size(unsigned int key_size, u32 rows)
{
	u32 size = roundup_pow_of_two(clamp_t(u32, rows, HIST_STACKS_MIN, HIST_STACKS_MAX));

	while (size > HIST_STACKS_MIN && (u64)size * key_size > HIST_STACKS_BYTES_MAX)
		size /= 2;
	return size;
}

/* Allocate what only user stacks have. Return: 0 or a negative errno. */
static int create_nodes(struct hist_stacks *stacks)
{
	u32 i, n = stacks->map->n_elts;

	stacks->resolved = hist_resolved_set_create(stacks->map->keys->memcg);
	if (!stacks->resolved)
		return -ENOMEM;
	stacks->nodes = kvcalloc(n, sizeof(*stacks->nodes), TRACING_MAP_GFP);
	if (!stacks->nodes)
		return -ENOMEM;
	for (i = 0; i < n; i++)
		hist_stack_node_init(&stacks->nodes[i], stacks);
	return hist_walk_get(stacks->depth);
}

static void free_table(struct hist_stacks *stacks)
{
	kvfree(stacks->nodes);
	hist_resolved_set_free(stacks->resolved);
	tracing_map_destroy(stacks->map);
	kfree(stacks);
}

/**
 * hist_stacks_create - create a table of stacks
 * @kind: %HIST_KIND_USER_STACK or %HIST_KIND_KERNEL_STACK
 * @depth: largest number of addresses of a stack, 1 to %HIST_DEPTH_MAX
 * @rows: number of entries of the histogram
 *
 * Context: may sleep.
 * Return: the table with one reference; or an ERR_PTR: -EOVERFLOW if the administrator does not
 * allow user stacks of this depth, or -ENOMEM.
 */
struct hist_stacks *hist_stacks_create(enum hist_kind kind, unsigned int depth, u32 rows)
{
	struct tracing_map_config cfg = {
		.key_size = (HIST_STACK_IDENTITY_WORDS + depth) * sizeof(u64),
	};
	struct hist_stacks *stacks = kzalloc(sizeof(*stacks), GFP_KERNEL);
	int ret = 0;

	if (!stacks)
		return ERR_PTR(-ENOMEM);
	refcount_set(&stacks->refs, 1);
	stacks->kind = kind;
	stacks->depth = depth;
	cfg.size = table_size(cfg.key_size, rows);
	stacks->map = tracing_map_create(&cfg);
	if (IS_ERR(stacks->map)) {
		ret = PTR_ERR(stacks->map);
		kfree(stacks);
		return ERR_PTR(ret);
	}
	if (kind == HIST_KIND_USER_STACK)
		ret = create_nodes(stacks);
	if (ret) {
		free_table(stacks);
		return ERR_PTR(ret);
	}
	return stacks;
}

/**
 * hist_stacks_get - take a reference to a table of stacks
 * @stacks: the table; the caller keeps it from being freed
 *
 * Context: any.
 * Return: @stacks.
 */
struct hist_stacks *hist_stacks_get(struct hist_stacks *stacks)
{
	refcount_inc(&stacks->refs);
	return stacks;
}

/**
 * hist_stacks_put - drop a reference to a table of stacks
 * @stacks: the table or NULL; freed with its last reference, when no event can reach it any more
 *
 * Context: may sleep.
 */
void hist_stacks_put(struct hist_stacks *stacks)
{
	if (!stacks || !refcount_dec_and_test(&stacks->refs))
		return;
	if (stacks->kind == HIST_KIND_USER_STACK)
		hist_walk_put();
	free_table(stacks);
}

/**
 * hist_stacks_resolved - get the resolved form of a stack
 * @stacks: table of stacks
 * @id: id of the stack, not 0
 *
 * Context: any.
 * Return: the resolved stack, valid as long as @stacks; NULL if it is not resolved.
 */
const struct hist_resolved *hist_stacks_resolved(const struct hist_stacks *stacks, u64 id)
{
	const struct hist_stack_node *node;

	if (!stacks->nodes)
		return NULL;
	node = &stacks->nodes[id - 1];
	/* Pairs with the release in hist_stack_finish(). */
	return atomic_read_acquire(&node->state) == HIST_STACK_RESOLVED ? node->resolved : NULL;
}

/*
 * Count the user stacks that are not resolved. An event queues each new stack at once, so a node
 * that is new and has no reason belongs to no stack.
 */
static void count_unresolved(const struct hist_stacks *stacks, u64 *unresolved)
{
	u32 i, n = tracing_map_n_allocated(stacks->map);

	for (i = 0; i < n; i++) {
		const struct hist_stack_node *node = &stacks->nodes[i];
		int state = atomic_read(&node->state);
		u8 reason = READ_ONCE(node->reason);

		tracing_map_yield_at(i);
		if (state != HIST_STACK_RESOLVED && (state != HIST_STACK_NEW || reason))
			unresolved[reason]++;
	}
}

/**
 * hist_stacks_get_status - read what a table of stacks has lost
 * @stacks: the table
 * @status: filled in
 *
 * Context: process context, may sleep.
 */
void hist_stacks_get_status(const struct hist_stacks *stacks, struct hist_stacks_status *status)
{
	u64 drops[TRACING_MAP_DROP_REASONS];
	u64 not_taken = tracing_map_read_drops(stacks->map, drops);

	*status = (struct hist_stacks_status){
		.not_taken = not_taken,
		.no_user_stack = drops[TRACING_MAP_DROP_RECORD],
		.busy = drops[TRACING_MAP_DROP_FRAME],
	};
	status->no_room = status->not_taken - status->no_user_stack - status->busy;
	if (stacks->nodes)
		count_unresolved(stacks, status->unresolved);
}

/**
 * hist_stacks_bytes - get the memory that a table of stacks takes
 * @stacks: the table
 *
 * Context: process context.
 * Return: number of bytes, without the resolved stacks.
 */
size_t hist_stacks_bytes(const struct hist_stacks *stacks)
{
	size_t nodes = stacks->nodes ? stacks->map->n_elts * sizeof(*stacks->nodes) : 0;

	return tracing_map_bytes(stacks->map) + nodes;
}
