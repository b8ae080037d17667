/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Commands that are right, with what the trigger file shows for them.
 *
 * What it shows is as Documentation/trace/histogram.rst has it in its "trigger
 * info" lines.  The fields are those of fake_event.
 */
#ifndef _TRACE_HIST_ACCEPTED_H
#define _TRACE_HIST_ACCEPTED_H

/**
 * struct accepted - a command that must be accepted
 * @text: the command
 * @shown: how it is shown
 */
struct accepted {
	const char *text;
	const char *shown;
};

static const struct accepted accepted[] = {
	{ "hist:keys=num_u8",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:key=num_u8:val=num_u8",
	  "hist:keys=num_u8:vals=hitcount,num_u8:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=common_pid,num_u64.sym:values=num_u32,num_s32,hitcount",
	  "hist:keys=common_pid,num_u64.sym:vals=hitcount,num_u32,num_s32:"
	  "sort=hitcount:size=2048 [active]" },

	/* Blanks, aliases and order do not matter. */
	{ "  hist : pause : vals = hitcount , num_s8 : keys = num_u8 , text  ",
	  "hist:keys=num_u8,text:vals=hitcount,num_s8:sort=hitcount:size=2048 [paused]" },
	{ "hist keys=num_u8 if num_u8 > 3 && text ~ \"a:b,c\"",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 "
	  "if num_u8 > 3 && text ~ \"a:b,c\" [active]" },
	{ "hist:keys=num_u8 if   num_u8 == 1 if x  [paused]",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 "
	  "if num_u8 == 1 if x [paused]" },
	{ "hist:keys=num_u8 [active]",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 [active]" },
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
	{ "hist:keys=num_s64.buckets=18446744073709551615,num_s64.buckets=1",
	  "hist:keys=num_s64.buckets=18446744073709551615,num_s64.buckets=1:"
	  "vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=common_timestamp.log2,common_timestamp.buckets=7,common_timestamp.hex,"
	  "common_cpu.log2,common_cpu.buckets=2,common_cpu.hex",
	  "hist:keys=common_timestamp.log2,common_timestamp.buckets=7,common_timestamp.hex,"
	  "common_cpu.log2,common_cpu.buckets=2,common_cpu.hex:"
	  "vals=hitcount:sort=hitcount:size=2048:clock=global [active]" },

	/* Kinds of fields, under the names that they really have. */
	{ "hist:keys=text,tag,big,dyn,rel,ptr",
	  "hist:keys=text,tag,big,dyn,rel,ptr:vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=dyn,dyn2,rel,rel2",
	  "hist:keys=dyn,dyn2,rel,rel2:vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=cpu,comm,stacktrace",
	  "hist:keys=common_cpu,common_comm,common_stacktrace:vals=hitcount:"
	  "sort=hitcount:size=2048 [active]" },
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
	{ "hist:keys=num_u8:vals=hitcount.percent:sort=hitcount.percent",
	  "hist:keys=num_u8:vals=hitcount,hitcount.percent:sort=hitcount.percent:"
	  "size=2048 [active]" },
	{ "hist:keys=cpu:sort=cpu",
	  "hist:keys=common_cpu:vals=hitcount:sort=common_cpu:size=2048 [active]" },
	{ "hist:keys=common_pid.execname:sort=common_pid.execname.ascending",
	  "hist:keys=common_pid.execname:vals=hitcount:sort=common_pid.execname:"
	  "size=2048 [active]" },

	/* Size, rounded up; name; no hitcount. */
	{ "hist:keys=num_u8:size=65",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=128 [active]" },
	{ "hist:keys=num_u8:size=0x1000",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=4096 [active]" },
	{ "hist:keys=num_u8:size=131072",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=131072 [active]" },
	{ "hist:keys=num_u8:size=65537",
	  "hist:keys=num_u8:vals=hitcount:sort=hitcount:size=131072 [active]" },
	{ "hist:keys=num_u8:name=a.b-c_9",
	  "hist:name=a.b-c_9:keys=num_u8:vals=hitcount:sort=hitcount:size=2048 [active]" },
	{ "hist:keys=num_u8:nohitcount:vals=num_s8",
	  "hist:keys=num_u8:vals=num_s8:sort=hitcount:size=2048:nohitcount [active]" },
	{ "hist:keys=num_u8:NOHC:vals=hitcount.percent,num_s8:sort=num_s8 if num_s8 > 0",
	  "hist:keys=num_u8:vals=hitcount.percent,num_s8:sort=num_s8:size=2048:nohitcount "
	  "if num_s8 > 0 [active]" },

	/* As much of everything as there can be. */
	{ "hist:keys=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64:"
	  "vals=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64,"
	  "odd_u16,odd_s16,odd_u32,odd_s32,odd_u64,odd_s64,common_pid,common_type:"
	  "sort=num_s64.descending,common_type.descending:size=256:name=full:nohitcount",
	  "hist:name=full:keys=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64:"
	  "vals=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64,"
	  "odd_u16,odd_s16,odd_u32,odd_s32,odd_u64,odd_s64,common_pid,common_type:"
	  "sort=num_s64.descending,common_type.descending:size=256:nohitcount [active]" },
	/* The hitcount is always there, and takes no place of another. */
	{ "hist:keys=num_u8:vals=num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,num_s64,"
	  "odd_u16,odd_s16,odd_u32,odd_s32,odd_u64,odd_s64,common_pid,common_type",
	  "hist:keys=num_u8:vals=hitcount,num_u8,num_s8,num_u16,num_s16,num_u32,num_s32,num_u64,"
	  "num_s64,odd_u16,odd_s16,odd_u32,odd_s32,odd_u64,odd_s64,common_pid,common_type:"
	  "sort=hitcount:size=2048 [active]" },
};

#endif /* _TRACE_HIST_ACCEPTED_H */
