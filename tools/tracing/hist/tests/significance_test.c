// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of statistical tests. Expected values are those of scipy 1.10 (special.betainc,
 * stats.binomtest, stats.ttest_ind_from_stats), where nothing else is said.
 */
#include <math.h>

#include "harness.h"
#include "recording/significance.h"

#define EXPECT_NEAR(number, expected)	expect_near(__LINE__, number, expected)

/* Both numbers have the same nine digits. */
static void expect_near(int line, double number, double expected)
{
	if (!(fabs(number - expected) <= 1e-9 * fabs(expected)))
		test_fail(__FILE__, line, "%.15g is not %.15g", number, expected);
}

TEST(incomplete_beta)
{
	/* I_x(2, 3) = 1 - (1 - x)^4 - 4 x (1 - x)^3, I_x(10, 1) = x^10 */
	EXPECT_NEAR(incomplete_beta(2, 3, 0.4, 0.6), 0.5248);
	EXPECT_NEAR(incomplete_beta(10, 1, 0.9, 0.1), 0.3486784401);
	EXPECT_NEAR(incomplete_beta(0.5, 0.5, 0.3, 0.7), 0.3690101195655454);
	EXPECT_NEAR(incomplete_beta(0.01, 1, 0.5, 0.5), 0.9930924954370359);
	EXPECT_NEAR(incomplete_beta(100, 200, 0.3, 0.7), 0.10884306564491235);
	EXPECT_NEAR(incomplete_beta(1e5, 2e5, 0.334, 0.666), 0.7807618138693645);
	EXPECT_NEAR(incomplete_beta(3, 0.5, 0.999, 0.001), 0.9407468104840537);
	EXPECT(incomplete_beta(2, 3, 0, 1) == 0);
	EXPECT(incomplete_beta(2, 3, 1, 0) == 1);
}

TEST(poisson_test_of_small_counts)
{
	/* A single event in 5 of 6 parts of the time: it is in the sixth part with 1/6. */
	EXPECT_NEAR(poisson_test(0, 5, 1, 1), 1.0 / 6);
	/* All of five events in a hundredth of the time */
	EXPECT_NEAR(poisson_test(5, 1, 0, 99), 1e-10);
	EXPECT(poisson_test(0, 1, 1, 1) == 1);
	EXPECT(poisson_test(3, 1, 3, 1) == 1);
	EXPECT_NEAR(poisson_test(10, 1, 20, 1), 0.09873714670538905);
	EXPECT_NEAR(poisson_test(20, 1, 10, 1), 0.09873714670538905);
	EXPECT_NEAR(poisson_test(11, 800, 23, 3000), 0.13716869167820567);
}

/* The example in R's documentation of poisson.test(), which has p = 0.07967. */
TEST(poisson_test_agrees_with_r)
{
	EXPECT(fabs(poisson_test(11, 800, 6 + 8 + 7, 1083 + 1050 + 878) - 0.07967) < 0.000005);
}

TEST(poisson_test_of_large_counts)
{
	EXPECT_NEAR(poisson_test(100, 10, 150, 10), 0.0018833009350761704);
	EXPECT_NEAR(poisson_test(1000, 10, 1100, 10), 0.030720707864242486);
	EXPECT_NEAR(poisson_test(40000, 1, 41000, 1), 0.0004478218231375634);
	EXPECT(fabs(poisson_test(1000000, 10, 1003000, 10) / 0.03408836507943199 - 1) < 1e-7);
	EXPECT(fabs(poisson_test(0, 10, 1000, 10) / 1.8665272370064378e-301 - 1) < 1e-7);
}

/* The normal distribution takes over without a step: the exact value is 0.0027047 here. */
TEST(poisson_test_of_huge_counts)
{
	EXPECT(fabs(poisson_test(50000000, 1, 50030000, 1) / 0.0027046739 - 1) < 0.001);
	EXPECT(poisson_test(9e18, 1, 9e18, 1) == 1);
	EXPECT(poisson_test(1.8e19, 1, 0, 1) == 0);
}

