/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scenarios with synthetic events, snapshots and clocks. They run in user space
 * only, where the test controls the clocks and observes what is fired.
 */
#ifndef _TRACE_HIST_SCENARIOS_FIRED_H
#define _TRACE_HIST_SCENARIOS_FIRED_H

#include "hist/tests/scenario.h"

static const struct scenario hist_scenarios[] = {
	/* Synthetic events. */
	{
		"a latency",
		{
			"fake.source hist:keys=common_pid:t=num_u64",
			"fake.event hist:keys=common_pid:d=num_u64-$t:"
			"onmatch(fake.source).lat($d,common_pid)",
			"fake.source common_pid=5 num_u64=100",
			"fake.event common_pid=5 num_u64=130",
			"fake.event common_pid=5 num_u64=140",
			"fake.event common_pid=6 num_u64=150",
			"show",
		},
		"{ common_pid:          5 } hitcount:          1\n"
		"lat lat=30 pid=5\n",
	},
	{
		"what is computed of signed numbers fits both",
		{
			"fake.source hist:keys=common_pid:t=num_s64",
			"fake.event hist:keys=common_pid:d=num_s64-$t,e=$d:"
			"onmatch(fake.source).trace(lat,$e,common_pid):"
			"onmatch(fake.source).one($d)",
			"fake.source common_pid=5 num_s64=100",
			"fake.event common_pid=5 num_s64=130",
		},
		"lat lat=30 pid=5\n"
		"one val=30\n",
	},
	{
		"a latency, below zero",
		{
			"fake.source hist:keys=common_pid:t=num_s64",
			"fake.event hist:keys=common_pid:d=num_s64-$t:"
			"onmatch(fake.source).trace(one,$d)",
			"fake.source common_pid=5 num_s64=100",
			"fake.event common_pid=5 num_s64=70",
			"describe",
		},
		"hist:keys=common_pid:vals=hitcount:d=num_s64-$t:sort=hitcount:size=2048:"
		"onmatch(fake.source).trace(one,$d) [active]\n"
		"one val=-30\n",
	},
	{
		"any difference fits a signed field",
		{
			"fake.source hist:keys=common_pid:t=num_u64",
			"fake.event hist:keys=common_pid:d=num_u64-$t,e=num_u64*1:"
			"onmatch(fake.source).one($d):onmatch(fake.source).lat($d,common_pid)",
			"fake.event hist:keys=common_pid:e=num_u64*1:"
			"onmatch(fake.source).one($e)",
			"fake.source common_pid=5 num_u64=100",
			"fake.event common_pid=5 num_u64=70",
		},
		"Parameter is not of the type of the event's field, at 58\n"
		"one val=-30\n"
		"lat lat=18446744073709551586 pid=5\n",
	},
	{
		"a variable that is handed on is not used up",
		{
			"fake.source hist:keys=num_u8:t=num_u64",
			"fake.event hist:keys=num_u8:onmatch(fake.source).lat($t,common_pid)",
			"fake.source num_u8=1 num_u64=100",
			"fake.event num_u8=1 common_pid=3",
			"fake.event num_u8=1 common_pid=4",
			"fake.event num_u8=2",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"lat lat=100 pid=3\n"
		"lat lat=100 pid=4\n",
	},
	{
		"a match without variables",
		{
			"fake.source hist:keys=num_u8",
			"fake.event hist:keys=num_u8:onmatch(fake.source).one(num_s64)",
			"fake.source num_u8=1",
			"fake.event num_u8=1 num_s64=-7",
			"fake.event num_u8=2 num_s64=3",
			"fake.event num_u8=1 num_s64=8",
			"show",
		},
		"{ num_u8:          2 } hitcount:          1\n"
		"{ num_u8:          1 } hitcount:          2\n"
		"one val=-7\n"
		"one val=8\n",
	},
	{
		"several actions without a match",
		{
			"fake.source hist:keys=num_u8",
			"fake.event hist:keys=num_u8:onmatch(fake.source).one(num_s64):"
			"onmatch(fake.source).lat(num_u64,common_pid)",
			"fake.event num_u8=1 num_s64=1",
			"fake.source num_u8=1",
			"fake.event num_u8=1 num_s64=-7 num_u64=5 common_pid=3",
			"fake.event num_u8=2 num_s64=2",
		},
		"one val=-7\n"
		"lat lat=5 pid=3\n",
	},
	{
		"an action whose event matches, behind one whose event does not",
		{
			"fake.source hist:keys=common_pid",
			"kmem.kmalloc hist:keys=common_pid",
			"fake.event hist:keys=common_pid:onmatch(fake.source).one(num_s64):"
			"onmatch(kmem.kmalloc).lat(num_u64,common_pid)",
			"kmem.kmalloc common_pid=3",
			"fake.event common_pid=3 num_s64=-7 num_u64=5",
			"fake.source common_pid=4",
			"fake.event common_pid=4 num_s64=-8 num_u64=6",
		},
		"lat lat=5 pid=3\n"
		"one val=-8\n",
	},
	{
		"the first keys match",
		{
			"fake.source hist:keys=num_u8",
			"fake.event hist:keys=num_u8,num_s8:onmatch(fake.source).one(num_s64)",
			"fake.source num_u8=1",
			"fake.event num_u8=1 num_s8=5 num_s64=1",
			"fake.event num_u8=5 num_s8=1 num_s64=2",
		},
		"one val=1\n",
	},
	{
		"of several histograms, the one whose variable is handed on is matched",
		{
			"fake.source hist:keys=num_u16",
			"fake.source hist:keys=num_u8:t=num_s64",
			"fake.event hist:keys=num_u8:onmatch(fake.source).one($t)",
			"fake.source num_u8=5 num_u16=500 num_s64=42",
			"fake.event num_u8=5",
		},
		"one val=42\n",
	},
	{
		"and it is the one whose fields are handed on, in any order",
		{
			"fake.source hist:keys=num_u16",
			"fake.source hist:keys=num_u8:t=num_u32",
			"fake.event hist:keys=num_u8:onmatch(fake.source).small(num_u8,"
			"fake.source.num_s16,common_flags,$t)",
			"fake.source num_u8=5 num_u16=500 num_s16=-3 num_u32=42",
			"fake.event num_u8=5",
			"show",
		},
		"{ num_u8:          5 } hitcount:          1\n"
		"small a=5 b=-3 c=0 d=42\n",
	},
	{
		"an event matches itself",
		{
			"fake.event hist:keys=num_u8:onmatch(fake.event).one(num_s64)",
			"fake.event num_u8=1 num_s64=-7",
			"fake.event num_u8=2 num_s64=3",
		},
		"one val=-7\n"
		"one val=3\n",
	},
	{
		"maxima are fired",
		{
			"fake.event hist:keys=num_u8:m=num_u64:onmax($m).lat($m,common_pid)",
			"fake.event num_u8=1 num_u64=5 common_pid=1",
			"fake.event num_u8=1 num_u64=5 common_pid=2",
			"fake.event num_u8=1 num_u64=7 common_pid=3",
			"fake.event num_u8=2 num_u64=6 common_pid=4",
			"fake.event num_u8=1 num_u64=6 common_pid=5",
			"show",
		},
		"{ num_u8:          2 } hitcount:          1\n"
		"\tmax:          6\n"
		"{ num_u8:          1 } hitcount:          4\n"
		"\tmax:          7\n"
		"lat lat=5 pid=1\n"
		"lat lat=7 pid=3\n"
		"lat lat=6 pid=4\n",
	},
	{
		"changes are fired",
		{
			"fake.event hist:keys=num_u8:c=num_u64:onchange($c).trace(lat,$c,"
			"common_pid)",
			"fake.event num_u8=1 num_u64=5 common_pid=1",
			"fake.event num_u8=1 num_u64=5 common_pid=2",
			"fake.event num_u8=1 num_u64=4 common_pid=3",
			"fake.event num_u8=1 num_u64=5 common_pid=4",
			"show",
		},
		"{ num_u8:          1 } hitcount:          4\n"
		"\tchanged:          5\n"
		"lat lat=5 pid=1\n"
		"lat lat=4 pid=3\n"
		"lat lat=5 pid=4\n",
	},
	{
		"actions in their order",
		{
			"fake.event hist:keys=num_u8:m=num_u64:onmax($m).lat($m,common_pid):"
			"onmatch(fake.event).one(num_s64):onchange($m).lat($m,num_s32)",
			"fake.event num_u8=1 num_u64=5 common_pid=1 num_s64=9 num_s32=-4",
			"fake.event num_u8=1 num_u64=4 common_pid=2 num_s64=8 num_s32=-3",
		},
		"lat lat=5 pid=1\n"
		"one val=9\n"
		"lat lat=5 pid=-4\n"
		"one val=8\n"
		"lat lat=4 pid=-3\n",
	},
	{
		"numbers of each size",
		{
			"fake.event hist:keys=num_u8:onmatch(fake.event).small(num_u8,"
			"num_s16,common_flags,num_u32):onmatch(fake.event).addr(num_u64,"
			"odd_u64)",
			"fake.event num_u8=255 num_s16=-2 common_flags=4 num_u32=0xffffffff "
			"num_u64=0xffffffffffffffff odd_u64=3",
			"fake.event num_s16=0x7fff",
		},
		"small a=255 b=-2 c=1 d=4294967295\n"
		"addr addr=18446744073709551615 ptr=3\n"
		"small a=0 b=32767 c=0 d=0\n"
		"addr addr=0 ptr=0\n",
	},
	{
		"text",
		{
			"fake.event hist:keys=num_u8:onmatch(fake.event).texts(text,dyn):"
			"onmatch(fake.event).texts(rel,ptr):onmatch(fake.event).texts(tag,"
			"text)",
			"fake.event num_u8=1 text=sixteen_letters! dyn=def rel=ghi ptr=jkl "
			"tag=xyz",
			"fake.event num_u8=1 dyn=d rel=g ptr=j",
		},
		"texts fixed='sixteen_letters' dyn='def'\n"
		"texts fixed='ghi' dyn='jkl'\n"
		"texts fixed='xyz' dyn='sixteen_letters!'\n"
		"texts fixed='' dyn='d'\n"
		"texts fixed='g' dyn='j'\n"
		"texts fixed='' dyn=''\n",
	},
	{
		"text that is remembered",
		{
			"fake.source hist:keys=num_u8:a=text,b=dyn,c=rel,d=tag",
			"fake.event hist:keys=num_u8:onmatch(fake.source).texts($a,$b):"
			"onmatch(fake.source).texts($c,$d)",
			"fake.source num_u8=1 text=sixteen_letters! dyn=second rel=third "
			"tag=4th",
			"fake.event num_u8=1",
			"fake.source num_u8=1 dyn=b",
			"fake.event num_u8=1",
		},
		"texts fixed='sixteen_letters' dyn='second'\n"
		"texts fixed='third' dyn='4th'\n"
		"texts fixed='' dyn='b'\n"
		"texts fixed='' dyn=''\n",
	},
	{
		"text that is handed on",
		{
			"fake.source hist:keys=common_pid:a=text",
			"kmem.kmalloc hist:keys=common_pid:b=$a",
			"fake.event hist:keys=common_pid:onmatch(kmem.kmalloc).texts($b,$a)",
			"fake.source common_pid=5 text=first",
			"kmem.kmalloc common_pid=5",
			"fake.source common_pid=5 text=second",
			"fake.event common_pid=5",
		},
		"texts fixed='first' dyn='second'\n",
	},
	{
		"stacks",
		{
			"fake.source hist:keys=num_u8:s=stack",
			"fake.event hist:keys=num_u8:onmatch(fake.event).stacks(stack,"
			"common_pid):onmatch(fake.source).stacks($s,common_pid)",
			"fake.event num_u8=1 stack=9",
			"fake.source num_u8=1 stack=0x10,0x20",
			"fake.event num_u8=1 common_pid=7 stack=1,2,3,4,5,6,7,8,9,10,11,12,"
			"13,14,15,16,17",
			"fake.event num_u8=1 common_pid=8",
		},
		"stacks stack=1,2,3,4,5,6,7,8,9,a,b,c,d,e,f pid=7\n"
		"stacks stack=10,20 pid=7\n"
		"stacks stack= pid=8\n"
		"stacks stack=10,20 pid=8\n",
	},
	{
		"the kernel's stack",
		{
			"fake.source hist:keys=num_u8:s=common_stacktrace",
			"fake.event hist:keys=num_u8:onmatch(fake.source).stacks($s,"
			"common_pid):onmatch(fake.event).stacks(common_stacktrace,common_pid)",
			"fake.source num_u8=1",
			"fake.event num_u8=1 common_pid=2",
		},
		"stacks stack=a0,a1,a2 pid=2\n"
		"stacks stack=a0,a1,a2 pid=2\n",
	},

	/* Field-variable histograms. */
	{
		"the matched event's fields",
		{
			"fake.source hist:keys=num_u8",
			"fake.event hist:keys=num_u8:onmatch(fake.source).small(num_u8,"
			"num_s16,common_flags,only)",
			"fake.source num_u8=1 num_u32=77 num_s16=9",
			"fake.event num_u8=1 num_s16=5",
			"fake.event num_u8=1",
			"fake.event num_u8=2",
			"show",
			"describe",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048:"
		"onmatch(fake.source).small(num_u8,num_s16,common_flags,only) [active]\n"
		"small a=1 b=5 c=0 d=77\n"
		"small a=1 b=0 c=0 d=77\n",
	},
	{
		"fields that both events have",
		{
			"fake.source hist:keys=num_u8,text:t=num_u64",
			"fake.event hist:keys=num_u8,text:onmatch(fake.source).small(num_u8,"
			"fake.source.num_s16,fake.event.common_flags,fake.source.num_u32):"
			"onmatch(fake.source).texts(fake.source.dyn,dyn)",
			"fake.source num_u8=1 text=k num_u32=77 num_s16=9 common_flags=1 "
			"dyn=theirs",
			"fake.event num_u8=1 text=k num_s16=5 num_u32=6 dyn=ours",
			"fake.event num_u8=1 text=l",
		},
		"small a=1 b=9 c=0 d=77\n"
		"texts fixed='theirs' dyn='ours'\n",
	},
	{
		"a helper with computed keys",
		{
			"fake.source hist:keys=num_u8*2,num_u64/10",
			"fake.event hist:keys=num_u16,num_u32:onmatch(fake.source).one(fake.s"
			"ource.num_s64)",
			"fake.source num_u8=4 num_u64=57 num_s64=-1",
			"fake.event num_u16=8 num_u32=5",
			"fake.event num_u16=8 num_u32=6",
			"helpers",
		},
		"hist:keys=num_u8*2,num_u64/10:vals=hitcount:synthetic_num_s64=num_s64:"
		"sort=hitcount:size=2048 [active]\n"
		"one val=-1\n",
	},
	{
		/* 3 words of keys and 14 registers: one word more than fits on the stack. */
		"a helper whose keys need many registers",
		{
			"fake.source hist:keys=num_u8+num_u16+num_u32+num_u64,"
			"num_u8*num_u16*num_u32*num_u64,num_u32",
			"fake.event hist:keys=num_u8,num_u16,num_u32:"
			"onmatch(fake.source).one(fake.source.num_s64)",
			"fake.source num_u8=2 num_u16=3 num_u32=4 num_u64=5 num_s64=-1",
			"fake.event num_u8=14 num_u16=120 num_u32=4",
			"fake.event num_u8=14 num_u16=121 num_u32=4",
		},
		"one val=-1\n",
	},
	{
		"a helper for each field",
		{
			"fake.source hist:name=theirs:keys=common_pid.execname,text:"
			"vals=num_u64,num_s8:t=num_u32:sort=num_u64:size=128:"
			"onmax($t).save(num_u8)",
			"fake.event hist:keys=common_pid,text:onmatch(fake.source).one(fake.s"
			"ource.num_s64):onmatch(fake.source).texts(fake.source.dyn,"
			"fake.source.ptr):onmatch(fake.source).one(fake.source.num_s64)",
			"fake.source common_pid=3 text=k num_s64=7 dyn=d ptr=there",
			"fake.event common_pid=3 text=k dyn=e ptr=moved",
			"helpers",
		},
		"hist:keys=common_pid.execname,text:vals=hitcount:synthetic_num_s64=num_s64:"
		"sort=hitcount:size=128 [active]\n"
		"hist:keys=common_pid.execname,text:vals=hitcount:synthetic_dyn=dyn:"
		"sort=hitcount:size=128 [active]\n"
		"hist:keys=common_pid.execname,text:vals=hitcount:synthetic_ptr=ptr:"
		"sort=hitcount:size=128 [active]\n"
		"one val=7\n"
		"texts fixed='d' dyn='moved'\n"
		"one val=7\n",
	},
	{
		"a helper that needs a clock",
		{
			"fake.source hist:keys=common_timestamp.usecs:clock=boot",
			"fake.event hist:keys=common_timestamp.usecs:"
			"onmatch(fake.source).one(fake.source.num_s64):clock=boot",
			"clock 5000000",
			"fake.source num_s64=8",
			"clock 5000999",
			"fake.event ",
			"clock 5001000",
			"fake.event ",
			"helpers",
			"show",
		},
		"hist:keys=common_timestamp.usecs:vals=hitcount:synthetic_num_s64=num_s64:"
		"sort=hitcount:size=2048:clock=boot [active]\n"
		"{ common_timestamp:       5000 } hitcount:          1\n"
		"one val=8\n",
	},
	{
		"a helper's field that looks another way",
		{
			"fake.source hist:keys=num_u8",
			"fake.event hist:keys=num_u8:onmatch(fake.source).addr(fake.source.nu"
			"m_u64.hex,fake.source.num_u64)",
			"fake.source num_u8=1 num_u64=16",
			"fake.event num_u8=1",
			"helpers",
		},
		"hist:keys=num_u8:vals=hitcount:synthetic_num_u64=num_u64.hex:sort=hitcount:"
		"size=2048 [active]\n"
		"hist:keys=num_u8:vals=hitcount:synthetic_num_u64=num_u64:sort=hitcount:"
		"size=2048 [active]\n"
		"addr addr=16 ptr=16\n",
	},

	/* Clocks. */
	{
		"times",
		{
			"fake.source hist:keys=num_u8:ts=common_timestamp.usecs",
			"fake.event hist:keys=num_u8:l=common_timestamp.usecs-$ts:"
			"onmatch(fake.source).lat($l,common_pid)",
			"fake.event hist:keys=num_u8:vals=$l",
			"clock 5000000",
			"fake.source num_u8=1",
			"clock 7000999",
			"fake.event num_u8=1 common_pid=2",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  l:       2000\n"
		"lat lat=2000 pid=2\n",
	},
	{
		"times by the clock",
		{
			"fake.source hist:keys=num_u8:ts=common_timestamp:clock=counter",
			"fake.event hist:keys=num_u8:vals=common_timestamp-$ts:clock=counter",
			"fake.event hist:keys=num_u8:vals=common_timestamp-$ts",
			"clock 5000000",
			"fake.source num_u8=1",
			"clock 7000999",
			"fake.event num_u8=1",
			"show",
			"describe",
		},
		"Timestamps are by different clocks, at 22\n"
		"{ num_u8:          1 } hitcount:          1  common_timestamp-$ts:    "
		"2000999\n"
		"hist:keys=num_u8:vals=hitcount,common_timestamp-$ts:sort=hitcount:size=2048:"
		"clock=counter [active]\n",
	},
	{
		"one reading for all",
		{
			"fake.event hist:keys=num_u8:a=common_timestamp,"
			"b=common_timestamp.usecs:onchange($a).save($a,$b,"
			"common_timestamp.usecs,common_timestamp.hex)",
			"clock 7000999",
			"fake.event num_u8=1",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1\n"
		"\tchanged:    7000999  a:    7000999  b:       7000  common_timestamp:      "
		" 7000  common_timestamp: 6ad3a7\n",
	},

	/* Snapshots. */
	{
		"a snapshot of the largest",
		{
			"fake.event hist:keys=num_u8:m=num_u64:onmax($m).snapshot()",
			"totals",
			"fake.event num_u8=1 num_u64=5",
			"fake.event num_u8=2 num_u64=3",
			"totals",
			"fake.event num_u8=2 num_u64=9",
			"fake.event num_u8=1 num_u64=9",
			"totals",
			"show",
		},
		"\n"
		"Totals:\n"
		"    Hits: 0\n"
		"    Entries: 0\n"
		"    Dropped: 0\n"
		"\n"
		"Snapshot taken (see tracing/snapshot).  Details:\n"
		"\ttriggering value { onmax($m) }:          5\ttriggered by event with key: "
		"{ num_u8:          1 }\n"
		"\n"
		"Totals:\n"
		"    Hits: 2\n"
		"    Entries: 2\n"
		"    Dropped: 0\n"
		"\n"
		"Snapshot taken (see tracing/snapshot).  Details:\n"
		"\ttriggering value { onmax($m) }:          9\ttriggered by event with key: "
		"{ num_u8:          2 }\n"
		"\n"
		"Totals:\n"
		"    Hits: 4\n"
		"    Entries: 2\n"
		"    Dropped: 0\n"
		"{ num_u8:          1 } hitcount:          2\n"
		"{ num_u8:          2 } hitcount:          2\n"
		"snapshots: 2\n",
	},
	{
		"a snapshot of each change",
		{
			"fake.event hist:keys=num_s8,text:c=num_s64:onchange($c).snapshot()",
			"fake.event num_s8=-1 num_s64=5 text=abc",
			"fake.event num_s8=-1 num_s64=-3 text=abc",
			"fake.event num_s8=-1 num_s64=-3 text=abc",
			"totals",
		},
		"\n"
		"Snapshot taken (see tracing/snapshot).  Details:\n"
		"\ttriggering value { onchange($c) }:         -3\ttriggered by event with "
		"key: { num_s8:         -1, text: abc                                        "
		"        }\n"
		"\n"
		"Totals:\n"
		"    Hits: 3\n"
		"    Entries: 1\n"
		"    Dropped: 0\n"
		"snapshots: 2\n",
	},
	{
		"a snapshot of the largest signed number",
		{
			"fake.event hist:keys=num_u8:m=num_s64:onmax($m).snapshot()",
			"fake.event num_u8=1 num_s64=-5",
			"fake.event num_u8=2 num_s64=-9",
			"fake.event num_u8=2 num_s64=-1",
			"totals",
		},
		"\n"
		"Snapshot taken (see tracing/snapshot).  Details:\n"
		"\ttriggering value { onmax($m) }:         -1\ttriggered by event with key: "
		"{ num_u8:          2 }\n"
		"\n"
		"Totals:\n"
		"    Hits: 3\n"
		"    Entries: 2\n"
		"    Dropped: 0\n"
		"snapshots: 2\n",
	},
	{
		"a snapshot and what is saved",
		{
			"fake.event hist:keys=num_u8:m=num_u64:onmax($m).save(num_u16):"
			"onmax($m).snapshot():onmax($m).one(num_s64)",
			"fake.event num_u8=1 num_u64=5 num_u16=3 num_s64=2",
			"show",
			"totals",
		},
		"{ num_u8:          1 } hitcount:          1\n"
		"\tmax:          5  num_u16:          3\n"
		"\tmax:          5\n"
		"\n"
		"Snapshot taken (see tracing/snapshot).  Details:\n"
		"\ttriggering value { onmax($m) }:          5\ttriggered by event with key: "
		"{ num_u8:          1 }\n"
		"\n"
		"Totals:\n"
		"    Hits: 1\n"
		"    Entries: 1\n"
		"    Dropped: 0\n"
		"one val=2\n"
		"snapshots: 1\n",
	},
};

#endif
