/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Invalid filters, each with the expected error code and position. KUnit and the unit tests in
 * user space share this table.
 */
#ifndef _TRACE_FILTER_REJECTED_H
#define _TRACE_FILTER_REJECTED_H

#include <linux/types.h>

#include "../../trace_text.h"
#include "../diag.h"
#include "fake_event.h"

/**
 * struct rejected - Invalid filter of the mock event and the expected diagnostic
 * @text: filter; the first '^' precedes the offending token and is not part of the filter
 * @len: length of @text in bytes, including the '^'; @text may contain NUL bytes
 * @code: expected error code
 */
struct rejected {
	const char *text;
	unsigned int len;
	enum filter_diag code;
};

/* Upper limit of @len of all cases; the size of a buffer for rejected_text(). */
#define REJECTED_MAX	600

/* Names and strings of 64 and 256 letters. */
#define LETTERS64	"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl"
#define LETTERS256	LETTERS64 LETTERS64 LETTERS64 LETTERS64

#define REJECTED(code_, text_)	{ text_, sizeof(text_) - 1, FILTER_DIAG_##code_ }

static const struct rejected rejected[] = {
	REJECTED(EMPTY, "^"),
	REJECTED(EMPTY, " \t\n\v\f\r^"),

	REJECTED(NUL_BYTE, "^\0"),
	REJECTED(NUL_BYTE, "u8 == 1^\0"),
	REJECTED(NUL_BYTE, "u8^\0 == 1"),
	REJECTED(NUL_BYTE, "u8 == 1 && a8 == \"a^\0b\""),
	/* A NUL byte is reported before all other errors. */
	REJECTED(NUL_BYTE, ") nosuch == ^\0 \0"),

	/* A predicate must follow. */
	REJECTED(NO_TERM, "^&&"),
	REJECTED(NO_TERM, "^|| u8 == 1"),
	REJECTED(NO_TERM, "!^"),
	REJECTED(NO_TERM, "! ! ^"),
	REJECTED(NO_TERM, "(^"),
	REJECTED(NO_TERM, "((( ^"),
	REJECTED(NO_TERM, "!(!^"),
	REJECTED(NO_TERM, "(^&& u8 == 1)"),
	REJECTED(NO_TERM, "!^&& u8 == 1"),
	REJECTED(NO_TERM, "u8 == 1 &&^"),
	REJECTED(NO_TERM, "u8 == 1 || ^"),
	REJECTED(NO_TERM, "u8 == 1 && ^&& u8 == 2"),
	REJECTED(NO_TERM, "u8 == 1 && ^|| u8 == 2"),
	REJECTED(NO_TERM, "u8 == 1 &&^&& u8 == 2"),
	REJECTED(NO_TERM, "u8 == 1 ||^||"),
	REJECTED(NO_TERM, "(u8 == 1 && ^)"),
	REJECTED(NO_TERM, "(u8 == 1 || ! ^) && u8 == 1"),
	REJECTED(NO_TERM, "(!^)"),
	REJECTED(NO_TERM, "^)"),
	REJECTED(NO_TERM, " ^) && u8 == 1"),
	REJECTED(NO_TERM, "u8 == 1 && ^)"),

	REJECTED(EMPTY_PARENS, "(^)"),
	REJECTED(EMPTY_PARENS, "(  ^)"),
	REJECTED(EMPTY_PARENS, "!(^)"),
	REJECTED(EMPTY_PARENS, "((^))"),
	REJECTED(EMPTY_PARENS, "u8 == 1 && (^)"),
	REJECTED(EMPTY_PARENS, "(^) || u8 == 1"),

	/* The innermost unclosed parenthesis is reported, as in the base kernel. */
	REJECTED(NOT_CLOSED, "^(u8 == 1"),
	REJECTED(NOT_CLOSED, "(^(u8 == 1"),
	REJECTED(NOT_CLOSED, "(^((u8 == 1) && (u8 == 2)"),
	REJECTED(NOT_CLOSED, "(u8 == 1) && ^(u8 == 2 || u8 == 3"),
	REJECTED(NOT_CLOSED, "!^(u8 == 1 && !u8 == 2"),
	REJECTED(NOT_CLOSED, "^(a8 == \")\""),
	REJECTED(NOT_CLOSED, "^(u8 == 1 && (u8 == 2)"),

	REJECTED(NOT_OPENED, "u8 == 1^)"),
	REJECTED(NOT_OPENED, "u8 == 1 ^) && u8 == 2"),
	REJECTED(NOT_OPENED, "(u8 == 1)^)"),
	REJECTED(NOT_OPENED, "(u8 == 1)^))"),
	REJECTED(NOT_OPENED, "u8 == 1 && !u8 == 2^)"),
	REJECTED(NOT_OPENED, "a8 == \"(\"^)"),
	REJECTED(NOT_OPENED, "a8 == (^)"),

	REJECTED(NO_JOIN, "u8 == 1 ^u8 == 2"),
	REJECTED(NO_JOIN, "u8 == 1 ^& u8 == 2"),
	REJECTED(NO_JOIN, "u8 == 1 ^| u8 == 2"),
	REJECTED(NO_JOIN, "u8 == 1 ^and u8 == 2"),
	REJECTED(NO_JOIN, "u8 == 1 ^, u8 == 2"),
	REJECTED(NO_JOIN, "u8 == 1 ^(u8 == 2)"),
	REJECTED(NO_JOIN, "u8 == 1 ^!u8 == 2"),
	REJECTED(NO_JOIN, "(u8 == 1) ^u8 == 2"),
	REJECTED(NO_JOIN, "(u8 == 1)^(u8 == 2)"),
	REJECTED(NO_JOIN, "(u8 == 1)^!"),
	REJECTED(NO_JOIN, "a8 == \"abc\"^x"),
	REJECTED(NO_JOIN, "a8 == \"abc\" ^\"d\""),
	REJECTED(NO_JOIN, "a8 == \"a\"^\"\""),
	REJECTED(NO_JOIN, "a8 == \"a\\\"^b\""),
	REJECTED(NO_JOIN, "mask & CPUS{1}^}"),
	REJECTED(NO_JOIN, "u8 == 1 ^\xe9"),
	REJECTED(NO_JOIN, "u8 == - ^1"),
	REJECTED(NO_JOIN, "mask & CPUS ^1"),

	REJECTED(NO_FIELD_NAME, "^== 1"),
	REJECTED(NO_FIELD_NAME, "^\"u8\" == 1"),
	REJECTED(NO_FIELD_NAME, "^-1 == u8"),
	REJECTED(NO_FIELD_NAME, "^.function == alpha"),
	REJECTED(NO_FIELD_NAME, "^& u8 == 1"),
	REJECTED(NO_FIELD_NAME, "^| u8 == 1"),
	REJECTED(NO_FIELD_NAME, "u8 == 1 &&^& u8 == 2"),
	REJECTED(NO_FIELD_NAME, "u8 == 1 ||^| u8 == 2"),
	REJECTED(NO_FIELD_NAME, "u8 == 1 && (^# == 1)"),
	REJECTED(NO_FIELD_NAME, "!^="),
	REJECTED(NO_FIELD_NAME, "^\xc3\xa9 == 1"),
	REJECTED(NO_FIELD_NAME, "^\xa0u8 == 1"),

	REJECTED(NO_OPERATOR, "u8^"),
	REJECTED(NO_OPERATOR, "u8 ^"),
	REJECTED(NO_OPERATOR, "(u8^)"),
	REJECTED(NO_OPERATOR, "u8 ^) == 1"),
	REJECTED(NO_OPERATOR, "u8 ^&& u8 == 1"),
	REJECTED(NO_OPERATOR, "u8 ^|| u8 == 1"),
	REJECTED(NO_OPERATOR, "u8 ^&&& 1"),
	REJECTED(NO_OPERATOR, "0^"),
	REJECTED(NO_OPERATOR, "ip.function^"),

	REJECTED(BAD_OPERATOR, "u8 ^= 1"),
	REJECTED(BAD_OPERATOR, "u8^=1"),
	REJECTED(BAD_OPERATOR, "u8 ^=! 1"),
	REJECTED(BAD_OPERATOR, "u8 ^! 1"),
	REJECTED(BAD_OPERATOR, "a8 ^!~ \"a\""),
	REJECTED(BAD_OPERATOR, "a8 ^! ~ \"a\""),
	REJECTED(BAD_OPERATOR, "u8 ^| 1"),
	REJECTED(BAD_OPERATOR, "u8^:1"),
	REJECTED(BAD_OPERATOR, "u8 ^1"),
	REJECTED(BAD_OPERATOR, "u8 ^(1)"),
	REJECTED(BAD_OPERATOR, "u8 ^is 1"),
	REJECTED(BAD_OPERATOR, "u8^\xc3\xa9 == 1"),
	REJECTED(BAD_OPERATOR, "u8 ^.function == 1"),
	REJECTED(BAD_OPERATOR, "ip.function^.function == alpha"),

	REJECTED(NO_VALUE, "u8 ==^"),
	REJECTED(NO_VALUE, "u8 == ^"),
	REJECTED(NO_VALUE, "(u8 == ^)"),
	REJECTED(NO_VALUE, "u8 == ^&& u8 == 1"),
	REJECTED(NO_VALUE, "u8 ==^|| u8 == 1"),
	REJECTED(NO_VALUE, "ip.function == ^"),
	REJECTED(NO_VALUE, "u8 &^"),

	/* The position is that of the opening quote. */
	REJECTED(NO_QUOTE, "a8 == ^\"abc"),
	REJECTED(NO_QUOTE, "a8 == ^'abc"),
	REJECTED(NO_QUOTE, "a8 == ^\"abc'"),
	REJECTED(NO_QUOTE, "a8 == ^\""),
	REJECTED(NO_QUOTE, "(a8 == ^\"abc)"),
	REJECTED(NO_QUOTE, "a8 == \"a\" && a8 == ^\" || u8 == 1"),
	REJECTED(NO_QUOTE, "u8 == ^'1"),

	REJECTED(NO_BRACE, "mask & ^CPUS{"),
	REJECTED(NO_BRACE, "mask & ^CPUS{1-3"),
	REJECTED(NO_BRACE, "mask & ^CPUS{1 && u8 == 1"),
	REJECTED(NO_BRACE, "a8 == ^CPUS{1"),

	REJECTED(NAME_TOO_LONG, "^" LETTERS256 " == 1"),
	REJECTED(NAME_TOO_LONG, "u8 == 1 || !(^_" LETTERS256 ".function == 1"),

	REJECTED(STR_TOO_LONG, "a8 == \"^" LETTERS256 "\""),
	REJECTED(STR_TOO_LONG, "a8 == ^" LETTERS256),
	REJECTED(STR_TOO_LONG, "dyn ~ '^*" LETTERS256 "'"),
	REJECTED(STR_TOO_LONG, "rel != \"^" LETTERS256 " \""),
	REJECTED(STR_TOO_LONG, "ptr == \"^" LETTERS256 "\""),
	REJECTED(STR_TOO_LONG, "ptr.ustring == \"^" LETTERS256 "\""),
	REJECTED(STR_TOO_LONG, "COMM == \"^" LETTERS256 "\""),

	REJECTED(NO_FIELD, "^nosuch == 1"),
	REJECTED(NO_FIELD, "^0 == 1"),
	REJECTED(NO_FIELD, "^none ~ \"x\""),
	REJECTED(NO_FIELD, "^U8 == 1"),
	REJECTED(NO_FIELD, "^u == 1"),
	REJECTED(NO_FIELD, "^u88 == 1"),
	REJECTED(NO_FIELD, "^comm == 1"),
	REJECTED(NO_FIELD, "((u8 >= 10 && u8 < 15) || ^dsig == 17) && COMM != bash"),
	REJECTED(NO_FIELD, "u8 == 1 && ^" LETTERS64 " == \"a\""),
	/* An unknown field is reported before its modifier, operator and value. */
	REJECTED(NO_FIELD, "^nosuch.nosuch ~ 1"),
	REJECTED(NO_FIELD, "^nosuch & CPUS{x}"),

	REJECTED(FIELD_TYPE, "^pair == 1"),
	REJECTED(FIELD_TYPE, "^pair == \"a\""),
	REJECTED(FIELD_TYPE, "^longs & 1"),
	REJECTED(FIELD_TYPE, "!(^stacktrace ~ x)"),

	REJECTED(BAD_MODIFIER, "ip.^nosuch == 1"),
	REJECTED(BAD_MODIFIER, "ip.^functions == alpha"),
	REJECTED(BAD_MODIFIER, "ip.^func == alpha"),
	REJECTED(BAD_MODIFIER, "ip.^Function == alpha"),
	REJECTED(BAD_MODIFIER, "ptr.^string == \"a\""),
	REJECTED(BAD_MODIFIER, "u8.^hex == 1"),
	REJECTED(BAD_MODIFIER, "u8.^"),
	REJECTED(BAD_MODIFIER, "u8.^ == 1"),
	REJECTED(BAD_MODIFIER, "ptr.^ ustring == \"a\""),
	REJECTED(BAD_MODIFIER, "ptr.^.ustring == \"a\""),
	REJECTED(BAD_MODIFIER, "u8.^nosuch ~ x"),
	REJECTED(BAD_MODIFIER, "u8.^nosuch & CPUS{1}"),

	REJECTED(USTRING_FIELD, "^a8.ustring == \"a\""),
	REJECTED(USTRING_FIELD, "^dyn.ustring == \"a\""),
	REJECTED(USTRING_FIELD, "^rel.ustring == \"a\""),
	REJECTED(USTRING_FIELD, "^COMM.ustring == \"a\""),
	REJECTED(USTRING_FIELD, "^CPU.ustring == \"a\""),
	REJECTED(USTRING_FIELD, "^u" FAKE_HALF ".ustring == \"a\""),
	REJECTED(USTRING_FIELD, "^s8.ustring == 1"),
	REJECTED(USTRING_FIELD, "^mask.ustring == \"a\""),
	REJECTED(USTRING_FIELD, "^pair.ustring == \"a\""),

	REJECTED(FUNCTION_FIELD, "^u" FAKE_HALF ".function == alpha"),
	REJECTED(FUNCTION_FIELD, "^u8.function == nosuch"),
	REJECTED(FUNCTION_FIELD, "^a8.function == alpha"),
	REJECTED(FUNCTION_FIELD, "^dyn.function == alpha"),
	REJECTED(FUNCTION_FIELD, "^CPU.function == alpha"),
	REJECTED(FUNCTION_FIELD, "^COMM.function < alpha"),
	REJECTED(FUNCTION_FIELD, "^mask.function == alpha"),
	REJECTED(FUNCTION_FIELD, "^pair.function == alpha"),

	REJECTED(NUMBER_OPERATOR, "u8 ^~ 1"),
	REJECTED(NUMBER_OPERATOR, "s64^~\"1\""),
	REJECTED(NUMBER_OPERATOR, "CPU ^~ \"*\""),
	REJECTED(NUMBER_OPERATOR, "odd_u64 ^~ x"),

	REJECTED(STRING_NUMBER, "a8 == ^1"),
	REJECTED(STRING_NUMBER, "dyn != ^-0x10 && a8 == \"1\""),
	REJECTED(STRING_NUMBER, "COMM ~ ^99999999999999999999999"),
	REJECTED(STRING_OPERATOR, "a8 ^< \"a\""),
	REJECTED(STRING_OPERATOR, "a8 ^<= \"a\""),
	REJECTED(STRING_OPERATOR, "a1 ^> \"a\""),
	REJECTED(STRING_OPERATOR, "dyn ^>= \"a\""),
	REJECTED(STRING_OPERATOR, "rel ^& 1"),
	REJECTED(STRING_OPERATOR, "ptr ^< 1"),
	REJECTED(STRING_OPERATOR, "COMM^>\"a\""),
	REJECTED(STRING_OPERATOR, "ptr.ustring ^& \"a\""),
	REJECTED(STRING_OPERATOR, "ip.ustring ^<= \"a\""),
	REJECTED(STRING_OPERATOR, "a8 ^& \"" LETTERS256 "\""),

	REJECTED(FUNCTION_OPERATOR, "ip.function ^~ alpha"),
	REJECTED(FUNCTION_OPERATOR, "ip.function ^< alpha"),
	REJECTED(FUNCTION_OPERATOR, "ip.function ^<= alpha"),
	REJECTED(FUNCTION_OPERATOR, "ip.function ^> alpha"),
	REJECTED(FUNCTION_OPERATOR, "ip.function ^>= nosuch"),
	REJECTED(FUNCTION_OPERATOR, "s" FAKE_LONG ".function ^& alpha"),

	REJECTED(CPUS_OPERATOR, "mask ^~ CPUS{1}"),
	REJECTED(CPUS_OPERATOR, "mask ^< CPUS{1}"),
	REJECTED(CPUS_OPERATOR, "rel_mask ^<= CPUS{1}"),
	REJECTED(CPUS_OPERATOR, "target_cpu ^> CPUS{x}"),
	REJECTED(CPUS_OPERATOR, "u8 ^>= CPUS{1}"),
	REJECTED(CPUS_OPERATOR, "CPU ^~ CPUS{1}"),

	REJECTED(MASK_VALUE, "mask == ^1"),
	REJECTED(MASK_VALUE, "mask & ^1"),
	REJECTED(MASK_VALUE, "mask & ^CPUS"),
	REJECTED(MASK_VALUE, "mask & ^cpus{1}"),
	REJECTED(MASK_VALUE, "rel_mask == \"^1\""),
	REJECTED(MASK_VALUE, "rel_mask ~ ^1"),

	REJECTED(CPUS_FIELD, "^a8 == CPUS{1}"),
	REJECTED(CPUS_FIELD, "^dyn & CPUS{1}"),
	REJECTED(CPUS_FIELD, "^rel != CPUS{1}"),
	REJECTED(CPUS_FIELD, "^ptr == CPUS{1}"),
	REJECTED(CPUS_FIELD, "^COMM == CPUS{1}"),
	REJECTED(CPUS_FIELD, "^pair & CPUS{1}"),
	REJECTED(CPUS_FIELD, "^stacktrace < CPUS{1}"),

	/* With .ustring or .function, a field is not a number, so CPUS{} does not apply. */
	REJECTED(CPUS_FIELD, "^ptr.ustring == CPUS{1}"),
	REJECTED(CPUS_FIELD, "u8 == 1 || ^ip.ustring ~ CPUS{1}"),
	REJECTED(CPUS_FIELD, "^ip.function == CPUS{alpha}"),

	REJECTED(BAD_NUMBER, "u8 == ^x"),
	REJECTED(BAD_NUMBER, "u8 == ^1x"),
	REJECTED(BAD_NUMBER, "u8 == ^1k && u8 == 1"),
	REJECTED(BAD_NUMBER, "(u8 == ^08)"),
	REJECTED(BAD_NUMBER, "u8 == ^0x"),
	REJECTED(BAD_NUMBER, "u8 == ^0xg"),
	REJECTED(BAD_NUMBER, "u8 == ^1.5"),
	REJECTED(BAD_NUMBER, "u8 == ^1_0"),
	REJECTED(BAD_NUMBER, "u8 == ^1,"),
	REJECTED(BAD_NUMBER, "u8 == ^+1"),
	REJECTED(BAD_NUMBER, "s8 == ^-"),
	REJECTED(BAD_NUMBER, "s8 == ^--1"),
	REJECTED(BAD_NUMBER, "s8 == ^-+1"),
	REJECTED(BAD_NUMBER, "s8 == ^-x"),
	REJECTED(BAD_NUMBER, "u8 == ^-x"),
	REJECTED(BAD_NUMBER, "u8 == ^(1"),
	REJECTED(BAD_NUMBER, "u8 == ^*"),
	REJECTED(BAD_NUMBER, "u8 == ^=1"),
	REJECTED(BAD_NUMBER, "u8 < ^=1"),
	REJECTED(BAD_NUMBER, "u8 & ^!1"),
	REJECTED(BAD_NUMBER, "u8 == ^1\"2\""),
	REJECTED(BAD_NUMBER, "u8 == \"^1\""),
	REJECTED(BAD_NUMBER, "u8 == '^'"),
	REJECTED(BAD_NUMBER, "CPU == ^all"),
	REJECTED(BAD_NUMBER, "u8 == ^1\xb2"),
	REJECTED(BAD_NUMBER, "u8 == ^1&2"),
	REJECTED(BAD_NUMBER, "u8 == ^1|2"),
	REJECTED(BAD_NUMBER, "ip == ^alpha"),
	REJECTED(BAD_NUMBER, "target_cpu == ^CPUS"),

	/* Numbers beyond the range of the field: maximum plus one, minimum minus one. */
	REJECTED(NUMBER_RANGE, "u8 == ^256"),
	REJECTED(NUMBER_RANGE, "u8 == ^300"),
	REJECTED(NUMBER_RANGE, "u8 < ^256"),
	REJECTED(NUMBER_RANGE, "u8 == ^0x100"),
	REJECTED(NUMBER_RANGE, "u8 & ^0400"),
	REJECTED(NUMBER_RANGE, "s8 == ^128"),
	REJECTED(NUMBER_RANGE, "s8 == ^255"),
	REJECTED(NUMBER_RANGE, "s8 == ^-129"),
	REJECTED(NUMBER_RANGE, "s8 == ^-0x81"),
	REJECTED(NUMBER_RANGE, "s8 == ^0x100"),
	REJECTED(NUMBER_RANGE, "s8 & ^128"),
	REJECTED(NUMBER_RANGE, "u16 == ^65536"),
	REJECTED(NUMBER_RANGE, "u16 == ^0x10001"),
	REJECTED(NUMBER_RANGE, "s16 > ^32768"),
	REJECTED(NUMBER_RANGE, "s16 >= ^-32769"),
	REJECTED(NUMBER_RANGE, "u32 == ^0x100000000"),
	REJECTED(NUMBER_RANGE, "u32 <= ^4294967296"),
	REJECTED(NUMBER_RANGE, "s32 == ^2147483648"),
	REJECTED(NUMBER_RANGE, "s32 == ^-2147483649"),
	REJECTED(NUMBER_RANGE, "s32 == ^4294967295"),
	REJECTED(NUMBER_RANGE, "s32 == ^18446744073709551615"),
	REJECTED(NUMBER_RANGE, "u64 == ^18446744073709551616"),
	REJECTED(NUMBER_RANGE, "u64 == ^0x10000000000000000"),
	REJECTED(NUMBER_RANGE, "s64 == ^9223372036854775808"),
	REJECTED(NUMBER_RANGE, "s64 == ^-9223372036854775809"),
	REJECTED(NUMBER_RANGE, "s64 == ^-0xffffffffffffffff"),
	REJECTED(NUMBER_RANGE, "s64 == ^-18446744073709551616"),
	REJECTED(NUMBER_RANGE, "u64 == ^100000000000000000000000000000000000000000"),
	REJECTED(NUMBER_RANGE, "CPU == ^2147483648"),
	/* A bit pattern such as 0xff of a signed field is valid for ==, != and & only. */
	REJECTED(NUMBER_RANGE, "s8 < ^0xff"),
	REJECTED(NUMBER_RANGE, "s8 > ^0377"),
	REJECTED(NUMBER_RANGE, "s32 <= ^0x80000000"),
	REJECTED(NUMBER_RANGE, "s64 >= ^0x8000000000000000"),

	REJECTED(NEGATIVE, "u8 == ^-1"),
	REJECTED(NEGATIVE, "u8 > ^-1"),
	REJECTED(NEGATIVE, "u8 == ^-0"),
	REJECTED(NEGATIVE, "u16 & ^-1"),
	REJECTED(NEGATIVE, "u32 == ^-2147483648"),
	REJECTED(NEGATIVE, "u64 == ^-1"),
	REJECTED(NEGATIVE, "u64 == ^-18446744073709551616"),
	REJECTED(NEGATIVE, "ip == ^-0x10"),
	REJECTED(NEGATIVE, "u8 == ^-010"),

	REJECTED(NO_FUNCTION, "ip.function == ^nosuch"),
	REJECTED(NO_FUNCTION, "ip.function == ^alph"),
	REJECTED(NO_FUNCTION, "ip.function == ^alphabet"),
	REJECTED(NO_FUNCTION, "ip.function == ^alpha,beta"),
	REJECTED(NO_FUNCTION, "ip.function == ^alpha*"),
	REJECTED(NO_FUNCTION, "ip.function == ^Alpha"),
	REJECTED(NO_FUNCTION, "ip.function == ^5"),
	REJECTED(NO_FUNCTION, "ip.function == ^0x81000050"),
	REJECTED(NO_FUNCTION, "ip.function == ^0x80ffffff"),
	REJECTED(NO_FUNCTION, "ip.function == \"^\""),
	REJECTED(NO_FUNCTION, "ip.function != ^" LETTERS256),
	REJECTED(NO_FUNCTION, "ip.function == ^0x10000000000000000"),
	REJECTED(NO_FUNCTION, "(u" FAKE_LONG ".function == ^gamma)"),

	REJECTED(BAD_CPUS, "mask & CPUS{^}"),
	REJECTED(BAD_CPUS, "mask & CPUS{^x}"),
	REJECTED(BAD_CPUS, "mask & CPUS{^1-}"),
	REJECTED(BAD_CPUS, "mask & CPUS{^3-1}"),
	REJECTED(BAD_CPUS, "CPU == CPUS{^-1}"),
	REJECTED(BAD_CPUS, "u8 & CPUS{^1;2}"),
	REJECTED(BAD_CPUS, "u8 & CPUS{^\"1\"}"),

	REJECTED(NO_CPUS, "mask & CPUS{^100}"),
	REJECTED(NO_CPUS, "rel_mask == CPUS{^17-420}"),
	REJECTED(NO_CPUS, "target_cpu & CPUS{^1,2,4294967296}"),
	REJECTED(NO_CPUS, "u8 == CPUS{^255}"),

	/* Syntax errors are reported before errors of fields, and each kind from left to right. */
	REJECTED(NOT_OPENED, "nosuch == 1^)"),
	REJECTED(NO_QUOTE, "u8 == x && a8 == ^\""),
	REJECTED(NO_FIELD, "^nosuch == 1 && u8 == x"),
	REJECTED(BAD_NUMBER, "u8 == ^x && nosuch == 1"),
	REJECTED(NO_TERM, "nosuch ~ 1 || ^"),
};

/* Last error code of the parser and the compiler; later codes need more than a filter text. */
#define REJECTED_LAST_CODE	FILTER_DIAG_NO_CPUS

/*
 * Copy the filter to @text without the '^' and without a NUL terminator. *@at is the expected
 * offset of the diagnostic. Return: the length of the filter.
 */
static inline unsigned int rejected_text(const struct rejected *r, char *text, u32 *at)
{
	unsigned int i, len = 0;

	*at = r->len;
	for (i = 0; i < r->len; i++) {
		if (r->text[i] == '^' && *at == r->len)
			*at = i;
		else
			text[len++] = r->text[i];
	}
	return len;
}

#endif /* _TRACE_FILTER_REJECTED_H */
