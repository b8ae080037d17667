// SPDX-License-Identifier: GPL-2.0
/*
 * Compare two compiled programs instruction by instruction.
 *
 * hist_data_same() compares what a histogram counts and displays; the functions here compare how
 * the program does it. Pure: no locks, no trace.h, so that user space can build this file.
 */
#include "../data.h"
#include "../same.h"
#include "program.h"

static bool same_step(const struct hist_step *a, const struct hist_step *b)
{
	return a->op == b->op && a->map == b->map && a->src == b->src && a->dst == b->dst &&
	       a->len == b->len && a->arg == b->arg;
}

static bool same_code(const struct hist_code *a, const struct hist_code *b)
{
	unsigned int i;

	if (a->n != b->n)
		return false;
	for (i = 0; i < a->n; i++)
		if (!same_step(&a->steps[i], &b->steps[i]))
			return false;
	return true;
}

/*
 * Each histogram has its own field-variable histograms, so their pointers always differ.
 * Compare their contents instead.
 */
static bool same_source(const struct hist_source *a, const struct hist_source *b)
{
	if (a->def->is_helper != b->def->is_helper ||
	    (!a->def->is_helper && a->def != b->def))
		return false;
	if (a->def->is_helper && !(hist_data_same(a->def, b->def) &&
				   hist_programs_same(&a->def->program, &b->def->program)))
		return false;
	return a->first_get == b->first_get && a->n_gets == b->n_gets;
}

static bool same_get(const struct hist_get *a, const struct hist_get *b)
{
	return a->once == b->once && a->words == b->words && a->slot == b->slot &&
	       a->reg == b->reg && a->text == b->text;
}

static bool same_set(const struct hist_set *a, const struct hist_set *b)
{
	return same_step(&a->load, &b->load) && a->words == b->words && a->slot == b->slot;
}

static bool same_act(const struct hist_act *a, const struct hist_act *b)
{
	return a->handler == b->handler && a->kind == b->kind &&
	       a->is_signed == b->is_signed && a->source == b->source &&
	       same_step(&a->tracked, &b->tracked) && a->track == b->track &&
	       a->at == b->at && a->n_words == b->n_words && a->cell == b->cell &&
	       same_code(&a->args, &b->args) && a->synth == b->synth;
}

static bool same_layout(const struct hist_program *a, const struct hist_program *b)
{
	return a->key_size == b->key_size && a->saves_comm == b->saves_comm &&
	       a->on_stack == b->on_stack && a->way == b->way &&
	       a->n_sources == b->n_sources && a->n_gets == b->n_gets &&
	       a->n_sets == b->n_sets && a->n_acts == b->n_acts && a->clock == b->clock &&
	       a->regs_at == b->regs_at && a->text_at == b->text_at &&
	       a->frame_words == b->frame_words;
}

/**
 * hist_programs_same - Compare two programs, including the layout of their execution context
 * @a: first program
 * @b: second program
 *
 * Return: true if all instructions, offsets and sizes are equal, and if both refer to the same
 * defining histograms, or to equal field-variable histograms.
 */
bool hist_programs_same(const struct hist_program *a, const struct hist_program *b)
{
	unsigned int i;

	if (!same_layout(a, b) || !same_code(&a->before, &b->before) ||
	    !same_code(&a->keys, &b->keys) || !same_code(&a->after, &b->after) ||
	    !same_code(&a->sums, &b->sums))
		return false;
	for (i = 0; i < a->n_sources; i++)
		if (!same_source(&a->sources[i], &b->sources[i]))
			return false;
	for (i = 0; i < a->n_gets; i++)
		if (!same_get(&a->gets[i], &b->gets[i]))
			return false;
	for (i = 0; i < a->n_sets; i++)
		if (!same_set(&a->sets[i], &b->sets[i]))
			return false;
	for (i = 0; i < a->n_acts; i++)
		if (!same_act(&a->acts[i], &b->acts[i]))
			return false;
	return true;
}
