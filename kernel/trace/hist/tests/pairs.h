/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two histograms of fake_event each, in the world of fake_world_populate(): do they show and
 * do the same, and can they share entries?  And can the same of fake_event and
 * fake_other_event?
 */
#ifndef _TRACE_HIST_PAIRS_H
#define _TRACE_HIST_PAIRS_H

#include <linux/types.h>

/**
 * struct pair - two commands
 * @a: one
 * @b: the other
 * @same: they show and do the same
 * @compatible: they can share their entries
 * @covers: of two that are not the same, @a has all that @b has; what is the same covers
 *	each other
 */
struct pair {
	const char *a;
	const char *b;
	bool same;
	bool compatible;
	bool covers;
};

static const struct pair pairs[] = {
	{ "hist:keys=num_u8", "hist:keys=num_u8", true, true },
	{ "hist:keys=num_u8", "hist:keys=num_s8", false, false },
	{ "hist:keys=num_u8", "hist:keys=num_u8,num_s8", false, false },
	{ "hist:keys=num_u8,num_s8", "hist:keys=num_s8,num_u8", false, false },
	{ "hist:keys=num_u8,num_s8", "hist:keys=num_u8:vals=num_s8", false, false },
	{ "hist:keys=cpu", "hist:keys=common_cpu", true, true },
	{ "hist:keys=stack", "hist:keys=stack.stacktrace", true, true },

	/* Modifiers, a bucket's width among them. */
	{ "hist:keys=num_u8", "hist:keys=num_u8.hex", false, false },
	{ "hist:keys=num_u8.log2", "hist:keys=num_u8.hex", false, false },
	{ "hist:keys=num_u8.buckets=10", "hist:keys=num_u8.buckets=20", false, false },
	{ "hist:keys=num_u8.buckets=10", "hist:keys=num_u8.buckets=0xa", true, true },
	{ "hist:keys=num_u8.buckets=10", "hist:keys=num_u8.bucket=10", true, true },
	{ "hist:keys=common_pid", "hist:keys=common_pid.execname", false, false },

	/* Values. */
	{ "hist:keys=num_u8", "hist:keys=num_u8:vals=hitcount", true, true },
	{ "hist:keys=num_u8", "hist:keys=num_u8:vals=hitcount.hex", false, false },
	{ "hist:keys=num_u8:vals=num_s8", "hist:keys=num_u8:vals=num_u8", false, false },
	{ "hist:keys=num_u8:vals=num_s8", "hist:keys=num_u8:vals=num_s8.hex", false, false },
	{ "hist:keys=num_u8:vals=num_s8,num_u8", "hist:keys=num_u8:vals=num_u8,num_s8",
	  false, false },

	/* The order is not the entries' but the table's. */
	{ "hist:keys=num_u8", "hist:keys=num_u8:sort=hitcount", true, true },
	{ "hist:keys=num_u8", "hist:keys=num_u8:sort=num_u8", false, true },
	{ "hist:keys=num_u8", "hist:keys=num_u8:sort=hitcount.descending", false, true },
	{ "hist:keys=num_u8:sort=num_u8", "hist:keys=num_u8:sort=num_u8,hitcount",
	  false, true },

	/* These do not count. */
	{ "hist:keys=num_u8:size=128", "hist:keys=num_u8:size=256", true, true },
	{ "hist:keys=num_u8:name=a", "hist:keys=num_u8:name=b", true, true },
	{ "hist:keys=num_u8 if num_u8 > 1", "hist:keys=num_u8:pause", true, true },
	{ "hist:keys=num_u8:vals=num_s8", "hist:keys=num_u8:vals=num_s8:nohitcount",
	  true, true },
	{ "hist:keys=num_u8:clock=mono", "hist:keys=num_u8", true, true },

	/* Times by different clocks cannot be in one table. */
	{ "hist:keys=common_timestamp:clock=mono", "hist:keys=common_timestamp", true, false },
	{ "hist:keys=common_timestamp:clock=global", "hist:keys=common_timestamp", true, true },

	/* Expressions are what they are made of. */
	{ "hist:keys=num_u8+1", "hist:keys=(num_u8) + 1", true, true },
	{ "hist:keys=num_u8+1", "hist:keys=num_u8+2", false, false },
	{ "hist:keys=num_u8+1", "hist:keys=1+num_u8", false, false },
	{ "hist:keys=num_u8:vals=2*3", "hist:keys=num_u8:vals=6", true, true },
	{ "hist:keys=num_u8:vals=num_u64-1", "hist:keys=num_u8:vals=num_u64.hex-1", false, false },

	/* Variables: by name, value and order, but it is enough to have them. */
	{ "hist:keys=num_u8:a=1", "hist:keys=num_u8:a=1", true, true },
	{ "hist:keys=num_u8:a=1", "hist:keys=num_u8:a=2", false, false },
	{ "hist:keys=num_u8:a=1", "hist:keys=num_u8:b=1", false, false },
	{ "hist:keys=num_u8:a=num_u8", "hist:keys=num_u8:a=num_u8.hex", false, false },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8:a=1:b=2", true, true },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8:b=2,a=1", false, false, true },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8:b=2", false, false, true },
	{ "hist:keys=num_u8:b=2", "hist:keys=num_u8:a=1,b=2", false, false },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8", false, false },
	{ "hist:keys=num_u8", "hist:keys=num_u8:a=1", false, false },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8:b=2:sort=num_u8", false, false },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8:vals=num_s8:b=2", false, false },
	{ "hist:keys=num_u8:a=num_u64:vals=$a", "hist:keys=num_u8:a=num_u64:vals=num_u64",
	  false, false },

	/* Variables of others, by the name that was used. */
	{ "hist:keys=num_u8:vals=$v", "hist:keys=num_u8:vals=$v", true, true },
	{ "hist:keys=num_u8:vals=$v", "hist:keys=num_u8:vals=$sval", false, false },
	{ "hist:keys=num_u8:vals=$v", "hist:keys=num_u8:vals=fake.source.$v", false, false },

	/* Actions, all of them and in this order. */
	{ "hist:keys=num_u8:a=1:onmax($a).save(num_u8)",
	  "hist:onmax( $a ).save( num_u8 ):keys=num_u8:a=1", true, true },
	{ "hist:keys=num_u8:a=1:onmax($a).save(num_u8)", "hist:keys=num_u8:a=1", false, false },
	{ "hist:keys=num_u8:a=1:onmax($a).save(num_u8)",
	  "hist:keys=num_u8:a=1:onchange($a).save(num_u8)", false, false },
	{ "hist:keys=num_u8:a=1:onmax($a).save(num_u8)",
	  "hist:keys=num_u8:a=1:onmax($a).save(num_s8)", false, false },
	{ "hist:keys=num_u8:a=1:onmax($a).save(num_u8):onchange($a).snapshot()",
	  "hist:keys=num_u8:a=1:onchange($a).snapshot():onmax($a).save(num_u8)", false, false },
	{ "hist:keys=num_u8:a=1,b=2:onmax($a).save(num_u8)",
	  "hist:keys=num_u8:a=1:onmax($a).save(num_u8)", false, false, true },
	{ "hist:keys=num_u8:onmatch(fake.source).one($sval)",
	  "hist:keys=num_u8:onmatch(fake.source).trace(one,$sval)", false, false },
};

/**
 * struct events_pair - one command on two events, whose fields may differ behind their names
 * @text: the command
 * @compatible: they can share their entries
 */
struct events_pair {
	const char *text;
	bool compatible;
};

static const struct events_pair events_pairs[] = {
	{ "hist:keys=common_pid", true },
	{ "hist:keys=num_u8", true },
	{ "hist:keys=num_u8:vals=num_u8", true },
	{ "hist:keys=dyn", true },
	{ "hist:keys=common_cpu,common_comm,common_stacktrace", true },
	{ "hist:keys=num_u32", false },
	{ "hist:keys=num_u8:vals=num_u32", false },
	{ "hist:keys=num_u8:vals=num_u64", false },
	{ "hist:keys=num_s64", false },
	{ "hist:keys=text", false },
	{ "hist:keys=cpu", false },

	/* Of what is saved, the same has to be in the same place. */
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(num_u8,dyn,common_comm)", true },
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(text)", false },
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(num_s64)", false },
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(num_u32)", false },
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(odd_u16,tag)", false },
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(odd_s64,rel2)", false },
};

#endif /* _TRACE_HIST_PAIRS_H */
