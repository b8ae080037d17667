// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the parameters of a hist trigger, the parts between colons: keys=, vals=, sort=, size=, the
 * definitions of variables, and the others of param_rules[]. action.c parses actions, sort.c parses
 * sort fields.
 *
 * Pure, like command.c, which splits off the parameters.
 */
#include <linux/bits.h>
#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/log2.h>

#include "../diag.h"
#include "parser.h"

/**
 * struct param_text - text of a parameter, split at the first '='
 * @name: text before the '='
 * @value: text behind the '='; empty without one
 */
struct param_text {
	struct trace_span name;
	struct trace_span value;
};

/**
 * struct param_rule - grammar of a parameter
 * @names: name of the parameter, and its aliases
 * @has_value: the parameter has the form name=value
 * @parse: stores the parameter in the spec; returns 0, -EINVAL with the diagnostic filled in, or
 *	-ENOMEM
 */
struct param_rule {
	const char *names[4];
	bool has_value;
	int (*parse)(struct hist_spec *spec, const struct param_text *param,
		     struct trace_diag *diag);
};

static int parse_fields(struct hist_spec *spec, const struct param_text *param,
			struct hist_expr *fields, unsigned int *n_fields,
			unsigned int max, enum hist_diag too_many, struct trace_diag *diag)
{
	struct trace_cursor cur = trace_cursor_over(spec->text, param->value);
	struct trace_span item;
	int ret;

	while (hist_next_item(&cur, ',', &item)) {
		if (*n_fields == max)
			return hist_diag_set(diag, too_many, item);
		ret = hist_expr_parse(spec->text, item, &fields[*n_fields], diag);
		if (ret)
			return ret;
		(*n_fields)++;
	}
	return 0;
}

static int parse_keys(struct hist_spec *spec, const struct param_text *param,
		      struct trace_diag *diag)
{
	return parse_fields(spec, param, spec->keys, &spec->n_keys, HIST_KEYS_MAX,
			    HIST_DIAG_TOO_MANY_KEYS, diag);
}

/* Every histogram has the hitcount as a value, so naming it does not use up one of the values. */
static bool names_hitcount(const struct hist_spec *spec)
{
	unsigned int i;

	for (i = 0; i < spec->n_vals; i++)
		if (trace_span_is(spec->text, spec->vals[i].span, "hitcount"))
			return true;
	return false;
}

static int parse_vals(struct hist_spec *spec, const struct param_text *param,
		      struct trace_diag *diag)
{
	int ret = parse_fields(spec, param, spec->vals, &spec->n_vals, ARRAY_SIZE(spec->vals),
			       HIST_DIAG_TOO_MANY_VALS, diag);

	if (!ret && spec->n_vals > HIST_VALS_MAX && !names_hitcount(spec))
		return hist_diag_set(diag, HIST_DIAG_TOO_MANY_VALS,
				     spec->vals[HIST_VALS_MAX].span);
	return ret;
}

static int parse_sort(struct hist_spec *spec, const struct param_text *param,
		      struct trace_diag *diag)
{
	struct trace_cursor cur = trace_cursor_over(spec->text, param->value);
	struct trace_span item;
	int ret;

	while (hist_next_item(&cur, ',', &item)) {
		if (!item.len)
			return hist_diag_set(diag, HIST_DIAG_EMPTY_SORT, param->name);
		if (spec->n_sorts == HIST_SORT_MAX)
			return hist_diag_set(diag, HIST_DIAG_TOO_MANY_SORTS, param->name);
		ret = hist_spec_parse_sort(spec, item, diag);
		if (ret)
			return ret;
	}
	return 0;
}

/*
 * Parse a number of at most @max, and round it up to a power of two of at least @min. Both are
 * powers of two. Return: 0; -EINVAL if the value is not a number; or -ERANGE.
 */
static int parse_power_of_two(const char *text, struct trace_span value, u32 min, u32 max,
			      u32 *result)
{
	u64 val;
	int ret = trace_span_to_u64(text, value, &val);

	if (ret)
		return ret;
	if (val <= min / 2 || val > max)
		return -ERANGE;
	*result = roundup_pow_of_two(val);
	return 0;
}

static int parse_size(struct hist_spec *spec, const struct param_text *param,
		      struct trace_diag *diag)
{
	int ret = parse_power_of_two(spec->text, param->value, HIST_SIZE_MIN, HIST_SIZE_MAX,
				     &spec->size);

