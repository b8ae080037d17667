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

#include "function.h"
#include "spec.h"

/* Count the predicates in a node that select functions to trace. */
static unsigned int count_wanted(const struct filter_spec *spec, u16 node)
{
	unsigned int n = 0;
	u16 i;

	for (i = spec->nodes[node].begin; i <= node; i++)
		if (spec->nodes[i].join == FILTER_TERM &&
		    spec->terms[spec->nodes[i].term].relation != FILTER_NE)
			n++;
	return n;
}

static int check_term(const struct filter_spec *spec, const struct filter_node *node,
		      struct trace_diag *diag)
{
	const struct filter_term *term = &spec->terms[node->term];

	if (!trace_span_is(spec->text, term->field, "ip") || term->modifier.len)
		return filter_diag_set(diag, FILTER_DIAG_FUNCTION_ONLY, term->field);
	if (term->relation != FILTER_EQ && term->relation != FILTER_NE &&
	    term->relation != FILTER_GLOB)
		return filter_diag_set(diag, FILTER_DIAG_FUNCTION_OPERATOR, term->operator);
	return 0;
}

/*
 * The operator || may only combine predicates that select functions to trace. The operator && may
 * combine two nodes if at most one of them selects functions to trace.
 */
static bool can_join(const struct filter_spec *spec, u16 node)
{
	u16 left = filter_node_left(spec, node);
	unsigned int n = count_wanted(spec, left), m = count_wanted(spec, node - 1);

	if (spec->nodes[node].join == FILTER_ALL)
		return !n || !m;
	/* A node with n predicates has n - 1 operators. */
	return n + m == (node - spec->nodes[node].begin) / 2 + 1;
}

static int check(const struct filter_spec *spec, struct trace_diag *diag)
{
	struct trace_span last = {};
	int ret;
	u16 i;

	for (i = 0; i < spec->n_nodes; i++) {
		const struct filter_node *node = &spec->nodes[i];

		if (node->join == FILTER_TERM) {
			ret = check_term(spec, node, diag);
			if (ret)
				return ret;
			last = spec->terms[node->term].field;
		}
		if (node->negated || (node->join != FILTER_TERM && !can_join(spec, i)))
			return filter_diag_set(diag, FILTER_DIAG_FUNCTION_JOIN, last);
	}
	return 0;
}

/*
 * Add a name or pattern to one of the lists; the first one replaces the list. ftrace would
 * interpret a number as an index and '!' as negation, so both are rejected.
 */
static int set_name(struct ftrace_ops *ops, char *name, bool unwanted, bool first)
{
	if (isdigit(*name) || *name == '!')
		return -EINVAL;
	return unwanted ? ftrace_set_notrace(ops, name, strlen(name), first) :
			  ftrace_set_filter(ops, name, strlen(name), first);
}

/* Add the names in a value, which may be a list. */
static int set_term(struct ftrace_ops *ops, const struct filter_spec *spec,
		    const struct filter_term *term, bool *first, struct trace_diag *diag)
{
	char *list = trace_span_dup(spec->text, term->value);
	char *name, *rest = list;
	int ret = -EINVAL;

	if (!list)
		return -ENOMEM;
	while ((name = strsep(&rest, ", \t\n"))) {
		if (!*name)
			continue;
		ret = set_name(ops, name, term->relation == FILTER_NE, *first);
		if (ret)
			break;
		*first = false;
	}
	kfree(list);
	if (ret && ret != -ENOMEM)
		return filter_diag_set(diag, FILTER_DIAG_FUNCTION_NAME, term->value);
	return ret;
}

/*
 * Replace both lists. They are not cleared first: with an empty list of functions to trace, all
 * functions would be traced in the meantime.
 */
static int set_terms(struct ftrace_ops *ops, const struct filter_spec *spec,
		     struct trace_diag *diag)
{
	bool first[2] = { true, true };
	int ret = 0;
	u16 i;

	for (i = 0; !ret && i < spec->n_terms; i++) {
		const struct filter_term *term = &spec->terms[i];

		ret = set_term(ops, spec, term, &first[term->relation == FILTER_NE], diag);
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
static int try_terms(const struct filter_spec *spec, struct trace_diag *diag)
{
	struct ftrace_ops *trial = kzalloc(sizeof(*trial), GFP_KERNEL);
	int ret;

	if (!trial)
		return -ENOMEM;
	ret = set_terms(trial, spec, diag);
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
 * Return: 0; -EINVAL with @diag set and nothing changed; or -ENOMEM.
 */
int filter_set_functions(struct perf_event *event, const char *text, struct trace_span all,
			 struct trace_diag *diag)
{
	struct filter_spec spec;
	int ret;

	ret = filter_spec_parse(&spec, text, all, diag);
	if (ret)
		return ret;
	ret = check(&spec, diag);
	ret = ret ?: try_terms(&spec, diag);
	ret = ret ?: set_terms(&event->ftrace_ops, &spec, diag);
	filter_spec_destroy(&spec);
	return ret;
}
