// SPDX-License-Identifier: GPL-2.0
/*
 * Resolved user stacks of a table of stacks, and the files that they refer to.
 *
 * Objects are added and never removed, and they are constant once added. A lock serializes the
 * additions. A reader gets a resolved stack from a node, after an acquire, and needs no lock.
 */
#include <linux/cleanup.h>
#include <linux/mutex.h>
#include <linux/overflow.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../../tracing_map.h"
#include "../../tracing_map_yield.h"
#include "resolved_set.h"

#define HASH_BITS	10
#define HASH_MUL	0x9e3779b97f4a7c15ULL

/**
 * struct hist_resolved_set - set of resolved stacks and of files
 * @lock: protects all other members, except @memcg
 * @memcg: memory cgroup that pays for the memory, or NULL; constant. The owner of the set has a
 *	reference
 * @n_stacks: number of resolved stacks
 * @n_files: number of files
 * @stacks: hash table of the resolved stacks
 * @files: hash table of the files
 */
struct hist_resolved_set {
	/* Additions are rare: each stack of each process is resolved once. */
	struct mutex lock;
	struct mem_cgroup *memcg;
	u32 n_stacks;
	u32 n_files;
	struct hist_resolved *stacks[1 << HASH_BITS];
	struct hist_stack_file *files[1 << HASH_BITS];
};

const struct hist_stack_file hist_file_anon = { .name = "[anon]" };
const struct hist_stack_file hist_file_vdso = { .name = "[vdso]" };
const struct hist_stack_file hist_file_stack = { .name = "[stack]" };
const struct hist_stack_file hist_file_heap = { .name = "[heap]" };

static unsigned int to_bucket(u64 hash)
{
	return hash >> (64 - HASH_BITS);
}

/**
 * hist_resolved_set_create - create an empty set
 * @memcg: memory cgroup of the creator of the table of stacks, which pays for what tasks of others
 *	add; NULL without
 *
 * Context: may sleep.
 * Return: the set, or NULL if there is no memory.
 */
struct hist_resolved_set *hist_resolved_set_create(struct mem_cgroup *memcg)
{
	struct hist_resolved_set *set = kvzalloc(sizeof(*set), TRACING_MAP_GFP);

	if (!set)
		return NULL;
	mutex_init(&set->lock);
	set->memcg = memcg;
	return set;
}

static void free_stacks(struct hist_resolved *stack, u32 *n)
{
	while (stack) {
		struct hist_resolved *next = stack->next;

		tracing_map_yield_at(++*n);
		kfree(stack);
		stack = next;
	}
}

static void free_files(struct hist_stack_file *file, u32 *n)
{
	while (file) {
		struct hist_stack_file *next = file->next;

		tracing_map_yield_at(++*n);
		kfree(file->name);
		kfree(file);
		file = next;
	}
}

/**
 * hist_resolved_set_free - free a set with all its stacks and files
 * @set: the set, or NULL
 *
 * Context: may sleep.
 */
void hist_resolved_set_free(struct hist_resolved_set *set)
{
	unsigned int i;
	u32 n = 0;

	if (!set)
		return;
	for (i = 0; i < 1 << HASH_BITS; i++) {
		free_stacks(set->stacks[i], &n);
		free_files(set->files[i], &n);
	}
	mutex_destroy(&set->lock);
	kvfree(set);
}

/* Allocate memory that the creator of the set pays for. */
static void *set_alloc(const struct hist_resolved_set *set, size_t size)
{
	struct mem_cgroup *memcg = set_active_memcg(set->memcg);
	void *p = kmalloc(size, TRACING_MAP_GFP);

	set_active_memcg(memcg);
	return p;
}

static u64 hash_file(const struct hist_stack_file *file)
{
	u64 hash = tracing_map_mix(file->dev, file->ino, HASH_MUL);

	return tracing_map_mix(hash, file->generation, HASH_MUL);
}

static struct hist_stack_file *find_file(const struct hist_resolved_set *set,
					 const struct hist_stack_file *id)
{
	struct hist_stack_file *file = set->files[to_bucket(hash_file(id))];

	while (file && (file->ino != id->ino || file->dev != id->dev ||
			file->generation != id->generation))
		file = file->next;
	return file;
}

