// SPDX-License-Identifier: GPL-2.0
/*
 * Parser of filters: splits the text into predicates and nodes, see spec.h.
 *
 * The parser reads the text once, from left to right, without recursion. Operators whose right
 * operand has not been read yet are on a stack. The size of the stack is computed from the text
 * before parsing. The parser does not know events or fields. It takes no locks.
 */
#include <linux/array_size.h>
#include <linux/ctype.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../limits.h"
#include "spec.h"

/**
 * struct filter_parser - state of the parser
 * @spec: the result
 * @text: the text
 * @pos: offset of the next byte to read
 * @end: offset of the first byte after the filter
 * @pending: stack of operators and open parentheses that lack their right operand or end, as
 *	offsets in @text
 * @n_pending: number of @pending
 * @diag: set to the error
 */
struct filter_parser {
	struct filter_spec *spec;
	const char *text;
	u32 pos;
	u32 end;
	u32 *pending;
	u32 n_pending;
	struct trace_diag *diag;
};

static const struct {
	char text[3];
	u8 operator;
} operators[] = {
	/* An operator precedes its own prefixes, so that <= is not read as <. */
	{ "==", FILTER_EQ },
	{ "!=", FILTER_NE },
	{ "<=", FILTER_LE },
	{ ">=", FILTER_GE },
	{ "<", FILTER_LT },
	{ ">", FILTER_GT },
	{ "&", FILTER_BIT_AND },
	{ "~", FILTER_GLOB },
};

static int filter_syntax_error(struct filter_parser *p, enum filter_diag code, u32 off, u32 len)
{
	return filter_diag_set(p->diag, code, (struct trace_span){ off, len });
}

/* Return the byte @ahead bytes after the next one, or NUL at the end: a filter has no NUL bytes. */
static char peek_char(const struct filter_parser *p, u32 ahead)
{
	return p->end - p->pos > ahead ? p->text[p->pos + ahead] : '\0';
}

static bool at_str(const struct filter_parser *p, const char *str)
{
	u32 len = strlen(str);

	return p->end - p->pos >= len && !memcmp(p->text + p->pos, str, len);
}

static bool at_logic_op(const struct filter_parser *p)
{
	return at_str(p, "&&") || at_str(p, "||");
}

static void filter_skip_blanks(struct filter_parser *p)
{
	while (p->pos < p->end && trace_is_blank(p->text[p->pos]))
		p->pos++;
}

static struct trace_span filter_parse_name(struct filter_parser *p)
{
	struct trace_span name = { .off = p->pos };

	while (isascii(peek_char(p, 0)) && (isalnum(peek_char(p, 0)) || peek_char(p, 0) == '_'))
		p->pos++;
	name.len = p->pos - name.off;
	return name;
}

static int filter_parse_field(struct filter_parser *p, struct filter_predicate *pred)
{
	pred->field = filter_parse_name(p);
	if (!pred->field.len)
		return filter_syntax_error(p, FILTER_DIAG_NO_FIELD_NAME, p->pos, 1);
	if (pred->field.len > FILTER_NAME_MAX)
		return filter_syntax_error(p, FILTER_DIAG_NAME_TOO_LONG, pred->field.off,
					   pred->field.len);
	if (peek_char(p, 0) != '.')
		return 0;

	p->pos++;
	pred->modifier = filter_parse_name(p);
	if (!pred->modifier.len)
		return filter_syntax_error(p, FILTER_DIAG_BAD_MODIFIER, p->pos, 1);
	return 0;
}

static int parse_operator(struct filter_parser *p, struct filter_predicate *pred)
{
	unsigned int i;

	filter_skip_blanks(p);
	if (p->pos == p->end || peek_char(p, 0) == ')' || at_logic_op(p))
		return filter_syntax_error(p, FILTER_DIAG_NO_OPERATOR, p->pos, 1);

	for (i = 0; i < ARRAY_SIZE(operators); i++) {
		if (!at_str(p, operators[i].text))
			continue;
		pred->operator = operators[i].operator;
		pred->operator_at = (struct trace_span){ p->pos, strlen(operators[i].text) };
		p->pos += pred->operator_at.len;
		return 0;
	}
	return filter_syntax_error(p, FILTER_DIAG_BAD_OPERATOR, p->pos, 1);
}

