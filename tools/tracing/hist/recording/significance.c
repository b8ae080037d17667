// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two-sided tests: Poisson for counts, Welch for averages, and Holm's correction for many tests.
 *
 * Distribution functions come from the regularized incomplete beta function, by its continued
 * fraction (Abramowitz and Stegun, 26.5.8) with Lentz' method. The logarithm of the gamma function
 * loses digits as its argument grows, and the number of steps of the continued fraction grows with
 * the square root of it. Above LARGE, the tests use the normal distribution, whose relative error
 * is far below that of the assumptions then.
 */
#include <math.h>
#include <stdlib.h>

#include "significance.h"

#define LARGE		1e8
#define MAX_STEPS	1000000

/* Likelihoods that differ by less are equal: they differ by rounding only. */
#define EQUAL		1e-7

static double away_from_zero(double number)
{
	return fabs(number) < 1e-300 ? 1e-300 : number;
}

/* Continued fraction of the incomplete beta function; fast for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
	double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), fraction = d;

	for (int m = 1; m <= MAX_STEPS; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		double factor;

		d = 1 / away_from_zero(1 + even * d);
		c = away_from_zero(1 + even / c);
		fraction *= d * c;
		d = 1 / away_from_zero(1 + odd * d);
		c = away_from_zero(1 + odd / c);
		factor = d * c;
		fraction *= factor;
		/* This ends for NAN, too. */
		if (!(fabs(factor - 1) >= 1e-15))
			break;
	}
	return fraction;
}

/**
 * incomplete_beta() - regularized incomplete beta function I_x(a, b)
 * @a: first parameter, above 0
 * @b: second parameter, above 0
 * @x: argument, from 0 to 1
 * @y: 1 - @x; given by the caller because the subtraction could lose all digits
 *
 * Return: the function, from 0 to 1.
 */
double incomplete_beta(double a, double b, double x, double y)
{
	double factor;

	if (x <= 0)
		return 0;
	if (y <= 0)
		return 1;
	factor = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(y));
	if (x < (a + 1) / (a + b + 2))
		return fmin(1, factor * beta_fraction(a, b, x) / a);
	return fmax(0, 1 - factor * beta_fraction(b, a, y) / b);
}

/**
 * struct binomial - a binomial distribution
 * @n: number of trials
 * @p: probability of a success
 * @q: 1 - @p
 */
struct binomial {
	double n;
	double p;
	double q;
};

/* Logarithm of the probability of @k successes, without a constant. */
static double log_likelihood(const struct binomial *binomial, double k)
{
	return k * log(binomial->p) + (binomial->n - k) * log(binomial->q) - lgamma(k + 1) -
	       lgamma(binomial->n - k + 1);
}

/* Probability of at most @k successes. */
static double lower_tail(const struct binomial *binomial, double k)
{
	if (k < 0)
		return 0;
	if (k >= binomial->n)
		return 1;
	return incomplete_beta(binomial->n - k, k + 1, binomial->q, binomial->p);
}

/* Probability of at least @k successes. */
static double upper_tail(const struct binomial *binomial, double k)
{
	if (k <= 0)
		return 1;
	if (k > binomial->n)
		return 0;
	return incomplete_beta(k, binomial->n - k + 1, binomial->p, binomial->q);
}

/* Find the first k above @mean that is at most as likely as a number with @likelihood. */
static double find_above(const struct binomial *binomial, double mean, double likelihood)
{
	double low = ceil(mean), high = binomial->n + 1;

	while (low < high) {
		double k = floor((low + high) / 2);

		if (log_likelihood(binomial, k) <= likelihood + EQUAL)
			high = k;
		else
			low = k + 1;
	}
	return low;
}

/* Find the last k below @mean that is at most as likely as a number with @likelihood. */
static double find_below(const struct binomial *binomial, double mean, double likelihood)
{
	double low = -1, high = floor(mean);

	while (low < high) {
		double k = ceil((low + high) / 2);

		if (log_likelihood(binomial, k) <= likelihood + EQUAL)
			low = k;
		else
			high = k - 1;
	}
	return high;
}

