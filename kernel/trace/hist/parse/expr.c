// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the text of an expression into struct hist_expr, by recursive descent.
 *
 * Pure.  Operators on constants are evaluated here, with the same result as hist/run/exec.c would
 * compute for an event.
 */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/math64.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "expr.h"

/* Limit of nodes while parsing; larger than the final one, to find the first surplus operator. */
#define PARSE_NODES_MAX	32

/**
 * struct expr_reader - state of the parser
 * @text: the whole command
 * @pos: offset of the next byte
 * @end: offset of the first byte behind the expression
 * @depth: number of open parentheses and pending minus signs
 * @n_nodes: number of @nodes
 * @nodes: nodes parsed so far, in postfix order
 * @diag: filled in if the expression is invalid
 */
struct expr_reader {
	const char *text;
	u32 pos;
	u32 end;
	unsigned int depth;
	unsigned int n_nodes;
	struct hist_expr_node *nodes;
	struct trace_diag *diag;
};

static int read_sum(struct expr_reader *r, u8 *node);

static struct trace_span from_to(u32 from, u32 to)
{
	return (struct trace_span){ from, to - from };
}

static void skip_blanks(struct expr_reader *r)
{
	while (r->pos < r->end && trace_is_blank(r->text[r->pos]))
		r->pos++;
}

static bool next_is(const struct expr_reader *r, const char *chars)
{
	return r->pos < r->end && r->text[r->pos] && strchr(chars, r->text[r->pos]);
}

static int add_node(struct expr_reader *r, const struct hist_expr_node *node, u8 *index)
{
	if (r->n_nodes == PARSE_NODES_MAX)
		return hist_diag_set(r->diag, HIST_DIAG_EXPR_TOO_LONG, node->span);
	*index = r->n_nodes;
	r->nodes[r->n_nodes++] = *node;
	return 0;
}

/* A name extends to the next operator.  The minus sign of .sym-offset is not an operator. */
static struct trace_span read_name(struct expr_reader *r)
{
	static const char sym[] = ".sym", sym_offset[] = ".sym-offset";
	u32 start = r->pos;

	while (r->pos < r->end && !next_is(r, "+-*/()"))
		r->pos++;

	if (r->pos - start >= strlen(sym) &&
	    !memcmp(r->text + r->pos - strlen(sym), sym, strlen(sym)) &&
	    r->end - (r->pos - strlen(sym)) >= strlen(sym_offset) &&
	    !memcmp(r->text + r->pos - strlen(sym), sym_offset, strlen(sym_offset)))
		r->pos += strlen(sym_offset) - strlen(sym);

	return trace_span_trim(r->text, from_to(start, r->pos));
}

static int read_operand(struct expr_reader *r, u8 *index)
{
	struct hist_expr_node node = { .op = HIST_EXPR_OPERAND };
	int ret;

	node.span = read_name(r);
	if (!node.span.len)
		return hist_diag_set(r->diag, HIST_DIAG_NO_OPERAND, node.span);

	if (isdigit(r->text[node.span.off])) {
		node.op = HIST_EXPR_NUMBER;
		if (trace_span_to_u64(r->text, node.span, &node.number))
			return hist_diag_set(r->diag, HIST_DIAG_BAD_NUMBER, node.span);
	} else {
		ret = hist_operand_parse(r->text, node.span, &node.operand, r->diag);
		if (ret)
			return ret;
	}
	return add_node(r, &node, index);
}

static int read_parentheses(struct expr_reader *r, u8 *index)
{
	struct trace_span open = { r->pos++, 1 };
	int ret;

	if (r->depth == HIST_EXPR_DEPTH_MAX)
		return hist_diag_set(r->diag, HIST_DIAG_EXPR_DEPTH, open);

	r->depth++;
	ret = read_sum(r, index);
	r->depth--;
	if (ret)
		return ret;
	if (r->pos == r->end)
		return hist_diag_set(r->diag, HIST_DIAG_NOT_CLOSED, open);
	if (!next_is(r, ")"))
		return hist_diag_set(r->diag, HIST_DIAG_NO_OPERATOR, from_to(r->pos, r->pos + 1));
	r->pos++;
	return 0;
}

