// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the text of a sort field into struct hist_spec_sort.
 *
 * A sort field repeats the text of a key or value, and the compiler compares the texts. So an
 * expression is not parsed here: only its modifiers and the direction are split off.
 *
 * Pure, like param.c, which splits the value of sort= into sort fields.
 */
#include <linux/string.h>

#include "../diag.h"
#include "parser.h"

/* Remove [.ascending|.descending] from the end. */
static struct trace_span strip_direction(const char *text, struct trace_span item,
					 bool *descending)
{
	*descending = hist_spec_take_end(text, &item, ".descending");
	if (!*descending)
		hist_spec_take_end(text, &item, ".ascending");
	return item;
}

/* Check for the text of an expression, which can be that of a key or value. */
static bool is_expression(const char *text, struct trace_span item)
{
	u32 pos, end = trace_span_end(item);

	for (pos = item.off; pos < end; pos++)
		if (text[pos] == '$' || text[pos] == '(' ||
		    hist_is_operator(text, pos, item.off, end))
			return true;
	return false;
}

/* Update the number of open parentheses and brackets by one character. */
static unsigned int nesting(unsigned int depth, char c)
{
	if (c == '(' || c == '[')
		return depth + 1;
	return depth && (c == ')' || c == ']') ? depth - 1 : depth;
}

/*
 * Find the dot behind a field, a variable or an expression in parentheses, which is where the
 * modifiers of a sort field begin.  Return the end of the text if there is none.
 */
static u32 find_suffix(const char *text, struct trace_span item)
{
	const char *dollar = memchr(text + item.off, '$', item.len);
	u32 pos = dollar && text[item.off] != '(' ? dollar - text : item.off;
	unsigned int depth = 0;

	for (; pos < trace_span_end(item) && (text[pos] != '.' || depth); pos++)
		depth = nesting(depth, text[pos]);
	return pos;
}

/* Check that a sort field has no operator outside of parentheses and brackets. */
static bool is_whole(const char *text, struct trace_span item)
{
	u32 pos, end = trace_span_end(item);
	unsigned int depth = 0;

	for (pos = item.off; pos < end; pos++) {
		if (!depth && hist_is_operator(text, pos, item.off, end))
			return false;
		depth = nesting(depth, text[pos]);
	}
	return true;
}

/* Parse @mods, the text behind the dot of a sort field: an aggregate, a modifier, or both. */
static int parse_sort_suffix(const char *text, struct trace_span mods,
			     struct hist_suffix *suffix, struct trace_diag *diag)
{
	struct trace_cursor cur = trace_cursor_over(text, mods);
	struct trace_suggestion suggestion;
	struct trace_diag fault = {};
	struct trace_span mod;
	int ret;

	*suffix = (struct hist_suffix){ .span = mods };
	trace_next_item(&cur, '.', &mod);
	ret = hist_suffix_parse_first(text, mod, suffix, &fault);
	if (!ret && suffix->agg != HIST_AGG_NONE && trace_next_item(&cur, '.', &mod))
		ret = hist_suffix_parse_display(text, mod, suffix, &fault);
	if (!ret && (!trace_next_item(&cur, '.', &mod) ||
		     (hist_suffix_add_build(text, mod, suffix) &&
		      !trace_next_item(&cur, '.', &mod))))
		return 0;
	if (fault.code == HIST_DIAG_BAD_QUANTILE || fault.code == HIST_DIAG_AGG_DISPLAY)
		return hist_diag_set(diag, fault.code, mod);
	suggestion = trace_suggestion_for(text, mod);
	trace_suggest_offer(&suggestion, "ascending");
	trace_suggest_offer(&suggestion, "descending");
	return hist_diag_suggest(diag, HIST_DIAG_BAD_SORT_MODIFIER, mod, ".", &suggestion);
}

/* Store the modifiers of a sort field in the same place as those of a key or value. */
static void store_sort_suffix(struct hist_spec_sort *sort, const struct hist_suffix *suffix,
			      bool is_field)
{
	if (!is_field || suffix->agg != HIST_AGG_NONE) {
		sort->suffix = *suffix;
		return;
	}
	sort->field.mod = suffix->mod;
	sort->field.mod_span = suffix->span;
	sort->field.mod_arg = suffix->mod_arg;
	sort->field.linear = suffix->linear;
}

static int parse_sort_field(const char *text, struct trace_span item,
			    struct hist_spec_sort *sort, struct trace_diag *diag)
{
	struct hist_suffix suffix;
	struct trace_diag fault = {};
	struct trace_span base;
	u32 dot;

	sort->text = strip_direction(text, item, &sort->descending);
	sort->field.span = item;
	sort->field.name = sort->text;
	dot = find_suffix(text, sort->text);
	if (dot == trace_span_end(sort->text))
		return 0;

	base = trace_span_trim(text, (struct trace_span){ sort->text.off, dot - sort->text.off });
	if (!is_whole(text, base))
		return 0;
	if (parse_sort_suffix(text, trace_span_from(sort->text, dot + 1), &suffix, &fault)) {
		/* The dot can be that of a modifier inside an expression. */
		if (is_expression(text, sort->text))
			return 0;
		*diag = fault;
		return -EINVAL;
	}
	sort->text = base;
	sort->field.name = base;
	store_sort_suffix(sort, &suffix, !is_expression(text, base));
	return 0;
}

/**
 * hist_spec_parse_sort - parse a sort field
 * @spec: spec that the sort field is added to; it has less than %HIST_SORT_MAX of them
 * @item: text of the sort field, <key or value>[.<suffix>][.ascending|.descending], not empty
 * @diag: filled in if the text is invalid
 *
 * The key or value can have modifiers, because the trigger file shows it with them and users write
 * that line back.
 *
 * Return: 0 or -EINVAL.
 */
int hist_spec_parse_sort(struct hist_spec *spec, struct trace_span item, struct trace_diag *diag)
{
	return parse_sort_field(spec->text, item, &spec->sorts[spec->n_sorts++], diag);
}
