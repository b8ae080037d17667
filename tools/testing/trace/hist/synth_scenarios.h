/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scenarios with synthetic events, snapshots and clocks. They run in user space
 * only, where the test controls the clocks and observes what is fired.
 */
#ifndef _TRACE_HIST_SYNTH_SCENARIOS_H
#define _TRACE_HIST_SYNTH_SCENARIOS_H

#include "hist/tests/fixtures/scenario.h"

static const struct scenario hist_scenarios[] = {
	/* Synthetic events. */
	{
		"a latency",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"mock.event hist:keys=common_pid:d=num_u64-$t:"
			"onmatch(mock.source).lat($d,common_pid)",
			"mock.source common_pid=5 num_u64=100",
			"mock.event common_pid=5 num_u64=130",
			"mock.event common_pid=5 num_u64=140",
			"mock.event common_pid=6 num_u64=150",
			"show",
		},
		"{ common_pid:          5 } hitcount:          1\n"
		"lat lat=30 pid=5\n",
	},
	{
		"what is computed of signed numbers fits both",
		{
			"mock.source hist:keys=common_pid:t=num_s64",
			"mock.event hist:keys=common_pid:d=num_s64-$t,e=$d:"
			"onmatch(mock.source).trace(lat,$e,common_pid):"
			"onmatch(mock.source).one($d)",
			"mock.source common_pid=5 num_s64=100",
			"mock.event common_pid=5 num_s64=130",
		},
		"lat lat=30 pid=5\n"
		"one val=30\n",
	},
	{
		"an expression has the type of its first operand",
		{
			"mock.source hist:keys=num_u8:t=num_s16",
			"mock.event hist:keys=num_u8:d=num_s16-$t,e=num_u8==1,"
			"f=(num_s64?num_u32+1:0):"
			"onmatch(mock.source).small(num_u8,$d,$e,$f)",
			"mock.source num_u8=1 num_s16=100",
			"mock.event num_u8=1 num_s16=30 num_u32=7 num_s64=-1",
		},
		"small a=1 b=-70 c=1 d=8\n",
	},
	{
		"a latency, below zero",
		{
			"mock.source hist:keys=common_pid:t=num_s64",
			"mock.event hist:keys=common_pid:d=num_s64-$t:"
			"onmatch(mock.source).trace(one,$d)",
			"mock.source common_pid=5 num_s64=100",
			"mock.event common_pid=5 num_s64=70",
			"describe",
		},
		"hist:keys=common_pid:vals=hitcount:d=num_s64-$t:sort=hitcount:size=2048:"
		"onmatch(mock.source).trace(one,$d) [active]\n"
		"one val=-30\n",
	},
	{
		"any difference fits a signed field",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"mock.event hist:keys=common_pid:d=num_u64-$t,e=num_u64*1:"
			"onmatch(mock.source).one($d):onmatch(mock.source).lat($d,common_pid)",
			"mock.event hist:keys=common_pid:e=num_u64*1:"
			"onmatch(mock.source).one($e)",
			"mock.source common_pid=5 num_u64=100",
			"mock.event common_pid=5 num_u64=70",
		},
		"Parameter and the synthetic event's field have different types, at 58\n"
		"one val=-30\n"
		"lat lat=18446744073709551586 pid=5\n",
	},
	{
		"a variable that is handed on is not used up",
		{
			"mock.source hist:keys=num_u8:t=num_u64",
			"mock.event hist:keys=num_u8:onmatch(mock.source).lat($t,common_pid)",
			"mock.source num_u8=1 num_u64=100",
			"mock.event num_u8=1 common_pid=3",
			"mock.event num_u8=1 common_pid=4",
			"mock.event num_u8=2",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"lat lat=100 pid=3\n"
		"lat lat=100 pid=4\n",
	},
	{
		"a match without variables",
		{
			"mock.source hist:keys=num_u8",
			"mock.event hist:keys=num_u8:onmatch(mock.source).one(num_s64)",
			"mock.source num_u8=1",
			"mock.event num_u8=1 num_s64=-7",
			"mock.event num_u8=2 num_s64=3",
			"mock.event num_u8=1 num_s64=8",
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
			"mock.source hist:keys=num_u8",
			"mock.event hist:keys=num_u8:onmatch(mock.source).one(num_s64):"
			"onmatch(mock.source).lat(num_u64,common_pid)",
			"mock.event num_u8=1 num_s64=1",
			"mock.source num_u8=1",
			"mock.event num_u8=1 num_s64=-7 num_u64=5 common_pid=3",
			"mock.event num_u8=2 num_s64=2",
		},
		"one val=-7\n"
		"lat lat=5 pid=3\n",
	},
	{
		"an action whose event matches, behind one whose event does not",
		{
			"mock.source hist:keys=common_pid",
			"kmem.kmalloc hist:keys=common_pid",
			"mock.event hist:keys=common_pid:onmatch(mock.source).one(num_s64):"
			"onmatch(kmem.kmalloc).lat(num_u64,common_pid)",
			"kmem.kmalloc common_pid=3",
			"mock.event common_pid=3 num_s64=-7 num_u64=5",
			"mock.source common_pid=4",
			"mock.event common_pid=4 num_s64=-8 num_u64=6",
		},
		"lat lat=5 pid=3\n"
		"one val=-8\n",
	},
	{
		"the first keys match",
		{
			"mock.source hist:keys=num_u8",
			"mock.event hist:keys=num_u8,num_s8:onmatch(mock.source).one(num_s64)",
			"mock.source num_u8=1",
			"mock.event num_u8=1 num_s8=5 num_s64=1",
			"mock.event num_u8=5 num_s8=1 num_s64=2",
		},
		"one val=1\n",
	},
	{
		"of several histograms, the one whose variable is handed on is matched",
		{
			"mock.source hist:keys=num_u16",
			"mock.source hist:keys=num_u8:t=num_s64",
			"mock.event hist:keys=num_u8:onmatch(mock.source).one($t)",
			"mock.source num_u8=5 num_u16=500 num_s64=42",
			"mock.event num_u8=5",
		},
		"one val=42\n",
	},
	{
		"and it is the one whose fields are handed on, in any order",
		{
			"mock.source hist:keys=num_u16",
			"mock.source hist:keys=num_u8:t=num_u32",
			"mock.event hist:keys=num_u8:onmatch(mock.source).small(num_u8,"
			"mock.source.num_s16,common_flags,$t)",
			"mock.source num_u8=5 num_u16=500 num_s16=-3 num_u32=42",
			"mock.event num_u8=5",
			"show",
		},
		"{ num_u8:          5 } hitcount:          1\n"
		"small a=5 b=-3 c=0 d=42\n",
	},
	{
		"an event matches itself",
		{
			"mock.event hist:keys=num_u8:onmatch(mock.event).one(num_s64)",
			"mock.event num_u8=1 num_s64=-7",
			"mock.event num_u8=2 num_s64=3",
		},
		"one val=-7\n"
		"one val=3\n",
	},
	{
		"maxima are fired",
		{
			"mock.event hist:keys=num_u8:m=num_u64:onmax($m).lat($m,common_pid)",
			"mock.event num_u8=1 num_u64=5 common_pid=1",
			"mock.event num_u8=1 num_u64=5 common_pid=2",
			"mock.event num_u8=1 num_u64=7 common_pid=3",
			"mock.event num_u8=2 num_u64=6 common_pid=4",
			"mock.event num_u8=1 num_u64=6 common_pid=5",
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
			"mock.event hist:keys=num_u8:c=num_u64:onchange($c).trace(lat,$c,"
			"common_pid)",
			"mock.event num_u8=1 num_u64=5 common_pid=1",
			"mock.event num_u8=1 num_u64=5 common_pid=2",
			"mock.event num_u8=1 num_u64=4 common_pid=3",
			"mock.event num_u8=1 num_u64=5 common_pid=4",
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
			"mock.event hist:keys=num_u8:m=num_u64:onmax($m).lat($m,common_pid):"
			"onmatch(mock.event).one(num_s64):onchange($m).lat($m,num_s32)",
			"mock.event num_u8=1 num_u64=5 common_pid=1 num_s64=9 num_s32=-4",
			"mock.event num_u8=1 num_u64=4 common_pid=2 num_s64=8 num_s32=-3",
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
			"mock.event hist:keys=num_u8:onmatch(mock.event).small(num_u8,"
			"num_s16,common_flags,num_u32):onmatch(mock.event).addr(num_u64,"
			"odd_u64)",
			"mock.event num_u8=255 num_s16=-2 common_flags=4 num_u32=0xffffffff "
			"num_u64=0xffffffffffffffff odd_u64=3",
			"mock.event num_s16=0x7fff",
		},
		"small a=255 b=-2 c=1 d=4294967295\n"
		"addr addr=18446744073709551615 ptr=3\n"
		"small a=0 b=32767 c=0 d=0\n"
		"addr addr=0 ptr=0\n",
	},
	{
		"text",
		{
			"mock.event hist:keys=num_u8:onmatch(mock.event).texts(text,dyn):"
			"onmatch(mock.event).texts(rel,ptr):onmatch(mock.event).texts(tag,"
			"text)",
			"mock.event num_u8=1 text=sixteen_letters! dyn=def rel=ghi ptr=jkl "
			"tag=xyz",
			"mock.event num_u8=1 dyn=d rel=g ptr=j",
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
			"mock.source hist:keys=num_u8:a=text,b=dyn,c=rel,d=tag",
			"mock.event hist:keys=num_u8:onmatch(mock.source).texts($a,$b):"
			"onmatch(mock.source).texts($c,$d)",
			"mock.source num_u8=1 text=sixteen_letters! dyn=second rel=third "
			"tag=4th",
			"mock.event num_u8=1",
			"mock.source num_u8=1 dyn=b",
			"mock.event num_u8=1",
		},
		"texts fixed='sixteen_letters' dyn='second'\n"
		"texts fixed='third' dyn='4th'\n"
		"texts fixed='' dyn='b'\n"
		"texts fixed='' dyn=''\n",
	},
	{
		"text that is handed on",
		{
			"mock.source hist:keys=common_pid:a=text",
			"kmem.kmalloc hist:keys=common_pid:b=$a",
			"mock.event hist:keys=common_pid:onmatch(kmem.kmalloc).texts($b,$a)",
			"mock.source common_pid=5 text=first",
			"kmem.kmalloc common_pid=5",
			"mock.source common_pid=5 text=second",
			"mock.event common_pid=5",
		},
		"texts fixed='first' dyn='second'\n",
	},
	{
		"stacks",
		{
			"mock.source hist:keys=num_u8:s=stack",
			"mock.event hist:keys=num_u8:onmatch(mock.event).stacks(stack,"
			"common_pid):onmatch(mock.source).stacks($s,common_pid)",
			"mock.event num_u8=1 stack=9",
			"mock.source num_u8=1 stack=0x10,0x20",
			"mock.event num_u8=1 common_pid=7 stack=1,2,3,4,5,6,7,8,9,10,11,12,"
			"13,14,15,16,17",
			"mock.event num_u8=1 common_pid=8",
		},
		"stacks stack=1,2,3,4,5,6,7,8,9,a,b,c,d,e,f pid=7\n"
		"stacks stack=10,20 pid=7\n"
		"stacks stack= pid=8\n"
		"stacks stack=10,20 pid=8\n",
	},
	{
		"the kernel's stack",
		{
			"mock.source hist:keys=num_u8:s=common_stacktrace",
			"mock.event hist:keys=num_u8:onmatch(mock.source).stacks($s,"
			"common_pid):onmatch(mock.event).stacks(common_stacktrace,common_pid)",
			"mock.source num_u8=1",
			"mock.event num_u8=1 common_pid=2",
		},
		"stacks stack=a0,a1,a2 pid=2\n"
		"stacks stack=a0,a1,a2 pid=2\n",
	},

	/* Field-variable histograms. */
	{
		"the matched event's fields",
		{
			"mock.source hist:keys=num_u8",
			"mock.event hist:keys=num_u8:onmatch(mock.source).small(num_u8,"
			"num_s16,common_flags,only)",
			"mock.source num_u8=1 num_u32=77 num_s16=9",
			"mock.event num_u8=1 num_s16=5",
			"mock.event num_u8=1",
			"mock.event num_u8=2",
			"show",
			"describe",
		},
		"{ num_u8:          1 } hitcount:          2\n"
		"hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048:"
		"onmatch(mock.source).small(num_u8,num_s16,common_flags,only) [active]\n"
		"small a=1 b=5 c=0 d=77\n"
		"small a=1 b=0 c=0 d=77\n",
	},
	{
		"fields that both events have",
		{
			"mock.source hist:keys=num_u8,text:t=num_u64",
			"mock.event hist:keys=num_u8,text:onmatch(mock.source).small(num_u8,"
			"mock.source.num_s16,mock.event.common_flags,mock.source.num_u32):"
			"onmatch(mock.source).texts(mock.source.dyn,dyn)",
			"mock.source num_u8=1 text=k num_u32=77 num_s16=9 common_flags=1 "
			"dyn=theirs",
			"mock.event num_u8=1 text=k num_s16=5 num_u32=6 dyn=ours",
			"mock.event num_u8=1 text=l",
		},
		"small a=1 b=9 c=0 d=77\n"
		"texts fixed='theirs' dyn='ours'\n",
	},
	{
		"a helper with computed keys",
		{
			"mock.source hist:keys=num_u8*2,num_u64/10",
			"mock.event hist:keys=num_u16,num_u32:onmatch(mock.source).one(mock.s"
			"ource.num_s64)",
			"mock.source num_u8=4 num_u64=57 num_s64=-1",
			"mock.event num_u16=8 num_u32=5",
			"mock.event num_u16=8 num_u32=6",
			"field_var_hists",
		},
		"hist:keys=num_u8*2,num_u64/10:vals=hitcount:synthetic_num_s64=num_s64:"
		"sort=hitcount:size=2048 [active]\n"
		"one val=-1\n",
	},
	{
		/* 3 words of keys and 14 registers: one word more than fits on the stack. */
		"a helper whose keys need many registers",
		{
			"mock.source hist:keys=num_u8+num_u16+num_u32+num_u64,"
			"num_u8*num_u16*num_u32*num_u64,num_u32",
			"mock.event hist:keys=num_u8,num_u16,num_u32:"
			"onmatch(mock.source).one(mock.source.num_s64)",
			"mock.source num_u8=2 num_u16=3 num_u32=4 num_u64=5 num_s64=-1",
			"mock.event num_u8=14 num_u16=120 num_u32=4",
			"mock.event num_u8=14 num_u16=121 num_u32=4",
		},
		"one val=-1\n",
	},
	{
		"a helper for each field",
		{
			"mock.source hist:name=theirs:keys=common_pid.execname,text:"
			"vals=num_u64,num_s8:t=num_u32:sort=num_u64:size=128:"
			"onmax($t).save(num_u8)",
			"mock.event hist:keys=common_pid,text:onmatch(mock.source).one(mock.s"
			"ource.num_s64):onmatch(mock.source).texts(mock.source.dyn,"
			"mock.source.ptr):onmatch(mock.source).one(mock.source.num_s64)",
			"mock.source common_pid=3 text=k num_s64=7 dyn=d ptr=there",
			"mock.event common_pid=3 text=k dyn=e ptr=moved",
			"field_var_hists",
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
			"mock.source hist:keys=common_timestamp.usecs:clock=boot",
			"mock.event hist:keys=common_timestamp.usecs:"
			"onmatch(mock.source).one(mock.source.num_s64):clock=boot",
			"clock 5000000",
			"mock.source num_s64=8",
			"clock 5000999",
			"mock.event ",
			"clock 5001000",
			"mock.event ",
			"field_var_hists",
			"show",
		},
		"hist:keys=common_timestamp.usecs:vals=hitcount:synthetic_num_s64=num_s64:"
		"sort=hitcount:size=2048:clock=boot [active]\n"
		"{ common_timestamp:       5000 } hitcount:          1\n"
		"one val=8\n",
	},
	{
		"a matched time of another clock",
		{
			"mock.source hist:keys=num_u8:ts=common_timestamp:clock=mono",
			"mock.event hist:keys=num_u8:clock=counter:"
			"onmatch(mock.source).lat(mock.source.common_timestamp,common_pid)",
			"field_var_hists",
			"clock 7",
			"mock.source num_u8=1",
			"clock 9",
			"mock.event num_u8=1 common_pid=2",
		},
		"hist:keys=num_u8:vals=hitcount:synthetic_common_timestamp=common_timestamp:"
		"sort=hitcount:size=2048:clock=counter [active]\n"
		"lat lat=7 pid=2\n",
	},
	{
		"a helper's field that looks another way",
		{
			"mock.source hist:keys=num_u8",
			"mock.event hist:keys=num_u8:onmatch(mock.source).addr(mock.source.nu"
			"m_u64.hex,mock.source.num_u64)",
			"mock.source num_u8=1 num_u64=16",
			"mock.event num_u8=1",
			"field_var_hists",
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
			"mock.source hist:keys=num_u8:ts=common_timestamp.usecs",
			"mock.event hist:keys=num_u8:l=common_timestamp.usecs-$ts:"
			"onmatch(mock.source).lat($l,common_pid)",
			"mock.event hist:keys=num_u8:vals=$l",
			"clock 5000000",
			"mock.source num_u8=1",
			"clock 7000999",
			"mock.event num_u8=1 common_pid=2",
			"show",
		},
		"{ num_u8:          1 } hitcount:          1  l:       2000\n"
		"lat lat=2000 pid=2\n",
	},
	{
		"times by the clock",
		{
			"mock.source hist:keys=num_u8:ts=common_timestamp:clock=counter",
			"mock.event hist:keys=num_u8:vals=common_timestamp-$ts:clock=counter",
			"mock.event hist:keys=num_u8:vals=common_timestamp-$ts",
			"clock 5000000",
			"mock.source num_u8=1",
			"clock 7000999",
			"mock.event num_u8=1",
			"show",
			"describe",
		},
		"Timestamps are of different clocks, use the same clock= in both histograms, at 22\n"
		"{ num_u8:          1 } hitcount:          1  common_timestamp-$ts:    "
		"2000999\n"
		"hist:keys=num_u8:vals=hitcount,common_timestamp-$ts:sort=hitcount:size=2048:"
		"clock=counter [active]\n",
	},
	{
		"one reading for all",
		{
			"mock.event hist:keys=num_u8:a=common_timestamp,"
			"b=common_timestamp.usecs:onchange($a).save($a,$b,"
			"common_timestamp.usecs,common_timestamp.hex)",
			"clock 7000999",
			"mock.event num_u8=1",
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
			"mock.event hist:keys=num_u8:m=num_u64:onmax($m).snapshot()",
			"totals",
			"mock.event num_u8=1 num_u64=5",
			"mock.event num_u8=2 num_u64=3",
			"totals",
			"mock.event num_u8=2 num_u64=9",
			"mock.event num_u8=1 num_u64=9",
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
			"mock.event hist:keys=num_s8,text:c=num_s64:onchange($c).snapshot()",
			"mock.event num_s8=-1 num_s64=5 text=abc",
			"mock.event num_s8=-1 num_s64=-3 text=abc",
			"mock.event num_s8=-1 num_s64=-3 text=abc",
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
			"mock.event hist:keys=num_u8:m=num_s64:onmax($m).snapshot()",
			"mock.event num_u8=1 num_s64=-5",
			"mock.event num_u8=2 num_s64=-9",
			"mock.event num_u8=2 num_s64=-1",
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
			"mock.event hist:keys=num_u8:m=num_u64:onmax($m).save(num_u16):"
			"onmax($m).snapshot():onmax($m).one(num_s64)",
			"mock.event num_u8=1 num_u64=5 num_u16=3 num_s64=2",
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
