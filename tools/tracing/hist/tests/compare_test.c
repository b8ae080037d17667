// SPDX-License-Identifier: GPL-2.0-only
/* Tests of comparisons of recordings. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"
#include "recording/compare.h"
#include "recording/recording.h"
#include "recording/significance.h"

static const char header[] =
	"{\"type\":\"header\",\"version\":1,\"command\":\"c\",\"recipe\":\"r\",\"title\":\"t\","
	"\"host\":\"h\",\"kernel\":\"k\",\"started\":1,\"picture\":\"table\"}\n";

static const char fields[] =
	"{\"name\":\"comm\",\"role\":\"key\"},{\"name\":\"lat\",\"modifier\":\"log2\",\"role\":\"key\"},"
	"{\"name\":\"hitcount\",\"role\":\"hitcount\"},{\"name\":\"bytes\",\"role\":\"sum\"},"
	"{\"name\":\"x.avg\",\"role\":\"statistic\"},{\"name\":\"x.stddev\",\"role\":\"statistic\"},"
	"{\"name\":\"x.max\",\"role\":\"statistic\"},"
	"{\"name\":\"x.dist\",\"role\":\"distribution\"}";

/**
 * struct input - an interval for a test
 * @seconds: its length
 * @rows: its rows as JSON, with the fields above
 * @more: more members
 */
struct input {
	double seconds;
	const char *rows;
	const char *more;
};

static void make_recording_of(struct recording *recording, const struct input *inputs, size_t n,
			      const char *fields, unsigned int keys)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size), *in;

	fputs(header, out);
	for (size_t i = 0; i < n; i++)
		fprintf(out,
			"{\"type\":\"interval\",\"event\":\"a:b\",\"trigger\":\"c\",\"begin\":0,"
			"\"end\":%f,\"hits\":0,\"dropped\":0,\"keys\":%u,\"fields\":[%s],\"rows\":[%s]%s}\n",
			inputs[i].seconds, keys, fields, inputs[i].rows, inputs[i].more ?: "");
	fprintf(out, "{\"type\":\"end\",\"intervals\":%zu}\n", n);
	fclose(out);
	in = fmemopen(text, size, "r");
	EXPECT_EQ(recording_read_stream(recording, in, "test"), STATUS_OK);
	fclose(in);
	free(text);
}

static void make_recording(struct recording *recording, const struct input *inputs, size_t n)
{
	make_recording_of(recording, inputs, n, fields, 2);
}

static enum status compare_recordings(struct comparison *comparison, const struct recording *a,
				      const struct recording *b)
{
	struct side side_a = { .tables = a->intervals, .n = a->n_intervals };
	struct side side_b = { .tables = b->intervals, .n = b->n_intervals };

	return compare(comparison, &side_a, &side_b);
}

static const struct difference *find(const struct comparison *comparison, const char *comm,
				     size_t field, long first)
{
	for (size_t i = 0; i < comparison->n; i++) {
		const struct difference *difference = &comparison->differences[i];

		if (!strcmp(difference->row->cells[0].text, comm) && difference->field == field &&
		    difference->bucket.first == first)
			return difference;
	}
	test_fail(__FILE__, __LINE__, "no difference of %s, field %zu", comm, field);
	return NULL;
}

