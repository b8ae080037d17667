// SPDX-License-Identifier: GPL-2.0-only
/* Simulated tasks and address spaces, see user_space.h. */

#include <linux/buildid.h>
#include <linux/dcache.h>
#include <linux/errno.h>
#include <linux/file.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/mmap_lock.h>
#include <linux/sched/mm.h>
#include <linux/string.h>
#include <linux/task_work.h>

#include "callchain.h"
#include "fuzz.h"
#include "user_space.h"

struct sim_task sim_tasks[SIM_TASKS];
struct sim_inode sim_inodes[SIM_FILES];
unsigned int sim_current;
struct sim_change sim_change;
unsigned int sim_reads, sim_reads_max;
int sim_work_mode;
void (*sim_run_work)(struct callback_head *work);

static u64 boottime;
static unsigned int n_mms, n_files, n_programs;
static struct super_block blocks[] = { { .s_dev = 1 }, { .s_dev = U32_MAX } };

/* Files. The first two have names from the input. */

static const char *const names[SIM_FILES] = {
	[2] = "lib;c so.6", [3] = "new\nline\t\x01", [4] = "{other}", [5] = "[anon]",
	[6] = "\xff\xc3\x28 ,  ", [7] = "libc.so.6",
};

static ssize_t read_iter(struct kiocb *iocb, struct iov_iter *iter)
{
	return 0;
}

static const struct file_operations regular_ops = { .read_iter = read_iter };
static const struct file_operations device_ops;

static void init_inodes(void)
{
	unsigned int i;

	for (i = 0; i < SIM_FILES; i++) {
		struct sim_inode *in = &sim_inodes[i];

		if (names[i])
			strscpy(in->name, names[i]);
		in->build_id_size = i % 3 * (BUILD_ID_SIZE_MAX / 2);
		in->is_readable = i != 4;
		in->dentry = (struct dentry){ .d_name.name = in->name };
		/* Two pairs of files differ in one part of their identity. */
		in->inode = (struct inode){
			.i_mode = i == 5 ? S_IFCHR : S_IFREG,
			.i_ino = i / 2 + 1,
			.i_generation = i % 4 == 1,
			.i_sb = &blocks[i % 4 == 3],
		};
	}
}

static struct file *open_file(unsigned int i)
{
	struct file *file = calloc(1, sizeof(*file));

	n_files++;
	*file = (struct file){
		.f_mode = sim_inodes[i].is_readable ? FMODE_READ : FMODE_WRITE,
		.f_count = 1,
		.f_inode = &sim_inodes[i].inode,
		.f_path.dentry = &sim_inodes[i].dentry,
		.f_op = i == 5 ? &device_ops : &regular_ops,
	};
	return file;
}

void fput(struct file *file)
{
	CHECK(file->f_count);
	if (--file->f_count)
		return;
	n_files--;
	free(file);
}

int build_id_parse_file(struct file *file, unsigned char *build_id, u32 *size)
{
	const struct sim_inode *in = container_of(file->f_inode, struct sim_inode, inode);

	might_sleep();
	CHECK(S_ISREG(in->inode.i_mode) && file->f_mode & FMODE_READ && file->f_op->read_iter);
	if (!in->build_id_size)
		return -EINVAL;
	memset(build_id, 0xb0 + (in - sim_inodes), in->build_id_size);
	*size = in->build_id_size;
	return 0;
}

/* Mappings. The caller holds mmap_lock for writing. */

static const char *vdso_name(struct vm_area_struct *vma)
{
	return "[vdso]";
}

static const char *vvar_name(struct vm_area_struct *vma)
{
	return "[vvar]";
}

static const struct vm_operations_struct vdso_ops = { .name = vdso_name };
static const struct vm_operations_struct vvar_ops = { .name = vvar_name };
/* Mappings whose name the architecture knows */
static const struct vm_operations_struct arch_ops;

const char *arch_vma_name(struct vm_area_struct *vma)
{
	return vma->vm_ops == &arch_ops ? "[vdso]" : NULL;
}

struct vm_area_struct *vma_lookup(struct mm_struct *mm, unsigned long address)
{
	struct sim_mm *sim = (struct sim_mm *)mm;
	unsigned int i;

