// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: user stacks of hist triggers, from the walk to the files. The input selects a
 * command and names of files. The rest is a script for hostile programs: they write frames, map,
 * fork, exec, exit and cause events; memory is short, and readers read. user_space.c has the
 * programs.
 *
 * The model of stacks_model.c knows the frames of each event, from a walk of its own, and what was
 * mapped at them. It is compared with the table of stacks and with the counters; stacks_readers.c
 * compares it with the text of hist, hist_folded and hist_raw.
 */

#include <linux/err.h>
#include <linux/hist_stacks.h>
#include <linux/kernel.h>
#include <linux/mmap_lock.h>
#include <linux/perf_event.h>
#include <linux/string.h>
#include <linux/task_work.h>

#include "callchain.h"
#include "fuzz.h"
#include "hist/compile/compile.h"
#include "hist/fixture.h"
#include "hist/parse/spec.h"
#include "hist/tests/fixtures/mock_event.h"
#include "stacks_model.h"
#include "user_space.h"

static const struct {
	const char *text;
	unsigned int depth;
} commands[] = {
	{ "hist:keys=common_ustacktrace", HIST_USER_STACK_DEPTH },
	{ "hist:keys=common_ustacktrace.depth=1", 1 },
	{ "hist:keys=common_ustacktrace.depth=3.build,num_u8", 3 },
	{ "hist:keys=num_u8,common_ustacktrace.depth=127", HIST_DEPTH_MAX },
	{ "hist:keys=common_ustacktrace.build,num_u8", HIST_USER_STACK_DEPTH },
};

static const u8 *at, *end;

static u8 byte(void)
{
	return at < end ? *at++ : 0;
}

/* Addresses that a walker might trip over; the rest is in the slots that programs map. */
static u64 address(void)
{
	static const u64 special[] = {
		0, 1, 0xffffffff81000000, U64_MAX, 0x0000800000000000, SHIM_USER_END - 16,
		SHIM_USER_END - 8, SHIM_USER_END, SIM_CHAIN, SIM_CHAIN + SIM_CHAIN_SIZE - 32,
		SIM_MEMORY, SIM_MEMORY + 8 * (SIM_WORDS - 1), PERF_CONTEXT_USER, U32_MAX - 7,
		S64_MIN, SHIM_USER_END - 15,
	};
	u8 b = byte();

	if (b < 16)
		return special[b];
	return b / 16 * SIM_SLOT_SIZE + b % 16 * 0x1001UL;
}

/* Mostly a pointer into the memory of the program, aligned or not */
static u64 frame_pointer(void)
{
	u8 b = byte();

	if (b >= 0x80)
		return address();
	return SIM_MEMORY + b % SIM_WORDS * 8 + (b & 0x40 ? 3 : 0);
}

static void hit_now(void)
{
	model_hit(0);
}

/* An event whose registers and context are in the input */
static void hit_with(u8 how)
{
	struct pt_regs *regs = &sim_tasks[sim_current].regs;
	u8 context = byte();
	unsigned int i;

	regs->user = !(context & 1);
	regs->ip = address();
	regs->bp = frame_pointer();
	regs->cs = context & 2 ? SHIM_CS_32 : 0x33;
	regs->flags = (context & 0xf0) == 0xf0 ? SHIM_FLAGS_VM86 : 0;
	shim_in_nmi = context & 4;
	shim_callchain.is_busy = (context & 0xf0) == 0xe0;
	current->flags |= (context & 0xf0) == 0xd0 ? PF_KTHREAD : 0;
	current->flags |= (context & 0xf0) == 0xc0 ? PF_USER_WORKER : 0;
	shim_callchain.is_forced = (context & 0xf8) == 0xb0;
	if (shim_callchain.is_forced) {
		shim_callchain.n_forced = byte() % (ARRAY_SIZE(shim_callchain.forced) + 1);
		for (i = 0; i < shim_callchain.n_forced; i++)
			shim_callchain.forced[i] = at < end || !i ? address() :
						   shim_callchain.forced[i - 1] + 1;
	}
	if (context & 8) {
		sim_change.at = byte();
		sim_change.word = byte() % SIM_WORDS;
		sim_change.val = frame_pointer();
	}
	model_hit(how % NUMBERS);
	current->flags &= ~(PF_KTHREAD | PF_USER_WORKER);
	shim_callchain.is_busy = false;
	shim_callchain.is_forced = false;
	shim_in_nmi = false;
}

