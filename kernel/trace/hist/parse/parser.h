/* SPDX-License-Identifier: GPL-2.0 */
/* Functions that the parts of the parser share. Private to hist/parse/. */
#ifndef _TRACE_HIST_PARSE_PARSER_H
#define _TRACE_HIST_PARSE_PARSER_H

#include "spec.h"

/* split.c */
bool hist_next_item(struct trace_cursor *cur, char sep, struct trace_span *item);
u32 hist_skip_linear(const char *text, u32 pos, u32 start, u32 end);
bool hist_is_operator(const char *text, u32 pos, u32 start, u32 end);
bool hist_spec_take_end(const char *text, struct trace_span *span, const char *end);

/* param.c */
int hist_spec_parse_params(struct hist_spec *spec, struct trace_span params,
			   struct trace_diag *diag);

/* sort.c */
int hist_spec_parse_sort(struct hist_spec *spec, struct trace_span item, struct trace_diag *diag);

/* action.c */
int hist_spec_parse_action(struct hist_spec *spec, struct trace_span item,
			   struct trace_diag *diag);
bool hist_spec_is_action(const char *text, struct trace_span item);

#endif /* _TRACE_HIST_PARSE_PARSER_H */
