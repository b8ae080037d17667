/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Invalid trigger commands, each with the expected error code and position. KUnit and the unit
 * tests in user space share this table.
 */
#ifndef _TRACE_TRIGGER_INVALID_CASES_H
#define _TRACE_TRIGGER_INVALID_CASES_H

#include <linux/types.h>

#include "../../trace_text.h"
#include "../diag.h"

/**
 * struct rejected - Invalid trigger command and the expected diagnostic
 * @text: command; two '^' enclose the offending token and are not part of the command
 * @len: length of @text in bytes, including both '^'; @text may contain NUL bytes
 * @has_target: whether the command takes a target event, as enable_event does
 * @code: expected error code
 */
struct rejected {
	const char *text;
	unsigned int len;
	bool has_target;
	enum trigger_diag code;
};

/* Upper limit of @len of all cases; the size of a buffer for rejected_text(). */
#define REJECTED_MAX	100

#define PLAIN_REJECTED(code_, text_)						\
	{ text_, sizeof(text_) - 1, false, TRIGGER_DIAG_##code_ }
#define ABOUT_REJECTED(code_, text_)						\
	{ text_, sizeof(text_) - 1, true, TRIGGER_DIAG_##code_ }

static const struct rejected rejected[] = {
	PLAIN_REJECTED(EMPTY, "^^"),
	PLAIN_REJECTED(EMPTY, " \t\n^^"),
	PLAIN_REJECTED(EMPTY, "!^^"),
	PLAIN_REJECTED(EMPTY, " !^^"),
	PLAIN_REJECTED(EMPTY, "!^^ traceoff"),
	PLAIN_REJECTED(EMPTY, "^^:"),
	PLAIN_REJECTED(EMPTY, "  ^^:1 if x"),
	PLAIN_REJECTED(EMPTY, "!^^:1"),
	ABOUT_REJECTED(EMPTY, "^^::"),

	PLAIN_REJECTED(NUL_BYTE, "^\0^"),
	PLAIN_REJECTED(NUL_BYTE, "^\0^traceoff"),
	PLAIN_REJECTED(NUL_BYTE, "traceoff^\0^"),
	PLAIN_REJECTED(NUL_BYTE, "trace^\0^off:0"),
	PLAIN_REJECTED(NUL_BYTE, "traceoff if x == \"^\0^\0\""),
	ABOUT_REJECTED(NUL_BYTE, "enable_event:a:b^\0^"),

	PLAIN_REJECTED(NO_FILTER, "traceoff ^if^"),
	PLAIN_REJECTED(NO_FILTER, "traceoff ^if^  "),
	PLAIN_REJECTED(NO_FILTER, "traceoff:1 ^if^\n"),
	PLAIN_REJECTED(NO_FILTER, "traceoff:x ^if^"),
	ABOUT_REJECTED(NO_FILTER, "enable_event ^if^"),
	ABOUT_REJECTED(NO_FILTER, "enable_event:a:b ^if^"),

	PLAIN_REJECTED(NO_IF, "traceoff ^x^"),
	PLAIN_REJECTED(NO_IF, "traceoff ^common_pid == 0^ "),
	PLAIN_REJECTED(NO_IF, "traceoff ^IF x^"),
	PLAIN_REJECTED(NO_IF, "traceoff ^if0^"),
	PLAIN_REJECTED(NO_IF, "traceoff ^if(x)^"),
	PLAIN_REJECTED(NO_IF, "traceoff ^1^"),
	PLAIN_REJECTED(NO_IF, "traceoff\n^stacktrace^"),
	PLAIN_REJECTED(NO_IF, "!traceoff\n^!stacktrace^"),
	PLAIN_REJECTED(NO_IF, "!traceoff:1\n\n^!stacktrace^\n"),
	ABOUT_REJECTED(NO_IF, "!enable_event:a:b\n^!traceoff^"),
	PLAIN_REJECTED(NO_IF, "!traceoff\n^!stacktrace^ if x"),
	ABOUT_REJECTED(NO_IF, "!enable_event:a\n^if:b^"),
	ABOUT_REJECTED(NO_IF, "enable_event ^a:b^"),

	PLAIN_REJECTED(TOO_MANY_PARAMS, "traceoff:1:^2^"),
	PLAIN_REJECTED(TOO_MANY_PARAMS, "traceoff:3:^^"),
	PLAIN_REJECTED(TOO_MANY_PARAMS, "traceoff:3: ^foo^ :4 if x"),
	PLAIN_REJECTED(TOO_MANY_PARAMS, "traceoff:unlimited:^3^"),
	ABOUT_REJECTED(TOO_MANY_PARAMS, "enable_event:a:b:1:^2^:3"),

	PLAIN_REJECTED(BAD_COUNT, "traceoff:^^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^^ "),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^^ if x"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^^:1"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^x^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^-1^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^+1^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^1x^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^0x^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^08^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^1,2^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff: ^1 2^ if x"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^\"1\"^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^(1^:2)"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^1 x == 0^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^1if x^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^if^:1"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^Unlimited^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^unlimited 1^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^count^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^count=^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^count=-1^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^count=unlimited^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^counts=1^"),
	PLAIN_REJECTED(BAD_COUNT, "traceoff:^=1^"),
	ABOUT_REJECTED(BAD_COUNT, "enable_event:a:b:^^"),
	ABOUT_REJECTED(BAD_COUNT, "enable_event:a:b:^c^"),

	PLAIN_REJECTED(COUNT_ZERO, "traceoff:^0^"),
	PLAIN_REJECTED(COUNT_ZERO, "traceoff:^0x0^ if x"),
	PLAIN_REJECTED(COUNT_ZERO, "traceoff:^count=0^"),
	ABOUT_REJECTED(COUNT_ZERO, "enable_event:a:b: ^0^ :x"),

	PLAIN_REJECTED(COUNT_RANGE, "traceoff:^9223372036854775808^"),
	PLAIN_REJECTED(COUNT_RANGE, "traceoff:^18446744073709551615^"),
	PLAIN_REJECTED(COUNT_RANGE, "traceoff:^18446744073709551616^"),
	PLAIN_REJECTED(COUNT_RANGE, "traceoff:^99999999999999999999999999999999999^"),

	ABOUT_REJECTED(NO_TARGET, "enable_event^^"),
	ABOUT_REJECTED(NO_TARGET, "enable_event ^^if x"),
	ABOUT_REJECTED(NO_TARGET, "enable_event:^^"),
	ABOUT_REJECTED(NO_TARGET, "enable_event:^a^"),
	ABOUT_REJECTED(NO_TARGET, "enable_event:^a:^"),
	ABOUT_REJECTED(NO_TARGET, "enable_event:^:b^"),
	ABOUT_REJECTED(NO_TARGET, "enable_event:^a::1^ if x"),
	ABOUT_REJECTED(NO_TARGET, "!enable_event^^"),
	ABOUT_REJECTED(NO_TARGET, "!enable_event:^a^"),
	ABOUT_REJECTED(NO_TARGET, "!enable_event:^a^ if x"),
};

/*
 * Whether the parser reports @code. TRIGGER_DIAG_UNKNOWN needs the table of commands, and the
 * codes after TRIGGER_DIAG_NO_TARGET need events and triggers.
 */
static inline bool rejected_by_text(enum trigger_diag code)
{
	return code <= TRIGGER_DIAG_NO_TARGET && code != TRIGGER_DIAG_UNKNOWN;
}

/*
 * Copy the command to @text without the '^' and without a NUL terminator. *@at is the expected
 * position of the diagnostic. Return: the length of the command.
 */
static inline unsigned int rejected_text(const struct rejected *r, char *text,
					 struct trace_span *at)
{
	unsigned int i, len = 0, n = 0;

	*at = (struct trace_span){};
	for (i = 0; i < r->len; i++) {
		if (r->text[i] != '^')
			text[len++] = r->text[i];
		else if (!n++)
			at->off = len;
		else
			at->len = len - at->off;
	}
	return len;
}

#endif /* _TRACE_TRIGGER_INVALID_CASES_H */
