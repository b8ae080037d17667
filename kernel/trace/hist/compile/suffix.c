// SPDX-License-Identifier: GPL-2.0
/*
 * Modifiers and aggregates that follow a whole key or value: a field, a variable, or an expression
 * in parentheses. The modifier of a field without an aggregate is compiled with the field.
 *
 * Part of the compiler, see compile.c.
 */
#include <linux/bits.h>
#include <linux/kernel.h>
#include <linux/slab.h>

#include "../diag.h"
#include "compiler.h"

/*
 * Test whether a modifier inside of the parentheses excludes another one: an instruction has one
 * transformation, and a stack trace has one modifier.
 */
static bool has_final_modifier(const struct hist_value *value)
{
	return hist_mod_changes_number(value->mod) ||
	       (value->mod != HIST_MOD_NONE && !hist_kind_is_number(value->kind));
}

/*
 * A number that has a modifier inside of the parentheses becomes an expression with this text, so
 * that the value can have another modifier.
 */
static int absorb_modifier(struct hist_value *value)
{
	const char *text;

	if (value->mod == HIST_MOD_NONE || value->kind == HIST_KIND_HITCOUNT ||
	    !hist_kind_is_number(value->kind))
		return 0;
	text = kasprintf(GFP_KERNEL, "%s.%s", value->name, hist_mod_info[value->mod].name);
	if (!text)
		return -ENOMEM;
	kfree_const(value->name);
	value->name = text;
	value->kind = HIST_KIND_EXPR;
	value->is_field = false;
	value->mod = HIST_MOD_NONE;
	return 0;
}

/* The title has the name of a variable without its '$', like the title of a sum. */
static int set_title(struct hist_value *value)
{
	bool is_expr = value->kind == HIST_KIND_EXPR && !value->is_var;
	const char *name = value->name + (!is_expr && *value->name == '$');
	char agg[HIST_AGG_NAME_SIZE];

	value->title = kasprintf(GFP_KERNEL, is_expr ? "(%s).%s" : "%s.%s", name,
				 hist_agg_name(value->agg, value->quantile, agg));
	return value->title ? 0 : -ENOMEM;
}

static int check_aggregate(const struct hist_compiler *c, const struct hist_suffix *suffix,
			   enum hist_role role, const struct hist_value *value)
{
	if (role == HIST_ROLE_KEY)
		return hist_diag_set(c->diag, HIST_DIAG_AGG_FOR_KEY, suffix->span);
	if (role == HIST_ROLE_VAR)
		return hist_diag_set(c->diag, HIST_DIAG_AGG_FOR_VAR, suffix->span);
	if (value->kind == HIST_KIND_HITCOUNT)
		return hist_diag_set(c->diag, HIST_DIAG_AGG_HITCOUNT, suffix->span);
	return 0;
}

/* A compilation without lookups does not know the kind of a variable of another histogram. */
static bool fits_kind(const struct hist_compiler *c, const struct hist_mod_info *info,
		      const struct hist_value *value)
{
	return (info->kinds & BIT(value->kind)) || (value->is_var && c->resolver->skip_lookups);
}

static int check_modifier(const struct hist_compiler *c, const struct hist_suffix *suffix,
			  enum hist_role role, const struct hist_value *value)
{
	const struct hist_mod_info *info = &hist_mod_info[suffix->mod];
	enum hist_diag code = HIST_DIAG_NONE;

	if (role == HIST_ROLE_VAR)
		code = HIST_DIAG_MODIFIER_FOR_VAR;
	else if (role == HIST_ROLE_KEY && !info->for_key)
		code = HIST_DIAG_MODIFIER_FOR_VAL;
	else if (role == HIST_ROLE_VAL && !info->for_val)
		code = HIST_DIAG_MODIFIER_FOR_KEY;
	else if (!fits_kind(c, info, value))
		code = suffix->mod == HIST_MOD_BUILD ? HIST_DIAG_BUILD_FIELD :
						       HIST_DIAG_MODIFIER_TYPE;
	else if (suffix->mod == HIST_MOD_DEPTH ||
		 (suffix->mod == HIST_MOD_BUILD && suffix->mod_arg))
		code = HIST_DIAG_DEPTH_FIELD;

	return code ? hist_diag_set(c->diag, code, suffix->span) : 0;
}

/**
 * hist_apply_modifier - apply a modifier to an operand
 * @operand: operand without a transformation
 * @mod: modifier
 * @arg: argument of the modifier
 * @linear: arguments of %HIST_MOD_LHIST
 *
 * Sets the transformation of the operand's instruction, and the sign of its result.
 */
void hist_apply_modifier(struct hist_typed_operand *operand, enum hist_mod mod, u64 arg,
			 const struct hist_linear *linear)
{
	const struct hist_mod_info *info = &hist_mod_info[mod];
	struct hist_value *value = &operand->value;

	value->mod = mod;
	value->mod_arg = arg;
	value->linear = *linear;
	operand->insn.transform = info->transform[hist_value_may_be_negative(value)];
	if (hist_mod_changes_number(mod))
		operand->insn.arg = arg;
	if (info->drops_sign) {
		value->is_signed = false;
		value->from_subtraction = false;
	}
	/* The arguments are signed, and so is the start of a bucket. */
	if (mod == HIST_MOD_LHIST)
		value->is_signed = true;
}

/*
 * An instruction cannot both have an argument of its own and that of a transformation: move the
 * result to a register first.
 */
static int free_argument(struct hist_compiler *c, const struct hist_suffix *suffix,
			 struct hist_typed_operand *operand)
{
	u16 reg;
	int ret;

	if (!hist_mod_changes_number(suffix->mod) || operand->insn.op == HIST_OP_REG)
		return 0;
	ret = hist_new_register(c, suffix->span, &reg);
	operand->insn.dst = reg;
	ret = ret ?: hist_section_add(c->section, &operand->insn);
	operand->insn = (struct hist_insn){ .op = HIST_OP_REG, .src = reg };
	return ret;
}

/**
 * hist_apply_suffix - apply the modifiers of a whole key or value
 * @c: compilation
 * @suffix: modifiers, not empty
 * @role: role of the key or value
 * @operand: operand to change
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_apply_suffix(struct hist_compiler *c, const struct hist_suffix *suffix,
		      enum hist_role role, struct hist_typed_operand *operand)
{
	struct hist_value *value = &operand->value;
	int ret;

	if (suffix->agg == HIST_AGG_NONE && has_final_modifier(value))
		return hist_diag_set(c->diag, HIST_DIAG_MODIFIER_TYPE, suffix->span);
	ret = absorb_modifier(value);
	if (ret)
		return ret;
	if (suffix->agg != HIST_AGG_NONE) {
		value->agg = suffix->agg;
		value->quantile = suffix->quantile;
		value->mod = suffix->mod;
		ret = check_aggregate(c, suffix, role, value);
		return ret ?: set_title(value);
	}
	ret = check_modifier(c, suffix, role, value);
	ret = ret ?: free_argument(c, suffix, operand);
	if (!ret)
		hist_apply_modifier(operand, suffix->mod, suffix->mod_arg, &suffix->linear);
	return ret;
}
