/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Run a histogram's program on an event record.
 *
 * The caller evaluates the trigger's filter and pause state first. This header needs only
 * the program, the runtime state and the map, so user space can build it.
 */
#ifndef _TRACE_HIST_RUN_EXEC_H
#define _TRACE_HIST_RUN_EXEC_H

#include <linux/instruction_pointer.h>
#include <linux/rcupdate.h>

#include "../program/hist_data.h"

void hist_exec_general(const struct hist_program *program, struct tracing_map *map,
		       const void *record, unsigned long caller);
void hist_exec_numeric(const struct hist_program *program, struct tracing_map *map,
		       const void *record, unsigned long caller);
void hist_exec_keyed(const struct hist_program *program, struct tracing_map *map,
		     const void *record, unsigned long caller);
void hist_exec_sums(const struct hist_program *program, struct tracing_map *map,
		    const void *record, unsigned long caller);
void hist_exec_field_keys(const struct hist_program *program, struct tracing_map *map,
			  const void *record);
void hist_exec_field_key(const struct hist_program *program, struct tracing_map *map,
			 const void *record);
void hist_exec_task_key(const struct hist_program *program, struct tracing_map *map,
			const void *record);
void hist_exec_field_stat(const struct hist_program *program, struct tracing_map *map,
			  const void *record);

/**
 * hist_exec_on - count an event in a given map of a histogram and run its actions
 * @data: the histogram, attached
 * @map: the map; NULL while the histogram is being detached
 * @record: the event's record
 * @caller: return address into the event's probe; stack traces start after it
 *
 * Context: any, NMI included, with preemption off.
 */
static __always_inline void hist_exec_on(const struct hist_trigger_data *data,
					 struct tracing_map *map, const void *record,
					 unsigned long caller)
{
	const struct hist_program *program = &data->program;

	if (unlikely(!map))
		return;

	if (likely(program->variant == HIST_VARIANT_FIELD_KEY))
		hist_exec_field_key(program, map, record);
	else if (unlikely(program->variant > HIST_VARIANT_FIELD_KEY))
		hist_exec_field_stat(program, map, record);
	else if (likely(program->variant == HIST_VARIANT_NUMERIC))
		hist_exec_numeric(program, map, record, caller);
	else if (program->variant == HIST_VARIANT_FIELD_KEYS)
		hist_exec_field_keys(program, map, record);
	else if (program->variant == HIST_VARIANT_TASK_KEY)
		hist_exec_task_key(program, map, record);
	else if (program->variant == HIST_VARIANT_SUMS_ONLY)
		hist_exec_sums(program, map, record, caller);
	else if (program->variant == HIST_VARIANT_KEYED)
		hist_exec_keyed(program, map, record, caller);
	else
		hist_exec_general(program, map, record, caller);
}

/**
 * hist_exec - count an event in a histogram and run its actions
 * @data: the histogram, attached
 * @record: the event's record
 * @caller: return address into the event's probe; stack traces start after it
 *
 * Context: any, NMI included, with preemption off.
 */
static __always_inline void hist_exec(const struct hist_trigger_data *data, const void *record,
				      unsigned long caller)
{
	/* Pairs with rcu_assign_pointer() in hist/attach/map_owner.c and interval.c. */
	hist_exec_on(data, rcu_dereference_sched(data->runtime.map), record, caller);
}

#endif /* _TRACE_HIST_RUN_EXEC_H */