	if (!ret)
		return 0;
	return hist_diag_set(diag, ret == -EINVAL ? HIST_DIAG_BAD_SIZE : HIST_DIAG_SIZE_RANGE,
			     param->value);
}

static int parse_pool(struct hist_spec *spec, const struct param_text *param,
		      struct trace_diag *diag)
{
	int ret = parse_power_of_two(spec->text, param->value, HIST_POOL_MIN, HIST_POOL_MAX,
				     &spec->pool);

	spec->pool_at = param->value;
	if (!ret)
		return 0;
	return hist_diag_set(diag, ret == -EINVAL ? HIST_DIAG_BAD_POOL : HIST_DIAG_POOL_RANGE,
			     param->value);
}

static int parse_overflow(struct hist_spec *spec, const struct param_text *param,
			  struct trace_diag *diag)
{
	struct trace_suggestion suggestion;

	spec->overflow = hist_overflow_find(spec->text, param->value);
	spec->overflow_at = param->value;
	if (spec->overflow != HIST_OVERFLOW_DEFAULT)
		return 0;
	suggestion = trace_suggestion_for(spec->text, param->value);
	hist_suggest_overflow(&suggestion);
	return hist_diag_suggest(diag, HIST_DIAG_BAD_OVERFLOW, param->value, "", &suggestion);
}

static int parse_name(struct hist_spec *spec, const struct param_text *param,
		      struct trace_diag *diag)
{
	u32 i;

	for (i = 0; i < param->value.len; i++) {
		char c = spec->text[param->value.off + i];

		if (!isalnum(c) && c != '_' && c != '-' && c != '.')
			return hist_diag_set(diag, HIST_DIAG_BAD_NAME, param->value);
	}
	spec->name = param->value;
	return 0;
}

static int parse_clock(struct hist_spec *spec, const struct param_text *param,
		       struct trace_diag *diag)
{
	spec->clock = param->value;
	return 0;
}

static int parse_nohitcount(struct hist_spec *spec, const struct param_text *param,
			    struct trace_diag *diag)
{
	spec->nohitcount = true;
	spec->nohitcount_at = param->name;
	return 0;
}

static int parse_pause(struct hist_spec *spec, const struct param_text *param,
		       struct trace_diag *diag)
{
	spec->pause = true;
	return 0;
}

static int parse_cont(struct hist_spec *spec, const struct param_text *param,
		      struct trace_diag *diag)
{
	spec->cont = true;
	return 0;
}

static int parse_clear(struct hist_spec *spec, const struct param_text *param,
		       struct trace_diag *diag)
{
	spec->clear = true;
	return 0;
}

static const struct param_rule param_rules[] = {
	{ { "keys", "key" },			true,	parse_keys },
	{ { "values", "vals", "val" },		true,	parse_vals },
	{ { "sort" },				true,	parse_sort },
	{ { "size" },				true,	parse_size },
	{ { "pool" },				true,	parse_pool },
	{ { "overflow" },			true,	parse_overflow },
	{ { "name" },				true,	parse_name },
	{ { "clock" },				true,	parse_clock },
	{ { "nohitcount", "NOHC" },		false,	parse_nohitcount },
	{ { "pause" },				false,	parse_pause },
	{ { "continue", "cont" },		false,	parse_cont },
	{ { "clear" },				false,	parse_clear },
};

static const struct param_rule *find_rule(const char *text, struct trace_span name)
{
	const struct param_rule *rule;
	unsigned int i;

	for (rule = param_rules; rule < param_rules + ARRAY_SIZE(param_rules); rule++)
		for (i = 0; i < ARRAY_SIZE(rule->names) && rule->names[i]; i++)
			if (trace_span_is(text, name, rule->names[i]))
				return rule;
	return NULL;
}

