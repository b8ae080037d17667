/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Modifiers of a whole key, value or sort field.
 *
 *	.<aggregate>[.<display modifier>]
 *	.<modifier>
 */
#ifndef _TRACE_HIST_PARSE_SUFFIX_H
#define _TRACE_HIST_PARSE_SUFFIX_H

#include "../../trace_diag.h"
#include "../aggregate.h"
#include "../modifier.h"

/**
 * struct hist_suffix - modifiers of a whole key, value or sort field
 * @span: text behind the first dot; empty without modifiers
 * @agg: aggregate, or %HIST_AGG_NONE
 * @quantile: quantile of a percentile, in 1/10000
 * @mod: modifier; behind an aggregate, one of its &hist_agg_info.displays
 * @mod_arg: argument of the modifier: the width of a bucket, or the depth of a stack trace
 * @linear: arguments of .lhist
 */
struct hist_suffix {
	struct trace_span span;
	enum hist_agg agg;
	u16 quantile;
	enum hist_mod mod;
	u64 mod_arg;
	struct hist_linear linear;
};

int hist_suffix_parse_first(const char *text, struct trace_span name, struct hist_suffix *suffix,
			    struct trace_diag *diag);
int hist_suffix_parse_display(const char *text, struct trace_span name,
			      struct hist_suffix *suffix, struct trace_diag *diag);
bool hist_suffix_add_build(const char *text, struct trace_span second, struct hist_suffix *suffix);
int hist_suffix_parse(const char *text, struct trace_span span, struct hist_suffix *suffix,
		      struct trace_diag *diag);

#endif /* _TRACE_HIST_PARSE_SUFFIX_H */