/* Read a value up to the delimiter @close. The value may contain all other delimiters. */
static int parse_enclosed(struct filter_parser *p, struct filter_predicate *pred, u32 skip,
			  char close, enum filter_diag missing)
{
	u32 from = p->pos + skip;
	const char *found = memchr(p->text + from, close, p->end - from);

	if (!found)
		return filter_syntax_error(p, missing, p->pos, skip);
	pred->value = (struct trace_span){ from, found - p->text - from };
	p->pos = trace_span_end(pred->value) + 1;
	return 0;
}

static bool ends_word(const struct filter_parser *p)
{
	return trace_is_blank(peek_char(p, 0)) || peek_char(p, 0) == ')' || at_logic_op(p);
}

static int parse_value(struct filter_parser *p, struct filter_predicate *pred)
{
	char first;

	filter_skip_blanks(p);
	first = peek_char(p, 0);
	if (first == '"' || first == '\'') {
		pred->kind = FILTER_QUOTED;
		return parse_enclosed(p, pred, 1, first, FILTER_DIAG_NO_QUOTE);
	}
	if (at_str(p, "CPUS{")) {
		pred->kind = FILTER_CPUS;
		return parse_enclosed(p, pred, strlen("CPUS{"), '}', FILTER_DIAG_NO_BRACE);
	}

	pred->kind = FILTER_WORD;
	pred->value.off = p->pos;
	while (p->pos < p->end && !ends_word(p))
		p->pos++;
	pred->value.len = p->pos - pred->value.off;
	if (!pred->value.len)
		return filter_syntax_error(p, FILTER_DIAG_NO_VALUE, p->pos, 1);
	return 0;
}

static struct filter_node *filter_add_node(struct filter_parser *p, u8 kind)
{
	struct filter_node *node = &p->spec->nodes[p->spec->n_nodes++];

	node->kind = kind;
	return node;
}

static int parse_predicate(struct filter_parser *p)
{
	struct filter_spec *spec = p->spec;
	struct filter_predicate *pred;
	struct filter_node *node;
	int ret;

	pred = &spec->preds[spec->n_preds];
	ret = filter_parse_field(p, pred);
	ret = ret ?: parse_operator(p, pred);
	ret = ret ?: parse_value(p, pred);
	if (ret)
		return ret;

	node = filter_add_node(p, FILTER_NODE_PREDICATE);
	node->pred = spec->n_preds++;
	node->begin = spec->n_nodes - 1;
	return 0;
}

static char last_pending(const struct filter_parser *p)
{
	return p->n_pending ? p->text[p->pending[p->n_pending - 1]] : '\0';
}

/* Apply each pending '!' to the node that was just completed. */
static void apply_negations(struct filter_parser *p)
{
	struct filter_node *last = &p->spec->nodes[p->spec->n_nodes - 1];

	for (; last_pending(p) == '!'; p->n_pending--)
		last->negated = !last->negated;
}

/* Pop the last operator and add its node: its operands are the last two complete nodes. */
static void reduce_last(struct filter_parser *p)
{
	u16 right = p->spec->n_nodes - 1;
	u16 left = p->spec->nodes[right].begin - 1;
	struct filter_node *node;

	node = filter_add_node(p, last_pending(p) == '&' ? FILTER_NODE_AND : FILTER_NODE_OR);
	node->begin = p->spec->nodes[left].begin;
	p->n_pending--;
}

static int close_paren(struct filter_parser *p)
{
	while (last_pending(p) == '&' || last_pending(p) == '|')
		reduce_last(p);
	if (!p->n_pending)
		return filter_syntax_error(p, FILTER_DIAG_NOT_OPENED, p->pos, 1);
	p->n_pending--;
	p->pos++;
	apply_negations(p);
	return 0;
}

/*
 * Push && or ||, after reducing pending operators of higher or equal precedence: && binds more
 * tightly than ||, and both are left-associative.
 */
static void push_logic_op(struct filter_parser *p)
{
	bool is_and = peek_char(p, 0) == '&';

	while (last_pending(p) == '&' || (!is_and && last_pending(p) == '|'))
		reduce_last(p);
	p->pending[p->n_pending++] = p->pos;
	p->pos += 2;
}

