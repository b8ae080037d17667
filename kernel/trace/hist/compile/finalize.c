// SPDX-License-Identifier: GPL-2.0
/*
 * Finalize a program: lay out the execution context and select the execution variant.
 *
 * Part of the compiler, see compile.c.
 */
#include <linux/sched.h>
#include <linux/trace_events.h>

#include "../diag.h"
#include "compiler.h"

/* The scratch space is behind the bytes that are valid for the whole execution of the program. */
static void offset_scratch(const struct hist_compiler *c, struct hist_program *program)
{
	unsigned int i, k;

	for (i = 0; i < program->n_var_stores; i++)
		program->var_stores[i].insn.dst = c->n_bytes_words;
	for (i = 0; i < program->n_actions; i++) {
		struct hist_action_insn *act = &program->actions[i];

		act->bytes_offset += c->n_bytes_words;
		for (k = 0; hist_action_info[act->kind].by_address && k < act->args.n; k++)
			if (!hist_op_is_number(act->args.insns[k].op))
				act->args.insns[k].arg += c->n_bytes_words;
	}
}

static bool reads_fields_only(const struct hist_section *section)
{
	unsigned int i;

	for (i = 0; i < section->n; i++)
		if (!hist_op_is_field(section->insns[i].op))
			return false;
	return true;
}

static bool loads_one_number(const struct hist_program *program)
{
	return program->n_lookups == 1 && program->n_var_loads == 1 && !program->var_loads[0].words;
}

static bool stores_numbers_only(const struct hist_program *program)
{
	unsigned int i;

	for (i = 0; i < program->n_var_stores; i++)
		if (program->var_stores[i].words)
			return false;
	return true;
}

/* Check whether the only lookup has an explicit key of one number. */
static bool is_keyed(const struct hist_program *program)
{
	return program->on_stack && loads_one_number(program) &&
	       program->lookups[0].n_keys == 1 && !program->lookups[0].keys[0].words &&
	       !program->pre_lookup.n && stores_numbers_only(program);
}

/* Check whether the key is one property of the current task, not transformed. */
static bool has_task_key(const struct hist_program *program)
{
	const struct hist_section *key = &program->key;

	return key->n == 1 && hist_op_is_task(key->insns[0].op) &&
	       key->insns[0].transform == HIST_TRANSFORM_NONE;
}

static bool updates_from_fields_only(const struct hist_program *program)
{
	unsigned int i;

	for (i = 0; i < program->n_stats; i++)
		if (!hist_op_is_field(program->stats[i].insn.op))
			return false;
	return reads_fields_only(&program->sums);
}

/* Check whether the program adds to one statistic and to no sum. The value is not transformed. */
static bool updates_one_stat(const struct hist_program *program)
{
	return program->n_stats == 1 && !program->sums.n &&
	       program->stats[0].insn.transform == HIST_TRANSFORM_NONE;
}

static bool has_only_keys_and_updates(const struct hist_program *program)
{
	return program->on_stack && program->clock == HIST_CLOCK_NONE && !program->pre_lookup.n &&
	       !program->pre_key.n && !program->post_lookup.n && !program->n_lookups &&
	       !program->n_var_stores && !program->n_actions;
}

static enum hist_variant select_variant(const struct hist_program *program)
{
	const bool fields = reads_fields_only(&program->key) && !program->pre_lookup.n &&
			    !program->pre_key.n;

	if (has_only_keys_and_updates(program)) {
		if (!updates_from_fields_only(program))
			return HIST_VARIANT_SUMS_ONLY;
		if (!fields)
			return has_task_key(program) ? HIST_VARIANT_TASK_KEY :
						       HIST_VARIANT_SUMS_ONLY;
		if (program->key.n > 1)
			return HIST_VARIANT_FIELD_KEYS;
		return updates_one_stat(program) ? HIST_VARIANT_FIELD_STAT :
						   HIST_VARIANT_FIELD_KEY;
	}
	if (is_keyed(program))
		return HIST_VARIANT_KEYED;
	if (fields && program->key.n == 1 && program->n_var_stores &&
	    stores_numbers_only(program) &&
	    (!program->n_lookups || (loads_one_number(program) && !program->lookups[0].n_keys)))
		return HIST_VARIANT_NUMERIC;
	return HIST_VARIANT_GENERAL;
}

