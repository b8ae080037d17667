// SPDX-License-Identifier: GPL-2.0
/*
 * Plan the order in which the variables of a command are compiled, and when an event computes them.
 *
 * A variable is compiled after the variables that it depends on. An event computes it before the
 * lookups if an explicit key of a lookup depends on it, before the key if the key depends on it,
 * and otherwise after the lookups. Part of the compiler, see compile.c; it only reads the command.
 */
#include <linux/errno.h>

#include "../diag.h"
#include "compiler.h"

/**
 * struct ref_visitor - what to do with each reference to a variable in an expression
 * @visit: called with the node of the reference; a result other than 0 ends the walk
 * @c: compilation
 * @user: index in the command of the variable that the expression defines; for a key or value,
 *	the number of variables
 * @stage: stage that the user of the expression needs
 * @bracketed: operand in brackets that depends on the expression, or NULL
 * @order: result of the order, with the indexes of the ordered variables
 * @n_ordered: number of variables in @order
 */
struct ref_visitor {
	int (*visit)(struct ref_visitor *v, const struct hist_expr_node *node);
	struct hist_compiler *c;
	unsigned int user;
	enum hist_stage stage;
	const struct hist_expr_node *bracketed;
	u8 *order;
	unsigned int n_ordered;
};

/* Call the visitor for each reference to a variable in @expr. */
static int visit_refs(struct ref_visitor *v, const struct hist_expr *expr)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < expr->n_nodes; i++)
		if (expr->nodes[i].op == HIST_EXPR_OPERAND && expr->nodes[i].operand.is_var)
			ret = v->visit(v, &expr->nodes[i]);
	return ret;
}

/* Find the variable of the command that a reference means. A key excludes those of the command. */
static int find_dependency(const struct ref_visitor *v, const struct hist_expr_node *node)
{
	return node->n_key ? -ENOENT : hist_find_dependency(v->c, &node->operand, v->user);
}

static int order_var(struct ref_visitor *v, unsigned int i);

static int order_dependency(struct ref_visitor *v, const struct hist_expr_node *node)
{
	int i = find_dependency(v, node);

	if (i == -ENOENT)
		return 0;
	if (i < 0)
		return i;
	if (v->c->var_plan[i].state == HIST_VAR_OPEN)
		return hist_diag_set(v->c->diag, HIST_DIAG_VAR_CYCLE, node->span);
	return order_var(v, i);
}

/* Order variable @i behind its dependencies. The number of variables limits the recursion. */
static int order_var(struct ref_visitor *v, unsigned int i)
{
	struct hist_var_plan *plan = &v->c->var_plan[i];
	unsigned int user = v->user;
	int ret;

	if (plan->state == HIST_VAR_ORDERED)
		return 0;
	plan->state = HIST_VAR_OPEN;
	v->user = i;
	ret = visit_refs(v, &v->c->spec->vars[i].expr);
	v->user = user;
	plan->state = HIST_VAR_ORDERED;
	v->order[v->n_ordered++] = i;
	return ret;
}

/* An operand in brackets depends on @node, a reference to a variable of another histogram. */
static int reject_bracketed(const struct ref_visitor *v, const struct hist_expr_node *node)
{
	enum hist_diag code = node->n_key ? HIST_DIAG_KEYED_NESTED : HIST_DIAG_KEYED_VAR;

	return hist_diag_set(v->c->diag, code, v->bracketed->span);
}

/*
 * Let the variable of a reference and its dependencies be computed at stage @v->stage, or before
 * the lookups if the reference is in brackets.
 */
static int advance_dependency(struct ref_visitor *v, const struct hist_expr_node *node)
{
	const struct ref_visitor saved = *v;
	struct hist_var_plan *plan;
	int i = find_dependency(v, node);
	int ret = 0;

	if (i == -ENOENT)
		return v->bracketed ? reject_bracketed(v, node) : 0;
	if (i < 0)
		return i;
	plan = &v->c->var_plan[i];
	if (node->in_key) {
		v->stage = HIST_STAGE_PRE_LOOKUP;
		v->bracketed = node;
	}
	/* Otherwise the variable and its brackets have been visited already. */
	if (v->stage < plan->stage) {
		v->user = i;
		plan->stage = v->stage;
		ret = visit_refs(v, &v->c->spec->vars[i].expr);
	}
	v->stage = saved.stage;
	v->bracketed = saved.bracketed;
	v->user = saved.user;
	return ret;
}

static int advance_all(struct ref_visitor *v, const struct hist_expr *exprs, unsigned int n)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < n; i++)
		ret = visit_refs(v, &exprs[i]);
	return ret;
}

/* Find the stage of each variable. The references have no cycle. */
static int plan_stages(struct hist_compiler *c)
{
	const struct hist_spec *spec = c->spec;
	struct ref_visitor v = { .visit = advance_dependency, .c = c, .user = spec->n_vars };
	int ret;

	v.stage = HIST_STAGE_PRE_KEY;
	ret = advance_all(&v, spec->keys, spec->n_keys);
	v.stage = HIST_STAGE_POST_LOOKUP;
	ret = ret ?: advance_all(&v, spec->vals, spec->n_vals);
	for (v.user = 0; !ret && v.user < spec->n_vars; v.user++)
		ret = visit_refs(&v, &spec->vars[v.user].expr);
	return ret;
}

/**
 * hist_plan_vars - find the order and the stages of the variables of the command
 * @c: compilation; its var_plan[] is filled in
 * @order: filled in with the indexes of the variables in the command, in the order of compilation,
 *	which is that of the definitions as far as possible; an array of %HIST_VARS_MAX
 *
 * Context: may sleep.
 * Return: 0, -EINVAL with the diagnostic filled in if a variable depends on itself, or -ENOMEM.
 */
int hist_plan_vars(struct hist_compiler *c, u8 *order)
{
	struct ref_visitor v = { .visit = order_dependency, .c = c, .order = order };
	unsigned int i;
	int ret = 0;

	for (i = 0; i < c->spec->n_vars; i++)
		c->var_plan[i] = (struct hist_var_plan){ .stage = HIST_STAGE_POST_LOOKUP };
	for (i = 0; !ret && i < c->spec->n_vars; i++)
		ret = order_var(&v, i);
	/* A program without lookups only serves for comparison. No event runs it. */
	if (ret || c->resolver->skip_lookups)
		return ret;
	return plan_stages(c);
}
