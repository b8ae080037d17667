/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Invalid hist commands, each with the expected error code and position.
 *
 * A '^' marks the offending token; it is not part of the command. The commands refer to the
 * fields of fake_event and to the environment of fake_world_populate(). KUnit and the unit tests
 * in user space share this table.
 */
#ifndef _TRACE_HIST_REJECTED_H
#define _TRACE_HIST_REJECTED_H

#include <linux/array_size.h>
#include <linux/string.h>

#include "../diag.h"
#include "../limits.h"
#include "largest.h"

/**
 * struct rejected - Invalid command and the expected diagnostic
 * @text: command with a '^' in front of the offending token
 * @len: length of @text in bytes, including the '^'; @text may contain NUL bytes
 * @blanks: number of blanks that rejected_command() appends to the command
 * @code: expected error code
 * @off: expected offset if @text has no '^'
 */
struct rejected {
	const char *text;
	unsigned int len;
	unsigned int blanks;
	enum hist_diag code;
	unsigned int off;
};

#define REJECTED(code_, text_)	{ text_, sizeof(text_) - 1, .code = HIST_DIAG_##code_ }

static const struct rejected rejected[] = {
	REJECTED(NUL_BYTE, "hist:keys=num_u8^\0"),
	REJECTED(NUL_BYTE, "^\0hist:keys=num_u8"),
	REJECTED(NUL_BYTE, "hist:keys=nosuch.hex:foo if num_u8 ^\0== 3"),

	{ "hist:keys=num_u8", 16, HIST_TEXT_MAX + 1 - 16, HIST_DIAG_TOO_LONG, HIST_TEXT_MAX },

	REJECTED(EMPTY_PARAM, "hist:keys=num_u8:^"),
	REJECTED(EMPTY_PARAM, "hist:^:keys=num_u8"),
	REJECTED(EMPTY_PARAM, "hist:keys=num_u8:^:pause"),
	REJECTED(EMPTY_PARAM, "hist:keys=num_u8:  ^:pause"),
	REJECTED(EMPTY_PARAM, "hist:keys=num_u8:^ if num_u8 > 3"),
	REJECTED(EMPTY_PARAM, "hist:keys=num_u8:^ [active]"),

	REJECTED(UNKNOWN_PARAM, "hist:^foo"),
	REJECTED(UNKNOWN_PARAM, "hist:^num_u8:keys=num_u8"),
	REJECTED(UNKNOWN_PARAM, "! ^hist:keys=num_u8"),

	REJECTED(DUPLICATE_PARAM, "hist:keys=num_u8:^keys=num_s8"),
	REJECTED(DUPLICATE_PARAM, "hist:keys=num_u8:^key=num_s8"),
	REJECTED(DUPLICATE_PARAM, "hist:keys=num_u8:val=num_u8:^vals=num_u16"),
	REJECTED(DUPLICATE_PARAM, "hist:keys=num_u8:size=128:^size=128"),
	REJECTED(DUPLICATE_PARAM, "hist:keys=num_u8:cont:^continue"),
	REJECTED(DUPLICATE_PARAM, "hist:keys=num_u8:pause:clear:^pause"),
	REJECTED(DUPLICATE_PARAM, "hist:keys=num_u8:vals=num_u8:NOHC:^nohitcount"),

	REJECTED(NO_ASSIGNMENT, "hist:^keys"),
	REJECTED(NO_ASSIGNMENT, "hist:keys=num_u8:^size"),
	REJECTED(NO_ASSIGNMENT, "hist:keys=num_u8:^vals:pause"),
	REJECTED(NO_ASSIGNMENT, "hist:keys=num_u8: ^sort if num_u8"),

	REJECTED(NEEDS_NO_VALUE, "hist:keys=num_u8:pause=^1"),
	REJECTED(NEEDS_NO_VALUE, "hist:keys=num_u8:clear=^"),
	REJECTED(NEEDS_NO_VALUE, "hist:keys=num_u8:NOHC = ^yes:pause"),

	REJECTED(EMPTY_ASSIGNMENT, "hist:^keys="),
	REJECTED(EMPTY_ASSIGNMENT, "hist:keys=num_u8:^sort="),
	REJECTED(EMPTY_ASSIGNMENT, "hist:keys=num_u8:^name= :pause"),
	REJECTED(EMPTY_ASSIGNMENT, "hist:keys=num_u8:^clock= if num_u8"),

	REJECTED(EMPTY_FIELD, "hist:keys=num_u8,^"),
	REJECTED(EMPTY_FIELD, "hist:keys=^,num_u8"),
	REJECTED(EMPTY_FIELD, "hist:keys=num_u8, ^,num_s8"),
	REJECTED(EMPTY_FIELD, "hist:keys=^.hex"),
	REJECTED(EMPTY_FIELD, "hist:keys=num_u8:vals=num_u8,^:pause"),

	REJECTED(NO_KEYS, "^"),
	REJECTED(NO_KEYS, "^hist"),
	REJECTED(NO_KEYS, "^hist:"),
	REJECTED(NO_KEYS, "  ^hist: pause"),
	REJECTED(NO_KEYS, "^!hist:vals=num_u8"),
	REJECTED(NO_KEYS, "^hist if num_u8 > 3"),
	REJECTED(NO_KEYS, "^hist:name=foo [active]"),

	REJECTED(TOO_MANY_KEYS, "hist:keys=a,b,c,d,e,f,g,h,^i"),
	REJECTED(TOO_MANY_VALS, "hist:keys=a:vals=a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p, ^q"),
	REJECTED(TOO_MANY_VALS, "hist:keys=a:vals=hitcount,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,^q"),
	REJECTED(TOO_MANY_VALS, "hist:keys=a:vals=hitcount.hex,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,^p"),
	REJECTED(TOO_MANY_SORTS, "hist:keys=num_u8:^sort=num_u8,hitcount,num_u8"),

	REJECTED(EMPTY_SORT, "hist:keys=num_u8:^sort=num_u8,"),
	REJECTED(EMPTY_SORT, "hist:keys=num_u8:^sort=,num_u8"),

	REJECTED(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.^foo"),
	REJECTED(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.^"),
	REJECTED(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.^Descending"),
	REJECTED(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.^descending.hex"),
	REJECTED(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=num_u8.^descending.ascending"),
	REJECTED(BAD_SORT_MODIFIER, "hist:keys=num_u8.hex:sort=num_u8.hex.^hex"),
	REJECTED(BAD_SORT_MODIFIER, "hist:keys=num_u8:sort=hitcount,num_u8.^buckets=0"),
	REJECTED(NO_SORT_FIELD, "hist:keys=num_u8:sort=^num_u8.sym-offset-1"),
	REJECTED(NO_SORT_FIELD, "hist:keys=num_u8-1:sort=^num_u8-2"),
	REJECTED(NO_SORT_FIELD, "hist:keys=num_u8-1:sort=^num_u8.hex-1"),

	REJECTED(BAD_SIZE, "hist:keys=num_u8:size=^abc"),
	REJECTED(BAD_SIZE, "hist:keys=num_u8:size=^-128"),
	REJECTED(BAD_SIZE, "hist:keys=num_u8:size=^128x"),
	REJECTED(BAD_SIZE, "hist:keys=num_u8:size=^0x"),
	REJECTED(BAD_SIZE, "hist:keys=num_u8:size=^0189"),
	REJECTED(BAD_SIZE, "hist:keys=num_u8:size= ^1 024"),
	REJECTED(SIZE_RANGE, "hist:keys=num_u8:size=^0"),
	REJECTED(SIZE_RANGE, "hist:keys=num_u8:size=^64"),
	REJECTED(SIZE_RANGE, "hist:keys=num_u8:size=^131073"),
	REJECTED(SIZE_RANGE, "hist:keys=num_u8:size=^0x20001"),
	REJECTED(SIZE_RANGE, "hist:keys=num_u8:size=^4294967296"),
	REJECTED(SIZE_RANGE, "hist:keys=num_u8:size=^18446744073709551616"),
	REJECTED(SIZE_RANGE, "hist:keys=num_u8:size=^1000000000000000000000000000000"),

	REJECTED(BAD_NAME, "hist:name=^a/b:keys=num_u8"),
	REJECTED(BAD_NAME, "hist:name=^a b:keys=num_u8"),
	REJECTED(BAD_NAME, "hist:name=^$a:keys=num_u8"),
	REJECTED(BAD_NAME, "hist:keys=num_u8:name= ^a=b"),

	REJECTED(EMPTY_FILTER, "hist:keys=num_u8 ^if"),
	REJECTED(EMPTY_FILTER, "hist:keys=num_u8 ^if  "),
	REJECTED(EMPTY_FILTER, "hist:^if"),
	REJECTED(EMPTY_FILTER, "hist:keys=num_u8 ^if [active]"),

	REJECTED(BAD_MODIFIER, "hist:keys=num_u8.^foo"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8.^"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8.^HEX"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8.^hex=1"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8.^hex.sym"),
	REJECTED(BAD_MODIFIER, "hist:keys=fake.event.num_u8.^hex.sym"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8.^descending"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8.^buck=10"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8.^bucketss=10"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8:vals=num_u8.hex,num_s8. ^he x"),

	REJECTED(BAD_BUCKET, "hist:keys=num_u8.^buckets"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.^bucket"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.bucket=^0"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^0"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^-10"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^ten"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^10=10"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^18446744073709551616"),

	/* Expressions. */
	REJECTED(NO_OPERAND, "hist:keys=num_u8+^"),
	REJECTED(NO_OPERAND, "hist:keys=^+num_u8"),
	REJECTED(NO_OPERAND, "hist:keys=num_u8:vals=num_u8 + ^* num_s8"),
	REJECTED(NO_OPERAND, "hist:keys=num_u8:vals=( ^)"),
	REJECTED(NO_OPERAND, "hist:keys=num_u8:vals=num_s8,-^,num_u8"),
	REJECTED(NO_OPERAND, "hist:keys=num_u8:a=(num_u8)/^ if num_u8"),
	REJECTED(NO_OPERAND, "hist:keys=num_u8:a=^/2"),
	REJECTED(BAD_NUMBER, "hist:keys=num_u8:vals=num_u8+^1x"),
	REJECTED(BAD_NUMBER, "hist:keys=^18446744073709551616"),
	REJECTED(BAD_NUMBER, "hist:keys=^0x10000000000000000"),
	REJECTED(BAD_NUMBER, "hist:keys=^0x+1"),
	REJECTED(BAD_NUMBER, "hist:keys=num_u8 * ^08"),
	REJECTED(BAD_NUMBER, "hist:keys=num_u8:a=^1 2"),
	REJECTED(BAD_NUMBER, "hist:keys=num_u8:a=^1.5"),
	REJECTED(NOT_CLOSED, "hist:keys=^(num_u8"),
	REJECTED(NOT_CLOSED, "hist:keys=num_u8:vals=num_s8,^((num_u8)+num_s8"),
	REJECTED(NOT_CLOSED, "hist:keys=num_u8:vals=^(1 + (num_u8)"),
	REJECTED(NOT_CLOSED, "hist:keys=num_u8:a=num_u8:^onmax($a"),
	REJECTED(NOT_CLOSED, "hist:keys=num_u8:a=num_u8:onmax($a).^save(num_u8"),
	REJECTED(NOT_OPENED, "hist:keys=num_u8^)"),
	REJECTED(NOT_OPENED, "hist:keys=(num_u8+1)^)*2"),
	REJECTED(NO_OPERATOR, "hist:keys=num_u8:a=(num_u8^(1))"),
	REJECTED(NO_OPERATOR, "hist:keys=num_u8^(1)"),
	REJECTED(NO_OPERATOR, "hist:keys=num_u8:vals=(num_u8+1) ^num_s8"),
	REJECTED(NO_OPERATOR, "hist:keys=num_u8:vals=2*(num_u8)^2"),
	REJECTED(EXPR_TOO_LONG, "hist:keys=num_u8:vals=num_u8+num_s8-^num_u16*2+num_u8"),
	REJECTED(EXPR_TOO_LONG, "hist:keys=num_u8:vals=num_u8*2+^num_s8*3+num_u16"),
	REJECTED(EXPR_TOO_LONG, "hist:keys=num_u8:vals=num_u8+^num_s8*2*3*4"),
	REJECTED(EXPR_TOO_LONG, "hist:keys=num_u8:a=^1+2+3+4+5"),
	REJECTED(EXPR_TOO_LONG, "hist:keys=num_u8:a=^1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16+17+18"),
	REJECTED(EXPR_DEPTH, "hist:keys=((((^(num_u8)))))"),
	REJECTED(EXPR_DEPTH, "hist:keys=num_u8:vals=-(-(^-(-(num_u8))))"),
	REJECTED(EXPR_DEPTH, "hist:keys=num_u8:vals=- - - - ^-num_u8"),
	REJECTED(EXPR_SIGN, "hist:keys=num_u8:vals=num_u8+-^num_s8"),
	REJECTED(EXPR_SIGN, "hist:keys=num_u8:vals=-^num_u8+num_s8"),
	REJECTED(EXPR_SIGN, "hist:keys=num_u8:vals=-(-^num_u8)"),
	REJECTED(EXPR_SIGN, "hist:keys=num_u8:vals=2*(-(^num_u8+1))"),
	REJECTED(DIV_ZERO, "hist:keys=num_u8:vals=num_u8/^0"),
	REJECTED(DIV_ZERO, "hist:keys=num_u8:vals=num_u8/(^1-1)"),
	REJECTED(DIV_ZERO, "hist:keys=4/^0x0"),
	REJECTED(DIV_ZERO, "hist:keys=num_u8:vals=num_u8/(^(4-8)/8)"),

	/* Names of variables and events. */
	REJECTED(BAD_VAR_NAME, "hist:keys=num_u8:^a-b=num_u8"),
	REJECTED(BAD_VAR_NAME, "hist:keys=num_u8:^$a=num_u8"),
	REJECTED(BAD_VAR_NAME, "hist:keys=num_u8:^=num_u8"),
	REJECTED(BAD_VAR_NAME, "hist:keys=num_u8:a=1,^a b=num_u8"),
	REJECTED(BAD_VAR_NAME, "hist:keys=num_u8:vals=$^"),
	REJECTED(BAD_VAR_NAME, "hist:keys=num_u8:vals=$^val.hex"),
	REJECTED(BAD_VAR_NAME, "hist:keys=num_u8:a=1:onmax(^$a-b).save(num_u8)"),
	REJECTED(BAD_VAR_NAME, "hist:keys=num_u8:a=1:onmax($a).save($^a b)"),
	REJECTED(BAD_EVENT_NAME, "hist:keys=^.event.num_u8"),
	REJECTED(BAD_EVENT_NAME, "hist:keys=num_u8:vals=^fake..num_u8"),
	REJECTED(BAD_EVENT_NAME, "hist:keys=num_u8:vals=^fake$v"),
	REJECTED(BAD_EVENT_NAME, "hist:keys=num_u8:vals=^fake.$v"),
	REJECTED(BAD_EVENT_NAME, "hist:keys=num_u8:vals=^.source.$v"),
	REJECTED(BAD_EVENT_NAME, "hist:keys=num_u8:onmatch(^fake).one($v)"),
	REJECTED(BAD_EVENT_NAME, "hist:keys=num_u8:onmatch(^fake.).one($v)"),
	REJECTED(BAD_EVENT_NAME, "hist:keys=num_u8:onmatch( ^.source).one($v)"),
	REJECTED(BAD_EVENT_NAME, "hist:keys=num_u8:onmatch(fake.source).one(^fake..num_u8)"),
	REJECTED(BAD_EVENT_NAME, "hist:keys=num_u8:onmatch(fake.source).one(^.source.num_u8)"),
	REJECTED(NO_ASSIGNMENT, "hist:keys=num_u8:a=1,^b"),
	REJECTED(NO_ASSIGNMENT, "hist:keys=num_u8:a=1,^"),
	REJECTED(EMPTY_ASSIGNMENT, "hist:keys=num_u8:^a="),
	REJECTED(EMPTY_ASSIGNMENT, "hist:keys=num_u8:a=1,^b= :pause"),
	REJECTED(TOO_MANY_VARS, "hist:keys=num_u8:a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1,j=1,k=1,"
			       "l=1,m=1,n=1,o=1,p=1:^q=1"),
	REJECTED(VAR_EXISTS, "hist:keys=num_u8:a=num_u8,^a=num_u8"),
	REJECTED(VAR_EXISTS, "hist:keys=num_u8:a=num_u8,b=1:pause: ^a=2"),

	/* Handlers and actions. */
	REJECTED(UNKNOWN_HANDLER, "hist:keys=num_u8:a=1:^onfoo($a).save(num_u8)"),
	REJECTED(UNKNOWN_HANDLER, "hist:keys=num_u8:^(pause:clear)"),
	REJECTED(UNKNOWN_HANDLER, "hist:keys=num_u8:^Onmax($a).save(num_u8)"),
	REJECTED(NO_PARENTHESES, "hist:keys=num_u8:a=1:onmax($a).^save"),
	REJECTED(NO_PARENTHESES, "hist:keys=num_u8:onmatch(fake.source). ^one:pause"),
	REJECTED(NO_MATCH_EVENT, "hist:keys=num_u8:^onmatch().one($v)"),
	REJECTED(NO_MATCH_EVENT, "hist:keys=num_u8:^onmatch( ).one($v)"),
	REJECTED(TRACKS_NO_VAR, "hist:keys=num_u8:a=1:onmax(^a).save(num_u8)"),
	REJECTED(TRACKS_NO_VAR, "hist:keys=num_u8:a=1:^onchange().save(num_u8)"),
	REJECTED(TRACKS_NO_VAR, "hist:keys=num_u8:a=1:onmax(^fake.event.$a).save(num_u8)"),
	REJECTED(NO_ACTION, "hist:keys=num_u8:a=1:^onmax($a)"),
	REJECTED(NO_ACTION, "hist:keys=num_u8:a=1:^onmax($a)."),
	REJECTED(NO_ACTION, "hist:keys=num_u8:a=1:onmax($a)^save(num_u8)"),
	REJECTED(AFTER_ACTION, "hist:keys=num_u8:a=1:onmax($a).save(num_u8)^x"),
	REJECTED(AFTER_ACTION, "hist:keys=num_u8:a=1:onmax($a).save(num_u8) ^.snapshot()"),
	REJECTED(TOO_MANY_ACTIONS, "hist:keys=num_u8:a=1:onmax($a).save(num_u8):"
				  "onmax($a).save(num_u8):onmax($a).save(num_u8):"
				  "onmax($a).save(num_u8):onmax($a).save(num_u8):"
				  "onmax($a).save(num_u8):onmax($a).save(num_u8):"
				  "onmax($a).save(num_u8):^onmax($a).save(num_u8)"),
	REJECTED(NO_SYNTH_NAME, "hist:keys=num_u8:onmatch(fake.source).^trace()"),
	REJECTED(NO_SYNTH_NAME, "hist:keys=num_u8:onmatch(fake.source).^trace(,$v)"),
	REJECTED(HANDLER_ACTION, "hist:keys=num_u8:onmatch(fake.source).^save(num_u8)"),
	REJECTED(HANDLER_ACTION, "hist:keys=num_u8:onmatch(fake.source).^snapshot()"),
	REJECTED(SNAPSHOT_PARAM, "hist:keys=num_u8:a=1:onmax($a).snapshot(^num_u8)"),
	REJECTED(SAVE_NOTHING, "hist:keys=num_u8:a=1:onmax($a).^save()"),
	REJECTED(EMPTY_PARAM, "hist:keys=num_u8:a=1:onmax($a).save(num_u8,^)"),
	REJECTED(EMPTY_PARAM, "hist:keys=num_u8:a=1:onmax($a).save(^,num_u8)"),
	REJECTED(EMPTY_PARAM, "hist:keys=num_u8:a=1:onmax($a).trace(one,^,num_u8)"),
	REJECTED(TOO_MANY_PARAMS, "hist:keys=num_u8:a=1:onmax($a).save("
				 "a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,"
				 "a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,"
				 "^a)"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8:a=1:onmax($a).save(num_u8.^foo)"),
	REJECTED(BAD_MODIFIER,
		 "hist:keys=num_u8:onmatch(fake.source).one(fake.source.num_u8.^foo)"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8:vals=1+num_u8.^foo*2"),
	REJECTED(EMPTY_FIELD, "hist:keys=num_u8:a=1+^.hex"),

	REJECTED(BAD_CLOCK, "hist:keys=num_u8:clock=^foo"),
	REJECTED(BAD_CLOCK, "hist:keys=common_timestamp:clock=^Global"),
	REJECTED(BAD_CLOCK, "hist:keys=nosuch:clock= ^mono raw:pause"),

	REJECTED(NO_FIELD, "hist:keys=^nosuch"),
	REJECTED(NO_FIELD, "hist:keys=num_u8,^num_u:vals=num_u8"),
	REJECTED(NO_FIELD, "hist:keys=num_u8:vals=num_u8,^nosuch.hex"),
	REJECTED(NO_FIELD, "hist:keys=num_u8,^common_nosuch.log2"),
	REJECTED(NO_FIELD, "hist:keys=(^num_u8,num_s8)"),
	REJECTED(NO_FIELD, "hist:keys=^num_u8 size=128"),

	REJECTED(KEY_HITCOUNT, "hist:keys=^hitcount"),
	REJECTED(KEY_HITCOUNT, "hist:keys=num_u8,^hitcount.hex"),

	REJECTED(KEY_TYPE, "hist:keys=^args"),
	REJECTED(KEY_TYPE, "hist:keys=num_u8,^args.hex"),

	REJECTED(KEY_TOO_LONG, "hist:keys=dyn,dyn2,rel,rel2,^num_u8"),
	REJECTED(KEY_TOO_LONG, "hist:keys=num_u8,dyn,dyn2,rel,^ptr"),
	REJECTED(KEY_TOO_LONG, "hist:keys=^huge"),
	REJECTED(KEY_TOO_LONG, "hist:keys=^largest"),

	REJECTED(DUPLICATE_KEY, "hist:keys=num_u8,^num_u8"),
	REJECTED(DUPLICATE_KEY, "hist:keys=num_u8.log2,num_u8,^num_u8.log2"),
	REJECTED(DUPLICATE_KEY, "hist:keys=num_u8.buckets=8,^num_u8.buckets=0x8"),
	REJECTED(DUPLICATE_KEY, "hist:keys=num_u8.buckets=8,^num_u8.bucket=8"),
	REJECTED(DUPLICATE_KEY, "hist:keys=common_cpu,^cpu"),
	REJECTED(DUPLICATE_KEY, "hist:keys=comm,num_u8, ^common_comm"),
	REJECTED(DUPLICATE_KEY, "hist:keys=stacktrace,^common_stacktrace"),
	REJECTED(DUPLICATE_KEY, "hist:keys=stack,^stack.stacktrace"),

	REJECTED(VAL_TYPE, "hist:keys=num_u8:vals=^text"),
	REJECTED(VAL_TYPE, "hist:keys=num_u8:vals=num_u8,^dyn.hex"),
	REJECTED(VAL_TYPE, "hist:keys=num_u8:vals=^common_comm"),
	REJECTED(VAL_TYPE, "hist:keys=num_u8:vals=^common_stacktrace"),
	REJECTED(VAL_TYPE, "hist:keys=num_u8:vals=^args"),

	REJECTED(MODIFIER_FOR_KEY, "hist:keys=num_u8:vals=num_u8.^log2"),
	REJECTED(MODIFIER_FOR_KEY, "hist:keys=num_u8:vals=num_u8.^buckets=10"),
	REJECTED(MODIFIER_FOR_VAL, "hist:keys=num_u8.^percent"),
	REJECTED(MODIFIER_FOR_VAL, "hist:keys=num_s8,text.^graph"),
	REJECTED(MODIFIER_TYPE, "hist:keys=text.^hex"),
	REJECTED(MODIFIER_TYPE, "hist:keys=num_u8.^stacktrace"),
	REJECTED(MODIFIER_TYPE, "hist:keys=text.^execname"),
	REJECTED(EXECNAME_FIELD, "hist:keys=num_s32.^execname"),
	REJECTED(EXECNAME_FIELD, "hist:keys=common_type.^execname"),
	REJECTED(USECS_FIELD, "hist:keys=num_u64.^usecs"),
	REJECTED(USECS_FIELD, "hist:keys=num_u8:vals=num_u64.^usecs"),

	REJECTED(NOHITCOUNT_ALONE, "hist:keys=num_u8:^nohitcount"),
	REJECTED(NOHITCOUNT_ALONE, "hist:keys=num_u8:^NOHC:vals=hitcount"),

	REJECTED(NO_SORT_FIELD, "hist:keys=num_u8:sort=^num_s8"),
	REJECTED(NO_SORT_FIELD, "hist:keys=num_u8:sort=hitcount,^nosuch.descending"),
	REJECTED(NO_SORT_FIELD, "hist:keys=num_u8:sort=^num_u8.hex"),
	REJECTED(NO_SORT_FIELD, "hist:keys=num_u8.buckets=10:sort=^num_u8.buckets=20"),
	REJECTED(NO_SORT_FIELD, "hist:keys=num_u8:sort=^.hex"),
	REJECTED(NO_SORT_FIELD, "hist:keys=num_u8:sort=^common_timestamp"),

	/* Variables and expressions. */
	REJECTED(NO_FIELD, "hist:keys=num_u8:vals=num_u8+^nosuch"),
	REJECTED(NO_FIELD, "hist:keys=num_u8:a=^nosuch.hex"),
	REJECTED(NO_FIELD, "hist:keys=num_u8:a=1:onmax($a).save(num_u8,^nosuch)"),
	REJECTED(NO_FIELD, "hist:keys=num_u8:a=1:onmax($a).one(^nosuch)"),
	REJECTED(NO_FIELD, "hist:keys=num_u8:onmatch(fake.source).one(^nosuch)"),
	REJECTED(NO_FIELD, "hist:keys=num_u8:onmatch(fake.source).one(fake.source.^nosuch)"),
	REJECTED(NO_FIELD, "hist:keys=num_u8:onmatch(fake.event).one(fake.event.^only)"),
	REJECTED(NO_FIELD, "hist:keys=fake.event.^nosuch"),
	REJECTED(FOREIGN_FIELD, "hist:keys=^fake.source.num_u8"),
	REJECTED(FOREIGN_FIELD, "hist:keys=num_u8,^num_u8.hex.num_s8"),
	REJECTED(FOREIGN_FIELD, "hist:keys=num_u8:vals=1+^fake.nosuch.num_u8"),
	REJECTED(FOREIGN_FIELD,
		 "hist:keys=num_u8:a=^fake.source.num_u8:onmatch(fake.source).one($a)"),
	REJECTED(NO_FIELD, "hist:keys=num_u8:onmatch(fake.event).one(^only)"),
	REJECTED(MODIFIER_FOR_VAR, "hist:keys=num_u8:a=num_u8.^log2"),
	REJECTED(MODIFIER_FOR_VAR, "hist:keys=num_u8:vals=1+num_u8.^buckets=10"),
	REJECTED(MODIFIER_FOR_VAR, "hist:keys=num_u8:a=1:onmax($a).save(common_pid.^execname)"),
	REJECTED(MODIFIER_FOR_VAR, "hist:keys=num_u8:onmatch(fake.source).one(only.^percent)"),
	REJECTED(MODIFIER_FOR_VAR,
		 "hist:keys=num_u8:onmatch(fake.source).one(fake.source.common_pid.^execname)"),
	REJECTED(MODIFIER_TYPE, "hist:keys=num_u8:a=text.^hex"),
	REJECTED(USECS_FIELD, "hist:keys=num_u8:a=num_u64.^usecs"),
	REJECTED(HITCOUNT_OPERAND, "hist:keys=num_u8:vals=1+^hitcount"),
	REJECTED(HITCOUNT_OPERAND, "hist:keys=num_u8:a=^hitcount"),
	REJECTED(HITCOUNT_OPERAND, "hist:keys=num_u8:a=1:onmax($a).save(^hitcount)"),
	REJECTED(OPERAND_TYPE, "hist:keys=num_u8:vals=1+^text"),
	REJECTED(OPERAND_TYPE, "hist:keys=-^dyn"),
	REJECTED(OPERAND_TYPE, "hist:keys=num_u8:vals=1+^$text"),
	REJECTED(OPERAND_TYPE, "hist:keys=num_u8:vals=1+^$ptr"),
	REJECTED(OPERAND_TYPE, "hist:keys=num_u8:a=stack:b=-^$a"),
	REJECTED(VAR_TYPE, "hist:keys=num_u8:a=^args"),
	REJECTED(VAR_TYPE, "hist:keys=num_u8:a=1+^args"),
	REJECTED(VAR_TYPE, "hist:keys=num_u8:a=1:onmax($a).save(^args)"),
	REJECTED(VAL_TYPE, "hist:keys=num_u8:vals=^$text"),
	REJECTED(VAL_TYPE, "hist:keys=num_u8:vals=num_u8,^$stk"),
	REJECTED(VAL_TYPE, "hist:keys=num_u8:vals=^$ptr"),
	REJECTED(KEY_VAR, "hist:keys=^$v"),
	REJECTED(KEY_VAR, "hist:keys=num_u8,1+^$v"),
	REJECTED(KEY_VAR, "hist:a=1:keys=num_u8, ^$a"),
	REJECTED(KEY_VAR, "hist:a=num_u8:b=$a:keys=^$b"),
	REJECTED(KEY_VAR, "hist:a=num_u8+1:keys=^$a"),
	REJECTED(DUPLICATE_KEY, "hist:a=num_u8:keys=num_u8,^$a"),
	REJECTED(TIME_UNITS, "hist:keys=num_u8:vals=^common_timestamp-common_timestamp.usecs"),
	REJECTED(TIME_UNITS, "hist:keys=num_u8:vals=1+(^common_timestamp.usecs-$ts)"),
	REJECTED(TIME_UNITS, "hist:keys=num_u8:vals=^1+common_timestamp-$us"),
	REJECTED(TIME_CLOCKS, "hist:keys=num_u8:vals=^common_timestamp-$mono"),
	REJECTED(TIME_CLOCKS, "hist:keys=num_u8:vals=^$ts-$mono:clock=mono"),
	REJECTED(TIME_CLOCKS, "hist:keys=num_u8:vals=^common_timestamp-$ts:clock=local"),
	REJECTED(TOO_MANY_OPERANDS,
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
	REJECTED(TOO_MANY_OPERANDS,
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
	REJECTED(NO_VAR, "hist:keys=num_u8:vals=^$nosuch"),
	REJECTED(NO_VAR, "hist:keys=num_u8:vals=1+^$a:b=1"),
	REJECTED(NO_VAR, "hist:keys=num_u8:a=1+^$a"),
	REJECTED(NO_VAR, "hist:keys=num_u8:vals=^$b:a=1"),
	REJECTED(NO_VAR, "hist:keys=num_u8:vals=^fake.other.$v"),
	REJECTED(NO_VAR, "hist:keys=num_u8:vals=^fake.nosuch.$v"),
	REJECTED(NO_VAR, "hist:keys=num_u8:a=1:b=^fake.source.$a"),
	REJECTED(NO_VAR, "hist:keys=num_u8:onmatch(fake.source).one(^$nosuch)"),
	REJECTED(VAR_AMBIGUOUS, "hist:keys=num_u8:vals=^$dup"),
	REJECTED(VAR_AMBIGUOUS, "hist:keys=num_u8:a=1+^$dup"),
	REJECTED(VAR_AMBIGUOUS, "hist:keys=num_u8:vals=^$dup:onmatch(fake.own).one(num_s64)"),
	REJECTED(VAR_AMBIGUOUS, "hist:keys=num_u8:vals=^$dup:onmatch(kmem.kmalloc).one(num_s64)"),
	REJECTED(VAR_KEYS, "hist:keys=text:vals=^$v"),
	REJECTED(VAR_KEYS, "hist:keys=num_u8:vals=$v,^$str"),
	REJECTED(VAR_KEYS, "hist:keys=num_u8:vals=^$two"),
	REJECTED(VAR_KEYS, "hist:keys=text,num_u8:vals=^$v"),
	REJECTED(VAR_KEYS, "hist:keys=num_u8:vals=^$lg"),
	REJECTED(VAR_KEYS, "hist:keys=num_u8.buckets=2:vals=^$lg"),
	REJECTED(VAR_KEYS, "hist:keys=num_u64:vals=^$tk"),
	REJECTED(VAR_KEYS, "hist:keys=common_timestamp:vals=^$tk"),
	REJECTED(VAR_KEYS, "hist:keys=big:vals=^$str"),
	REJECTED(TOO_MANY_REFS, "hist:keys=num_u8:"
		 "vals=$s1a+$s1b+$s1c+$s1d,$s1e+$s1f+$s1g+$s1h,$s1i+$s1j+$s1k+$s1l,"
		 "$s1m+$s1n+$s1o+$s1p,$s2a+$s2b+$s2c+$s2d,$s2e+$s2f+$s2g+$s2h,"
		 "$s2i+$s2j+$s2k+$s2l,$s2m+$s2n+$s2o+$s2p,$s3a+$s3b+$s3c+$s3d,"
		 "$s3e+$s3f+$s3g+$s3h,$s3i+$s3j+$s3k+$s3l,$s3m+$s3n+$s3o+$s3p,"
		 "$s4a+$s4b+$s4c+$s4d,$s4e+$s4f+$s4g+$s4h,$s4i+$s4j+$s4k+$s4l,"
		 "$s4m+$s4n+$s4o+^$s4p:a=$s1a:b=1+$v"),
	REJECTED(TOO_MANY_SOURCES, "hist:keys=num_u8:vals=$s1a,$s2a,$s3a,$s4a,$s5a,$s6a,$s7a,$s8a,"
		 "$s1b,^$s9a"),
	REJECTED(TOO_MANY_SOURCES, "hist:keys=num_u8:vals=$s1a,$s2a,$s3a,$s4a,$s5a,$s6a,$s7a,$s8a:"
		 "onmatch(^fake.other).one(num_s64)"),

	/* Handlers and actions. */
	REJECTED(NO_EVENT, "hist:keys=num_u8:onmatch(^fake.nosuch).one($v)"),
	REJECTED(NO_EVENT, "hist:keys=num_u8:onmatch( ^foo.source).one($v)"),
	REJECTED(MATCH_NO_HIST, "hist:keys=num_u8:onmatch(^fake.own).one(num_s64)"),
	REJECTED(MATCH_KEYS, "hist:keys=num_u8.log2:onmatch(^kmem.kmalloc).one(num_s64)"),
	REJECTED(MATCH_KEYS, "hist:keys=text:onmatch(^fake.other).one(num_s64)"),
	REJECTED(NOT_MATCH_EVENT, "hist:keys=num_u8:onmatch(fake.source).one(^fake.other.num_u8)"),
	REJECTED(NOT_MATCH_EVENT, "hist:keys=num_u8:a=1:onmax($a).one(^fake.source.num_s64)"),
	REJECTED(NOT_MATCH_EVENT, "hist:keys=num_u8:onmatch(fake.event).one(^fake.source.only)"),
	REJECTED(NO_TRACKED_VAR, "hist:keys=num_u8:onmax(^$v).save(num_u8)"),
	REJECTED(NO_TRACKED_VAR, "hist:keys=num_u8:a=1:onchange(^$b).save(num_u8)"),
	REJECTED(TRACKED_TYPE, "hist:keys=num_u8:a=text:onmax(^$a).save(num_u8)"),
	REJECTED(TRACKED_TYPE, "hist:keys=num_u8:a=$stk:onchange(^$a).snapshot()"),
	REJECTED(NO_SYNTH, "hist:keys=num_u8:onmatch(fake.source).^nosuch($v)"),
	REJECTED(NO_SYNTH, "hist:keys=num_u8:onmatch(fake.source).trace(^nosuch,$v)"),
	REJECTED(PARAM_COUNT, "hist:keys=num_u8:onmatch(fake.source).^one()"),
	REJECTED(PARAM_COUNT, "hist:keys=num_u8:onmatch(fake.source).trace(^one)"),
	REJECTED(PARAM_COUNT, "hist:keys=num_u8:onmatch(fake.source).^one($sval,$sval)"),
	REJECTED(PARAM_TYPE, "hist:keys=num_u8:onmatch(fake.source).one(^num_u64)"),
	REJECTED(PARAM_TYPE, "hist:keys=num_u8:onmatch(fake.source).one(^num_s32)"),
	REJECTED(PARAM_TYPE, "hist:keys=num_u8:onmatch(fake.source).one(^$v)"),
	REJECTED(PARAM_TYPE, "hist:keys=num_u8:onmatch(fake.source).one(^$text)"),
	REJECTED(PARAM_TYPE, "hist:keys=num_u8:onmatch(fake.source).texts(text,^num_u64)"),
	REJECTED(PARAM_TYPE, "hist:keys=num_u8:onmatch(fake.source).texts(text,^stack)"),
	REJECTED(PARAM_TYPE, "hist:keys=num_u8:onmatch(fake.source).stacks(^dyn,common_pid)"),
	REJECTED(PARAM_TYPE, "hist:keys=num_u8:onmatch(fake.source).lat($v,^only)"),
	REJECTED(FOREIGN_FIELD, "hist:keys=num_u8:a=1:onmax($a).save(^fake.source.num_u8)"),
	REJECTED(FOREIGN_FIELD, "hist:keys=num_u8:a=1:onmax($a).save(num_u8,^fake.nosuch.num_u8)"),
	REJECTED(SNAPSHOT_TWICE,
		 "hist:keys=num_u8:a=1:onmax($a).snapshot():^onchange($a).snapshot()"),
	REJECTED(TOO_MUCH_SAVED, "hist:keys=num_u8:a=1:"
		 "onmax($a).save(dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn):"
		 "onmax($a).save(dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn):"
		 "onmax($a).save(dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn):"
		 "^onmax($a).save(dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn)"),
	REJECTED(TOO_MUCH_SAVED, "hist:keys=num_u8:a=1:"
		 "onmax($a)." SAVE_31_TEXTS ":^onchange($a)." SAVE_29_NUMBERS),
	REJECTED(TOO_MUCH_TEXT, "^hist:keys=dyn,dyn2:a=1:onmax($a).save("
		 "num_u8,num_u8,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,"
		 "dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn)"),
	REJECTED(TOO_MUCH_TEXT, "^hist:keys=" KEYS_OF_31_WORDS ",num_u64:a=num_u8:onmax($a)."
		 SAVE_31_TEXTS),
};

/* Last error code of the parser and the compiler. The later codes need attached histograms. */
#define REJECTED_LAST_CODE	HIST_DIAG_TOO_MUCH_TEXT

/* Size of the buffer that rejected_command() needs, in bytes. */
static inline unsigned int rejected_room(const struct rejected *r)
{
	return r->len + r->blanks + 1;
}

/*
 * Copy the command to @cmd without the '^' and without a NUL terminator. *@off is the expected
 * offset of the diagnostic. Return: the length of the command.
 */
static inline unsigned int rejected_command(const struct rejected *r, char *cmd,
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

#endif /* _TRACE_HIST_REJECTED_H */
