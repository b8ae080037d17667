// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the modifiers of a whole key, value or sort field into struct hist_suffix.
 *
 * Pure.
 */
#include <linux/bits.h>

#include "../diag.h"
#include "operand.h"
#include "suffix.h"

/**
 * hist_suffix_parse_first - parse an aggregate, or a modifier that stands alone
 * @text: the whole command
 * @name: the aggregate or the modifier with its argument, without the dot
 * @suffix: filled in, except for its span
 * @diag: filled in if the text is invalid
 *
 * Return: 0 or -EINVAL.
 */
int hist_suffix_parse_first(const char *text, struct trace_span name, struct hist_suffix *suffix,
			    struct trace_diag *diag)
{
	struct hist_operand named = {};
	int ret;

	suffix->agg = hist_agg_find(text, name, &suffix->quantile);
	if (suffix->agg == HIST_AGG_QUANTILE && !suffix->quantile)
		return hist_diag_set(diag, HIST_DIAG_BAD_QUANTILE, name);
	if (suffix->agg != HIST_AGG_NONE)
		return 0;

	ret = hist_modifier_parse(text, name, &named, diag);
	suffix->mod = named.mod;
	suffix->mod_arg = named.mod_arg;
	suffix->linear = named.linear;
	return ret;
}

/**
 * hist_suffix_parse_display - parse a modifier behind an aggregate
 * @text: the whole command
 * @name: the modifier, without the dot
 * @suffix: its aggregate is set; the modifier is filled in
 * @diag: filled in if the text is invalid
 *
 * Return: 0 or -EINVAL.
 */
int hist_suffix_parse_display(const char *text, struct trace_span name,
			      struct hist_suffix *suffix, struct trace_diag *diag)
{
	struct trace_span word, arg;
	bool has_arg = trace_span_cut(text, name, '=', &word, &arg);
	enum hist_mod mod = hist_mod_find(text, word);

	if (mod == HIST_MOD_NONE)
		return hist_diag_set(diag, HIST_DIAG_BAD_MODIFIER, name);
	if (has_arg || !(hist_agg_info[suffix->agg].displays & BIT(mod)))
		return hist_diag_set(diag, HIST_DIAG_AGG_DISPLAY, name);
	suffix->mod = mod;
	return 0;
}

/**
 * hist_suffix_add_build - add a modifier ".build" to ".depth=N"
 * @text: the whole command
 * @second: text behind the second dot
 * @suffix: the modifiers before it; changed if the function succeeds
 *
 * Return: true if the modifiers are ".depth=N.build".
 */
bool hist_suffix_add_build(const char *text, struct trace_span second, struct hist_suffix *suffix)
{
	if (suffix->mod != HIST_MOD_DEPTH || hist_mod_find(text, second) != HIST_MOD_BUILD)
		return false;
	suffix->mod = HIST_MOD_BUILD;
	return true;
}

/**
 * hist_suffix_parse - parse the modifiers of a whole key or value
 * @text: the whole command
 * @span: text behind the first dot
 * @suffix: filled in
 * @diag: filled in if the text is invalid
 *
 * Return: 0 or -EINVAL.
 */
int hist_suffix_parse(const char *text, struct trace_span span, struct hist_suffix *suffix,
		      struct trace_diag *diag)
{
	struct trace_span first, display;
	bool two = trace_span_cut(text, span, '.', &first, &display);
	int ret;

	*suffix = (struct hist_suffix){ .span = span };
	ret = hist_suffix_parse_first(text, first, suffix, diag);
	if (ret || !two)
		return ret;
	if (hist_suffix_add_build(text, display, suffix))
		return 0;
	if (suffix->agg == HIST_AGG_NONE)
		return hist_diag_set(diag, HIST_DIAG_BAD_MODIFIER, span);
	return hist_suffix_parse_display(text, display, suffix, diag);
}
