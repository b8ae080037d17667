/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scenarios of aggregates, for KUnit and user space. Like scenarios.h, they need only mock events.
 * The expected numbers are computed by hand.
 */
#ifndef _TRACE_HIST_TESTS_CASES_STAT_SCENARIOS_H
#define _TRACE_HIST_TESTS_CASES_STAT_SCENARIOS_H

#include "../fixtures/scenario.h"

static const struct scenario stat_scenarios[] = {
	{
		/* Average: 40 / 8. Squares of deviations: 9+1+1+1+0+0+4+16 = 32 = 4 * 8. */
		"average and deviation",
		{
			"mock.event hist:keys=num_u8:vals=num_u64.min,num_u64.max,num_u64.avg,"
			"num_u64.stddev,num_u64.sum,num_u64",
			"mock.event num_u64=2", "mock.event num_u64=4", "mock.event num_u64=4",
			"mock.event num_u64=4", "mock.event num_u64=5", "mock.event num_u64=5",
			"mock.event num_u64=7", "mock.event num_u64=9",
			"show",
			"describe",
			"totals",
		},
		"{ num_u8:          0 } hitcount:          8  num_u64.min:          2  "
		"num_u64.max:          9  num_u64.avg:          5  num_u64.stddev:          2  "
		"num_u64.sum:         40  num_u64:         40\n"
		"hist:keys=num_u8:vals=hitcount,num_u64.min,num_u64.max,num_u64.avg,num_u64.stddev,"
		"num_u64.sum,num_u64:sort=hitcount:size=2048 [active]\n"
		"\nTotals:\n    Hits: 8\n    Entries: 1\n    Dropped: 0\n"
		"    Overall:  num_u64.min:          2  num_u64.max:          9  num_u64.avg:"
		"          5  num_u64.stddev:          2  num_u64.sum:         40\n",
	},
	{
		/* -7 and 4: average -1.5, truncated toward zero; deviations 5.5 each */
		"negative numbers",
		{
			"mock.event hist:keys=num_u8:vals=num_s64.min,num_s64.max,num_s64.avg,"
			"num_s64.stddev,num_s64.p1,num_s64.median",
			"mock.event num_s64=-7",
			"mock.event num_s64=4",
			"show",
		},
		"{ num_u8:          0 } hitcount:          2  num_s64.min:         -7  "
		"num_s64.max:          4  num_s64.avg:         -1  num_s64.stddev:          5  "
		"num_s64.p1:         -7  num_s64.p50:         -7\n",
	},
	{
		/* Rank of p50: ceil(2.5) = 3, p99: ceil(4.95) = 5. 1000 is in bucket 992-1007. */
		"percentiles",
		{
			"mock.event hist:keys=num_u8:vals=num_u64.p50,num_u64.p20,num_u64.p21,"
			"num_u64.p80,num_u64.p99,num_u64.p999:pool=128",
			"mock.event num_u64=10", "mock.event num_u64=20", "mock.event num_u64=30",
			"mock.event num_u64=1000", "mock.event num_u64=5000",
			"show",
			"describe",
		},
		/* 5000 is in bucket 4992-5119, clamped to the maximum. */
		"{ num_u8:          0 } hitcount:          5  num_u64.p50:         30  "
		"num_u64.p20:         10  num_u64.p21:         20  num_u64.p80:       1007  "
		"num_u64.p99:       5000  num_u64.p999:       5000\n"
		"hist:keys=num_u8:vals=hitcount,num_u64.p50,num_u64.p20,num_u64.p21,num_u64.p80,"
		"num_u64.p99,num_u64.p999:sort=hitcount:size=2048:pool=128 [active]\n",
	},
	{
		"a distribution",
		{
			"mock.event hist:keys=num_u8:vals=num_u64.dist:size=128",
			"mock.event num_u8=1 num_u64=0", "mock.event num_u8=1 num_u64=5",
			"mock.event num_u8=1 num_u64=6", "mock.event num_u8=1 num_u64=8",
			"show",
			"describe",
		},
		"{ num_u8:          1 } hitcount:          4\n"
		"\tnum_u64.dist:\n"
		"\t                   0 - 0                             1 ##########\n"
		"\t                   1 - 1                             0 \n"
		"\t                   2 - 3                             0 \n"
		"\t                   4 - 7                             2 ####################\n"
		"\t                   8 - 15                            1 ##########\n"
		"hist:keys=num_u8:vals=hitcount,num_u64.dist:sort=hitcount:size=128:pool=2048 "
		"[active]\n",
	},
	{
		"sorted by an aggregate",
		{
			"mock.event hist:keys=num_u8:vals=num_s64.avg:sort=num_s64.avg.descending",
			"mock.event num_u8=1 num_s64=-5",
			"mock.event num_u8=2 num_s64=3",
			"mock.event num_u8=3 num_s64=-9",
			"show",
			"describe",
		},
		"{ num_u8:          2 } hitcount:          1  num_s64.avg:          3\n"
		"{ num_u8:          1 } hitcount:          1  num_s64.avg:         -5\n"
		"{ num_u8:          3 } hitcount:          1  num_s64.avg:         -9\n"
		"hist:keys=num_u8:vals=hitcount,num_s64.avg:sort=num_s64.avg.descending:size=2048 "
		"[active]\n",
	},
	{
		"sorted by a percentile of a variable",
		{
			"mock.source hist:keys=common_pid:t=num_u64",
			"mock.event hist:keys=num_u8:d=num_u64-$t[num_u32]:vals=$d.p99,$d.max.hex:"
			"sort=$d.p99.descending",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u8=1 num_u32=7 num_u64=110",
			"mock.source common_pid=7 num_u64=100",
			"mock.event num_u8=2 num_u32=7 num_u64=150",
			"show",
			"describe",
		},
		"{ num_u8:          2 } hitcount:          1  d.p99:         50  d.max:         32\n"
		"{ num_u8:          1 } hitcount:          1  d.p99:         10  d.max:          a\n"
		"hist:keys=num_u8:vals=hitcount,$d.p99,$d.max.hex:d=num_u64-$t[num_u32]:"
		"sort=$d.p99.descending:size=2048:pool=32768 [active]\n",
	},
	{
		"an aggregate of an expression",
		{
			"mock.event hist:keys=num_u8:vals=(num_u16-num_u32).avg:"
			"sort=(num_u16-num_u32).avg",
			"mock.event num_u8=1 num_u16=5 num_u32=8",
			"mock.event num_u8=2 num_u16=5 num_u32=9",
			"show",
			"describe",
		},
		"{ num_u8:          2 } hitcount:          1  (num_u16-num_u32).avg:         -4\n"
		"{ num_u8:          1 } hitcount:          1  (num_u16-num_u32).avg:         -3\n"
		"hist:keys=num_u8:vals=hitcount,(num_u16-num_u32).avg:"
		"sort=(num_u16-num_u32).avg:size=2048 [active]\n",
	},
	{
		"two statistics, one of them of an expression",
		{
			"mock.event hist:keys=num_u8:vals=(num_u16-num_u32).max,num_u64.min",
			"mock.event num_u8=1 num_u16=5 num_u32=8 num_u64=100",
			"mock.event num_u8=1 num_u16=9 num_u32=8 num_u64=70",
			"show",
		},
		"{ num_u8:          1 } hitcount:          2  (num_u16-num_u32).max:          1  "
		"num_u64.min:         70\n",
	},
	{
		/* The key of 7 is 3, which is stored as a number. The number 3 has the key 2. */
		"an aggregate beside a key that is a logarithm",
		{
			"mock.event hist:keys=num_u8.log2:vals=num_u64.max:sort=num_u8",
			"mock.event num_u8=7 num_u64=100",
			"mock.event num_u8=3 num_u64=200",
			"show",
		},
		"{ num_u8: ~ 2^2  } hitcount:          1  num_u64.max:        200\n"
		"{ num_u8: ~ 2^3  } hitcount:          1  num_u64.max:        100\n",
	},
	{
		/* (2^64-1)^2 + (2^64-1)^2 exceeds 128 bits. */
		"a sum of squares that overflows",
		{
			"mock.event hist:keys=num_u8:vals=num_u64.avg,num_u64.stddev",
			"mock.event num_u8=1 num_u64=18446744073709551615",
			"mock.event num_u8=1 num_u64=18446744073709551615",
			"mock.event num_u8=2 num_u64=18446744073709551615",
			"show",
		},
		"{ num_u8:          2 } hitcount:          1  num_u64.avg: 18446744073709551615  "
		"num_u64.stddev:          0\n"
		"{ num_u8:          1 } hitcount:          2  num_u64.avg: 18446744073709551615  "
		"num_u64.stddev:   overflow\n",
	},
	{
		"the largest and the smallest value of a variable",
		{
			"mock.event hist:keys=num_u8:v=num_s64:onmin($v).save(num_u16)",
			"mock.event num_s64=5 num_u16=1",
			"mock.event num_s64=-5 num_u16=2",
			"mock.event num_s64=7 num_u16=3",
			"show",
		},
		"{ num_u8:          0 } hitcount:          3\n"
		"\tmin:         -5  num_u16:          2\n",
	},
};

#endif /* _TRACE_HIST_TESTS_CASES_STAT_SCENARIOS_H */
