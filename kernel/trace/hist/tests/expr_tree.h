/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Print a parsed expression as a tree, in the notation of expressions.h.
 *
 * Pure: no locks, no trace.h. The unit tests in user space build it as well.
 */
#ifndef _TRACE_HIST_EXPR_TREE_H
#define _TRACE_HIST_EXPR_TREE_H

#include <linux/seq_file.h>

#include "../expr.h"

void hist_expr_print(struct seq_file *m, const char *text, const struct hist_expr *expr);

#endif /* _TRACE_HIST_EXPR_TREE_H */
