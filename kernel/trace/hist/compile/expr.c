// SPDX-License-Identifier: GPL-2.0
/*
 * Expressions: the instructions that compute them, and their text in the trigger file.
 *
 * The result of each node of an expression is in a register.  Part of the compiler, see compile.c.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "compiler.h"

/**
 * struct expr_value - compiled node of an expression
 * @text: text of the node, as the trigger file shows it; owned by the node
 * @type: C type of an operand; owned by the node.  NULL for an operator
 * @size: bytes of this type
 * @is_signed: this type is signed
 * @typed_by: index of the operand whose type the node has: that of its first operand, or of the
 *	first one behind the '?' of a condition
 * @reg: register that holds the result
 * @unit: unit of a time
 * @clock: clock of a time
 * @may_be_negative: result is a signed number, because an operand is one or something is subtracted
 * @from_subtraction: something is subtracted, so that the result fits both a signed and an unsigned
 *	field of a synthetic event
 */
struct expr_value {
	char *text;
	const char *type;
	u16 size;
	bool is_signed;
	u8 typed_by;
	u16 reg;
	enum hist_unit unit;
	enum hist_clock clock;
	bool may_be_negative;
	bool from_subtraction;
};

/* Append an instruction with a new register as its destination. */
static int emit_insn(struct hist_compiler *c, struct hist_insn insn, struct trace_span at, u16 *reg)
{
	int ret = hist_new_register(c, at, reg);

	insn.dst = *reg;
	return ret ?: hist_section_add(c->section, &insn);
}

/* Set the text and the type of an operand. */
static int set_operand_value(const struct hist_compiler *c, const struct hist_operand *named,
			     struct hist_value *value, struct expr_value *result)
{
	struct hist_operand shown = *named;

	if (!hist_kind_is_number(value->kind))
		return hist_diag_set(c->diag, HIST_DIAG_OPERAND_TYPE, named->span);
	result->unit = value->unit;
	result->clock = value->clock;
	result->is_signed = value->is_signed;
	result->may_be_negative = hist_value_may_be_negative(value);
	result->from_subtraction = value->from_subtraction;
	result->size = value->size;
	/* A field is one of this event, so the trigger file shows its name without the event. */
	shown.event = (struct hist_event_spans){};
	result->text = named->is_var ? kstrdup(value->name, GFP_KERNEL) :
				       hist_operand_text(c, &shown, value);
	swap(result->type, value->type);
	return result->text ? 0 : -ENOMEM;
}

static int compile_operand(struct hist_compiler *c, const struct hist_expr *expr,
			   const struct hist_expr_node *node, struct expr_value *result)
{
	const struct hist_operand *named = &node->operand;
	struct hist_typed_operand operand;
	int ret;

	if (node->n_key)
		ret = hist_compile_keyed_var(c, expr, node, true, &operand);
	else if (named->is_var)
		ret = hist_compile_var(c, named, NULL, true, &operand);
	else
		ret = hist_compile_field(c, named, HIST_ROLE_VAR, &operand);
	ret = ret ?: set_operand_value(c, named, &operand.value, result);
	hist_value_clear(&operand.value);
	if (ret)
		return ret;

	if (operand.insn.op != HIST_OP_REG || operand.insn.transform != HIST_TRANSFORM_NONE)
		return emit_insn(c, operand.insn, node->span, &result->reg);
	result->reg = operand.insn.src;
	return 0;
}

/*
 * The text must parse to the same constant, and only the result of a subtraction is signed: so
 * print such a result as a subtraction.
 */
static char *number_text(const struct hist_expr_node *node)
{
	if (!node->from_subtraction)
		return kasprintf(GFP_KERNEL, "%llu", node->number);
	if ((s64)node->number < 0)
		return kasprintf(GFP_KERNEL, "0-%llu", -node->number);
	return kasprintf(GFP_KERNEL, "%llu-0", node->number);
}

static int compile_number(struct hist_compiler *c, const struct hist_expr_node *node,
			  struct expr_value *result)
{
	const struct hist_insn insn = { .op = HIST_OP_CONST, .arg = node->number };

	result->may_be_negative = node->from_subtraction;
	result->from_subtraction = node->from_subtraction;
	result->size = sizeof(u64);
	result->type = kstrdup_const("u64", GFP_KERNEL);
	result->text = number_text(node);
	if (!result->text || !result->type)
		return -ENOMEM;
	return emit_insn(c, insn, node->span, &result->reg);
}

