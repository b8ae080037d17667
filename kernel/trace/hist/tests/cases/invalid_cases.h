/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Invalid hist commands, each with the expected error code and position.
 *
 * A '^' marks the offending token; it is not part of the command. The commands refer to the
 * fields of mock_event and to the environment of mock_hists_populate(). KUnit and the unit tests
 * in user space share this table.
 */
#ifndef _TRACE_HIST_TESTS_CASES_INVALID_CASES_H
#define _TRACE_HIST_TESTS_CASES_INVALID_CASES_H

#include <linux/array_size.h>
#include <linux/string.h>

#include "../../diag.h"
#include "../../limits.h"
#include "largest_cases.h"

/**
 * struct invalid_case - Invalid command and the expected diagnostic
 * @text: command with a '^' in front of the offending token
 * @len: length of @text in bytes, including the '^'; @text may contain NUL bytes
 * @blanks: number of blanks that invalid_case_command() appends to the command
 * @code: expected error code
 * @off: expected offset if @text has no '^'
 */
struct invalid_case {
	const char *text;
	unsigned int len;
	unsigned int blanks;
	enum hist_diag code;
	unsigned int off;
};

#define EIGHT_OPERANDS	"num_u8+num_s8+num_u8+num_s8+num_u8+num_s8+num_u8+num_s8"
#define THIRTY_TWO_OPERANDS \
	EIGHT_OPERANDS "+" EIGHT_OPERANDS "+" EIGHT_OPERANDS "+" EIGHT_OPERANDS
#define FIFTEEN_SIGNS	"---------------"

#define INVALID(code_, text_)	{ text_, sizeof(text_) - 1, .code = HIST_DIAG_##code_ }