/* Fill the table of stacks, with new stacks of one frame. */
static void hit_many(void)
{
	struct pt_regs *regs = &sim_tasks[sim_current].regs;
	unsigned int i, n = byte() * 16;

	regs->cs = 0;
	regs->flags = 0;
	regs->bp = 0;
	for (i = 0; i < n; i++) {
		regs->ip = 2 * SIM_SLOT_SIZE + i;
		model_hit(i % 8 ? 0 : i / 8 % NUMBERS);
	}
}

/* Actions of programs */

static void write_frames(u8 how)
{
	struct sim_mm *mm = sim_current_mm();
	unsigned int i, n = how % (SIM_WORDS / 2);

	if (!mm)
		return;
	for (i = 0; i < n; i++) {
		mm->words[2 * i] = SIM_MEMORY + 16 * (i + 1);
		mm->words[2 * i + 1] = address();
	}
	if (n)
		mm->words[2 * n - 2] = frame_pointer();
}

static void write_word(void)
{
	struct sim_mm *mm = sim_current_mm();
	u8 i = byte();

	if (mm)
		mm->words[i % SIM_WORDS] = i & 0x40 ? frame_pointer() : address();
}

/* Change the mappings; events happen before, between and behind the changes. */
static void change_mappings(u8 how)
{
	struct sim_mm *mm = sim_current_mm();
	u8 range = byte(), kind = byte();
	unsigned int slot = range % SIM_SLOTS;
	unsigned int n = min(range / SIM_SLOTS % 4 + 1, SIM_SLOTS - slot);

	if (!mm)
		return;
	mmap_write_lock(&mm->mm);
	if (how & 4)
		hit_now();
	if (how & 8)
		sim_grow_stack(mm);
	else if (how & 16)
		sim_unmap(mm, slot, n);
	else
		sim_map(mm, slot, n, kind % SIM_KINDS, kind / SIM_KINDS);
	if (how & 32)
		hit_now();
	sim_end_section(mm, false);
}

static void no_event(void)
{
}

static void fork_task(u8 how)
{
	sim_fork(how & 4, how & 8, how & 16 ? hit_now : no_event);
}

/* As do_exit(), with events at each step */
static void exit_task(u8 how)
{
	unsigned int i;

	hist_stacks_exit();
	CHECK(!current->task_works);
	if (how & 4)
		hit_now();
	current->flags |= PF_POSTCOREDUMP;
	if (how & 8)
		hit_now();
	sim_exit_mm();
	if (how & 16)
		hit_now();
	sim_leave();
	if (how & 32)
		hit_now();
	for (i = 0; i < SIM_TASKS && (i == sim_current || !sim_tasks[i].is_alive); i++)
		;
	sim_tasks[sim_current].is_alive = false;
	if (i == SIM_TASKS)
		sim_start();
	else
		sim_switch(i);
}

/* The other threads of the current task exit. */
static void exit_threads(u8 how)
{
	unsigned int i, me = sim_current;
	const struct task_struct *leader = current->group_leader;

	for (i = 0; i < SIM_TASKS; i++) {
		sim_switch(i);
		if (sim_current == i && i != me && current->group_leader == leader)
			exit_task(how);
	}
	sim_switch(me);
}

/* As begin_new_exec(), with events at each step */
static void exec_task(u8 how)
{
	exit_threads(how);
	current->in_execve = true;
	if (how & 4)
		hit_now();
	sim_lead_group();
	sim_exec_mm();
	if (how & 8)
		hit_now();
	sim_exec_id();
	if (how & 16)
		hit_now();
	current->in_execve = false;
}

/* Return to user mode, which runs the task work. Memory may be short. */
static void return_to_user(u8 how)
{
	model.work_fail = how & 4 ? byte() : 0;
	task_work_run();
	CHECK(!current->task_works);
}

