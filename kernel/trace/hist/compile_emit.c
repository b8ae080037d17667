// SPDX-License-Identifier: GPL-2.0
/*
 * Build the result of a compilation: add fields, instructions, and variables of entries, and lay
 * out the execution context.
 *
 * Part of the compiler, see compile.c.  The other parts depend on this one, but not the other
 * way round.
 */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "compiler.h"
#include "diag.h"

/**
 * hist_grow - reserve capacity for one more element of an array
 * @array: array, or NULL
 * @n: number of elements; must never have been larger, because it determines the capacity
 * @size: size of an element in bytes
 *
 * Context: may sleep.
 * Return: the array, possibly moved, or NULL without memory; @array is still valid then.
 */
void *hist_grow(void *array, unsigned int n, size_t size)
{
	if (n && !is_power_of_2(n))
		return array;
	return krealloc_array(array, n ? 2 * n : 1, size, GFP_KERNEL);
}

/**
 * hist_new_field - append a field to a histogram
 * @data: histogram
 * @load: operand; the field takes over the strings of its value
 * @role: role of the field; the caller updates the number of fields of this role
 *
 * Return: the field.
 */
struct hist_field *hist_new_field(struct hist_trigger_data *data, struct hist_load *load,
				  enum hist_role role)
{
	struct hist_field *field = &data->fields[data->n_fields++];

	field->value = load->value;
	field->role = role;
	field->ref = -1;
	load->value = (struct hist_value){};
	return field;
}

/**
 * hist_code_add - append an instruction to a program section
 * @code: program section
 * @step: instruction
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_code_add(struct hist_code *code, const struct hist_step *step)
{
	struct hist_step *steps = hist_grow(code->steps, code->n, sizeof(*steps));

	if (!steps)
		return -ENOMEM;
	code->steps = steps;
	steps[code->n++] = *step;
	return 0;
}

/**
 * hist_add_cell - reserve a cell in each entry
 * @c: compilation
 * @words: number of words of the cell, without its header
 * @at: position in the command that needs the cell
 * @slot: filled in with the position of the cell
 *
 * Return: 0, or -EINVAL with the diagnostic filled in.
 */
int hist_add_cell(struct hist_compiler *c, unsigned int words, struct trace_span at, u16 *slot)
{
	struct hist_trigger_data *data = c->data;

	if (words + 1 > TRACING_MAP_CELL_WORDS_MAX - data->cell_words)
		return hist_diag_set(c->diag, HIST_DIAG_TOO_MUCH_SAVED, at);
	*slot = data->cell_words;
	data->cell_words += words + 1;
	return 0;
}

/**
 * hist_add_set - store an operand in a variable of each entry
 * @c: compilation
 * @load: operand: a number, or bytes, for which a cell is reserved
 * @field: field of the variable; its slot and size are filled in
 * @at: position of the operand in the command
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_add_set(struct hist_compiler *c, const struct hist_load *load,
		 struct hist_field *field, struct trace_span at)
{
	struct hist_program *program = &c->data->program;
	struct hist_set *sets = hist_grow(program->sets, program->n_sets, sizeof(*sets));
	int ret;

	if (!sets)
		return -ENOMEM;
	program->sets = sets;

	if (load->words) {
		ret = hist_add_cell(c, load->words, at, &field->slot);
		if (ret)
			return ret;
		c->n_scratch = umax(c->n_scratch, load->words);
	} else {
		field->slot = c->data->n_map_vars++;
	}
	field->words = load->words;
	sets[program->n_sets++] = (struct hist_set){
		.load = load->step,
		.words = load->words,
		.slot = field->slot,
	};
	return 0;
}

/* The scratch space is behind the bytes that stay valid until the event is processed. */
static void place_scratch(const struct hist_compiler *c, struct hist_program *program)
{
	unsigned int i, k;

	for (i = 0; i < program->n_sets; i++)
		program->sets[i].load.dst = c->n_text;
	for (i = 0; i < program->n_acts; i++) {
		struct hist_act *act = &program->acts[i];

		act->at += c->n_text;
		for (k = 0; hist_action_ops[act->kind].by_address && k < act->args.n; k++)
			if (!hist_op_is_number(act->args.steps[k].op))
				act->args.steps[k].arg += c->n_text;
	}
}

static bool gets_fields_only(const struct hist_code *code)
{
	unsigned int i;

	for (i = 0; i < code->n; i++)
		if (!hist_op_is_field(code->steps[i].op))
			return false;
	return true;
}

static bool gets_one_number(const struct hist_program *program)
{
	return !program->n_sources ||
	       (program->n_sources == 1 && program->n_gets == 1 && !program->gets[0].words);
}

static bool sets_numbers_only(const struct hist_program *program)
{
	unsigned int i;

	for (i = 0; i < program->n_sets; i++)
		if (program->sets[i].words)
			return false;
	return program->n_sets;
}

static enum hist_way choose_way(const struct hist_program *program)
{
	const bool fields = gets_fields_only(&program->keys) && !program->before.n;

	if (program->on_stack && program->clock == HIST_CLOCK_NONE && !program->before.n &&
	    !program->after.n && !program->n_sources && !program->n_sets && !program->n_acts) {
		if (!fields || !gets_fields_only(&program->sums))
			return HIST_WAY_COUNT;
		return program->keys.n > 1 ? HIST_WAY_FIELDS : HIST_WAY_FIELD;
	}
	if (fields && program->keys.n == 1 && gets_one_number(program) &&
	    sets_numbers_only(program))
		return HIST_WAY_NUMBERS;
	return HIST_WAY_ALL;
}

/**
 * hist_finish - finalize a program: lay out the execution context, select the execution variant
 * @c: compilation, complete except for this
 *
 * Also drops the clock of a program that needs no time.
 *
 * Return: 0, or -EINVAL with the diagnostic filled in if the context would be too large.
 */
int hist_finish(struct hist_compiler *c)
{
	struct hist_program *program = &c->data->program;
	unsigned int key_words = program->key_size / sizeof(u64);

	if (program->saves_comm)
		key_words += TASK_COMM_LEN / sizeof(u64);
	place_scratch(c, program);
	program->regs_at = key_words;
	program->text_at = key_words + c->n_regs;
	if (program->text_at + c->n_text + c->n_scratch > HIST_FRAME_WORDS_MAX)
		return hist_diag_set(c->diag, HIST_DIAG_TOO_MUCH_TEXT, c->spec->command);
	program->frame_words = program->text_at + c->n_text + c->n_scratch;

	program->on_stack = program->frame_words <= HIST_STACK_FRAME_WORDS && !program->n_acts;
	if (!c->uses_time)
		program->clock = HIST_CLOCK_NONE;
	program->way = choose_way(program);
	return 0;
}
