/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Expressions: what a key, a value or a variable is made of.
 *
 *	sum     = product { ("+" | "-") product }
 *	product = factor { ("*" | "/") factor }
 *	factor  = "-" factor | "(" sum ")" | <number> | <field> | <variable>
 *
 * A minus sign in front is for the whole expression only.
 */
#ifndef _TRACE_HIST_EXPR_H
#define _TRACE_HIST_EXPR_H

#include "../trace_diag.h"
#include "limits.h"
#include "operand.h"

/**
 * enum hist_expr_op - what a node of an expression is
 * @HIST_EXPR_NUMBER: a number that was written, or computed from such
 * @HIST_EXPR_OPERAND: a field or a variable
 * @HIST_EXPR_NEG: minus its only side
 * @HIST_EXPR_ADD: the sum of its sides
 * @HIST_EXPR_SUB: the difference
 * @HIST_EXPR_MUL: the product
 * @HIST_EXPR_DIV: the quotient
 *
 * Their order counts: what has two sides comes last, and of that what adds comes first.
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

/* As many operands as there can be operators, one more, and a minus sign in front. */
#define HIST_EXPR_NODES_MAX	(2 * HIST_EXPR_OPS_MAX + 2)

/**
 * struct hist_expr_node - a number, a field, a variable or an operator
 * @op: which of them
 * @left: of an operator: the node of its left or only side
 * @right: of an operator with two sides: the node of the right one
 * @span: all of it, parentheses around it left out
 * @number: its value, of a number
 * @is_difference: of a number: it came from a subtraction, and is a signed one
 * @operand: what was named, of a field or variable
 */
struct hist_expr_node {
	enum hist_expr_op op;
	u8 left;
	u8 right;
	struct trace_span span;
	u64 number;
	bool is_difference;
	struct hist_operand operand;
};

/**
 * struct hist_expr - an expression
 * @span: all of it
 * @n_nodes: number of @nodes
 * @nodes: the sides of an operator stand before it, so that the last node is the whole
 */
struct hist_expr {
	struct trace_span span;
	unsigned int n_nodes;
	struct hist_expr_node nodes[HIST_EXPR_NODES_MAX];
};

/**
 * hist_expr_root - the node that is the whole expression
 * @expr: the expression, not empty
 *
 * Return: the node.
 */
static inline const struct hist_expr_node *hist_expr_root(const struct hist_expr *expr)
{
	return &expr->nodes[expr->n_nodes - 1];
}

/**
 * hist_expr_field - the field, if an expression is no more than that
 * @expr: the expression
 *
 * Return: what was named, or NULL if it is anything else.
 */
static inline const struct hist_operand *hist_expr_field(const struct hist_expr *expr)
{
	const struct hist_expr_node *root = hist_expr_root(expr);

	return root->op == HIST_EXPR_OPERAND && !root->operand.is_var ? &root->operand : NULL;
}

int hist_expr_parse(const char *text, struct trace_span item, struct hist_expr *expr,
		    struct trace_diag *diag);

#endif /* _TRACE_HIST_EXPR_H */