static const struct invalid_case invalid_cases[] = {
	INVALID(NUL_BYTE, "hist:keys=num_u8^\0"),
	INVALID(NUL_BYTE, "^\0hist:keys=num_u8"),
	INVALID(NUL_BYTE, "hist:keys=nosuch.hex:foo if num_u8 ^\0== 3"),

	{ "hist:keys=num_u8", 16, HIST_TEXT_MAX + 1 - 16, HIST_DIAG_TOO_LONG, HIST_TEXT_MAX },

	INVALID(EMPTY_PARAM, "hist:keys=num_u8:^"),
	INVALID(EMPTY_PARAM, "hist:^:keys=num_u8"),
	INVALID(EMPTY_PARAM, "hist:keys=num_u8:^:pause"),
	INVALID(EMPTY_PARAM, "hist:keys=num_u8:  ^:pause"),
	INVALID(EMPTY_PARAM, "hist:keys=num_u8:^ if num_u8 > 3"),
	INVALID(EMPTY_PARAM, "hist:keys=num_u8:^ [active]"),

	INVALID(UNKNOWN_PARAM, "hist:^foo"),
	INVALID(UNKNOWN_PARAM, "hist:^num_u8:keys=num_u8"),
	INVALID(UNKNOWN_PARAM, "! ^hist:keys=num_u8"),

	INVALID(DUPLICATE_PARAM, "hist:keys=num_u8:^keys=num_s8"),
	INVALID(DUPLICATE_PARAM, "hist:keys=num_u8:^key=num_s8"),
	INVALID(DUPLICATE_PARAM, "hist:keys=num_u8:val=num_u8:^vals=num_u16"),
	INVALID(DUPLICATE_PARAM, "hist:keys=num_u8:size=128:^size=128"),
	INVALID(DUPLICATE_PARAM, "hist:keys=num_u8:cont:^continue"),
	INVALID(DUPLICATE_PARAM, "hist:keys=num_u8:pause:clear:^pause"),
	INVALID(DUPLICATE_PARAM, "hist:keys=num_u8:vals=num_u8:NOHC:^nohitcount"),

	INVALID(NO_ASSIGNMENT, "hist:^keys"),
	INVALID(NO_ASSIGNMENT, "hist:keys=num_u8:^size"),
	INVALID(NO_ASSIGNMENT, "hist:keys=num_u8:^vals:pause"),
	INVALID(NO_ASSIGNMENT, "hist:keys=num_u8: ^sort if num_u8"),

	INVALID(NEEDS_NO_VALUE, "hist:keys=num_u8:pause=^1"),
	INVALID(NEEDS_NO_VALUE, "hist:keys=num_u8:clear=^"),
	INVALID(NEEDS_NO_VALUE, "hist:keys=num_u8:NOHC = ^yes:pause"),

	INVALID(EMPTY_ASSIGNMENT, "hist:^keys="),
	INVALID(EMPTY_ASSIGNMENT, "hist:keys=num_u8:^sort="),
	INVALID(EMPTY_ASSIGNMENT, "hist:keys=num_u8:^name= :pause"),
	INVALID(EMPTY_ASSIGNMENT, "hist:keys=num_u8:^clock= if num_u8"),

	INVALID(EMPTY_FIELD, "hist:keys=num_u8,^"),
	INVALID(EMPTY_FIELD, "hist:keys=^,num_u8"),
	INVALID(EMPTY_FIELD, "hist:keys=num_u8, ^,num_s8"),
	INVALID(EMPTY_FIELD, "hist:keys=^.hex"),
	INVALID(EMPTY_FIELD, "hist:keys=num_u8:vals=num_u8,^:pause"),

	INVALID(NO_KEYS, "^"),
	INVALID(NO_KEYS, "^hist"),
	INVALID(NO_KEYS, "^hist:"),
	INVALID(NO_KEYS, "  ^hist: pause"),
	INVALID(NO_KEYS, "^!hist:vals=num_u8"),
	INVALID(NO_KEYS, "^hist if num_u8 > 3"),
	INVALID(NO_KEYS, "^hist:name=foo [active]"),

	INVALID(TOO_MANY_KEYS, "hist:keys=a,b,c,d,e,f,g,h,^i"),
	INVALID(TOO_MANY_VALS, "hist:keys=a:vals=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p, ^q"),
	INVALID(TOO_MANY_VALS, "hist:keys=a:vals=hitcount,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,^q"),
	INVALID(TOO_MANY_VALS, "hist:keys=a:vals=hitcount.hex,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,^p"),
	INVALID(TOO_MANY_SORTS, "hist:keys=num_u8:^sort=num_u8,hitcount,num_u8"),

	INVALID(EMPTY_SORT, "hist:keys=num_u8:^sort=num_u8,"),
	INVALID(EMPTY_SORT, "hist:keys=num_u8:^sort=,num_u8"),

	INVALID(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.^foo"),
	INVALID(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.^"),
	INVALID(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.^Descending"),
	INVALID(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.^descending.hex"),
	INVALID(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.^descending.ascending"),
	INVALID(BAD_SORT_MODIFIER, "hist:keys=num_u8.hex:sort=num_u8.hex.^hex"),
	INVALID(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=hitcount,num_u8.^buckets=0"),
	INVALID(NO_SORT_FIELD, "hist:keys=num_u8:sort=^num_u8.sym-offset-1"),
	INVALID(NO_SORT_FIELD, "hist:keys=num_u8-1:sort=^num_u8-2"),
	INVALID(NO_SORT_FIELD, "hist:keys=num_u8-1:sort=^num_u8.hex-1"),

	INVALID(BAD_SIZE, "hist:keys=num_u8:size=^abc"),
	INVALID(BAD_SIZE, "hist:keys=num_u8:size=^-128"),
	INVALID(BAD_SIZE, "hist:keys=num_u8:size=^128x"),
	INVALID(BAD_SIZE, "hist:keys=num_u8:size=^0x"),
	INVALID(BAD_SIZE, "hist:keys=num_u8:size=^0189"),
	INVALID(BAD_SIZE, "hist:keys=num_u8:size= ^1 024"),
	INVALID(SIZE_RANGE, "hist:keys=num_u8:size=^0"),
	INVALID(SIZE_RANGE, "hist:keys=num_u8:size=^64"),
	INVALID(SIZE_RANGE, "hist:keys=num_u8:size=^1048577"),
	INVALID(SIZE_RANGE, "hist:keys=num_u8:size=^0x100001"),
	INVALID(SIZE_RANGE, "hist:keys=num_u8:size=^2000000"),
	INVALID(SIZE_RANGE, "hist:keys=num_u8:size=^4294967296"),
	INVALID(SIZE_RANGE, "hist:keys=num_u8:size=^18446744073709551616"),
	INVALID(SIZE_RANGE, "hist:keys=num_u8:size=^1000000000000000000000000000000"),

	INVALID(BAD_NAME, "hist:name=^a/b:keys=num_u8"),
	INVALID(BAD_NAME, "hist:name=^a b:keys=num_u8"),
	INVALID(BAD_NAME, "hist:name=^$a:keys=num_u8"),
	INVALID(BAD_NAME, "hist:keys=num_u8:name= ^a=b"),

	INVALID(EMPTY_FILTER, "hist:keys=num_u8 ^if"),
	INVALID(EMPTY_FILTER, "hist:keys=num_u8 ^if  "),
	INVALID(EMPTY_FILTER, "hist:^if"),
	INVALID(EMPTY_FILTER, "hist:keys=num_u8 ^if [active]"),

	INVALID(BAD_MODIFIER, "hist:keys=num_u8.^foo"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8.^"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8.^HEX"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8.^hex=1"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8.^hex.sym"),
	INVALID(BAD_MODIFIER, "hist:keys=mock.event.num_u8.^hex.sym"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8.^descending"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8.^buck=10"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8.^bucketss=10"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8:vals=num_u8.hex,num_s8. ^he x"),

	INVALID(BAD_BUCKET, "hist:keys=num_u8.^buckets"),
	INVALID(BAD_BUCKET, "hist:keys=num_u8.^bucket"),
	INVALID(BAD_BUCKET, "hist:keys=num_u8.bucket=^0"),
	INVALID(BAD_BUCKET, "hist:keys=num_u8.buckets=^"),
	INVALID(BAD_BUCKET, "hist:keys=num_u8.buckets=^0"),
	INVALID(BAD_BUCKET, "hist:keys=num_u8.buckets=^-10"),
	INVALID(BAD_BUCKET, "hist:keys=num_u8.buckets=^ten"),
	INVALID(BAD_BUCKET, "hist:keys=num_u8.buckets=^10=10"),
	INVALID(BAD_BUCKET, "hist:keys=num_u8.buckets=^18446744073709551616"),

	INVALID(LHIST_NUMBERS, "hist:keys=num_u8.^lhist"),
	INVALID(LHIST_NUMBERS, "hist:keys=num_u8.^lhist="),
	INVALID(LHIST_NUMBERS, "hist:keys=num_u8.lhist=^0"),
	INVALID(LHIST_NUMBERS, "hist:keys=num_u8.lhist=^0,10"),
	INVALID(LHIST_NUMBERS, "hist:keys=num_u8.lhist=^0,10,num_s8"),
	INVALID(LHIST_NUMBERS, "hist:keys=num_u8.lhist=^0x0,10,1"),
	INVALID(LHIST_NUMBERS, "hist:keys=num_u8.lhist=^0,10,-"),
	INVALID(LHIST_NUMBERS, "hist:keys=num_u8.lhist=^0,10,9223372036854775808"),
	INVALID(LHIST_NUMBERS, "hist:keys=num_u8.lhist=^-9223372036854775809,10,1"),
	INVALID(LHIST_RANGE, "hist:keys=num_u8.lhist=^5,1,1"),
	INVALID(LHIST_RANGE, "hist:keys=num_u8.lhist=^-5,-5,1"),
	INVALID(LHIST_STEP, "hist:keys=num_u8.lhist=0,10,^0"),
	INVALID(LHIST_STEP, "hist:keys=num_u8.lhist=-10, 10, ^-1,num_s8"),
	INVALID(LHIST_STEP, "hist:keys=$a.lhist=0,10,^0:a=num_u8"),
	INVALID(BAD_QUANTILE, "hist:keys=num_u8:vals=num_u8.^p0"),
	INVALID(BAD_QUANTILE, "hist:keys=num_u8:vals=num_u8.^p100"),
	INVALID(BAD_QUANTILE, "hist:keys=num_u8:vals=num_u8.^p5555"),
	INVALID(BAD_QUANTILE, "hist:keys=num_u8:vals=num_u8.^p"),
	INVALID(BAD_QUANTILE, "hist:keys=num_u8:vals=num_u8.^p01"),
	INVALID(BAD_QUANTILE, "hist:keys=num_u8:vals=$v.^p99999"),
	INVALID(BAD_QUANTILE, "hist:keys=num_u8:vals=(num_u8+1).^p0.hex"),
	INVALID(BAD_QUANTILE, "hist:keys=num_u8:sort=num_u8.^p0"),
	INVALID(AGG_DISPLAY, "hist:keys=num_u8:vals=num_u8.max.^percent"),
	INVALID(AGG_DISPLAY, "hist:keys=num_u8:vals=num_u8.dist.^hex"),
	INVALID(AGG_DISPLAY, "hist:keys=num_u8:vals=num_u8.p99.^buckets=10:pause"),
	INVALID(AGG_DISPLAY, "hist:keys=num_u8:vals=$v.avg.^log2"),
	INVALID(AGG_DISPLAY, "hist:keys=num_u8:vals=(num_u8).sum.^usecs"),
	INVALID(AGG_DISPLAY, "hist:keys=num_u8:sort=num_u8.max.^percent"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8:vals=num_u8.^hex.max"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8:vals=(num_u8+1).^foo"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8:vals=(num_u8+1).^"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8:vals=$v.max.^hex.hex"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8:vals=$v[num_u8].^hex.hex"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8:a=1:onmax($a).save(num_u8.^max)"),
	INVALID(BAD_POOL, "hist:keys=num_u8:pool=^ten"),
	INVALID(BAD_POOL, "hist:keys=num_u8:pool=^-128"),
	INVALID(POOL_RANGE, "hist:keys=num_u8:pool=^0"),
	INVALID(POOL_RANGE, "hist:keys=num_u8:pool=^64"),
	INVALID(POOL_RANGE, "hist:keys=num_u8:pool=^2097153"),
	INVALID(POOL_RANGE, "hist:keys=num_u8:pool=^18446744073709551616"),
	INVALID(BAD_OVERFLOW, "hist:keys=num_u8:overflow=^foo"),
	INVALID(BAD_OVERFLOW, "hist:overflow= ^Other :keys=num_u8"),
	INVALID(BAD_OVERFLOW, "hist:keys=num_u8:overflow=^drop,other"),
	INVALID(BAD_OVERFLOW, "hist:keys=num_u8:overflow=^others"),
	INVALID(BAD_OVERFLOW, "hist:keys=num_u8:overflow=^evicts"),
	INVALID(BAD_OVERFLOW, "hist:keys=num_u8:overflow=^other,evict"),
	INVALID(EMPTY_ASSIGNMENT, "hist:keys=num_u8:^overflow="),
	INVALID(NO_ASSIGNMENT, "hist:keys=num_u8:^overflow:pause"),
	INVALID(DUPLICATE_PARAM, "hist:overflow=other:keys=num_u8:^overflow=other"),

	/* Expressions. */
	INVALID(NO_OPERAND, "hist:keys=num_u8+^"),
	INVALID(NO_OPERAND, "hist:keys=^+num_u8"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:vals=num_u8 + ^* num_s8"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:vals=( ^)"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:vals=num_s8,-^,num_u8"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:a=(num_u8)/^ if num_u8"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:a=^/2"),
	INVALID(BAD_NUMBER, "hist:keys=num_u8:vals=num_u8+^1x"),
	INVALID(BAD_NUMBER, "hist:keys=^18446744073709551616"),
	INVALID(BAD_NUMBER, "hist:keys=^0x10000000000000000"),
	INVALID(BAD_NUMBER, "hist:keys=^0x+1"),
	INVALID(BAD_NUMBER, "hist:keys=num_u8 * ^08"),
	INVALID(BAD_NUMBER, "hist:keys=num_u8:a=^1 2"),
	INVALID(BAD_NUMBER, "hist:keys=num_u8:a=^1.5"),
	INVALID(NOT_CLOSED, "hist:keys=^(num_u8"),
	INVALID(NOT_CLOSED, "hist:keys=num_u8:vals=num_s8,^((num_u8)+num_s8"),
	INVALID(NOT_CLOSED, "hist:keys=num_u8:vals=^(1 + (num_u8)"),
	INVALID(NOT_CLOSED, "hist:keys=num_u8:a=num_u8:^onmax($a"),
	INVALID(NOT_CLOSED, "hist:keys=num_u8:a=num_u8:onmax($a).^save(num_u8"),
	INVALID(NOT_OPENED, "hist:keys=num_u8^)"),
	INVALID(NOT_OPENED, "hist:keys=(num_u8+1)^)*2"),
	INVALID(NOT_CLOSED, "hist:keys=^(num_u8:vals=num_s8"),
	INVALID(NOT_CLOSED, "hist:keys=$v[^(num_u8]"),
	INVALID(NOT_CLOSED, "hist:keys=num_u8:vals=^(num_u8?1:num_s8"),
	INVALID(NOT_CLOSED, "hist:keys=num_u8:vals=^(num_u8,num_s8"),
	INVALID(NOT_OPENED, "hist:keys=$v[num_u8^)]"),
	INVALID(BRACKET_NOT_CLOSED, "hist:keys=num_u8:vals=$v^[num_u8"),
	INVALID(BRACKET_NOT_CLOSED, "hist:keys=num_u8:vals=$v^[num_u8:size=128"),
	INVALID(BRACKET_NOT_CLOSED, "hist:keys=num_u8:vals=$v^[num_u8,num_s8:size=128"),
	INVALID(BRACKET_NOT_CLOSED, "hist:keys=num_u8:vals=($v^[num_u8)+1"),
	INVALID(BRACKET_NOT_OPENED, "hist:keys=num_u8:vals=$v^]"),
	INVALID(BRACKET_NOT_OPENED, "hist:keys=num_u8:vals=$v[num_u8]^]"),
	INVALID(BRACKET_NOT_OPENED, "hist:keys=num_u8:vals=(num_u8^])"),
	INVALID(KEYED_FIELD, "hist:keys=num_u8:vals=num_u8^[num_u8]"),
	INVALID(KEYED_FIELD, "hist:keys=num_u8:vals=(num_u8)^[1]"),
	INVALID(KEYED_FIELD, "hist:keys=num_u8:vals=$v[1]^[1]"),
	INVALID(KEYED_FIELD, "hist:keys=num_u8:vals=$v.hex^[num_u8]"),
	INVALID(KEYED_NESTED, "hist:keys=num_u8:vals=$v[^$v[num_u8]]"),
	INVALID(KEYED_NESTED, "hist:keys=num_u8:vals=$v[1,(2+^mock.source.$v[num_u8])]"),
	INVALID(TOO_MANY_KEYS, "hist:keys=num_u8:vals=$v[1,2,3,4,5,6,7,8,^9]"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:vals=$v[^]"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:vals=$v[num_u8,^]"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:vals=$v[^,num_u8]"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:vals=num_u8<^>num_s8"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:vals=(num_u8?^:1)"),
	INVALID(NO_OPERAND, "hist:keys=num_u8:vals=(num_u8?1:^)"),
	INVALID(COND_PARENTHESES, "hist:keys=num_u8:vals=num_u8^?1:2"),
	INVALID(COND_PARENTHESES, "hist:keys=num_u8:vals=$v[num_u8^?1:2]"),
	INVALID(COND_INCOMPLETE, "hist:keys=num_u8:vals=(num_u8^?1)"),
	INVALID(COND_INCOMPLETE, "hist:keys=num_u8:vals=(num_u8^:1)"),
	INVALID(COND_INCOMPLETE, "hist:keys=num_u8:vals=(num_u8?1:2^:3)"),
	INVALID(COND_INCOMPLETE, "hist:keys=num_u8:vals=(num_u8?(1^:2))"),
	INVALID(COND_INCOMPLETE, "hist:keys=num_u8:vals=(num_u8?1:2^?3)"),
	INVALID(NOT_WHOLE, "hist:keys=num_u8:vals=num_u8.^max+1"),
	INVALID(NOT_WHOLE, "hist:keys=num_u8:vals=1+num_u8.^p99.hex"),
	INVALID(NOT_WHOLE, "hist:keys=num_u8:vals=$v.^hex-1"),
	INVALID(NOT_WHOLE, "hist:keys=num_u8:vals=-(num_u8+1).^max"),
	INVALID(NOT_WHOLE, "hist:keys=num_u8:vals=(num_u8+1).^max*(num_s8).min"),
	INVALID(NOT_WHOLE, "hist:keys=num_u8:vals=(num_u8.^max).hex"),
	INVALID(NOT_WHOLE, "hist:keys=num_u8:vals=$v[$a.^hex]:a=1"),
	INVALID(NO_OPERATOR, "hist:keys=num_u8:vals=num_u8 ^! num_s8"),
	INVALID(NO_OPERATOR, "hist:keys=num_u8:vals=(num_u8) ^= 1"),
	INVALID(NO_OPERATOR, "hist:keys=num_u8:vals=(num_u8) ^.max"),
	INVALID(NO_OPERATOR, "hist:keys=num_u8:a=(num_u8^(1))"),
	INVALID(NO_OPERATOR, "hist:keys=num_u8^(1)"),
	INVALID(NO_OPERATOR, "hist:keys=num_u8:vals=(num_u8+1) ^num_s8"),
	INVALID(NO_OPERATOR, "hist:keys=num_u8:vals=2*(num_u8)^2"),
	INVALID(EXPR_TOO_LONG, "hist:keys=num_u8:a=32+^10*3/20-4"),
	INVALID(EXPR_TOO_LONG, "hist:keys=num_u8:a=2*2+^4*3+7"),
	INVALID(EXPR_TOO_LONG, "hist:keys=num_u8:a=1+^2*2*3*4"),
	INVALID(EXPR_TOO_LONG, "hist:keys=num_u8:a=^1+2+3+4+5"),
	INVALID(EXPR_TOO_LONG, "hist:keys=num_u8:a=1<2||^3&4|5"),
	INVALID(EXPR_TOO_LONG, "hist:keys=num_u8:a=(1?2?3+^4*5:6:7)"),
	INVALID(EXPR_TOO_LONG, "hist:keys=num_u8:a=^1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18"),
	INVALID(EXPR_DEPTH, "hist:keys=((((((((((((((((^(num_u8)))))))))))))))))"),
	INVALID(EXPR_DEPTH, "hist:keys=num_u8:vals=-(-(-(-(-(-(-(-(^-(num_u8)))))))))"),
	INVALID(EXPR_DEPTH, "hist:keys=num_u8:vals=- - - - ~ ~ ~ ~ ! ! ! ! - - - - ^-num_u8"),
	INVALID(EXPR_DEPTH, "hist:keys=num_u8:vals=1+((((((((((((((((1+^(num_u8"),
	INVALID(EXPR_SIGN, "hist:keys=num_u8:a=-(^1)+2"),
	INVALID(EXPR_SIGN, "hist:keys=num_u8:a=2+-^1"),
	INVALID(EXPR_SIGN, "hist:keys=num_u8:a=-(-^1)"),
	INVALID(EXPR_SIGN, "hist:keys=num_u8:a=2*(-(^1+1))"),
	INVALID(EXPR_SIGN, "hist:keys=num_u8:a=~-^1"),
	INVALID(EXPR_SIZE, "hist:keys=num_u8:a=" THIRTY_TWO_OPERANDS "+^num_u16"),
	INVALID(EXPR_SIZE, "hist:keys=num_u8:a=" THIRTY_TWO_OPERANDS "+(^num_u16"),
	INVALID(EXPR_SIZE, "hist:keys=num_u8:a=^" FIFTEEN_SIGNS "num_u8+" FIFTEEN_SIGNS "num_u8+"
		FIFTEEN_SIGNS "num_u8+" FIFTEEN_SIGNS "num_u8+-num_u8"),
	INVALID(DIV_ZERO, "hist:keys=num_u8:vals=num_u8/^0"),
	INVALID(DIV_ZERO, "hist:keys=num_u8:vals=num_u8/(^1-1)"),
	INVALID(DIV_ZERO, "hist:keys=4/^0x0"),
	INVALID(DIV_ZERO, "hist:keys=num_u8:vals=num_u8/(^(4-8)/8)"),
	INVALID(DIV_ZERO, "hist:keys=num_u8:vals=num_u8%^0"),
	INVALID(DIV_ZERO, "hist:keys=num_u8:vals=num_u8/^!1"),
	INVALID(DIV_ZERO, "hist:keys=num_u8:a=3/^0"),

	/* Names of variables and events. */
	INVALID(BAD_VAR_NAME, "hist:keys=num_u8:^a-b=num_u8"),
	INVALID(BAD_VAR_NAME, "hist:keys=num_u8:^$a=num_u8"),
	INVALID(BAD_VAR_NAME, "hist:keys=num_u8:^=num_u8"),
	INVALID(BAD_VAR_NAME, "hist:keys=num_u8:a=1,^a b=num_u8"),
	INVALID(BAD_VAR_NAME, "hist:keys=num_u8:vals=$^"),
	INVALID(BAD_VAR_NAME, "hist:keys=num_u8:vals=$^.hex"),
	INVALID(BAD_VAR_NAME, "hist:keys=num_u8:a=1:onmax(^$a-b).save(num_u8)"),
	INVALID(BAD_VAR_NAME, "hist:keys=num_u8:a=1:onmax($a).save($^a b)"),
	INVALID(BAD_EVENT_NAME, "hist:keys=^.event.num_u8"),
	INVALID(BAD_EVENT_NAME, "hist:keys=num_u8:vals=^mock..num_u8"),
	INVALID(BAD_EVENT_NAME, "hist:keys=num_u8:vals=^mock$v"),
	INVALID(BAD_EVENT_NAME, "hist:keys=num_u8:vals=^mock.$v"),
	INVALID(BAD_EVENT_NAME, "hist:keys=num_u8:vals=^.source.$v"),
	INVALID(BAD_EVENT_NAME, "hist:keys=num_u8:onmatch(^mock).one($v)"),
	INVALID(BAD_EVENT_NAME, "hist:keys=num_u8:onmatch(^mock.).one($v)"),
	INVALID(BAD_EVENT_NAME, "hist:keys=num_u8:onmatch( ^.source).one($v)"),
	INVALID(BAD_EVENT_NAME, "hist:keys=num_u8:onmatch(mock.source).one(^mock..num_u8)"),
	INVALID(BAD_EVENT_NAME, "hist:keys=num_u8:onmatch(mock.source).one(^.source.num_u8)"),
	INVALID(NO_ASSIGNMENT, "hist:keys=num_u8:a=1,^b"),
	INVALID(NO_ASSIGNMENT, "hist:keys=num_u8:a=1,^"),
	INVALID(EMPTY_ASSIGNMENT, "hist:keys=num_u8:^a="),
	INVALID(EMPTY_ASSIGNMENT, "hist:keys=num_u8:a=1,^b= :pause"),
	INVALID(TOO_MANY_VARS, "hist:keys=num_u8:a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1,k=1,"
			       "l=1,m=1,n=1,o=1,p=1:^q=1"),
	INVALID(VAR_EXISTS, "hist:keys=num_u8:a=num_u8,^a=num_u8"),
	INVALID(VAR_EXISTS, "hist:keys=num_u8:a=num_u8,b=1:pause: ^a=2"),

	/* Handlers and actions. */
	INVALID(UNKNOWN_HANDLER, "hist:keys=num_u8:a=1:^onfoo($a).save(num_u8)"),
	INVALID(UNKNOWN_HANDLER, "hist:keys=num_u8:^(pause:clear)"),
	INVALID(TRACKS_NO_VAR, "hist:keys=num_u8:a=1:onmin(^a).save(num_u8)"),
	INVALID(UNKNOWN_HANDLER, "hist:keys=num_u8:^Onmax($a).save(num_u8)"),
	INVALID(NO_PARENTHESES, "hist:keys=num_u8:a=1:onmax($a).^save"),
	INVALID(NO_PARENTHESES, "hist:keys=num_u8:onmatch(mock.source). ^one:pause"),
	INVALID(NO_MATCH_EVENT, "hist:keys=num_u8:^onmatch().one($v)"),
	INVALID(NO_MATCH_EVENT, "hist:keys=num_u8:^onmatch( ).one($v)"),
	INVALID(TRACKS_NO_VAR, "hist:keys=num_u8:a=1:onmax(^a).save(num_u8)"),
	INVALID(TRACKS_NO_VAR, "hist:keys=num_u8:a=1:^onchange().save(num_u8)"),
	INVALID(TRACKS_NO_VAR, "hist:keys=num_u8:a=1:onmax(^mock.event.$a).save(num_u8)"),
	INVALID(NO_ACTION, "hist:keys=num_u8:a=1:^onmax($a)"),
	INVALID(NO_ACTION, "hist:keys=num_u8:a=1:^onmax($a)."),
	INVALID(NO_ACTION, "hist:keys=num_u8:a=1:onmax($a)^save(num_u8)"),
	INVALID(AFTER_ACTION, "hist:keys=num_u8:a=1:onmax($a).save(num_u8)^x"),
	INVALID(AFTER_ACTION, "hist:keys=num_u8:a=1:onmax($a).save(num_u8) ^.snapshot()"),
	INVALID(TOO_MANY_ACTIONS, "hist:keys=num_u8:a=1:onmax($a).save(num_u8):"
				  "onmax($a).save(num_u8):onmax($a).save(num_u8):"
				  "onmax($a).save(num_u8):onmax($a).save(num_u8):"
				  "onmax($a).save(num_u8):onmax($a).save(num_u8):"
				  "onmax($a).save(num_u8):^onmax($a).save(num_u8)"),
	INVALID(NO_SYNTH_NAME, "hist:keys=num_u8:onmatch(mock.source).^trace()"),
	INVALID(NO_SYNTH_NAME, "hist:keys=num_u8:onmatch(mock.source).^trace(,$v)"),
	INVALID(HANDLER_ACTION, "hist:keys=num_u8:onmatch(mock.source).^save(num_u8)"),
	INVALID(HANDLER_ACTION, "hist:keys=num_u8:onmatch(mock.source).^snapshot()"),
	INVALID(SNAPSHOT_PARAM, "hist:keys=num_u8:a=1:onmax($a).snapshot(^num_u8)"),
	INVALID(SAVE_NOTHING, "hist:keys=num_u8:a=1:onmax($a).^save()"),
	INVALID(EMPTY_PARAM, "hist:keys=num_u8:a=1:onmax($a).save(num_u8,^)"),
	INVALID(EMPTY_PARAM, "hist:keys=num_u8:a=1:onmax($a).save(^,num_u8)"),
	INVALID(EMPTY_PARAM, "hist:keys=num_u8:a=1:onmax($a).trace(one,^,num_u8)"),
	INVALID(TOO_MANY_PARAMS, "hist:keys=num_u8:a=1:onmax($a).save("
				 "a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,"
				 "a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,"
				 "^a)"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8:a=1:onmax($a).save(num_u8.^foo)"),
	INVALID(BAD_MODIFIER,
		"hist:keys=num_u8:onmatch(mock.source).one(mock.source.num_u8.^foo)"),
	INVALID(BAD_MODIFIER, "hist:keys=num_u8:vals=1+num_u8.^foo*2"),
	INVALID(EMPTY_FIELD, "hist:keys=num_u8:a=1+^.hex"),

	INVALID(BAD_CLOCK, "hist:keys=num_u8:clock=^foo"),
	INVALID(BAD_CLOCK, "hist:keys=common_timestamp:clock=^Global"),
	INVALID(BAD_CLOCK, "hist:keys=nosuch:clock= ^mono raw:pause"),

	INVALID(NO_FIELD, "hist:keys=^nosuch"),
	INVALID(NO_FIELD, "hist:keys=num_u8,^num_u:vals=num_u8"),
	INVALID(NO_FIELD, "hist:keys=num_u8:vals=num_u8,^nosuch.hex"),
	INVALID(NO_FIELD, "hist:keys=num_u8,^common_nosuch.log2"),
	INVALID(NO_OPERATOR, "hist:keys=(num_u8^,num_s8)"),
	INVALID(NO_FIELD, "hist:keys=^num_u8 size=128"),

	INVALID(KEY_HITCOUNT, "hist:keys=^hitcount"),
	INVALID(KEY_HITCOUNT, "hist:keys=num_u8,^hitcount.hex"),

	INVALID(KEY_TYPE, "hist:keys=^args"),
	INVALID(KEY_TYPE, "hist:keys=num_u8,^args.hex"),

	INVALID(KEY_TOO_LONG, "hist:keys=dyn,dyn2,rel,rel2,^num_u8"),
	INVALID(KEY_TOO_LONG, "hist:keys=num_u8,dyn,dyn2,rel,^ptr"),
	INVALID(KEY_TOO_LONG, "hist:keys=^huge"),
	INVALID(KEY_TOO_LONG, "hist:keys=^largest"),

	INVALID(DUPLICATE_KEY, "hist:keys=num_u8,^num_u8"),
	INVALID(DUPLICATE_KEY, "hist:keys=num_u8.log2,num_u8,^num_u8.log2"),
	INVALID(DUPLICATE_KEY, "hist:keys=num_u8.buckets=8,^num_u8.buckets=0x8"),
	INVALID(DUPLICATE_KEY, "hist:keys=num_u8.buckets=8,^num_u8.bucket=8"),
	INVALID(DUPLICATE_KEY, "hist:keys=common_cpu,^cpu"),
	INVALID(DUPLICATE_KEY, "hist:keys=comm,num_u8, ^common_comm"),
	INVALID(DUPLICATE_KEY, "hist:keys=stacktrace,^common_stacktrace"),
	INVALID(DUPLICATE_KEY, "hist:keys=stack,^stack.stacktrace"),

	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^text"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=num_u8,^dyn.hex"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^common_comm"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^common_stacktrace"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^args"),

	INVALID(BAD_DEPTH, "hist:keys=common_stacktrace.depth=^0"),
	INVALID(BAD_DEPTH, "hist:keys=common_stacktrace.depth=^128"),
	INVALID(BAD_DEPTH, "hist:keys=common_stacktrace.depth=^x"),
	INVALID(BAD_DEPTH, "hist:keys=common_stacktrace.depth=^18446744073709551617"),
	INVALID(BAD_DEPTH, "hist:keys=common_stacktrace.^depth"),
	INVALID(BAD_DEPTH, "hist:keys=common_stacktrace.^depth="),
	INVALID(BAD_DEPTH, "hist:keys=num_u8.depth=^0"),
	INVALID(DEPTH_FIELD, "hist:keys=num_u8.^depth=5"),
	INVALID(DEPTH_FIELD, "hist:keys=stack.^depth=5"),
	INVALID(DEPTH_FIELD, "hist:keys=num_u8:a=common_comm.^depth=5"),
	INVALID(BUILD_FIELD, "hist:keys=common_stacktrace.^build"),
	INVALID(BUILD_FIELD, "hist:keys=common_stacktrace.^depth=5.build"),
	INVALID(BUILD_FIELD, "hist:keys=text.^build"),
	INVALID(BAD_MODIFIER, "hist:keys=common_stacktrace.depth=5.^hex"),
	INVALID(BAD_MODIFIER, "hist:keys=common_stacktrace.^build=5"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^common_stacktrace.depth=5"),
	INVALID(OPERAND_TYPE, "hist:keys=num_u8:a=^common_stacktrace.depth=5==num_u8"),
	INVALID(DUPLICATE_KEY, "hist:keys=common_stacktrace.depth=5,^stacktrace.depth=5"),
	INVALID(TRACKED_TYPE, "hist:keys=num_u8:a=common_stacktrace.depth=5:"
		"onmax(^$a).save(num_u8)"),
	INVALID(PARAM_STACK, "hist:keys=num_u8:onmatch(mock.event).stacks("
		"^common_stacktrace.depth=5,common_pid)"),
	INVALID(PARAM_STACK, "hist:keys=num_u8:a=common_stacktrace.depth=5:"
		"onmatch(mock.event).stacks(^$a,common_pid)"),
	INVALID(TOO_MANY_STACKS, "hist:keys=num_u8:a=common_stacktrace.depth=1,"
		"b=common_stacktrace.depth=2,c=common_stacktrace.depth=3,"
		"d=common_stacktrace.depth=4,e=^common_stacktrace.depth=5"),
#ifdef CONFIG_HIST_USER_STACKS
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^common_ustacktrace"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^common_ustacktrace.max"),
	INVALID(OPERAND_TYPE, "hist:keys=num_u8:a=1+^common_ustacktrace"),
	INVALID(OPERAND_TYPE, "hist:keys=num_u8:a=common_ustacktrace,b=1+^$a"),
	INVALID(OPERAND_TYPE, "hist:keys=num_u8:b=1+^$ustk"),
	INVALID(MODIFIER_TYPE, "hist:keys=(num_u64.lhist=0,100,10).^log2"),
	INVALID(MODIFIER_TYPE, "hist:keys=(num_s8.lhist=0,100,10).^buckets=5"),
	INVALID(MODIFIER_TYPE, "hist:keys=(num_u64.log2).^hex"),
	INVALID(MODIFIER_TYPE, "hist:keys=(num_u64.buckets=4).^log2"),
	INVALID(MODIFIER_TYPE, "hist:keys=$ustk[num_u8].^hex"),
	INVALID(MODIFIER_TYPE, "hist:keys=(common_ustacktrace.depth=5).^build"),
	INVALID(DEPTH_FIELD, "hist:keys=$ustk[num_u8].^depth=3"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^$a:a=common_ustacktrace"),
	INVALID(MODIFIER_TYPE, "hist:keys=$a.^hex:a=common_ustacktrace"),
	INVALID(DEPTH_FIELD, "hist:keys=$a.^depth=3:a=common_ustacktrace"),
	INVALID(DEPTH_FIELD, "hist:keys=$a.^depth=3.build:a=common_ustacktrace"),
	INVALID(BUILD_FIELD, "hist:keys=$a.^build:a=common_stacktrace.depth=3"),
	INVALID(MODIFIER_TYPE, "hist:keys=common_ustacktrace.^hex"),
	INVALID(PARAM_STACK, "hist:keys=num_u8:onmatch(mock.event).stacks("
		"^common_ustacktrace,common_pid)"),
#endif

	INVALID(MODIFIER_FOR_KEY, "hist:keys=num_u8:vals=num_u8.^log2"),
	INVALID(MODIFIER_FOR_KEY, "hist:keys=num_u8:vals=num_u8.^buckets=10"),
	INVALID(MODIFIER_FOR_VAL, "hist:keys=num_u8.^percent"),
	INVALID(MODIFIER_FOR_VAL, "hist:keys=num_s8,text.^graph"),
	INVALID(MODIFIER_TYPE, "hist:keys=text.^hex"),
	INVALID(MODIFIER_TYPE, "hist:keys=num_u8.^stacktrace"),
	INVALID(MODIFIER_TYPE, "hist:keys=text.^execname"),
	INVALID(EXECNAME_FIELD, "hist:keys=num_s32.^execname"),
	INVALID(EXECNAME_FIELD, "hist:keys=common_type.^execname"),
	INVALID(USECS_FIELD, "hist:keys=num_u64.^usecs"),
	INVALID(USECS_FIELD, "hist:keys=num_u8:vals=num_u64.^usecs"),

	INVALID(NOHITCOUNT_ALONE, "hist:keys=num_u8:^nohitcount"),
	INVALID(NOHITCOUNT_ALONE, "hist:keys=num_u8:^NOHC:vals=hitcount"),

	INVALID(NO_SORT_FIELD, "hist:keys=num_u8:sort=^num_s8"),
	INVALID(NO_SORT_FIELD, "hist:keys=num_u8:sort=hitcount,^nosuch.descending"),
	INVALID(NO_SORT_FIELD, "hist:keys=num_u8:sort=^num_u8.hex"),
	INVALID(NO_SORT_FIELD, "hist:keys=num_u8.buckets=10:sort=^num_u8.buckets=20"),
	INVALID(NO_SORT_FIELD, "hist:keys=num_u8:sort=^.hex"),
	INVALID(NO_SORT_FIELD, "hist:keys=num_u8:sort=^common_timestamp"),

	/* Variables and expressions. */
	INVALID(NO_FIELD, "hist:keys=num_u8:vals=num_u8+^nosuch"),
	INVALID(NO_FIELD, "hist:keys=num_u8:a=^nosuch.hex"),
	INVALID(NO_FIELD, "hist:keys=num_u8:a=1:onmax($a).save(num_u8,^nosuch)"),
	INVALID(NO_FIELD, "hist:keys=num_u8:a=1:onmax($a).one(^nosuch)"),
	INVALID(NO_FIELD, "hist:keys=num_u8:onmatch(mock.source).one(^nosuch)"),
	INVALID(NO_FIELD, "hist:keys=num_u8:onmatch(mock.source).one(mock.source.^nosuch)"),
	INVALID(NO_FIELD, "hist:keys=num_u8:onmatch(mock.event).one(mock.event.^only)"),
	INVALID(NO_FIELD, "hist:keys=mock.event.^nosuch"),
	INVALID(FOREIGN_FIELD, "hist:keys=^mock.source.num_u8"),
	INVALID(FOREIGN_FIELD, "hist:keys=num_u8,^num_u8.hex.num_s8"),
	INVALID(FOREIGN_FIELD, "hist:keys=num_u8:vals=1+^mock.nosuch.num_u8"),
	INVALID(FOREIGN_FIELD,
		"hist:keys=num_u8:a=^mock.source.num_u8:onmatch(mock.source).one($a)"),
	INVALID(NO_FIELD, "hist:keys=num_u8:onmatch(mock.event).one(^only)"),
	INVALID(MODIFIER_FOR_VAR, "hist:keys=num_u8:a=num_u8.^log2"),
	INVALID(MODIFIER_FOR_VAR, "hist:keys=num_u8:vals=1+num_u8.^buckets=10"),
	INVALID(MODIFIER_FOR_VAR, "hist:keys=num_u8:a=1:onmax($a).save(common_pid.^execname)"),
	INVALID(MODIFIER_FOR_VAR, "hist:keys=num_u8:onmatch(mock.source).one(only.^percent)"),
	INVALID(MODIFIER_FOR_VAR,
		"hist:keys=num_u8:onmatch(mock.source).one(mock.source.common_pid.^execname)"),
	INVALID(MODIFIER_TYPE, "hist:keys=num_u8:a=text.^hex"),
	INVALID(USECS_FIELD, "hist:keys=num_u8:a=num_u64.^usecs"),
	INVALID(HITCOUNT_OPERAND, "hist:keys=num_u8:vals=1+^hitcount"),
	INVALID(HITCOUNT_OPERAND, "hist:keys=num_u8:a=^hitcount"),
	INVALID(HITCOUNT_OPERAND, "hist:keys=num_u8:a=1:onmax($a).save(^hitcount)"),
	INVALID(OPERAND_TYPE, "hist:keys=num_u8:vals=1+^text"),
	INVALID(OPERAND_TYPE, "hist:keys=-^dyn"),
	INVALID(OPERAND_TYPE, "hist:keys=num_u8:vals=1+^$text"),
	INVALID(OPERAND_TYPE, "hist:keys=num_u8:vals=1+^$ptr"),
	INVALID(OPERAND_TYPE, "hist:keys=num_u8:a=stack:b=-^$a"),
	INVALID(VAR_TYPE, "hist:keys=num_u8:a=^args"),
	INVALID(VAR_TYPE, "hist:keys=num_u8:a=1+^args"),
	INVALID(VAR_TYPE, "hist:keys=num_u8:a=1:onmax($a).save(^args)"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^$text"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=num_u8,^$stk"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^$ptr"),
	INVALID(KEY_VAR, "hist:keys=^$v"),
	INVALID(KEY_VAR, "hist:keys=num_u8,1+^$v"),
	INVALID(KEY_VAR, "hist:keys=$a.log2:a=num_u64-^$v"),
	INVALID(KEY_VAR, "hist:keys=$c:a=num_u64:b=^$v+$a,c=$b"),
	INVALID(NO_VAR, "hist:keys=^$nosuch"),
	INVALID(AGG_FOR_KEY, "hist:keys=num_u8.^max"),
	INVALID(AGG_FOR_KEY, "hist:keys=text.^p50"),
	INVALID(AGG_FOR_KEY, "hist:a=num_u8*2:keys=$a.^avg"),
	INVALID(AGG_FOR_VAR, "hist:keys=num_u8:a=num_u8.^max"),
	INVALID(AGG_FOR_VAR, "hist:keys=num_u8:a=(num_u8+1).^p50"),
	INVALID(AGG_HITCOUNT, "hist:keys=num_u8:vals=hitcount.^max"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^text.p50"),
	INVALID(VAL_TYPE, "hist:keys=num_u8:vals=^$text.max"),
	INVALID(MODIFIER_FOR_VAR, "hist:keys=num_u8:a=1:b=$a.^hex"),
	INVALID(MODIFIER_FOR_VAR, "hist:keys=num_u8:a=(num_u8+1).^log2"),
	INVALID(MODIFIER_FOR_VAL, "hist:a=num_u8*2:keys=$a.^percent"),
	INVALID(MODIFIER_FOR_KEY, "hist:keys=num_u8:vals=(num_u8+1).^log2"),
	INVALID(MODIFIER_TYPE, "hist:a=num_u8*2:keys=$a.^execname"),
	INVALID(MODIFIER_TYPE, "hist:a=text:keys=$a.^log2"),
	INVALID(MODIFIER_TYPE, "hist:a=num_u8*2:keys=$a.^usecs"),
	INVALID(MODIFIER_TYPE, "hist:keys=(stack.stacktrace).^log2"),
	INVALID(AGG_HITCOUNT, "hist:keys=num_u8:vals=(hitcount.hex).^max"),
	INVALID(KEY_TYPE, "hist:keys=^$stk[num_u8]"),
	INVALID(KEY_TYPE, "hist:keys=^$b:a=stack:b=$a"),
	INVALID(KEY_TYPE, "hist:keys=^$ptr[num_u8]"),
	INVALID(KEY_TYPE, "hist:keys=num_u8:a=ptr,b=$a:vals=$str[^$b]"),
	/* Another histogram has v: the reference in c means that one, although a needs this one. */
	INVALID(KEY_VAR, "hist:keys=$c:a=$b,c=^$v*2,v=num_u16+1,b=$v"),
	/* The number of paths from p to a must not matter. */
	INVALID(NO_VAR,
		"hist:keys=num_u8:a=num_u8+1,b=$a+$a+$a+$a+$a+$a+$a+$a+$a+$a+$a+$a+$a+$a+$a+$a,"
		"c=$b+$b+$b+$b+$b+$b+$b+$b+$b+$b+$b+$b+$b+$b+$b+$b,"
		"d=$c+$c+$c+$c+$c+$c+$c+$c+$c+$c+$c+$c+$c+$c+$c+$c,"
		"e=$d+$d+$d+$d+$d+$d+$d+$d+$d+$d+$d+$d+$d+$d+$d+$d,"
		"f=$e+$e+$e+$e+$e+$e+$e+$e+$e+$e+$e+$e+$e+$e+$e+$e,"
		"g=$f+$f+$f+$f+$f+$f+$f+$f+$f+$f+$f+$f+$f+$f+$f+$f,"
		"h=$g+$g+$g+$g+$g+$g+$g+$g+$g+$g+$g+$g+$g+$g+$g+$g,"
		"i=$h+$h+$h+$h+$h+$h+$h+$h+$h+$h+$h+$h+$h+$h+$h+$h,"
		"j=$i+$i+$i+$i+$i+$i+$i+$i+$i+$i+$i+$i+$i+$i+$i+$i,"
		"k=$j+$j+$j+$j+$j+$j+$j+$j+$j+$j+$j+$j+$j+$j+$j+$j,"
		"l=$k+$k+$k+$k+$k+$k+$k+$k+$k+$k+$k+$k+$k+$k+$k+$k,"
		"m=$l+$l+$l+$l+$l+$l+$l+$l+$l+$l+$l+$l+$l+$l+$l+$l,"
		"n=$m+$m+$m+$m+$m+$m+$m+$m+$m+$m+$m+$m+$m+$m+$m+$m,"
		"o=$n+$n+$n+$n+$n+$n+$n+$n+$n+$n+$n+$n+$n+$n+$n+$n,"
		"p=$o+$o+$o+$o+$o+$o+$o+$o+$o+$o+$o+$o+$o+$o+$o+$o:vals=^$nosuch"),
	INVALID(POOL_UNUSED, "hist:keys=num_u8:vals=num_u8.avg:pool=^128"),
	INVALID(MATCH_KEY_VAR,
		"hist:keys=num_u64:vals=$early:onmatch(kmem.kmalloc).one(^bytes_req)"),
	INVALID(MATCH_EVICTS,
		"hist:keys=num_s32:vals=$node_req:onmatch(kmem.kmalloc).one(^bytes_req)"),
	INVALID(MATCH_EVICTS,
		"hist:keys=num_s32:onmatch(kmem.kmalloc).lat($node_req,^kmem.kmalloc.node)"),
	INVALID(VAR_CYCLE, "hist:keys=num_u8:a=1+^$a"),
	INVALID(VAR_CYCLE, "hist:keys=num_u8:a=$b:b=^$a"),
	INVALID(VAR_CYCLE, "hist:keys=num_u8:a=$b+1,b=$c*2,c=(num_u8 ? ^$a : 1)"),
	INVALID(VAR_CYCLE, "hist:keys=$a:a=$w[^$a]"),
	INVALID(DUPLICATE_KEY, "hist:a=num_u8:keys=num_u8,^$a"),
	INVALID(TIME_UNITS, "hist:keys=num_u8:vals=^common_timestamp-common_timestamp.usecs"),
	INVALID(TIME_UNITS, "hist:keys=num_u8:vals=1+(^common_timestamp.usecs-$ts)"),
	INVALID(TIME_UNITS, "hist:keys=num_u8:vals=^1+common_timestamp-$us"),
	INVALID(TIME_CLOCKS, "hist:keys=num_u8:vals=^common_timestamp-$mono"),
	INVALID(TIME_CLOCKS, "hist:keys=num_u8:vals=^$ts-$mono:clock=mono"),
	INVALID(TIME_CLOCKS, "hist:keys=num_u8:vals=^common_timestamp-$ts:clock=local"),
	INVALID(TOO_MANY_OPERANDS,
		"hist:keys=num_u8,num_u8+num_s8+1+1,num_u8+num_s8+1+2,num_u8+num_s8+1+3,"
		"num_u8+num_s8+1+4,num_u8+num_s8+1+5,^num_u8+num_s8+1+6,num_u8+num_s8+1+7:"
		"vals=1+num_u8+1+1,1+num_u8+1+2,1+num_u8+1+3,1+num_u8+1+4,1+num_u8+1+5,"
		"1+num_u8+1+6,1+num_u8+1+7,1+num_u8+1+8,1+num_u8+1+9,1+num_u8+1+10,"
		"1+num_u8+1+11,1+num_u8+1+12,1+num_u8+1+13,1+num_u8+1+14,1+num_u8+1+15,"
		"1+num_u8+1+16:"
		"a=1+num_u8+1+1,b=1+num_u8+1+2,c=1+num_u8+1+3,d=1+num_u8+1+4,e=1+num_u8+1+5,"
		"f=1+num_u8+1+6,g=1+num_u8+1+7,h=1+num_u8+1+8,i=1+num_u8+1+9,j=1+num_u8+1+10,"
		"k=1+num_u8+1+11,l=1+num_u8+1+12,m=1+num_u8+1+13,n=1+num_u8+1+14,"
		"o=1+num_u8+1+15"),
	INVALID(TOO_MANY_OPERANDS,
		"hist:keys=num_u8,num_u8+num_s8+1+1,num_u8+num_s8+1+2,num_u8+num_s8+1+3,"
		"num_u8+num_s8+1+4,num_u8+num_s8+1+5:"
		"vals=1+num_u8+1+1,1+num_u8+1+2,1+num_u8+1+3,1+num_u8+1+4,1+num_u8+1+5,"
		"1+num_u8+1+6,1+num_u8+1+7,1+num_u8+1+8,1+num_u8+1+9,1+num_u8+1+10,"
		"1+num_u8+1+11,1+num_u8+1+12,1+num_u8+1+13,1+num_u8+1+14,1+num_u8+1+15,"
		"1+num_u8+1+16:"
		"a=1+num_u8+1+1,b=1+num_u8+1+2,c=1+num_u8+1+3,d=1+num_u8+1+4,e=1+num_u8+1+5,"
		"f=1+num_u8+1+6,g=1+num_u8+1+7,h=1+num_u8+1+8,i=1+num_u8+1+9,j=1+num_u8+1+10,"
		"k=1+num_u8+1+11,l=1+num_u8+1+12,m=1+num_u8+1+13,n=1+num_u8+1+14,"
		"o=1+num_u8+1+15:onmax($a).save($s1a,$s1b,$s1c,$s1d,^$s1e,$s1f,$s1g,$s1h)"),
	INVALID(NO_VAR, "hist:keys=num_u8:vals=^$nosuch"),
	INVALID(NO_VAR, "hist:keys=num_u8:vals=1+^$a:b=1"),
	INVALID(NO_VAR, "hist:keys=num_u8:vals=^$nosuch[num_u8]"),
	INVALID(NO_VAR, "hist:keys=num_u8:vals=1+^mock.other.$v[num_u8]"),
	INVALID(VAR_AMBIGUOUS, "hist:keys=num_u8:vals=^$dup[num_u8]"),
	INVALID(KEYED_OWN, "hist:keys=num_u8:a=1:vals=1+^$a[num_u8]"),
	INVALID(KEYED_OWN, "hist:keys=num_u8:vals=^mock.event.$a[num_u8]:a=1"),
	INVALID(KEYED_COUNT, "hist:keys=num_u8:vals=^$v[num_u8,num_u8]"),
	INVALID(KEYED_TYPE, "hist:keys=num_u8:vals=$v[^text]"),
	INVALID(KEYED_TYPE, "hist:keys=num_u8:vals=$v[^num_u8.log2]"),
	INVALID(KEYED_TYPE, "hist:keys=num_u8:vals=$tn[^common_timestamp.usecs]"),
	INVALID(KEYED_TYPE, "hist:keys=num_u8:vals=$tl[^common_timestamp]"),
	INVALID(KEYED_TYPE, "hist:keys=num_u8:vals=$tn[^common_timestamp]:clock=mono"),
	INVALID(KEYED_TYPE, "hist:keys=num_u8:vals=$tk[^common_timestamp]:clock=uptime"),
	INVALID(KEYED_VAR, "hist:keys=num_u8:vals=$v[^$v]"),
	INVALID(KEYED_VAR, "hist:keys=num_u8:a=$v+1:vals=$v[^$a]"),
	/* The bracketed variable is that of the other histogram: this one defines it later. */
	INVALID(KEYED_VAR, "hist:keys=num_u8:a=$two[^$v,num_s8],v=num_u16"),
	INVALID(KEYED_VAR, "hist:keys=num_u8:a=$two[^$v,num_s8],v=num_u16+1"),
	INVALID(KEYED_NESTED, "hist:keys=num_u8:a=$v[num_u8]+1:b=$a*2:vals=$v[^$b]"),
	INVALID(OPERAND_TYPE, "hist:keys=num_u8:vals=1+^$text[num_u8]"),
	INVALID(NO_VAR, "hist:keys=num_u8:vals=^$b:a=1"),
	INVALID(NO_VAR, "hist:keys=num_u8:vals=^mock.other.$v"),
	INVALID(NO_VAR, "hist:keys=num_u8:vals=^mock.nosuch.$v"),
	INVALID(NO_VAR, "hist:keys=num_u8:a=1:b=^mock.source.$a"),
	INVALID(NO_VAR, "hist:keys=num_u8:onmatch(mock.source).one(^$nosuch)"),
	INVALID(VAR_AMBIGUOUS, "hist:keys=num_u8:vals=^$dup"),
	INVALID(VAR_AMBIGUOUS, "hist:keys=num_u8:a=1+^$dup"),
	INVALID(VAR_AMBIGUOUS, "hist:keys=num_u8:vals=^$dup:onmatch(mock.own).one(num_s64)"),
	INVALID(VAR_AMBIGUOUS, "hist:keys=num_u8:vals=^$dup:onmatch(kmem.kmalloc).one(num_s64)"),
	INVALID(VAR_KEYS, "hist:keys=text:vals=^$v"),
	INVALID(VAR_KEYS, "hist:keys=num_u8:vals=$v,^$str"),
	INVALID(VAR_KEYS, "hist:keys=num_u8:vals=^$two"),
	INVALID(VAR_KEYS, "hist:keys=text,num_u8:vals=^$v"),
	INVALID(VAR_KEYS, "hist:keys=num_u8:vals=^$lg"),
	INVALID(VAR_KEYS, "hist:keys=num_u8.buckets=2:vals=^$lg"),
	INVALID(VAR_KEYS, "hist:keys=num_u64:vals=^$tk"),
	INVALID(VAR_KEYS, "hist:keys=common_timestamp:vals=^$tk"),
	INVALID(VAR_KEYS, "hist:keys=common_timestamp:vals=^$tn:clock=mono"),
	INVALID(VAR_KEYS, "hist:keys=common_timestamp.usecs:vals=^$tk:clock=uptime"),
	INVALID(VAR_KEYS, "hist:keys=big:vals=^$str"),
	INVALID(TOO_MANY_REFS, "hist:keys=num_u8:"
		"vals=$s1a+$s1b+$s1c+$s1d,$s1e+$s1f+$s1g+$s1h,$s1i+$s1j+$s1k+$s1l,"
		"$s1m+$s1n+$s1o+$s1p,$s2a+$s2b+$s2c+$s2d,$s2e+$s2f+$s2g+$s2h,"
		"$s2i+$s2j+$s2k+$s2l,$s2m+$s2n+$s2o+$s2p,$s3a+$s3b+$s3c+$s3d,"
		"$s3e+$s3f+$s3g+$s3h,$s3i+$s3j+$s3k+$s3l,$s3m+$s3n+$s3o+$s3p,"
		"$s4a+$s4b+$s4c+$s4d,$s4e+$s4f+$s4g+$s4h,$s4i+$s4j+$s4k+$s4l,"
		"$s4m+$s4n+$s4o+^$s4p:a=$s1a:b=1+$v"),
	INVALID(TOO_MANY_LOOKUPS, "hist:keys=num_u8:vals=$s1a,$s2a,$s3a,$s4a,$s5a,$s6a,$s7a,$s8a,"
		"$s1b,^$s9a"),
	INVALID(TOO_MANY_LOOKUPS, "hist:keys=num_u8:vals=$s1a,$s2a,$s3a,$s4a,$s5a,$s6a,$s7a,$s8a:"
		"onmatch(^mock.other).one(num_s64)"),

	/* Handlers and actions. */
	INVALID(NO_EVENT, "hist:keys=num_u8:onmatch(^mock.nosuch).one($v)"),
	INVALID(NO_EVENT, "hist:keys=num_u8:onmatch( ^foo.source).one($v)"),
	INVALID(MATCH_NO_HIST, "hist:keys=num_u8:onmatch(^mock.own).one(num_s64)"),
	INVALID(MATCH_KEYS, "hist:keys=num_u8.log2:onmatch(^kmem.kmalloc).one(num_s64)"),
	INVALID(MATCH_KEYS, "hist:keys=text:onmatch(^mock.other).one(num_s64)"),
	INVALID(NOT_MATCH_EVENT, "hist:keys=num_u8:onmatch(mock.source).one(^mock.other.num_u8)"),
	INVALID(NOT_MATCH_EVENT, "hist:keys=num_u8:a=1:onmax($a).one(^mock.source.num_s64)"),
	INVALID(NOT_MATCH_EVENT, "hist:keys=num_u8:onmatch(mock.event).one(^mock.source.only)"),
	INVALID(NO_TRACKED_VAR, "hist:keys=num_u8:onmax(^$v).save(num_u8)"),
	INVALID(NO_TRACKED_VAR, "hist:keys=num_u8:a=1:onchange(^$b).save(num_u8)"),
	INVALID(NO_TRACKED_VAR, "hist:keys=num_u8:a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1,k=1,l=1,"
				"m=1,n=1,o=1,p=1:onchange(^$q).save(num_u8)"),
	INVALID(TRACKED_TYPE, "hist:keys=num_u8:a=text:onmax(^$a).save(num_u8)"),
	INVALID(TRACKED_TYPE, "hist:keys=num_u8:a=$stk:onchange(^$a).snapshot()"),
	INVALID(UNKNOWN_ACTION, "hist:keys=num_u8:onmatch(mock.source).^nosuch($v)"),
	INVALID(NO_SYNTH, "hist:keys=num_u8:onmatch(mock.source).trace(^nosuch,$v)"),
	INVALID(PARAM_COUNT, "hist:keys=num_u8:onmatch(mock.source).^one()"),
	INVALID(PARAM_COUNT, "hist:keys=num_u8:onmatch(mock.source).trace(^one)"),
	INVALID(PARAM_COUNT, "hist:keys=num_u8:onmatch(mock.source).^one($sval,$sval)"),
	INVALID(PARAM_TYPE, "hist:keys=num_u8:onmatch(mock.source).one(^num_u64)"),
	INVALID(PARAM_TYPE, "hist:keys=num_u8:onmatch(mock.source).one(^num_s32)"),
	INVALID(PARAM_TYPE, "hist:keys=num_u8:onmatch(mock.source).one(^$v)"),
	INVALID(PARAM_TYPE, "hist:keys=num_u8:onmatch(mock.source).one(^$text)"),
	INVALID(PARAM_TYPE, "hist:keys=num_u8:onmatch(mock.source).texts(text,^num_u64)"),
	INVALID(PARAM_TYPE, "hist:keys=num_u8:onmatch(mock.source).texts(text,^stack)"),
	INVALID(PARAM_TYPE, "hist:keys=num_u8:onmatch(mock.source).stacks(^dyn,common_pid)"),
	INVALID(PARAM_TYPE, "hist:keys=num_u8:onmatch(mock.source).lat($v,^only)"),
	INVALID(FOREIGN_FIELD, "hist:keys=num_u8:a=1:onmax($a).save(^mock.source.num_u8)"),
	INVALID(FOREIGN_FIELD, "hist:keys=num_u8:a=1:onmax($a).save(num_u8,^mock.nosuch.num_u8)"),
	INVALID(EVICT_TRACKED,
		"hist:keys=num_u8:a=1:overflow=evict:^onmax($a).save(num_u8)"),
	INVALID(EVICT_TRACKED,
		"hist:keys=num_u8:a=1: ^onmin($a).one(num_s64):overflow=evict"),
	INVALID(EVICT_TRACKED,
		"hist:overflow=evict:keys=num_u8:a=1:^onchange($a).one(num_s64)"),
	INVALID(EVICT_TRACKED,
		"hist:keys=num_u8:a=1:^onchange($a).save(num_u8):overflow=evict"),
	INVALID(EVICT_TRACKED,
		"hist:keys=num_u8:a=1:^onmax($a).snapshot():overflow=evict"),
	INVALID(EVICT_TRACKED, "hist:keys=num_u8:a=1:overflow=evict:"
		"onmatch(mock.source).one(num_s64):^onmin($a).snapshot()"),
	INVALID(SNAPSHOT_TWICE,
		"hist:keys=num_u8:a=1:onmax($a).snapshot():^onchange($a).snapshot()"),
	INVALID(TOO_MUCH_SAVED, "hist:keys=num_u8:a=1:"
		"onmax($a).save(dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn):"
		"onmax($a).save(dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn):"
		"onmax($a).save(dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn):"
		"^onmax($a).save(dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn)"),
	INVALID(TOO_MUCH_SAVED, "hist:keys=num_u8:a=1:"
		"onmax($a)." SAVE_31_TEXTS ":^onchange($a)." SAVE_29_NUMBERS),
	INVALID(CTX_TOO_LARGE, "^hist:keys=dyn,dyn2:a=1:onmax($a).save("
		"num_u8,num_u8,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,"
		"dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn)"),
	INVALID(CTX_TOO_LARGE, "^hist:keys=" KEYS_OF_31_WORDS ",num_u64:a=num_u8:onmax($a)."
		SAVE_31_TEXTS),
};

/* Last error code of the parser and the compiler. The later codes need attached histograms. */
#define INVALID_LAST_CODE	HIST_DIAG_CTX_TOO_LARGE

/* Size of the buffer that invalid_case_command() needs, in bytes. */
static inline unsigned int invalid_case_size(const struct invalid_case *r)
{
	return r->len + r->blanks + 1;
}

/*
 * Copy the command to @cmd without the '^' and without a NUL terminator. *@off is the expected
 * offset of the diagnostic. Return: the length of the command.
 */
static inline unsigned int invalid_case_command(const struct invalid_case *r, char *cmd,
						unsigned int *off)
{
	unsigned int i, len = 0;

	*off = r->off;
	for (i = 0; i < r->len; i++) {
		if (r->text[i] == '^')
			*off = len;
		else
			cmd[len++] = r->text[i];
	}
	memset(cmd + len, ' ', r->blanks);
	return len + r->blanks;
}

#endif /* _TRACE_HIST_TESTS_CASES_INVALID_CASES_H */
