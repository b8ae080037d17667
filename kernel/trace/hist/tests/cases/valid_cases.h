/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Valid hist commands, each with the text that the trigger file shows for it.
 *
 * The texts have the form of the "trigger info" lines in Documentation/trace/histogram.rst. The
 * commands refer to the fields of mock_event and to the environment of mock_hists_populate().
 */
#ifndef _TRACE_HIST_TESTS_CASES_VALID_CASES_H
#define _TRACE_HIST_TESTS_CASES_VALID_CASES_H

#include "largest_cases.h"

/**
 * struct valid_case - Valid command and its canonical form
 * @text: command
 * @shown: expected text in the trigger file, which is a valid command for the same histogram
 */
struct valid_case {
	const char *text;
	const char *shown;
};

/* HIST_REFS_MAX variables of other histograms, and HIST_PARAMS_MAX parameters of an action. */
#define ALL_REFS \
	"$s1a+$s1b+$s1c+$s1d,$s1e+$s1f+$s1g+$s1h,$s1i+$s1j+$s1k+$s1l,$s1m+$s1n+$s1o+$s1p," \
	"$s2a+$s2b+$s2c+$s2d,$s2e+$s2f+$s2g+$s2h,$s2i+$s2j+$s2k+$s2l,$s2m+$s2n+$s2o+$s2p," \
	"$s3a+$s3b+$s3c+$s3d,$s3e+$s3f+$s3g+$s3h,$s3i+$s3j+$s3k+$s3l,$s3m+$s3n+$s3o+$s3p," \
	"$s4a+$s4b+$s4c+$s4d,$s4e+$s4f+$s4g+$s4h,$s4i+$s4j+$s4k+$s4l,$s4m+$s4n+$s4o+$s4p"
#define SIXTEEN_PARAMS \
	"num_s8,num_s8,num_s8,num_s8,num_s8,num_s8,num_s8,num_s8," \
	"num_s8,num_s8,num_s8,num_s8,num_s8,num_s8,num_s8,num_s8"
#define ALL_PARAMS \
	SIXTEEN_PARAMS "," SIXTEEN_PARAMS "," SIXTEEN_PARAMS "," SIXTEEN_PARAMS

