// SPDX-License-Identifier: GPL-2.0-only
/* Model of the walk, the table of stacks, and the resolution. */

#include <linux/hist_stacks.h>
#include <linux/instruction_pointer.h>
#include <linux/kernel.h>
#include <linux/sched/mm.h>
#include <linux/string.h>
#include <linux/task_work.h>

#include "callchain.h"
#include "fuzz.h"
#include "hist/run/exec.h"
#include "hist/stacks/resolve.h"
#include "hist/stacks/walk.h"
#include "hist/tests/fixtures/mock_event.h"
#include "stacks_model.h"
#include "tracing_map_snapshot.h"

struct model model;

/* The model of a walk. Return: number of frames, or a negative errno of hist_walk_user(). */

static bool read_at(u64 fp, size_t size, u64 *val)
{
	*val = 0;
	return !shim_read_user(fp, val, size);
}

static int model_frames(const struct pt_regs *regs, u64 *frames)
{
	size_t word = regs->cs == SHIM_CS_32 ? 4 : 8;
	u64 fp = word == 4 ? (u32)regs->bp : regs->bp;
	int n = 0;

	if (regs->flags & SHIM_FLAGS_VM86)
		return 0;
	frames[n++] = regs->ip;
	while (n < model.depth && fp <= SHIM_USER_END - 2 * word) {
		u64 next, ret;

		if (!read_at(fp, word, &next) || !read_at(fp + word, word, &ret))
			break;
		frames[n++] = ret;
		fp = next;
	}
	return n;
}

static int model_walk(u64 *frames)
{
	int n;

	if (!current->mm || current->flags & (PF_KTHREAD | PF_USER_WORKER))
		return -ENODATA;
	if (shim_callchain.is_busy)
		return -EBUSY;
	if (!shim_callchain.is_forced)
		return model_frames(current->user_regs, frames);
	n = min(shim_callchain.n_forced, model.depth);
	memcpy(frames, shim_callchain.forced, n * sizeof(*frames));
	return n;
}

/* The model of a node: what may become of it */

void model_check_node(unsigned int id)
{
	const struct hist_stack_node *node = &model.table->nodes[id - 1];
	const struct model_stack *stack = &model.stacks[id];

	CHECK(atomic_read(&node->state) == stack->state);
	CHECK(stack->state == HIST_STACK_RESOLVED || node->reason == stack->reason);
}

/* Note what is mapped at the frames of a node that has been queued. */
static void model_queue(unsigned int id)
{
	const u64 *addresses = hist_stacks_addresses(model.table, id);
	struct sim_mm *mm = sim_current_mm();
	struct model_stack *stack = &model.stacks[id];
	unsigned int i;

	stack->state = HIST_STACK_QUEUED;
	stack->task = sim_current;
	stack->mm = mm;
	stack->is_in_section = mm->mm.mm_lock_seq.sequence % 2;
	stack->n_sections = mm->n_sections;
	stack->n_forks = mm->n_forks;
	stack->n_stack_changes = mm->n_stack_changes;
	for (i = 0; i < stack->n; i++)
		stack->frames[i] = sim_find(mm, addresses[i]);
	CHECK(model.table->nodes[id - 1].mm == (current->flags & PF_POSTCOREDUMP ? &mm->mm : NULL));
	CHECK(sim_work_mode == (shim_in_nmi ? TWA_NMI_CURRENT : TWA_RESUME | TWAF_NO_ALLOC));
}

/* The current task has the stack in an event. */
static void model_request(unsigned int id)
{
	struct model_stack *stack = &model.stacks[id];

	if (stack->state != HIST_STACK_NEW) {
		model_check_node(id);
		return;
	}
	if (current->in_execve) {
		stack->state = HIST_STACK_RAW;
		stack->reason = HIST_STACK_EXEC;
	} else if (sim_tasks[sim_current].has_left) {
		stack->reason = HIST_STACK_EXITED;
	} else {
		model_queue(id);
	}
	model_check_node(id);
}

