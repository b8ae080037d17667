/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scenarios for KUnit and user space. They need only mock events: they generate no synthetic
 * event, take no snapshot and set no clock. Scenarios that do run in user space only, see
 * tools/testing/trace/hist/synth_scenarios.h.
 */
#ifndef _TRACE_HIST_TESTS_CASES_SCENARIOS_H
#define _TRACE_HIST_TESTS_CASES_SCENARIOS_H

#include "../fixtures/scenario.h"

static const struct scenario scenarios[] = {
	/* Variables of other histograms. */
	{
		"another event's variable",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t",
			"mock.source num_u8=1 num_u64=100",
			"mock.event num_u8=1",
			"mock.event num_u8=1",
			"mock.event num_u8=2",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2  t:        200\n",
	},
	{
		"the latest value",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t",
			"mock.source num_u8=1 num_u64=100",
			"mock.source num_u8=2 num_u64=7",
			"mock.source num_u8=1 num_u64=3",
			"mock.event num_u8=1",
			"mock.event num_u8=2",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  t:          3\n"
		"{ num_u8:          2 } hitcount:          1  t:          7\n",
	},
	{
		"used up in an expression",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:vals=num_u64-$t",
			"mock.source num_u8=1 num_u64=100",
			"mock.event num_u8=1 num_u64=150",
			"mock.event num_u8=1 num_u64=170",
			"mock.source num_u8=1 num_u64=200",
			"mock.event num_u8=1 num_u64=210",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2  num_u64-$t:         60\n",
	},
	{
		"used up once by all references",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t,num_u64-$t,$t*2:a=$t+1",
			"mock.source num_u8=1 num_u64=100",
			"mock.event num_u8=1 num_u64=150",
			"mock.event num_u8=1 num_u64=170",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  t:        100  num_u64-$t:     "
		"    50  $t*2:        200\n",
	},
	{
		"not used up under another name",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:a=$t",
			"mock.source num_u8=1 num_u64=100",
			"mock.event num_u8=1",
			"mock.event num_u8=1",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n",
	},
	{
		"who comes first takes it",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t+0",
			"mock.event hist:keys=num_u8:vals=$t+1",
			"mock.source num_u8=1 num_u64=100",
			"mock.event num_u8=1",
			"show 2",
			"show 3",
		},
		"{ num_u8:          1 } hitcount:          1  $t+0:        100\n",
	},
	{
		"all or none are used up",
		{
			"mock.source hist:keys=common_pid:a=num_u64",
			"kmem.kmalloc hist:keys=common_pid:b=common_pid",
			"mock.event hist:keys=common_pid:vals=num_u64-$a-$b",
			"mock.source common_pid=1 num_u64=10",
			"mock.event common_pid=1 num_u64=100",
			"kmem.kmalloc common_pid=1",
			"mock.event common_pid=1 num_u64=100",
			"mock.event common_pid=1 num_u64=100",
			"kmem.kmalloc common_pid=1",
			"mock.event common_pid=1 num_u64=100",
			"show",
		},
		"{ common_pid:          1 } hitcount:          1  num_u64-$a-$b:         89\n",
	},
	{
		"a variable that was taken before keeps the other one set",
		{
			"mock.source hist:keys=common_pid:a=num_u64",
			"kmem.kmalloc hist:keys=common_pid:b=common_pid",
			"mock.event hist:keys=common_pid:vals=num_u64-$a-$b",
			"mock.source common_pid=1 num_u64=10",
			"kmem.kmalloc common_pid=1",
			"mock.event common_pid=1 num_u64=100",
			"mock.source common_pid=1 num_u64=20",
			"mock.event common_pid=1 num_u64=100",
			"kmem.kmalloc common_pid=1",
			"mock.event common_pid=1 num_u64=100",
			"show",
		},
		"{ common_pid:          1 } hitcount:          2  num_u64-$a-$b:        168\n",
	},
	{
		"one that is missing keeps the other of its histogram",
		{
			"mock.source hist:keys=common_pid:a=num_u64,b=num_u32",
			"mock.event hist:keys=common_pid:vals=$a+1",
			"mock.event hist:keys=common_pid:vals=$a+$b",
			"mock.source common_pid=1 num_u64=10 num_u32=5",
			"mock.event common_pid=1",
			"mock.event hist:keys=common_pid:vals=$b+0",
			"mock.event common_pid=1",
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
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:a=num_u32,b=$t+0",
			"kmem.kmalloc hist:keys=common_pid:vals=$a",
			"mock.event num_u8=1 num_u32=5",
			"kmem.kmalloc common_pid=1",
			"show 2",
			"show 3",
		},
		"",
	},
	{
		"handed on",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"mock.event hist:keys=common_pid:x=$t,y=num_u64-$x",
			"kmem.kmalloc hist:keys=common_pid:vals=$x,$y*10",
			"mock.source common_pid=3 num_u64=100",
			"mock.event common_pid=3 num_u64=104",
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
			"mock.source hist:keys=num_u8:a=num_u64,b=num_s8,c=num_u64*2:d=$a+$c,"
			"e=7",
			"mock.event hist:keys=num_u8:vals=$a,$b,$c,$d,$e",
			"mock.source num_u8=1 num_u64=100 num_s8=-3",
			"mock.event num_u8=1",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  a:        100  b:         -3  "
		"c:        200  d:        300  e:          7\n",
	},
	{
		"of the same event",
		{
			"mock.event hist:keys=num_u8:last=num_u64",
			"mock.event hist:keys=num_u8:vals=$last",
			"mock.event num_u8=1 num_u64=100",
			"mock.event num_u8=1 num_u64=10",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2  last:        110\n",
	},
	{
		"named with its event",
		{
			"mock.source hist:keys=common_pid:v=num_u64",
			"kmem.kmalloc hist:keys=common_pid:v=common_pid",
			"mock.event hist:keys=common_pid:vals=$v",
			"mock.event hist:keys=common_pid:vals=mock.source.$v,"
			"1+kmem.kmalloc.$v",
			"mock.source common_pid=4 num_u64=50",
			"kmem.kmalloc common_pid=4",
			"mock.event common_pid=4",
			"show",
			"describe",
		},
		"Several events have this variable, use <system>.<event>.$<variable>, at 26\n"
		"{ common_pid:          4 } hitcount:          1  mock.source.$v:         50 "
		" 1+kmem.kmalloc.$v:          5\n"
		"hist:keys=common_pid:vals=hitcount,mock.source.$v,1+kmem.kmalloc.$v:"
		"sort=hitcount:size=2048 [active]\n",
	},
	{
		"its own, before it is defined",
		{
			"mock.event hist:keys=num_u8:vals=$a,$b+1:a=num_u64,b=num_u16",
			"mock.event num_u8=1 num_u64=50 num_u16=7",
			"mock.event num_u8=1 num_u64=5 num_u16=1",
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
			"mock.source hist:keys=num_s16:d=num_u64",
			"mock.event hist:keys=num_u8-num_u16:vals=num_u64-$d,$d-num_u64,"
			"2*(num_u64-$d)/4:sort=num_u8-num_u16",
			"mock.source num_s16=-2 num_u64=100",
			"mock.event num_u8=1 num_u16=3 num_u64=90",
			"mock.source num_s16=5 num_u64=100",
			"mock.event num_u8=5 num_u64=120",
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
			"mock.source hist:keys=num_u8:v=num_u64",
			"mock.event hist:keys=num_u8:v=5:a=$v+1,b=mock.source.$v,"
			"c=mock.event.$v",
			"mock.event hist:keys=num_u8:vals=$a,$b,$c",
			"mock.source num_u8=1 num_u64=50",
			"mock.event num_u8=1",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  a:          6  b:         50  "
		"c:          5\n",
	},

	/* Keys. */
	{
		"first keys",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8,num_s8:vals=$t",
			"mock.source num_u8=1 num_u64=100",
			"mock.event num_u8=1 num_s8=-1",
			"mock.event num_u8=1 num_s8=1",
			"mock.event num_u8=2 num_s8=1",
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
			"mock.source hist:keys=num_u8,num_u16:t=num_u64",
			"mock.event hist:keys=num_u16,num_u8,num_s8:vals=$t",
			"mock.source num_u8=1 num_u16=2 num_u64=100",
			"mock.event num_u8=1 num_u16=2",
			"mock.event num_u8=2 num_u16=1",
			"show",
		},
		"{ num_u16:          1, num_u8:          2, num_s8:          0 } hitcount:   "
		"       1  t:        100\n",
	},
	{
		"numbers of any size and sign",
		{
			"mock.source hist:keys=num_s16:t=num_u64",
			"mock.event hist:keys=num_s64:vals=$t",
			"mock.source num_s16=-300 num_u64=9",
			"mock.event num_s64=-300",
			"mock.event num_s64=300",
			"show",
		},
		"{ num_s64:       -300 } hitcount:          1  t:          9\n",
	},
	{
		"text",
		{
			"mock.source hist:keys=text,num_u8:t=num_u64",
			"mock.event hist:keys=text,num_u8:vals=$t",
			"mock.source text=abc num_u8=1 num_u64=9",
			"mock.event text=abc num_u8=1",
			"mock.event text=ab num_u8=1",
			"show",
		},
		"{ text: abc                                               , num_u8:         "
		" 1 } hitcount:          1  t:          9\n",
	},
	{
		"dynamic text of another place",
		{
			"mock.source hist:keys=dyn:t=num_u64",
			"mock.event hist:keys=rel:vals=$t",
			"mock.source dyn=abc num_u64=9",
			"mock.event dyn=x rel=abc",
			"mock.event rel=abcd",
			"show",
		},
		"{ rel: abc                                                } hitcount:       "
		"   1  t:          9\n",
	},
	{
		"computed keys",
		{
			"mock.source hist:keys=num_u8*2+1:t=num_u64",
			"mock.event hist:keys=num_u16-num_u8:vals=$t",
			"mock.source num_u8=20 num_u64=9",
			"mock.event num_u16=50 num_u8=9",
			"mock.event num_u16=50 num_u8=8",
			"show",
			"show 1",
		},
		"{ num_u16-num_u8:         41 } hitcount:          1  t:          9\n"
		"{ num_u8*2+1:         41 } hitcount:          1\n",
	},
	{
		"buckets of another width",
		{
			"mock.source hist:keys=num_u8.buckets=10:t=num_u64",
			"mock.event hist:keys=num_u8.buckets=20:vals=$t",
			"mock.event hist:keys=num_u8.buckets=10:vals=$t",
			"mock.source num_u8=25 num_u64=9",
			"mock.event num_u8=29",
			"mock.event num_u8=30",
			"show",
		},
		"Histogram with this variable has other keys, at 33\n"
		"{ num_u8: ~ 20-29 } hitcount:          1  t:          9\n",
	},
	{
		"the same derived keys",
		{
			"mock.source hist:keys=num_u8.log2:t=num_u64",
			"mock.event hist:keys=num_u16.log2,num_u16:vals=$t",
			"mock.source num_u8=5 num_u64=9",
			"mock.event num_u16=8",
			"mock.event num_u16=9",
			"show",
		},
		"{ num_u16: ~ 2^3 , num_u16:          8 } hitcount:          1  t:          "
		"9\n",
	},
	{
		"looks do not matter",
		{
			"mock.source hist:keys=common_pid.execname:t=num_u64",
			"mock.event hist:keys=num_s32.hex:vals=$t",
			"mock.source common_pid=5 num_u64=9",
			"mock.event num_s32=5",
			"show",
		},
		"{ num_s32: 5 } hitcount:          1  t:          9\n",
	},

	/* Actions. */
	{
		"largest so far",
		{
			"mock.event hist:keys=num_u8:m=num_u64:onmax($m).save(num_s8,"
			"num_u16.hex,text)",
			"mock.event num_u8=1 num_u64=5 num_s8=-1 num_u16=255 text=first",
			"mock.event num_u8=1 num_u64=5 num_s8=-2",
			"mock.event num_u8=1 num_u64=4 num_s8=-3",
			"mock.event num_u8=2 num_u64=0 num_s8=-4 text=other",
			"mock.event num_u8=1 num_u64=6 num_s8=-5 num_u16=16 text=last",
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
			"mock.event hist:keys=num_u8:m=num_s16:onmax($m).save(num_u16)",
			"mock.event num_u8=1 num_s16=-5 num_u16=1",
			"mock.event num_u8=1 num_s16=-9 num_u16=2",
			"mock.event num_u8=1 num_s16=-2 num_u16=3",
			"show",
		},
		"{ num_u8:          1 } hitcount:          3\n"
		"\tmax:         -2  num_u16:          3\n",
	},
	{
		"largest of differences",
		{
			"mock.event hist:keys=num_u8:m=num_u64-num_u32:"
			"onmax($m).save(num_u16)",
			"mock.event num_u8=1 num_u64=1 num_u32=6 num_u16=1",
			"mock.event num_u8=1 num_u64=1 num_u32=9 num_u16=2",
			"show",
			"mock.event num_u8=1 num_u64=9 num_u32=6 num_u16=3",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"\tmax:         -5  num_u16:          1\n"
		"{ num_u8:          1 } hitcount:          3\n"
		"\tmax:          3  num_u16:          3\n",
	},
	{
		"smallest so far",
		{
			"mock.event hist:keys=num_u8:m=num_u64:onmin($m).save(num_u16)",
			"mock.event num_u8=1 num_u64=5 num_u16=1",
			"mock.event num_u8=1 num_u64=7 num_u16=2",
			"mock.event num_u8=1 num_u64=5 num_u16=3",
			"show",
			"mock.event num_u8=1 num_u64=4 num_u16=4",
			"mock.event num_u8=1 num_u64=18446744073709551615 num_u16=5",
			"show",
		},
		"{ num_u8:          1 } hitcount:          3\n"
		"\tmin:          5  num_u16:          1\n"
		"{ num_u8:          1 } hitcount:          5\n"
		"\tmin:          4  num_u16:          4\n",
	},
	{
		"smallest of signed numbers",
		{
			"mock.event hist:keys=num_u8:m=num_s16:onmin($m).save(num_u16)",
			"mock.event num_u8=1 num_s16=-5 num_u16=1",
			"mock.event num_u8=1 num_s16=-2 num_u16=2",
			"mock.event num_u8=1 num_s16=-9 num_u16=3",
			"mock.event num_u8=1 num_s16=0 num_u16=4",
			"show",
		},
		"{ num_u8:          1 } hitcount:          4\n"
		"\tmin:         -9  num_u16:          3\n",
	},
	{
		"0, 1, 2^63, 2^64-1 and below zero",
		{
			"mock.event hist:keys=num_u64.log2:vals=num_u64,num_s64:sort=num_u64.log2",
			"mock.event hist:keys=num_s64.buckets=10:sort=num_s64.buckets=10",
			"mock.event hist:keys=num_u8:m=num_s64,n=num_u64:"
			"onmax($m).save(num_u64):onmax($n).save(num_s64)",
			"mock.event num_u64=0x8000000000000000 num_s64=-9223372036854775808",
			"mock.event num_u64=0xffffffffffffffff num_s64=-1",
			"mock.event num_u64=0 num_s64=0",
			"mock.event num_u64=1 num_s64=1",
			"mock.event num_u64=1 num_s64=1",
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
			"mock.event hist:keys=num_u8:c=num_u64:onchange($c).save(num_u16)",
			"mock.event num_u8=1 num_u64=5 num_u16=1",
			"mock.event num_u8=1 num_u64=5 num_u16=2",
			"show",
			"mock.event num_u8=1 num_u64=4 num_u16=3",
			"mock.event num_u8=1 num_u64=4 num_u16=4",
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
			"mock.event hist:keys=num_u8:m=num_u64,c=num_u32:"
			"onmax($m).save(num_u16):onchange($c).save($m,num_s8)",
			"mock.event num_u8=1 num_u64=5 num_u32=1 num_u16=1 num_s8=1",
			"mock.event num_u8=1 num_u64=3 num_u32=2 num_u16=2 num_s8=2",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"\tmax:          5  num_u16:          1\n"
		"\tchanged:          2  m:          3  num_s8:          2\n",
	},
	{
		"saved variables of others",
		{
			"mock.source hist:keys=num_u8:t=num_u64,s=text,d=dyn",
			"mock.event hist:keys=num_u8:m=num_u64-$t:onmax($m).save($s,$d,$t,"
			"mock.event.num_u16)",
			"mock.source num_u8=1 num_u64=100 text=woken dyn=by",
			"mock.event num_u8=1 num_u64=130 num_u16=3",
			"mock.source num_u8=1 num_u64=200 text=later dyn=on",
			"mock.event num_u8=1 num_u64=210 num_u16=4",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"\tmax:         30  s: woken                             d: by               "
		"                 t:        100  num_u16:          3\n",
	},
	{
		"text without a NUL, behind longer text of the same event",
		{
			"mock.source hist:keys=num_u8:d=dyn,s=text",
			"mock.event hist:keys=num_u8:m=1:onmax($m).save($s)",
			"mock.source num_u8=1 dyn=more_than_the_sixteen_letters "
			"text=sixteen_letters!",
			"mock.event num_u8=1",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1\n"
		"\tmax:          1  s: sixteen_letters!                \n",
	},
	{
		"text is cut where there is no room",
		{
			"mock.source hist:keys=num_u8:s=tag,p=ptr",
			"mock.event hist:keys=num_u8:m=1:onmax($m).save($s,tag,ptr)",
			"mock.source num_u8=1 tag=abc ptr=gone",
			"mock.event num_u8=1 tag=xyz ptr=there",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1\n"
		"\tmax:          1  s: abc                               tag: xyz            "
		"                   ptr: there                           \n",
	},
	{
		"entries of their own",
		{
			"mock.event hist:keys=num_u8:m=num_u64:onmax($m).save(num_u16)",
			"mock.event num_u8=1 num_u64=5 num_u16=1",
			"mock.event num_u8=2 num_u64=4 num_u16=2",
			"mock.event num_u8=2 num_u64=3",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1\n"
		"\tmax:          5  num_u16:          1\n"
		"{ num_u8:          2 } hitcount:          2\n"
		"\tmax:          4  num_u16:          2\n",
	},
};

#endif /* _TRACE_HIST_TESTS_CASES_SCENARIOS_H */