/* Check whether an instruction reads the header of the record. */
static bool reads_header(const struct hist_insn *insn)
{
	switch (insn->op) {
	case HIST_OP_STRING:
	case HIST_OP_STRING_NUL:
	case HIST_OP_DYN_STRING:
	case HIST_OP_REL_STRING:
	case HIST_OP_PTR_STRING:
	case HIST_OP_STACK:
	case HIST_OP_STACK_WITH_LEN:
		return insn->src < sizeof(struct trace_entry);
	default:
		return hist_op_is_field(insn->op) && insn->src < sizeof(struct trace_entry);
	}
}

static bool section_reads_header(const struct hist_section *section)
{
	unsigned int i;

	for (i = 0; i < section->n; i++)
		if (reads_header(&section->insns[i]))
			return true;
	return false;
}

static bool lookup_reads_header(const struct hist_lookup *lookup)
{
	unsigned int i;

	for (i = 0; i < lookup->n_keys; i++)
		if (reads_header(&lookup->keys[i].insn))
			return true;
	return false;
}

static bool action_reads_header(const struct hist_action_insn *act)
{
	return section_reads_header(&act->args) ||
	       (act->handler != HIST_ON_MATCH && reads_header(&act->tracked_insn));
}

static bool program_reads_header(const struct hist_program *program)
{
	bool reads = section_reads_header(&program->pre_lookup) ||
		     section_reads_header(&program->pre_key) ||
		     section_reads_header(&program->key) ||
		     section_reads_header(&program->post_lookup) ||
		     section_reads_header(&program->sums);
	unsigned int i;

	for (i = 0; i < program->n_stats; i++)
		reads = reads || reads_header(&program->stats[i].insn);
	for (i = 0; i < program->n_lookups; i++)
		reads = reads || lookup_reads_header(&program->lookups[i]);
	for (i = 0; i < program->n_var_stores; i++)
		reads = reads || reads_header(&program->var_stores[i].insn);
	for (i = 0; i < program->n_actions; i++)
		reads = reads || action_reads_header(&program->actions[i]);
	return reads;
}

/*
 * Check whether reading the clock can cause events: some machines read it from an I/O register, and
 * have an event for each access. If the record of this event were on the stack, a histogram of the
 * event would call itself without end. Records in buffers are limited in their nesting.
 */
static bool clock_causes_events(const struct hist_program *program)
{
	return IS_ENABLED(CONFIG_TRACE_MMIO_ACCESS) && program->clock != HIST_CLOCK_NONE;
}

/**
 * hist_finalize - finalize a program: lay out the execution context, select the execution variant
 * @c: compilation, complete except for this
 *
 * Also drops the clock of a program that needs no time.
 *
 * Return: 0, or -EINVAL with the diagnostic filled in if the context would be too large.
 */
int hist_finalize(struct hist_compiler *c)
{
	struct hist_program *program = &c->data->program;
	unsigned int key_words = program->key_size / sizeof(u64);

	if (program->saves_comm)
		key_words += TASK_COMM_LEN / sizeof(u64);
	hist_lay_out_stacks(c);
	offset_scratch(c, program);
	program->regs_offset = key_words;
	program->bytes_offset = key_words + c->n_regs;
	if (program->bytes_offset + c->n_bytes_words + c->n_scratch_words > HIST_CTX_WORDS_MAX)
		return hist_diag_set(c->diag, HIST_DIAG_CTX_TOO_LARGE, c->spec->command);
	program->ctx_words = program->bytes_offset + c->n_bytes_words + c->n_scratch_words;

	program->on_stack = program->ctx_words <= HIST_STACK_CTX_WORDS && !program->n_actions &&
			    !c->data->n_stack_sources;
	if (!c->uses_time)
		program->clock = HIST_CLOCK_NONE;
	program->fields_only = !program_reads_header(program) && !clock_causes_events(program);
	program->variant = select_variant(program);
	return 0;
}