TEST(poisson_test_without_time_or_events)
{
	EXPECT(isnan(poisson_test(0, 1, 0, 1)));
	EXPECT(isnan(poisson_test(1, 0, 1, 1)));
	EXPECT(isnan(poisson_test(1, 1, 1, -1)));
	EXPECT(isnan(poisson_test(-1, 1, 2, 1)));
	EXPECT(isnan(poisson_test(1, INFINITY, 1, 1)));
	EXPECT(isnan(poisson_test(NAN, 1, 1, 1)));
	EXPECT(isnan(poisson_test(1, 1e-300, 1, 1e300)));
}

/* All results are probabilities, and a greater difference is less probable. */
TEST(poisson_test_is_monotonic)
{
	for (double n = 1; n < 3e9; n *= 7) {
		double last = 1;

		for (int i = 0; i < 12; i++) {
			double p = poisson_test(floor(n), 3, floor(n + i * sqrt(n)), 3);

			EXPECT(p >= 0 && p <= last + 1e-12);
			last = p;
		}
	}
}

TEST(welch_test_of_two_values_each)
{
	struct sample a = { 2, 10, 1 }, b = { 2, 12, 1 };

	/* t = sqrt(2) with two degrees of freedom: p = 1 - t / sqrt(2 + t * t) = 1 - sqrt(1/2) */
	EXPECT_NEAR(welch_test(&a, &b), 1 - M_SQRT1_2);
	EXPECT_NEAR(welch_test(&b, &a), 1 - M_SQRT1_2);
}

TEST(welch_test_of_other_samples)
{
	struct sample a = { 10, 20, 4 * 4 }, b = { 15, 22, 9 * 9 };
	struct sample c = { 1000, 100, 30 * 30 }, d = { 1200, 103, 35 * 35 };
	struct sample e = { 5, 1, 0.25 }, f = { 100000, 2, 9 };
	struct sample g = { 1000000, 5, 1 }, h = { 1000000, 5.01, 1 };

	EXPECT_NEAR(welch_test(&a, &b), 0.47517084646385743);
	EXPECT_NEAR(welch_test(&c, &d), 0.030602033653404945);
	EXPECT_NEAR(welch_test(&e, &f), 0.016077412031757075);
	EXPECT(fabs(welch_test(&g, &h) / 1.537998566117559e-12 - 1) < 1e-7);
}

TEST(welch_test_without_deviation_or_values)
{
	struct sample one = { 1, 10, 0 }, two = { 2, 12, 1 }, constant = { 5, 10, 0 };
	struct sample nothing = { 0, NAN, NAN }, infinite = { 10, INFINITY, 1 };

	EXPECT(isnan(welch_test(&one, &two)));
	EXPECT(isnan(welch_test(&two, &one)));
	EXPECT(isnan(welch_test(&constant, &constant)));
	EXPECT(isnan(welch_test(&nothing, &two)));
	EXPECT(isnan(welch_test(&two, &nothing)));
	EXPECT(isnan(welch_test(&infinite, &two)));
	EXPECT(!isnan(welch_test(&constant, &two)));
}

/* 5 * 0.01, 4 * 0.02, 3 * 0.03; then 2 * 0.04 and 0.05, which must not be below those before. */
TEST(holm)
{
	double p[] = { 0.04, 0.01, NAN, 0.05, 0.02, 0.03 };

	EXPECT_EQ(holm_adjust(p, 6), 0);
	EXPECT_NEAR(p[0], 0.09);
	EXPECT_NEAR(p[1], 0.05);
	EXPECT(isnan(p[2]));
	EXPECT_NEAR(p[3], 0.09);
	EXPECT_NEAR(p[4], 0.08);
	EXPECT_NEAR(p[5], 0.09);
}

TEST(holm_of_nothing)
{
	double p[] = { NAN, 0.7, 0.8 };

	EXPECT_EQ(holm_adjust(p, 0), 0);
	EXPECT_EQ(holm_adjust(p, 1), 0);
	EXPECT(isnan(p[0]));
	EXPECT_EQ(holm_adjust(p, 3), 0);
	EXPECT(p[1] == 1 && p[2] == 1);
}
