/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The current task as tables of stacks see it: its user stack, its identity, its mappings and its
 * task work. Implements stacks/walk.h and stacks/mappings.h.
 */
#ifndef _TESTING_HIST_USER_TASK_H
#define _TESTING_HIST_USER_TASK_H

#include "hist/limits.h"
#include "hist/stacks/mappings.h"

#define USER_MAPPINGS_MAX	8

/**
 * struct user_mapping - Mapping of a user task
 * @start: first address
 * @end: first address behind it
 * @special: name of a mapping without a file, or NULL
 * @file: name of the file
 * @ino: number of the inode
 * @offset: offset of @start in the file
 * @seq: number of the section that changed it last
 * @build_id_size: number of bytes of the build id, which is 0xab, 0xab, ...
 */
struct user_mapping {
	u64 start;
	u64 end;
	const struct hist_stack_file *special;
	const char *file;
	u64 ino;
	u64 offset;
	u32 seq;
	u8 build_id_size;
};

/**
 * struct user_task - A task with user mode
 * @identity: identity of its address space
 * @seq: current sequence number of its mappings
 * @no_user: the task has no user mode
 * @busy: the walker is in use
 * @exiting: the task is about to give up its address space
 * @exited: the task has no address space and runs no task work any more
 * @n: number of entries of @stack
 * @stack: its stack, without end if the depth is larger than @n
 * @n_mappings: number of @mappings
 * @mappings: its mappings
 * @works: queued task work
 */
struct user_task {
	u64 identity[HIST_STACK_IDENTITY_WORDS];
	u32 seq;
	bool no_user;
	bool busy;
	bool exiting;
	bool exited;
	unsigned int n;
	u64 stack[HIST_DEPTH_MAX + 2];
	unsigned int n_mappings;
	struct user_mapping mappings[USER_MAPPINGS_MAX];
	struct callback_head *works;
};

/* The task of the calling thread. */
extern __thread struct user_task user_task;

/* Largest depth that the administrator allows. */
extern unsigned int user_depth_max;

/* Numbers of users of the walker, and of references to files and address spaces. */
extern unsigned int user_walkers;
extern int user_file_refs;

/* Number of walks of the user stack by this thread. */
extern __thread unsigned int user_walks;

/* Make a process with a program at @text, a library, [anon] and [vdso], all mapped long ago. */
void user_task_new(u64 id, u64 text);

/* Make the stack of the task: @n addresses, @step apart. */
void user_task_set_stack(u64 first, u64 step, unsigned int n);

#endif
