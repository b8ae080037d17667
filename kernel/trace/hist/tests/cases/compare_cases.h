/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cases for the comparison of compiled histograms.
 *
 * The first table compares two histograms of mock_event in the environment of
 * mock_hists_populate(): equality, superset, and whether they can share a map. The second table
 * compares one command on mock_event and on mock_other_event.
 */
#ifndef _TRACE_HIST_TESTS_CASES_COMPARE_CASES_H
#define _TRACE_HIST_TESTS_CASES_COMPARE_CASES_H

#include <linux/types.h>

/**
 * struct compare_case - Two commands and the expected results of their comparison
 * @a: first command
 * @b: second command
 * @equal: result of hist_data_equal(): both histograms count, display and do the same
 * @can_share_map: result of hist_data_can_share_map(): the histograms can share a map
 * @is_superset: result of hist_data_is_superset() if @equal is false: @a equals @b except for
 *	additional variables. If @equal is true, the result must be true
 */
struct compare_case {
	const char *a;
	const char *b;
	bool equal;
	bool can_share_map;
	bool is_superset;
};

static const struct compare_case compare_cases[] = {
	{ "hist:keys=num_u8", "hist:keys=num_u8", true, true },
	{ "hist:keys=num_u8", "hist:keys=num_s8", false, false },
	{ "hist:keys=num_u8", "hist:keys=num_u8,num_s8", false, false },
	{ "hist:keys=num_u8,num_s8", "hist:keys=num_s8,num_u8", false, false },
	{ "hist:keys=num_u8,num_s8", "hist:keys=num_u8:vals=num_s8", false, false },
	{ "hist:keys=cpu", "hist:keys=common_cpu", true, true },
	{ "hist:keys=stack", "hist:keys=stack.stacktrace", true, true },

	/* Modifiers, including the width of buckets. */
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

	/* The sort order affects the display only, so the histograms can share a map. */
	{ "hist:keys=num_u8", "hist:keys=num_u8:sort=hitcount", true, true },
	{ "hist:keys=num_u8", "hist:keys=num_u8:sort=num_u8", false, true },
	{ "hist:keys=num_u8", "hist:keys=num_u8:sort=hitcount.descending", false, true },
	{ "hist:keys=num_u8:sort=num_u8", "hist:keys=num_u8:sort=num_u8,hitcount",
	  false, true },

	/* Size, name, filter, nohitcount and an unused clock are not compared. */
	{ "hist:keys=num_u8:size=128", "hist:keys=num_u8:size=256", true, true },
	{ "hist:keys=num_u8:overflow=other", "hist:keys=num_u8", true, true },
	{ "hist:keys=num_u8:overflow=evict", "hist:keys=num_u8:overflow=other", true, true },
	{ "hist:keys=num_u8:name=a", "hist:keys=num_u8:name=b", true, true },
	{ "hist:keys=num_u8 if num_u8 > 1", "hist:keys=num_u8:pause", true, true },
	{ "hist:keys=num_u8:vals=num_s8", "hist:keys=num_u8:vals=num_s8:nohitcount",
	  true, true },
	{ "hist:keys=num_u8:clock=mono", "hist:keys=num_u8", true, true },

	/* Histograms with times of different clocks cannot share a map. */
	{ "hist:keys=common_timestamp:clock=mono", "hist:keys=common_timestamp", true, false },
	{ "hist:keys=common_timestamp:clock=global", "hist:keys=common_timestamp", true, true },

	/* Expressions are compared by structure, not by spelling. */
	{ "hist:keys=num_u8+1", "hist:keys=(num_u8) + 1", true, true },
	{ "hist:keys=num_u8+1", "hist:keys=num_u8+2", false, false },
	{ "hist:keys=num_u8+1", "hist:keys=1+num_u8", false, false },
	{ "hist:keys=num_u8:vals=2*3", "hist:keys=num_u8:vals=6", true, true },
	{ "hist:keys=num_u8:vals=num_u64-1", "hist:keys=num_u8:vals=num_u64.hex-1", false, false },

	/* The order of variables only affects the layout of a map. */
	{ "hist:keys=num_u8:a=1", "hist:keys=num_u8:a=1", true, true },
	{ "hist:keys=num_u8:a=1", "hist:keys=num_u8:a=2", false, false },
	{ "hist:keys=num_u8:a=1", "hist:keys=num_u8:b=1", false, false },
	{ "hist:keys=num_u8:a=num_u8", "hist:keys=num_u8:a=num_u8.hex", false, false },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8:a=1:b=2", true, true },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8:b=2,a=1", true, false },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8:b=2", false, false, true },
	{ "hist:keys=num_u8:b=2", "hist:keys=num_u8:a=1,b=2", false, false },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8", false, false },
	{ "hist:keys=num_u8", "hist:keys=num_u8:a=1", false, false },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8:b=2:sort=num_u8", false, false },
	{ "hist:keys=num_u8:a=1,b=2", "hist:keys=num_u8:vals=num_s8:b=2", false, false },
	{ "hist:keys=num_u8:a=num_u64:vals=$a", "hist:keys=num_u8:a=num_u64:vals=num_u64",
	  false, false },

	/* References to other histograms are compared as they are written. */
	{ "hist:keys=num_u8:vals=$v", "hist:keys=num_u8:vals=$v", true, true },
	{ "hist:keys=num_u8:vals=$v", "hist:keys=num_u8:vals=$sval", false, false },
	{ "hist:keys=num_u8:vals=$v", "hist:keys=num_u8:vals=mock.source.$v", false, false },

	/* Actions must be equal and in the same order. */
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
	{ "hist:keys=num_u8:onmatch(mock.source).one($sval)",
	  "hist:keys=num_u8:onmatch(mock.source).trace(one,$sval)", false, false },
};

/**
 * struct cross_event_case - One command on two events with fields of the same names
 * @text: command
 * @can_share_map: result of hist_data_can_share_map(): true if the types of all used fields agree
 */
struct cross_event_case {
	const char *text;
	bool can_share_map;
};

static const struct cross_event_case cross_event_cases[] = {
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

	/* num_s64 is signed in only one of the events. A standard deviation is always unsigned. */
	{ "hist:keys=num_u8:vals=(num_u8|num_u8).stddev", true },
	{ "hist:keys=num_u8:vals=(num_u8|num_s64).avg", false },
	{ "hist:keys=num_u8:vals=(num_u8|num_s64).stddev", false },

	/* Saved fields must agree in type and position. */
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(num_u8,dyn,common_comm)", true },
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(text)", false },
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(num_s64)", false },
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(num_u32)", false },
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(odd_u16,tag)", false },
	{ "hist:keys=num_u8:x=num_u8:onmax($x).save(odd_s64,rel2)", false },
};

#endif /* _TRACE_HIST_TESTS_CASES_COMPARE_CASES_H */
