/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Scenarios of overflow=, for KUnit and user space. Like scenarios.h, they need only mock events.
 * All tables have 128 rows, so a sweep of 200 events has 72 without a row, with the values 128 to
 * 199. The sum of these values is 72 * (128 + 199) / 2 = 11772. The expected numbers are computed
 * by hand.
 */
#ifndef _TRACE_HIST_TESTS_CASES_OVERFLOW_SCENARIOS_H
#define _TRACE_HIST_TESTS_CASES_OVERFLOW_SCENARIOS_H

#include "../fixtures/scenario.h"

static const struct scenario overflow_scenarios[] = {
	{
		"overflow=drop, and the default",
		{
			"mock.event hist:keys=num_u16:size=128",
			"mock.event hist:keys=num_u16:size=128:overflow=drop",
			"sweep 200 mock.event num_u16",
			"other 1",
			"totals 1",
			"other 2",
			"totals 2",
			"describe",
		},
		"\nTotals:\n    Hits: 128\n    Entries: 128\n    Dropped: 72\n"
		"        no free row: 72\n"
		"\nTotals:\n    Hits: 128\n    Entries: 128\n    Dropped: 72\n"
		"        no free row: 72\n"
		"hist:keys=num_u16:vals=hitcount:sort=hitcount:size=128:overflow=drop [active]\n",
	},
	{
		"a table that is just full",
		{
			"mock.event hist:keys=num_u16:size=128:overflow=other",
			"sweep 128 mock.event num_u16",
			"sweep 128 mock.event num_u16",
			"other",
			"totals",
			"describe",
		},
		"\nTotals:\n    Hits: 256\n    Entries: 128\n    Dropped: 0\n"
		"hist:keys=num_u16:vals=hitcount:sort=hitcount:size=128:overflow=other [active]\n",
	},
	{
		"hits and sums of the other row",
		{
			"mock.event hist:keys=num_u16:vals=num_u16,num_u16.hex:size=128:overflow=other",
			"sweep 200 mock.event num_u16",
			"other",
			"totals",
		},
		"{ other } hitcount:         72  num_u16:      11772  num_u16:       2dfc\n"
		"\nTotals:\n    Hits: 200\n    Entries: 128\n    Dropped: 0\n",
	},
	{
		/*
		 * Average 163.5, truncated. Rank of p50: 36, so 163, in the bucket 160-163. Over
		 * all rows, the values are 0 to 199: average 99.5; rank 100, so 99, in the bucket
		 * 98-99.
		 */
		"statistics of the other row",
		{
			"mock.event hist:keys=num_u16:vals=num_u16.min,num_u16.max,num_u16.avg,"
			"num_u16.p50,num_u16.dist:size=128:overflow=other",
			"sweep 200 mock.event num_u16",
			"other",
			"totals",
		},
		"{ other } hitcount:         72  num_u16.min:        128  num_u16.max:        199  "
		"num_u16.avg:        163  num_u16.p50:        163\n"
		"\tnum_u16.dist:\n"
		"\t                 128 - 255                          72 ####################\n"
		"\nTotals:\n    Hits: 200\n    Entries: 128\n    Dropped: 0\n"
		"    Overall:  num_u16.min:          0  num_u16.max:        199  num_u16.avg:"
		"         99  num_u16.p50:         99\n"
		"\tnum_u16.dist:\n"
		"\t                   0 - 0                             1 \n"
		"\t                   1 - 1                             1 \n"
		"\t                   2 - 3                             2 \n"
		"\t                   4 - 7                             4 #\n"
		"\t                   8 - 15                            8 ##\n"
		"\t                  16 - 31                           16 ####\n"
		"\t                  32 - 63                           32 ########\n"
		"\t                  64 - 127                          64 #################\n"
		"\t                 128 - 255                          72 ####################\n",
	},
	{
		/* 272 of 400 events are 68 %, and the longest bar. */
		"shares and bars include the other row",
		{
			"mock.event hist:keys=num_u16:vals=hitcount.percent,hitcount.graph:size=128:"
			"overflow=other",
			"sweep 400 mock.event num_u16",
			"other",
		},
		"{ other } hitcount:        272  hitcount (%):  68.00  hitcount: "
		"####################\n",
	},
	{
		"the other row has no variables and runs no action",
		{
			"mock.event hist:keys=num_u16:x=num_u16:vals=$x:onmax($x).save(num_u16):"
			"size=128:overflow=other",
			"sweep 200 mock.event num_u16",
			"other",
			"totals",
		},
		"{ other } hitcount:         72  x:      11772\n"
		"\nTotals:\n    Hits: 200\n    Entries: 128\n    Dropped: 0\n",
	},
	{
		"variables of events in the other row are missing elsewhere",
		{
			"mock.source hist:keys=num_u16:t=num_u16:size=128:overflow=other",
			"mock.event hist:keys=num_u16:d=$t+1:vals=$d:size=128:overflow=other",
			"sweep 200 mock.source num_u16",
			"sweep 200 mock.event num_u16",
			"other 1",
			"other 2",
			"totals 2",
		},
		"{ other } hitcount:         72\n"
		"\nTotals:\n    Hits: 128\n    Entries: 128\n    Dropped: 0\n"
		"    In { other } of the histogram of $t: 72\n",
	},
	{
		"errors of rows that can be evicted",
		{
			"mock.event hist:keys=num_u16:vals=num_u16.max,num_u16.dist:size=128:"
			"overflow=evict",
			"sweep 2 mock.event num_u16",
			"sweep 1 mock.event num_u16",
			"show",
			"describe",
		},
		"{ num_u16:          1 } hitcount:          1  num_u16.max:          1  "
		"error:          0\n"
		"\tnum_u16.dist:\n"
		"\t                   1 - 1                             1 ####################\n"
		"{ num_u16:          0 } hitcount:          2  num_u16.max:          0  "
		"error:          0\n"
		"\tnum_u16.dist:\n"
		"\t                   0 - 0                             2 ####################\n"
		"hist:keys=num_u16:vals=hitcount,num_u16.max,num_u16.dist:sort=hitcount:size=128:"
		"pool=2048:overflow=evict [active]\n",
	},
	{
		"a full table whose rows are not evicted yet",
		{
			"mock.event hist:keys=num_u16:vals=num_u16:size=128:overflow=evict",
			"sweep 200 mock.event num_u16",
			"other",
			"totals",
		},
		"{ other } hitcount:         72  num_u16:      11772\n"
		"\nTotals:\n    Hits: 200\n    Entries: 128\n    Dropped: 0\n    Evicted: 0\n",
	},
	{
		"variables of rows that can be evicted",
		{
			"mock.source hist:keys=num_u16:t=num_u16:size=128:overflow=evict",
			"mock.event hist:keys=num_u16:d=$t+1:vals=$d:size=128:overflow=evict",
			"sweep 3 mock.source num_u16",
			"sweep 4 mock.event num_u16",
			"show 2",
			"totals 2",
		},
		"{ num_u16:          0 } hitcount:          1  d:          1  error:          0\n"
		"{ num_u16:          1 } hitcount:          1  d:          2  error:          0\n"
		"{ num_u16:          2 } hitcount:          1  d:          3  error:          0\n"
		"\nTotals:\n    Hits: 3\n    Entries: 3\n    Dropped: 0\n    Evicted: 0\n",
	},
	{
		"the other row of stack traces and without a hitcount",
		{
			"mock.event hist:keys=stack,num_u16:vals=num_u16:nohitcount:size=128:"
			"overflow=other",
			"sweep 200 mock.event num_u16",
			"other",
		},
		"{ other }  num_u16:      11772\n",
	},
};

#endif /* _TRACE_HIST_TESTS_CASES_OVERFLOW_SCENARIOS_H */
