// SPDX-License-Identifier: GPL-2.0
/*
 * Parse the values that are written to hist_sample_hz and hist_sample_cpus. Pure code: it takes no
 * locks.
 */
#include <linux/ctype.h>
#include <linux/string.h>

#include "spec.h"

/**
 * hist_sample_parse_word - get the only word of a value
 * @text: the value
 * @len: length of @text in bytes
 * @expected: error code for a value that is not one word
 * @word: set to the word, which has no NUL byte
 * @diag: filled in with the error and its position, if the value is rejected
 *
 * Context: any.
 * Return: 0, or -EINVAL with @diag filled in.
 */
int hist_sample_parse_word(const char *text, u32 len, enum hist_sample_diag expected,
			   struct trace_span *word, struct trace_diag *diag)
{
	struct trace_cursor cur = trace_cursor_over(text, (struct trace_span){ .len = len });
	const char *nul = memchr(text, '\0', len);
	struct trace_span second;

	if (len > HIST_SAMPLE_TEXT_MAX)
		return trace_diag_set(diag, HIST_SAMPLE_DIAG_TOO_LONG,
				      (struct trace_span){ HIST_SAMPLE_TEXT_MAX, 1 });
	if (nul)
		return trace_diag_set(diag, HIST_SAMPLE_DIAG_NUL_BYTE,
				      (struct trace_span){ nul - text, 1 });
	if (!trace_next_word(&cur, word))
		return trace_diag_set(diag, expected, (struct trace_span){});
	if (trace_next_word(&cur, &second))
		return trace_diag_set(diag, expected, second);
	return 0;
}

/**
 * hist_sample_parse_hz - parse a rate
 * @text: the value that was written
 * @len: length of @text in bytes
 * @hz: set to the rate, 0 to %HIST_SAMPLE_HZ_MAX; unchanged on error
 * @diag: filled in with the error and its position, if the value is rejected
 *
 * The rate is a decimal number. Leading zeros do not make it octal.
 *
 * Context: any.
 * Return: 0, or -EINVAL with @diag filled in.
 */
int hist_sample_parse_hz(const char *text, u32 len, unsigned int *hz, struct trace_diag *diag)
{
	unsigned int number = 0;
	struct trace_span word;
	u32 i;

	if (hist_sample_parse_word(text, len, HIST_SAMPLE_DIAG_BAD_HZ, &word, diag))
		return -EINVAL;
	for (i = word.off; i < trace_span_end(word); i++) {
		if (!isdigit(text[i]))
			return trace_diag_set(diag, HIST_SAMPLE_DIAG_BAD_HZ, word);
		number = number * 10 + text[i] - '0';
		if (number > HIST_SAMPLE_HZ_MAX)
			return trace_diag_set(diag, HIST_SAMPLE_DIAG_BAD_HZ, word);
	}
	*hz = number;
	return 0;
}
