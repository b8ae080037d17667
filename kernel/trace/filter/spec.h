/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A filter as its user wrote it: comparisons, and how they are joined.
 *
 *	a == 1 && !(b > 2 || c ~ "x*")
 *
 * has three terms, each of them a field, an operator and a value, and five nodes: one
 * for each term, one for the ||, which is negated, and one for the &&.  Nodes stand in
 * the order in which a pocket calculator with a stack would take them, so that what a
 * node joins stands before it: its right side directly, its left side before the right
 * side begins.
 */
#ifndef _TRACE_FILTER_SPEC_H
#define _TRACE_FILTER_SPEC_H

#include <linux/types.h>

#include "diag.h"

/**
 * enum filter_relation - how a field and a value are compared
 * @FILTER_EQ: ==
 * @FILTER_NE: !=
 * @FILTER_LT: <
 * @FILTER_LE: <=
 * @FILTER_GT: >
 * @FILTER_GE: >=
 * @FILTER_AND: &, some bit is set in both
 * @FILTER_GLOB: ~, the value is a pattern of the field
 */
enum filter_relation {
	FILTER_EQ,
	FILTER_NE,
	FILTER_LT,
	FILTER_LE,
	FILTER_GT,
	FILTER_GE,
	FILTER_AND,
	FILTER_GLOB,
};

/**
 * enum filter_value - how a value is written
 * @FILTER_WORD: without quotes: a number, a name, a string without blanks
 * @FILTER_QUOTED: in quotes, which are not part of it
 * @FILTER_CPUS: a list of CPUs, in CPUS{}, which is not part of it
 */
enum filter_value {
	FILTER_WORD,
	FILTER_QUOTED,
	FILTER_CPUS,
};

/**
 * struct filter_term - a comparison
 * @field: the field's name
 * @modifier: how the field is to be taken, without its dot; empty if there is none
 * @operator: where the operator stands
 * @value: what the field is compared with
 * @relation: what the operator means
 * @kind: how the value is written
 */
struct filter_term {
	struct trace_span field;
	struct trace_span modifier;
	struct trace_span operator;
	struct trace_span value;
	u8 relation;
	u8 kind;
};

/**
 * enum filter_join - what a node is
 * @FILTER_TERM: a comparison
 * @FILTER_ALL: true if both its sides are: &&
 * @FILTER_ANY: true if one of its sides is: ||
 */
enum filter_join {
	FILTER_TERM,
	FILTER_ALL,
	FILTER_ANY,
};

/**
 * struct filter_node - a term or what joins two nodes
 * @begin: the first of the nodes that it is made of, which is a term; a term itself
 *	begins with itself
 * @term: its comparison, if it is a term
 * @join: an enum filter_join
 * @negated: true if it is false
 */
struct filter_node {
	u16 begin;
	u16 term;
	u8 join;
	bool negated;
};

/**
 * struct filter_spec - a filter, taken apart
 * @text: the text that all spans mean, not owned
 * @terms: the comparisons, as they stand in the text
 * @n_terms: number of @terms, at least 1
 * @nodes: how they are joined; the last one is the whole filter
 * @n_nodes: number of @nodes
 */
struct filter_spec {
	const char *text;
	struct filter_term *terms;
	struct filter_node *nodes;
	u16 n_terms;
	u16 n_nodes;
};

/**
 * filter_node_left - the left side of a node that joins two
 * @spec: the filter
 * @node: the node's number
 *
 * Return: the number of its left side's node.
 */
static inline u16 filter_node_left(const struct filter_spec *spec, u16 node)
{
	return spec->nodes[node - 1].begin - 1;
}

int filter_spec_parse(struct filter_spec *spec, const char *text, struct trace_span all,
		      struct trace_diag *diag);
void filter_spec_destroy(struct filter_spec *spec);

#endif /* _TRACE_FILTER_SPEC_H */