/* The mappings may seem changed only if a section other than a fork could have changed them. */
static bool may_seem_changed(const struct model_stack *stack, struct sim_mm *mm)
{
	unsigned int n = mm->n_sections - stack->n_sections;

	if (!n)
		return false;
	return n > 1 || mm->n_forks == stack->n_forks || !sim_has_stack(mm) ||
	       stack->n_stack_changes != mm->n_stack_changes;
}

static bool is_frame(const struct hist_frame *frame, const struct sim_frame *expected)
{
	/* The stack may have grown meanwhile. */
	if (frame->file == &hist_file_stack && !expected->is_mapped)
		return true;
	if (!expected->is_mapped)
		return !frame->file;
	if (expected->name)
		return frame->file && !strcmp(frame->file->name, expected->name) &&
		       !frame->file->dev && !frame->offset;
	return frame->file && frame->file->dev == expected->inode->i_sb->s_dev &&
	       frame->file->ino == expected->inode->i_ino &&
	       frame->file->generation == expected->inode->i_generation &&
	       frame->offset == expected->offset;
}

/* A resolved stack must be what was mapped at the event. */
static void check_resolved(unsigned int id, const struct sim_mm *mm)
{
	const struct hist_resolved *resolved = hist_stacks_resolved(model.table, id);
	const struct model_stack *stack = &model.stacks[id];
	unsigned int i;

	CHECK(resolved && resolved->n == stack->n);
	/* A program that maps over its own stack can only give itself wrong frames. */
	if (mm->n_stack_changes != stack->n_stack_changes)
		return;
	for (i = 0; i < stack->n; i++)
		CHECK(is_frame(&resolved->frames[i], &stack->frames[i]));
}

/* Return the reason why a node is not resolved, as far as the model knows it; or -1. */
static int known_reason(unsigned int id, const struct sim_mm *mm)
{
	if (sim_tasks[sim_current].program != model.stacks[id].program)
		return HIST_STACK_EXEC;
	return mm ? -1 : HIST_STACK_EXITED;
}

/* Check what has become of a node whose work has run. */
static void model_finish(unsigned int id, struct sim_mm *mm, int reason, bool failed)
{
	const struct hist_stack_node *node = &model.table->nodes[id - 1];
	struct model_stack *stack = &model.stacks[id];

	stack->state = atomic_read(&node->state);
	stack->reason = node->reason;
	if (stack->state == HIST_STACK_RESOLVED) {
		CHECK(reason == -1);
		check_resolved(id, mm);
		return;
	}
	/* Memory is allocated before the address space is looked at, but after the process is. */
	CHECK(reason == -1 || stack->reason == reason ||
	      (reason == HIST_STACK_EXITED && stack->reason == HIST_STACK_NO_MEMORY));
	stack->tries++;
	CHECK(stack->state == (stack->reason == HIST_STACK_EXEC ||
			       stack->tries == HIST_STACK_TRIES ? HIST_STACK_RAW :
								  HIST_STACK_NEW));
	if (stack->reason == HIST_STACK_NO_MEMORY)
		CHECK(failed);
	else if (stack->reason == HIST_STACK_CHANGED)
		CHECK(stack->is_in_section || may_seem_changed(stack, mm));
	else
		CHECK(stack->reason == reason);
}

static void run_work(struct callback_head *work)
{
	struct hist_stack_node *node = container_of(work, struct hist_stack_node, work);
	struct sim_mm *mm = node->mm ? (struct sim_mm *)node->mm : sim_current_mm();
	unsigned int id = node - model.table->nodes + 1;
	bool is_kept = node->mm;
	int reason;

	CHECK(model.stacks[id].state == HIST_STACK_QUEUED && model.stacks[id].task == sim_current);
	model_check_node(id);
	CHECK(!mm || !is_kept || mm == model.stacks[id].mm);
	reason = known_reason(id, mm);
	/* The model still needs it. */
	if (mm)
		mm->mm.users++;
	fuzz_fail(model.work_fail);
	work->func(work);
	model_finish(id, mm, reason, shim_failed());
	model.work_fail = 0;
	if (!mm)
		return;
	CHECK(!mm->mm.readers);
	mmput(&mm->mm);
}

