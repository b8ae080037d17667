// SPDX-License-Identifier: GPL-2.0
/*
 * Constants in expressions: the limits of an expression that consists of them, and the computation
 * of operators on them.
 *
 * Pure.
 */
#include "../arith.h"
#include "../diag.h"
#include "fold.h"

static bool is_constant(const struct hist_expr_node *nodes, unsigned int n_nodes)
{
	unsigned int i;

	for (i = 0; i < n_nodes; i++)
		if (nodes[i].op == HIST_EXPR_OPERAND)
			return false;
	return true;
}

/*
 * Count operators in prefix order: an operator, then its operands from left to right.  The first
 * one above the limit is reported.  Unary operators do not count.
 */
static int check_count(const struct hist_expr_node *nodes, unsigned int n_nodes,
		       struct trace_diag *diag)
{
	unsigned int n_ops = 0, n_todo = 0;
	u8 todo[HIST_EXPR_NODES_MAX];

	todo[n_todo++] = n_nodes - 1;
	while (n_todo) {
		const struct hist_expr_node *node = &nodes[todo[--n_todo]];

		if (node->op == HIST_EXPR_NUMBER)
			continue;
		if (!hist_expr_op_is_unary(node->op)) {
			if (n_ops++ == HIST_EXPR_CONST_OPS_MAX)
				return hist_diag_set(diag, HIST_DIAG_EXPR_TOO_LONG, node->span);
			todo[n_todo++] = node->right;
		}
		todo[n_todo++] = node->left;
		if (node->op == HIST_EXPR_COND)
			todo[n_todo++] = node->cond;
	}
	return 0;
}

/**
 * hist_expr_check_constants - check the limits of an expression of constants
 * @nodes: nodes of the expression, in postfix order
 * @n_nodes: number of @nodes
 * @diag: filled in if the expression exceeds a limit
 *
 * An expression of constants has at most %HIST_EXPR_CONST_OPS_MAX operators, and only its root can
 * be a minus sign.  The base kernel has these limits, and its selftests check them.
 *
 * Return: 0 or -EINVAL.
 */
int hist_expr_check_constants(const struct hist_expr_node *nodes, unsigned int n_nodes,
			      struct trace_diag *diag)
{
	unsigned int i;
	int ret;

	if (!is_constant(nodes, n_nodes))
		return 0;
	ret = check_count(nodes, n_nodes, diag);
	for (i = 0; !ret && i + 1 < n_nodes; i++)
		if (nodes[i].op == HIST_EXPR_NEG)
			ret = hist_diag_set(diag, HIST_DIAG_EXPR_SIGN, nodes[nodes[i].left].span);
	return ret;
}

/* Number of operands of an operator that are nodes. */
static unsigned int n_operands_of(const struct hist_expr_node *node)
{
	if (node->op == HIST_EXPR_COND)
		return 3;
	if (hist_expr_op_is_binary(node->op))
		return 2;
	return hist_expr_op_is_unary(node->op);
}

/*
 * Check whether the last @n nodes are constants, which are then the operands of the operator that
 * follows them.  A negated constant is not folded: a minus sign in front of a number is its
 * shortest text.  The same is true for other unary operators on a signed constant.
 */
static bool can_fold(const struct hist_expr_node *node, const struct hist_expr_node *end,
		     unsigned int n)
{
	unsigned int i;

	if (!n || node->op == HIST_EXPR_NEG || (n == 1 && end[-1].from_subtraction))
		return false;
	for (i = 1; i <= n; i++)
		if (end[-(int)i].op != HIST_EXPR_NUMBER)
			return false;
	return true;
}

/* Replace an operator by its result.  @operands points to its first operand. */
static void compute(struct hist_expr_node *node, const struct hist_expr_node *operands)
{
	const struct hist_expr_node *left = operands, *right = operands + 1;
	bool is_signed;

	if (node->op == HIST_EXPR_COND) {
		is_signed = operands[1].from_subtraction || operands[2].from_subtraction;
		node->number = operands[operands[0].number ? 1 : 2].number;
	} else {
		if (hist_expr_op_is_unary(node->op))
			right = left;
		is_signed = left->from_subtraction || right->from_subtraction;
		node->number = hist_arith(hist_expr_op_info[node->op].arith[is_signed],
					  left->number, right->number);
	}
	node->from_subtraction = is_signed || node->op == HIST_EXPR_SUB;
	node->op = HIST_EXPR_NUMBER;
}

static void renumber(struct hist_expr_node *node, const u8 *new_index)
{
	unsigned int i;

	node->left = new_index[node->left];
	node->right = new_index[node->right];
	node->cond = new_index[node->cond];
	for (i = 0; i < node->n_key; i++)
		node->key[i] = new_index[node->key[i]];
}

/**
 * hist_expr_fold - compute the operators whose operands are constants
 * @nodes: nodes of the expression, in postfix order; modified
 * @n_nodes: number of @nodes; modified
 * @diag: filled in if the expression divides by a constant zero
 *
 * Return: 0 or -EINVAL.
 */
int hist_expr_fold(struct hist_expr_node *nodes, unsigned int *n_nodes, struct trace_diag *diag)
{
	u8 new_index[HIST_EXPR_NODES_MAX] = {};
	unsigned int i, n_operands, n = 0;

	for (i = 0; i < *n_nodes; i++) {
		struct hist_expr_node *node = &nodes[n];
		const struct hist_expr_node *last = node - 1;

		*node = nodes[i];
		renumber(node, new_index);
		if ((node->op == HIST_EXPR_DIV || node->op == HIST_EXPR_MOD) &&
		    last->op == HIST_EXPR_NUMBER && !last->number)
			return hist_diag_set(diag, HIST_DIAG_DIV_ZERO, last->span);
		n_operands = n_operands_of(node);
		if (can_fold(node, node, n_operands)) {
			compute(node, node - n_operands);
			n -= n_operands;
			nodes[n] = *node;
		}
		new_index[i] = n++;
	}
	*n_nodes = n;
	return 0;
}
