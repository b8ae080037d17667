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

#include "limits.h"
#include "spec.h"

/**
 * struct filter_parser - state of the parser
 * @spec: the result
 * @text: the text
 * @pos: offset of the next byte to read
 * @end: offset of the first byte after the filter
 * @waiting: stack of operators and open parentheses that lack their right operand or end, as
 *	offsets in @text
 * @n_waiting: number of @waiting
 * @diag: set to the error
 */
struct filter_parser {
	struct filter_spec *spec;
	const char *text;
	u32 pos;
	u32 end;
	u32 *waiting;
	u32 n_waiting;
	struct trace_diag *diag;
};

static const struct {
	char text[3];
	u8 relation;
} relations[] = {
	/* An operator precedes its own prefixes, so that <= is not read as <. */
	{ "==", FILTER_EQ },
	{ "!=", FILTER_NE },
	{ "<=", FILTER_LE },
	{ ">=", FILTER_GE },
	{ "<", FILTER_LT },
	{ ">", FILTER_GT },
	{ "&", FILTER_AND },
	{ "~", FILTER_GLOB },
};

static int reject(struct filter_parser *p, enum filter_diag code, u32 off, u32 len)
{
	return filter_diag_set(p->diag, code, (struct trace_span){ off, len });
}

/* Return the byte @ahead bytes after the next one, or NUL at the end: a filter has no NUL bytes. */
static char peek(const struct filter_parser *p, u32 ahead)
{
	return p->end - p->pos > ahead ? p->text[p->pos + ahead] : '\0';
}

static bool at_str(const struct filter_parser *p, const char *str)
{
	u32 len = strlen(str);

	return p->end - p->pos >= len && !memcmp(p->text + p->pos, str, len);
}

static bool at_join(const struct filter_parser *p)
{
	return at_str(p, "&&") || at_str(p, "||");
}

static void skip_blanks(struct filter_parser *p)
{
	while (p->pos < p->end && trace_is_blank(p->text[p->pos]))
		p->pos++;
}

static struct trace_span take_name(struct filter_parser *p)
{
	struct trace_span name = { .off = p->pos };

	while (isascii(peek(p, 0)) && (isalnum(peek(p, 0)) || peek(p, 0) == '_'))
		p->pos++;
	name.len = p->pos - name.off;
	return name;
}

static int take_field(struct filter_parser *p, struct filter_term *term)
{
	term->field = take_name(p);
	if (!term->field.len)
		return reject(p, FILTER_DIAG_NO_FIELD_NAME, p->pos, 1);
	if (term->field.len > FILTER_NAME_MAX)
		return reject(p, FILTER_DIAG_NAME_TOO_LONG, term->field.off, term->field.len);
	if (peek(p, 0) != '.')
		return 0;

	p->pos++;
	term->modifier = take_name(p);
	if (!term->modifier.len)
		return reject(p, FILTER_DIAG_BAD_MODIFIER, p->pos, 1);
	return 0;
}

static int take_relation(struct filter_parser *p, struct filter_term *term)
{
	unsigned int i;

	skip_blanks(p);
	if (p->pos == p->end || peek(p, 0) == ')' || at_join(p))
		return reject(p, FILTER_DIAG_NO_OPERATOR, p->pos, 1);

	for (i = 0; i < ARRAY_SIZE(relations); i++) {
		if (!at_str(p, relations[i].text))
			continue;
		term->relation = relations[i].relation;
		term->operator = (struct trace_span){ p->pos, strlen(relations[i].text) };
		p->pos += term->operator.len;
		return 0;
	}
	return reject(p, FILTER_DIAG_BAD_OPERATOR, p->pos, 1);
}

/* Read a value up to the delimiter @close. The value may contain all other delimiters. */
static int take_enclosed(struct filter_parser *p, struct filter_term *term, u32 skip,
			 char close, enum filter_diag missing)
{
	u32 from = p->pos + skip;
	const char *found = memchr(p->text + from, close, p->end - from);

	if (!found)
		return reject(p, missing, p->pos, skip);
	term->value = (struct trace_span){ from, found - p->text - from };
	p->pos = trace_span_end(term->value) + 1;
	return 0;
}

static bool ends_word(const struct filter_parser *p)
{
	return trace_is_blank(peek(p, 0)) || peek(p, 0) == ')' || at_join(p);
}

static int take_value(struct filter_parser *p, struct filter_term *term)
{
	char first;

	skip_blanks(p);
	first = peek(p, 0);
	if (first == '"' || first == '\'') {
		term->kind = FILTER_QUOTED;
		return take_enclosed(p, term, 1, first, FILTER_DIAG_NO_QUOTE);
	}
	if (at_str(p, "CPUS{")) {
		term->kind = FILTER_CPUS;
		return take_enclosed(p, term, strlen("CPUS{"), '}', FILTER_DIAG_NO_BRACE);
	}

	term->kind = FILTER_WORD;
	term->value.off = p->pos;
	while (p->pos < p->end && !ends_word(p))
		p->pos++;
	term->value.len = p->pos - term->value.off;
	if (!term->value.len)
		return reject(p, FILTER_DIAG_NO_VALUE, p->pos, 1);
	return 0;
}

static struct filter_node *add_node(struct filter_parser *p, u8 join)
{
	struct filter_node *node = &p->spec->nodes[p->spec->n_nodes++];

	node->join = join;
	return node;
}

