// SPDX-License-Identifier: GPL-2.0
/*
 * Build the result of a compilation: append fields, instructions and variables of entries.
 *
 * Part of the compiler, see compile.c.  The other parts depend on this one, but not the other
 * way round.
 */
#include <linux/kernel.h>
#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/slab.h>

#include "../diag.h"
#include "compiler.h"

/**
 * hist_reserve_one - reserve capacity for one more element of an array
 * @array: array, or NULL
 * @n: number of elements
 * @size: size of an element in bytes
 *
 * The capacity is not stored: it is at least @n, rounded up to a power of two. This also holds
 * after the caller has dropped elements from the end. So only an array whose length is 0 or a power
 * of two is reallocated, possibly to a smaller size.
 *
 * Context: may sleep.
 * Return: the array, possibly moved; or NULL if there is no memory, and @array is still valid.
 */
void *hist_reserve_one(void *array, unsigned int n, size_t size)
{
	if (n && !is_power_of_2(n))
		return array;
	return krealloc_array(array, n ? 2 * n : 1, size, GFP_KERNEL);
}

/**
 * hist_new_field - append a field to a histogram
 * @data: histogram
 * @operand: operand; the field takes over the strings of its value
 * @role: role of the field; the caller updates the number of fields of this role
 *
 * Return: the field.
 */
struct hist_field *hist_new_field(struct hist_trigger_data *data,
				  struct hist_typed_operand *operand, enum hist_role role)
{
	struct hist_field *field = &data->fields[data->n_fields++];

	field->value = operand->value;
	field->role = role;
	field->ref = -1;
	operand->value = (struct hist_value){};
	return field;
}

/**
 * hist_section_add - append an instruction to a program section
 * @section: program section
 * @insn: instruction
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_section_add(struct hist_section *section, const struct hist_insn *insn)
{
	struct hist_insn *insns = hist_reserve_one(section->insns, section->n, sizeof(*insns));

	if (!insns)
		return -ENOMEM;
	section->insns = insns;
	insns[section->n++] = *insn;
	return 0;
}

/**
 * hist_set_linear_args - let the instructions of linear keys refer to their arguments
 * @data: histogram; its keys and their instructions are complete
 *
 * The three arguments do not fit in an instruction. They stay in the field of the key, which has
 * the lifetime of the program.
 */
void hist_set_linear_args(struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = 0; i < data->n_keys; i++) {
		const struct hist_value *value = &data->fields[data->n_vals + i].value;

		if (value->mod == HIST_MOD_LHIST)
			data->program.key.insns[i].arg = (unsigned long)&value->linear;
	}
}

/**
 * hist_reserve_cell - reserve a cell in each entry
 * @c: compilation
 * @words: number of words of the cell, without its header
 * @at: position in the command that needs the cell
 * @slot: filled in with the position of the cell
 *
 * Return: 0, or -EINVAL with the diagnostic filled in.
 */
int hist_reserve_cell(struct hist_compiler *c, unsigned int words, struct trace_span at, u16 *slot)
{
	struct hist_trigger_data *data = c->data;

	if (words + 1 > TRACING_MAP_CELL_WORDS_MAX - data->cell_words)
		return hist_diag_set(c->diag, HIST_DIAG_TOO_MUCH_SAVED, at);
	*slot = data->cell_words;
	data->cell_words += words + 1;
	return 0;
}

/**
 * hist_add_var_store - store an operand in a variable of each entry
 * @c: compilation
 * @operand: operand: a number, or bytes, for which a cell is reserved
 * @field: field of the variable; its slot and size are filled in
 * @at: position of the operand in the command
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_add_var_store(struct hist_compiler *c, const struct hist_typed_operand *operand,
		       struct hist_field *field, struct trace_span at)
{
	struct hist_program *program = &c->data->program;
	struct hist_var_store *var_stores =
		hist_reserve_one(program->var_stores, program->n_var_stores, sizeof(*var_stores));
	int ret;

	if (!var_stores)
		return -ENOMEM;
	program->var_stores = var_stores;

	if (operand->words) {
		ret = hist_reserve_cell(c, operand->words, at, &field->slot);
		if (ret)
			return ret;
		c->n_scratch_words = umax(c->n_scratch_words, operand->words);
	} else {
		field->slot = c->data->n_map_vars++;
	}
	field->words = operand->words;
	var_stores[program->n_var_stores++] = (struct hist_var_store){
		.insn = operand->insn,
		.words = operand->words,
		.slot = field->slot,
	};
	return 0;
}
