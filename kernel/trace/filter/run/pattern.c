// SPDX-License-Identifier: GPL-2.0
/*
 * Compare text with strings and glob patterns (per-event code). compile/pattern.c creates the
 * patterns. This file does not depend on filters or records.
 *
 * Neither patterns nor text need be NUL-terminated, so a field can be compared in place. Matching
 * takes at most len(pattern) * len(text) steps, takes no locks, allocates nothing and does not
 * recurse.
 */
#include <linux/string.h>

#include "../pattern.h"

static bool filter_pattern_contains(const char *str, u32 len, const char *part, u32 part_len)
{
	u32 i;

	for (i = 0; len - i >= part_len; i++)
		if (!memcmp(str + i, part, part_len))
			return true;
	return false;
}

/**
 * struct glob - position in a glob pattern
 * @at: next byte of the pattern
 * @end: end of the pattern
 * @classes: after the last byte that can end a character class
 */
struct glob {
	const char *at;
	const char *end;
	const char *classes;
};

/*
 * Find the ']' that ends a character class; @glob is after its '['. Searching only up to
 * @glob->classes limits the cost of a '[' that is never closed.
 *
 * Return: address of the ']', or NULL if '[' is a literal character.
 */
static const char *class_end(const struct glob *glob)
{
	const char *at = glob->at;

	if (at < glob->end && *at == '!')
		at++;
	/* A ']' that comes first is a member of the class. */
	if (at < glob->end)
		at++;
	return at < glob->classes ? memchr(at, ']', glob->classes - at) : NULL;
}

/* Match one byte with a class: [abc], [a-z], [!a-z]. @glob is after the '['. */
static bool matches_class(struct glob *glob, const char *end, unsigned char c)
{
	bool inverted = *glob->at == '!', found = false;
	const char *at = glob->at + inverted;

	for (; at < end; at++) {
		unsigned char first = at[0], last = first;

		if (end - at > 2 && at[1] == '-') {
			last = at[2];
			at += 2;
		}
		found = found || (first <= c && c <= last);
	}
	glob->at = end + 1;
	return found != inverted;
}

/* Match one byte with the next element of the pattern, and advance after the element. */
static bool matches_one(struct glob *glob, char c)
{
	const char *end;

	switch (*glob->at) {
	case '?':
		glob->at++;
		return true;
	case '[':
		glob->at++;
		end = class_end(glob);
		if (end)
			return matches_class(glob, end, c);
		return c == '[';
	case '\\':
		if (glob->end - glob->at > 1)
			glob->at++;
		fallthrough;
	default:
		return *glob->at++ == c;
	}
}

/*
 * On a mismatch, let the last '*' match one byte more and retry the pattern after it.
 * Backtracking to an earlier '*' is unnecessary: the last one can match all text that an earlier
 * one could.
 */
static bool matches_glob(const struct filter_pattern *pattern, const char *str, u32 len)
{
	struct glob glob = {
		pattern->str, pattern->str + pattern->len, pattern->str + pattern->classes,
	};
	const char *end = str + len, *retry = NULL, *after_star = NULL;

	while (str < end || glob.at < glob.end) {
		if (glob.at < glob.end && *glob.at == '*') {
			after_star = ++glob.at;
			retry = str;
			continue;
		}
		if (glob.at < glob.end && str < end && matches_one(&glob, *str)) {
			str++;
			continue;
		}
		if (!after_star || retry == end)
			return false;
		glob.at = after_star;
		str = ++retry;
	}
	return true;
}

/**
 * filter_pattern_match - compare text with a pattern
 * @pattern: the pattern
 * @str: the text; need not be NUL-terminated
 * @len: its length in bytes
 *
 * Context: any.
 * Return: true if the text matches.
 */
bool filter_pattern_match(const struct filter_pattern *pattern, const char *str, u32 len)
{
	switch (pattern->match) {
	case FILTER_MATCH_WHOLE:
		return len == pattern->len && !memcmp(str, pattern->str, len);
	case FILTER_MATCH_START:
		return len >= pattern->len && !memcmp(str, pattern->str, pattern->len);
	case FILTER_MATCH_END:
		return len >= pattern->len &&
		       !memcmp(str + len - pattern->len, pattern->str, pattern->len);
	case FILTER_MATCH_MIDDLE:
		return filter_pattern_contains(str, len, pattern->str, pattern->len);
	default:
		return matches_glob(pattern, str, len);
	}
}
