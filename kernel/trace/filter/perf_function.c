// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of the function event in perf.
 *
 *	(ip == vfs_read || ip ~ "vfs_w*") && ip != vfs_writev
 *
 * Function names are compared when the filter is set, not when a function is called: the function
 * tracer only calls the perf event for selected functions. The tracer has two lists for this
 * purpose, the functions to trace and the functions not to trace (notrace). A filter that cannot
 * be expressed by these lists is rejected. There is no program, and only the parser of filters is
 * used.
 *
 * Locks: event_mutex is held.
 */
#include <linux/ctype.h>
#include <linux/ftrace.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "parse/spec.h"
#include "perf_function.h"

/* Count the predicates in a node that select functions to trace. */
static unsigned int count_trace_predicates(const struct filter_spec *spec, u16 node)
{
	unsigned int n = 0;
	u16 i;

	for (i = spec->nodes[node].begin; i <= node; i++)
		if (spec->nodes[i].kind == FILTER_NODE_PREDICATE &&
		    spec->preds[spec->nodes[i].pred].operator != FILTER_NE)
			n++;
	return n;
}

static int check_predicate(const struct filter_spec *spec, const struct filter_node *node,
			   struct trace_diag *diag)
{
	const struct filter_predicate *pred = &spec->preds[node->pred];

	if (!trace_span_is(spec->text, pred->field, "ip") || pred->modifier.len)
		return filter_diag_set(diag, FILTER_DIAG_FUNCTION_ONLY, pred->field);
	if (pred->operator != FILTER_EQ && pred->operator != FILTER_NE &&
	    pred->operator != FILTER_GLOB)
		return filter_diag_set(diag, FILTER_DIAG_FUNCTION_OPERATOR, pred->operator_at);
	return 0;
}

/*
 * The operator || may only combine predicates that select functions to trace. The operator && may
 * combine two nodes if at most one of them selects functions to trace.
 */
static bool can_combine(const struct filter_spec *spec, u16 node)
{
	u16 left = filter_node_left(spec, node);
	unsigned int n = count_trace_predicates(spec, left);
	unsigned int m = count_trace_predicates(spec, node - 1);

	if (spec->nodes[node].kind == FILTER_NODE_AND)
		return !n || !m;
	/* A node with n predicates has n - 1 operators. */
	return n + m == (node - spec->nodes[node].begin) / 2 + 1;
}

static int check_ftrace_spec(const struct filter_spec *spec, struct trace_diag *diag)
{
	struct trace_span last = {};
	int ret;
	u16 i;

	for (i = 0; i < spec->n_nodes; i++) {
		const struct filter_node *node = &spec->nodes[i];

		if (node->kind == FILTER_NODE_PREDICATE) {
			ret = check_predicate(spec, node, diag);
			if (ret)
				return ret;
			last = spec->preds[node->pred].field;
		}
		if (node->negated || (node->kind != FILTER_NODE_PREDICATE && !can_combine(spec, i)))
			return filter_diag_set(diag, FILTER_DIAG_FUNCTION_LOGIC_OP, last);
	}
	return 0;
}

/*
 * Add a name or pattern to one of the lists; the first one replaces the list. ftrace would
 * interpret a number as an index and '!' as negation, so both are rejected.
 */
static int set_name(struct ftrace_ops *ops, char *name, bool is_notrace, bool first)
{
	if (isdigit(*name) || *name == '!')
		return -EINVAL;
	return is_notrace ? ftrace_set_notrace(ops, name, strlen(name), first) :
			    ftrace_set_filter(ops, name, strlen(name), first);
}

/* Add the names in a value, which may be a list. */
static int set_predicate(struct ftrace_ops *ops, const struct filter_spec *spec,
			 const struct filter_predicate *pred, bool *first, struct trace_diag *diag)
{
	char *list = trace_span_dup(spec->text, pred->value);
	char *name, *rest = list;
	int ret = -EINVAL;

	if (!list)
		return -ENOMEM;
	while ((name = strsep(&rest, ", \t\n"))) {
		if (!*name)
			continue;
		ret = set_name(ops, name, pred->operator == FILTER_NE, *first);
		if (ret)
			break;
		*first = false;
	}
	kfree(list);
	if (ret && ret != -ENOMEM)
		return filter_diag_set(diag, FILTER_DIAG_FUNCTION_NAME, pred->value);
	return ret;
}

/*
 * Replace both lists. They are not cleared first: with an empty list of functions to trace, all
 * functions would be traced in the meantime.
 */
static int set_predicates(struct ftrace_ops *ops, const struct filter_spec *spec,
			  struct trace_diag *diag)
{
	bool first[2] = { true, true };
	int ret = 0;
	u16 i;

	for (i = 0; !ret && i < spec->n_preds; i++) {
		const struct filter_predicate *pred = &spec->preds[i];

		ret = set_predicate(ops, spec, pred, &first[pred->operator == FILTER_NE], diag);
	}
	if (!ret && first[false])
		ret = ftrace_set_filter(ops, NULL, 0, 1);
	if (!ret && first[true])
		ret = ftrace_set_notrace(ops, NULL, 0, 1);
	return ret;
}

/*
 * Set the filter of a temporary ftrace_ops, so that an unknown function is found before the perf
 * event is changed.
 */
static int try_predicates(const struct filter_spec *spec, struct trace_diag *diag)
{
	struct ftrace_ops *trial = kzalloc(sizeof(*trial), GFP_KERNEL);
	int ret;

	if (!trial)
		return -ENOMEM;
	ret = set_predicates(trial, spec, diag);
	ftrace_free_filter(trial);
	kfree(trial);
	return ret;
}

/**
 * filter_set_functions - set the function filter of a perf event
 * @event: perf event of the function event
 * @text: text that contains the filter
 * @all: the filter
 * @diag: set to the error, with its position in @text
 *
 * Context: may sleep; event_mutex held.
 * Return: 0; -EINVAL with @diag set and nothing changed; or another negative errno, after which
 * only some of the functions may be set.
 */
int filter_set_functions(struct perf_event *event, const char *text, struct trace_span all,
			 struct trace_diag *diag)
{
	struct filter_spec spec;
	int ret;

	ret = filter_spec_parse(&spec, text, all, diag);
	if (ret)
		return ret;
	ret = check_ftrace_spec(&spec, diag);
	ret = ret ?: try_predicates(&spec, diag);
	ret = ret ?: set_predicates(&event->ftrace_ops, &spec, diag);
	filter_spec_destroy(&spec);
	return ret;
}
