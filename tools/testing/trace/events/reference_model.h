/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Simple definitions of what the code under test computes, for random inputs.
 */
#ifndef _TRACE_EVENTS_REFERENCE_MODEL_H
#define _TRACE_EVENTS_REFERENCE_MODEL_H

#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "events/select.h"

static inline bool same_diag(const struct trace_diag *a, const struct trace_diag *b)
{
	return a->code == b->code && a->at.off == b->at.off && a->at.len == b->at.len;
}

/* NULL means any name, and equals only NULL. */
static inline bool same_name(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static inline bool same_selection(const struct event_selection *a, const struct event_selection *b)
{
	return a->disable == b->disable && same_name(a->system, b->system) &&
	       same_name(a->event, b->event) && same_name(a->either, b->either) &&
	       same_name(a->module, b->module);
}

/* Parts of a word between its colons. */
#define MODEL_PARTS_MAX	(EVENT_WORD_MAX + 1)

struct model_parts {
	const char *at[MODEL_PARTS_MAX];
	u32 off[MODEL_PARTS_MAX];
	unsigned int n;
};

/* Cut the word at each colon. Its first @skip bytes belong to no part. */
static inline void model_cut(struct model_parts *parts, char *word, u32 skip)
{
	char *s;

	parts->at[0] = word + skip;
	parts->off[0] = skip;
	parts->n = 1;
	for (s = word + skip; *s; s++) {
		if (*s != ':')
			continue;
		*s = '\0';
		parts->at[parts->n] = s + 1;
		parts->off[parts->n++] = s + 1 - word;
	}
}

/* Return the index of the part "mod" between two colons, or the number of parts. */
static inline unsigned int model_find_mod(const struct model_parts *parts)
{
	unsigned int i;

	for (i = 1; i + 1 < parts->n; i++)
		if (!strcmp(parts->at[i], "mod"))
			return i;
	return parts->n;
}

static inline const char *model_name(const char *name)
{
	return strcmp(name, "") && strcmp(name, "*") ? name : NULL;
}

static inline void model_error(struct trace_diag *diag, enum event_select_diag code, u32 off,
			       u32 len)
{
	trace_diag_set(diag, code, (struct trace_span){ off, len });
}

/* Like event_selection_parse(), by the parts of the word. @word is changed. */
static inline void model_parse(struct event_selection *selection, char *word,
			       struct trace_diag *diag)
{
	static struct model_parts parts;
	unsigned int skip = word[0] == '!', mod;
	const u32 *off = parts.off;

	*selection = (struct event_selection){ .disable = skip };
	if (strlen(word) > EVENT_WORD_MAX) {
		model_error(diag, EVENT_SELECT_TOO_LONG, 0, strlen(word));
		return;
	}
	if (!word[skip])
		model_error(diag, EVENT_SELECT_NO_NAME, skip, 0);
	model_cut(&parts, word, skip);
	mod = model_find_mod(&parts);
	if (mod < parts.n) {
		selection->module = parts.at[mod + 1];
		if (mod + 2 < parts.n)
			model_error(diag, EVENT_SELECT_EXTRA_COLON, off[mod + 2] - 1, 1);
		else if (!*selection->module)
			model_error(diag, EVENT_SELECT_NO_MODULE_NAME, off[mod + 1], 0);
	}
	if (mod > 2)
		model_error(diag, EVENT_SELECT_EXTRA_COLON, off[2] - 1, 1);
	if (mod == 1) {
		selection->either = model_name(parts.at[0]);
	} else {
		selection->system = model_name(parts.at[0]);
		selection->event = model_name(parts.at[1]);
	}
}

/* Largest length of a print format for the functions below. */
#define MODEL_FMT_MAX	8192

static inline bool model_is_word(char c)
{
	return isalnum(c) || c == '_';
}

/* Mark the bytes of literals, with their quotes. */
static inline void model_mark_literals(const char *fmt, bool *is_literal)
{
	bool is_escaped = false;
	char quote = '\0';
	size_t i;

	for (i = 0; fmt[i]; i++) {
		bool is_quote = !is_escaped && (fmt[i] == '"' || fmt[i] == '\'');

		is_literal[i] = quote || is_quote;
		is_escaped = quote && !is_escaped && fmt[i] == '\\';
		if (is_quote && !quote)
			quote = fmt[i];
		else if (is_quote && fmt[i] == quote)
			quote = '\0';
	}
}

/* Check whether a "." or "->" is before @pos, with or without blanks between them. */
static inline bool model_is_member(const char *fmt, size_t pos)
{
	while (pos && isspace(fmt[pos - 1]))
		pos--;
	return pos && (fmt[pos - 1] == '.' ||
		       (pos > 1 && fmt[pos - 2] == '-' && fmt[pos - 1] == '>'));
}

/*
 * Like print_fmt_replace_constants() with one constant: replace each occurrence that is a constant
 * by its surroundings. @name is an identifier, or begins with one and has no quotes and operators.
 */
static inline void model_replace(const char *fmt, const char *name, long value, char *result)
{
	static bool is_literal[MODEL_FMT_MAX];
	size_t len = strlen(name), n_digits, i = 0;
	char digits[32];

	n_digits = scnprintf(digits, sizeof(digits), "%ld", value);
	model_mark_literals(fmt, is_literal);
	while (fmt[i]) {
		if (n_digits <= len && !strncmp(fmt + i, name, len) && !is_literal[i] &&
		    !model_is_member(fmt, i) && (!i || !model_is_word(fmt[i - 1])) &&
		    !model_is_word(fmt[i + len])) {
			memcpy(result, digits, n_digits);
			result += n_digits;
			i += len;
		} else {
			*result++ = fmt[i++];
		}
	}
	*result = '\0';
}

#endif