	for (i = 0; i < sim->n_vmas; i++)
		if (address >= sim->vmas[i]->vm_start && address < sim->vmas[i]->vm_end)
			return sim->vmas[i];
	return NULL;
}

/* Add a mapping that is like @like. Return NULL if there are too many. */
static struct vm_area_struct *add_vma(struct sim_mm *mm, const struct vm_area_struct *like)
{
	struct vm_area_struct *vma;

	if (mm->n_vmas == SIM_VMAS)
		return NULL;
	vma = memcpy(malloc(sizeof(*vma)), like, sizeof(*vma));
	vma->vm_mm = &mm->mm;
	if (vma->vm_file)
		get_file(vma->vm_file);
	mm->vmas[mm->n_vmas++] = vma;
	return vma;
}

static void remove_vma(struct sim_mm *mm, unsigned int i)
{
	if (mm->vmas[i]->vm_file)
		fput(mm->vmas[i]->vm_file);
	free(mm->vmas[i]);
	mm->vmas[i] = mm->vmas[--mm->n_vmas];
}

/* Remove the pages of a mapping from @start to @end. */
static void cut_vma(struct sim_mm *mm, unsigned int i, unsigned long start, unsigned long end)
{
	struct vm_area_struct *vma = mm->vmas[i], *rest;

	/* All files are executable. */
	mm->mm.exec_unmaps += !!vma->vm_file;

	vma_start_write(vma);
	if (vma->vm_end > end) {
		rest = add_vma(mm, vma);
		if (rest) {
			rest->vm_start = end;
			rest->vm_pgoff += (end - vma->vm_start) >> PAGE_SHIFT;
		}
	}
	if (vma->vm_start < start)
		vma->vm_end = start;
	else
		remove_vma(mm, i);
}

void sim_unmap(struct sim_mm *mm, unsigned int slot, unsigned int n)
{
	unsigned long start = slot * SIM_SLOT_SIZE, end = start + n * SIM_SLOT_SIZE;
	unsigned int i;

	mm->n_stack_changes += start <= mm->mm.start_stack && end > mm->mm.start_stack;
	for (i = mm->n_vmas; i--;)
		if (mm->vmas[i]->vm_start < end && mm->vmas[i]->vm_end > start) {
			/* Growth has moved the begin of the stack out of its slot. */
			mm->n_stack_changes += mm->vmas[i]->vm_end > mm->mm.start_stack;
			cut_vma(mm, i, start, end);
		}
}

void sim_map(struct sim_mm *mm, unsigned int slot, unsigned int n, enum sim_kind kind, u8 offset)
{
	struct vm_area_struct vma = {
		.vm_start = slot * SIM_SLOT_SIZE,
		.vm_end = (slot + n) * SIM_SLOT_SIZE,
		.vm_pgoff = kind < SIM_FILES ? offset : 0,
		.vm_lock_seq = UINT_MAX,
		.vm_file = kind < SIM_FILES ? open_file(kind) : NULL,
	};
	struct vm_area_struct *new;

	if (kind == SIM_VDSO)
		vma.vm_ops = &vdso_ops;
	else if (kind == SIM_ARCH_VDSO)
		vma.vm_ops = &arch_ops;
	else if (kind == SIM_VVAR)
		vma.vm_ops = &vvar_ops;
	sim_unmap(mm, slot, n);
	new = add_vma(mm, &vma);
	if (new)
		vma_start_write(new);
	if (vma.vm_file)
		fput(vma.vm_file);
}

/* Grow the initial stack by a quarter of a slot, if nothing is mapped there. */
void sim_grow_stack(struct sim_mm *mm)
{
	struct vm_area_struct *stack = vma_lookup(&mm->mm, mm->mm.start_stack);

	if (!stack || stack->vm_file || vma_lookup(&mm->mm, stack->vm_start - 1))
		return;
	vma_start_write(stack);
	stack->vm_start -= SIM_SLOT_SIZE / 4;
}

bool sim_has_stack(struct sim_mm *mm)
{
	return vma_lookup(&mm->mm, mm->mm.start_stack);
}

/* Find out what is mapped, as /proc/PID/maps shows it. */
struct sim_frame sim_find(struct sim_mm *mm, u64 address)
{
	const struct vm_area_struct *vma = vma_lookup(&mm->mm, address);
	struct sim_frame frame = { .is_mapped = vma };

