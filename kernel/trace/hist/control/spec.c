// SPDX-License-Identifier: GPL-2.0
/* Parse a command that is written to hist_control. Pure code: it takes no locks. */
#include <linux/array_size.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "diag.h"
#include "spec.h"

static const char *const verbs[HIST_VERB_COUNT] = {
	[HIST_VERB_PAUSE]	= "pause",
	[HIST_VERB_CONTINUE]	= "continue",
	[HIST_VERB_CLEAR]	= "clear",
	[HIST_VERB_DELTA]	= "delta",
};

static int parse_verb(struct hist_control_spec *spec, struct trace_span word,
		      struct trace_diag *diag)
{
	struct trace_suggestion suggestion = trace_suggestion_for(spec->text, word);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(verbs); i++) {
		if (trace_span_is(spec->text, word, verbs[i])) {
			spec->verb = i;
			spec->verb_at = word;
			return 0;
		}
		trace_suggest_offer(&suggestion, verbs[i]);
	}
	return trace_diag_suggest(diag, HIST_CONTROL_DIAG_BAD_VERB, word, "", &suggestion);
}

static int parse_target(const char *text, struct trace_span word, struct hist_target *target,
			struct trace_diag *diag)
{
	struct trace_span head, tail;

	target->at = word;
	if (text[word.off] == '#') {
		target->kind = HIST_TARGET_ID;
		if (trace_span_to_u64(text, trace_span_from(word, word.off + 1), &target->id))
			return trace_diag_set(diag, HIST_CONTROL_DIAG_BAD_ID, word);
		return 0;
	}
	if (trace_span_cut(text, word, '=', &head, &tail) && trace_span_is(text, head, "name") &&
	    tail.len) {
		target->kind = HIST_TARGET_NAME;
		target->name = tail;
		return 0;
	}
	if (trace_span_cut(text, word, ':', &head, &tail) && head.len && tail.len) {
		target->kind = HIST_TARGET_EVENT;
		target->system = head;
		target->name = tail;
		return 0;
	}
	return trace_diag_set(diag, HIST_CONTROL_DIAG_BAD_TARGET, word);
}

static int parse_targets(struct hist_control_spec *spec, struct trace_cursor cur,
			 struct trace_diag *diag)
{
	struct trace_cursor counter = cur;
	struct trace_span word;
	unsigned int n = 0;
	int ret = 0;

	while (trace_next_word(&counter, &word))
		n++;
	if (!n)
		return 0;
	spec->targets = kvcalloc(n, sizeof(*spec->targets), GFP_KERNEL);
	if (!spec->targets)
		return -ENOMEM;
	while (!ret && trace_next_word(&cur, &word))
		ret = parse_target(spec->text, word, &spec->targets[spec->n_targets++], diag);
	return ret;
}

/**
 * hist_control_parse - parse a command
 * @spec: filled in; to be freed with hist_control_spec_free(), also after an error
 * @text: the command; must exist as long as @spec
 * @len: length of @text in bytes
 * @diag: filled in with the error and its position, if the command is rejected
 *
 * Context: may sleep.
 * Return: 0; -EINVAL with @diag filled in; or -ENOMEM.
 */
int hist_control_parse(struct hist_control_spec *spec, const char *text, u32 len,
		       struct trace_diag *diag)
{
	const char *nul = memchr(text, '\0', len);
	struct trace_cursor cur = trace_cursor_over(text, (struct trace_span){ .len = len });
	struct trace_span word;
	int ret;

	*spec = (struct hist_control_spec){ .text = text };
	if (len > HIST_CONTROL_TEXT_MAX)
		return trace_diag_set(diag, HIST_CONTROL_DIAG_TOO_LONG,
				      (struct trace_span){ HIST_CONTROL_TEXT_MAX, 1 });
	if (nul)
		return trace_diag_set(diag, HIST_CONTROL_DIAG_NUL_BYTE,
				      (struct trace_span){ nul - text, 1 });
	if (!trace_next_word(&cur, &word))
		return trace_diag_set(diag, HIST_CONTROL_DIAG_EMPTY, (struct trace_span){});
	ret = parse_verb(spec, word, diag);
	return ret ?: parse_targets(spec, cur, diag);
}

/**
 * hist_control_spec_free - free what hist_control_parse() has allocated
 * @spec: the spec; not used after
 */
void hist_control_spec_free(struct hist_control_spec *spec)
{
	kvfree(spec->targets);
}
