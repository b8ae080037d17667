/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scenarios of references with an explicit key, of variables as keys, and of linear buckets, for
 * KUnit and user space. Like scenarios.h, they need only mock events.
 */
#ifndef _TRACE_HIST_TESTS_CASES_KEYED_SCENARIOS_H
#define _TRACE_HIST_TESTS_CASES_KEYED_SCENARIOS_H

#include "../fixtures/scenario.h"

static const struct scenario keyed_scenarios[] = {
	{
		"a reference with a key of its own",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"mock.event hist:keys=num_u8:d=num_u64-$t[num_u32]:vals=$d",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u8=1 num_u32=7 num_u64=130",
			"mock.event num_u8=1 num_u32=7 num_u64=170",
			"mock.source common_pid=7 num_u64=200",
			"mock.event num_u8=1 num_u32=7 num_u64=205",
			"mock.event num_u8=1 num_u32=8 num_u64=205",
			"show",
			"describe",
		},
		"{ num_u8:          1 } hitcount:          2  d:         35\n"
		"hist:keys=num_u8:vals=hitcount,$d:d=num_u64-$t[num_u32]:sort=hitcount:size=2048 "
		"[active]\n",
	},
	{
		"rows with two keys that differ in the second one",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"mock.event hist:keys=num_u8,num_u16:d=num_u64-$t[num_u32]:vals=$d:sort=num_u16",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u8=1 num_u16=1 num_u32=7 num_u64=130",
			"mock.source common_pid=7 num_u64=200",
			"mock.event num_u8=1 num_u16=2 num_u32=7 num_u64=205",
			"show",
		},
		"{ num_u8:          1, num_u16:          1 } hitcount:          1  d:         30\n"
		"{ num_u8:          1, num_u16:          2 } hitcount:          1  d:          5\n",
	},
	{
		"a copy does not clear the variable",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"mock.event hist:keys=num_u8:c=$t[num_u32]:vals=$c",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u8=1 num_u32=7",
			"mock.event num_u8=1 num_u32=7",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2  c:        200\n",
	},
	{
		"the event of the variable is named",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"kmem.kmalloc hist:keys=common_pid:t=bytes_req",
			"mock.event hist:keys=num_u8:vals=mock.source.$t[num_u32]+0",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u8=1 num_u32=7",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  mock.source.$t[num_u32]+0:        100\n",
	},
	{
		"a constant, an expression and an own variable as operands",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:k=num_u16+1:vals=$t[5]+0,$t[num_u16*2]+0,$t[$k]+0",
			"mock.source num_u8=5 num_u64=1",
			"mock.source num_u8=6 num_u64=10",
			"mock.source num_u8=4 num_u64=100",
			"mock.event num_u8=9 num_u16=3",
			"show",
		},
		/* Operands 5, 6 and 4. */
		"{ num_u8:          9 } hitcount:          1  $t[5]+0:          1  "
		"$t[num_u16*2]+0:         10  $t[$k]+0:        100\n",
	},
	{
		"a computed operand of the only reference",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u16*2]+0",
			"mock.source num_u8=6 num_u64=10",
			"mock.event num_u8=9 num_u16=3",
			"mock.event num_u8=9 num_u16=6",
			"show",
		},
		"{ num_u8:          9 } hitcount:          1  $t[num_u16*2]+0:         10\n",
	},
	{
		"operators of each kind in the second operand",
		{
			"mock.source hist:keys=num_u8,num_s32:t=num_u64",
			"mock.event hist:keys=num_u8:vals=1+$t[1,-num_s32*2],"
			"$t[num_u8,(num_s32<0?0-10:!num_u8)]",
			"mock.source num_u8=1 num_s32=10 num_u64=100",
			"mock.source num_u8=1 num_s32=-10 num_u64=7",
			"mock.event num_u8=1 num_s32=-5",
			"show",
		},
		/* -(-5) * 2 = 10. A constant below 0 is a subtraction. */
		"{ num_u8:          1 } hitcount:          1  1+$t[1,-num_s32*2]:        101  "
		"t[num_u8,(num_s32<0?0-10:!num_u8)]:          7\n",
	},
	{
		"two keys, one of them a string",
		{
			"mock.source hist:keys=text,num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[text,num_u16]+0",
			"mock.source text=ab num_u8=1 num_u64=100",
			"mock.source text=cd num_u8=1 num_u64=200",
			"mock.event text=cd num_u16=1",
			"mock.event text=cd num_u16=2",
			"mock.event text=c num_u16=1",
			"show",
		},
		"{ num_u8:          0 } hitcount:          1  $t[text,num_u16]+0:        200\n",
	},
	{
		"a string of another size",
		{
			"mock.source hist:keys=tag:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[text]+0",
			"mock.source tag=abc num_u64=100",
			"mock.event text=abc",
			"mock.source tag=abc num_u64=100",
			"mock.event text=abcdefghij",
			"show",
		},
		"{ num_u8:          0 } hitcount:          1  $t[text]+0:        100\n",
	},
	{
		"a modifier of the key is applied to the operand",
		{
			"mock.source hist:keys=num_u32.log2:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u16]+0",
			"mock.source num_u32=100 num_u64=1",
			"mock.event num_u16=65",
			"mock.source num_u32=100 num_u64=1",
			"mock.event num_u16=64",
			"show",
		},
		"{ num_u8:          0 } hitcount:          1  $t[num_u16]+0:          1\n",
	},
	{
		"the operand has the modifier of the key",
		{
			"mock.source hist:keys=num_u32.log2:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u16.log2]+0",
			"mock.source num_u32=100 num_u64=1",
			"mock.event num_u16=65",
			"show",
		},
		"{ num_u8:          0 } hitcount:          1  $t[num_u16.log2]+0:          1\n",
	},
	{
		"two references with the same key",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u32]+0,$t[num_u32]*2",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u32=7",
			"mock.event num_u32=7",
			"show",
		},
		"{ num_u8:          0 } hitcount:          1  $t[num_u32]+0:        100  "
		"$t[num_u32]*2:        200\n",
	},
	{
		"an operand outside the range of the key",
		{
			"mock.source hist:keys=num_u8.buckets=100:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u16]+0",
			"mock.source num_u8=210 num_u64=1",
			"mock.event num_u8=1 num_u16=256",
			"mock.event num_u8=2 num_u16=255",
			"show",
		},
		"{ num_u8:          2 } hitcount:          1  $t[num_u16]+0:          1\n",
	},
	{
		"an operand outside the range of 16 bits",
		{
			"mock.source hist:keys=num_u16.buckets=1000000:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u32]+0:sort=num_u8",
			"mock.source num_u16=1 num_u64=1",
			"mock.event num_u8=1 num_u32=65536",
			"mock.event num_u8=2 num_u32=65535",
			"show",
		},
		"{ num_u8:          2 } hitcount:          1  $t[num_u32]+0:          1\n",
	},
	{
		"an operand outside the range of 32 bits",
		{
			"mock.source hist:keys=num_u32.buckets=10000000000:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u64]+0:sort=num_u8",
			"mock.source num_u32=1 num_u64=1",
			"mock.event num_u8=1 num_u64=4294967296",
			"mock.event num_u8=2 num_u64=4294967295",
			"show",
		},
		"{ num_u8:          2 } hitcount:          1  $t[num_u64]+0:          1\n",
	},
	{
		"an operand outside the range of a number of a CPU",
		{
			"mock.source hist:keys=common_cpu.buckets=10000000000:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u64]+0:sort=num_u8",
			"mock.source num_u64=1",
			"mock.event num_u8=1 num_u64=4294967296",
			"mock.event num_u8=2 num_u64=4294967295",
			"show",
		},
		"{ num_u8:          2 } hitcount:          1  $t[num_u64]+0:          1\n",
	},
	{
		"an operand outside the range of a process id",
		{
			"mock.source hist:keys=common_tgid.buckets=10000000000:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_s64]+0:sort=num_u8",
			"mock.source num_u64=1",
			"mock.event num_u8=1 num_s64=2147483648",
			"mock.event num_u8=2 num_s64=2147483647",
			"show",
		},
		"{ num_u8:          2 } hitcount:          1  $t[num_s64]+0:          1\n",
	},
	{
		"numbers of different signs are different",
		{
			"mock.source hist:keys=num_s64:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u64]+0",
			"mock.source num_s64=-1 num_u64=1",
			"mock.event num_u64=18446744073709551615",
			"show",
		},
		"",
	},
	{
		"the key depends on a reference",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"mock.event hist:keys=$d.log2:d=num_u64-$t[num_u32]",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u32=7 num_u64=164",
			"mock.event num_u32=7 num_u64=300",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u32=7 num_u64=165",
			"show",
			"describe",
		},
		"{ d: ~ 2^6  } hitcount:          1\n"
		"{ d: ~ 2^7  } hitcount:          1\n"
		"hist:keys=$d.log2:vals=hitcount:d=num_u64-$t[num_u32]:sort=hitcount:size=2048 "
		"[active]\n",
	},
	{
		"early references are cleared before others are checked",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"kmem.kmalloc hist:keys=common_pid:u=common_pid",
			"mock.event hist:keys=$d:d=num_u64-$t[num_u32]:vals=$u+0",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u32=7 num_u64=105",
			"kmem.kmalloc common_pid=5",
			"mock.event num_u32=7 num_u64=105",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u32=7 num_u64=105",
			"show",
		},
		"{ d:          5 } hitcount:          1  $u+0:          5\n",
	},
	{
		"a field in a variable as the key",
		{
			"mock.event hist:keys=$v,$w.buckets=10:v=num_u8:w=num_u16*2",
			"mock.event num_u8=3 num_u16=7",
			"mock.event num_u8=3 num_u16=9",
			"show",
		},
		"{ num_u8:          3, w: ~ 10-19 } hitcount:          2\n",
	},
	{
		"a variable with a modifier beside a computed key",
		{
			"mock.event hist:keys=(num_u8+1).log2,$v.buckets=100:v=num_u32",
			"mock.event num_u8=6 num_u32=200",
			"mock.event num_u8=5 num_u32=299",
			"show",
		},
		"{ num_u8+1: ~ 2^3 , v: ~ 200-299 } hitcount:          2\n",
	},
	{
		"a variable that is defined later",
		{
			"mock.event hist:keys=num_u8:b=$a*2:a=num_u16+1:vals=$b",
			"mock.event num_u8=1 num_u16=4",
			"show",
			"describe",
		},
		"{ num_u8:          1 } hitcount:          1  b:         10\n"
		"hist:keys=num_u8:vals=hitcount,$b:a=num_u16+1,b=$a*2:sort=hitcount:size=2048 "
		"[active]\n",
	},
	{
		"another histogram's variable hides one that is defined later",
		{
			"mock.source hist:keys=num_u8:a=num_u64",
			"mock.event hist:keys=num_u8:b=$a*2:a=num_u16+1:vals=$b",
			"mock.source num_u8=1 num_u64=50",
			"mock.event num_u8=1 num_u16=4",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  b:        100\n",
	},
	{
		"linear buckets",
		{
			"mock.event hist:keys=num_s64.lhist=-10,15,10:sort=num_s64",
			"mock.event num_s64=-11",
			"mock.event num_s64=-10",
			"mock.event num_s64=-1",
			"mock.event num_s64=0",
			"mock.event num_s64=9",
			"mock.event num_s64=10",
			"mock.event num_s64=14",
			"mock.event num_s64=15",
			"show",
			"describe",
		},
		"{ num_s64: ~ < -10 } hitcount:          1\n"
		"{ num_s64: ~ -10--1 } hitcount:          2\n"
		"{ num_s64: ~ 0-9 } hitcount:          2\n"
		"{ num_s64: ~ 10-14 } hitcount:          2\n"
		"{ num_s64: ~ >= 15 } hitcount:          1\n"
		"hist:keys=num_s64.lhist=-10,15,10:vals=hitcount:"
		"sort=num_s64.lhist=-10,15,10:size=2048 [active]\n",
	},
	{
		"linear buckets of unsigned numbers",
		{
			"mock.event hist:keys=num_u64.lhist=-5,5,5:sort=num_u64",
			"mock.event num_u64=0",
			"mock.event num_u64=4",
			"mock.event num_u64=18446744073709551615",
			"show",
		},
		"{ num_u64: ~ 0-4 } hitcount:          2\n"
		"{ num_u64: ~ >= 5 } hitcount:          1\n",
	},
	{
		"explicit key that is a linear bucket",
		{
			"mock.source hist:keys=num_s64.lhist=-10,15,10:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_s64.lhist=-10,15,10]+0",
			"mock.source num_s64=-7 num_u64=3",
			"mock.event num_u8=1 num_s64=-2",
			"mock.event num_u8=1 num_s64=0",
			"show",
			"describe",
		},
		"{ num_u8:          1 } hitcount:          1  "
		"$t[num_s64.lhist=-10,15,10]+0:          3\n"
		"hist:keys=num_u8:vals=hitcount,$t[num_s64.lhist=-10,15,10]+0:sort=hitcount:"
		"size=2048 [active]\n",
	},
	{
		"explicit key that is a linear bucket of unsigned numbers, with a negative start",
		{
			"mock.source hist:keys=num_u8.lhist=-3,7,5:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u8.lhist=-3,7,5]+0",
			"mock.source num_u8=1 num_u64=3",
			"mock.event num_u8=0",
			"mock.event num_u8=2",
			"show",
		},
		"{ num_u8:          0 } hitcount:          1  $t[num_u8.lhist=-3,7,5]+0:          3\n",
	},
	{
		"explicit key that is a bucket whose start is outside of the range of the field",
		{
			"mock.source hist:keys=num_s8.buckets=100:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_s8.buckets=100]+0",
			"mock.source num_s8=-128 num_u64=3",
			"mock.event num_u8=1 num_s8=-101",
			"mock.event num_u8=1 num_s8=-100",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  $t[num_s8.buckets=100]+0:          3\n",
	},
	{
		"linear buckets over the whole range",
		{
			"mock.event hist:keys=num_s64.lhist=-9223372036854775808,"
			"9223372036854775807,9223372036854775807:sort=num_s64",
			"mock.event num_s64=-9223372036854775808",
			"mock.event num_s64=-1",
			"mock.event num_s64=9223372036854775806",
			"mock.event num_s64=9223372036854775807",
			"show",
		},
		"{ num_s64: ~ -9223372036854775808--2 } hitcount:          1\n"
		"{ num_s64: ~ -1-9223372036854775805 } hitcount:          1\n"
		"{ num_s64: ~ 9223372036854775806-9223372036854775806 } hitcount:          1\n"
		"{ num_s64: ~ >= 9223372036854775807 } hitcount:          1\n",
	},
	{
		"drops in the defining histogram",
		{
			"mock.source hist:keys=num_u16:size=128:t=num_u64",
			"mock.event hist:keys=num_u8:vals=$t[num_u16]",
			"totals",
		},
		"\nTotals:\n    Hits: 0\n    Entries: 0\n    Dropped: 0\n",
	},
};

#endif /* _TRACE_HIST_TESTS_CASES_KEYED_SCENARIOS_H */
