// SPDX-License-Identifier: GPL-2.0-only
/* The current task as tables of stacks see it. */

#include <linux/bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/task_work.h>

#include "hist/stacks/walk.h"
#include "user_task.h"

__thread struct user_task user_task = { .identity = { 1, 1 }, .no_user = true };
unsigned int user_depth_max = HIST_DEPTH_MAX;
unsigned int user_walkers;
__thread unsigned int user_walks;
int user_file_refs;

void user_task_new(u64 id, u64 text)
{
	user_task = (struct user_task){
		.identity = { id, 1000 + id },
		.seq = 100,
		.n_mappings = 4,
		.mappings = {
			{ text, text + 0x1000, .file = "prog", .ino = 7, .offset = 0x2000,
			  .build_id_size = 3 },
			{ 0x7f0000, 0x7f8000, .file = "libc.so.6", .ino = 8 },
			{ 0x500000, 0x501000, .special = &hist_file_anon },
			{ 0x600000, 0x601000, .special = &hist_file_vdso },
		},
	};
}

void user_task_set_stack(u64 first, u64 step, unsigned int n)
{
	unsigned int i;

	user_task.no_user = false;
	user_task.n = n;
	for (i = 0; i < n; i++)
		user_task.stack[i] = first + i * step;
}

int hist_walk_get(unsigned int depth)
{
	if (depth > user_depth_max)
		return -EOVERFLOW;
	user_walkers++;
	return 0;
}

void hist_walk_put(void)
{
	user_walkers--;
}

int hist_walk_user(struct hist_user_stack *stack, u64 *addresses, unsigned int depth)
{
	unsigned int n = min(user_task.n, depth);

	user_walks++;
	if (user_task.no_user)
		return -ENODATA;
	if (user_task.busy)
		return -EBUSY;
	memcpy(stack->identity, user_task.identity, sizeof(stack->identity));
	stack->seq = user_task.seq;
	memcpy(addresses, user_task.stack, n * sizeof(*addresses));
	return n;
}

void hist_walk_process(u64 process[HIST_STACK_PROCESS_WORDS])
{
	process[0] = user_task.identity[0];
	process[1] = user_task.identity[1] & ~HIST_IDENTITY_IN_EXEC;
}

int hist_walk_queue(struct callback_head *work)
{
	if (user_task.exited)
		return -ESRCH;
	work->next = user_task.works;
	user_task.works = work;
	return 0;
}

void task_work_run(void)
{
	while (user_task.works) {
		struct callback_head *work = user_task.works;

		user_task.works = work->next;
		work->func(work);
	}
}

static const struct user_mapping *find_mapping(u64 address)
{
	unsigned int i;

	for (i = 0; i < user_task.n_mappings; i++)
		if (address >= user_task.mappings[i].start && address < user_task.mappings[i].end)
			return &user_task.mappings[i];
	return NULL;
}

/* The address space is that of user_task, also after the task has given it up. */
struct mm_struct *hist_walk_get_mm(void)
{
	if (!user_task.exiting)
		return NULL;
	__atomic_add_fetch(&user_file_refs, 1, __ATOMIC_RELAXED);
	return (struct mm_struct *)&user_task;
}

void hist_walk_put_mm(struct mm_struct *mm)
{
	WARN_ON(mm != (struct mm_struct *)&user_task);
	__atomic_sub_fetch(&user_file_refs, 1, __ATOMIC_RELAXED);
}

int hist_mappings_find(struct mm_struct *mm, const u64 *addresses, unsigned int n, u32 seq,
		       struct hist_mapping *mappings)
{
	unsigned int i;

	if (!mm && user_task.exited)
		return -ESRCH;
	for (i = 0; i < n; i++) {
		const struct user_mapping *from = find_mapping(addresses[i]);

		mappings[i].offset = addresses[i];
		if (!from)
			continue;
		if ((s32)(from->seq - seq) >= 0) {
			hist_mappings_put(mappings, n);
			return -EAGAIN;
		}
		mappings[i].special = from->special;
		if (from->special)
			continue;
		mappings[i].file = (struct file *)from;
		__atomic_add_fetch(&user_file_refs, 1, __ATOMIC_RELAXED);
		mappings[i].id = (struct hist_stack_file){ .dev = 1, .ino = from->ino };
		mappings[i].offset = addresses[i] - from->start + from->offset;
	}
	return 0;
}

void hist_mappings_put(struct hist_mapping *mappings, unsigned int n)
{
	while (n--)
		if (mappings[n].file)
			__atomic_sub_fetch(&user_file_refs, 1, __ATOMIC_RELAXED);
}

char *hist_mapping_describe(const struct hist_mapping *mapping, struct hist_stack_file *file)
{
	const struct user_mapping *from = (const void *)mapping->file;

	file->build_id_size = from->build_id_size;
	memset(file->build_id, 0xab, from->build_id_size);
	return kstrdup(from->file, GFP_KERNEL);
}