/* Check whether the operands of a binary operator or of a condition must be in one unit. */
static bool needs_same_unit(const struct hist_expr_node *node)
{
	return node->op != HIST_EXPR_LOGICAL_AND && node->op != HIST_EXPR_LOGICAL_OR;
}

/* Check that two times have the same unit and clock, and find the unit of the result. */
static int combine_units(const struct hist_compiler *c, const struct hist_expr_node *node,
			 const struct expr_value *left, const struct expr_value *right,
			 struct expr_value *result)
{
	bool both = left->unit != HIST_UNIT_NONE && right->unit != HIST_UNIT_NONE;
	const struct expr_value *time = left->unit != HIST_UNIT_NONE ? left : right;

	/* A compilation without lookups does not know the units of variables. */
	if (both && needs_same_unit(node) && !c->resolver->skip_lookups) {
		if (left->unit != right->unit)
			return hist_diag_set(c->diag, HIST_DIAG_TIME_UNITS, node->span);
		if (left->clock != right->clock)
			return hist_diag_set(c->diag, HIST_DIAG_TIME_CLOCKS, node->span);
	}

	/*
	 * A time plus or minus a number is a time, and so is one of two times.  The difference of
	 * two times is a duration and has no unit, and neither have other results.
	 */
	if (node->op == HIST_EXPR_COND ||
	    ((node->op == HIST_EXPR_ADD || node->op == HIST_EXPR_SUB) && !both)) {
		result->unit = time->unit;
		result->clock = time->clock;
	}
	return 0;
}

/* Precedence of a node in the text.  Constants from subtractions are printed as subtractions. */
static unsigned int precedence(const struct hist_expr_node *node)
{
	if (node->op == HIST_EXPR_NUMBER && node->from_subtraction)
		return hist_expr_op_info[HIST_EXPR_SUB].precedence;
	return hist_expr_op_info[node->op].precedence;
}

/* Format the text of an operator and one operand, with parentheses around it if necessary. */
static char *wrap_text(const char *before, bool around, const struct expr_value *value)
{
	return kasprintf(GFP_KERNEL, "%s%s%s%s", before, around ? "(" : "", value->text,
			 around ? ")" : "");
}

/* A minus sign that applies to the whole expression has parentheses behind it. */
static char *unary_text(const struct hist_expr *expr, const struct hist_expr_node *node,
			const struct expr_value *values)
{
	const struct hist_expr_node *operand = &expr->nodes[node->left];
	bool is_whole = node->op == HIST_EXPR_NEG && node == hist_expr_root(expr) &&
			!hist_expr_op_is_unary(operand->op);
	bool around = is_whole || precedence(operand) < precedence(node);

	return wrap_text(hist_expr_op_info[node->op].text, around, &values[node->left]);
}

/* Check whether "@left-@right" would be a field with the modifier .sym-offset. */
static bool reads_as_sym_offset(const char *left, const char *right)
{
	size_t len = strlen(left), sym = strlen(".sym");

	return len > sym && !strcmp(left + len - sym, ".sym") && str_has_prefix(right, "offset");
}

static char *binary_text(const struct hist_expr *expr, const struct hist_expr_node *node,
			 const struct expr_value *values)
{
	const struct expr_value *left = &values[node->left], *right = &values[node->right];
	bool around_left = precedence(&expr->nodes[node->left]) < precedence(node);
	bool around_right = precedence(&expr->nodes[node->right]) <= precedence(node);

	if (node->op == HIST_EXPR_SUB && reads_as_sym_offset(left->text, right->text))
		around_left = true;
	return kasprintf(GFP_KERNEL, "%s%s%s%s%s%s%s", around_left ? "(" : "", left->text,
			 around_left ? ")" : "", hist_expr_op_info[node->op].text,
			 around_right ? "(" : "", right->text, around_right ? ")" : "");
}

/*
 * A condition stands in parentheses, which are added where it is used, unless it is the last part
 * or the middle of another condition.
 */
static char *cond_text(const struct hist_expr *expr, const struct hist_expr_node *node,
		       const struct expr_value *values)
{
	bool around = expr->nodes[node->cond].op == HIST_EXPR_COND;

	return kasprintf(GFP_KERNEL, "%s%s%s?%s:%s", around ? "(" : "", values[node->cond].text,
			 around ? ")" : "", values[node->left].text, values[node->right].text);
}

