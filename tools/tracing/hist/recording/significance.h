/* SPDX-License-Identifier: GPL-2.0-only */
/* Statistical tests of whether two numbers differ by more than chance. */
#ifndef _SIGNIFICANCE_H
#define _SIGNIFICANCE_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct sample - values of which only the number, the average and the deviation are known
 * @n: number of values
 * @average: average
 * @variance: variance of the values themselves (of the population)
 */
struct sample {
	double n;
	double average;
	double variance;
};

double incomplete_beta(double a, double b, double x, double y);
double poisson_test(double count_a, double time_a, double count_b, double time_b);
double welch_test(const struct sample *a, const struct sample *b);
int holm_adjust(double *p, size_t n);

#endif /* _SIGNIFICANCE_H */