/* Rows with the same key are added over intervals, and rates are numbers by seconds. */
TEST(counts_and_sums_become_rates)
{
	const struct input a[] = {
		{ 1, "[\"x\",[\"range\",1,1],10,100,null,null,null,null],"
		     "[\"x\",[\"range\",2,3],1,0,null,null,null,null]", NULL },
		{ 3, "[\"x\",[\"range\",1,1],30,100,null,null,null,null]", NULL },
	};
	const struct input b[] = {
		{ 2, "[\"y\",[\"range\",1,1],5,0,null,null,null,null],"
		     "[\"x\",[\"range\",1,1],40,18446744073709551615,null,null,null,null]", NULL },
	};
	const struct difference *difference;
	struct recording first, second;
	struct comparison comparison;

	make_recording(&first, a, 2);
	make_recording(&second, b, 1);
	EXPECT_EQ(compare_recordings(&comparison, &first, &second), STATUS_OK);
	/* hitcounts of x 1, x 2..3 and y, and bytes of x 1 */
	EXPECT_EQ(comparison.n, 4);
	EXPECT_EQ(comparison.n_tests, 3);

	difference = find(&comparison, "y", 2, 0);
	EXPECT(difference->a == 0 && difference->b == 2.5);
	EXPECT_EQ(difference->test, TEST_POISSON);

	/* 40 events in 4 s and 40 events in 2 s */
	difference = &comparison.differences[0];
	EXPECT_STREQ(difference->row->cells[0].text, "x");
	EXPECT(difference->a == 10 && difference->b == 20 && difference->is_rate);
	EXPECT(fabs(difference->p / (3 * poisson_test(40, 4, 40, 2)) - 1) < 1e-12);

	/* What is not tested comes last. */
	difference = &comparison.differences[3];
	EXPECT_EQ(difference->field, 3);
	EXPECT_EQ(difference->test, TEST_NONE);
	EXPECT(isnan(difference->p) && difference->is_rate);
	EXPECT(difference->a == 50 && difference->b == 18446744073709551615.0 / 2);
	comparison_free(&comparison);
	recording_free(&first);
	recording_free(&second);
}

/* Compare two recordings of rows "x" whose averages are of interest. */
static void expect_average(const struct input *a, size_t n_a, const struct input *b, size_t n_b,
			   double average_a, double average_b, double p)
{
	const struct difference *difference;
	struct recording first, second;
	struct comparison comparison;

	make_recording(&first, a, n_a);
	make_recording(&second, b, n_b);
	EXPECT_EQ(compare_recordings(&comparison, &first, &second), STATUS_OK);
	difference = find(&comparison, "x", 4, 0);
	EXPECT(fabs(difference->a - average_a) < 1e-12);
	EXPECT(fabs(difference->b - average_b) < 1e-12 && !difference->is_rate);
	EXPECT_EQ(difference->test, isnan(p) ? TEST_NONE : TEST_WELCH);
	EXPECT(isnan(p) ? isnan(difference->p) : fabs(difference->p / p - 1) < 1e-9);
	comparison_free(&comparison);
	recording_free(&first);
	recording_free(&second);
}

/*
 * The values 1, 3 in the first interval and 5, 7, 9 in the second one have the average 5 and the
 * variance 8. The hitcounts differ more, so the averages are the last test, which Holm's method
 * leaves alone.
 */
TEST(averages_are_combined)
{
	const struct input a[] = {
		{ 1, "[\"x\",[\"range\",1,1],2,0,2.0,1,null,null]", NULL },
		{ 1, "[\"x\",[\"range\",1,1],3,0,7.0,1.632993161855452,null,null]", NULL },
		{ 1, "[\"x\",[\"range\",1,1],0,0,null,null,null,null]", NULL },
	};
	const struct input b[] = {
		{ 1, "[\"x\",[\"range\",1,1],100,0,6.0,2,null,null]", NULL },
	};
	struct sample x = { 5, 5, 8 }, y = { 100, 6, 4 };

	expect_average(a, 3, b, 1, 5, 6, welch_test(&x, &y));
}

/* The kernel rounds averages toward zero: 5 can be 5.99, and 7 can be 7.00. */
TEST(averages_are_rounded)
{
	const struct input a[] = {
		{ 1, "[\"x\",[\"range\",1,1],1000,0,5,1,null,null]", NULL },
	};
	const struct input b[] = {
		{ 1, "[\"x\",[\"range\",1,1],1000,0,6,1,null,null]", NULL },
	};
	const struct input c[] = {
		{ 1, "[\"x\",[\"range\",1,1],9000,0,7,50,null,null]", NULL },
	};
	struct sample x = { 1000, 5, 1 }, y = { 9000, 6, 2500 }, z = { 9000, 7, 2500 };

	expect_average(a, 1, b, 1, 5, 6, 1);
	expect_average(a, 1, c, 1, 5, 7, welch_test(&x, &y));
	x.average = 6;
	expect_average(c, 1, a, 1, 7, 5, welch_test(&x, &z));
}

