// SPDX-License-Identifier: GPL-2.0
/*
 * Parse references to fields and variables into struct hist_operand.
 *
 * Pure: knows the syntax, but no event and no histogram.  The compiler resolves the names.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/string.h>

#include "../diag.h"
#include "../limits.h"
#include "operand.h"

/* Digits that any s64 fits into, and that fit into an u64. */
#define S64_DIGITS	19

/* Convert a signed decimal number.  Return 0, or -EINVAL if @span is not a number of 64 bits. */
static int to_s64(const char *text, struct trace_span span, s64 *val)
{
	bool negative = span.len && text[span.off] == '-';
	struct trace_span digits = trace_span_from(span, span.off + negative);
	u64 num = 0;
	u32 i;

	if (!digits.len || digits.len > S64_DIGITS)
		return -EINVAL;
	for (i = digits.off; i < trace_span_end(digits); i++) {
		if (!isdigit(text[i]))
			return -EINVAL;
		num = 10 * num + (text[i] - '0');
	}
	if (num > (u64)S64_MAX + negative)
		return -EINVAL;
	*val = negative ? -num : num;
	return 0;
}

/* Parse the MIN,MAX,STEP of .lhist; @mod is its whole text. */
static int parse_linear(const char *text, struct trace_span mod, struct trace_span arg,
			struct hist_linear *linear, struct trace_diag *diag)
{
	struct trace_cursor cur = trace_cursor_over(text, arg);
	struct trace_span item;
	unsigned int i;
	s64 nums[3];

	for (i = 0; i < ARRAY_SIZE(nums); i++)
		if (!trace_next_item(&cur, ',', &item) || to_s64(text, item, &nums[i]))
			return hist_diag_set(diag, HIST_DIAG_LHIST_NUMBERS, arg.len ? arg : mod);
	if (cur.more)
		return hist_diag_set(diag, HIST_DIAG_LHIST_NUMBERS, arg);
	if (nums[0] >= nums[1])
		return hist_diag_set(diag, HIST_DIAG_LHIST_RANGE, arg);
	if (nums[2] <= 0)
		return hist_diag_set(diag, HIST_DIAG_LHIST_STEP, item);
	*linear = (struct hist_linear){ nums[0], nums[1], nums[2] };
	return 0;
}

static int reject_modifier(const char *text, struct trace_span mod, struct trace_span name,
			   struct trace_diag *diag)
{
	struct trace_suggestion suggestion = trace_suggestion_for(text, name);

	hist_suggest_mod(&suggestion);
	return hist_diag_suggest(diag, HIST_DIAG_BAD_MODIFIER, mod, ".", &suggestion);
}

/* Parse the N or N.build of .depth; @mod is its whole text. */
static int parse_depth(const char *text, struct trace_span mod, struct trace_span arg,
		       struct hist_operand *operand, struct trace_diag *diag)
{
	struct trace_span num, after;

	if (trace_span_cut(text, arg, '.', &num, &after)) {
		if (hist_mod_find(text, after) != HIST_MOD_BUILD)
			return reject_modifier(text, after, after, diag);
		operand->mod = HIST_MOD_BUILD;
	}
	if (trace_span_to_u64(text, num, &operand->mod_arg) || !operand->mod_arg ||
	    operand->mod_arg > HIST_DEPTH_MAX)
		return hist_diag_set(diag, HIST_DIAG_BAD_DEPTH, num.len ? num : mod);
	return 0;
}

/**
 * hist_modifier_parse - parse a modifier and its argument
 * @text: the whole command
 * @mod: text of the modifier, without the dot
 * @operand: operand whose modifier is filled in
 * @diag: filled in if the modifier is invalid
 *
 * Return: 0 or -EINVAL.
 */
int hist_modifier_parse(const char *text, struct trace_span mod, struct hist_operand *operand,
			struct trace_diag *diag)
{
	struct trace_span arg;
	bool has_arg = trace_span_cut(text, mod, '=', &operand->mod_span, &arg);

	operand->mod = hist_mod_find(text, operand->mod_span);
	if (operand->mod == HIST_MOD_NONE)
		return reject_modifier(text, mod, operand->mod_span, diag);

	if (operand->mod == HIST_MOD_DEPTH)
		return parse_depth(text, mod, arg, operand, diag);
	if (!hist_mod_info[operand->mod].has_arg)
		return has_arg ? reject_modifier(text, mod, mod, diag) : 0;
	if (operand->mod == HIST_MOD_LHIST)
		return parse_linear(text, mod, arg, &operand->linear, diag);

	if (trace_span_to_u64(text, arg, &operand->mod_arg) || !operand->mod_arg)
		return hist_diag_set(diag, HIST_DIAG_BAD_BUCKET, has_arg ? arg : mod);
	return 0;
}

/**
 * hist_event_name_parse - parse the name of an event
 * @text: the whole command
 * @item: text of the name, <system>.<event>
 * @name: filled in
 *
 * Return: 0, or -EINVAL if the text does not have that form.
 */
int hist_event_name_parse(const char *text, struct trace_span item,
			  struct hist_event_spans *name)
{
	if (!trace_span_cut(text, item, '.', &name->system, &name->event))
		return -EINVAL;
	return name->system.len && name->event.len ? 0 : -EINVAL;
}

