// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the text of a handler and its action into struct hist_spec_action.
 *
 *	onmatch(<system>.<event>).<action>
 *	onmax($<variable>).<action>
 *	onmin($<variable>).<action>
 *	onchange($<variable>).<action>
 *
 *	<synthetic event>(<param>,...)
 *	trace(<synthetic event>,<param>,...)
 *	save(<param>,...)
 *	snapshot()
 *
 * Pure, like command.c and param.c, which parse the rest of a command.
 */
#include <linux/slab.h>
#include <linux/string.h>

#include "../diag.h"
#include "parser.h"

/**
 * struct call_syntax - a name and the text in the parentheses behind it
 * @name: text before the '('
 * @args: text between the parentheses
 */
struct call_syntax {
	struct trace_span name;
	struct trace_span args;
};

/* Remove the first call from @all and split it into name and arguments. */
static int parse_call(const char *text, struct trace_span *all, struct call_syntax *call,
		      struct trace_diag *diag)
{
	struct trace_span args, after;

	if (!trace_span_cut(text, *all, '(', &call->name, &args))
		return hist_diag_set(diag, HIST_DIAG_NO_PARENTHESES, *all);
	if (!trace_span_cut(text, args, ')', &call->args, &after))
		return hist_diag_set(diag, HIST_DIAG_NOT_CLOSED, call->name);
	*all = after;
	return 0;
}

static int parse_match(const char *text, struct hist_spec_action *action,
		       struct trace_diag *diag)
{
	if (!action->handler_arg.len)
		return hist_diag_set(diag, HIST_DIAG_NO_MATCH_EVENT, action->span);
	if (hist_event_name_parse(text, action->handler_arg, &action->match))
		return hist_diag_set(diag, HIST_DIAG_BAD_EVENT_NAME, action->handler_arg);
	return 0;
}

static int parse_tracked(const char *text, struct hist_spec_action *action,
			 struct trace_diag *diag)
{
	if (!action->handler_arg.len || text[action->handler_arg.off] != '$')
		return hist_diag_set(diag, HIST_DIAG_TRACKS_NO_VAR,
				     action->handler_arg.len ? action->handler_arg : action->span);
	action->var = trace_span_from(action->handler_arg, action->handler_arg.off + 1);
	if (!hist_var_name_is_valid(text, action->var))
		return hist_diag_set(diag, HIST_DIAG_BAD_VAR_NAME, action->handler_arg);
	return 0;
}

static int reject_handler(const char *text, struct trace_span name, struct trace_diag *diag)
{
	struct trace_suggestion suggestion = trace_suggestion_for(text, name);

	hist_suggest_handler(&suggestion);
	return hist_diag_suggest(diag, HIST_DIAG_UNKNOWN_HANDLER, name, "", &suggestion);
}

static int parse_handler(const char *text, const struct call_syntax *call,
			 struct hist_spec_action *action, struct trace_diag *diag)
{
	enum hist_handler handler;

	action->handler_arg = call->args;
	for (handler = 0; handler < HIST_HANDLER_COUNT; handler++) {
		if (!trace_span_is(text, call->name, hist_handler_info[handler].name))
			continue;
		action->handler = handler;
		return hist_handler_tracks(handler) ?
			parse_tracked(text, action, diag) : parse_match(text, action, diag);
	}
	return reject_handler(text, call->name, diag);
}

static int parse_params(const char *text, struct trace_span all,
			struct hist_spec_action *action, struct trace_diag *diag)
{
	struct trace_cursor cur = trace_cursor_over(text, all);
	struct trace_span item;
	unsigned int n = 0;
	int ret = 0;

	while (trace_next_item(&cur, ',', &item))
		if (n++ == HIST_PARAMS_MAX)
			return hist_diag_set(diag, HIST_DIAG_TOO_MANY_PARAMS, item);

	action->params = kcalloc(n, sizeof(*action->params), GFP_KERNEL);
	if (!action->params)
		return -ENOMEM;

