// SPDX-License-Identifier: GPL-2.0
/*
 * Run the actions of one event: emit a synthetic event, save values in the entry, take a snapshot.
 *
 * Any context, NMI included, with preemption off.
 */
#include "../../synth/run/emit.h"
#include "../action.h"
#include "context.h"
#include "snapshot.h"

static void hist_action_trace(const struct hist_action_insn *act, const struct hist_exec_ctx *ctx)
{
	const struct hist_insn *insn = act->args.insns, *end = insn + act->args.n;
	u64 *vals = &ctx->bytes[act->bytes_offset];

	if (!synth_event_enabled(act->synth))
		return;
	for (; insn < end; insn++) {
		if (hist_op_is_number(insn->op)) {
			vals[insn->dst] = compute_number(insn, ctx);
		} else {
			copy_bytes(insn, &ctx->bytes[insn->arg], ctx);
			vals[insn->dst] = (unsigned long)&ctx->bytes[insn->arg];
		}
	}
	synth_emit(act->synth, vals);
}

/*
 * The tracked value is the first word of the cell, and the saved values follow it. So a reader
 * can tell whether they belong to the current tracked value. The cell is not written if another
 * event is writing it or, with onmax() and onmin(), if it belongs to a larger or smaller value: an
 * event that updated the tracked value earlier can get here later.
 */
static void hist_action_save(const struct hist_action_insn *act, struct tracing_map *map, int elt,
			     u64 val, const struct hist_exec_ctx *ctx)
{
	u64 *words = &ctx->bytes[act->bytes_offset];
	u64 *cell;

	words[0] = val;
	build_words(&act->args, words, ctx);

	cell = tracing_map_cell_write_begin(map, elt, act->cell_slot);
	if (!cell)
		return;
	if (!tracing_map_cell_was_set(cell) || !hist_action_is_beyond(act, cell[0], val))
		tracing_map_cell_copy_in(cell, 0, words, act->n_words);
	tracing_map_cell_write_end(cell);
}

/* Update the tracked value, and return whether to run the action. */
static bool update_tracked(const struct hist_action_insn *act, struct tracing_map *map, int elt,
			   u64 val)
{
	if (act->handler == HIST_ON_MAX)
		return tracing_map_var_fetch_max(map, elt, act->tracked_slot, val, act->is_signed);
	if (act->handler == HIST_ON_MIN)
		return tracing_map_var_fetch_min(map, elt, act->tracked_slot, val, act->is_signed);
	return tracing_map_var_xchg(map, elt, act->tracked_slot, val);
}

static bool has_matching_entry(const struct hist_program *program,
			       const struct hist_action_insn *act, const struct hist_exec_ctx *ctx)
{
	struct hist_lookup_result result;

	return act->lookup == HIST_NO_LOOKUP ||
	       lookup_entry(&program->lookups[act->lookup], ctx, &result);
}

/**
 * hist_run_actions - run the actions of a program
 * @program: the histogram's program, which has at least one action
 * @map: the histogram's map
 * @elt: entry that the event has updated
 * @copy: execution context of the event; passed by value, so that the caller can keep its own
 *	copy in registers
 *
 * Context: any, NMI included, with preemption off.
 */
noinline void hist_run_actions(const struct hist_program *program, struct tracing_map *map, int elt,
			      const struct hist_exec_ctx copy)
{
	const struct hist_action_insn *act = program->actions, *end = act + program->n_actions;
	const struct hist_exec_ctx *ctx = &copy;
	u64 val = 0;

	do {
		if (likely(act->handler == HIST_ON_MATCH)) {
			if (!has_matching_entry(program, act, ctx))
				continue;
		} else {
			val = compute_number(&act->tracked_insn, ctx);
			if (!update_tracked(act, map, elt, val))
				continue;
		}
		switch (act->kind) {
		case HIST_ACTION_TRACE:
			hist_action_trace(act, ctx);
			break;
		case HIST_ACTION_SAVE:
			hist_action_save(act, map, elt, val, ctx);
			break;
		case HIST_ACTION_SNAPSHOT:
			hist_snapshot_take(hist_runtime_of(program)->snapshot, map, val,
					   ctx->key);
			break;
		}
	} while (++act < end);
}
