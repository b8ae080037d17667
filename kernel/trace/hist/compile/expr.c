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
 * @reg: register that holds the result
 * @unit: unit of a time
 * @clock: clock of a time
 * @is_signed: type of the result is signed
 * @from_subtraction: result depends on a subtraction, and may be negative regardless of its type
 */
struct expr_value {
	char *text;
	u16 reg;
	enum hist_unit unit;
	enum hist_clock clock;
	bool is_signed;
	bool from_subtraction;
};

/* Append an instruction with a new register as its destination. */
static int emit_insn(struct hist_compiler *c, struct hist_section *section, struct hist_insn insn,
		     struct trace_span at, u16 *reg)
{
	int ret = hist_new_register(c, at, reg);

	insn.dst = *reg;
	return ret ?: hist_section_add(section, &insn);
}

/* Set the text and the type of an operand. */
static int set_operand_value(const struct hist_compiler *c, const struct hist_operand *named,
			     const struct hist_value *value, struct expr_value *result)
{
	struct hist_operand shown = *named;

	if (!hist_kind_is_number(value->kind))
		return hist_diag_set(c->diag, HIST_DIAG_OPERAND_TYPE, named->span);
	/* The field is one of this event, so the trigger file shows its name without the event. */
	if (!named->is_var)
		shown.event = (struct hist_event_spans){};
	result->unit = value->unit;
	result->clock = value->clock;
	result->is_signed = value->is_signed;
	result->from_subtraction = value->from_subtraction;
	result->text = hist_operand_text(c, &shown, value);
	return result->text ? 0 : -ENOMEM;
}

static int compile_operand(struct hist_compiler *c, const struct hist_expr_node *node,
			   struct hist_section *section, bool for_key, struct expr_value *result)
{
	const struct hist_operand *named = &node->operand;
	struct hist_typed_operand operand;
	int ret;

	/* Lookups of variables need the key, so the key cannot depend on variables. */
	if (for_key && named->is_var)
		return hist_diag_set(c->diag, HIST_DIAG_KEY_VAR, named->span);

	ret = named->is_var ? hist_compile_var(c, named, NULL, true, &operand) :
			      hist_compile_field(c, named, HIST_ROLE_VAR, &operand);
	ret = ret ?: set_operand_value(c, named, &operand.value, result);
	hist_value_clear(&operand.value);
	if (ret)
		return ret;

	if (operand.insn.op != HIST_OP_REG || operand.insn.transform != HIST_TRANSFORM_NONE)
		return emit_insn(c, section, operand.insn, node->span, &result->reg);
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
			  struct hist_section *section, struct expr_value *result)
{
	const struct hist_insn insn = { .op = HIST_OP_CONST, .arg = node->number };

	result->from_subtraction = node->from_subtraction;
	result->text = number_text(node);
	if (!result->text)
		return -ENOMEM;
	return emit_insn(c, section, insn, node->span, &result->reg);
}

static enum hist_op insn_op_of(enum hist_expr_op op, bool is_signed)
{
	switch (op) {
	case HIST_EXPR_ADD:
		return HIST_OP_ADD;
	case HIST_EXPR_SUB:
		return HIST_OP_SUB;
	case HIST_EXPR_MUL:
		return HIST_OP_MUL;
	case HIST_EXPR_DIV:
		return is_signed ? HIST_OP_SDIV : HIST_OP_DIV;
	default:
		return HIST_OP_NEG;
	}
}

/* Check that two times have the same unit and clock, and find the unit of the result. */
static int combine_units(const struct hist_compiler *c, const struct hist_expr_node *node,
			 const struct expr_value *left, const struct expr_value *right,
			 struct expr_value *result)
{
	bool both = left->unit != HIST_UNIT_NONE && right->unit != HIST_UNIT_NONE;
	const struct expr_value *time = left->unit != HIST_UNIT_NONE ? left : right;

	if (both && left->unit != right->unit)
		return hist_diag_set(c->diag, HIST_DIAG_TIME_UNITS, node->span);
	if (both && left->clock != right->clock)
		return hist_diag_set(c->diag, HIST_DIAG_TIME_CLOCKS, node->span);

	/*
	 * A time plus or minus a number is a time.  The difference of two times is a duration and
	 * has no unit, and neither have products and quotients.
	 */
	if (node->op <= HIST_EXPR_SUB && !both) {
		result->unit = time->unit;
		result->clock = time->clock;
	}
	return 0;
}

/* Precedence of a node in the text.  Constants from subtractions are printed as subtractions. */
static int precedence(const struct hist_expr_node *node)
{
	switch (node->op) {
	case HIST_EXPR_ADD:
	case HIST_EXPR_SUB:
		return 1;
	case HIST_EXPR_MUL:
	case HIST_EXPR_DIV:
		return 2;
	default:
		return node->from_subtraction ? 1 : 3;
	}
}