	if (!vma)
		return frame;
	if (vma->vm_start <= mm->mm.start_stack && vma->vm_end >= mm->mm.start_stack) {
		frame.name = "[stack]";
	} else if (vma->vm_file) {
		frame.inode = vma->vm_file->f_inode;
		frame.offset = address - vma->vm_start + vma->vm_pgoff * PAGE_SIZE;
	} else if (vma->vm_ops == &vdso_ops || vma->vm_ops == &arch_ops) {
		frame.name = "[vdso]";
	} else if (vma->vm_start < mm->mm.brk && vma->vm_end > mm->mm.start_brk) {
		frame.name = "[heap]";
	} else {
		frame.name = "[anon]";
	}
	return frame;
}

/* Address spaces */

static struct sim_mm *create_mm(void)
{
	struct sim_mm *mm = calloc(1, sizeof(*mm));

	n_mms++;
	mm->mm.users = 1;
	mm->mm.start_stack = SIM_STACK_SLOT * SIM_SLOT_SIZE + SIM_SLOT_SIZE / 2;
	mm->mm.start_brk = SIM_HEAP_SLOT * SIM_SLOT_SIZE;
	mm->mm.brk = mm->mm.start_brk + SIM_SLOT_SIZE / 2;
	return mm;
}

/* Make the address space of a program: its text, a library, heap, vdso and stack. */
static struct sim_mm *create_program(void)
{
	struct sim_mm *mm = create_mm();

	mmap_write_lock(&mm->mm);
	sim_map(mm, 1, 2, 0, 0);
	sim_map(mm, 4, 2, 1, 3);
	sim_map(mm, 12, 1, SIM_VDSO, 0);
	sim_map(mm, SIM_HEAP_SLOT, 1, SIM_ANON, 0);
	sim_map(mm, SIM_STACK_SLOT, 1, SIM_ANON, 0);
	mmap_write_unlock(&mm->mm);
	mm->n_stack_changes = 0;
	return mm;
}

void mmput(struct mm_struct *mm)
{
	struct sim_mm *sim = (struct sim_mm *)mm;

	might_sleep();
	CHECK(mm->users && !mm->readers);
	if (--mm->users)
		return;
	while (sim->n_vmas)
		remove_vma(sim, 0);
	n_mms--;
	free(sim);
}

/* End a section that the caller began with mmap_write_lock(). */
void sim_end_section(struct sim_mm *mm, bool is_fork)
{
	mm->n_sections++;
	mm->n_forks += is_fork;
	mmap_write_unlock(&mm->mm);
}

/* As dup_mmap(). @in_section runs between two mappings of the parent. */
static struct sim_mm *copy_mm(struct sim_mm *from, void (*in_section)(void))
{
	struct sim_mm *mm = create_mm();
	struct vm_area_struct *vma;
	unsigned int i;

	mmap_write_lock(&from->mm);
	memcpy(mm->words, from->words, sizeof(mm->words));
	for (i = 0; i < from->n_vmas; i++) {
		vma_start_write(from->vmas[i]);
		vma = add_vma(mm, from->vmas[i]);
		vma->vm_lock_seq = UINT_MAX;
		if (i == 1)
			in_section();
	}
	sim_end_section(from, true);
	return mm;
}

/* Tasks */

void sim_switch(unsigned int i)
{
	if (!sim_tasks[i].is_alive)
		return;
	sim_tasks[sim_current].task = shim_current;
	sim_current = i;
	shim_current = sim_tasks[i].task;
}

/* A task whose thread group has a thread must stay, because the thread refers to it. */
static bool is_free(unsigned int i)
{
	unsigned int k;

	for (k = 0; k < SIM_TASKS; k++)
		if (sim_tasks[k].is_alive && (k == i || sim_tasks[k].task.group_leader ==
							 &sim_tasks[i].task))
			return false;
	return true;
}

