/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Simulated tasks with address spaces, for the code that walks and resolves user stacks: their
 * memory, mappings, files and task work. All of it is what a hostile program can make.
 *
 * Address spaces, mappings and files are separate allocations, freed with their last reference, so
 * that AddressSanitizer detects a use of them after that.
 */
#ifndef _TRACE_FUZZ_USER_SPACE_H
#define _TRACE_FUZZ_USER_SPACE_H

#include <linux/fs.h>
#include <linux/mm_types.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

#define SIM_TASKS	4
#define SIM_FILES	8
#define SIM_VMAS	32
#define SIM_NAME_MAX	24

/* Memory with frames that a program writes, and a chain of a million frames */
#define SIM_WORDS	64
#define SIM_MEMORY	0x7fff0000UL
#define SIM_CHAIN	0x100000000UL
#define SIM_CHAIN_SIZE	(16UL << 20)

/* Mappings are made of slots. The last slot has the initial stack, the one before the heap. */
#define SIM_SLOTS	16
#define SIM_SLOT_SIZE	0x10000UL
#define SIM_STACK_SLOT	15
#define SIM_HEAP_SLOT	14

/* Kind of a mapping; a number below SIM_FILES is a file. */
enum sim_kind {
	SIM_ANON = SIM_FILES,
	SIM_VDSO,
	SIM_ARCH_VDSO,
	SIM_VVAR,
	SIM_KINDS,
};

/**
 * struct sim_mm - address space
 * @mm: the part that the kernel sees
 * @n_vmas: number of @vmas
 * @vmas: mappings, in no order
 * @words: memory at SIM_MEMORY
 * @n_sections: number of sections with mmap_lock held for writing that have ended
 * @n_forks: number of these that were a fork
 * @n_stack_changes: number of times that the program mapped or unmapped its initial stack
 */
struct sim_mm {
	struct mm_struct mm;
	unsigned int n_vmas;
	struct vm_area_struct *vmas[SIM_VMAS];
	u64 words[SIM_WORDS];
	unsigned int n_sections;
	unsigned int n_forks;
	unsigned int n_stack_changes;
};

/**
 * struct sim_task - task
 * @is_alive: the task has not ended
 * @has_left: the task has run its last task work
 * @program: number of its program, which no other process has, and the same after an exec neither
 * @task: its state while it is not the current task
 * @regs: its registers when it entered the kernel
 */
struct sim_task {
	bool is_alive;
	bool has_left;
	unsigned int program;
	struct task_struct task;
	struct pt_regs regs;
};

/**
 * struct sim_frame - mapping of an address
 * @is_mapped: a mapping has the address
 * @inode: its file; NULL without one
 * @name: name in brackets of a mapping without a file; else NULL
 * @offset: offset in the file
 */
struct sim_frame {
	bool is_mapped;
	const struct inode *inode;
	const char *name;
	u64 offset;
};

/**
 * struct sim_inode - file, with what resolution finds out
 * @inode: its inode
 * @dentry: its only name
 * @name: the name
 * @build_id_size: size of its build id; 0 without one
 * @is_readable: a build id can be read
 */
struct sim_inode {
	struct inode inode;
	struct dentry dentry;
	char name[SIM_NAME_MAX + 1];
	unsigned int build_id_size;
	bool is_readable;
};

extern struct sim_task sim_tasks[SIM_TASKS];
extern struct sim_inode sim_inodes[SIM_FILES];
extern unsigned int sim_current;

/* Change of the memory during the next walk: at read @at, counted from 1, a word changes. */
struct sim_change {
	unsigned int at;
	unsigned int word;
	u64 val;
};

extern struct sim_change sim_change;

/* Number of reads of user memory since it was set to 0, and the largest number that is allowed. */
extern unsigned int sim_reads, sim_reads_max;

/* The mode of the last task_work_add(). */
extern int sim_work_mode;

/* Called for each task work instead of its function. */
extern void (*sim_run_work)(struct callback_head *work);

/* Address space of the current task, or NULL. */
static inline struct sim_mm *sim_current_mm(void)
{
	return (struct sim_mm *)current->mm;
}

void sim_init(void);
void sim_start(void);
void sim_exit(void);
void sim_switch(unsigned int i);

/* A new task, with a copy of the address space, or with that of the current task. */
void sim_fork(bool shares_mm, bool is_thread, void (*in_section)(void));

void sim_exec_mm(void);
void sim_exec_id(void);
void sim_lead_group(void);
void sim_exit_mm(void);
void sim_leave(void);

struct sim_frame sim_find(struct sim_mm *mm, u64 address);
bool sim_has_stack(struct sim_mm *mm);
void sim_unmap(struct sim_mm *mm, unsigned int slot, unsigned int n);
void sim_map(struct sim_mm *mm, unsigned int slot, unsigned int n, enum sim_kind kind, u8 offset);
void sim_grow_stack(struct sim_mm *mm);
void sim_end_section(struct sim_mm *mm, bool is_fork);

#endif