/*
 * Without a deviation, the distribution tells the variance. That of the numbers 0 to 3 and 4 to 7,
 * spread evenly, is the variance of 0 to 7: (8 * 8 - 1) / 12.
 */
TEST(variances_of_distributions)
{
	const struct input a[] = {
		{ 1, "[\"x\",[\"range\",1,1],80,0,3.5,null,null,null]",
		  ",\"distributions\":[[0,7,0,3,40,4,7,40]]" },
	};
	const struct input b[] = {
		{ 1, "[\"x\",[\"range\",1,1],800,0,4.0,null,null,null]",
		  ",\"distributions\":[[0,7,4,4,800,8,15,0]]" },
	};
	static const char without_deviation[] =
		"{\"name\":\"comm\",\"role\":\"key\"},"
		"{\"name\":\"lat\",\"modifier\":\"log2\",\"role\":\"key\"},"
		"{\"name\":\"hitcount\",\"role\":\"hitcount\"},{\"name\":\"bytes\",\"role\":\"sum\"},"
		"{\"name\":\"x.avg\",\"role\":\"statistic\"},{\"name\":\"y\",\"role\":\"statistic\"},"
		"{\"name\":\"z\",\"role\":\"statistic\"},"
		"{\"name\":\"x.dist\",\"role\":\"distribution\"}";
	struct sample x = { 80, 3.5, 63.0 / 12 }, y = { 800, 4, 0 };
	const struct difference *difference;
	struct recording first, second;
	struct comparison comparison;

	make_recording_of(&first, a, 1, without_deviation, 2);
	make_recording_of(&second, b, 1, without_deviation, 2);
	EXPECT_EQ(compare_recordings(&comparison, &first, &second), STATUS_OK);
	difference = find(&comparison, "x", 4, 0);
	EXPECT_EQ(difference->test, TEST_WELCH);
	EXPECT(fabs(difference->p / welch_test(&x, &y) - 1) < 1e-9);
	comparison_free(&comparison);
	recording_free(&first);
	recording_free(&second);
}

/* An average of a row that only one side has is shown, and not tested. */
TEST(averages_of_one_side)
{
	const struct input a[] = {
		{ 1, "[\"x\",[\"range\",1,1],2,0,2,1,null,null]", NULL },
	};
	const struct input b[] = { { 1, "", NULL } };
	const struct difference *difference;
	struct recording first, second;
	struct comparison comparison;

	make_recording(&first, a, 1);
	make_recording(&second, b, 1);
	EXPECT_EQ(compare_recordings(&comparison, &first, &second), STATUS_OK);
	difference = find(&comparison, "x", 4, 0);
	EXPECT(difference->a == 2 && isnan(difference->b) && isnan(difference->p));
	EXPECT_EQ(comparison.n_tests, 1);
	comparison_free(&comparison);
	recording_free(&first);
	recording_free(&second);
}

