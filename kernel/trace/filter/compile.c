// SPDX-License-Identifier: GPL-2.0
/*
 * Compiler of filters: comparisons and what joins them to a program.
 *
 * Which of its ways a comparison takes to which other one is found by going from the
 * whole filter to its terms: whoever joins two sides knows where to go when both are
 * done, and where its right side begins.  What a comparison asks is term.c's business.
 */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "compile.h"
#include "spec.h"
#include "term.h"

static int compile_terms(struct filter_program *program, const struct filter_spec *spec,
			 const struct filter_resolver *resolver, struct trace_diag *diag)
{
	int ret = 0;
	u16 i;

	for (i = 0; !ret && i < spec->n_terms; i++)
		ret = filter_compile_term(&program->entries[i], resolver, spec->text,
					  &spec->terms[i], diag);
	return ret;
}

/**
 * struct ways - where a node goes
 * @to: when it is false, and when it is true
 */
struct ways {
	u16 to[2];
};

static void negate(struct ways *ways)
{
	swap(ways->to[false], ways->to[true]);
}

static void set_ways(struct prog_entry *entry, const struct filter_term *term, struct ways ways)
{
	if (term->relation == FILTER_NE && entry->op != FILTER_OP_TEXT)
		negate(&ways);
	memcpy(entry->next, ways.to, sizeof(entry->next));
}

/* What joins comes behind what it joins: backwards, each is told its ways before its turn. */
static int connect(struct filter_program *program, const struct filter_spec *spec)
{
	struct ways *ways = kvmalloc_array(spec->n_nodes, sizeof(*ways), GFP_KERNEL);
	u16 i;

	if (!ways)
		return -ENOMEM;

	ways[spec->n_nodes - 1] = (struct ways){ { FILTER_REJECT, FILTER_ACCEPT } };
	for (i = spec->n_nodes; i-- > 0; ) {
		const struct filter_node *node = &spec->nodes[i];
		struct ways own = ways[i], left;

		if (node->negated)
			negate(&own);
		if (node->join == FILTER_TERM) {
			set_ways(&program->entries[node->term], &spec->terms[node->term], own);
			continue;
		}
		/* The left side decides alone if it is false of &&, or true of ||. */
		left = own;
		left.to[node->join == FILTER_ALL] = spec->nodes[spec->nodes[i - 1].begin].term;
		ways[i - 1] = own;
		ways[filter_node_left(spec, i)] = left;
	}
	kvfree(ways);
	return 0;
}

static struct filter_program *compile_spec(const struct filter_spec *spec,
					   const struct filter_resolver *resolver,
					   struct trace_diag *diag)
{
	struct filter_program *program;
	int ret;

	program = kvzalloc(struct_size(program, entries, spec->n_terms), GFP_KERNEL);
	if (!program)
		return ERR_PTR(-ENOMEM);
	program->n_entries = spec->n_terms;

	ret = compile_terms(program, spec, resolver, diag);
	ret = ret ?: connect(program, spec);
	if (ret) {
		filter_program_free(program);
		return ERR_PTR(ret);
	}
	return program;
}

/**
 * filter_compile - make a program of a filter
 * @resolver: what the names in it mean
 * @text: a text with a filter in it
 * @all: the filter
 * @diag: tells what is wrong with it, with the place in @text
 *
 * Context: may sleep; takes no locks but what @resolver takes.
 * Return: the program, to be given to filter_program_free(), or -EINVAL with @diag filled
 * in, or -ENOMEM, as an ERR_PTR.
 */
struct filter_program *filter_compile(const struct filter_resolver *resolver, const char *text,
				      struct trace_span all, struct trace_diag *diag)
{
	struct filter_program *program;
	struct filter_spec spec;
	int ret;

	ret = filter_spec_parse(&spec, text, all, diag);
	if (ret)
		return ERR_PTR(ret);
	program = compile_spec(&spec, resolver, diag);
	filter_spec_destroy(&spec);
	return program;
}

/**
 * filter_program_free - free a filter that nobody runs any more
 * @program: what filter_compile() returned, or NULL
 */
void filter_program_free(struct filter_program *program)
{
	u32 i;

	if (!program)
		return;
	for (i = 0; i < program->n_entries; i++)
		filter_entry_destroy(&program->entries[i]);
	kvfree(program);
}
