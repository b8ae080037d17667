// SPDX-License-Identifier: GPL-2.0
/*
 * Interned stack traces: the sources of their ids.
 *
 * A field that is an interned stack trace holds an id of one word. For the rest of the compiler,
 * this is a value of one word that is not a number. Part of the compiler, see compile.c.
 */
#include <linux/bits.h>
#include <linux/minmax.h>

#include "../diag.h"
#include "compiler.h"

/**
 * hist_must_intern - check whether a stack trace is interned
 * @value: a field of the event, with its modifier
 *
 * A kernel stack trace without a depth is stored as it is.
 *
 * Return: true for a user stack trace, and for a kernel stack trace with a depth.
 */
bool hist_must_intern(const struct hist_value *value)
{
	return value->kind == HIST_KIND_USER_STACK ||
	       (value->kind == HIST_KIND_KERNEL_STACK && value->mod == HIST_MOD_DEPTH);
}

static bool sources_equal(const struct hist_stack_source *a, const struct hist_stack_source *b)
{
	return a->kind == b->kind && a->depth == b->depth && a->of == b->of &&
	       a->of_index == b->of_index;
}

/* Check whether an instruction loads a stack trace that begins at the interrupted instruction. */
static bool is_interrupted(u8 op)
{
	return op == HIST_OP_INTERRUPTED_STACK || op == HIST_OP_INTERRUPTED_STACK_WITH_LEN;
}

/*
 * Find or add a source. Return: its index, or -EINVAL with the diagnostic filled in.
 */
static int add_source(struct hist_compiler *c, const struct hist_stack_source *source,
		      struct trace_span at)
{
	struct hist_trigger_data *data = c->data;
	unsigned int i;

	for (i = 0; i < data->n_stack_sources; i++)
		if (sources_equal(&data->stack_sources[i], source))
			return i;
	if (i == HIST_STACK_SOURCES_MAX)
		return hist_diag_set(c->diag, HIST_DIAG_TOO_MANY_STACKS, at);
	data->stack_sources[data->n_stack_sources++] = *source;
	return i;
}

/**
 * hist_intern_stack - turn the load of a stack trace into the load of its id
 * @c: compilation
 * @at: position of the field in the command
 * @operand: operand that loads the stack trace, with its modifier
 *
 * Return: 0, or -EINVAL with the diagnostic filled in.
 */
int hist_intern_stack(struct hist_compiler *c, struct trace_span at,
		      struct hist_typed_operand *operand)
{
	struct hist_value *value = &operand->value;
	const struct hist_stack_source source = {
		.kind = value->kind,
		.depth = value->mod_arg ?: HIST_USER_STACK_DEPTH,
		.is_interrupted = is_interrupted(operand->insn.op),
	};
	int i = add_source(c, &source, at);

	if (i < 0)
		return i;
	value->stacks = i + 1;
	operand->words = 1;
	operand->insn = (struct hist_insn){
		.op = HIST_OP_STACK_ID,
		.len = sizeof(u64),
		.arg = (unsigned long)&c->data->stack_sources[i],
	};
	return 0;
}

/**
 * hist_import_stack - note the source of an id that a variable of another histogram holds
 * @c: compilation
 * @defining_hist: the other histogram, to which the program holds a reference
 * @at: position of the variable in the command
 * @value: value of the variable, as in the other histogram; set to a source of this histogram
 *
 * Return: 0, or -EINVAL with the diagnostic filled in.
 */
int hist_import_stack(struct hist_compiler *c, struct hist_trigger_data *defining_hist,
		      struct trace_span at, struct hist_value *value)
{
	const unsigned int of_index = value->stacks - 1;
	const struct hist_stack_source source = {
		.kind = defining_hist->stack_sources[of_index].kind,
		.depth = defining_hist->stack_sources[of_index].depth,
		.of = defining_hist,
		.of_index = of_index,
	};
	int i = add_source(c, &source, at);

	if (i < 0)
		return i;
	value->stacks = i + 1;
	return 0;
}

/* Let an instruction use the id again if one of its source is in @taken; else add the source. */
static void share_id(const struct hist_trigger_data *data, struct hist_insn *insn,
		     unsigned int *taken)
{
	const struct hist_stack_source *source = (void *)(unsigned long)insn->arg;
	unsigned int bit;

	if (insn->op != HIST_OP_STACK_ID)
		return;
	bit = BIT(source - data->stack_sources);
	insn->src = *taken & bit;
	*taken |= bit;
}

/*
 * Take each stack trace once per event, if an instruction that always runs takes it: one of the key
 * or of a variable. Actions come later, and need not run.
 */
static void share_ids(struct hist_trigger_data *data)
{
	struct hist_program *program = &data->program;
	unsigned int i, k, taken = 0;

	for (i = 0; i < program->key.n; i++)
		share_id(data, &program->key.insns[i], &taken);
	for (i = 0; i < program->n_var_stores; i++)
		share_id(data, &program->var_stores[i].insn, &taken);
	for (i = 0; i < program->n_actions; i++) {
		struct hist_section *args = &program->actions[i].args;
		unsigned int taken_before = taken;

		for (k = 0; k < args->n; k++)
			share_id(data, &args->insns[k], &taken_before);
	}
}

/**
 * hist_lay_out_stacks - reserve words of the execution context to build the keys of the tables
 * @c: compilation, complete except for the layout of the execution context
 *
 * One key is built at a time, so all of them are built in the same place. It is behind the other
 * bytes that are valid for the whole execution of the program, and behind it are the ids.
 */
void hist_lay_out_stacks(struct hist_compiler *c)
{
	struct hist_trigger_data *data = c->data;
	const unsigned int first = c->n_regs + c->n_bytes_words;
	unsigned int i, words = 0;

	if (!data->n_stack_sources)
		return;
	for (i = 0; i < data->n_stack_sources; i++) {
		const struct hist_stack_source *source = &data->stack_sources[i];

		if (!source->of)
			words = umax(words, hist_stacks_build_words(source->kind, source->depth));
	}
	for (i = 0; i < data->n_stack_sources; i++) {
		data->stack_sources[i].offset = first;
		data->stack_sources[i].id_offset = first + words + i;
	}
	c->n_bytes_words += words + data->n_stack_sources;
	share_ids(data);
}
