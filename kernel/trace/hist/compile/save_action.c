// SPDX-License-Identifier: GPL-2.0
/*
 * The action save(): store its parameters in a cell of the entry.
 *
 * Part of the compiler, see compile.c.
 */
#include "../diag.h"
#include "compiler.h"

/* Saved values are displayed like keys, so store strings and stack traces in the form of keys. */
static void convert_to_key(struct hist_typed_operand *operand)
{
	if (operand->value.kind == HIST_KIND_PTR_STRING)
		hist_read_string_at_ptr(operand);
	if (!hist_kind_is_stack(operand->value.kind) || hist_value_is_interned(&operand->value))
		return;
	operand->words = HIST_STACK_DEPTH;
	if (operand->insn.op == HIST_OP_STACK_WITH_LEN) {
		operand->insn.op = HIST_OP_STACK;
	} else if (operand->insn.op == HIST_OP_KERNEL_STACK_WITH_LEN) {
		operand->insn.op = HIST_OP_KERNEL_STACK;
	} else if (operand->insn.op == HIST_OP_INTERRUPTED_STACK_WITH_LEN) {
		operand->insn.op = HIST_OP_INTERRUPTED_STACK;
	} else {
		/* A variable holds the number of addresses, and therefore one address less. */
		operand->insn.op = HIST_OP_COPY_STACK;
		operand->words--;
	}
}

static int add_saved(struct hist_compiler *c, struct hist_action_builder *a,
		     struct hist_typed_operand *operand)
{
	struct hist_action_insn *act = a->act;
	unsigned int words = operand->words ?: 1;
	struct hist_field_var var = {
		.value = operand->value,
		.var_idx = c->n_var_idx++,
		.pos = act->n_words * sizeof(u64),
		.room = words * sizeof(u64),
	};
	int ret;

	operand->insn.dst = act->n_words;
	act->n_words += words;
	ret = hist_section_add(&act->args, &operand->insn);
	if (ret)
		return ret;
	a->info->n_saves++;
	return hist_add_field_var(&c->data->save_vars, &c->data->n_save_vars, &var);
}

static int compile_saved_param(struct hist_compiler *c, struct hist_action_builder *a,
			       const struct hist_operand *named)
{
	struct hist_typed_operand operand;
	int ret = named->is_var ? hist_compile_var(c, named, NULL, false, &operand) :
				  hist_load_param_field(c, named, &operand);

	if (!ret) {
		convert_to_key(&operand);
		ret = hist_add_param_text(c, a, named, &operand.value);
	}
	ret = ret ?: add_saved(c, a, &operand);
	hist_value_clear(&operand.value);
	return ret;
}

/**
 * hist_compile_save - compile the parameters of a save action
 * @c: compilation
 * @a: action; its handler is compiled already
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_save(struct hist_compiler *c, struct hist_action_builder *a)
{
	unsigned int i;
	int ret = 0;

	a->info->first_save = c->data->n_save_vars;
	a->act->n_words = 1;
	for (i = 0; !ret && i < a->spec->n_params; i++)
		ret = compile_saved_param(c, a, &a->spec->params[i]);
	return ret ?: hist_reserve_cell(c, a->act->n_words, a->spec->span, &a->act->cell_slot);
}