/* Probability of all numbers of successes that are at most as likely as @k. */
static double binomial_test(const struct binomial *binomial, double k)
{
	double mean = binomial->n * binomial->p, likelihood = log_likelihood(binomial, k);

	if (k == mean)
		return 1;
	if (k < mean)
		return fmin(1, lower_tail(binomial, k) +
			       upper_tail(binomial, find_above(binomial, mean, likelihood)));
	return fmin(1, upper_tail(binomial, k) +
		       lower_tail(binomial, find_below(binomial, mean, likelihood)));
}

/**
 * poisson_test() - test whether two Poisson processes have the same rate
 * @count_a: events of the first one
 * @time_a: how long they were counted
 * @count_b: events of the second one
 * @time_b: how long they were counted
 *
 * With equal rates, each of the n = @count_a + @count_b events belongs to the first process with
 * the probability @time_a / (@time_a + @time_b). So @count_a has a binomial distribution, given n.
 * The result is the probability of all outcomes that are at most as likely as the observed one. It
 * is exact up to 1e8 events; above, the normal distribution is used.
 *
 * Return: the probability of such a difference by chance, or NAN if there is no event or no time.
 */
double poisson_test(double count_a, double time_a, double count_b, double time_b)
{
	struct binomial binomial = { .n = count_a + count_b };
	double deviation;

	if (!(time_a > 0 && time_b > 0 && binomial.n > 0 && count_a >= 0 && count_b >= 0) ||
	    !isfinite(time_a + time_b))
		return NAN;
	binomial.p = time_a / (time_a + time_b);
	binomial.q = time_b / (time_a + time_b);
	if (!(binomial.p > 0 && binomial.q > 0))
		return NAN;
	if (binomial.n <= LARGE)
		return binomial_test(&binomial, count_a);
	deviation = (count_a - binomial.n * binomial.p) /
		    sqrt(binomial.n * binomial.p * binomial.q);
	return erfc(fabs(deviation) / M_SQRT2);
}

/**
 * welch_test() - test whether two samples come from distributions with the same average
 * @a: first sample
 * @b: second sample
 *
 * Welch's t test: the variances may differ. Averages of many values have almost a normal
 * distribution, for any distribution of the values.
 *
 * Return: the probability of such a difference by chance, or NAN if a sample has less than two
 * values, or if no value deviates from its average.
 */
double welch_test(const struct sample *a, const struct sample *b)
{
	double error_a, error_b, t, freedom;

	if (!(a->n >= 2 && b->n >= 2))
		return NAN;
	/* Variance of the average: n / (n - 1) times the variance of the values, divided by n */
	error_a = a->variance / (a->n - 1);
	error_b = b->variance / (b->n - 1);
	if (!(error_a + error_b > 0) || !isfinite(error_a + error_b))
		return NAN;
	t = (a->average - b->average) / sqrt(error_a + error_b);
	freedom = (error_a + error_b) * (error_a + error_b) /
		  (error_a * error_a / (a->n - 1) + error_b * error_b / (b->n - 1));
	if (!isfinite(t) || !isfinite(freedom))
		return NAN;
	if (freedom > LARGE)
		return erfc(fabs(t) / M_SQRT2);
	return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t),
			       t * t / (freedom + t * t));
}

static int compare_indirect(const void *a, const void *b)
{
	double x = **(const double * const *)a, y = **(const double * const *)b;

	return (x > y) - (x < y);
}

/**
 * holm_adjust() - correct probabilities for the number of tests, by Holm's method
 * @p: probabilities; NAN is no test and stays
 * @n: number of elements
 *
 * If the tests whose corrected probability is at most 5 % are called significant, the probability
 * that any of them is by chance is at most 5 %.
 *
 * Return: 0, or -1 without memory.
 */
int holm_adjust(double *p, size_t n)
{
	double **order = malloc((n ?: 1) * sizeof(*order)), greatest = 0;
	size_t n_tests = 0;

	if (!order)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (!isnan(p[i]))
			order[n_tests++] = &p[i];
	}
	qsort(order, n_tests, sizeof(*order), compare_indirect);
	for (size_t i = 0; i < n_tests; i++) {
		greatest = fmax(greatest, fmin(1, *order[i] * (n_tests - i)));
		*order[i] = greatest;
	}
	free(order);
	return 0;
}
