// SPDX-License-Identifier: GPL-2.0
/*
 * Print a parsed expression as a tree, in the notation of expressions.h.
 *
 * Pure: no locks, no trace.h. The recursion is bounded by the depth of an expression.
 */
#include <linux/seq_file.h>

#include "expr_tree.h"

static void print_node(struct seq_file *m, const char *text, const struct hist_expr *expr,
		       unsigned int i)
{
	static const char * const names[] = {
		[HIST_EXPR_NEG] = "neg", [HIST_EXPR_ADD] = "+", [HIST_EXPR_SUB] = "-",
		[HIST_EXPR_MUL] = "*", [HIST_EXPR_DIV] = "/",
	};
	const struct hist_expr_node *node = &expr->nodes[i];

	switch (node->op) {
	case HIST_EXPR_NUMBER:
		seq_printf(m, node->is_difference ? "%+lld" : "%llu", node->number);
		return;
	case HIST_EXPR_OPERAND:
		seq_printf(m, "%.*s", node->operand.span.len, text + node->operand.span.off);
		return;
	default:
		seq_printf(m, "(%s ", names[node->op]);
		print_node(m, text, expr, node->left);
		if (node->op != HIST_EXPR_NEG) {
			seq_putc(m, ' ');
			print_node(m, text, expr, node->right);
		}
		seq_putc(m, ')');
	}
}

/**
 * hist_expr_print - Print an expression as a tree
 * @m: destination
 * @text: command that the spans of @expr refer to
 * @expr: parsed expression; its last node is the root
 */
void hist_expr_print(struct seq_file *m, const char *text, const struct hist_expr *expr)
{
	print_node(m, text, expr, expr->n_nodes - 1);
}