	cur = trace_cursor_over(text, all);
	while (!ret && trace_next_item(&cur, ',', &item)) {
		if (!item.len)
			return hist_diag_set(diag, HIST_DIAG_EMPTY_PARAM, item);
		ret = hist_operand_parse(text, item, &action->params[action->n_params++], NULL,
					 diag);
	}
	return ret;
}

/* Parse the arguments of trace, <synthetic event>[,<param>...].  Return: the parameters. */
static struct trace_span parse_trace_event(const char *text, struct trace_span args,
					   struct hist_spec_action *action)
{
	struct trace_span rest;

	trace_span_cut(text, args, ',', &action->event, &rest);
	return rest;
}

/* Find the kind of an action by its name.  An unknown name is that of a synthetic event. */
static int parse_kind(const char *text, const struct call_syntax *call, struct trace_span *params,
		      struct hist_spec_action *action, struct trace_diag *diag)
{
	action->name = call->name;
	action->kind = hist_action_find(text, call->name);
	action->by_name = action->kind == HIST_ACTION_COUNT;

	if (action->by_name) {
		action->kind = HIST_ACTION_TRACE;
		action->event = call->name;
	} else if (action->kind == HIST_ACTION_TRACE) {
		*params = parse_trace_event(text, call->args, action);
		if (!action->event.len)
			return hist_diag_set(diag, HIST_DIAG_NO_SYNTH_NAME, call->name);
	}
	return 0;
}

static int parse_action(const char *text, const struct call_syntax *call,
			struct hist_spec_action *action, struct trace_diag *diag)
{
	struct trace_span params = call->args;
	const struct hist_action_info *info;
	int ret = parse_kind(text, call, &params, action, diag);

	if (ret)
		return ret;
	info = &hist_action_info[action->kind];
	if (info->tracks_only && !hist_handler_tracks(action->handler))
		return hist_diag_set(diag, HIST_DIAG_HANDLER_ACTION, call->name);
	if (params.len && info->with_params)
		return hist_diag_set(diag, info->with_params, params);
	if (!params.len && info->without_params)
		return hist_diag_set(diag, info->without_params, call->name);
	return params.len ? parse_params(text, params, action, diag) : 0;
}

/**
 * hist_spec_is_action - check whether a parameter is a handler with its action
 * @text: the whole command
 * @item: text of the parameter
 *
 * Return: true if the parameter is a name followed by a parenthesis, without a '=' before it.
 */
bool hist_spec_is_action(const char *text, struct trace_span item)
{
	struct trace_span name, args;

	return trace_span_cut(text, item, '(', &name, &args) &&
	       !memchr(text + name.off, '=', name.len);
}

/**
 * hist_spec_parse_action - parse a handler and its action
 * @spec: spec that the action is added to
 * @item: text of the handler and the action
 * @diag: filled in if the text is invalid
 *
 * Context: may sleep; takes no locks.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int hist_spec_parse_action(struct hist_spec *spec, struct trace_span item,
			   struct trace_diag *diag)
{
	struct hist_spec_action *action = &spec->actions[spec->n_actions];
	const char *text = spec->text;
	struct call_syntax call;
	int ret;

	if (spec->n_actions == HIST_ACTIONS_MAX)
		return hist_diag_set(diag, HIST_DIAG_TOO_MANY_ACTIONS, item);
	spec->n_actions++;
	action->span = item;

	ret = parse_call(text, &item, &call, diag);
	ret = ret ?: parse_handler(text, &call, action, diag);
	if (ret)
		return ret;

	if (item.len && text[item.off] == '.')
		item = trace_span_trim(text, trace_span_from(item, item.off + 1));
	else if (item.len)
		return hist_diag_set(diag, HIST_DIAG_NO_ACTION, item);
	if (!item.len)
		return hist_diag_set(diag, HIST_DIAG_NO_ACTION, action->span);

	ret = parse_call(text, &item, &call, diag);
	ret = ret ?: parse_action(text, &call, action, diag);
	if (!ret && item.len)
		ret = hist_diag_set(diag, HIST_DIAG_AFTER_ACTION, item);
	return ret;
}