static char *operator_text(const struct hist_expr *expr, const struct hist_expr_node *node,
			   const struct expr_value *values)
{
	if (hist_expr_op_is_unary(node->op))
		return unary_text(expr, node, values);
	if (node->op == HIST_EXPR_COND)
		return cond_text(expr, node, values);
	return binary_text(expr, node, values);
}

/*
 * Combine the subtraction of a number from the time of the event with the last instruction, which
 * reads this time for the subtraction only. Return false if there is no such instruction.
 */
static bool combine_with_time(struct hist_section *section, const struct hist_expr *expr,
			      const struct hist_expr_node *node, u16 left_reg, u16 right_reg)
{
	const struct hist_expr_node *left = &expr->nodes[node->left];
	struct hist_insn *last;

	if (node->op != HIST_EXPR_SUB || left->op != HIST_EXPR_OPERAND || left->operand.is_var)
		return false;
	/* A field has an instruction. */
	last = &section->insns[section->n - 1];
	if (last->dst != left_reg || last->transform != HIST_TRANSFORM_NONE)
		return false;
	if (last->op == HIST_OP_TIME)
		last->op = HIST_OP_SINCE;
	else if (last->op == HIST_OP_TIME_USECS)
		last->op = HIST_OP_SINCE_USECS;
	else
		return false;
	last->src2 = right_reg;
	return true;
}

static int compile_operator(struct hist_compiler *c, const struct hist_expr *expr,
			    const struct hist_expr_node *node, const struct expr_value *values,
			    struct expr_value *result)
{
	const struct expr_value *left = &values[node->left], *right = &values[node->right];
	struct hist_insn insn = { .src = left->reg, .src2 = right->reg };
	bool is_signed;
	int ret = 0;

	if (hist_expr_op_is_unary(node->op))
		right = left;
	else
		ret = combine_units(c, node, left, right, result);
	if (ret)
		return ret;

	is_signed = left->may_be_negative || right->may_be_negative;
	insn.op = HIST_OP_ARITH + hist_expr_op_info[node->op].arith[is_signed];
	if (node->op == HIST_EXPR_COND) {
		insn.op = HIST_OP_SELECT;
		insn.src = values[node->cond].reg;
		insn.src2 = left->reg;
		insn.arg = right->reg;
	}
	result->typed_by = left->typed_by;
	result->from_subtraction = left->from_subtraction || right->from_subtraction ||
				   node->op == HIST_EXPR_SUB;
	result->may_be_negative = is_signed || node->op == HIST_EXPR_SUB ||
				  node->op == HIST_EXPR_NEG;
	result->text = operator_text(expr, node, values);
	if (!result->text)
		return -ENOMEM;
	if (combine_with_time(c->section, expr, node, left->reg, right->reg)) {
		result->reg = left->reg;
		return 0;
	}
	return emit_insn(c, insn, node->span, &result->reg);
}

static int compile_node(struct hist_compiler *c, const struct hist_expr *expr, unsigned int i,
			struct expr_value *values)
{
	const struct hist_expr_node *node = &expr->nodes[i];

	values[i].typed_by = i;
	switch (node->op) {
	case HIST_EXPR_NUMBER:
		return compile_number(c, node, &values[i]);
	case HIST_EXPR_OPERAND:
		return compile_operand(c, expr, node, &values[i]);
	default:
		return compile_operator(c, expr, node, values, &values[i]);
	}
}

/*
 * Fill in the result of an expression.  The result has 64 bits even if its type is smaller: only a
 * synthetic event truncates it to the type.
 */
static int set_computed(const struct hist_expr *expr, const struct expr_value *values,
			struct hist_typed_operand *operand)
{
	const struct expr_value *whole = &values[expr->n_nodes - 1];
	const struct expr_value *typed = &values[whole->typed_by];
	bool around = hist_expr_root(expr)->op == HIST_EXPR_COND;

