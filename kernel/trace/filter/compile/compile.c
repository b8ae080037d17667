// SPDX-License-Identifier: GPL-2.0
/*
 * Compiler of filters: compiles each predicate to an entry and sets the branch targets of the
 * entries. predicate.c compiles a single predicate.
 *
 * Branch targets are passed down from the whole filter to the predicates. A node that combines
 * two operands knows the targets of the complete node and the first entry of its right operand,
 * and so the targets of both operands.
 *
 * No locks, except those of the resolver.
 */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../parse/spec.h"
#include "compile.h"
#include "predicate.h"

static int compile_predicates(struct filter_program *program, const struct filter_spec *spec,
			      const struct filter_resolver *resolver, struct trace_diag *diag)
{
	int ret = 0;
	u16 i;

	for (i = 0; !ret && i < spec->n_preds; i++)
		ret = filter_compile_predicate(&program->entries[i], resolver, spec->text,
					       &spec->preds[i], diag);
	return ret;
}

/**
 * struct branch_targets - branch targets of a node
 * @to: targets if the node is false ([0]) and true ([1])
 */
struct branch_targets {
	u16 to[2];
};

static void swap_targets(struct branch_targets *targets)
{
	swap(targets->to[false], targets->to[true]);
}

static void set_entry_targets(struct prog_entry *entry, const struct filter_predicate *pred,
			      struct branch_targets targets)
{
	if (pred->operator == FILTER_NE && entry->op != FILTER_OP_TEXT)
		swap_targets(&targets);
	memcpy(entry->next, targets.to, sizeof(entry->next));
}

/*
 * Set the branch targets of all entries. A node follows its operands in the array, so a backward
 * walk assigns the targets of each node before it visits the node.
 */
static int set_branch_targets(struct filter_program *program, const struct filter_spec *spec)
{
	struct branch_targets *targets;
	u16 i;

	targets = kvmalloc_array(spec->n_nodes, sizeof(*targets), GFP_KERNEL);
	if (!targets)
		return -ENOMEM;

	targets[spec->n_nodes - 1] = (struct branch_targets){ { FILTER_REJECT, FILTER_ACCEPT } };
	for (i = spec->n_nodes; i-- > 0; ) {
		const struct filter_node *node = &spec->nodes[i];
		struct branch_targets node_targets = targets[i], left;

		if (node->negated)
			swap_targets(&node_targets);
		if (node->kind == FILTER_NODE_PREDICATE) {
			set_entry_targets(&program->entries[node->pred], &spec->preds[node->pred],
					  node_targets);
			continue;
		}
		/*
		 * Short-circuit evaluation: a left operand that is false for &&, or true for ||,
		 * takes the target of the whole node. Otherwise the right operand is next.
		 */
		left = node_targets;
		left.to[node->kind == FILTER_NODE_AND] = spec->nodes[spec->nodes[i - 1].begin].pred;
		targets[i - 1] = node_targets;
		targets[filter_node_left(spec, i)] = left;
	}
	kvfree(targets);
	return 0;
}

static struct filter_program *compile_spec(const struct filter_spec *spec,
					   const struct filter_resolver *resolver,
					   struct trace_diag *diag)
{
	struct filter_program *program;
	int ret;

	program = kvzalloc(struct_size(program, entries, spec->n_preds), GFP_KERNEL_ACCOUNT);
	if (!program)
		return ERR_PTR(-ENOMEM);
	program->n_entries = spec->n_preds;

	ret = compile_predicates(program, spec, resolver, diag);
	ret = ret ?: set_branch_targets(program, spec);
	if (ret) {
		filter_program_free(program);
		return ERR_PTR(ret);
	}
	return program;
}

/**
 * filter_compile - compile a filter to a program
 * @resolver: resolver of the names in the filter
 * @text: text that contains the filter
 * @all: the filter
 * @diag: set to the error, with its position in @text
 *
 * Context: may sleep; takes only the locks that @resolver takes.
 * Return: the program, to be freed with filter_program_free(); ERR_PTR(-EINVAL) with @diag set;
 * ERR_PTR(-EACCES) with @diag set if @resolver is restricted; or ERR_PTR(-ENOMEM).
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
 * filter_program_free - free a program
 * @program: program of filter_compile(), or NULL; no event runs it any more
 *
 * Context: any but NMI.
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
