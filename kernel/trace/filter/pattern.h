/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Strings to compare with, and patterns with wild cards.
 */
#ifndef _TRACE_FILTER_PATTERN_H
#define _TRACE_FILTER_PATTERN_H

#include <linux/types.h>

/**
 * enum filter_match - how a string is compared
 * @FILTER_MATCH_WHOLE: it is the same
 * @FILTER_MATCH_START: it begins like that: ``x*``
 * @FILTER_MATCH_END: it ends like that: ``*x``
 * @FILTER_MATCH_MIDDLE: that is somewhere in it: ``*x*``
 * @FILTER_MATCH_GLOB: anything else: ``*``, ``?``, ``[a-z]``, ``[!a-z]``, and ``\`` before what
 *                     is none of these
 */
enum filter_match {
	FILTER_MATCH_WHOLE,
	FILTER_MATCH_START,
	FILTER_MATCH_END,
	FILTER_MATCH_MIDDLE,
	FILTER_MATCH_GLOB,
};

/**
 * struct filter_pattern - what a string is compared with
 * @match: an enum filter_match
 * @len: bytes of @str
 * @classes: bytes of @str up to its last ``]``, behind which no class can end
 * @str: the bytes, without what @match stands for
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