static const struct valid_case valid_cases[] = {
	{ "hist:keys=num_u8",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=mock.event.num_u8.hex:vals=mock.event.num_s8:a=1+mock.event.num_u16:"
	  "sort=num_s8",
	  "hist:keys=num_u8.hex:vals=hitcount,num_s8:a=1+num_u16:sort=num_s8:size=2048 [active]" },
	{ "hist:key=num_u8:val=num_u8",
	  "hist:keys=num_u8:vals=hitcount,num_u8:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=common_pid,num_u64.sym:values=num_u32,num_s32,hitcount",
	  "hist:keys=common_pid,num_u64.sym:vals=hitcount,num_u32,num_s32:"
	  "sort=hitcount:size=2048 [active]" },

	/* Blanks, aliases and the order of parameters have no effect. */
	{ "  hist : pause : vals = hitcount , num_s8 : keys = num_u8 , text  ",
	  "hist:keys=num_u8,text:vals=hitcount,num_s8:sort=hitcount:size=2048 [paused]" },
	{ "hist keys=num_u8 if num_u8 > 3 && text ~ \"a:b,c\"",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 "
	  "if num_u8 > 3 && text ~ \"a:b,c\" [active]" },
	{ "hist:keys=num_u8 if   num_u8 == 1 if x  [paused]",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 "
	  "if num_u8 == 1 if x [paused]" },
	{ "hist:keys=num_u8 if text ~ *[paused]",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 if text ~ *[paused] [active]" },
	{ "hist:keys=num_u8 [active]",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:overflow=other:keys=num_u8",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048:overflow=other [active]" },
	{ "hist:keys=num_u8:overflow=evict:size=200",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=256:overflow=evict [active]" },
	{ "hist:keys=num_u8:vals=num_u16.p50:x=num_s64:s=text: overflow = evict :"
	  "onmatch(mock.source).one($x)",
	  "hist:keys=num_u8:vals=hitcount,num_u16.p50:x=num_s64,s=text:sort=hitcount:size=2048:"
	  "pool=32768:overflow=evict:onmatch(mock.source).one($x) [active]" },
	{ "hist:keys=num_u8:vals=num_u16.p50:clock=mono:t=common_timestamp: overflow = drop ",
	  "hist:keys=num_u8:vals=hitcount,num_u16.p50:t=common_timestamp:sort=hitcount:size=2048:"
	  "pool=32768:overflow=drop:clock=mono [active]" },
	{ "!hist:keys=num_u8:clear",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8\t\n:continue",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 [active]" },

	/* Modifiers. */
	{ "hist:keys=num_u64.hex,num_u64.sym,num_u64.sym-offset,num_u64.symstr,num_u64.syscall,"
	  "num_u64.log2,num_u64.buckets=0x10,common_pid.execname",
	  "hist:keys=num_u64.hex,num_u64.sym,num_u64.sym-offset,num_u64.symstr,num_u64.syscall,"
	  "num_u64.log2,num_u64.buckets=16,common_pid.execname:"
	  "vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:vals=num_u8.hex,num_u8.percent,num_u8.graph,num_u8,hitcount.percent,"
	  "hitcount.graph,hitcount.hex,common_cpu",
	  "hist:keys=num_u8:vals=hitcount,num_u8.hex,num_u8.percent,num_u8.graph,num_u8,"
	  "hitcount.percent,hitcount.graph,hitcount.hex,common_cpu:"
	  "sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_s64.bucket=7,num_u8.buckets=8:sort=num_s64.bucket=7.descending",
	  "hist:keys=num_s64.buckets=7,num_u8.buckets=8:vals=hitcount:"
	  "sort=num_s64.buckets=7.descending:size=2048 [active]" },
	{ "hist:keys=num_s64.buckets=18446744073709551615,num_s64.buckets=1",
	  "hist:keys=num_s64.buckets=18446744073709551615,num_s64.buckets=1:"
	  "vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=common_timestamp.log2,common_timestamp.buckets=7,common_timestamp.hex,"
	  "common_cpu.log2,common_cpu.buckets=2,common_cpu.hex",
	  "hist:keys=common_timestamp.log2,common_timestamp.buckets=7,common_timestamp.hex,"
	  "common_cpu.log2,common_cpu.buckets=2,common_cpu.hex:"
	  "vals=hitcount:sort=hitcount:size=2048:clock=global [active]" },

	/* Kinds of fields. Aliases are shown as the real field names. */
	{ "hist:keys=text,tag,big,dyn,rel,ptr",
	  "hist:keys=text,tag,big,dyn,rel,ptr:vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=dyn,dyn2,rel,rel2",
	  "hist:keys=dyn,dyn2,rel,rel2:vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=cpu,comm,stacktrace",
	  "hist:keys=common_cpu,common_comm,common_stacktrace:vals=hitcount:"
	  "sort=hitcount:size=2048 [active]" },
	{ "hist:keys=$a,$b:a=num_u8,b=text:sort=num_u8",
	  "hist:keys=num_u8,text:vals=hitcount:a=num_u8,b=text:sort=num_u8:size=2048 [active]" },
	{ "hist:keys=stack:sort=stack",
	  "hist:keys=stack.stacktrace:vals=hitcount:sort=stack.stacktrace:size=2048 [active]" },
	{ "hist:keys=stack.stacktrace,stacktrace:vals=cpu",
	  "hist:keys=stack.stacktrace,common_stacktrace:vals=hitcount,common_cpu:"
	  "sort=hitcount:size=2048 [active]" },

	/* Clocks. */
	{ "hist:keys=common_timestamp",
	  "hist:keys=common_timestamp:vals=hitcount:sort=hitcount:size=2048:"
	  "clock=global [active]" },
	{ "hist:keys=common_timestamp.usecs:clock=mono_raw:size=4096",
	  "hist:keys=common_timestamp.usecs:vals=hitcount:sort=hitcount:size=4096:"
	  "clock=mono_raw [active]" },
	{ "hist:clock=counter:keys=num_u8:vals=common_timestamp,common_timestamp.usecs",
	  "hist:keys=num_u8:vals=hitcount,common_timestamp,common_timestamp.usecs:"
	  "sort=hitcount:size=2048:clock=counter [active]" },
	{ "hist:keys=num_u8:clock=uptime",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 [active]" },

	/* Order. */
	{ "hist:keys=num_u8,text:sort=text,num_u8.descending",
	  "hist:keys=num_u8,text:vals=hitcount:sort=text,num_u8.descending:"
	  "size=2048 [active]" },
	{ "hist:keys=num_u8:sort=num_u8.ascending,hitcount.descending",
	  "hist:keys=num_u8:vals=hitcount:sort=num_u8,hitcount.descending:"
	  "size=2048 [active]" },
	{ "hist:keys=num_u8.hex:sort=num_u8.hex.descending",
	  "hist:keys=num_u8.hex:vals=hitcount:sort=num_u8.hex.descending:size=2048 [active]" },
	{ "hist:keys=num_u8.hex:sort=num_u8",
	  "hist:keys=num_u8.hex:vals=hitcount:sort=num_u8.hex:size=2048 [active]" },
	{ "hist:keys=num_u8.buckets=10,num_u8.buckets=20:sort=num_u8.buckets=20.descending,"
	  "num_u8.buckets=0xa",
	  "hist:keys=num_u8.buckets=10,num_u8.buckets=20:vals=hitcount:"
	  "sort=num_u8.buckets=20.descending,num_u8.buckets=10:size=2048 [active]" },
	/* An operator before or behind a modifier: the sort field is the text of an expression. */
	{ "hist:keys=num_u8.hex==num_u16:sort=num_u8.hex==num_u16.descending",
	  "hist:keys=num_u8.hex==num_u16:vals=hitcount:"
	  "sort=num_u8.hex==num_u16.descending:size=2048 [active]" },
	{ "hist:keys=num_u16==num_u8.hex:sort=num_u16==num_u8.hex",
	  "hist:keys=num_u16==num_u8.hex:vals=hitcount:"
	  "sort=num_u16==num_u8.hex:size=2048 [active]" },
	{ "hist:keys=num_u16!=num_u8.hex:sort=num_u16!=num_u8.hex",
	  "hist:keys=num_u16!=num_u8.hex:vals=hitcount:"
	  "sort=num_u16!=num_u8.hex:size=2048 [active]" },
	{ "hist:keys=num_u8:vals=hitcount.percent:sort=hitcount.percent",
	  "hist:keys=num_u8:vals=hitcount,hitcount.percent:sort=hitcount.percent:"
	  "size=2048 [active]" },
	{ "hist:keys=cpu:sort=cpu",
	  "hist:keys=common_cpu:vals=hitcount:sort=common_cpu:size=2048 [active]" },
	{ "hist:keys=common_pid.execname:sort=common_pid.execname.ascending",
	  "hist:keys=common_pid.execname:vals=hitcount:sort=common_pid.execname:"
	  "size=2048 [active]" },

	/* Sizes are rounded up to a power of two. Names. Histograms without hitcount. */
	{ "hist:keys=num_u8:size=65",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=128 [active]" },
	{ "hist:keys=num_u8:size=0x1000",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=4096 [active]" },
	{ "hist:keys=num_u8:size=131072",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=131072 [active]" },
	{ "hist:keys=num_u8:size=131073",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=262144 [active]" },
	{ "hist:keys=num_u8:size=1048576",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=1048576 [active]" },
	{ "hist:keys=num_u8:size=65537",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=131072 [active]" },
	{ "hist:keys=num_u8:name=a.b-c_9",
	  "hist:name=a.b-c_9:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:nohitcount:vals=num_s8",
	  "hist:keys=num_u8:vals=num_s8:sort=hitcount:size=2048:nohitcount [active]" },
	{ "hist:keys=num_u8:NOHC:vals=hitcount.percent,num_s8:sort=num_s8 if num_s8 > 0",
	  "hist:keys=num_u8:vals=hitcount.percent,num_s8:sort=num_s8:size=2048:nohitcount "
	  "if num_s8 > 0 [active]" },

	/* Maximum number of keys, values and sort keys. */
	{ "hist:keys=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64:"
	  "vals=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64,"
	  "odd_u16,odd_s16,odd_u32,odd_s32,odd_u64,odd_s64,common_pid,common_type:"
	  "sort=num_s64.descending,common_type.descending:size=256:name=full:nohitcount",
	  "hist:name=full:keys=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64:"
	  "vals=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64,"
	  "odd_u16,odd_s16,odd_u32,odd_s32,odd_u64,odd_s64,common_pid,common_type:"
	  "sort=num_s64.descending,common_type.descending:size=256:nohitcount [active]" },
	/* The implicit hitcount does not count towards HIST_VALS_MAX. */
	{ "hist:keys=num_u8:vals=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64,"
	  "odd_u16,odd_s16,odd_u32,odd_s32,odd_u64,odd_s64,common_pid,common_type",
	  "hist:keys=num_u8:vals=hitcount,num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,"
	  "num_s64,odd_u16,odd_s16,odd_u32,odd_s32,odd_u64,odd_s64,common_pid,common_type:"
	  "sort=hitcount:size=2048 [active]" },

	/* Expressions are shown without blanks and with the necessary parentheses only. */
	{ "hist:keys=num_u8:vals=num_u8 + num_s8,2*3+num_u8/4, 7/2",
	  "hist:keys=num_u8:vals=hitcount,num_u8+num_s8,6+num_u8/4,3:sort=hitcount:size=2048 "
	  "[active]" },
	{ "hist:keys=(num_u8 - 1) * 2,-(num_u8),- num_s8,((num_u8)):"
	  "vals=num_u8-(num_s8-num_u16),(num_u8-num_s8)-num_u16,num_u8*(num_s8*2),(num_u8*2)*3",
	  "hist:keys=(num_u8-1)*2,-(num_u8),-(num_s8),num_u8:"
	  "vals=hitcount,num_u8-(num_s8-num_u16),num_u8-num_s8-num_u16,num_u8*(num_s8*2),"
	  "num_u8*2*3:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=(num_u8 == 1) && !(num_s8 < -3),(num_u8 ? num_s8 : (num_u16 ? 1 : 2)):"
	  "vals=((num_u8 ? 1 : 2)) * 3,~(num_u8 | (num_s8 & 3)),- -num_u8,-(~num_u8),"
	  "(num_u8 << 2) + 1,(num_u8 << (2 + 1))",
	  "hist:keys=num_u8==1&&!(num_s8<-3),(num_u8?num_s8:num_u16?1:2):"
	  "vals=hitcount,(num_u8?1:2)*3,~(num_u8|num_s8&3),--num_u8,-~num_u8,"
	  "(num_u8<<2)+1,num_u8<<3:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=(num_u8?1:2):vals=num_u8%2:sort=(num_u8?1:2).descending,(num_u8%2)",
	  "hist:keys=(num_u8?1:2):vals=hitcount,num_u8%2:"
	  "sort=(num_u8?1:2).descending,num_u8%2:size=2048 [active]" },
	{ "hist:keys=num_u64.sym-offset-num_u8:vals=num_u64.hex/num_u8:"
	  "sort=num_u64.hex/num_u8.descending,num_u64.sym-offset-num_u8",
	  "hist:keys=num_u64.sym-offset-num_u8:vals=hitcount,num_u64.hex/num_u8:"
	  "sort=num_u64.hex/num_u8.descending,num_u64.sym-offset-num_u8:size=2048 [active]" },
	{ "hist:keys=cpu+1:vals=common_timestamp.usecs/1000,common_pid-common_cpu",
	  "hist:keys=common_cpu+1:vals=hitcount,common_timestamp.usecs/1000,common_pid-common_cpu:"
	  "sort=hitcount:size=2048:clock=global [active]" },
	/* A constant that results from a subtraction is signed and shown as a subtraction. */
	{ "hist:keys=7-2,-(1-2):vals=num_u8/(1-2),num_u8-(2-4)*3,10-2-num_u8,(3-2)*num_u8",
	  "hist:keys=5-0,-(0-1):vals=hitcount,num_u8/(0-1),num_u8-(0-6),8-0-num_u8,"
	  "(1-0)*num_u8:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=5:vals=18446744073709551615",
	  "hist:keys=5:vals=hitcount,18446744073709551615:sort=hitcount:size=2048 [active]" },

	/* Variables with values of all kinds, and references with and without an event name. */
	{ "hist:keys=num_u8 : a = num_u8 , b2_=$a + 1:c=common_timestamp.usecs",
	  "hist:keys=num_u8:vals=hitcount:a=num_u8,b2_=$a+1,c=common_timestamp.usecs:"
	  "sort=hitcount:size=2048:clock=global [active]" },
	{ "hist:a=num_u8.hex:keys=num_u8:pause:3=3:nohitcount:vals=num_s8",
	  "hist:keys=num_u8:vals=num_s8:a=num_u8.hex,3=3:sort=hitcount:size=2048:nohitcount "
	  "[paused]" },
	{ "hist:keys=num_u8:a=text,b=dyn,c=stack,d=comm,e=stacktrace,f=ptr,g=cpu,"
	  "h=stack.stacktrace,i=num_u64.sym,j=num_u64.syscall",
	  "hist:keys=num_u8:vals=hitcount:a=text,b=dyn,c=stack,d=common_comm,"
	  "e=common_stacktrace,f=ptr,g=common_cpu,h=stack.stacktrace,i=num_u64.sym,"
	  "j=num_u64.syscall:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:vals=$v,mock.source.$sval,1+$diff:sort=$v,1+$diff.descending",
	  "hist:keys=num_u8:vals=hitcount,$v,mock.source.$sval,1+$diff:"
	  "sort=$v,1+$diff.descending:size=2048 [active]" },
	{ "hist:keys=num_u8:vals=$v + 0:sort=$v+0",
	  "hist:keys=num_u8:vals=hitcount,$v+0:sort=$v+0:size=2048 [active]" },
	{ "hist:keys=num_u8:a=mock.source.$v:b=mock.event.$a,c=$text,d=$ptr,e=mock.other.$dup",
	  "hist:keys=num_u8:vals=hitcount:a=mock.source.$v,b=mock.event.$a,c=$text,d=$ptr,"
	  "e=mock.other.$dup:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:l=common_timestamp.usecs-$us,m=common_timestamp-$ts",
	  "hist:keys=num_u8:vals=hitcount:l=common_timestamp.usecs-$us,m=common_timestamp-$ts:"
	  "sort=hitcount:size=2048:clock=global [active]" },
	/* The difference of two times is a plain number, so it can be added to any time. */
	{ "hist:keys=num_u8:e=common_timestamp-$ts:f=$e+common_timestamp.usecs",
	  "hist:keys=num_u8:vals=hitcount:e=common_timestamp-$ts,f=$e+common_timestamp.usecs:"
	  "sort=hitcount:size=2048:clock=global [active]" },
	{ "hist:keys=num_u8:l=common_timestamp - $mono:clock=mono",
	  "hist:keys=num_u8:vals=hitcount:l=common_timestamp-$mono:sort=hitcount:size=2048:"
	  "clock=mono [active]" },
	{ "hist:keys=num_u8:vals=$us-$ts*1",
	  "hist:keys=num_u8:vals=hitcount,$us-$ts*1:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8,num_s8,text:vals=$v,$two",
	  "hist:keys=num_u8,num_s8,text:vals=hitcount,$v,$two:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:a=1,b=2,c=3,d=4,e=5,f=6,g=7,h=8,i=9,j=10,k=11,l=12,m=13,n=14,o=15:p=16",
	  "hist:keys=num_u8:vals=hitcount:a=1,b=2,c=3,d=4,e=5,f=6,g=7,h=8,i=9,j=10,k=11,l=12,"
	  "m=13,n=14,o=15,p=16:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:vals=$s1a,$s2a,$s3a,$s4a,$s5a,$s6a,$s7a,$s8a,$s1b,$s2b",
	  "hist:keys=num_u8:vals=hitcount,$s1a,$s2a,$s3a,$s4a,$s5a,$s6a,$s7a,$s8a,$s1b,$s2b:"
	  "sort=hitcount:size=2048 [active]" },

	/*
	 * A name that is used before its definition means the variable v of the other histogram; no
	 * other histogram has a variable z.
	 */
	{ "hist:keys=num_u8:v=$v[num_u8]",
	  "hist:keys=num_u8:vals=hitcount:v=$v[num_u8]:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:a=$v+1,v=text",
	  "hist:keys=num_u8:vals=hitcount:a=$v+1,v=text:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:a=$v*2,v=num_u16",
	  "hist:keys=num_u8:vals=hitcount:a=$v*2,v=num_u16:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:a=$z*2,z=num_u16",
	  "hist:keys=num_u8:vals=hitcount:z=num_u16,a=$z*2:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:a=$z,z=text",
	  "hist:keys=num_u8:vals=hitcount:z=text,a=$z:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:a=$two[$z,num_s8],z=num_u8",
	  "hist:keys=num_u8:vals=hitcount:z=num_u8,a=$two[num_u8,num_s8]:sort=hitcount:"
	  "size=2048 [active]" },
	{ "hist:keys=num_u8:a=$two[$z,num_s8],z=num_u8+0",
	  "hist:keys=num_u8:vals=hitcount:z=num_u8+0,a=$two[$z,num_s8]:sort=hitcount:"
	  "size=2048 [active]" },

	/* Actions. */
	{ "hist:keys=num_u8:a=num_u8:onmax($a).save(num_s8.hex , text,comm):pause if num_u8",
	  "hist:keys=num_u8:vals=hitcount:a=num_u8:sort=hitcount:size=2048:"
	  "onmax($a).save(num_s8.hex,text,common_comm) if num_u8 [paused]" },
	{ "hist:onchange( $a ) . snapshot( ):keys=num_u8:a=num_u8-1:name=n:size=256",
	  "hist:name=n:keys=num_u8:vals=hitcount:a=num_u8-1:sort=hitcount:size=256:"
	  "onchange($a).snapshot() [active]" },
	{ "hist:keys=num_u8:onmatch(mock.source).one($sval)",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048:onmatch(mock.source).one($sval) "
	  "[active]" },
	{ "hist:keys=num_u8: onmatch( mock.source ) . trace( one , mock.source.$sval )",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048:"
	  "onmatch(mock.source).trace(one,mock.source.$sval) [active]" },
	{ "hist:keys=num_u8:onmatch(mock.source).lat($v,mock.event.common_pid)",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048:"
	  "onmatch(mock.source).lat($v,mock.event.common_pid) [active]" },
	{ "hist:keys=num_u8:"
	  "onmatch(mock.source).small(num_u8,mock.source.num_s16,common_flags,only)",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048:"
	  "onmatch(mock.source).small(num_u8,mock.source.num_s16,common_flags,only) [active]" },
	{ "hist:keys=num_u8:onmatch(mock.source).small(num_u8,num_s16,common_flags,"
	  "mock.source.common_cpu):onmatch(mock.source).lat(mock.source.common_timestamp,"
	  "mock.source.common_pid):onmatch(mock.source).texts(mock.source.comm,"
	  "mock.source.common_comm)",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048:clock=global:"
	  "onmatch(mock.source).small("
	  "num_u8,num_s16,common_flags,mock.source.common_cpu):onmatch(mock.source).lat("
	  "mock.source.common_timestamp,mock.source.common_pid):onmatch(mock.source).texts("
	  "mock.source.comm,mock.source.common_comm) [active]" },
	{ "hist:keys=num_u8:onmatch(mock.event).texts(comm,ptr):onmatch(mock.event).stacks("
	  "stacktrace,common_pid):onmatch(mock.source).texts($text,$ptr):"
	  "onmatch(mock.source).stacks($stk,common_pid)",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048:"
	  "onmatch(mock.event).texts(common_comm,ptr):"
	  "onmatch(mock.event).stacks(common_stacktrace,common_pid):"
	  "onmatch(mock.source).texts($text,$ptr):onmatch(mock.source).stacks($stk,common_pid) "
	  "[active]" },
	{ "hist:keys=num_u8:onmatch(mock.source).one($dup2):dup2=num_s64",
	  "hist:keys=num_u8:vals=hitcount:dup2=num_s64:sort=hitcount:size=2048:"
	  "onmatch(mock.source).one($dup2) [active]" },
	{ "hist:keys=num_u8:a=num_u64,b=num_s64:onmax($a).lat($a,common_pid):onchange($b).one($b):"
	  "onmax($b).save($a,num_u8,mock.event.num_s8):clock=mono",
	  "hist:keys=num_u8:vals=hitcount:a=num_u64,b=num_s64:sort=hitcount:size=2048:"
	  "onmax($a).lat($a,common_pid):onchange($b).one($b):"
	  "onmax($b).save($a,num_u8,mock.event.num_s8) [active]" },
	{ "hist:keys=num_u8:a=1:onmax($a).save(common_timestamp.usecs,common_stacktrace,stack,"
	  "num_u64.sym-offset,num_u64.symstr,common_cpu.hex):clock=boot",
	  "hist:keys=num_u8:vals=hitcount:a=1:sort=hitcount:size=2048:clock=boot:"
	  "onmax($a).save(common_timestamp.usecs,common_stacktrace,stack,num_u64.sym-offset,"
	  "num_u64.symstr,common_cpu.hex) [active]" },
	{ "hist:keys=num_u8:a=1:onmax($a).save(num_u8):onmax($a).save(num_u8):"
	  "onmax($a).save(num_u8):onmax($a).save(num_u8):onmax($a).save(num_u8):"
	  "onmax($a).save(num_u8):onmax($a).save(num_u8):onmax($a).save(num_u8)",
	  "hist:keys=num_u8:vals=hitcount:a=1:sort=hitcount:size=2048:"
	  "onmax($a).save(num_u8):onmax($a).save(num_u8):onmax($a).save(num_u8):"
	  "onmax($a).save(num_u8):onmax($a).save(num_u8):onmax($a).save(num_u8):"
	  "onmax($a).save(num_u8):onmax($a).save(num_u8) [active]" },

	/* Interned stack traces. */
	{ "hist:keys=stacktrace.depth=127,common_stacktrace:a=common_stacktrace.depth=1,"
	  "m=num_u8:sort=stacktrace.depth=127:onmax($m).save(common_stacktrace.depth=1,$a)",
	  "hist:keys=common_stacktrace.depth=127,common_stacktrace:vals=hitcount:"
	  "a=common_stacktrace.depth=1,m=num_u8:sort=common_stacktrace.depth=127:size=2048:"
	  "onmax($m).save(common_stacktrace.depth=1,$a) [active]" },
#ifdef CONFIG_HIST_USER_STACKS
	{ "hist:keys=common_ustacktrace,common_ustacktrace.depth=64,"
	  "common_ustacktrace.depth=64.build,common_ustacktrace.build",
	  "hist:keys=common_ustacktrace,common_ustacktrace.depth=64,"
	  "common_ustacktrace.depth=64.build,common_ustacktrace.build:vals=hitcount:"
	  "sort=hitcount:size=2048 [active]" },
	{ "hist:keys=(common_ustacktrace).depth=5.build:sort=common_ustacktrace",
	  "hist:keys=common_ustacktrace.depth=5.build:vals=hitcount:"
	  "sort=common_ustacktrace.depth=5.build:size=2048 [active]" },
	{ "hist:keys=common_ustacktrace.depth=5.build:"
	  "sort=common_ustacktrace.depth=5.build.descending",
	  "hist:keys=common_ustacktrace.depth=5.build:vals=hitcount:"
	  "sort=common_ustacktrace.depth=5.build.descending:size=2048 [active]" },
	{ "hist:keys=num_u8,$ustk[num_u8].build,$ustk[num_u8]",
	  "hist:keys=num_u8,$ustk[num_u8].build,$ustk[num_u8]:vals=hitcount:sort=hitcount:"
	  "size=2048 [active]" },
	{ "hist:keys=$a.build,$a:a=common_ustacktrace.depth=64",
	  "hist:keys=$a.build,common_ustacktrace.depth=64:vals=hitcount:"
	  "a=common_ustacktrace.depth=64:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=comm,common_ustacktrace:a=common_ustacktrace.build,m=num_u8:"
	  "onmax($m).save(common_ustacktrace.depth=3.build,$a)",
	  "hist:keys=common_comm,common_ustacktrace:vals=hitcount:a=common_ustacktrace.build,"
	  "m=num_u8:sort=hitcount:size=2048:onmax($m).save(common_ustacktrace.depth=3.build,$a) "
	  "[active]" },
#endif

	/* Maximum number of references and parameters, and maximum size of saved fields. */
	{ "hist:keys=num_u8:vals=" ALL_REFS ":a=$s1a",
	  "hist:keys=num_u8:vals=hitcount," ALL_REFS ":a=$s1a:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:a=1:onmax($a).save(" ALL_PARAMS ")",
	  "hist:keys=num_u8:vals=hitcount:a=1:sort=hitcount:size=2048:"
	  "onmax($a).save(" ALL_PARAMS ") [active]" },
	{ "hist:keys=" KEYS_OF_31_WORDS ":a=num_u8:onmax($a)." SAVE_31_TEXTS,
	  "hist:keys=" KEYS_OF_31_WORDS ":vals=hitcount:a=num_u8:sort=hitcount:size=2048:"
	  "onmax($a)." SAVE_31_TEXTS " [active]" },
	{ "hist:keys=num_u8:a=1:onmax($a)." SAVE_31_TEXTS ":onchange($a)." SAVE_28_NUMBERS,
	  "hist:keys=num_u8:vals=hitcount:a=1:sort=hitcount:size=2048:"
	  "onmax($a)." SAVE_31_TEXTS ":onchange($a)." SAVE_28_NUMBERS " [active]" },
};

#endif /* _TRACE_HIST_TESTS_CASES_VALID_CASES_H */
