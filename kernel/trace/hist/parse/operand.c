// SPDX-License-Identifier: GPL-2.0
/*
 * Parse references to fields and variables into struct hist_operand.
 *
 * Pure: knows the syntax, but no event and no histogram.  The compiler resolves the names.
 */
#include <linux/ctype.h>
#include <linux/errno.h>
#include <linux/string.h>

#include "../diag.h"
#include "operand.h"

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
		return hist_diag_set(diag, HIST_DIAG_BAD_MODIFIER, mod);

	if (!hist_mod_info[operand->mod].has_arg)
		return has_arg ? hist_diag_set(diag, HIST_DIAG_BAD_MODIFIER, mod) : 0;

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

/* Parse [<system>.<event>.]$<variable>, where @dollar is the offset of the '$'. */
static int parse_var(const char *text, struct hist_operand *operand, u32 dollar,
		     struct trace_diag *diag)
{
	struct trace_span item = operand->span;
	struct trace_span event = { item.off, dollar - item.off };

	operand->is_var = true;
	operand->name = trace_span_from(item, dollar + 1);
	if (!hist_var_name_is_valid(text, operand->name))
		return hist_diag_set(diag, HIST_DIAG_BAD_VAR_NAME, operand->name);
	if (!event.len)
		return 0;

	if (text[dollar - 1] != '.')
		return hist_diag_set(diag, HIST_DIAG_BAD_EVENT_NAME, event);
	event.len--;
	if (hist_event_name_parse(text, event, &operand->event))
		return hist_diag_set(diag, HIST_DIAG_BAD_EVENT_NAME, event);
	return 0;
}

/* Parse <field>[.<modifier>]. */
static int parse_field(const char *text, struct trace_span item, struct hist_operand *operand,
		       struct trace_diag *diag)
{
	struct trace_span mod;
	bool has_mod = trace_span_cut(text, item, '.', &operand->name, &mod);

	if (!operand->name.len)
		return hist_diag_set(diag, HIST_DIAG_EMPTY_FIELD, item);
	return has_mod ? hist_modifier_parse(text, mod, operand, diag) : 0;
}

/*
 * Two dots separate <system>.<event>.<field>.  If both last parts are modifiers, the operand is a
 * field with too many modifiers instead, and parse_field() reports that.
 */
static bool split_event(const char *text, struct trace_span item, struct hist_event_spans *of,
			struct trace_span *field)
{
	return trace_span_cut(text, item, '.', &of->system, field) &&
	       trace_span_cut(text, *field, '.', &of->event, field) &&
	       (hist_mod_find(text, of->event) == HIST_MOD_NONE ||
		hist_mod_find(text, *field) == HIST_MOD_NONE);
}

/**
 * hist_operand_parse - parse a reference to a field or a variable
 * @text: the whole command
 * @item: text of the reference
 * @operand: filled in
 * @diag: filled in if the reference is invalid
 *
 * A reference to a field with two dots names an event, unless modifiers follow both dots.
 *
 * Return: 0 or -EINVAL.
 */
int hist_operand_parse(const char *text, struct trace_span item, struct hist_operand *operand,
		       struct trace_diag *diag)
{
	const char *dollar = memchr(text + item.off, '$', item.len);
	struct hist_event_spans of;
	struct trace_span field;

	*operand = (struct hist_operand){ .span = item };
	if (dollar)
		return parse_var(text, operand, dollar - text, diag);

	if (!split_event(text, item, &of, &field))
		return parse_field(text, item, operand, diag);
	if (!of.system.len || !of.event.len)
		return hist_diag_set(diag, HIST_DIAG_BAD_EVENT_NAME, item);
	operand->event = of;
	return parse_field(text, field, operand, diag);
}