/* Read any number of '!' and '(', and then one predicate. */
static int parse_operand(struct filter_parser *p)
{
	int ret;

	filter_skip_blanks(p);
	while (peek_char(p, 0) == '!' || peek_char(p, 0) == '(') {
		p->pending[p->n_pending++] = p->pos++;
		filter_skip_blanks(p);
	}

	if (p->pos == p->end || at_logic_op(p))
		return filter_syntax_error(p, FILTER_DIAG_NO_PREDICATE, p->pos, 1);
	if (peek_char(p, 0) == ')')
		return filter_syntax_error(p, last_pending(p) == '(' ? FILTER_DIAG_EMPTY_PARENS :
					   FILTER_DIAG_NO_PREDICATE, p->pos, 1);
	ret = parse_predicate(p);
	if (!ret)
		apply_negations(p);
	return ret;
}

static int parse_filter(struct filter_parser *p)
{
	int ret;

	for (;;) {
		ret = parse_operand(p);
		for (filter_skip_blanks(p); !ret && peek_char(p, 0) == ')'; filter_skip_blanks(p))
			ret = close_paren(p);
		if (ret || p->pos == p->end)
			break;
		if (!at_logic_op(p))
			return filter_syntax_error(p, FILTER_DIAG_NO_LOGIC_OP, p->pos, 1);
		push_logic_op(p);
	}

	while (!ret && p->n_pending) {
		if (last_pending(p) == '(')
			return filter_syntax_error(p, FILTER_DIAG_NOT_CLOSED,
						   p->pending[p->n_pending - 1], 1);
		reduce_last(p);
	}
	return ret;
}

/*
 * Allocate the stack, predicates and nodes. The counts are upper bounds: operators inside quotes
 * are counted as well.
 */
static int alloc_arrays(struct filter_parser *p)
{
	struct filter_spec *spec = p->spec;
	u32 n_pending = 0, n_operators = 0, n_preds, pos;

	for (pos = p->pos; pos < p->end; pos++) {
		if (strchr("!(&|", p->text[pos]))
			n_pending++;
		if (pos > p->pos && p->text[pos] == p->text[pos - 1] &&
		    (p->text[pos] == '&' || p->text[pos] == '|'))
			n_operators++;
	}
	n_preds = min(n_operators + 1, FILTER_PREDICATES_MAX);

	p->pending = kvmalloc_array(n_pending + 1, sizeof(*p->pending), GFP_KERNEL);
	spec->preds = kvcalloc(n_preds, sizeof(*spec->preds), GFP_KERNEL);
	spec->nodes = kvcalloc(2 * n_preds - 1, sizeof(*spec->nodes), GFP_KERNEL);
	return p->pending && spec->preds && spec->nodes ? 0 : -ENOMEM;
}

static int check_text(struct filter_parser *p)
{
	const char *nul = memchr(p->text + p->pos, '\0', p->end - p->pos);

	if (nul)
		return filter_syntax_error(p, FILTER_DIAG_NUL_BYTE, nul - p->text, 1);
	filter_skip_blanks(p);
	if (p->pos == p->end)
		return filter_syntax_error(p, FILTER_DIAG_EMPTY, p->pos, 0);
	if (p->end - p->pos > FILTER_TEXT_MAX)
		return filter_syntax_error(p, FILTER_DIAG_TOO_LONG, p->pos + FILTER_TEXT_MAX, 1);
	return 0;
}

/**
 * filter_spec_parse - parse a filter
 * @spec: set to the parsed filter; on success to be freed with filter_spec_destroy()
 * @text: text that contains the filter; must outlive @spec
 * @all: the filter
 * @diag: set to the error, with its position in @text
 *
 * Context: may sleep; takes no locks.
 * Return: 0; -EINVAL with @diag set; or -ENOMEM.
 */
int filter_spec_parse(struct filter_spec *spec, const char *text, struct trace_span all,
		      struct trace_diag *diag)
{
	struct filter_parser p = {
		.spec = spec,
		.text = text,
		.pos = all.off,
		.end = trace_span_end(all),
		.diag = diag,
	};
	int ret;

	*spec = (struct filter_spec){ .text = text };
	ret = check_text(&p);
	ret = ret ?: alloc_arrays(&p);
	ret = ret ?: parse_filter(&p);
	kvfree(p.pending);
	if (ret)
		filter_spec_destroy(spec);
	return ret;
}

/**
 * filter_spec_destroy - free the predicates and nodes of a parsed filter
 * @spec: the filter
 *
 * Context: any but NMI.
 */
void filter_spec_destroy(struct filter_spec *spec)
{
	kvfree(spec->preds);
	kvfree(spec->nodes);
}
