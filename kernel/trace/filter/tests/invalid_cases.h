/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Invalid filters, each with the expected error code and position. KUnit and the unit tests in
 * user space share this table.
 */
#ifndef _TRACE_FILTER_INVALID_CASES_H
#define _TRACE_FILTER_INVALID_CASES_H

#include <linux/types.h>

#include "../../trace_text.h"
#include "../diag.h"
#include "mock_event.h"

/**
 * struct invalid_case - Invalid filter of the mock event and the expected diagnostic
 * @text: filter; the first '^' precedes the offending token and is not part of the filter
 * @len: length of @text in bytes, including the '^'; @text may contain NUL bytes
 * @code: expected error code
 */
struct invalid_case {
	const char *text;
	unsigned int len;
	enum filter_diag code;
};

/* Upper limit of @len of all cases; the size of a buffer for invalid_case_text(). */
#define INVALID_CASE_MAX	600

/* Names and strings of 64 and 256 letters. */
#define LETTERS64	"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl"
#define LETTERS256	LETTERS64 LETTERS64 LETTERS64 LETTERS64

#define INVALID(code_, text_)	{ text_, sizeof(text_) - 1, FILTER_DIAG_##code_ }

static const struct invalid_case invalid_cases[] = {
	INVALID(EMPTY, "^"),
	INVALID(EMPTY, " \t\n\v\f\r^"),

	INVALID(NUL_BYTE, "^\0"),
	INVALID(NUL_BYTE, "u8 == 1^\0"),
	INVALID(NUL_BYTE, "u8^\0 == 1"),
	INVALID(NUL_BYTE, "u8 == 1 && a8 == \"a^\0b\""),
	/* A NUL byte is reported before all other errors. */
	INVALID(NUL_BYTE, ") nosuch == ^\0 \0"),

	/* A predicate must follow. */
	INVALID(NO_PREDICATE, "^&&"),
	INVALID(NO_PREDICATE, "^|| u8 == 1"),
	INVALID(NO_PREDICATE, "!^"),
	INVALID(NO_PREDICATE, "! ! ^"),
	INVALID(NO_PREDICATE, "(^"),
	INVALID(NO_PREDICATE, "((( ^"),
	INVALID(NO_PREDICATE, "!(!^"),
	INVALID(NO_PREDICATE, "(^&& u8 == 1)"),
	INVALID(NO_PREDICATE, "!^&& u8 == 1"),
	INVALID(NO_PREDICATE, "u8 == 1 &&^"),
	INVALID(NO_PREDICATE, "u8 == 1 || ^"),
	INVALID(NO_PREDICATE, "u8 == 1 && ^&& u8 == 2"),
	INVALID(NO_PREDICATE, "u8 == 1 && ^|| u8 == 2"),
	INVALID(NO_PREDICATE, "u8 == 1 &&^&& u8 == 2"),
	INVALID(NO_PREDICATE, "u8 == 1 ||^||"),
	INVALID(NO_PREDICATE, "(u8 == 1 && ^)"),
	INVALID(NO_PREDICATE, "(u8 == 1 || ! ^) && u8 == 1"),
	INVALID(NO_PREDICATE, "(!^)"),
	INVALID(NO_PREDICATE, "^)"),
	INVALID(NO_PREDICATE, " ^) && u8 == 1"),
	INVALID(NO_PREDICATE, "u8 == 1 && ^)"),

	INVALID(EMPTY_PARENS, "(^)"),
	INVALID(EMPTY_PARENS, "(  ^)"),
	INVALID(EMPTY_PARENS, "!(^)"),
	INVALID(EMPTY_PARENS, "((^))"),
	INVALID(EMPTY_PARENS, "u8 == 1 && (^)"),
	INVALID(EMPTY_PARENS, "(^) || u8 == 1"),

	/* The innermost unclosed parenthesis is reported, as in the base kernel. */
	INVALID(NOT_CLOSED, "^(u8 == 1"),
	INVALID(NOT_CLOSED, "(^(u8 == 1"),
	INVALID(NOT_CLOSED, "(^((u8 == 1) && (u8 == 2)"),
	INVALID(NOT_CLOSED, "(u8 == 1) && ^(u8 == 2 || u8 == 3"),
	INVALID(NOT_CLOSED, "!^(u8 == 1 && !u8 == 2"),
	INVALID(NOT_CLOSED, "^(a8 == \")\""),
	INVALID(NOT_CLOSED, "^(u8 == 1 && (u8 == 2)"),

	INVALID(NOT_OPENED, "u8 == 1^)"),
	INVALID(NOT_OPENED, "u8 == 1 ^) && u8 == 2"),
	INVALID(NOT_OPENED, "(u8 == 1)^)"),
	INVALID(NOT_OPENED, "(u8 == 1)^))"),
	INVALID(NOT_OPENED, "u8 == 1 && !u8 == 2^)"),
	INVALID(NOT_OPENED, "a8 == \"(\"^)"),
	INVALID(NOT_OPENED, "a8 == (^)"),

	INVALID(NO_LOGIC_OP, "u8 == 1 ^u8 == 2"),
	INVALID(NO_LOGIC_OP, "u8 == 1 ^& u8 == 2"),
	INVALID(NO_LOGIC_OP, "u8 == 1 ^| u8 == 2"),
	INVALID(NO_LOGIC_OP, "u8 == 1 ^and u8 == 2"),
	INVALID(NO_LOGIC_OP, "u8 == 1 ^, u8 == 2"),
	INVALID(NO_LOGIC_OP, "u8 == 1 ^(u8 == 2)"),
	INVALID(NO_LOGIC_OP, "u8 == 1 ^!u8 == 2"),
	INVALID(NO_LOGIC_OP, "(u8 == 1) ^u8 == 2"),
	INVALID(NO_LOGIC_OP, "(u8 == 1)^(u8 == 2)"),
	INVALID(NO_LOGIC_OP, "(u8 == 1)^!"),
	INVALID(NO_LOGIC_OP, "a8 == \"abc\"^x"),
	INVALID(NO_LOGIC_OP, "a8 == \"abc\" ^\"d\""),
	INVALID(NO_LOGIC_OP, "a8 == \"a\"^\"\""),
	INVALID(NO_LOGIC_OP, "a8 == \"a\\\"^b\""),
	INVALID(NO_LOGIC_OP, "mask & CPUS{1}^}"),
	INVALID(NO_LOGIC_OP, "u8 == 1 ^\xe9"),
	INVALID(NO_LOGIC_OP, "u8 == - ^1"),
	INVALID(NO_LOGIC_OP, "mask & CPUS ^1"),

	INVALID(NO_FIELD_NAME, "^== 1"),
	INVALID(NO_FIELD_NAME, "^\"u8\" == 1"),
	INVALID(NO_FIELD_NAME, "^-1 == u8"),
	INVALID(NO_FIELD_NAME, "^.function == alpha"),
	INVALID(NO_FIELD_NAME, "^& u8 == 1"),
	INVALID(NO_FIELD_NAME, "^| u8 == 1"),
	INVALID(NO_FIELD_NAME, "u8 == 1 &&^& u8 == 2"),
	INVALID(NO_FIELD_NAME, "u8 == 1 ||^| u8 == 2"),
	INVALID(NO_FIELD_NAME, "u8 == 1 && (^# == 1)"),
	INVALID(NO_FIELD_NAME, "!^="),
	INVALID(NO_FIELD_NAME, "^\xc3\xa9 == 1"),
	INVALID(NO_FIELD_NAME, "^\xa0u8 == 1"),

	INVALID(NO_OPERATOR, "u8^"),
	INVALID(NO_OPERATOR, "u8 ^"),
	INVALID(NO_OPERATOR, "(u8^)"),
	INVALID(NO_OPERATOR, "u8 ^) == 1"),
	INVALID(NO_OPERATOR, "u8 ^&& u8 == 1"),
	INVALID(NO_OPERATOR, "u8 ^|| u8 == 1"),
	INVALID(NO_OPERATOR, "u8 ^&&& 1"),
	INVALID(NO_OPERATOR, "0^"),
	INVALID(NO_OPERATOR, "ip.function^"),

	INVALID(BAD_OPERATOR, "u8 ^= 1"),
	INVALID(BAD_OPERATOR, "u8^=1"),
	INVALID(BAD_OPERATOR, "u8 ^=! 1"),
	INVALID(BAD_OPERATOR, "u8 ^! 1"),
	INVALID(BAD_OPERATOR, "a8 ^!~ \"a\""),
	INVALID(BAD_OPERATOR, "a8 ^! ~ \"a\""),
	INVALID(BAD_OPERATOR, "u8 ^| 1"),
	INVALID(BAD_OPERATOR, "u8^:1"),
	INVALID(BAD_OPERATOR, "u8 ^1"),
	INVALID(BAD_OPERATOR, "u8 ^(1)"),
	INVALID(BAD_OPERATOR, "u8 ^is 1"),
	INVALID(BAD_OPERATOR, "u8^\xc3\xa9 == 1"),
	INVALID(BAD_OPERATOR, "u8 ^.function == 1"),
	INVALID(BAD_OPERATOR, "ip.function^.function == alpha"),

	INVALID(NO_VALUE, "u8 ==^"),
	INVALID(NO_VALUE, "u8 == ^"),
	INVALID(NO_VALUE, "(u8 == ^)"),
	INVALID(NO_VALUE, "u8 == ^&& u8 == 1"),
	INVALID(NO_VALUE, "u8 ==^|| u8 == 1"),
	INVALID(NO_VALUE, "ip.function == ^"),
	INVALID(NO_VALUE, "u8 &^"),

	/* The position is that of the opening quote. */
	INVALID(NO_QUOTE, "a8 == ^\"abc"),
	INVALID(NO_QUOTE, "a8 == ^'abc"),
	INVALID(NO_QUOTE, "a8 == ^\"abc'"),
	INVALID(NO_QUOTE, "a8 == ^\""),
	INVALID(NO_QUOTE, "(a8 == ^\"abc)"),
	INVALID(NO_QUOTE, "a8 == \"a\" && a8 == ^\" || u8 == 1"),
	INVALID(NO_QUOTE, "u8 == ^'1"),

	INVALID(NO_BRACE, "mask & ^CPUS{"),
	INVALID(NO_BRACE, "mask & ^CPUS{1-3"),
	INVALID(NO_BRACE, "mask & ^CPUS{1 && u8 == 1"),
	INVALID(NO_BRACE, "a8 == ^CPUS{1"),

	INVALID(NAME_TOO_LONG, "^" LETTERS256 " == 1"),
	INVALID(NAME_TOO_LONG, "u8 == 1 || !(^_" LETTERS256 ".function == 1"),

	INVALID(STR_TOO_LONG, "a8 == \"^" LETTERS256 "\""),
	INVALID(STR_TOO_LONG, "a8 == ^" LETTERS256),
	INVALID(STR_TOO_LONG, "dyn ~ '^*" LETTERS256 "'"),
	INVALID(STR_TOO_LONG, "rel != \"^" LETTERS256 " \""),
	INVALID(STR_TOO_LONG, "ptr == \"^" LETTERS256 "\""),
	INVALID(STR_TOO_LONG, "ptr.ustring == \"^" LETTERS256 "\""),
	INVALID(STR_TOO_LONG, "COMM == \"^" LETTERS256 "\""),

	INVALID(NO_FIELD, "^nosuch == 1"),
	INVALID(NO_FIELD, "^0 == 1"),
	INVALID(NO_FIELD, "^none ~ \"x\""),
	INVALID(NO_FIELD, "^U8 == 1"),
	INVALID(NO_FIELD, "^u == 1"),
	INVALID(NO_FIELD, "^u88 == 1"),
	INVALID(NO_FIELD, "^comm == 1"),
	INVALID(NO_FIELD, "((u8 >= 10 && u8 < 15) || ^dsig == 17) && COMM != bash"),
	INVALID(NO_FIELD, "u8 == 1 && ^" LETTERS64 " == \"a\""),
	/* An unknown field is reported before its modifier, operator and value. */
	INVALID(NO_FIELD, "^nosuch.nosuch ~ 1"),
	INVALID(NO_FIELD, "^nosuch & CPUS{x}"),

	INVALID(FIELD_TYPE, "^pair == 1"),
	INVALID(FIELD_TYPE, "^pair == \"a\""),
	INVALID(FIELD_TYPE, "^longs & 1"),
	INVALID(FIELD_TYPE, "!(^stacktrace ~ x)"),

	INVALID(BAD_MODIFIER, "ip.^nosuch == 1"),
	INVALID(BAD_MODIFIER, "ip.^functions == alpha"),
	INVALID(BAD_MODIFIER, "ip.^func == alpha"),
	INVALID(BAD_MODIFIER, "ip.^Function == alpha"),
	INVALID(BAD_MODIFIER, "ptr.^string == \"a\""),
	INVALID(BAD_MODIFIER, "u8.^hex == 1"),
	INVALID(BAD_MODIFIER, "u8.^"),
	INVALID(BAD_MODIFIER, "u8.^ == 1"),
	INVALID(BAD_MODIFIER, "ptr.^ ustring == \"a\""),
	INVALID(BAD_MODIFIER, "ptr.^.ustring == \"a\""),
	INVALID(BAD_MODIFIER, "u8.^nosuch ~ x"),
	INVALID(BAD_MODIFIER, "u8.^nosuch & CPUS{1}"),

	INVALID(USTRING_FIELD, "^a8.ustring == \"a\""),
	INVALID(USTRING_FIELD, "^dyn.ustring == \"a\""),
	INVALID(USTRING_FIELD, "^rel.ustring == \"a\""),
	INVALID(USTRING_FIELD, "^COMM.ustring == \"a\""),
	INVALID(USTRING_FIELD, "^CPU.ustring == \"a\""),
	INVALID(USTRING_FIELD, "^u" MOCK_HALF ".ustring == \"a\""),
	INVALID(USTRING_FIELD, "^s8.ustring == 1"),
	INVALID(USTRING_FIELD, "^mask.ustring == \"a\""),
	INVALID(USTRING_FIELD, "^pair.ustring == \"a\""),

	INVALID(FUNCTION_FIELD, "^u" MOCK_HALF ".function == alpha"),
	INVALID(FUNCTION_FIELD, "^u8.function == nosuch"),
	INVALID(FUNCTION_FIELD, "^a8.function == alpha"),
	INVALID(FUNCTION_FIELD, "^dyn.function == alpha"),
	INVALID(FUNCTION_FIELD, "^CPU.function == alpha"),
	INVALID(FUNCTION_FIELD, "^COMM.function < alpha"),
	INVALID(FUNCTION_FIELD, "^mask.function == alpha"),
	INVALID(FUNCTION_FIELD, "^pair.function == alpha"),

	INVALID(NUMBER_OPERATOR, "u8 ^~ 1"),
	INVALID(NUMBER_OPERATOR, "s64^~\"1\""),
	INVALID(NUMBER_OPERATOR, "CPU ^~ \"*\""),
	INVALID(NUMBER_OPERATOR, "odd_u64 ^~ x"),

	INVALID(STRING_NUMBER, "a8 == ^1"),
	INVALID(STRING_NUMBER, "dyn != ^-0x10 && a8 == \"1\""),
	INVALID(STRING_NUMBER, "COMM ~ ^99999999999999999999999"),
	INVALID(STRING_OPERATOR, "a8 ^< \"a\""),
	INVALID(STRING_OPERATOR, "a8 ^<= \"a\""),
	INVALID(STRING_OPERATOR, "a1 ^> \"a\""),
	INVALID(STRING_OPERATOR, "dyn ^>= \"a\""),
	INVALID(STRING_OPERATOR, "rel ^& 1"),
	INVALID(STRING_OPERATOR, "ptr ^< 1"),
	INVALID(STRING_OPERATOR, "COMM^>\"a\""),
	INVALID(STRING_OPERATOR, "ptr.ustring ^& \"a\""),
	INVALID(STRING_OPERATOR, "ip.ustring ^<= \"a\""),
	INVALID(STRING_OPERATOR, "a8 ^& \"" LETTERS256 "\""),

	INVALID(FUNCTION_OPERATOR, "ip.function ^~ alpha"),
	INVALID(FUNCTION_OPERATOR, "ip.function ^< alpha"),
	INVALID(FUNCTION_OPERATOR, "ip.function ^<= alpha"),
	INVALID(FUNCTION_OPERATOR, "ip.function ^> alpha"),
	INVALID(FUNCTION_OPERATOR, "ip.function ^>= nosuch"),
	INVALID(FUNCTION_OPERATOR, "s" MOCK_LONG ".function ^& alpha"),

	INVALID(CPUS_OPERATOR, "mask ^~ CPUS{1}"),
	INVALID(CPUS_OPERATOR, "mask ^< CPUS{1}"),
	INVALID(CPUS_OPERATOR, "rel_mask ^<= CPUS{1}"),
	INVALID(CPUS_OPERATOR, "target_cpu ^> CPUS{x}"),
	INVALID(CPUS_OPERATOR, "u8 ^>= CPUS{1}"),
	INVALID(CPUS_OPERATOR, "CPU ^~ CPUS{1}"),

	INVALID(MASK_VALUE, "mask == ^1"),
	INVALID(MASK_VALUE, "mask & ^1"),
	INVALID(MASK_VALUE, "mask & ^CPUS"),
	INVALID(MASK_VALUE, "mask & ^cpus{1}"),
	INVALID(MASK_VALUE, "rel_mask == \"^1\""),
	INVALID(MASK_VALUE, "rel_mask ~ ^1"),

	INVALID(CPUS_FIELD, "^a8 == CPUS{1}"),
	INVALID(CPUS_FIELD, "^dyn & CPUS{1}"),
	INVALID(CPUS_FIELD, "^rel != CPUS{1}"),
	INVALID(CPUS_FIELD, "^ptr == CPUS{1}"),
	INVALID(CPUS_FIELD, "^COMM == CPUS{1}"),
	INVALID(CPUS_FIELD, "^pair & CPUS{1}"),
	INVALID(CPUS_FIELD, "^stacktrace < CPUS{1}"),

	/* With .ustring or .function, a field is not a number, so CPUS{} does not apply. */
	INVALID(CPUS_FIELD, "^ptr.ustring == CPUS{1}"),
	INVALID(CPUS_FIELD, "u8 == 1 || ^ip.ustring ~ CPUS{1}"),
	INVALID(CPUS_FIELD, "^ip.function == CPUS{alpha}"),

	INVALID(BAD_NUMBER, "u8 == ^x"),
	INVALID(BAD_NUMBER, "u8 == ^1x"),
	INVALID(BAD_NUMBER, "u8 == ^1k && u8 == 1"),
	INVALID(BAD_NUMBER, "(u8 == ^08)"),
	INVALID(BAD_NUMBER, "u8 == ^0x"),
	INVALID(BAD_NUMBER, "u8 == ^0xg"),
	INVALID(BAD_NUMBER, "u8 == ^1.5"),
	INVALID(BAD_NUMBER, "u8 == ^1_0"),
	INVALID(BAD_NUMBER, "u8 == ^1,"),
	INVALID(BAD_NUMBER, "u8 == ^+1"),
	INVALID(BAD_NUMBER, "s8 == ^-"),
	INVALID(BAD_NUMBER, "s8 == ^--1"),
	INVALID(BAD_NUMBER, "s8 == ^-+1"),
	INVALID(BAD_NUMBER, "s8 == ^-x"),
	INVALID(BAD_NUMBER, "u8 == ^-x"),
	INVALID(BAD_NUMBER, "u8 == ^(1"),
	INVALID(BAD_NUMBER, "u8 == ^*"),
	INVALID(BAD_NUMBER, "u8 == ^=1"),
	INVALID(BAD_NUMBER, "u8 < ^=1"),
	INVALID(BAD_NUMBER, "u8 & ^!1"),
	INVALID(BAD_NUMBER, "u8 == ^1\"2\""),
	INVALID(BAD_NUMBER, "u8 == \"^1\""),
	INVALID(BAD_NUMBER, "u8 == '^'"),
	INVALID(BAD_NUMBER, "CPU == ^all"),
	INVALID(BAD_NUMBER, "u8 == ^1\xb2"),
	INVALID(BAD_NUMBER, "u8 == ^1&2"),
	INVALID(BAD_NUMBER, "u8 == ^1|2"),
	INVALID(BAD_NUMBER, "ip == ^alpha"),
	INVALID(BAD_NUMBER, "target_cpu == ^CPUS"),

	/* Numbers beyond the range of the field: maximum plus one, minimum minus one. */
	INVALID(NUMBER_RANGE, "u8 == ^256"),
	INVALID(NUMBER_RANGE, "u8 == ^300"),
	INVALID(NUMBER_RANGE, "u8 < ^256"),
	INVALID(NUMBER_RANGE, "u8 == ^0x100"),
	INVALID(NUMBER_RANGE, "u8 & ^0400"),
	INVALID(NUMBER_RANGE, "s8 == ^128"),
	INVALID(NUMBER_RANGE, "s8 == ^255"),
	INVALID(NUMBER_RANGE, "s8 == ^-129"),
	INVALID(NUMBER_RANGE, "s8 == ^-0x81"),
	INVALID(NUMBER_RANGE, "s8 == ^0x100"),
	INVALID(NUMBER_RANGE, "s8 & ^128"),
	INVALID(NUMBER_RANGE, "u16 == ^65536"),
	INVALID(NUMBER_RANGE, "u16 == ^0x10001"),
	INVALID(NUMBER_RANGE, "s16 > ^32768"),
	INVALID(NUMBER_RANGE, "s16 >= ^-32769"),
	INVALID(NUMBER_RANGE, "u32 == ^0x100000000"),
	INVALID(NUMBER_RANGE, "u32 <= ^4294967296"),
	INVALID(NUMBER_RANGE, "s32 == ^2147483648"),
	INVALID(NUMBER_RANGE, "s32 == ^-2147483649"),
	INVALID(NUMBER_RANGE, "s32 == ^4294967295"),
	INVALID(NUMBER_RANGE, "s32 == ^18446744073709551615"),
	INVALID(NUMBER_RANGE, "u64 == ^18446744073709551616"),
	INVALID(NUMBER_RANGE, "u64 == ^0x10000000000000000"),
	INVALID(NUMBER_RANGE, "s64 == ^9223372036854775808"),
	INVALID(NUMBER_RANGE, "s64 == ^-9223372036854775809"),
	INVALID(NUMBER_RANGE, "s64 == ^-0xffffffffffffffff"),
	INVALID(NUMBER_RANGE, "s64 == ^-18446744073709551616"),
	INVALID(NUMBER_RANGE, "u64 == ^100000000000000000000000000000000000000000"),
	INVALID(NUMBER_RANGE, "CPU == ^2147483648"),
	/* A bit pattern such as 0xff of a signed field is valid for ==, != and & only. */
	INVALID(NUMBER_RANGE, "s8 < ^0xff"),
	INVALID(NUMBER_RANGE, "s8 > ^0377"),
	INVALID(NUMBER_RANGE, "s32 <= ^0x80000000"),
	INVALID(NUMBER_RANGE, "s64 >= ^0x8000000000000000"),

	INVALID(NEGATIVE, "u8 == ^-1"),
	INVALID(NEGATIVE, "u8 > ^-1"),
	INVALID(NEGATIVE, "u8 == ^-0"),
	INVALID(NEGATIVE, "u16 & ^-1"),
	INVALID(NEGATIVE, "u32 == ^-2147483648"),
	INVALID(NEGATIVE, "u64 == ^-1"),
	INVALID(NEGATIVE, "u64 == ^-18446744073709551616"),
	INVALID(NEGATIVE, "ip == ^-0x10"),
	INVALID(NEGATIVE, "u8 == ^-010"),

	INVALID(NO_FUNCTION, "ip.function == ^nosuch"),
	INVALID(NO_FUNCTION, "ip.function == ^alph"),
	INVALID(NO_FUNCTION, "ip.function == ^alphabet"),
	INVALID(NO_FUNCTION, "ip.function == ^alpha,beta"),
	INVALID(NO_FUNCTION, "ip.function == ^alpha*"),
	INVALID(NO_FUNCTION, "ip.function == ^Alpha"),
	INVALID(NO_FUNCTION, "ip.function == ^5"),
	INVALID(NO_FUNCTION, "ip.function == ^0x81000050"),
	INVALID(NO_FUNCTION, "ip.function == ^0x80ffffff"),
	INVALID(NO_FUNCTION, "ip.function == \"^\""),
	INVALID(NO_FUNCTION, "ip.function != ^" LETTERS256),
	INVALID(NO_FUNCTION, "ip.function == ^0x10000000000000000"),
	INVALID(NO_FUNCTION, "(u" MOCK_LONG ".function == ^gamma)"),

	INVALID(BAD_CPUS, "mask & CPUS{^}"),
	INVALID(BAD_CPUS, "mask & CPUS{^x}"),
	INVALID(BAD_CPUS, "mask & CPUS{^1-}"),
	INVALID(BAD_CPUS, "mask & CPUS{^3-1}"),
	INVALID(BAD_CPUS, "CPU == CPUS{^-1}"),
	INVALID(BAD_CPUS, "u8 & CPUS{^1;2}"),
	INVALID(BAD_CPUS, "u8 & CPUS{^\"1\"}"),

	INVALID(NO_CPUS, "mask & CPUS{^100}"),
	INVALID(NO_CPUS, "rel_mask == CPUS{^17-420}"),
	INVALID(NO_CPUS, "target_cpu & CPUS{^1,2,4294967296}"),
	INVALID(NO_CPUS, "u8 == CPUS{^255}"),

	/* Syntax errors are reported before errors of fields, and each kind from left to right. */
	INVALID(NOT_OPENED, "nosuch == 1^)"),
	INVALID(NO_QUOTE, "u8 == x && a8 == ^\""),
	INVALID(NO_FIELD, "^nosuch == 1 && u8 == x"),
	INVALID(BAD_NUMBER, "u8 == ^x && nosuch == 1"),
	INVALID(NO_PREDICATE, "nosuch ~ 1 || ^"),
};

/* Last error code of the parser and the compiler; later codes need more than a filter text. */
#define INVALID_LAST_CODE	FILTER_DIAG_NO_CPUS

/*
 * Copy the filter to @text without the '^' and without a NUL terminator. *@at is the expected
 * offset of the diagnostic. Return: the length of the filter.
 */
static inline unsigned int invalid_case_text(const struct invalid_case *c, char *text, u32 *at)
{
	unsigned int i, len = 0;

	*at = c->len;
	for (i = 0; i < c->len; i++) {
		if (c->text[i] == '^' && *at == c->len)
			*at = i;
		else
			text[len++] = c->text[i];
	}
	return len;
}

#endif /* _TRACE_FILTER_INVALID_CASES_H */