/* Events */

/* Build the key of a stack in the table of stacks. model_id() checks what its identity tells. */
static void build_key(u64 *key, const u64 *frames, int n)
{
	memset(key, 0, (HIST_STACK_IDENTITY_WORDS + model.depth) * sizeof(*key));
	hist_walk_process(key);
	key[1] |= current->in_execve ? HIST_IDENTITY_IN_EXEC : 0;
	key[HIST_STACK_PROCESS_WORDS] = current->mm->exec_unmaps;
	memcpy(key + HIST_STACK_IDENTITY_WORDS, frames, n * sizeof(*key));
}

/* Check that an event with an earlier stack has the code of files that this one had. */
static void check_code(const struct model_stack *stack, const u64 *frames)
{
	struct sim_mm *mm = sim_current_mm();
	unsigned int i;

	if (stack->state != HIST_STACK_RESOLVED || stack->mm != mm)
		return;
	for (i = 0; i < stack->n; i++) {
		const struct sim_frame *then = &stack->frames[i];
		struct sim_frame now = sim_find(mm, frames[i]);

		if (then->is_mapped && !then->name)
			CHECK(now.is_mapped && now.inode == then->inode &&
			      now.offset == then->offset);
	}
}

/* Return the id that an event with these frames must have got. @n_keys is the number before. */
static unsigned int model_id(const u64 *frames, int n, u32 n_keys)
{
	u64 key[HIST_STACK_IDENTITY_WORDS + HIST_DEPTH_MAX];
	struct model_stack *stack;
	int elt;

	if (n == -EBUSY) {
		model.busy++;
		return 0;
	}
	if (n <= 0 || !frames[0]) {
		model.no_user_stack++;
		return 0;
	}
	build_key(key, frames, n);
	elt = tracing_map_lookup(model.table->map, key);
	if (elt < 0) {
		CHECK(n_keys == model.table->map->size);
		model.no_room++;
		return 0;
	}
	stack = &model.stacks[elt + 1];
	if (elt + 1 < model.n_stacks) {
		CHECK(stack->program == sim_tasks[sim_current].program);
		CHECK(stack->is_in_exec == current->in_execve);
		check_code(stack, frames);
		return elt + 1;
	}
	CHECK(elt + 1 == model.n_stacks && model.n_stacks == n_keys + 1);
	model.n_stacks++;
	*stack = (struct model_stack){
		.program = sim_tasks[sim_current].program,
		.is_in_exec = current->in_execve,
	};
	while (stack->n < n && frames[stack->n])
		stack->n++;
	return elt + 1;
}

void model_hit(unsigned int number)
{
	u32 n_keys = atomic_read(&model.table->map->keys->n_keys);
	struct mock_record record = { .num_u8 = number };
	struct sim_mm *mm = sim_current_mm();
	u64 frames[HIST_DEPTH_MAX], words[SIM_WORDS];
	unsigned int id;
	int n;

	if (mm)
		memcpy(words, mm->words, sizeof(words));
	sim_reads_max = 2 * model.depth;
	sim_reads = 0;
	shim_atomic = true;
	hist_exec(model.data, &record, _RET_IP_);
	shim_atomic = false;

	/* The model walks the same memory, with the same change. */
	if (mm)
		memcpy(mm->words, words, sizeof(words));
	sim_reads = 0;
	n = model_walk(frames);
	sim_change.at = 0;
	id = model_id(frames, n, n_keys);
	model.stacks[id].hits[number]++;
	model.n_events++;
	if (id)
		model_request(id);
}

void model_init(struct hist_trigger_data *data, unsigned int depth)
{
	struct model_stack *stacks = model.stacks;

	model = (struct model){
		.data = data,
		.table = data->stack_sources[0].table,
		.depth = depth,
		.stacks = stacks,
		.n_stacks = 1,
	};
	/* All tables have the same size. */
	if (!stacks)
		model.stacks = calloc(model.table->map->size + 1, sizeof(*stacks));
	memset(&model.stacks[0], 0, sizeof(*stacks));
	sim_run_work = run_work;
	sim_change.at = 0;
}