static int take_term(struct filter_parser *p)
{
	struct filter_spec *spec = p->spec;
	struct filter_term *term;
	struct filter_node *node;
	int ret;

	term = &spec->terms[spec->n_terms];
	ret = take_field(p, term);
	ret = ret ?: take_relation(p, term);
	ret = ret ?: take_value(p, term);
	if (ret)
		return ret;

	node = add_node(p, FILTER_TERM);
	node->term = spec->n_terms++;
	node->begin = spec->n_nodes - 1;
	return 0;
}

static char last_waiting(const struct filter_parser *p)
{
	return p->n_waiting ? p->text[p->waiting[p->n_waiting - 1]] : '\0';
}

/* Apply each pending '!' to the node that was just completed. */
static void negate_last(struct filter_parser *p)
{
	struct filter_node *last = &p->spec->nodes[p->spec->n_nodes - 1];

	for (; last_waiting(p) == '!'; p->n_waiting--)
		last->negated = !last->negated;
}

/* Pop the last operator and add its node: its operands are the last two complete nodes. */
static void join_last(struct filter_parser *p)
{
	u16 right = p->spec->n_nodes - 1;
	u16 left = p->spec->nodes[right].begin - 1;
	struct filter_node *node;

	node = add_node(p, last_waiting(p) == '&' ? FILTER_ALL : FILTER_ANY);
	node->begin = p->spec->nodes[left].begin;
	p->n_waiting--;
}

static int close_parens(struct filter_parser *p)
{
	while (last_waiting(p) == '&' || last_waiting(p) == '|')
		join_last(p);
	if (!p->n_waiting)
		return reject(p, FILTER_DIAG_NOT_OPENED, p->pos, 1);
	p->n_waiting--;
	p->pos++;
	negate_last(p);
	return 0;
}

/*
 * Push && or ||, after reducing pending operators of higher or equal precedence: && binds more
 * tightly than ||, and both are left-associative.
 */
static void wait_for_right_side(struct filter_parser *p)
{
	bool all = peek(p, 0) == '&';

	while (last_waiting(p) == '&' || (!all && last_waiting(p) == '|'))
		join_last(p);
	p->waiting[p->n_waiting++] = p->pos;
	p->pos += 2;
}

/* Read any number of '!' and '(', and then one predicate. */
static int take_side(struct filter_parser *p)
{
	int ret;

	for (skip_blanks(p); peek(p, 0) == '!' || peek(p, 0) == '('; skip_blanks(p))
		p->waiting[p->n_waiting++] = p->pos++;

	if (p->pos == p->end || at_join(p))
		return reject(p, FILTER_DIAG_NO_TERM, p->pos, 1);
	if (peek(p, 0) == ')')
		return reject(p, last_waiting(p) == '(' ? FILTER_DIAG_EMPTY_PARENS :
			      FILTER_DIAG_NO_TERM, p->pos, 1);
	ret = take_term(p);
	if (!ret)
		negate_last(p);
	return ret;
}

static int parse(struct filter_parser *p)
{
	int ret;

	for (;;) {
		ret = take_side(p);
		for (skip_blanks(p); !ret && peek(p, 0) == ')'; skip_blanks(p))
			ret = close_parens(p);
		if (ret || p->pos == p->end)
			break;
		if (!at_join(p))
			return reject(p, FILTER_DIAG_NO_JOIN, p->pos, 1);
		wait_for_right_side(p);
	}

	while (!ret && p->n_waiting) {
		if (last_waiting(p) == '(')
			return reject(p, FILTER_DIAG_NOT_CLOSED,
				      p->waiting[p->n_waiting - 1], 1);
		join_last(p);
	}
	return ret;
}

/*
 * Allocate the stack, predicates and nodes. The counts are upper bounds: operators inside quotes
 * are counted as well.
 */
static int make_room(struct filter_parser *p)
{
	struct filter_spec *spec = p->spec;
	u32 n_waiting = 0, n_joins = 0, n_terms, pos;

	for (pos = p->pos; pos < p->end; pos++) {
		if (strchr("!(&|", p->text[pos]))
			n_waiting++;
		if (pos > p->pos && p->text[pos] == p->text[pos - 1] &&
		    (p->text[pos] == '&' || p->text[pos] == '|'))
			n_joins++;
	}
	n_terms = min(n_joins + 1, FILTER_TERMS_MAX);

	p->waiting = kvmalloc_array(n_waiting + 1, sizeof(*p->waiting), GFP_KERNEL);
	spec->terms = kvcalloc(n_terms, sizeof(*spec->terms), GFP_KERNEL);
	spec->nodes = kvcalloc(2 * n_terms - 1, sizeof(*spec->nodes), GFP_KERNEL);
	return p->waiting && spec->terms && spec->nodes ? 0 : -ENOMEM;
}

static int check_text(struct filter_parser *p)
{
	const char *nul = memchr(p->text + p->pos, '\0', p->end - p->pos);

	if (nul)
		return reject(p, FILTER_DIAG_NUL_BYTE, nul - p->text, 1);
	skip_blanks(p);
	if (p->pos == p->end)
		return reject(p, FILTER_DIAG_EMPTY, p->pos, 0);
	if (p->end - p->pos > FILTER_TEXT_MAX)
		return reject(p, FILTER_DIAG_TOO_LONG, p->pos + FILTER_TEXT_MAX, 1);
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
	ret = ret ?: make_room(&p);
	ret = ret ?: parse(&p);
	kvfree(p.waiting);
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
	kvfree(spec->terms);
	kvfree(spec->nodes);
}
