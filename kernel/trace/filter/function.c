// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of functions, as perf has them for the function event.
 *
 *	(ip == vfs_read || ip ~ "vfs_w*") && ip != vfs_writev
 *
 * What a function is called is compared once, not when it runs: the function tracer calls
 * only those that are wanted.  It has two lists for that, of the functions to trace and of
 * those not to, and what these cannot say is rejected.  So there is no program, and of all
 * that filters are made by only the parser is needed.
 */
#include <linux/ctype.h>
#include <linux/ftrace.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "function.h"
#include "spec.h"

/* Of the terms that a node is made of, how many are of functions to trace? */
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
 * Functions to trace are joined by ||, which those not to trace have no part in; these
 * are joined to all else by &&.
 */
static bool can_join(const struct filter_spec *spec, u16 node)
{
	u16 left = filter_node_left(spec, node);
	unsigned int n = count_wanted(spec, left), m = count_wanted(spec, node - 1);

	if (spec->nodes[node].join == FILTER_ALL)
		return !n || !m;
	/* With n terms, it has n - 1 joins. */
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
 * One name or pattern; the first one of a list replaces the list.  The tracer would take a
 * number for a place, and a ! for all others.
 */
static int set_name(struct ftrace_ops *ops, char *name, bool unwanted, bool first)
{
	if (isdigit(*name) || *name == '!')
		return -EINVAL;
	return unwanted ? ftrace_set_notrace(ops, name, strlen(name), first) :
			  ftrace_set_filter(ops, name, strlen(name), first);
}

/* A value may be a list. */
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
 * Replace both lists.  Neither is emptied before: without functions to trace, all of them
 * would be traced meanwhile.
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

/* Whether there are such functions is found out where it changes nothing. */
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
 * filter_set_functions - let a perf event see only some functions
 * @event: the perf event, which stands for the function event
 * @text: a text with a filter in it
 * @all: the filter
 * @diag: tells what is wrong with it, with the place in @text
 *
 * Context: may sleep, event_mutex held.
 * Return: 0, or -EINVAL with @diag filled in and nothing changed, or -ENOMEM.
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
