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

#include "compiler.h"
#include "diag.h"

/**
 * struct part - compiled node of an expression
 * @text: text of the node, as the trigger file shows it; owned by the node
 * @reg: register that holds the result
 * @unit: unit of a time
 * @clock: clock of a time
 * @is_signed: type of the result is signed
 * @is_difference: result depends on a subtraction, and may be negative regardless of its type
 */
struct part {
	char *text;
	u16 reg;
	enum hist_unit unit;
	enum hist_clock clock;
	bool is_signed;
	bool is_difference;
};

/* Append an instruction with a new register as its destination. */
static int emit(struct hist_compiler *c, struct hist_code *code, struct hist_step step,
		struct trace_span at, u16 *reg)
{
	int ret = hist_new_register(c, at, reg);

	step.dst = *reg;
	return ret ?: hist_code_add(code, &step);
}

/* Set the text and the type of an operand. */
static int part_of(const struct hist_compiler *c, const struct hist_operand *named,
		   const struct hist_value *value, struct part *part)
{
	struct hist_operand shown = *named;

	if (!hist_kind_is_number(value->kind))
		return hist_diag_set(c->diag, HIST_DIAG_OPERAND_TYPE, named->span);
	/* The field is one of this event, so the trigger file shows its name without the event. */
	if (!named->is_var)
		shown.of = (struct hist_event_name){};
	part->unit = value->unit;
	part->clock = value->clock;
	part->is_signed = value->is_signed;
	part->is_difference = value->is_difference;
	part->text = hist_operand_text(c, &shown, value);
	return part->text ? 0 : -ENOMEM;
}

static int compile_operand(struct hist_compiler *c, const struct hist_expr_node *node,
			   struct hist_code *code, bool for_key, struct part *part)
{
	const struct hist_operand *named = &node->operand;
	struct hist_load load;
	int ret;

	/* Lookups of variables need the key, so the key cannot depend on variables. */
	if (for_key && named->is_var)
		return hist_diag_set(c->diag, HIST_DIAG_KEY_VAR, named->span);

	ret = named->is_var ? hist_load_var(c, named, NULL, true, &load) :
			      hist_load_field(c, named, HIST_ROLE_VAR, &load);
	ret = ret ?: part_of(c, named, &load.value, part);
	hist_value_clear(&load.value);
	if (ret)
		return ret;

	if (load.step.op != HIST_OP_REG || load.step.map != HIST_MAP_NONE)
		return emit(c, code, load.step, node->span, &part->reg);
	part->reg = load.step.src;
	return 0;
}

/*
 * The text must parse to the same constant, and only the result of a subtraction is signed: so
 * print such a result as a subtraction.
 */
static char *number_text(const struct hist_expr_node *node)
{
	if (!node->is_difference)
		return kasprintf(GFP_KERNEL, "%llu", node->number);
	if ((s64)node->number < 0)
		return kasprintf(GFP_KERNEL, "0-%llu", -node->number);
	return kasprintf(GFP_KERNEL, "%llu-0", node->number);
}

static int compile_number(struct hist_compiler *c, const struct hist_expr_node *node,
			  struct hist_code *code, struct part *part)
{
	const struct hist_step step = { .op = HIST_OP_CONST, .arg = node->number };

	part->is_difference = node->is_difference;
	part->text = number_text(node);
	if (!part->text)
		return -ENOMEM;
	return emit(c, code, step, node->span, &part->reg);
}

static enum hist_op op_of(enum hist_expr_op op, bool is_signed)
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
static int join_units(const struct hist_compiler *c, const struct hist_expr_node *node,
		      const struct part *left, const struct part *right, struct part *part)
{
	bool both = left->unit != HIST_UNIT_NONE && right->unit != HIST_UNIT_NONE;
	const struct part *time = left->unit != HIST_UNIT_NONE ? left : right;

	if (both && left->unit != right->unit)
		return hist_diag_set(c->diag, HIST_DIAG_TIME_UNITS, node->span);
	if (both && left->clock != right->clock)
		return hist_diag_set(c->diag, HIST_DIAG_TIME_CLOCKS, node->span);

	/*
	 * A time plus or minus a number is a time.  The difference of two times is a duration and
	 * has no unit, and neither have products and quotients.
	 */
	if (node->op <= HIST_EXPR_SUB && !both) {
		part->unit = time->unit;
		part->clock = time->clock;
	}
	return 0;
}

/* Precedence of a node in the text.  Constants from subtractions are printed as subtractions. */
static int rank(const struct hist_expr_node *node)
{
	switch (node->op) {
	case HIST_EXPR_ADD:
	case HIST_EXPR_SUB:
		return 1;
	case HIST_EXPR_MUL:
	case HIST_EXPR_DIV:
		return 2;
	default:
		return node->is_difference ? 1 : 3;
	}
}

