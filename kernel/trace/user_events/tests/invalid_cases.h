/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Invalid definitions of user events, each with the expected error code and position. KUnit and
 * the unit tests in user space share this table.
 */
#ifndef _TRACE_USER_EVENTS_INVALID_CASES_H
#define _TRACE_USER_EVENTS_INVALID_CASES_H

#include <linux/types.h>

#include "../../trace_text.h"
#include "../diag.h"

/**
 * struct rejected - Invalid definition and the expected diagnostic
 * @text: definition; '<' and '>' enclose the offending token and are not part of the definition
 * @len: length of @text in bytes, including '<' and '>'; @text may contain NUL bytes
 * @code: expected error code
 */
struct rejected {
	const char *text;
	unsigned int len;
	enum user_event_diag code;
};

/* Upper limit of @len of all cases; the size of a buffer for rejected_text(). */
#define REJECTED_MAX	320

/* A name of 80 letters; three of them exceed USER_NAME_MAX. */
#define LETTERS	"Anamethatislongerthananybodywouldeverwanttotypeandstillgoesonandonuntilitisthere"

#define REJECTED(code_, text_)	{ text_, sizeof(text_) - 1, USER_EVENT_DIAG_##code_ }

static const struct rejected rejected[] = {
	/* Names that cannot be those of an event directory or part of a command; empty names. */
	REJECTED(BAD_NAME, "<>"),
	REJECTED(BAD_NAME, " \t\n<>"),
	REJECTED(BAD_NAME, "<;>"),
	REJECTED(BAD_NAME, "<;> u32 x"),
	REJECTED(BAD_NAME, "<e;>"),
	REJECTED(BAD_NAME, "  <e;u32> x"),
	REJECTED(BAD_NAME, "<.>"),
	REJECTED(BAD_NAME, "<..> u32 x"),
	REJECTED(BAD_NAME, "<enable> u32 x"),
	REJECTED(BAD_NAME, " <filter;>"),
	REJECTED(BAD_NAME, "<filter> ;"),
	REJECTED(BAD_NAME, "<enable>:F"),
	REJECTED(BAD_NAME, "</>"),
	REJECTED(BAD_NAME, "<user_events/e> u32 x"),
	REJECTED(BAD_NAME, "<e/> u32 x"),
	REJECTED(BAD_NAME, "<#e> u32 x"),
	REJECTED(BAD_NAME, "<e#>"),
	REJECTED(BAD_NAME, "<e#f\xc3\xa9> u32 x"),
	REJECTED(BAD_NAME, "<\x01>"),
	REJECTED(BAD_NAME, "<e\x1f>"),
	REJECTED(BAD_NAME, "<e\x7f> u32 x"),
	REJECTED(BAD_NAME, "<e\0> u32 x"),
	REJECTED(BAD_NAME, "<\0>"),
	REJECTED(BAD_NAME, "<.>:F"),
	REJECTED(BAD_NAME, "<>:"),
	REJECTED(BAD_NAME, "<>:F u32 x"),
	REJECTED(BAD_NAME, "<e/f>:F"),

	REJECTED(NAME_TOO_LONG, "<" LETTERS LETTERS LETTERS ">"),
	REJECTED(NAME_TOO_LONG, " <" LETTERS LETTERS LETTERS "> u32 x"),
	REJECTED(NAME_TOO_LONG, "<" LETTERS LETTERS LETTERS ">:F"),

	REJECTED(FLAG, "e:<>"),
	REJECTED(FLAG, "e:<> u32 x"),
	REJECTED(FLAG, "e:<F>"),
	REJECTED(FLAG, "  e:<F,G> u32 x"),
	REJECTED(FLAG, "e:<,>"),
	REJECTED(FLAG, "e:<F:G>"),
	REJECTED(FLAG, "e:<:>"),
	REJECTED(FLAG, "u:<e> u32 x"),
	REJECTED(FLAG, "e:<PERSIST;u32> x"),

	/* Wrong number or order of words in a field. */
	REJECTED(BAD_FIELD, "e <u32>"),
	REJECTED(BAD_FIELD, "e <x>"),
	REJECTED(BAD_FIELD, "e <:F>"),
	REJECTED(BAD_FIELD, "e <char[20]>"),
	REJECTED(BAD_FIELD, "e u32 x;  <u64> "),
	REJECTED(BAD_FIELD, "e ; ; <y> ;"),
	REJECTED(BAD_FIELD, "e <u32 x y>"),
	REJECTED(BAD_FIELD, "e <u32 x , u32>"),
	REJECTED(BAD_FIELD, "e <u32 x u32 y>"),
	REJECTED(BAD_FIELD, "e u32 x u32 y <u32> z; u8 a"),
	REJECTED(BAD_FIELD, "e <u32 x 4 y>"),
	REJECTED(BAD_FIELD, "e <char [20] x>"),
	REJECTED(BAD_FIELD, "e <char * x>"),
	REJECTED(BAD_FIELD, "e <const char x>"),
	REJECTED(BAD_FIELD, "e <signed int x>"),
	REJECTED(BAD_FIELD, "e <struct>"),
	REJECTED(BAD_FIELD, "e <struct s>"),
	REJECTED(BAD_FIELD, "e struct s y x <20>"),
	REJECTED(BAD_FIELD, "e struct s * x <20>"),
	REJECTED(BAD_FIELD, "e struct s x 20 <3>; u8 y"),
	REJECTED(BAD_FIELD, "e unsigned int x 4 <4>"),
	REJECTED(BAD_FIELD, "e <__data_loc>"),
	REJECTED(BAD_FIELD, "e <__data_loc x>"),
	REJECTED(BAD_FIELD, "e <__data_loc char[]>"),
	REJECTED(BAD_FIELD, "e <__data_loc char[(>;)] x"),
	REJECTED(BAD_FIELD, "e <__rel_loc char [] x>"),
	REJECTED(BAD_FIELD, "e <__data_loc struct s x>"),
	REJECTED(BAD_FIELD, "e <__data_loc signed char[] x>"),
	REJECTED(BAD_FIELD, "e <__data_loc foo bar x>"),
	REJECTED(BAD_FIELD, "e <__data_loc char[] x 4>"),
	REJECTED(BAD_FIELD, "e __data_loc unsigned char[] x <4>"),

	REJECTED(BAD_TYPE, "e <U32> x"),
	REJECTED(BAD_TYPE, "e <bool> x"),
	REJECTED(BAD_TYPE, "e <float> x"),
	REJECTED(BAD_TYPE, "e <void> x"),
	REJECTED(BAD_TYPE, "e <size_t> x"),
	REJECTED(BAD_TYPE, "e <pid_t> x"),
	REJECTED(BAD_TYPE, "e <__u32> x"),
	REJECTED(BAD_TYPE, "e <u3> x"),
	REJECTED(BAD_TYPE, "e <u322> x"),
	REJECTED(BAD_TYPE, "e <u128> x"),
	REJECTED(BAD_TYPE, "e <u32*> x"),
	REJECTED(BAD_TYPE, "e <char*> x"),
	REJECTED(BAD_TYPE, "e <union> x"),
	REJECTED(BAD_TYPE, "e <unsigned> x"),
	REJECTED(BAD_TYPE, "e u8 x; <unsigned> int;"),
	REJECTED(BAD_TYPE, "e <unsigned  u32> x"),
	REJECTED(BAD_TYPE, "e <unsigned unsigned int> x"),
	REJECTED(BAD_TYPE, "e <unsigned char [4]> x"),
	REJECTED(BAD_TYPE, "e <[4]> x"),
	REJECTED(BAD_TYPE, "e <float[4]> x"),
	REJECTED(BAD_TYPE, "e <char]> x"),
	REJECTED(BAD_TYPE, "e <charr[4]> x"),
	REJECTED(BAD_TYPE, "e <structs> x"),
	REJECTED(BAD_TYPE, "e <longer> x"),
	REJECTED(BAD_TYPE, "e <u32\0> x"),
	REJECTED(BAD_TYPE, "e <u32\0foo> x"),
	REJECTED(BAD_TYPE, "e <\0u32> x"),
	REJECTED(BAD_TYPE, "e <char\0[4]> x"),
	REJECTED(BAD_TYPE, "e <\xe9> x"),
	REJECTED(BAD_FIELD, "e <u32\xa0x>"),
	REJECTED(BAD_TYPE, "e struct <1s> x 4"),
	REJECTED(BAD_TYPE, "e struct <s*> x 4"),
	REJECTED(BAD_TYPE, "e struct <s[4]> x 4"),
	REJECTED(BAD_TYPE, "e struct <s-t> x 4"),
	REJECTED(BAD_TYPE, "e struct <s\0> x 4"),
	REJECTED(BAD_TYPE, "e <__data_locchar[]> x"),
	REJECTED(BAD_TYPE, "e __data_loc <[]> x"),
	REJECTED(BAD_TYPE, "e __data_loc <1> x"),
	REJECTED(BAD_TYPE, "e __data_loc <char*> x"),
	REJECTED(BAD_TYPE, "e __data_loc <unsigned> x"),
	REJECTED(BAD_TYPE, "e __data_loc <char[> x"),
	REJECTED(BAD_TYPE, "e __data_loc <char]> x"),
	REJECTED(BAD_TYPE, "e __data_loc <char[]x> y"),
	REJECTED(BAD_TYPE, "e __data_loc <char[x> y"),
	REJECTED(BAD_TYPE, "e __data_loc <char[44> y"),
	REJECTED(BAD_TYPE, "e __data_loc <char[4]4> y"),
	REJECTED(BAD_TYPE, "e __data_loc <char[][]> y"),
	REJECTED(BAD_TYPE, "e __data_loc <char[1a]> y"),
	REJECTED(BAD_TYPE, "e __rel_loc unsigned <char[-1]> y"),
	REJECTED(BAD_TYPE, "e __rel_loc <char[\"]> y"),
	REJECTED(BAD_TYPE, "e __rel_loc <char[\0]> y"),
	REJECTED(BAD_TYPE, "e __rel_loc <char[\xe9]> y"),
	REJECTED(BAD_TYPE, "e __rel_loc <ch\0r[]> y"),
	REJECTED(BAD_TYPE, "e __data_loc char[] y<[]>"),
	REJECTED(BAD_TYPE, "e __rel_loc char y<[-1]>"),
	REJECTED(BAD_TYPE, "e __rel_loc unsigned char y<[4>"),
	REJECTED(BAD_TYPE, "e __rel_loc <char*> y[4]"),

	/* Types with long: the size of long differs between 32-bit programs and 64-bit kernels. */
	REJECTED(LONG, "e <long> x"),
	REJECTED(LONG, "e <unsigned long> x"),
	REJECTED(LONG, "e <long long> x"),
	REJECTED(LONG, "e <long int> x"),
	REJECTED(LONG, "e <unsigned long long> x"),
	REJECTED(LONG, "e <long long int> x"),
	REJECTED(LONG, "e u8 y; <long[4]> x"),
	REJECTED(LONG, "e <unsigned long[]> x"),

	REJECTED(BAD_ARRAY, "e <char[0]> x"),
	REJECTED(BAD_ARRAY, "e <char[00]> x"),
	REJECTED(BAD_ARRAY, "e <char[1025]> x"),
	REJECTED(BAD_ARRAY, "e <unsigned char[1025]> x"),
	REJECTED(BAD_ARRAY, "e <char[0x401]> x"),
	REJECTED(BAD_ARRAY, "e <char[9999]> x"),
	REJECTED(BAD_ARRAY, "e <char[65537]> x"),
	REJECTED(BAD_ARRAY, "e <char[99999999]> x"),
	REJECTED(BAD_ARRAY, "e <char[4294967297]> x"),
	REJECTED(BAD_ARRAY, "e <char[18446744073709551617]> x"),
	REJECTED(BAD_ARRAY, "e <char[000000020]> x"),
	REJECTED(BAD_ARRAY, "e <char[0x0000000000001]> x"),
	REJECTED(BAD_ARRAY, "e <char[-1]> x"),
	REJECTED(BAD_ARRAY, "e <char[+1]> x"),
	REJECTED(BAD_ARRAY, "e <char[aa]> x"),
	REJECTED(BAD_ARRAY, "e <char[08]> x"),
	REJECTED(BAD_ARRAY, "e <char[0x]> x"),
	REJECTED(BAD_ARRAY, "e <char[]> x"),
	REJECTED(BAD_ARRAY, "e <char[> x"),
	REJECTED(BAD_ARRAY, "e <unsigned\tchar[20> x"),
	REJECTED(BAD_ARRAY, "e <char[20]y> x"),
	REJECTED(BAD_ARRAY, "e <char[2][3]> x"),
	REJECTED(BAD_ARRAY, "e <unsigned char[ 4]> x"),
	REJECTED(BAD_ARRAY, "e <unsigned char[4 ]> x"),
	REJECTED(BAD_ARRAY, "e <char[[2]> x"),
	REJECTED(BAD_ARRAY, "e <char[2\0]> x"),
	REJECTED(BAD_ARRAY, "e <char[2]\0> x"),
	REJECTED(BAD_ARRAY, "e <u8[4]> x"),
	REJECTED(BAD_ARRAY, "e <unsigned short[4]> x"),
	REJECTED(BAD_ARRAY, "e u8 y; <int[]> x"),
	REJECTED(BAD_ARRAY, "e char x<[0]>"),
	REJECTED(BAD_ARRAY, "e char x<[]>"),
	REJECTED(BAD_ARRAY, "e char x<[1025]>"),
	REJECTED(BAD_ARRAY, "e char x<[4>"),
	REJECTED(BAD_ARRAY, "e char x<[4]y>"),
	REJECTED(BAD_ARRAY, "e char x<[2][3]>"),
	REJECTED(BAD_ARRAY, "e char[2] x<[3]>"),
	REJECTED(BAD_ARRAY, "e unsigned char x<[4>; u8 y"),
	REJECTED(BAD_ARRAY, "e unsigned int x<[4]>"),
	REJECTED(BAD_ARRAY, "e u8 y; u32 x<[2]>"),

	REJECTED(BAD_SIZE, "e struct s x <0>"),
	REJECTED(BAD_SIZE, "e struct s x <000>"),
	REJECTED(BAD_SIZE, "e struct s x <-1>"),
	REJECTED(BAD_SIZE, "e struct s x <+1>"),
	REJECTED(BAD_SIZE, "e struct s x <abc>"),
	REJECTED(BAD_SIZE, "e struct s x <0x14>"),
	REJECTED(BAD_SIZE, "e struct s x <20x>; u8 y"),
	REJECTED(BAD_SIZE, "e struct s x <2\0>"),
	REJECTED(BAD_SIZE, "e struct s x <2\xb2>"),
	REJECTED(BAD_SIZE, "e struct s * <x>"),
	REJECTED(NO_SIZE, "e <struct s x>"),
	REJECTED(NO_SIZE, "e u8 y;<struct  s\tx> ; u8 z"),

	REJECTED(STRAY_SIZE, "e u32 x <4>"),
	REJECTED(STRAY_SIZE, "e unsigned int x <4>; u8 y"),
	REJECTED(STRAY_SIZE, "e char x <0x14>"),
	REJECTED(STRAY_SIZE, "e char[20] x <20>"),
	REJECTED(STRAY_SIZE, "e foo x <4>"),

	REJECTED(BAD_FIELD_NAME, "e u32 <1>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <1x>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <*x>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <x-y>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <x,>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <x:1>"),
	REJECTED(BAD_FIELD_NAME, "e char <1x[4]>"),
	REJECTED(BAD_FIELD_NAME, "e char <[4]>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <\"x\">"),
	REJECTED(BAD_FIELD_NAME, "e u32 <%s>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <x\x01>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <x\0>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <x\0y>; u8 x"),
	REJECTED(BAD_FIELD_NAME, "e u32 <\xe9>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <x\xc3\xa9>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <x\xc3\xa0>"),
	REJECTED(BAD_FIELD_NAME, "e u32 <x(>; u32 y)"),
	REJECTED(BAD_FIELD_NAME, "e u32 <(x>; u32 4"),
	REJECTED(BAD_FIELD_NAME, "e __rel_loc unsigned char[] <4>"),
	REJECTED(BAD_FIELD_NAME, "e struct s <*x> 4"),
	REJECTED(BAD_FIELD_NAME, "e struct s <x[4]> 4"),

	REJECTED(DUPLICATE_FIELD, "e u32 x;u32 <x>"),
	REJECTED(DUPLICATE_FIELD, "e u32 x; u64 <x>; u8 y"),
	REJECTED(DUPLICATE_FIELD, "e u32 y; char[4] x; u8 z; struct s <x> 4"),
	REJECTED(DUPLICATE_FIELD, "e u8 x; u8 y; __data_loc char[] <x>; u8 y"),

	REJECTED(COMMON_FIELD, "e u32 <common_pid>"),
	REJECTED(COMMON_FIELD, "e u8 x; __data_loc char[] <common_>; u8 x"),
	REJECTED(COMMON_FIELD, "e struct s <common_x> 8"),

	REJECTED(TOO_LARGE, "e struct s x <32768>"),
	REJECTED(TOO_LARGE, "e struct s x <65537>"),
	REJECTED(TOO_LARGE, "e struct s x <2147483648>"),
	REJECTED(TOO_LARGE, "e struct s x <4294967295>"),
	REJECTED(TOO_LARGE, "e struct s x <4294967297>"),
	REJECTED(TOO_LARGE, "e struct s x <18446744073709551615>"),
	REJECTED(TOO_LARGE, "e struct s x <18446744073709551617>"),
	REJECTED(TOO_LARGE, "e struct s x <99999999999999999999999999999999999999999999>"),
	REJECTED(TOO_LARGE, "e struct s x 32767; <u8 y>"),
	REJECTED(TOO_LARGE, "e struct s x 32766; <u16 y>;"),
	REJECTED(TOO_LARGE, "e struct s x 1;  <struct s y 32767>; u8 z"),
	REJECTED(TOO_LARGE, "e struct s x 32764; <__data_loc char[] y>"),
	REJECTED(TOO_LARGE, "e struct s x 31744; <char[1024] y>"),

	/* The first of several errors is reported. */
	REJECTED(BAD_TYPE, "e u32 x; <foo> y; u32 x; char[0] z"),
	REJECTED(BAD_TYPE, "e u32 x; <foo> x"),
	REJECTED(BAD_ARRAY, "e <char[0]> 1x; u32"),
	REJECTED(BAD_SIZE, "e struct s 1x <0>; u32 common_pid"),
	REJECTED(BAD_NAME, "<.>:F u32"),
	REJECTED(FLAG, "e:<F> u32"),
};

/* Last error code of the parser; later codes need more than a definition. */
#define REJECTED_LAST_CODE	USER_EVENT_DIAG_TOO_LARGE

/*
 * Copy the definition to @text without the marks and without a NUL terminator. *@at is the
 * expected position of the diagnostic. Return: the length of the definition.
 */
static inline unsigned int rejected_text(const struct rejected *r, char *text,
					 struct trace_span *at)
{
	unsigned int i, len = 0;

	*at = (struct trace_span){};
	for (i = 0; i < r->len; i++) {
		if (r->text[i] == '<')
			at->off = len;
		else if (r->text[i] == '>')
			at->len = len - at->off;
		else
			text[len++] = r->text[i];
	}
	return len;
}

#endif /* _TRACE_USER_EVENTS_INVALID_CASES_H */
