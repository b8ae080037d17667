/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parser of filters. A filter consists of predicates, each of which compares a field with a
 * value, and of the operators && || ! that combine them.
 *
 *	a == 1 && !(b > 2 || c ~ "x*")
 *
 * has three predicates, each with a field, an operator and a value. It has five nodes: one for
 * each predicate, one for the ||, which is negated, and one for the &&. The nodes are in postfix
 * order (reverse Polish notation), so the operands of a node precede it: the right operand is the
 * node just before it, and the left operand ends just before the right operand begins.
 */
#ifndef _TRACE_FILTER_SPEC_H
#define _TRACE_FILTER_SPEC_H

#include <linux/types.h>

#include "../diag.h"

/**
 * enum filter_operator - operator of a predicate
 * @FILTER_EQ: ==
 * @FILTER_NE: !=
 * @FILTER_LT: <
 * @FILTER_LE: <=
 * @FILTER_GT: >
 * @FILTER_GE: >=
 * @FILTER_BIT_AND: &, true if field and value have a common bit
 * @FILTER_GLOB: ~, true if the field matches the value, which is a pattern
 */
enum filter_operator {
	FILTER_EQ,
	FILTER_NE,
	FILTER_LT,
	FILTER_LE,
	FILTER_GT,
	FILTER_GE,
	FILTER_BIT_AND,
	FILTER_GLOB,
};

/**
 * enum filter_value - syntax of a value
 * @FILTER_WORD: no quotes: a number, a name or a string without blanks
 * @FILTER_QUOTED: in quotes, which are not part of the value
 * @FILTER_CPUS: list of CPUs in CPUS{}, which is not part of the value
 */
enum filter_value {
	FILTER_WORD,
	FILTER_QUOTED,
	FILTER_CPUS,
};

/**
 * struct filter_predicate - a predicate
 * @field: name of the field
 * @modifier: modifier of the field, without its dot; empty if the field has no modifier
 * @operator_at: position of the operator
 * @value: value that the field is compared with
 * @operator: the operator, an &enum filter_operator
 * @kind: syntax of the value, an &enum filter_value
 */
struct filter_predicate {
	struct trace_span field;
	struct trace_span modifier;
	struct trace_span operator_at;
	struct trace_span value;
	u8 operator;
	u8 kind;
};

/**
 * enum filter_node_kind - kind of a node
 * @FILTER_NODE_PREDICATE: a predicate
 * @FILTER_NODE_AND: &&, true if both operands are true
 * @FILTER_NODE_OR: ||, true if at least one operand is true
 */
enum filter_node_kind {
	FILTER_NODE_PREDICATE,
	FILTER_NODE_AND,
	FILTER_NODE_OR,
};

/**
 * struct filter_node - a predicate, or an operator that combines two nodes
 * @begin: index of the first node in the operands of this node, which is a predicate; the node's
 *	own index if it is a predicate
 * @pred: index of the predicate, if @kind is %FILTER_NODE_PREDICATE
 * @kind: kind of the node, an &enum filter_node_kind
 * @negated: the result of the node is inverted
 */
struct filter_node {
	u16 begin;
	u16 pred;
	u8 kind;
	bool negated;
};

/**
 * struct filter_spec - a parsed filter
 * @text: text that all spans refer to; not owned
 * @preds: predicates, in the order of the text
 * @n_preds: number of @preds, at least 1
 * @nodes: nodes in postfix order; the last one is the whole filter
 * @n_nodes: number of @nodes
 */
struct filter_spec {
	const char *text;
	struct filter_predicate *preds;
	struct filter_node *nodes;
	u16 n_preds;
	u16 n_nodes;
};

/**
 * filter_node_left - find the left operand of a node
 * @spec: the filter
 * @node: index of the node, which is not a predicate
 *
 * Context: any.
 * Return: index of the left operand.
 */
static inline u16 filter_node_left(const struct filter_spec *spec, u16 node)
{
	return spec->nodes[node - 1].begin - 1;
}

int filter_spec_parse(struct filter_spec *spec, const char *text, struct trace_span all,
		      struct trace_diag *diag);
void filter_spec_destroy(struct filter_spec *spec);

#endif /* _TRACE_FILTER_SPEC_H */