static int read_factor(struct expr_reader *r, u8 *index)
{
	struct hist_expr_node neg = { .op = HIST_EXPR_NEG };
	u32 start;
	int ret;

	skip_blanks(r);
	start = r->pos;
	if (next_is(r, "("))
		return read_parentheses(r, index);
	if (!next_is(r, "-"))
		return read_operand(r, index);

	if (r->depth == HIST_EXPR_DEPTH_MAX)
		return hist_diag_set(r->diag, HIST_DIAG_EXPR_DEPTH, from_to(start, start + 1));
	r->pos++;
	r->depth++;
	ret = read_factor(r, &neg.left);
	r->depth--;
	if (ret)
		return ret;
	neg.span = from_to(start, r->pos);
	return add_node(r, &neg, index);
}

static enum hist_expr_op expr_op_of(char c)
{
	switch (c) {
	case '+':
		return HIST_EXPR_ADD;
	case '-':
		return HIST_EXPR_SUB;
	case '*':
		return HIST_EXPR_MUL;
	default:
		return HIST_EXPR_DIV;
	}
}

typedef int (*read_side_fn)(struct expr_reader *r, u8 *index);

/* Parse an operator and its right operand; @start is the offset of the left operand. */
static int read_right(struct expr_reader *r, u32 start, read_side_fn read_side, u8 *index)
{
	struct hist_expr_node node = { .op = expr_op_of(r->text[r->pos++]), .left = *index };
	int ret = read_side(r, &node.right);

	if (ret)
		return ret;
	node.span = trace_span_trim(r->text, from_to(start, r->pos));
	return add_node(r, &node, index);
}

/* Parse left-associative operators of one precedence. */
static int read_chain(struct expr_reader *r, const char *ops, read_side_fn read_side, u8 *index)
{
	u32 start;
	int ret;

	skip_blanks(r);
	start = r->pos;
	ret = read_side(r, index);
	for (skip_blanks(r); !ret && next_is(r, ops); skip_blanks(r))
		ret = read_right(r, start, read_side, index);
	return ret;
}

static int read_product(struct expr_reader *r, u8 *index)
{
	return read_chain(r, "*/", read_factor, index);
}

static int read_sum(struct expr_reader *r, u8 *index)
{
	return read_chain(r, "+-", read_product, index);
}

/*
 * Count binary operators in prefix order: an operator, then its left and its right operand.  The
 * first one above the limit is reported.  Recursion is bounded by the number of nodes.
 */
static int check_count(const struct expr_reader *r, u8 index, unsigned int *n_ops)
{
	const struct hist_expr_node *node = &r->nodes[index];
	int ret = 0;

	switch (node->op) {
	case HIST_EXPR_NUMBER:
	case HIST_EXPR_OPERAND:
		return 0;
	case HIST_EXPR_NEG:
		return check_count(r, node->left, n_ops);
	default:
		if ((*n_ops)++ == HIST_EXPR_OPS_MAX)
			return hist_diag_set(r->diag, HIST_DIAG_EXPR_TOO_LONG, node->span);
		ret = check_count(r, node->left, n_ops);
		return ret ?: check_count(r, node->right, n_ops);
	}
}

/* Only the root of an expression can be a minus sign. */
static int check_signs(const struct expr_reader *r)
{
	unsigned int i;

	for (i = 0; i + 1 < r->n_nodes; i++)
		if (r->nodes[i].op == HIST_EXPR_NEG)
			return hist_diag_set(r->diag, HIST_DIAG_EXPR_SIGN,
					     r->nodes[r->nodes[i].left].span);
	return 0;
}