static char *binary_text(const struct hist_expr *expr, const struct hist_expr_node *node,
			 const struct expr_value *left, const struct expr_value *right)
{
	static const char signs[] = {
		[HIST_EXPR_ADD] = '+', [HIST_EXPR_SUB] = '-',
		[HIST_EXPR_MUL] = '*', [HIST_EXPR_DIV] = '/',
	};
	bool around_left = precedence(&expr->nodes[node->left]) < precedence(node);
	bool around_right = precedence(&expr->nodes[node->right]) <= precedence(node);

	return kasprintf(GFP_KERNEL, "%s%s%s%c%s%s%s", around_left ? "(" : "", left->text,
			 around_left ? ")" : "", signs[node->op], around_right ? "(" : "",
			 right->text, around_right ? ")" : "");
}

static int compile_operator(struct hist_compiler *c, const struct hist_expr *expr,
			    const struct hist_expr_node *node, struct hist_section *section,
			    const struct expr_value *values, struct expr_value *result)
{
	const struct expr_value *left = &values[node->left], *right = &values[node->right];
	bool is_signed = left->is_signed || right->is_signed;
	bool from_subtraction = left->from_subtraction || right->from_subtraction;
	const struct hist_insn insn = {
		.op = insn_op_of(node->op, is_signed || from_subtraction),
		.src = left->reg,
		.src2 = right->reg,
	};
	int ret;

	if (node->op == HIST_EXPR_NEG) {
		result->text = kasprintf(GFP_KERNEL, "-(%s)", left->text);
		result->is_signed = true;
	} else {
		ret = combine_units(c, node, left, right, result);
		if (ret)
			return ret;
		result->text = binary_text(expr, node, left, right);
		result->is_signed = is_signed;
		result->from_subtraction = node->op == HIST_EXPR_SUB || from_subtraction;
	}
	if (!result->text)
		return -ENOMEM;
	return emit_insn(c, section, insn, node->span, &result->reg);
}

static int compile_node(struct hist_compiler *c, const struct hist_expr *expr, unsigned int i,
			bool for_key, struct expr_value *values)
{
	struct hist_program *program = &c->data->program;
	struct hist_section *section = for_key ? &program->pre_key : &program->post_lookup;
	const struct hist_expr_node *node = &expr->nodes[i];

	switch (node->op) {
	case HIST_EXPR_NUMBER:
		return compile_number(c, node, section, &values[i]);
	case HIST_EXPR_OPERAND:
		return compile_operand(c, node, section, for_key, &values[i]);
	default:
		return compile_operator(c, expr, node, section, values, &values[i]);
	}
}

/* Compile an expression with at least one operator, or a constant. */
static int compile_computed(struct hist_compiler *c, const struct hist_expr *expr, bool for_key,
			    struct hist_typed_operand *operand)
{
	struct expr_value values[HIST_EXPR_NODES_MAX] = {};
	const struct expr_value *whole = &values[expr->n_nodes - 1];
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < expr->n_nodes; i++)
		ret = compile_node(c, expr, i, for_key, values);

	if (!ret) {
		operand->value = (struct hist_value){
			.kind = HIST_KIND_EXPR,
			.size = sizeof(u64),
			.unit = whole->unit,
			.clock = whole->clock,
			.is_signed = whole->is_signed,
			.from_subtraction = whole->from_subtraction,
			.name = kstrdup_const(whole->text, GFP_KERNEL),
			.type = kstrdup_const("u64", GFP_KERNEL),
		};
		operand->insn = (struct hist_insn){ .op = HIST_OP_REG, .src = whole->reg };
		if (!operand->value.name || !operand->value.type)
			ret = -ENOMEM;
	}
	while (i)
		kfree(values[--i].text);
	return ret;
}

/* A key that is a variable of the histogram itself means the field that the variable is set to. */
static int compile_key_var(struct hist_compiler *c, const struct hist_operand *named,
			   struct hist_typed_operand *operand)
{
	const struct hist_expr_node *root;
	int own = hist_find_own_var(c, named);

	if (own == -ENOMEM)
		return own;
	if (own >= 0) {
		root = hist_expr_root(&c->spec->vars[own].expr);
		if (root->op == HIST_EXPR_OPERAND && !root->operand.is_var)
			return hist_compile_field(c, &root->operand, HIST_ROLE_KEY, operand);
	}
	return hist_diag_set(c->diag, HIST_DIAG_KEY_VAR, named->span);
}

/**
 * hist_compile_expr - create an operand from an expression
 * @c: compilation
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
	const struct hist_expr_node *root = hist_expr_root(expr);
	int ret;

	*operand = (struct hist_typed_operand){ .ref = -1, .own_var = -1 };
	if (root->op != HIST_EXPR_OPERAND)
		return compile_computed(c, expr, role == HIST_ROLE_KEY, operand);
	if (!root->operand.is_var)
		return hist_compile_field(c, &root->operand, role, operand);
	if (role == HIST_ROLE_KEY)
		return compile_key_var(c, &root->operand, operand);

	ret = hist_compile_var(c, &root->operand, NULL, false, operand);
	if (!ret && role == HIST_ROLE_VAL && !hist_kind_is_number(operand->value.kind))
		return hist_diag_set(c->diag, HIST_DIAG_VAL_TYPE, root->operand.span);
	return ret;
}