static char *binary_text(const struct hist_expr *expr, const struct hist_expr_node *node,
			 const struct part *left, const struct part *right)
{
	static const char signs[] = {
		[HIST_EXPR_ADD] = '+', [HIST_EXPR_SUB] = '-',
		[HIST_EXPR_MUL] = '*', [HIST_EXPR_DIV] = '/',
	};
	bool around_left = rank(&expr->nodes[node->left]) < rank(node);
	bool around_right = rank(&expr->nodes[node->right]) <= rank(node);

	return kasprintf(GFP_KERNEL, "%s%s%s%c%s%s%s", around_left ? "(" : "", left->text,
			 around_left ? ")" : "", signs[node->op], around_right ? "(" : "",
			 right->text, around_right ? ")" : "");
}

static int compile_operator(struct hist_compiler *c, const struct hist_expr *expr,
			    const struct hist_expr_node *node, struct hist_code *code,
			    const struct part *parts, struct part *part)
{
	const struct part *left = &parts[node->left], *right = &parts[node->right];
	bool is_signed = left->is_signed || right->is_signed;
	bool is_difference = left->is_difference || right->is_difference;
	const struct hist_step step = {
		.op = op_of(node->op, is_signed || is_difference),
		.src = left->reg,
		.len = right->reg,
	};
	int ret;

	if (node->op == HIST_EXPR_NEG) {
		part->text = kasprintf(GFP_KERNEL, "-(%s)", left->text);
		part->is_signed = true;
	} else {
		ret = join_units(c, node, left, right, part);
		if (ret)
			return ret;
		part->text = binary_text(expr, node, left, right);
		part->is_signed = is_signed;
		part->is_difference = node->op == HIST_EXPR_SUB || is_difference;
	}
	if (!part->text)
		return -ENOMEM;
	return emit(c, code, step, node->span, &part->reg);
}

static int compile_node(struct hist_compiler *c, const struct hist_expr *expr, unsigned int i,
			bool for_key, struct part *parts)
{
	struct hist_program *program = &c->data->program;
	struct hist_code *code = for_key ? &program->before : &program->after;
	const struct hist_expr_node *node = &expr->nodes[i];

	switch (node->op) {
	case HIST_EXPR_NUMBER:
		return compile_number(c, node, code, &parts[i]);
	case HIST_EXPR_OPERAND:
		return compile_operand(c, node, code, for_key, &parts[i]);
	default:
		return compile_operator(c, expr, node, code, parts, &parts[i]);
	}
}

/* Compile an expression with at least one operator, or a constant. */
static int compute(struct hist_compiler *c, const struct hist_expr *expr, bool for_key,
		   struct hist_load *load)
{
	struct part parts[HIST_EXPR_NODES_MAX] = {};
	const struct part *whole = &parts[expr->n_nodes - 1];
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < expr->n_nodes; i++)
		ret = compile_node(c, expr, i, for_key, parts);

	if (!ret) {
		load->value = (struct hist_value){
			.kind = HIST_KIND_EXPR,
			.size = sizeof(u64),
			.unit = whole->unit,
			.clock = whole->clock,
			.is_signed = whole->is_signed,
			.is_difference = whole->is_difference,
			.name = kstrdup_const(whole->text, GFP_KERNEL),
			.type = kstrdup_const("u64", GFP_KERNEL),
		};
		load->step = (struct hist_step){ .op = HIST_OP_REG, .src = whole->reg };
		if (!load->value.name || !load->value.type)
			ret = -ENOMEM;
	}
	while (i)
		kfree(parts[--i].text);
	return ret;
}

/* A key that is a variable of the histogram itself means the field that the variable is set to. */
static int load_key_var(struct hist_compiler *c, const struct hist_operand *named,
			struct hist_load *load)
{
	const struct hist_expr_node *root;
	int own = hist_find_own_var(c, named);

	if (own == -ENOMEM)
		return own;
	if (own >= 0) {
		root = hist_expr_root(&c->spec->vars[own].expr);
		if (root->op == HIST_EXPR_OPERAND && !root->operand.is_var)
			return hist_load_field(c, &root->operand, HIST_ROLE_KEY, load);
	}
	return hist_diag_set(c->diag, HIST_DIAG_KEY_VAR, named->span);
}

/**
 * hist_load_expr - create an operand from an expression
 * @c: compilation
 * @expr: parsed expression
 * @role: intended role of the result
 * @load: operand to fill in; the caller owns its strings, also after an error
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in, or -ENOMEM.
 */
int hist_load_expr(struct hist_compiler *c, const struct hist_expr *expr, enum hist_role role,
		   struct hist_load *load)
{
	const struct hist_expr_node *root = hist_expr_root(expr);
	int ret;

	*load = (struct hist_load){ .ref = -1, .own = -1 };
	if (root->op != HIST_EXPR_OPERAND)
		return compute(c, expr, role == HIST_ROLE_KEY, load);
	if (!root->operand.is_var)
		return hist_load_field(c, &root->operand, role, load);
	if (role == HIST_ROLE_KEY)
		return load_key_var(c, &root->operand, load);

	ret = hist_load_var(c, &root->operand, NULL, false, load);
	if (!ret && role == HIST_ROLE_VAL && !hist_kind_is_number(load->value.kind))
		return hist_diag_set(c->diag, HIST_DIAG_VAL_TYPE, root->operand.span);
	return ret;
}
