/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Run a histogram's program on an event record.
 *
 * The caller evaluates the trigger's filter and pause state first. This header needs only
 * the program, the runtime state and the map, so user space can build it.
 */
#ifndef _TRACE_HIST_EXEC_H
#define _TRACE_HIST_EXEC_H

#include <linux/instruction_pointer.h>
#include <linux/rcupdate.h>

#include "data.h"

void hist_exec_all(const struct hist_program *program, struct tracing_map *map,
		   const void *record, unsigned long caller);
void hist_exec_numbers(const struct hist_program *program, struct tracing_map *map,
		       const void *record, unsigned long caller);
void hist_exec_count(const struct hist_program *program, struct tracing_map *map,
		     const void *record, unsigned long caller);
void hist_exec_fields(const struct hist_program *program, struct tracing_map *map,
		      const void *record);
void hist_exec_field(const struct hist_program *program, struct tracing_map *map,
		     const void *record);

/**
 * hist_exec - count an event in a histogram and run its actions
 * @data: the histogram, attached
 * @record: the event's record
 * @caller: return address of the function that runs the event's triggers; stack traces
 *	start above it
 *
 * Context: any, NMI included, with preemption off.
 */
static __always_inline void hist_exec(const struct hist_trigger_data *data, const void *record,
				      unsigned long caller)
{
	const struct hist_program *program = &data->program;
	struct tracing_map *map = rcu_dereference_sched(data->live.map);

	/*
	 * Pairs with rcu_assign_pointer() in hist/store.c. The map is NULL while the
	 * histogram is being detached.
	 */
	if (unlikely(!map))
		return;

	if (likely(program->way == HIST_WAY_FIELD))
		hist_exec_field(program, map, record);
	else if (likely(program->way == HIST_WAY_NUMBERS))
		hist_exec_numbers(program, map, record, caller);
	else if (program->way == HIST_WAY_FIELDS)
		hist_exec_fields(program, map, record);
	else if (program->way == HIST_WAY_COUNT)
		hist_exec_count(program, map, record, caller);
	else
		hist_exec_all(program, map, record, caller);
}

#endif /* _TRACE_HIST_EXEC_H */
