/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commands that are wrong, with what is wrong with them and where.
 *
 * A '^' stands in front of the offending token and is no part of the command.
 * The fields are those of fake_event.
 */
#ifndef _TRACE_HIST_REJECTED_H
#define _TRACE_HIST_REJECTED_H

#include <linux/array_size.h>
#include <linux/string.h>

#include "../diag.h"
#include "../limits.h"

/**
 * struct rejected - a command that must be rejected
 * @text: the command and its '^'
 * @len: their length; there may be a NUL byte among them
 * @blanks: as many blanks are added to the command
 * @code: what is wrong with it
 * @off: the offset, if there is no '^'
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
	REJECTED(UNKNOWN_PARAM, "hist:keys=num_u8:^foo=1"),
	REJECTED(UNKNOWN_PARAM, "hist:keys=num_u8: ^sorted=num_u8"),
	REJECTED(UNKNOWN_PARAM, "hist:^Keys=num_u8"),
	REJECTED(UNKNOWN_PARAM, "hist:^=num_u8"),
	REJECTED(UNKNOWN_PARAM, "hist:^num_u8:keys=num_u8"),
	REJECTED(UNKNOWN_PARAM, "! ^hist:keys=num_u8"),
	REJECTED(UNKNOWN_PARAM, "hist:keys=num_u8:^(pause:clear)"),

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
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8.^descending"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8.^bucket=10"),
	REJECTED(BAD_MODIFIER, "hist:keys=num_u8:vals=num_u8.hex,num_s8. ^he x"),

	REJECTED(BAD_BUCKET, "hist:keys=num_u8.^buckets"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^0"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^-10"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^ten"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^10=10"),
	REJECTED(BAD_BUCKET, "hist:keys=num_u8.buckets=^18446744073709551616"),

	REJECTED(BAD_CLOCK, "hist:keys=num_u8:clock=^foo"),
	REJECTED(BAD_CLOCK, "hist:keys=common_timestamp:clock=^Global"),
	REJECTED(BAD_CLOCK, "hist:keys=nosuch:clock= ^mono raw:pause"),

	REJECTED(NO_FIELD, "hist:keys=^nosuch"),
	REJECTED(NO_FIELD, "hist:keys=num_u8,^num_u:vals=num_u8"),
	REJECTED(NO_FIELD, "hist:keys=num_u8:vals=num_u8,^nosuch.hex"),
	REJECTED(NO_FIELD, "hist:keys=num_u8,^common_nosuch.log2"),
	REJECTED(NO_FIELD, "hist:keys=^(num_u8,num_s8)"),
	REJECTED(NO_FIELD, "hist:keys=^3"),
	REJECTED(NO_FIELD, "hist:keys=^$var"),
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
};

/* The last one that parser or compiler have; the others need more than a text. */
#define REJECTED_LAST_CODE	HIST_DIAG_NO_SORT_FIELD

/* How many bytes rejected_command() needs. */
static inline unsigned int rejected_room(const struct rejected *r)
{
	return r->len + r->blanks + 1;
}

/* Put the command alone into @cmd, not terminated; say where the '^' was. */
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
