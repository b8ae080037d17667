/* SPDX-License-Identifier: GPL-2.0 */
/* Strings and glob patterns to compare text with. */
#ifndef _TRACE_FILTER_PATTERN_H
#define _TRACE_FILTER_PATTERN_H

#include <linux/types.h>

/**
 * enum filter_match - how text is compared with a pattern
 * @FILTER_MATCH_WHOLE: text is equal to the string
 * @FILTER_MATCH_START: text begins with the string: ``x*``
 * @FILTER_MATCH_END: text ends with the string: ``*x``
 * @FILTER_MATCH_MIDDLE: text contains the string: ``*x*``
 * @FILTER_MATCH_GLOB: all other patterns, with ``*``, ``?``, ``[a-z]``, ``[!a-z]``, and ``\``
 *	before a literal character
 */
enum filter_match {
	FILTER_MATCH_WHOLE,
	FILTER_MATCH_START,
	FILTER_MATCH_END,
	FILTER_MATCH_MIDDLE,
	FILTER_MATCH_GLOB,
};

/**
 * struct filter_pattern - a pattern to compare text with
 * @match: how to compare, an &enum filter_match
 * @len: length of @str in bytes
 * @classes: offset in @str after its last ``]``; no character class ends after it
 * @str: the string, or the glob pattern; without the ``*`` that @match implies
 */
struct filter_pattern {
	u8 match;
	u16 len;
	u16 classes;
	char str[];
};

enum filter_match filter_pattern_classify(const char **str, u32 *len);
struct filter_pattern *filter_pattern_new(const char *str, u32 len, bool wild);
bool filter_pattern_match(const struct filter_pattern *pattern, const char *str, u32 len);

#endif /* _TRACE_FILTER_PATTERN_H */
