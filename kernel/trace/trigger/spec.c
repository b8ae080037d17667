// SPDX-License-Identifier: GPL-2.0
/*
 * Parser of trigger commands. It does not know events, and does not parse the filter of a
 * command. Pure code, no locks.
 */
#include <linux/limits.h>
#include <linux/string.h>

#include "spec.h"

/**
 * trigger_spec_name - find the name of a command
 * @text: the command
 * @len: length of the command
 * @name: set to the name
 * @diag: set to the error
 *
 * Checks the properties that all commands share: length, no NUL byte, not empty.
 *
 * Context: any.
 * Return: 0, or -EINVAL with @diag set.
 */
int trigger_spec_name(const char *text, u32 len, struct trace_span *name,
		      struct trace_diag *diag)
{
	struct trace_span all = trace_span_trim(text, (struct trace_span){ .len = len });
	const char *nul = memchr(text, '\0', len);
	u32 end;

	if (nul)
		return trigger_diag_set(diag, TRIGGER_DIAG_NUL_BYTE,
					(struct trace_span){ nul - text, 1 });
	if (len > TRIGGER_TEXT_MAX)
		return trigger_diag_set(diag, TRIGGER_DIAG_TOO_LONG,
					(struct trace_span){ TRIGGER_TEXT_MAX, 1 });

	if (all.len && text[all.off] == '!')
		all = trace_span_from(all, all.off + 1);
	for (end = all.off; end < trace_span_end(all); end++)
		if (text[end] == ':' || trace_is_blank(text[end]))
			break;
	*name = (struct trace_span){ all.off, end - all.off };
	if (!name->len)
		return trigger_diag_set(diag, TRIGGER_DIAG_EMPTY, *name);
	return 0;
}

/* Parse a count as users write it (3) or as the trigger file shows it (count=3, unlimited). */
static int parse_count(struct trigger_spec *spec, struct trace_span at, struct trace_diag *diag)
{
	struct trace_span key, number;
	u64 count = 0;
	int ret;

	spec->count_at = at;
	if (trace_span_is(spec->text, at, "unlimited"))
		return 0;
	if (!trace_span_cut(spec->text, at, '=', &key, &number) ||
	    !trace_span_is(spec->text, key, "count"))
		number = at;

	ret = trace_span_to_u64(spec->text, number, &count);
	if (ret == -EINVAL)
		return trigger_diag_set(diag, TRIGGER_DIAG_BAD_COUNT, at);
	if (ret || count > LONG_MAX)
		return trigger_diag_set(diag, TRIGGER_DIAG_COUNT_RANGE, at);
	if (!count)
		return trigger_diag_set(diag, TRIGGER_DIAG_COUNT_ZERO, at);
	spec->count = count;
	return 0;
}

/*
 * Read the next parameter. trace_next_item() cannot be used: it keeps text in parentheses together,
 * but the name of a user event can have a single parenthesis.
 */
static bool next_param(struct trace_cursor *cur, struct trace_span *param)
{
	u32 start = cur->pos;

	if (!cur->more)
		return false;
	while (cur->pos < cur->end && cur->text[cur->pos] != ':')
		cur->pos++;
	*param = trace_cursor_take(cur, start);
	return true;
}

static int parse_target(struct trigger_spec *spec, struct trace_cursor *cur,
			struct trace_span params, struct trace_diag *diag)
{
	if (!next_param(cur, &spec->system) || !next_param(cur, &spec->event) ||
	    !spec->system.len || !spec->event.len)
		return trigger_diag_set(diag, TRIGGER_DIAG_NO_TARGET, params);
	return 0;
}

static int parse_params(struct trigger_spec *spec, struct trace_span params, bool has_target,
			struct trace_diag *diag)
{
	struct trace_cursor cur = trace_cursor_over(spec->text, params);
	struct trace_span item;
	int ret;

	if (has_target) {
		ret = parse_target(spec, &cur, params, diag);
		if (ret)
			return ret;
	}
	/* Without a target event, the cursor yields at least one item, which may be empty. */
	if (!next_param(&cur, &item))
		return 0;
	ret = parse_count(spec, item, diag);
	if (!ret && next_param(&cur, &item))
		return trigger_diag_set(diag, TRIGGER_DIAG_TOO_MANY_PARAMS, item);
	return ret;
}

/* Cut "if <filter>" off the command. The parameters remain. */
static int split_filter(struct trigger_spec *spec, struct trace_span *all,
			struct trace_diag *diag)
{
	struct trace_span word;

	if (!trace_span_find_word(spec->text, *all, "if", &word))
		return 0;
	spec->filter = trace_span_trim(spec->text, trace_span_from(*all, trace_span_end(word)));
	if (!spec->filter.len)
		return trigger_diag_set(diag, TRIGGER_DIAG_NO_FILTER, word);
	all->len = word.off - all->off;
	*all = trace_span_trim(spec->text, *all);
	return 0;
}

static int parse_added(struct trigger_spec *spec, struct trace_span rest, bool has_target,
		       struct trace_diag *diag)
{
	int ret = split_filter(spec, &rest, diag);

	if (ret)
		return ret;
	if (!rest.len)
		return has_target ? trigger_diag_set(diag, TRIGGER_DIAG_NO_TARGET, rest) : 0;
	if (spec->text[rest.off] != ':')
		return trigger_diag_set(diag, TRIGGER_DIAG_NO_IF, rest);
	return parse_params(spec, trace_span_from(rest, rest.off + 1), has_target, diag);
}

/*
 * A removal is matched by command and target event only. The rest is ignored: clients write back
 * a line that they have read, which may have a count of 0, or only its first word. A second line
 * that is not part of the filter may be intended as another command, so it is rejected.
 */
static int parse_removed(struct trigger_spec *spec, struct trace_span rest, bool has_target,
			 struct trace_diag *diag)
{
	struct trace_span word, first, second;
	struct trace_cursor cur;
	int ret;

	if (trace_span_find_word(spec->text, rest, "if", &word))
		rest.len = word.off - rest.off;
	if (trace_span_cut(spec->text, rest, '\n', &first, &second) && second.len)
		return trigger_diag_set(diag, TRIGGER_DIAG_NO_IF, second);
	if (!has_target)
		return 0;
	rest = trace_span_trim(spec->text, rest);
	if (rest.len && spec->text[rest.off] == ':')
		rest = trace_span_from(rest, rest.off + 1);
	cur = trace_cursor_over(spec->text, rest);
	ret = parse_target(spec, &cur, rest, diag);
	if (ret)
		return ret;
	cur = trace_cursor_over(spec->text, spec->event);
	trace_next_word(&cur, &spec->event);
	return 0;
}

/**
 * trigger_spec_parse - parse a trigger command
 * @spec: set to the parsed command, which refers to @text
 * @text: the command; must outlive @spec
 * @len: length of the command
 * @has_target: the command has a target event
 * @diag: set to the error, with its position in @text
 *
 * Context: any.
 * Return: 0, or -EINVAL with @diag set.
 */
int trigger_spec_parse(struct trigger_spec *spec, const char *text, u32 len, bool has_target,
		       struct trace_diag *diag)
{
	struct trace_span rest = { .len = len };
	int ret;

	*spec = (struct trigger_spec){ .text = text };
	ret = trigger_spec_name(text, len, &spec->command, diag);
	if (ret)
		return ret;
	spec->remove = spec->command.off && text[spec->command.off - 1] == '!';

	rest = trace_span_from(rest, trace_span_end(spec->command));
	if (spec->remove)
		return parse_removed(spec, rest, has_target, diag);
	return parse_added(spec, trace_span_trim(text, rest), has_target, diag);
}
