// SPDX-License-Identifier: GPL-2.0-only
/* When samples are due, compared with a list of all of them. */

#include <linux/time64.h>

#include "harness.h"
#include "hist/sample/schedule.h"

static const u32 rates[] = { 1, 2, 3, 7, 99, 100, 997, 1000, 4096, 7777, 9999, 10000 };

/* Time of sample @k after the start. */
static u64 due_at(u64 k, u32 hz)
{
	return (u128)k * NSEC_PER_SEC / hz;
}

/* Number of samples that are due up to @now after the start. */
static u64 n_due(u64 now, u32 hz)
{
	u64 n = (u128)now * hz / NSEC_PER_SEC;

	while (due_at(n, hz) <= now)
		n++;
	return n;
}

/* Every sample is due at its time, and not a nanosecond earlier. */
TEST(each_sample_of_some_seconds)
{
	const u64 start = 123456789012;
	struct hist_sample_schedule s;
	unsigned int i;
	u64 k;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		hist_sample_schedule_init(&s, rates[i], start, start - 1);
		for (k = 0; k < 3 * rates[i] + 2; k++) {
			u64 due = start + due_at(k, rates[i]);

			EXPECT_EQ(s.due, due);
			EXPECT_EQ(hist_sample_schedule_advance(&s, due - 1), 0);
			EXPECT_EQ(hist_sample_schedule_advance(&s, due), 1);
			EXPECT_EQ(hist_sample_schedule_advance(&s, due), 0);
		}
	}
}

/* Delays of up to @longest: after each call, the sum is exact and the next sample is in future. */
static void expect_exact_sum(u32 hz, u64 longest, unsigned int n_calls)
{
	const u64 start = 1000000007;
	struct hist_sample_schedule s;
	u64 now = start, sum = 0, random = hz * longest;

	hist_sample_schedule_init(&s, hz, start, start - 1);
	while (n_calls--) {
		u64 n;

		now = s.due + test_random(&random) % longest;
		n = hist_sample_schedule_advance(&s, now);
		EXPECT(n > 0);
		sum += n;
		EXPECT_EQ(sum, n_due(now - start, hz));
		EXPECT_EQ(s.due, start + due_at(sum, hz));
		EXPECT(s.due > now);
	}
}

TEST(no_sample_is_lost)
{
	static const u64 longest[] = {
		1, NSEC_PER_USEC, 150 * NSEC_PER_USEC, 20 * NSEC_PER_MSEC, 5ULL * NSEC_PER_SEC,
		400ULL * 86400 * NSEC_PER_SEC,
	};
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(rates); i++)
		for (j = 0; j < ARRAY_SIZE(longest); j++)
			expect_exact_sum(rates[i], longest[j], j < 5 ? 5000 : 20);
}

/* A schedule that starts late has the times of one that started in time, and counts from now on. */
TEST(late_start)
{
	const u64 start = 5000;
	unsigned int i;
	u64 late;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		for (late = 0; late < 3ULL * NSEC_PER_SEC; late += 123456789) {
			u64 n = n_due(late, rates[i]);
			struct hist_sample_schedule s;

			hist_sample_schedule_init(&s, rates[i], start, start + late);
			EXPECT_EQ(s.due, start + due_at(n, rates[i]));
			EXPECT_EQ(hist_sample_schedule_advance(&s, s.due), 1);
		}
	}
}

/* The first samples of all CPUs are evenly spread over a period. */
TEST(phases)
{
	static const unsigned int sizes[] = { 1, 2, 3, 64, 8192 };
	unsigned int i, j, rank;

	for (i = 0; i < ARRAY_SIZE(rates); i++) {
		for (j = 0; j < ARRAY_SIZE(sizes); j++) {
			for (rank = 0; rank < sizes[j]; rank++)
				EXPECT_EQ(hist_sample_phase(rank, sizes[j], rates[i]),
					  (u128)NSEC_PER_SEC * rank / sizes[j] / rates[i]);
			EXPECT(hist_sample_phase(rank - 1, sizes[j], rates[i]) <
			       NSEC_PER_SEC / rates[i]);
		}
	}
	EXPECT_EQ(hist_sample_phase(0, 2, 1000), 0);
	EXPECT_EQ(hist_sample_phase(1, 2, 1000), 500000);
	EXPECT_EQ(hist_sample_phase(3, 4, 10000), 75000);
}
