// SPDX-License-Identifier: GPL-2.0
/*
 * Expressions as trees that can be read.
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
 * hist_expr_print - print an expression as a tree
 * @m: where to
 * @text: the whole command
 * @expr: the expression
 */
void hist_expr_print(struct seq_file *m, const char *text, const struct hist_expr *expr)
{
	print_node(m, text, expr, expr->n_nodes - 1);
}
