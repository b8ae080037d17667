/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Match a string against a glob, as the kernel does. fnmatch() differs: it treats "[^" as "[!",
 * knows classes such as "[[:digit:]]", and a backslash in brackets escapes the next character.
 */
#ifndef _SHIM_LINUX_GLOB_H
#define _SHIM_LINUX_GLOB_H

#include <linux/types.h>
#include <string.h>

/*
 * Match @c against the text of a class, which is between @set and @end. A "-" at the end of the
 * text is no range.
 */
static inline bool shim_glob_in_class(const char *set, const char *end, unsigned char c)
{
	bool matches = false;

	while (set < end) {
		unsigned char from = *set++, to = from;

		if (end - set >= 2 && *set == '-') {
			to = set[1];
			set += 2;
		}
		matches |= from <= c && c <= to;
	}
	return matches;
}

/*
 * Match @c, which is not NUL, against the first token of @pat: a character, "?" or a class. The
 * first character of a class may be "]". A "[" that begins no class matches itself. Return: the
 * next token, or NULL if @c does not match.
 */
static inline const char *shim_glob_next(const char *pat, unsigned char c)
{
	bool inverted = pat[0] == '[' && pat[1] == '!';
	const char *set = pat + 1 + inverted;
	const char *end = pat[0] == '[' && *set ? strchr(set + 1, ']') : NULL;

	if (end)
		return shim_glob_in_class(set, end, c) != inverted ? end + 1 : NULL;
	if (*pat == '?')
		return pat + 1;
	if (*pat == '\\')
		pat++;
	return c == (unsigned char)*pat ? pat + 1 : NULL;
}

/*
 * Only the text of the last "*" can still grow: texts of those before it are the shortest ones that
 * match, and longer texts would leave less for the rest.
 */
static inline bool glob_match(const char *pat, const char *str)
{
	const char *star = NULL, *star_end = NULL, *next;

	for (;;) {
		if (*pat == '*') {
			star = ++pat;
			star_end = str;
			continue;
		}
		/* A backslash at the end of the pattern has no character to escape. */
		if (!*str)
			return !pat[*pat == '\\'];
		next = shim_glob_next(pat, *str);
		if (!next && !star)
			return false;
		pat = next ?: star;
		str = next ? str + 1 : ++star_end;
	}
}

#endif
