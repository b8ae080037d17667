// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the text of an expression into struct hist_expr.
 *
 * The parser keeps pending operators and open parentheses on one stack and finished operands on
 * another one (Dijkstra's shunting yard), because recursion would need too much kernel stack for
 * the deepest expressions.  fold.c then computes operators on constants.
 *
 * Pure.
 */
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../arith.h"
#include "../diag.h"
#include "expr.h"
#include "fold.h"
#include "parser.h"

/* Entries of the stack that are not operators. */
enum {
	PENDING_PARENTHESIS = HIST_EXPR_OP_COUNT,
	PENDING_BRACKET,
	PENDING_QUESTION,
	PENDING_COLON,
};

/*
 * Nested parentheses and unary operators, one bracket, and operators, each of which has a left
 * operand.
 */
#define PENDING_MAX	(HIST_EXPR_DEPTH_MAX + 1 + HIST_EXPR_OPERANDS_MAX)

/* Precedence of unary operators and of operands. */
#define UNARY		12
#define OPERAND		13

#define SAME(op)		{ HIST_ARITH_##op, HIST_ARITH_##op }
#define SIGNED(op)		{ HIST_ARITH_##op, HIST_ARITH_S##op }

const struct hist_expr_op_info hist_expr_op_info[HIST_EXPR_OP_COUNT] = {
	[HIST_EXPR_NUMBER]	= { "",		OPERAND },
	[HIST_EXPR_OPERAND]	= { "",		OPERAND },
	[HIST_EXPR_NEG]		= { "-",	UNARY,	SAME(NEG) },
	[HIST_EXPR_NOT]		= { "~",	UNARY,	SAME(NOT) },
	[HIST_EXPR_LOGICAL_NOT]	= { "!",	UNARY,	SAME(LOGICAL_NOT) },
	[HIST_EXPR_MUL]		= { "*",	11,	SAME(MUL) },
	[HIST_EXPR_DIV]		= { "/",	11,	SIGNED(DIV) },
	[HIST_EXPR_MOD]		= { "%",	11,	SIGNED(MOD) },
	[HIST_EXPR_ADD]		= { "+",	10,	SAME(ADD) },
	[HIST_EXPR_SUB]		= { "-",	10,	SAME(SUB) },
	[HIST_EXPR_SHL]		= { "<<",	9,	SAME(SHL) },
	[HIST_EXPR_SHR]		= { ">>",	9,	SIGNED(SHR) },
	[HIST_EXPR_LT]		= { "<",	8,	SIGNED(LT) },
	[HIST_EXPR_LE]		= { "<=",	8,	SIGNED(LE) },
	[HIST_EXPR_GT]		= { ">",	8,	SIGNED(GT) },
	[HIST_EXPR_GE]		= { ">=",	8,	SIGNED(GE) },
	[HIST_EXPR_EQ]		= { "==",	7,	SAME(EQ) },
	[HIST_EXPR_NE]		= { "!=",	7,	SAME(NE) },
	[HIST_EXPR_AND]		= { "&",	6,	SAME(AND) },
	[HIST_EXPR_XOR]		= { "^",	5,	SAME(XOR) },
	[HIST_EXPR_OR]		= { "|",	4,	SAME(OR) },
	[HIST_EXPR_LOGICAL_AND]	= { "&&",	3,	SAME(LOGICAL_AND) },
	[HIST_EXPR_LOGICAL_OR]	= { "||",	2,	SAME(LOGICAL_OR) },
	[HIST_EXPR_COND]	= { "?",	1 },
};

/**
 * struct expr_reader - state of the parser
 * @text: the whole command
 * @pos: offset of the next byte
 * @end: offset of the first byte behind the expression
 * @done: all of the text is parsed
 * @wants_operand: the next token must begin an operand; else an operator
 * @depth: number of open parentheses and pending unary operators
 * @n_operands: number of leaves among @nodes
 * @n_nodes: number of @nodes
 * @n_pending: number of @pending
 * @n_finished: number of @finished
 * @in_key: a bracket is open
 * @keyed: variable in front of the bracket
 * @suffix: modifiers of the whole expression; its span is empty without them
 * @suffix_node: index of the node that they follow
 * @diag: filled in if the expression is invalid
 * @pending: stack of operators that wait for their last operand, of parentheses and of brackets,
 *	with the offset of each
 * @finished: stack of operands that wait for an operator, with the text of each; unlike
 *	&hist_expr_node.span, it includes parentheses
 * @nodes: nodes parsed so far, in postfix order
 */
struct expr_reader {
	const char *text;
	u32 pos;
	u32 end;
	bool done;
	bool wants_operand;
	unsigned int depth;
	unsigned int n_operands;
	unsigned int n_nodes;
	unsigned int n_pending;
	unsigned int n_finished;
	bool in_key;
	struct hist_expr_node keyed;
	struct hist_suffix suffix;
	u8 suffix_node;
	struct trace_diag *diag;
	struct pending {
		u8 kind;
		u32 at;
	} pending[PENDING_MAX];
	struct finished {
		u8 node;
		struct trace_span span;
	} finished[HIST_EXPR_OPERANDS_MAX];
	struct hist_expr_node nodes[HIST_EXPR_NODES_MAX];
};

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

/* Report an error at the next byte. */
static int fail_here(const struct expr_reader *r, enum hist_diag code)
{
	return hist_diag_set(r->diag, code, from_to(r->pos, r->pos + 1));
}

static int fail_at(const struct expr_reader *r, enum hist_diag code, const struct pending *pending)
{
	return hist_diag_set(r->diag, code, from_to(pending->at, pending->at + 1));
}

/* Stack of pending operators, parentheses and brackets. */

static void push(struct expr_reader *r, u8 kind)
{
	r->pending[r->n_pending++] = (struct pending){ kind, r->pos };
	r->wants_operand = true;
}

static const struct pending *top(const struct expr_reader *r)
{
	return r->n_pending ? &r->pending[r->n_pending - 1] : NULL;
}

static bool top_is(const struct expr_reader *r, u8 kind)
{
	return r->n_pending && top(r)->kind == kind;
}

static bool top_is_unary(const struct expr_reader *r)
{
	return r->n_pending && hist_expr_op_is_unary(top(r)->kind);
}

/* Find the innermost open parenthesis or bracket, of one kind if @kind is not 0; or NULL. */
static const struct pending *find_open(const struct expr_reader *r, u8 kind)
{
	unsigned int i;

	for (i = r->n_pending; i-- > 0; ) {
		u8 found = r->pending[i].kind;

		if (found == kind)
			return &r->pending[i];
		if (!kind && (found == PENDING_PARENTHESIS || found == PENDING_BRACKET))
			return &r->pending[i];
	}
	return NULL;
}

static int fail_not_closed(const struct expr_reader *r, const struct pending *open)
{
	return fail_at(r, open->kind == PENDING_BRACKET ? HIST_DIAG_BRACKET_NOT_CLOSED :
							  HIST_DIAG_NOT_CLOSED, open);
}

/* Check whether the text that is left closes the innermost open parenthesis or bracket. */
static bool is_closed(const struct expr_reader *r)
{
	unsigned int depth = 0;
	u32 pos;

	for (pos = r->pos; pos < r->end; pos++) {
		char c = r->text[pos];

		if (c == '(' || c == '[')
			depth++;
		else if ((c == ')' || c == ']') && !depth--)
			return true;
	}
	return false;
}

/* Nodes and finished operands. */

static int add_node(struct expr_reader *r, const struct hist_expr_node *node,
		    struct trace_span with_parentheses)
{
	bool is_operand = node->op == HIST_EXPR_NUMBER || node->op == HIST_EXPR_OPERAND;
	unsigned int n_ops = r->n_nodes - r->n_operands;

	if (is_operand ? r->n_operands == HIST_EXPR_OPERANDS_MAX : n_ops == HIST_EXPR_OPS_MAX)
		return hist_diag_set(r->diag, HIST_DIAG_EXPR_SIZE, node->span);
	r->n_operands += is_operand;
	r->finished[r->n_finished++] = (struct finished){ r->n_nodes, with_parentheses };
	r->nodes[r->n_nodes] = *node;
	r->nodes[r->n_nodes++].in_key = r->in_key;
	return 0;
}

static const struct finished *pop_finished(struct expr_reader *r)
{
	return &r->finished[--r->n_finished];
}

/* Replace the operator on top of the stack, and its operands, by a node. */
static int reduce(struct expr_reader *r)
{
	const struct pending *op = &r->pending[--r->n_pending];
	struct hist_expr_node node = { .op = op->kind };
	const struct finished *right = pop_finished(r), *left = right;

	if (hist_expr_op_is_unary(op->kind)) {
		r->depth--;
		node.left = right->node;
		node.span = from_to(op->at, trace_span_end(right->span));
		return add_node(r, &node, node.span);
	}

	left = pop_finished(r);
	node.left = left->node;
	node.right = right->node;
	if (op->kind == PENDING_COLON) {
		node.op = HIST_EXPR_COND;
		left = pop_finished(r);
		node.cond = left->node;
	}
	node.span = from_to(left->span.off, trace_span_end(right->span));
	return add_node(r, &node, node.span);
}

/* Reduce operators that bind at least as strongly as @precedence, up to '?', '(' or '['. */
static int reduce_down_to(struct expr_reader *r, u8 precedence)
{
	int ret = 0;

	while (!ret && r->n_pending && top(r)->kind < HIST_EXPR_OP_COUNT &&
	       hist_expr_op_info[top(r)->kind].precedence >= precedence)
		ret = reduce(r);
	return ret;
}

/* Reduce all operators and finished conditions, up to '?', '(' or '['. */
static int reduce_all(struct expr_reader *r)
{
	int ret = reduce_down_to(r, 0);

	while (!ret && top_is(r, PENDING_COLON)) {
		ret = reduce(r);
		ret = ret ?: reduce_down_to(r, 0);
	}
	return ret;
}

/* Names, numbers and suffixes. */

/* A name extends to the next operator. */
static struct trace_span read_name(struct expr_reader *r)
{
	u32 start = r->pos;

	for (; r->pos < r->end; r->pos++) {
		r->pos = hist_skip_linear(r->text, r->pos, start, r->end);
		if (r->pos == r->end)
			break;
		if (next_is(r, ",()[]") || hist_is_operator(r->text, r->pos, start, r->end))
			break;
	}
	return trace_span_trim(r->text, from_to(start, r->pos));
}

/* Store the modifiers of a node, which must turn out to be the root. */
static int set_suffix(struct expr_reader *r, const struct hist_suffix *suffix, u8 node)
{
	if (!suffix->span.len)
		return 0;
	if (r->in_key || r->suffix.span.len)
		return hist_diag_set(r->diag, HIST_DIAG_NOT_WHOLE,
				     r->in_key ? suffix->span : r->suffix.span);
	r->suffix = *suffix;
	r->suffix_node = node;
	return 0;
}

/* Parse the modifiers behind a parenthesis or a bracket. */
static int read_suffix(struct expr_reader *r, u8 node)
{
	struct hist_suffix suffix;
	struct trace_span span;
	int ret;

	if (!next_is(r, "."))
		return 0;
	span = read_name(r);
	span = trace_span_trim(r->text, trace_span_from(span, span.off + 1));
	if (!span.len)
		return hist_diag_set(r->diag, HIST_DIAG_BAD_MODIFIER, span);
	ret = hist_suffix_parse(r->text, span, &suffix, r->diag);
	return ret ?: set_suffix(r, &suffix, node);
}

/* Compute the unary operators in front of an operand, which bind most strongly. */
static int finish_operand(struct expr_reader *r)
{
	int ret = 0;

	while (!ret && top_is_unary(r))
		ret = reduce(r);
	r->wants_operand = false;
	return ret;
}

static int open_bracket(struct expr_reader *r, const struct hist_expr_node *node)
{
	if (r->in_key)
		return hist_diag_set(r->diag, HIST_DIAG_KEYED_NESTED, node->span);
	r->keyed = *node;
	push(r, PENDING_BRACKET);
	r->pos++;
	r->in_key = true;
	return 0;
}

static int read_reference(struct expr_reader *r, struct hist_expr_node *node)
{
	struct hist_suffix suffix;
	int ret = hist_operand_parse(r->text, node->span, &node->operand, &suffix, r->diag);

	if (ret)
		return ret;
	if (next_is(r, "[") && node->operand.is_var && !suffix.span.len)
		return open_bracket(r, node);
	ret = set_suffix(r, &suffix, r->n_nodes);
	ret = ret ?: add_node(r, node, node->span);
	return ret ?: finish_operand(r);
}

static int read_name_or_number(struct expr_reader *r)
{
	struct hist_expr_node node = { .op = HIST_EXPR_OPERAND };
	int ret;

	node.span = read_name(r);
	if (!node.span.len)
		return hist_diag_set(r->diag, HIST_DIAG_NO_OPERAND, node.span);
	if (!isdigit(r->text[node.span.off]))
		return read_reference(r, &node);

	node.op = HIST_EXPR_NUMBER;
	if (trace_span_to_u64(r->text, node.span, &node.number))
		return hist_diag_set(r->diag, HIST_DIAG_BAD_NUMBER, node.span);
	ret = add_node(r, &node, node.span);
	return ret ?: finish_operand(r);
}

static int open_nested(struct expr_reader *r, u8 kind)
{
	if (r->depth == HIST_EXPR_DEPTH_MAX)
		return fail_here(r, HIST_DIAG_EXPR_DEPTH);
	r->depth++;
	push(r, kind);
	r->pos++;
	return 0;
}

static int read_operand(struct expr_reader *r)
{
	enum hist_expr_op op;

	if (next_is(r, "("))
		return open_nested(r, PENDING_PARENTHESIS);
	for (op = HIST_EXPR_NEG; hist_expr_op_is_unary(op); op++)
		if (next_is(r, hist_expr_op_info[op].text))
			return open_nested(r, op);
	return read_name_or_number(r);
}

/* Brackets and parentheses that are closed. */

/* Move the last operand to the key of the variable in front of the bracket. */
static int end_key_operand(struct expr_reader *r)
{
	const struct finished *operand = pop_finished(r);

	if (r->keyed.n_key == HIST_KEYS_MAX)
		return hist_diag_set(r->diag, HIST_DIAG_TOO_MANY_KEYS, operand->span);
	r->keyed.key[r->keyed.n_key++] = operand->node;
	return 0;
}

static int close_bracket(struct expr_reader *r)
{
	u8 node;
	int ret = end_key_operand(r);

	if (ret)
		return ret;
	r->n_pending--;
	r->pos++;
	r->in_key = false;
	r->keyed.span = from_to(r->keyed.span.off, r->pos);
	node = r->n_nodes;
	ret = add_node(r, &r->keyed, r->keyed.span);
	ret = ret ?: read_suffix(r, node);
	return ret ?: finish_operand(r);
}

static int close_parenthesis(struct expr_reader *r)
{
	struct finished *inner = &r->finished[r->n_finished - 1];
	u32 open = r->pending[--r->n_pending].at;
	int ret;

	r->pos++;
	r->depth--;
	inner->span = from_to(open, r->pos);
	ret = read_suffix(r, inner->node);
	return ret ?: finish_operand(r);
}

/* Parse ')' or ']'. */
static int read_close(struct expr_reader *r)
{
	bool is_bracket = next_is(r, "]");
	const struct pending *open = find_open(r, 0);
	u8 kind = is_bracket ? PENDING_BRACKET : PENDING_PARENTHESIS;
	int ret;

	if (!find_open(r, kind))
		return fail_here(r, is_bracket ? HIST_DIAG_BRACKET_NOT_OPENED :
						 HIST_DIAG_NOT_OPENED);
	if (open->kind != kind)
		return fail_not_closed(r, open);
	ret = reduce_all(r);
	if (ret)
		return ret;
	if (top_is(r, PENDING_QUESTION))
		return fail_at(r, HIST_DIAG_COND_INCOMPLETE, top(r));
	return is_bracket ? close_bracket(r) : close_parenthesis(r);
}

/* Operators. */

/* Parse the ',' between operands in brackets. */
static int read_comma(struct expr_reader *r)
{
	const struct pending *open = find_open(r, 0);
	int ret;

	if (open && !is_closed(r))
		return fail_not_closed(r, open);
	if (!open || open->kind != PENDING_BRACKET)
		return fail_here(r, HIST_DIAG_NO_OPERATOR);
	ret = reduce_all(r);
	ret = ret ?: end_key_operand(r);
	r->pos++;
	r->wants_operand = true;
	return ret;
}

static int read_question(struct expr_reader *r)
{
	const struct pending *open = find_open(r, 0);
	int ret;

	if (!open || open->kind != PENDING_PARENTHESIS)
		return fail_here(r, HIST_DIAG_COND_PARENTHESES);
	ret = reduce_down_to(r, 0);
	push(r, PENDING_QUESTION);
	r->pos++;
	return ret;
}

static int read_colon(struct expr_reader *r)
{
	const struct pending *open = find_open(r, 0);
	int ret;

	if (open && !is_closed(r))
		return fail_not_closed(r, open);
	ret = reduce_all(r);
	if (ret)
		return ret;
	if (!top_is(r, PENDING_QUESTION))
		return fail_here(r, HIST_DIAG_COND_INCOMPLETE);
	r->pending[r->n_pending - 1].kind = PENDING_COLON;
	r->pos++;
	r->wants_operand = true;
	return 0;
}

/* Find the longest binary operator at the next byte.  Return 0 if there is none. */
static enum hist_expr_op find_binary(const struct expr_reader *r)
{
	enum hist_expr_op op, found = 0;
	size_t len, longest = 0;

	for (op = HIST_EXPR_ADD; hist_expr_op_is_binary(op); op++) {
		const char *text = hist_expr_op_info[op].text;

		len = strlen(text);
		if (len > longest && len <= r->end - r->pos &&
		    !memcmp(r->text + r->pos, text, len)) {
			longest = len;
			found = op;
		}
	}
	return found;
}

static int read_binary(struct expr_reader *r, enum hist_expr_op op)
{
	int ret = reduce_down_to(r, hist_expr_op_info[op].precedence);

	push(r, op);
	r->pos += strlen(hist_expr_op_info[op].text);
	return ret;
}

static int read_end(struct expr_reader *r)
{
	const struct pending *open = find_open(r, 0);

	if (open)
		return fail_not_closed(r, open);
	r->done = true;
	return reduce_all(r);
}

static int read_operator(struct expr_reader *r)
{
	enum hist_expr_op op;

	if (r->pos == r->end)
		return read_end(r);
	op = find_binary(r);
	if (op)
		return read_binary(r, op);
	switch (r->text[r->pos]) {
	case '?':
		return read_question(r);
	case ':':
		return read_colon(r);
	case ',':
		return read_comma(r);
	case ')':
	case ']':
		return read_close(r);
	case '[':
		return fail_here(r, HIST_DIAG_KEYED_FIELD);
	default:
		return fail_here(r, HIST_DIAG_NO_OPERATOR);
	}
}

static int read_expr(struct expr_reader *r)
{
	int ret = 0;

	while (!ret && !r->done) {
		skip_blanks(r);
		ret = r->wants_operand ? read_operand(r) : read_operator(r);
	}
	if (!ret && r->suffix.span.len && r->suffix_node != r->n_nodes - 1)
		ret = hist_diag_set(r->diag, HIST_DIAG_NOT_WHOLE, r->suffix.span);
	return ret;
}

/*
 * Copy the result to @expr.  A field can be in parentheses, but its modifier is one of the field
 * nevertheless.
 */
static int store_expr(struct expr_reader *r, struct hist_expr *expr)
{
	struct hist_expr_node *root = &r->nodes[r->n_nodes - 1];

	expr->nodes = kmalloc_array(r->n_nodes, sizeof(*r->nodes), GFP_KERNEL);
	if (!expr->nodes)
		return -ENOMEM;
	if (root->op == HIST_EXPR_OPERAND && !root->operand.is_var &&
	    root->operand.mod == HIST_MOD_NONE && r->suffix.agg == HIST_AGG_NONE) {
		root->operand.mod_span = r->suffix.mod ? r->suffix.span : root->operand.mod_span;
		root->operand.mod = r->suffix.mod;
		root->operand.mod_arg = r->suffix.mod_arg;
		root->operand.linear = r->suffix.linear;
		r->suffix = (struct hist_suffix){};
	}
	memcpy(expr->nodes, r->nodes, r->n_nodes * sizeof(*r->nodes));
	expr->n_nodes = r->n_nodes;
	expr->suffix = r->suffix;
	return 0;
}

/**
 * hist_expr_parse - parse an expression
 * @text: the whole command
 * @item: text of the expression
 * @expr: filled in; to be freed with hist_expr_free().  Has no nodes after an error
 * @diag: filled in if the expression is invalid
 *
 * Context: may sleep; takes no locks.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int hist_expr_parse(const char *text, struct trace_span item, struct hist_expr *expr,
		    struct trace_diag *diag)
{
	struct expr_reader *r;
	int ret;

	*expr = (struct hist_expr){ .span = item };
	if (!item.len)
		return hist_diag_set(diag, HIST_DIAG_EMPTY_FIELD, item);

	r = kvzalloc(sizeof(*r), GFP_KERNEL);
	if (!r)
		return -ENOMEM;
	r->text = text;
	r->pos = item.off;
	r->end = trace_span_end(item);
	r->diag = diag;
	r->wants_operand = true;

	ret = read_expr(r);
	ret = ret ?: hist_expr_check_constants(r->nodes, r->n_nodes, diag);
	ret = ret ?: hist_expr_fold(r->nodes, &r->n_nodes, diag);
	ret = ret ?: store_expr(r, expr);
	kvfree(r);
	return ret;
}

/**
 * hist_expr_free - free what an expression owns
 * @expr: filled in by hist_expr_parse(), or zeroed
 */
void hist_expr_free(struct hist_expr *expr)
{
	kfree(expr->nodes);
	expr->nodes = NULL;
}