/**
 * hist_resolved_set_n_files - get the number of files
 * @set: the set
 *
 * Context: may sleep.
 * Return: a number that is larger than the index of each file that the caller knows.
 */
u32 hist_resolved_set_n_files(struct hist_resolved_set *set)
{
	guard(mutex)(&set->lock);
	return set->n_files;
}

/**
 * hist_resolved_set_find_file - find a file
 * @set: the set
 * @id: device, inode and generation
 *
 * Context: may sleep.
 * Return: the file, valid as long as @set; or NULL.
 */
const struct hist_stack_file *hist_resolved_set_find_file(struct hist_resolved_set *set,
							  const struct hist_stack_file *id)
{
	guard(mutex)(&set->lock);
	return find_file(set, id);
}

/**
 * hist_resolved_set_add_file - find or add a file
 * @set: the set
 * @file: the file; copied with its name
 *
 * Context: may sleep.
 * Return: the file in the set, valid as long as @set; NULL if there is no memory or the set has the
 * maximum number of files.
 */
const struct hist_stack_file *hist_resolved_set_add_file(struct hist_resolved_set *set,
							 const struct hist_stack_file *file)
{
	struct hist_stack_file **bucket = &set->files[to_bucket(hash_file(file))];
	struct hist_stack_file *new;
	char *name;

	guard(mutex)(&set->lock);
	new = find_file(set, file);
	if (new || set->n_files == HIST_STACK_FILES_MAX)
		return new;
	new = set_alloc(set, sizeof(*new));
	name = set_alloc(set, strlen(file->name) + 1);
	if (!new || !name) {
		kfree(new);
		kfree(name);
		return NULL;
	}
	*new = *file;
	new->name = memcpy(name, file->name, strlen(file->name) + 1);
	new->index = set->n_files++;
	new->next = *bucket;
	*bucket = new;
	return new;
}

/* The address of a frame that is not mapped means nothing in another process. */
static u64 significant_offset(const struct hist_frame *frame)
{
	return frame->file ? frame->offset : 0;
}

static u64 hash_frames(const struct hist_frame *frames, unsigned int n)
{
	u64 hash = n;
	unsigned int i;

	for (i = 0; i < n; i++) {
		hash = tracing_map_mix(hash, (unsigned long)frames[i].file, HASH_MUL);
		hash = tracing_map_mix(hash, significant_offset(&frames[i]), HASH_MUL);
	}
	return hash;
}

static bool frames_equal(const struct hist_resolved *stack, const struct hist_frame *frames,
			 unsigned int n)
{
	unsigned int i;

	if (stack->n != n)
		return false;
	for (i = 0; i < n; i++)
		if (stack->frames[i].file != frames[i].file ||
		    significant_offset(&stack->frames[i]) != significant_offset(&frames[i]))
			return false;
	return true;
}

/**
 * hist_resolved_set_add - find or add a resolved stack
 * @set: the set
 * @frames: frames of the stack, whose files are in the set; copied
 * @n: number of frames
 *
 * Frames that are not mapped are equal, whatever their addresses.
 *
 * Context: may sleep.
 * Return: the stack in the set, valid as long as @set; NULL if there is no memory.
 */
const struct hist_resolved *hist_resolved_set_add(struct hist_resolved_set *set,
						  const struct hist_frame *frames, unsigned int n)
{
	struct hist_resolved **bucket = &set->stacks[to_bucket(hash_frames(frames, n))];
	struct hist_resolved *stack;

	guard(mutex)(&set->lock);
	for (stack = *bucket; stack; stack = stack->next)
		if (frames_equal(stack, frames, n))
			return stack;
	stack = set_alloc(set, struct_size(stack, frames, n));
	if (!stack)
		return NULL;
	stack->index = set->n_stacks++;
	stack->n = n;
	memcpy(stack->frames, frames, n * sizeof(*frames));
	stack->next = *bucket;
	*bucket = stack;
	return stack;
}