/* Evaluate an operator modulo 2^64, as hist/run/exec.c does.  A divisor of 0 is rejected before. */
static u64 apply(enum hist_expr_op op, u64 left, u64 right, bool is_signed)
{
	switch (op) {
	case HIST_EXPR_ADD:
		return left + right;
	case HIST_EXPR_SUB:
		return left - right;
	case HIST_EXPR_MUL:
		return left * right;
	default:
		if (!is_signed)
			return div64_u64(left, right);
		/* Dividing S64_MIN by -1 overflows, so negate instead. */
		return right == U64_MAX ? -left : div64_s64(left, right);
	}
}

/*
 * Evaluate a binary operator on two constants.  They are the last two nodes in @expr, and are
 * replaced by the result.
 */
static int fold(const struct expr_reader *r, struct hist_expr *expr, struct hist_expr_node *node)
{
	const struct hist_expr_node *left = &expr->nodes[node->left];
	const struct hist_expr_node *right = &expr->nodes[node->right];
	bool from_subtraction = left->from_subtraction || right->from_subtraction;

	if (right->op != HIST_EXPR_NUMBER)
		return 0;
	if (node->op == HIST_EXPR_DIV && !right->number)
		return hist_diag_set(r->diag, HIST_DIAG_DIV_ZERO, right->span);
	if (left->op != HIST_EXPR_NUMBER)
		return 0;

	node->number = apply(node->op, left->number, right->number, from_subtraction);
	node->from_subtraction = from_subtraction || node->op == HIST_EXPR_SUB;
	node->op = HIST_EXPR_NUMBER;
	expr->n_nodes -= 2;
	return 0;
}

/*
 * Copy the parsed nodes to @expr in the same order, and evaluate operators on constants.  The
 * number of operators is checked before, so that the nodes fit.
 */
static int fold_all(const struct expr_reader *r, struct hist_expr *expr)
{
	u8 new_index[PARSE_NODES_MAX] = {};
	unsigned int i;
	int ret;

	for (i = 0; i < r->n_nodes; i++) {
		struct hist_expr_node node = r->nodes[i];

		node.left = new_index[node.left];
		node.right = new_index[node.right];
		if (node.op > HIST_EXPR_NEG) {
			ret = fold(r, expr, &node);
			if (ret)
				return ret;
		}
		new_index[i] = expr->n_nodes;
		expr->nodes[expr->n_nodes++] = node;
	}
	return 0;
}

/**
 * hist_expr_parse - parse an expression
 * @text: the whole command
 * @item: text of the expression
 * @expr: filled in
 * @diag: filled in if the expression is invalid
 *
 * Context: may sleep; takes no locks.  %HIST_EXPR_DEPTH_MAX bounds the recursion.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int hist_expr_parse(const char *text, struct trace_span item, struct hist_expr *expr,
		    struct trace_diag *diag)
{
	struct expr_reader r = {
		.text = text,
		.pos = item.off,
		.end = trace_span_end(item),
		.diag = diag,
	};
	unsigned int n_ops = 0;
	u8 root;
	int ret;

	expr->span = item;
	expr->n_nodes = 0;
	if (!item.len)
		return hist_diag_set(diag, HIST_DIAG_EMPTY_FIELD, item);

	r.nodes = kmalloc_array(PARSE_NODES_MAX, sizeof(*r.nodes), GFP_KERNEL);
	if (!r.nodes)
		return -ENOMEM;

	ret = read_sum(&r, &root);
	if (!ret && r.pos < r.end)
		ret = hist_diag_set(diag, next_is(&r, ")") ? HIST_DIAG_NOT_OPENED :
				    HIST_DIAG_NO_OPERATOR, from_to(r.pos, r.pos + 1));
	ret = ret ?: check_count(&r, root, &n_ops);
	ret = ret ?: check_signs(&r);
	ret = ret ?: fold_all(&r, expr);
	kfree(r.nodes);
	return ret;
}
