// SPDX-License-Identifier: GPL-2.0
/*
 * Create patterns: find the cheapest way to match a string or glob pattern. run/pattern.c matches
 * text with the pattern. This file does not depend on filters or records. It takes no locks.
 */
#include <linux/overflow.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../pattern.h"

static bool is_plain(const char *str, u32 len)
{
	u32 i;

	for (i = 0; i < len; i++)
		if (strchr("*?[\\", str[i]))
			return false;
	return true;
}

/**
 * filter_pattern_classify - find the cheapest way to match a pattern
 * @str: the pattern, with wildcards; set to the string to compare with
 * @len: length of the pattern; set to the length of the string
 *
 * Context: any.
 * Return: how to compare.
 */
enum filter_match filter_pattern_classify(const char **str, u32 *len)
{
	const char *plain = *str;
	u32 n = *len;
	bool at_start = n && plain[0] == '*', at_end;

	if (at_start) {
		plain++;
		n--;
	}
	at_end = n && plain[n - 1] == '*';
	if (at_end)
		n--;
	if (!is_plain(plain, n))
		return FILTER_MATCH_GLOB;

	*str = plain;
	*len = n;
	if (at_start)
		return at_end ? FILTER_MATCH_MIDDLE : FILTER_MATCH_END;
	return at_end ? FILTER_MATCH_START : FILTER_MATCH_WHOLE;
}

/**
 * filter_pattern_new - create a pattern
 * @str: the string or pattern; need not be NUL-terminated
 * @len: its length in bytes
 * @wild: the pattern may contain wildcards
 *
 * Context: may sleep.
 * Return: the pattern, to be freed with kfree(), or NULL if there is no memory.
 */
struct filter_pattern *filter_pattern_new(const char *str, u32 len, bool wild)
{
	u8 match = wild ? filter_pattern_classify(&str, &len) : FILTER_MATCH_WHOLE;
	struct filter_pattern *pattern;

	pattern = kmalloc(struct_size(pattern, str, len), GFP_KERNEL_ACCOUNT);
	if (!pattern)
		return NULL;
	pattern->match = match;
	pattern->len = len;
	memcpy(pattern->str, str, len);
	for (pattern->classes = len; pattern->classes; pattern->classes--)
		if (str[pattern->classes - 1] == ']')
			break;
	return pattern;
}
