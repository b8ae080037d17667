/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scenarios for KUnit and user space. They need only mock events: they generate no synthetic
 * event, take no snapshot and set no clock. Scenarios that do run in user space only, see
 * tools/testing/trace/hist_scenarios.h.
 */
#ifndef _TRACE_HIST_SCENARIOS_H
#define _TRACE_HIST_SCENARIOS_H

#include "scenario.h"

static const struct scenario scenarios[] = {
	/* Variables of other histograms. */
	{
		"another event's variable",
		{
			"fake.source hist:keys=num_u8:t=num_u64",
			"fake.event hist:keys=num_u8:vals=$t",
			"fake.source num_u8=1 num_u64=100",
			"fake.event num_u8=1",
			"fake.event num_u8=1",
			"fake.event num_u8=2",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2  t:        200\n",
	},
	{
		"the latest value",
		{
			"fake.source hist:keys=num_u8:t=num_u64",
			"fake.event hist:keys=num_u8:vals=$t",
			"fake.source num_u8=1 num_u64=100",
			"fake.source num_u8=2 num_u64=7",
			"fake.source num_u8=1 num_u64=3",
			"fake.event num_u8=1",
			"fake.event num_u8=2",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  t:          3\n"
		"{ num_u8:          2 } hitcount:          1  t:          7\n",
	},
	{
		"used up in an expression",
		{
			"fake.source hist:keys=num_u8:t=num_u64",
			"fake.event hist:keys=num_u8:vals=num_u64-$t",
			"fake.source num_u8=1 num_u64=100",
			"fake.event num_u8=1 num_u64=150",
			"fake.event num_u8=1 num_u64=170",
			"fake.source num_u8=1 num_u64=200",
			"fake.event num_u8=1 num_u64=210",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2  num_u64-$t:         60\n",
	},
	{
		"used up once by all references",
		{
			"fake.source hist:keys=num_u8:t=num_u64",
			"fake.event hist:keys=num_u8:vals=$t,num_u64-$t,$t*2:a=$t+1",
			"fake.source num_u8=1 num_u64=100",
			"fake.event num_u8=1 num_u64=150",
			"fake.event num_u8=1 num_u64=170",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  t:        100  num_u64-$t:     "
		"    50  $t*2:        200\n",
	},
	{
		"not used up under another name",
		{
			"fake.source hist:keys=num_u8:t=num_u64",
			"fake.event hist:keys=num_u8:a=$t",
			"fake.source num_u8=1 num_u64=100",
			"fake.event num_u8=1",
			"fake.event num_u8=1",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n",
	},
	{
		"who comes first takes it",
		{
			"fake.source hist:keys=num_u8:t=num_u64",
			"fake.event hist:keys=num_u8:vals=$t+0",
			"fake.event hist:keys=num_u8:vals=$t+1",
			"fake.source num_u8=1 num_u64=100",
			"fake.event num_u8=1",
			"show 2",
			"show 3",
		},
		"{ num_u8:          1 } hitcount:          1  $t+0:        100\n",
	},
	{
		"all or none are used up",
		{
			"fake.source hist:keys=common_pid:a=num_u64",
			"kmem.kmalloc hist:keys=common_pid:b=common_pid",
			"fake.event hist:keys=common_pid:vals=num_u64-$a-$b",
			"fake.source common_pid=1 num_u64=10",
			"fake.event common_pid=1 num_u64=100",
			"kmem.kmalloc common_pid=1",
			"fake.event common_pid=1 num_u64=100",
			"fake.event common_pid=1 num_u64=100",
			"kmem.kmalloc common_pid=1",
			"fake.event common_pid=1 num_u64=100",
			"show",
		},
		"{ common_pid:          1 } hitcount:          1  num_u64-$a-$b:         89\n",
	},
	{
		"a variable that was taken before keeps the other one set",
		{
			"fake.source hist:keys=common_pid:a=num_u64",
			"kmem.kmalloc hist:keys=common_pid:b=common_pid",
			"fake.event hist:keys=common_pid:vals=num_u64-$a-$b",
			"fake.source common_pid=1 num_u64=10",
			"kmem.kmalloc common_pid=1",
			"fake.event common_pid=1 num_u64=100",
			"fake.source common_pid=1 num_u64=20",
			"fake.event common_pid=1 num_u64=100",
			"kmem.kmalloc common_pid=1",
			"fake.event common_pid=1 num_u64=100",
			"show",
		},
		"{ common_pid:          1 } hitcount:          2  num_u64-$a-$b:        168\n",
	},
	{
		"one that is missing keeps the other of its histogram",
		{
			"fake.source hist:keys=common_pid:a=num_u64,b=num_u32",
			"fake.event hist:keys=common_pid:vals=$a+1",
			"fake.event hist:keys=common_pid:vals=$a+$b",
			"fake.source common_pid=1 num_u64=10 num_u32=5",
			"fake.event common_pid=1",
			"fake.event hist:keys=common_pid:vals=$b+0",
			"fake.event common_pid=1",
			"show 2",
			"show 3",
			"show 4",
		},
		"{ common_pid:          1 } hitcount:          1  $a+1:         11\n"
		"{ common_pid:          1 } hitcount:          1  $b+0:          5\n",
	},
	{
		"what is not resolved is not remembered",
		{
			"fake.source hist:keys=num_u8:t=num_u64",
			"fake.event hist:keys=num_u8:a=num_u32,b=$t+0",
			"kmem.kmalloc hist:keys=common_pid:vals=$a",
			"fake.event num_u8=1 num_u32=5",
			"kmem.kmalloc common_pid=1",
			"show 2",
			"show 3",
		},
		"",
	},
	{
		"handed on",
		{
			"fake.source hist:keys=common_pid:t=num_u64",
			"fake.event hist:keys=common_pid:x=$t,y=num_u64-$x",
			"kmem.kmalloc hist:keys=common_pid:vals=$x,$y*10",
			"fake.source common_pid=3 num_u64=100",
			"fake.event common_pid=3 num_u64=104",
			"kmem.kmalloc common_pid=3",
			"kmem.kmalloc common_pid=3",
			"show",
		},
		"{ common_pid:          3 } hitcount:          1  x:        100  $y*10:      "
		"   40\n",
	},
	{
		"several of one histogram",
		{
			"fake.source hist:keys=num_u8:a=num_u64,b=num_s8,c=num_u64*2:d=$a+$c,"
			"e=7",
			"fake.event hist:keys=num_u8:vals=$a,$b,$c,$d,$e",
			"fake.source num_u8=1 num_u64=100 num_s8=-3",
			"fake.event num_u8=1",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  a:        100  b:         -3  "
		"c:        200  d:        300  e:          7\n",
	},
	{
		"of the same event",
		{
			"fake.event hist:keys=num_u8:last=num_u64",
			"fake.event hist:keys=num_u8:vals=$last",
			"fake.event num_u8=1 num_u64=100",
			"fake.event num_u8=1 num_u64=10",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2  last:        110\n",
	},
	{
		"named with its event",
		{
			"fake.source hist:keys=common_pid:v=num_u64",
			"kmem.kmalloc hist:keys=common_pid:v=common_pid",
			"fake.event hist:keys=common_pid:vals=$v",
			"fake.event hist:keys=common_pid:vals=fake.source.$v,"
			"1+kmem.kmalloc.$v",
			"fake.source common_pid=4 num_u64=50",
			"kmem.kmalloc common_pid=4",
			"fake.event common_pid=4",
			"show",
			"describe",
		},
		"Several events have this variable, use <system>.<event>.$<variable>, at 26\n"
		"{ common_pid:          4 } hitcount:          1  fake.source.$v:         50 "
		" 1+kmem.kmalloc.$v:          5\n"
		"hist:keys=common_pid:vals=hitcount,fake.source.$v,1+kmem.kmalloc.$v:"
		"sort=hitcount:size=2048 [active]\n",
	},
	{
		"its own, before it is defined",
		{
			"fake.event hist:keys=num_u8:vals=$a,$b+1:a=num_u64,b=num_u16",
			"fake.event num_u8=1 num_u64=50 num_u16=7",
			"fake.event num_u8=1 num_u64=5 num_u16=1",
			"show",
			"describe",
		},
		"{ num_u8:          1 } hitcount:          2  a:         55  $b+1:         "
		"10\n"
		"hist:keys=num_u8:vals=hitcount,$a,$b+1:a=num_u64,b=num_u16:sort=hitcount:"
		"size=2048 [active]\n",
	},
	{
		"differences below zero",
		{
			"fake.source hist:keys=num_s16:d=num_u64",
			"fake.event hist:keys=num_u8-num_u16:vals=num_u64-$d,$d-num_u64,"
			"2*(num_u64-$d)/4:sort=num_u8-num_u16",
			"fake.source num_s16=-2 num_u64=100",
			"fake.event num_u8=1 num_u16=3 num_u64=90",
			"fake.source num_s16=5 num_u64=100",
			"fake.event num_u8=5 num_u64=120",
			"show",
		},
		"{ num_u8-num_u16:         -2 } hitcount:          1  num_u64-$d:        -10 "
		" $d-num_u64:         10  2*(num_u64-$d)/4:         -5\n"
		"{ num_u8-num_u16:          5 } hitcount:          1  num_u64-$d:         20 "
		" $d-num_u64:        -20  2*(num_u64-$d)/4:         10\n",
	},
	{
		"the own one comes first",
		{
			"fake.source hist:keys=num_u8:v=num_u64",
			"fake.event hist:keys=num_u8:v=5:a=$v+1,b=fake.source.$v,"
			"c=fake.event.$v",
			"fake.event hist:keys=num_u8:vals=$a,$b,$c",
			"fake.source num_u8=1 num_u64=50",
			"fake.event num_u8=1",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  a:          6  b:         50  "
		"c:          5\n",
	},

	/* Keys. */
	{
		"first keys",
		{
			"fake.source hist:keys=num_u8:t=num_u64",
			"fake.event hist:keys=num_u8,num_s8:vals=$t",
			"fake.source num_u8=1 num_u64=100",
			"fake.event num_u8=1 num_s8=-1",
			"fake.event num_u8=1 num_s8=1",
			"fake.event num_u8=2 num_s8=1",
			"show",
		},
		"{ num_u8:          1, num_s8:         -1 } hitcount:          1  t:        "
		"100\n"
		"{ num_u8:          1, num_s8:          1 } hitcount:          1  t:        "
		"100\n",
	},
	{
		"two keys by their place",
		{
			"fake.source hist:keys=num_u8,num_u16:t=num_u64",
			"fake.event hist:keys=num_u16,num_u8,num_s8:vals=$t",
			"fake.source num_u8=1 num_u16=2 num_u64=100",
			"fake.event num_u8=1 num_u16=2",
			"fake.event num_u8=2 num_u16=1",
			"show",
		},
		"{ num_u16:          1, num_u8:          2, num_s8:          0 } hitcount:   "
		"       1  t:        100\n",
	},
	{
		"numbers of any size and sign",
		{
			"fake.source hist:keys=num_s16:t=num_u64",
			"fake.event hist:keys=num_s64:vals=$t",
			"fake.source num_s16=-300 num_u64=9",
			"fake.event num_s64=-300",
			"fake.event num_s64=300",
			"show",
		},
		"{ num_s64:       -300 } hitcount:          1  t:          9\n",
	},
	{
		"text",
		{
			"fake.source hist:keys=text,num_u8:t=num_u64",
			"fake.event hist:keys=text,num_u8:vals=$t",
			"fake.source text=abc num_u8=1 num_u64=9",
			"fake.event text=abc num_u8=1",
			"fake.event text=ab num_u8=1",
			"show",
		},
		"{ text: abc                                               , num_u8:         "
		" 1 } hitcount:          1  t:          9\n",
	},
	{
		"dynamic text of another place",
		{
			"fake.source hist:keys=dyn:t=num_u64",
			"fake.event hist:keys=rel:vals=$t",
			"fake.source dyn=abc num_u64=9",
			"fake.event dyn=x rel=abc",
			"fake.event rel=abcd",
			"show",
		},
		"{ rel: abc                                                } hitcount:       "
		"   1  t:          9\n",
	},
	{
		"computed keys",
		{
			"fake.source hist:keys=num_u8*2+1:t=num_u64",
			"fake.event hist:keys=num_u16-num_u8:vals=$t",
			"fake.source num_u8=20 num_u64=9",
			"fake.event num_u16=50 num_u8=9",
			"fake.event num_u16=50 num_u8=8",
			"show",
			"show 1",
		},
		"{ num_u16-num_u8:         41 } hitcount:          1  t:          9\n"
		"{ num_u8*2+1:         41 } hitcount:          1\n",
	},
	{
		"buckets of another width",
		{
			"fake.source hist:keys=num_u8.buckets=10:t=num_u64",
			"fake.event hist:keys=num_u8.buckets=20:vals=$t",
			"fake.event hist:keys=num_u8.buckets=10:vals=$t",
			"fake.source num_u8=25 num_u64=9",
			"fake.event num_u8=29",
			"fake.event num_u8=30",
			"show",
		},
		"Histogram with this variable has other keys, at 33\n"
		"{ num_u8: ~ 20-29 } hitcount:          1  t:          9\n",
	},
	{
		"the same derived keys",
		{
			"fake.source hist:keys=num_u8.log2:t=num_u64",
			"fake.event hist:keys=num_u16.log2,num_u16:vals=$t",
			"fake.source num_u8=5 num_u64=9",
			"fake.event num_u16=8",
			"fake.event num_u16=9",
			"show",
		},
		"{ num_u16: ~ 2^3 , num_u16:          8 } hitcount:          1  t:          "
		"9\n",
	},
	{
		"looks do not matter",
		{
			"fake.source hist:keys=common_pid.execname:t=num_u64",
			"fake.event hist:keys=num_s32.hex:vals=$t",
			"fake.source common_pid=5 num_u64=9",
			"fake.event num_s32=5",
			"show",
		},
		"{ num_s32: 5 } hitcount:          1  t:          9\n",
	},

	/* Actions. */
	{
		"largest so far",
		{
			"fake.event hist:keys=num_u8:m=num_u64:onmax($m).save(num_s8,"
			"num_u16.hex,text)",
			"fake.event num_u8=1 num_u64=5 num_s8=-1 num_u16=255 text=first",
			"fake.event num_u8=1 num_u64=5 num_s8=-2",
			"fake.event num_u8=1 num_u64=4 num_s8=-3",
			"fake.event num_u8=2 num_u64=0 num_s8=-4 text=other",
			"fake.event num_u8=1 num_u64=6 num_s8=-5 num_u16=16 text=last",
			"show",
		},
		"{ num_u8:          2 } hitcount:          1\n"
		"\tmax:          0  num_s8:         -4  num_u16: 0  text: other              "
		"             \n"
		"{ num_u8:          1 } hitcount:          4\n"
		"\tmax:          6  num_s8:         -5  num_u16: 10  text: last              "
		"              \n",
	},
	{
		"largest of signed numbers",
		{
			"fake.event hist:keys=num_u8:m=num_s16:onmax($m).save(num_u16)",
			"fake.event num_u8=1 num_s16=-5 num_u16=1",
			"fake.event num_u8=1 num_s16=-9 num_u16=2",
			"fake.event num_u8=1 num_s16=-2 num_u16=3",
			"show",
		},
		"{ num_u8:          1 } hitcount:          3\n"
		"\tmax:         -2  num_u16:          3\n",
	},
	{
		"largest of differences",
		{
			"fake.event hist:keys=num_u8:m=num_u64-num_u32:"
			"onmax($m).save(num_u16)",
			"fake.event num_u8=1 num_u64=1 num_u32=6 num_u16=1",
			"fake.event num_u8=1 num_u64=1 num_u32=9 num_u16=2",
			"show",
			"fake.event num_u8=1 num_u64=9 num_u32=6 num_u16=3",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"\tmax:         -5  num_u16:          1\n"
		"{ num_u8:          1 } hitcount:          3\n"
		"\tmax:          3  num_u16:          3\n",
	},
	{
		"0, 1, 2^63, 2^64-1 and below zero",
		{
			"fake.event hist:keys=num_u64.log2:vals=num_u64,num_s64:sort=num_u64.log2",
			"fake.event hist:keys=num_s64.buckets=10:sort=num_s64.buckets=10",
			"fake.event hist:keys=num_u8:m=num_s64,n=num_u64:"
			"onmax($m).save(num_u64):onmax($n).save(num_s64)",
			"fake.event num_u64=0x8000000000000000 num_s64=-9223372036854775808",
			"fake.event num_u64=0xffffffffffffffff num_s64=-1",
			"fake.event num_u64=0 num_s64=0",
			"fake.event num_u64=1 num_s64=1",
			"fake.event num_u64=1 num_s64=1",
			"show 1",
			"show 2",
			"show 3",
		},
		"{ num_u64: ~ 2^0  } hitcount:          3  num_u64:          2  num_s64:          2\n"
		"{ num_u64: ~ 2^63 } hitcount:          1  num_u64: 9223372036854775808  "
		"num_s64: -9223372036854775808\n"
		"{ num_u64: ~ 2^64 } hitcount:          1  num_u64: 18446744073709551615  "
		"num_s64:         -1\n"
		"{ num_s64: ~ -9223372036854775808--9223372036854775801 } hitcount:          1\n"
		"{ num_s64: ~ -10--1 } hitcount:          1\n"
		"{ num_s64: ~ 0-9 } hitcount:          3\n"
		"{ num_u8:          0 } hitcount:          5\n"
		"\tmax:          1  num_u64:          1\n"
		"\tmax: 18446744073709551615  num_s64:         -1\n",
	},
	{
		"changes",
		{
			"fake.event hist:keys=num_u8:c=num_u64:onchange($c).save(num_u16)",
			"fake.event num_u8=1 num_u64=5 num_u16=1",
			"fake.event num_u8=1 num_u64=5 num_u16=2",
			"show",
			"fake.event num_u8=1 num_u64=4 num_u16=3",
			"fake.event num_u8=1 num_u64=4 num_u16=4",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"\tchanged:          5  num_u16:          1\n"
		"{ num_u8:          1 } hitcount:          4\n"
		"\tchanged:          4  num_u16:          3\n",
	},
	{
		"two actions",
		{
			"fake.event hist:keys=num_u8:m=num_u64,c=num_u32:"
			"onmax($m).save(num_u16):onchange($c).save($m,num_s8)",
			"fake.event num_u8=1 num_u64=5 num_u32=1 num_u16=1 num_s8=1",
			"fake.event num_u8=1 num_u64=3 num_u32=2 num_u16=2 num_s8=2",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"\tmax:          5  num_u16:          1\n"
		"\tchanged:          2  m:          3  num_s8:          2\n",
	},
	{
		"saved variables of others",
		{
			"fake.source hist:keys=num_u8:t=num_u64,s=text,d=dyn",
			"fake.event hist:keys=num_u8:m=num_u64-$t:onmax($m).save($s,$d,$t,"
			"fake.event.num_u16)",
			"fake.source num_u8=1 num_u64=100 text=woken dyn=by",
			"fake.event num_u8=1 num_u64=130 num_u16=3",
			"fake.source num_u8=1 num_u64=200 text=later dyn=on",
			"fake.event num_u8=1 num_u64=210 num_u16=4",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"\tmax:         30  s: woken                             d: by               "
		"                 t:        100  num_u16:          3\n",
	},
	{
		"text without a NUL, behind longer text of the same event",
		{
			"fake.source hist:keys=num_u8:d=dyn,s=text",
			"fake.event hist:keys=num_u8:m=1:onmax($m).save($s)",
			"fake.source num_u8=1 dyn=more_than_the_sixteen_letters "
			"text=sixteen_letters!",
			"fake.event num_u8=1",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1\n"
		"\tmax:          1  s: sixteen_letters!                \n",
	},
	{
		"text is cut where there is no room",
		{
			"fake.source hist:keys=num_u8:s=tag,p=ptr",
			"fake.event hist:keys=num_u8:m=1:onmax($m).save($s,tag,ptr)",
			"fake.source num_u8=1 tag=abc ptr=gone",
			"fake.event num_u8=1 tag=xyz ptr=there",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1\n"
		"\tmax:          1  s: abc                               tag: xyz            "
		"                   ptr: there                           \n",
	},
	{
		"entries of their own",
		{
			"fake.event hist:keys=num_u8:m=num_u64:onmax($m).save(num_u16)",
			"fake.event num_u8=1 num_u64=5 num_u16=1",
			"fake.event num_u8=2 num_u64=4 num_u16=2",
			"fake.event num_u8=2 num_u64=3",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1\n"
		"\tmax:          5  num_u16:          1\n"
		"{ num_u8:          2 } hitcount:          2\n"
		"\tmax:          4  num_u16:          2\n",
	},
};

#endif /* _TRACE_HIST_SCENARIOS_H */
