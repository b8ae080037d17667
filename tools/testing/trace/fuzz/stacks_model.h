/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Model of a histogram with user stacks, for stacks_fuzz.c: what is in its table of stacks, and
 * what readers must see of it.
 */
#ifndef _TRACE_FUZZ_STACKS_MODEL_H
#define _TRACE_FUZZ_STACKS_MODEL_H

#include "hist/limits.h"
#include "hist/program/hist_data.h"
#include "hist/stacks/stacks.h"
#include "user_space.h"

/* Values of num_u8, which is a key of some commands */
#define NUMBERS		4

/**
 * struct model_stack - what the model knows of an element of the table of stacks
 * @program: program whose stack it is, as in &struct sim_task
 * @is_in_exec: the program was calling exec
 * @task: task that has queued it
 * @mm: address space at that time
 * @is_in_section: mmap_lock was held for writing at that time
 * @n_sections: as in &struct sim_mm at that time
 * @n_forks: likewise
 * @n_stack_changes: likewise
 * @tries: number of failed tries
 * @state: &enum hist_stack_state that the node must have
 * @reason: &enum hist_stack_reason that it must have
 * @n: number of frames that are shown: those in front of the first address that is 0
 * @frames: mappings of the addresses when the node was queued
 * @hits: number of events, by num_u8
 */
struct model_stack {
	unsigned int program;
	bool is_in_exec;
	unsigned int task;
	const struct sim_mm *mm;
	bool is_in_section;
	unsigned int n_sections;
	unsigned int n_forks;
	unsigned int n_stack_changes;
	unsigned int tries;
	int state;
	int reason;
	unsigned int n;
	struct sim_frame frames[HIST_DEPTH_MAX];
	u64 hits[NUMBERS];
};

/**
 * struct model - the model, and the histogram that it is compared with
 * @data: the histogram, attached
 * @table: its table of stacks
 * @depth: largest number of frames
 * @stacks: stacks by id; that with the id 0 has the events without a stack
 * @n_stacks: number of @stacks
 * @n_events: number of events
 * @no_user_stack: number of these in tasks without a user stack
 * @busy: number of these without a buffer for the walk
 * @no_room: number of these without room in the table
 * @work_fail: allocation that fails during the next task work, see fuzz_fail()
 */
struct model {
	struct hist_trigger_data *data;
	struct hist_stacks *table;
	unsigned int depth;
	struct model_stack *stacks;
	unsigned int n_stacks;
	u64 n_events;
	u64 no_user_stack;
	u64 busy;
	u64 no_room;
	u8 work_fail;
};

extern struct model model;

/* Begin with an attached histogram and without events. */
void model_init(struct hist_trigger_data *data, unsigned int depth);

/*
 * Hit the histogram. The registers of the current task, its memory, and shim_callchain are as they
 * are; num_u8 is @number, below NUMBERS.
 */
void model_hit(unsigned int number);

/* Check the state of the node of a stack. */
void model_check_node(unsigned int id);

/*
 * Read the table, the folded stacks and the raw table, and compare them with the model. The reader
 * is @privileged to see addresses; the allocation @fail fails, see fuzz_fail().
 */
void model_read(bool privileged, u8 fail);

#endif
