/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Resolved user stacks of a table of stacks, and the files that they refer to. Equal stacks of
 * different processes share one object, and equal files do, too.
 */
#ifndef _TRACE_HIST_STACKS_RESOLVED_SET_H
#define _TRACE_HIST_STACKS_RESOLVED_SET_H

#include <linux/types.h>

/* Largest number of bytes of a build id. */
#define HIST_BUILD_ID_MAX	20

/* Largest number of files of a table. */
#define HIST_STACK_FILES_MAX	65536

/**
 * struct hist_stack_file - file that user code comes from, or what it comes from instead
 * @next: next file with the same hash; protected by the lock of the set, the rest is constant
 * @name: last component of the path, or a name in brackets
 * @index: number of the file in its set, from 0
 * @dev: device number of the file system; 0 if it is not a file
 * @ino: number of the inode
 * @generation: generation of the inode
 * @build_id_size: number of bytes of @build_id; 0 if the file has none
 * @build_id: build id
 */
struct hist_stack_file {
	struct hist_stack_file *next;
	const char *name;
	u32 index;
	u32 generation;
	u64 dev;
	u64 ino;
	u8 build_id_size;
	u8 build_id[HIST_BUILD_ID_MAX];
};

/**
 * struct hist_frame - frame of a resolved user stack
 * @file: where the code comes from; NULL if nothing is mapped at the address
 * @offset: offset in the file; 0 if @file is not a file; the address if @file is NULL
 */
struct hist_frame {
	const struct hist_stack_file *file;
	u64 offset;
};

/**
 * struct hist_resolved - resolved user stack
 * @next: next stack with the same hash; protected by the lock of the set, the rest is constant
 * @index: number of the stack in its set, from 0
 * @n: number of @frames
 * @frames: frames, from the innermost to the outermost
 */
struct hist_resolved {
	struct hist_resolved *next;
	u32 index;
	u32 n;
	struct hist_frame frames[] __counted_by(n);
};

struct hist_resolved_set;
struct mem_cgroup;

/* Names of mappings that have no file. */
extern const struct hist_stack_file hist_file_anon;
extern const struct hist_stack_file hist_file_vdso;
extern const struct hist_stack_file hist_file_stack;
extern const struct hist_stack_file hist_file_heap;

struct hist_resolved_set *hist_resolved_set_create(struct mem_cgroup *memcg);
void hist_resolved_set_free(struct hist_resolved_set *set);
u32 hist_resolved_set_n_files(struct hist_resolved_set *set);
const struct hist_stack_file *hist_resolved_set_find_file(struct hist_resolved_set *set,
							  const struct hist_stack_file *id);
const struct hist_stack_file *hist_resolved_set_add_file(struct hist_resolved_set *set,
							 const struct hist_stack_file *file);
const struct hist_resolved *hist_resolved_set_add(struct hist_resolved_set *set,
						  const struct hist_frame *frames, unsigned int n);

#endif /* _TRACE_HIST_STACKS_RESOLVED_SET_H */
