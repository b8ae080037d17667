/* SPDX-License-Identifier: GPL-2.0 */
/* Constants in expressions.  Private to hist/parse/. */
#ifndef _TRACE_HIST_PARSE_FOLD_H
#define _TRACE_HIST_PARSE_FOLD_H

#include "expr.h"

int hist_expr_check_constants(const struct hist_expr_node *nodes, unsigned int n_nodes,
			      struct trace_diag *diag);
int hist_expr_fold(struct hist_expr_node *nodes, unsigned int *n_nodes, struct trace_diag *diag);

#endif /* _TRACE_HIST_PARSE_FOLD_H */
