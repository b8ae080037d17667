/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Expressions, of which keys, values and variables are made.
 *
 *	item    = operand ["." suffix]
 *	operand = <number> | <field>["." modifier] | <variable>["[" item {"," item} "]"] |
 *		  "(" expr ")" | ("-" | "~" | "!") operand
 *	expr    = operand { <operator> operand } | expr "?" expr ":" expr
 *
 * Operators have the precedence of C and are left-associative.  "?" and ":" must stand in
 * parentheses.  A suffix, see suffix.h, is only allowed if the operand is the whole expression.
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
 * @HIST_EXPR_NOT: complement of the bits of the left node
 * @HIST_EXPR_LOGICAL_NOT: 1 if the left node is 0, else 0
 * @HIST_EXPR_ADD: sum
 * @HIST_EXPR_SUB: difference
 * @HIST_EXPR_MUL: product
 * @HIST_EXPR_DIV: quotient
 * @HIST_EXPR_MOD: remainder
 * @HIST_EXPR_SHL: shift to the left
 * @HIST_EXPR_SHR: shift to the right
 * @HIST_EXPR_AND: bits that both have
 * @HIST_EXPR_OR: bits that any of them has
 * @HIST_EXPR_XOR: bits that exactly one of them has
 * @HIST_EXPR_EQ: 1 if both are equal, else 0, like all comparisons
 * @HIST_EXPR_NE: comparison for inequality
 * @HIST_EXPR_LT: comparison, left less than right
 * @HIST_EXPR_LE: comparison, left less than or equal to right
 * @HIST_EXPR_GT: comparison, left greater than right
 * @HIST_EXPR_GE: comparison, left greater than or equal to right
 * @HIST_EXPR_LOGICAL_AND: 1 if neither is 0, else 0
 * @HIST_EXPR_LOGICAL_OR: 0 if both are 0, else 1
 * @HIST_EXPR_COND: left node if the condition is not 0, else the right node
 * @HIST_EXPR_OP_COUNT: number of types
 *
 * hist_expr_op_is_unary() and hist_expr_op_is_binary() rely on the order.
 */
enum hist_expr_op {
	HIST_EXPR_NUMBER,
	HIST_EXPR_OPERAND,
	HIST_EXPR_NEG,
	HIST_EXPR_NOT,
	HIST_EXPR_LOGICAL_NOT,
	HIST_EXPR_ADD,
	HIST_EXPR_SUB,
	HIST_EXPR_MUL,
	HIST_EXPR_DIV,
	HIST_EXPR_MOD,
	HIST_EXPR_SHL,
	HIST_EXPR_SHR,
	HIST_EXPR_AND,
	HIST_EXPR_OR,
	HIST_EXPR_XOR,
	HIST_EXPR_EQ,
	HIST_EXPR_NE,
	HIST_EXPR_LT,
	HIST_EXPR_LE,
	HIST_EXPR_GT,
	HIST_EXPR_GE,
	HIST_EXPR_LOGICAL_AND,
	HIST_EXPR_LOGICAL_OR,
	HIST_EXPR_COND,
	HIST_EXPR_OP_COUNT,
};

static inline bool hist_expr_op_is_unary(enum hist_expr_op op)
{
	return op >= HIST_EXPR_NEG && op <= HIST_EXPR_LOGICAL_NOT;
}

static inline bool hist_expr_op_is_binary(enum hist_expr_op op)
{
	return op >= HIST_EXPR_ADD && op <= HIST_EXPR_LOGICAL_OR;
}

/**
 * struct hist_expr_op_info - properties of a type of node
 * @text: operator as written; empty for operands
 * @precedence: operators of a higher precedence bind their operands first; operands have the
 *	highest one
 * @arith: operator on unsigned and on signed numbers, &enum hist_arith_op; only of unary and binary
 *	operators
 */
struct hist_expr_op_info {
	char text[3];
	u8 precedence;
	u8 arith[2];
};

extern const struct hist_expr_op_info hist_expr_op_info[HIST_EXPR_OP_COUNT];

/* Operands, operators, and a node for each of them. */
#define HIST_EXPR_NODES_MAX	(HIST_EXPR_OPERANDS_MAX + HIST_EXPR_OPS_MAX)

/**
 * struct hist_expr_node - node of an expression
 * @op: type of the node, &enum hist_expr_op
 * @left: index of the left or only operand of an operator
 * @right: index of the right operand of a binary operator
 * @cond: index of the condition of %HIST_EXPR_COND
 * @n_key: for a variable, number of operands in brackets; 0 without brackets
 * @key: indices of the root nodes of these operands
 * @in_key: the node belongs to an operand in brackets
 * @from_subtraction: constant is computed from a subtraction, and therefore signed
 * @span: text of the node, without parentheses around it
 * @number: value of a constant
 * @operand: reference to a field or variable
 */
struct hist_expr_node {
	u8 op;
	u8 left;
	u8 right;
	u8 cond;
	u8 n_key;
	u8 key[HIST_KEYS_MAX];
	bool in_key;
	bool from_subtraction;
	struct trace_span span;
	u64 number;
	struct hist_operand operand;
};

/**
 * struct hist_expr - an expression
 * @span: text of the expression
 * @suffix: modifiers of the whole expression.  The modifier of a field that is the whole expression
 *	is in its operand, unless an aggregate precedes it.  Both have a modifier if parentheses
 *	separate them, as in (common_timestamp.usecs).max
 * @n_nodes: number of @nodes, at least one
 * @nodes: nodes in postfix order: the operands of an operator and the operands in brackets come
 *	before it, and the last node is the root.  Allocated; freed by hist_expr_free()
 */
struct hist_expr {
	struct trace_span span;
	struct hist_suffix suffix;
	unsigned int n_nodes;
	struct hist_expr_node *nodes;
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
void hist_expr_free(struct hist_expr *expr);

#endif /* _TRACE_HIST_PARSE_EXPR_H */
