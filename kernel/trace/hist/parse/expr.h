/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Expressions, of which keys, values and variables are made.
 *
 *	sum     = product { ("+" | "-") product }
 *	product = factor { ("*" | "/") factor }
 *	factor  = "-" factor | "(" sum ")" | <number> | <field> | <variable>
 *
 * The parser only accepts a minus sign that applies to the whole expression.
 */
#ifndef _TRACE_HIST_PARSE_EXPR_H
#define _TRACE_HIST_PARSE_EXPR_H

#include "../../trace_diag.h"
#include "../limits.h"
#include "operand.h"

/**
 * enum hist_expr_op - type of a node of an expression
 * @HIST_EXPR_NUMBER: constant
 * @HIST_EXPR_OPERAND: field or variable
 * @HIST_EXPR_NEG: negation of the left node
 * @HIST_EXPR_ADD: sum
 * @HIST_EXPR_SUB: difference
 * @HIST_EXPR_MUL: product
 * @HIST_EXPR_DIV: quotient
 *
 * The parser and the compiler rely on the order: binary operators come last, and the additive
 * ones before the multiplicative ones.
 */
enum hist_expr_op {
	HIST_EXPR_NUMBER,
	HIST_EXPR_OPERAND,
	HIST_EXPR_NEG,
	HIST_EXPR_ADD,
	HIST_EXPR_SUB,
	HIST_EXPR_MUL,
	HIST_EXPR_DIV,
};

/* Binary operators, one operand more than these, and a minus sign in front. */
#define HIST_EXPR_NODES_MAX	(2 * HIST_EXPR_OPS_MAX + 2)

/**
 * struct hist_expr_node - node of an expression
 * @op: type of the node
 * @left: index of the left or only operand of an operator
 * @right: index of the right operand of a binary operator
 * @span: text of the node, without parentheses around it
 * @number: value of a constant
 * @from_subtraction: constant is the result of a subtraction, and therefore signed
 * @operand: reference to a field or variable
 */
struct hist_expr_node {
	enum hist_expr_op op;
	u8 left;
	u8 right;
	struct trace_span span;
	u64 number;
	bool from_subtraction;
	struct hist_operand operand;
};

/**
 * struct hist_expr - an expression
 * @span: text of the expression
 * @n_nodes: number of @nodes
 * @nodes: nodes in postfix order: the operands of an operator come before it, and the last node
 *	is the root
 */
struct hist_expr {
	struct trace_span span;
	unsigned int n_nodes;
	struct hist_expr_node nodes[HIST_EXPR_NODES_MAX];
};

/**
 * hist_expr_root - get the root node of an expression
 * @expr: parsed expression
 *
 * Return: the root node.
 */
static inline const struct hist_expr_node *hist_expr_root(const struct hist_expr *expr)
{
	return &expr->nodes[expr->n_nodes - 1];
}

/**
 * hist_expr_field - get the field of an expression that is only a field
 * @expr: parsed expression
 *
 * Return: the reference to the field, or NULL for any other expression.
 */
static inline const struct hist_operand *hist_expr_field(const struct hist_expr *expr)
{
	const struct hist_expr_node *root = hist_expr_root(expr);

	return root->op == HIST_EXPR_OPERAND && !root->operand.is_var ? &root->operand : NULL;
}

int hist_expr_parse(const char *text, struct trace_span item, struct hist_expr *expr,
		    struct trace_diag *diag);

#endif /* _TRACE_HIST_PARSE_EXPR_H */