static int parse_var(struct hist_spec *spec, const struct param_text *var, struct trace_diag *diag)
{
	struct hist_spec_var *next = &spec->vars[spec->n_vars];
	unsigned int i;

	if (!hist_var_name_is_valid(spec->text, var->name))
		return hist_diag_set(diag, HIST_DIAG_BAD_VAR_NAME, var->name);
	if (!var->value.len)
		return hist_diag_set(diag, HIST_DIAG_EMPTY_ASSIGNMENT, var->name);
	for (i = 0; i < spec->n_vars; i++)
		if (trace_spans_same(spec->text, spec->vars[i].name, var->name))
			return hist_diag_set(diag, HIST_DIAG_VAR_EXISTS, var->name);
	if (spec->n_vars == HIST_VARS_MAX)
		return hist_diag_set(diag, HIST_DIAG_TOO_MANY_VARS, var->name);

	spec->n_vars++;
	next->name = var->name;
	return hist_expr_parse(spec->text, var->value, &next->expr, diag);
}

/* Parse <variable>=<expression>[,<variable>=<expression>...]. */
static int parse_vars(struct hist_spec *spec, struct trace_span all, struct trace_diag *diag)
{
	struct trace_cursor cur = trace_cursor_over(spec->text, all);
	struct trace_span item;
	struct param_text var;
	int ret = 0;

	while (!ret && hist_next_item(&cur, ',', &item)) {
		if (trace_span_cut(spec->text, item, '=', &var.name, &var.value))
			ret = parse_var(spec, &var, diag);
		else
			ret = hist_diag_set(diag, HIST_DIAG_NO_ASSIGNMENT, item);
	}
	return ret;
}

static int reject_param(const char *text, struct trace_span name, struct trace_diag *diag)
{
	struct trace_suggestion suggestion = trace_suggestion_for(text, name);
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(param_rules); i++)
		for (j = 0; j < ARRAY_SIZE(param_rules->names) && param_rules[i].names[j]; j++)
			trace_suggest_offer(&suggestion, param_rules[i].names[j]);
	return hist_diag_suggest(diag, HIST_DIAG_UNKNOWN_PARAM, name, "", &suggestion);
}

/* Parse a parameter with an unknown name: an action, or the definition of variables. */
static int parse_action_or_vars(struct hist_spec *spec, struct trace_span item, bool has_value,
				struct trace_diag *diag)
{
	if (hist_spec_is_action(spec->text, item))
		return hist_spec_parse_action(spec, item, diag);
	if (has_value)
		return parse_vars(spec, item, diag);
	return reject_param(spec->text, item, diag);
}

static int parse_param(struct hist_spec *spec, struct trace_span item,
		       unsigned long *seen, struct trace_diag *diag)
{
	const struct param_rule *rule;
	struct param_text param;
	bool has_value;

	if (!item.len)
		return hist_diag_set(diag, HIST_DIAG_EMPTY_PARAM, item);

	has_value = trace_span_cut(spec->text, item, '=', &param.name, &param.value);
	rule = find_rule(spec->text, param.name);
	if (!rule)
		return parse_action_or_vars(spec, item, has_value, diag);
	if (*seen & BIT(rule - param_rules))
		return hist_diag_set(diag, HIST_DIAG_DUPLICATE_PARAM, item);
	*seen |= BIT(rule - param_rules);

	if (rule->has_value && !has_value)
		return hist_diag_set(diag, HIST_DIAG_NO_ASSIGNMENT, item);
	if (!rule->has_value && has_value)
		return hist_diag_set(diag, HIST_DIAG_NEEDS_NO_VALUE, param.value);
	if (rule->has_value && !param.value.len)
		return hist_diag_set(diag, HIST_DIAG_EMPTY_ASSIGNMENT, param.name);
	return rule->parse(spec, &param, diag);
}

/**
 * hist_spec_parse_params - parse the parameters of a command
 * @spec: spec that the parameters are stored in
 * @params: text between "hist:" and the filter
 * @diag: filled in if the text is invalid
 *
 * Context: may sleep; takes no locks.
 * Return: 0, -EINVAL or -ENOMEM.
 */
int hist_spec_parse_params(struct hist_spec *spec, struct trace_span params,
			   struct trace_diag *diag)
{
	struct trace_cursor cur = trace_cursor_over(spec->text, params);
	struct trace_span item;
	unsigned long seen = 0;
	int ret;

	while (params.len && hist_next_item(&cur, ':', &item)) {
		ret = parse_param(spec, item, &seen, diag);
		if (ret)
			return ret;
	}
	if (!spec->n_keys)
		return hist_diag_set(diag, HIST_DIAG_NO_KEYS, spec->command);
	return 0;
}