/* The script */

static void run_op(void)
{
	u8 op = byte(), how = byte();

	switch (op % 16) {
	case 0 ... 4:
		hit_with(how);
		break;
	case 5:
		write_frames(how);
		break;
	case 6:
		write_word();
		break;
	case 7 ... 8:
		change_mappings(how);
		break;
	case 9:
		fork_task(how);
		break;
	case 10:
		exec_task(how);
		break;
	case 11:
		exit_task(how);
		break;
	case 12:
		sim_switch(how % SIM_TASKS);
		break;
	case 13:
		model_read(how & 8, how & 4 ? byte() : 0);
		break;
	case 14:
		if (how < 8)
			hit_many();
		else
			sim_switch(how % SIM_TASKS);
		break;
	default:
		return_to_user(how);
	}
}

static struct hist_trigger_data *compile(const char *command)
{
	struct trace_diag diag = {};
	struct hist_spec *spec = hist_spec_parse(command, strlen(command), &diag);
	struct hist_trigger_data *compiled;

	CHECK(!IS_ERR(spec));
	compiled = hist_compile(spec, &mock_event.resolver, &diag);
	CHECK(!IS_ERR(compiled));
	hist_spec_free(spec);
	return compiled;
}

/* Attach a histogram. Return: false if there is no memory or the depth is not allowed. */
static bool attach(struct hist_trigger_data *data, unsigned int depth, u8 fail)
{
	unsigned long allocs = shim_allocs();
	int ret;

	fuzz_fail(fail);
	ret = hist_run_attach(data, HIST_SIZE_MIN);
	if (shim_failed())
		CHECK(ret == -ENOMEM);
	else
		CHECK(ret == (depth > shim_callchain.max_stack ? -EOVERFLOW : 0));
	if (ret)
		CHECK(shim_allocs() == allocs && !shim_callchain.users);
	return !ret;
}

/* Work that may free the table of stacks */
static void run_work_only(struct callback_head *work)
{
	work->func(work);
}

static void end_tasks(void)
{
	unsigned int i;

	for (i = 0; i < SIM_TASKS; i++) {
		sim_switch(i);
		if (sim_current != i || !sim_tasks[i].is_alive)
			continue;
		hist_stacks_exit();
		sim_exit_mm();
		sim_leave();
		sim_tasks[i].is_alive = false;
	}
}

/* Names of files have any bytes but '/' and NUL. */
static void read_name(char *name)
{
	unsigned int i, n = byte() % SIM_NAME_MAX + 1;

	for (i = 0; i < n; i++) {
		name[i] = byte();
		if (!name[i] || name[i] == '/')
			name[i] = 'x';
	}
	name[n] = '\0';
}

/* Run the script. Tasks end before or after the histogram is removed. */
static void run_script(struct hist_trigger_data *data, bool ends_before)
{
	while (at < end)
		run_op();
	model_read(true, 0);
	model_read(false, 0);
	if (ends_before) {
		end_tasks();
		model_read(true, 0);
	}
	sim_run_work = run_work_only;
	hist_run_detach(data);
	end_tasks();
	CHECK(!atomic_read(&hist_stacks_queued) && !shim_callchain.users);
}

int fuzz_one(const u8 *bytes, size_t size)
{
	struct hist_trigger_data *data;
	unsigned int depth;
	u8 how, fail;

	at = bytes;
	end = bytes + size;
	how = byte();
	fail = byte();
	data = compile(commands[how % ARRAY_SIZE(commands)].text);
	depth = commands[how % ARRAY_SIZE(commands)].depth;
	shim_callchain.max_stack = how & 0x80 ? byte() % SHIM_CALLCHAIN_MAX + 1 :
						SHIM_CALLCHAIN_MAX;
	read_name(sim_inodes[0].name);
	read_name(sim_inodes[1].name);
	shim_nr_cpus = 1;
	sim_init();
	if (attach(data, depth, fail)) {
		model_init(data, depth);
		run_script(data, how & 0x40);
	} else {
		end_tasks();
	}
	hist_data_put(data);
	sim_exit();
	CHECK(!shim_allocs());
	return 0;
}