TEST(distributions)
{
	const struct input a[] = {
		{ 1, "[\"x\",[\"range\",1,1],6,0,null,null,null,null]",
		  ",\"distributions\":[[0,7,1,1,4,2,3,2]]" },
		{ 1, "[\"x\",[\"range\",1,1],6,0,null,null,null,null]",
		  ",\"distributions\":[[0,7,2,3,6]]" },
	};
	const struct input b[] = {
		{ 1, "[\"x\",[\"range\",1,1],12,0,null,null,null,null]",
		  ",\"distributions\":[[0,7,2,3,2,4,7,10]]" },
	};
	const struct difference *difference;
	struct recording first, second;
	struct comparison comparison;

	make_recording(&first, a, 2);
	make_recording(&second, b, 1);
	EXPECT_EQ(compare_recordings(&comparison, &first, &second), STATUS_OK);
	EXPECT_EQ(comparison.n_tests, 4);
	difference = find(&comparison, "x", 7, 1);
	EXPECT(difference->a == 2 && difference->b == 0);
	difference = find(&comparison, "x", 7, 2);
	EXPECT(difference->a == 4 && difference->b == 2 && difference->bucket.last == 3);
	difference = find(&comparison, "x", 7, 4);
	EXPECT(difference->a == 0 && difference->b == 10);
	comparison_free(&comparison);
	recording_free(&first);
	recording_free(&second);
}

/* The row of other events has no key, so it matches that of the other side. */
TEST(rows_of_other_events)
{
	const struct input a[] = {
		{ 1, "[\"x\",1,3,0,null,null,null,null],[null,null,7,0,null,null,null,null]",
		  ",\"other\":1" },
	};
	const struct input b[] = {
		{ 1, "[null,null,9,0,null,null,null,null]", ",\"other\":0" },
	};
	struct recording first, second;
	struct comparison comparison;

	make_recording(&first, a, 1);
	make_recording(&second, b, 1);
	EXPECT_EQ(compare_recordings(&comparison, &first, &second), STATUS_OK);
	EXPECT_EQ(comparison.n, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct difference *difference = &comparison.differences[i];

		if (difference->row->other)
			EXPECT(difference->a == 7 && difference->b == 9);
		else
			EXPECT(difference->a == 3 && difference->b == 0);
	}
	comparison_free(&comparison);
	recording_free(&first);
	recording_free(&second);
}

static enum status status_of(const struct input *a, size_t n_a, const struct input *b, size_t n_b,
			     const char *fields_b, unsigned int keys_b)
{
	struct recording first, second;
	struct comparison comparison;
	enum status status;

	make_recording(&first, a, n_a);
	make_recording_of(&second, b, n_b, fields_b, keys_b);
	status = compare_recordings(&comparison, &first, &second);
	comparison_free(&comparison);
	recording_free(&first);
	recording_free(&second);
	return status;
}

TEST(sides_that_cannot_be_compared)
{
	const struct input empty[] = { { 1, "", NULL } }, instant[] = { { 0, "", NULL } };
	static const char one_key[] = "{\"name\":\"comm\",\"role\":\"key\"},"
				      "{\"name\":\"hitcount\",\"role\":\"hitcount\"}";
	static const char other_keys[] = "{\"name\":\"comm\",\"role\":\"key\"},"
					 "{\"name\":\"lat\",\"role\":\"key\"},"
					 "{\"name\":\"hitcount\",\"role\":\"hitcount\"}";
	static const char no_values[] = "{\"name\":\"comm\",\"role\":\"key\"},"
					"{\"name\":\"lat\",\"modifier\":\"log2\",\"role\":\"key\"}";

	EXPECT_EQ(status_of(empty, 1, empty, 1, fields, 2), STATUS_OK);
	EXPECT_EQ(status_of(empty, 1, empty, 1, no_values, 2), STATUS_OK);
	EXPECT_EQ(status_of(empty, 0, empty, 1, fields, 2), STATUS_INPUT);
	EXPECT_EQ(status_of(empty, 1, empty, 0, fields, 2), STATUS_INPUT);
	EXPECT_EQ(status_of(instant, 1, empty, 1, fields, 2), STATUS_INPUT);
	EXPECT_EQ(status_of(empty, 1, instant, 1, fields, 2), STATUS_INPUT);
	EXPECT_EQ(status_of(empty, 1, empty, 1, one_key, 1), STATUS_INPUT);
	EXPECT_EQ(status_of(empty, 1, empty, 1, other_keys, 2), STATUS_INPUT);
}
