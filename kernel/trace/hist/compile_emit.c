// SPDX-License-Identifier: GPL-2.0
/*
 * What all parts of the compiler put together: fields, steps of a program, room in an entry,
 * and the frame of a hit.
 *
 * A part of the compiler, see compile.c; it knows none of the others.
 */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "compiler.h"
#include "diag.h"

/**
 * hist_grow - make room for one more at the end of an array
 * @array: the array, or NULL
 * @n: how many there are in it; it has never had more
 * @size: bytes of one
 *
 * Context: may sleep.
 * Return: the array, which may have moved, or NULL with @array as it was.
 */
void *hist_grow(void *array, unsigned int n, size_t size)
{
	if (n && !is_power_of_2(n))
		return array;
	return krealloc_array(array, n ? 2 * n : 1, size, GFP_KERNEL);
}

/**
 * hist_new_field - add a field to a histogram
 * @data: the histogram
 * @load: what it is; the field takes what its value owns
 * @role: what the field is there for; the caller counts those of each role
 *
 * Return: the field, behind all others.
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
 * hist_code_add - add a step
 * @code: where to
 * @step: the step
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
 * hist_add_cell - have room for words in each entry
 * @c: the compilation
 * @words: how many
 * @at: what needs them
 * @slot: where they are
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
 * hist_add_set - keep something in each entry
 * @c: the compilation
 * @load: what is kept
 * @field: the variable that it is kept in
 * @at: where it was named
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

/* What others overwrite lies behind what lives as long as the hit. */
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
 * hist_finish - lay out the frame of a histogram that has all that it is made of
 * @c: the compilation
 *
 * Return: 0, or -EINVAL with the diagnostic filled in.
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