static void init_task(struct sim_task *sim, const struct task_struct *like, struct sim_mm *mm,
		      bool is_thread)
{
	sim->is_alive = true;
	sim->has_left = false;
	sim->task = *like;
	sim->task.mm = &mm->mm;
	sim->task.task_works = NULL;
	sim->task.user_regs = &sim->regs;
	sim->task.start_boottime = ++boottime;
	sim->program = sim_tasks[sim_current].program;
	if (is_thread)
		return;
	sim->program = ++n_programs;
	sim->task.group_leader = &sim->task;
	/* Process ids are used again soon. */
	sim->task.tgid = 100 + (sim - sim_tasks);
}

void sim_fork(bool shares_mm, bool is_thread, void (*in_section)(void))
{
	struct sim_mm *mm = sim_current_mm();
	unsigned int i;

	sim_tasks[sim_current].task = shim_current;
	for (i = 0; i < SIM_TASKS && !is_free(i); i++)
		;
	if (i == SIM_TASKS || !mm)
		return;
	if (shares_mm || is_thread)
		mmget(&mm->mm);
	else
		mm = copy_mm(mm, in_section);
	sim_tasks[i].regs = sim_tasks[sim_current].regs;
	init_task(&sim_tasks[i], &shim_current, mm, is_thread);
}

/* As in begin_new_exec(): the other threads have exited. */
void sim_exec_mm(void)
{
	struct mm_struct *old = current->mm;

	current->mm = &create_program()->mm;
	mmput(old);
}

/* The last step of an exec that the identity of the process shows */
void sim_exec_id(void)
{
	current->self_exec_id++;
	sim_tasks[sim_current].program = ++n_programs;
}

/* As de_thread(): the only thread becomes the leader. */
void sim_lead_group(void)
{
	shim_current.start_boottime = current->group_leader->start_boottime;
	shim_current.group_leader = &sim_tasks[sim_current].task;
	sim_tasks[sim_current].task = shim_current;
}

void sim_exit_mm(void)
{
	struct mm_struct *mm = current->mm;

	current->mm = NULL;
	mmput(mm);
}

/* Run the last task work. */
void sim_leave(void)
{
	task_work_run();
	sim_tasks[sim_current].has_left = true;
}

int task_work_add(struct task_struct *task, struct callback_head *work,
		  enum task_work_notify_mode mode)
{
	CHECK(task == current);
	sim_work_mode = mode;
	if (sim_tasks[sim_current].has_left)
		return -ESRCH;
	work->next = task->task_works;
	task->task_works = work;
	return 0;
}

void task_work_run(void)
{
	while (current->task_works) {
		struct callback_head *work = current->task_works;

		current->task_works = work->next;
		sim_run_work(work);
	}
}

static bool read_word(const struct sim_mm *mm, unsigned long address, void *val, size_t size)
{
	unsigned long in_memory = address - SIM_MEMORY, in_chain = address - SIM_CHAIN;
	unsigned long frame[2];

	if (in_memory <= sizeof(mm->words) - size) {
		memcpy(val, (const u8 *)mm->words + in_memory, size);
		return true;
	}
	if (in_chain % 16 + size > sizeof(frame) || in_chain >= SIM_CHAIN_SIZE)
		return false;
	frame[0] = (address & ~15UL) + 16;
	frame[1] = SIM_SLOT_SIZE + in_chain / 16 % 0x100;
	memcpy(val, (u8 *)frame + in_chain % 16, size);
	return true;
}

int shim_read_user(unsigned long address, void *val, size_t size)
{
	struct sim_mm *mm = sim_current_mm();

	CHECK(address + size <= SHIM_USER_END && ++sim_reads <= sim_reads_max);
	if (sim_reads == sim_change.at)
		mm->words[sim_change.word] = sim_change.val;
	return read_word(mm, address, val, size) ? 0 : -EFAULT;
}

/* Start the only process, which becomes the current task. */
void sim_start(void)
{
	sim_current = 0;
	init_task(&sim_tasks[0], &(struct task_struct){ .comm = "fuzz" }, create_program(), false);
	shim_current = sim_tasks[0].task;
}

void sim_init(void)
{
	init_inodes();
	boottime = 0;
	n_programs = 0;
	sim_start();
}

void sim_exit(void)
{
	unsigned int i;

	CHECK(!n_mms && !n_files);
	for (i = 0; i < SIM_FILES; i++)
		CHECK(!sim_inodes[i].dentry.snapshots);
}
