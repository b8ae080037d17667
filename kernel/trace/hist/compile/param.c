// SPDX-License-Identifier: GPL-2.0
/*
 * Parameters of actions: what trace() and save() have in common.
 *
 * Part of the compiler, see compile.c.
 */
#include <linux/cleanup.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "compiler.h"

/**
 * hist_append_text - append to an allocated text
 * @text: the text, or NULL; replaced by the longer one
 * @more: text to append
 * @between: text to append before @more
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_append_text(char **text, const char *more, const char *between)
{
	char *longer = kasprintf(GFP_KERNEL, "%s%s%s", *text ?: "", between, more);

	if (!longer)
		return -ENOMEM;
	kfree(*text);
	*text = longer;
	return 0;
}

/**
 * hist_add_param_text - append a parameter to the displayed text of an action
 * @c: compilation
 * @a: action
 * @named: the parameter as parsed
 * @value: the parameter with its resolved name and modifier
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_add_param_text(struct hist_compiler *c, struct hist_action_builder *a,
			const struct hist_operand *named, const struct hist_value *value)
{
	char *text __free(kfree) = hist_operand_text(c, named, value);
	bool first;

	if (!text)
		return -ENOMEM;
	first = a->info->text[strlen(a->info->text) - 1] == '(';
	return hist_append_text(&a->info->text, text, first ? "" : ",");
}

/**
 * hist_add_own_ref - add a reference to a value that the histogram itself provides
 * @c: compilation
 * @name: name of the variable, or of the field that is passed like one
 * @value: type of the value
 * @idx: index that hist_debug prints as var.idx
 * @is_signed: signed integer type
 * @at: position in the command
 *
 * Context: may sleep.
 * Return: index in var_refs[], -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_add_own_ref(struct hist_compiler *c, const char *name, const struct hist_value *value,
		     unsigned int idx, bool is_signed, struct trace_span at)
{
	const struct hist_var_ref ref = {
		.name = (char *)name,
		.type = (char *)value->type,
		.var_idx = idx,
		.size = value->size,
		.is_signed = is_signed,
		.lookup = -1,
	};

	return hist_add_ref(c, &ref, false, at);
}

/**
 * hist_add_var_ref - add a reference to a variable of the histogram itself
 * @c: compilation
 * @own: index of the variable in the order of compilation
 * @at: position in the command
 *
 * Context: may sleep.
 * Return: index in var_refs[], -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_add_var_ref(struct hist_compiler *c, unsigned int own, struct trace_span at)
{
	const struct hist_field *field = &c->data->fields[hist_n_display_vals(c->data) + own];

	return hist_add_own_ref(c, field->var_name, &field->value, field->pos,
			   field->value.is_signed, at);
}

/**
 * hist_add_field_var - append to an array of field variables
 * @vars: the array
 * @n: number of its elements
 * @var: field variable to copy, with its strings
 *
 * Context: may sleep.
 * Return: 0 or -ENOMEM.
 */
int hist_add_field_var(struct hist_field_var **vars, unsigned int *n,
		       const struct hist_field_var *var)
{
	struct hist_field_var *longer = hist_reserve_one(*vars, *n, sizeof(**vars));
	struct hist_value value;
	int ret;

	if (!longer)
		return -ENOMEM;
	*vars = longer;
	ret = hist_value_copy(&value, &var->value);
	longer[*n] = *var;
	longer[(*n)++].value = value;
	return ret;
}

/**
 * hist_check_param_modifier - reject a modifier that parameters cannot have
 * @c: compilation
 * @named: the parameter as parsed
 *
 * The task's name is only stored for keys, so a parameter cannot be displayed as a name.
 *
 * Return: 0, or -EINVAL with the diagnostic filled in.
 */
int hist_check_param_modifier(const struct hist_compiler *c, const struct hist_operand *named)
{
	if (named->mod != HIST_MOD_EXECNAME)
		return 0;
	return hist_diag_set(c->diag, HIST_DIAG_MODIFIER_FOR_VAR, named->mod_span);
}

/**
 * hist_load_param_field - compile a parameter that is a field of the histogram's event
 * @c: compilation
 * @named: the parameter as parsed
 * @operand: filled in
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_load_param_field(struct hist_compiler *c, const struct hist_operand *named,
			  struct hist_typed_operand *operand)
{
	int ret = hist_compile_field(c, named, HIST_ROLE_VAR, operand);

	return ret ?: hist_check_param_modifier(c, named);
}

/**
 * hist_read_string_at_ptr - turn the load of an address into the load of the string there
 * @operand: operand that loads an address
 *
 * The address may be invalid; the instruction handles faults.
 */
void hist_read_string_at_ptr(struct hist_typed_operand *operand)
{
	operand->insn.op = operand->insn.op == HIST_OP_REG ? HIST_OP_STRING_AT_REG :
							     HIST_OP_PTR_STRING;
	operand->insn.len = HIST_STR_MAX;
	operand->words = HIST_STR_MAX / sizeof(u64);
}