	operand->value = (struct hist_value){
		.kind = HIST_KIND_EXPR,
		.size = typed->size,
		.unit = whole->unit,
		.clock = whole->clock,
		.is_signed = typed->is_signed,
		.from_subtraction = whole->from_subtraction ||
				    (whole->may_be_negative && !typed->is_signed),
		.name = wrap_text("", around, whole),
		.type = kstrdup_const(typed->type, GFP_KERNEL),
	};
	operand->insn = (struct hist_insn){ .op = HIST_OP_REG, .src = whole->reg };
	return operand->value.name && operand->value.type ? 0 : -ENOMEM;
}

/* Compile an expression with at least one operator, or a constant. */
static int compile_computed(struct hist_compiler *c, const struct hist_expr *expr,
			    struct hist_typed_operand *operand)
{
	struct expr_value *values = kcalloc(expr->n_nodes, sizeof(*values), GFP_KERNEL);
	unsigned int i;
	int ret = 0;

	if (!values)
		return -ENOMEM;
	/* hist_compile_keyed_var() compiles the operands in brackets. */
	for (i = 0; !ret && i < expr->n_nodes; i++)
		if (!expr->nodes[i].in_key)
			ret = compile_node(c, expr, i, values);
	ret = ret ?: set_computed(expr, values, operand);
	while (i) {
		kfree(values[--i].text);
		kfree_const(values[i].type);
	}
	kfree(values);
	return ret;
}

/*
 * A key that is a variable of the histogram itself, without a modifier, means the field that the
 * variable is set to, if it is set to a field.
 */
static int compile_key_var(struct hist_compiler *c, const struct hist_expr *expr,
			   struct hist_typed_operand *operand)
{
	const struct hist_operand *named = &hist_expr_root(expr)->operand;
	int i;

	/* An attached histogram has no variable of another histogram in brackets. */
	if (c->resolver->skip_lookups)
		i = hist_find_defined_var(c, named);
	else
		i = hist_find_dependency(c, named, c->user);
	if (i == -ENOMEM)
		return i;
	if (i >= 0 && !expr->suffix.span.len && hist_expr_field(&c->spec->vars[i].expr))
		return hist_compile_field(c, hist_expr_field(&c->spec->vars[i].expr),
					  HIST_ROLE_KEY, operand);
	return hist_compile_var(c, named, NULL, false, operand);
}

static int compile_whole(struct hist_compiler *c, const struct hist_expr *expr,
			 enum hist_role role, struct hist_typed_operand *operand)
{
	const struct hist_expr_node *root = hist_expr_root(expr);

	if (root->op != HIST_EXPR_OPERAND)
		return compile_computed(c, expr, operand);
	if (!root->operand.is_var)
		return hist_compile_field(c, &root->operand, role, operand);
	if (root->n_key)
		return hist_compile_keyed_var(c, expr, root, false, operand);
	if (role == HIST_ROLE_KEY)
		return compile_key_var(c, expr, operand);
	return hist_compile_var(c, &root->operand, NULL, false, operand);
}

/*
 * A variable holds a stack trace with its length in front, unless it holds the id of an interned
 * one, and a string at an address as this address. A key has other forms of them.
 */
static bool var_can_be_key(const struct hist_typed_operand *operand)
{
	const struct hist_value *value = &operand->value;

	if (!value->is_var || hist_value_is_interned(value))
		return true;
	return !hist_kind_is_stack(value->kind) &&
	       (value->kind != HIST_KIND_PTR_STRING || operand->words);
}

/**
 * hist_compile_expr - create an operand from an expression
 * @c: compilation; its section gets the instructions
 * @expr: parsed expression
 * @role: intended role of the result
 * @operand: operand to fill in; the caller owns its strings, also after an error
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_compile_expr(struct hist_compiler *c, const struct hist_expr *expr, enum hist_role role,
		      struct hist_typed_operand *operand)
{
	int ret;

	*operand = (struct hist_typed_operand){ .ref = -1, .own_var = -1 };
	ret = compile_whole(c, expr, role, operand);
	if (ret)
		return ret;
	if (role == HIST_ROLE_VAL && !hist_kind_is_number(operand->value.kind))
		return hist_diag_set(c->diag, HIST_DIAG_VAL_TYPE, expr->span);
	if (role == HIST_ROLE_KEY && !var_can_be_key(operand))
		return hist_diag_set(c->diag, HIST_DIAG_KEY_TYPE, expr->span);
	return expr->suffix.span.len ? hist_apply_suffix(c, &expr->suffix, role, operand) : 0;
}