/**
 * hist_var_name_is_valid - check the name of a variable
 * @text: the whole command
 * @name: name, without '$'
 *
 * A name consists of letters, digits and underscores.  Other characters could be operators or
 * separators where the variable is used.
 *
 * Return: true if the name is valid.
 */
bool hist_var_name_is_valid(const char *text, struct trace_span name)
{
	u32 i;

	for (i = 0; i < name.len; i++)
		if (!isalnum(text[name.off + i]) && text[name.off + i] != '_')
			return false;
	return name.len;
}

/*
 * Parse [<system>.<event>.]$<variable>[.<suffix>], where @dollar is the offset of the '$'.  There
 * is no suffix if @suffix is NULL.
 */
static int parse_var(const char *text, struct hist_operand *operand, u32 dollar,
		     struct hist_suffix *suffix, struct trace_diag *diag)
{
	struct trace_span item = operand->span, mods = {};
	struct trace_span event = { item.off, dollar - item.off };
	bool has_mods = false;

	operand->is_var = true;
	operand->name = trace_span_from(item, dollar + 1);
	if (suffix)
		has_mods = trace_span_cut(text, operand->name, '.', &operand->name, &mods);
	if (!hist_var_name_is_valid(text, operand->name))
		return hist_diag_set(diag, HIST_DIAG_BAD_VAR_NAME, operand->name);
	if (event.len && text[dollar - 1] != '.')
		return hist_diag_set(diag, HIST_DIAG_BAD_EVENT_NAME, event);
	if (event.len) {
		event.len--;
		if (hist_event_name_parse(text, event, &operand->event))
			return hist_diag_set(diag, HIST_DIAG_BAD_EVENT_NAME, event);
	}
	if (!has_mods)
		return 0;
	operand->span.len = trace_span_end(operand->name) - item.off;
	return hist_suffix_parse(text, mods, suffix, diag);
}

static bool is_aggregate(const char *text, struct trace_span name)
{
	u16 quantile;

	return hist_agg_find(text, name, &quantile) != HIST_AGG_NONE;
}

/*
 * Parse <field>[.<modifier>], or <field>.<suffix> if the suffix begins with an aggregate.  There is
 * no suffix if @suffix is NULL.
 */
static int parse_field(const char *text, struct trace_span item, struct hist_operand *operand,
		       struct hist_suffix *suffix, struct trace_diag *diag)
{
	struct trace_span mods, first, rest;

	if (!trace_span_cut(text, item, '.', &operand->name, &mods))
		return item.len ? 0 : hist_diag_set(diag, HIST_DIAG_EMPTY_FIELD, item);
	if (!operand->name.len)
		return hist_diag_set(diag, HIST_DIAG_EMPTY_FIELD, item);
	trace_span_cut(text, mods, '.', &first, &rest);
	if (suffix && is_aggregate(text, first)) {
		operand->span.len = trace_span_end(operand->name) - operand->span.off;
		return hist_suffix_parse(text, mods, suffix, diag);
	}
	return hist_modifier_parse(text, mods, operand, diag);
}

/* Check whether @part is an aggregate, or a modifier with or without an argument. */
static bool is_known(const char *text, struct trace_span part)
{
	struct trace_span name, arg;

	trace_span_cut(text, part, '=', &name, &arg);
	return hist_mod_find(text, name) != HIST_MOD_NONE || is_aggregate(text, name);
}

/*
 * Two dots separate <system>.<event>.<field>.  If both last parts are modifiers or aggregates, the
 * operand is a field with both of them instead, which parse_field() parses or rejects.
 */
static bool split_event(const char *text, struct trace_span item, struct hist_event_spans *of,
			struct trace_span *field)
{
	return trace_span_cut(text, item, '.', &of->system, field) &&
	       trace_span_cut(text, *field, '.', &of->event, field) &&
	       !(is_known(text, of->event) && is_known(text, *field));
}

/**
 * hist_operand_parse - parse a reference to a field or a variable
 * @text: the whole command
 * @item: text of the reference
 * @operand: filled in
 * @suffix: filled in with the aggregate of a field and the modifier behind it, and with all
 *	modifiers of a variable; empty without them.  NULL where the grammar has no such modifiers
 * @diag: filled in if the reference is invalid
 *
 * A reference to a field with two dots names an event, unless modifiers follow both dots.
 *
 * Return: 0 or -EINVAL.
 */
int hist_operand_parse(const char *text, struct trace_span item, struct hist_operand *operand,
		       struct hist_suffix *suffix, struct trace_diag *diag)
{
	const char *dollar = memchr(text + item.off, '$', item.len);
	struct hist_event_spans of;
	struct trace_span field;

	*operand = (struct hist_operand){ .span = item };
	if (suffix)
		*suffix = (struct hist_suffix){};
	if (dollar)
		return parse_var(text, operand, dollar - text, suffix, diag);

	if (!split_event(text, item, &of, &field))
		return parse_field(text, item, operand, suffix, diag);
	if (!of.system.len || !of.event.len)
		return hist_diag_set(diag, HIST_DIAG_BAD_EVENT_NAME, item);
	operand->event = of;
	return parse_field(text, field, operand, suffix, diag);
}
