// SPDX-License-Identifier: GPL-2.0-only
/* Tests of the loop over intervals: its times, missed intervals, signals, errors. */
#include <signal.h>
#include <unistd.h>

#include "command/intervals.h"
#include "harness.h"

TEST(the_last_interval_ends_with_the_duration)
{
	static const double ends[] = { 0.04, 0.08, 0.1 };
	struct progress progress = { .to_file = true };
	enum status status = STATUS_OK;
	struct intervals intervals;
	double begin = now();
	unsigned int n;

	intervals_begin(&intervals, &progress, begin, 0.04, 0.1);
	for (n = 0; n < 3 && intervals_next(&intervals, &status); n++)
		EXPECT(now() >= begin + ends[n]);
	EXPECT(!intervals_next(&intervals, &status));
	EXPECT_EQ(status, STATUS_OK);
	EXPECT(now() >= begin + 0.1);
}

TEST(an_interval_longer_than_the_duration_is_cut)
{
	struct progress progress = { .to_file = true };
	enum status status = STATUS_OK;
	struct intervals intervals;
	double begin = now();

	intervals_begin(&intervals, &progress, begin, 60, 0.05);
	EXPECT(intervals_next(&intervals, &status));
	EXPECT(now() < begin + 30);
	EXPECT(!intervals_next(&intervals, &status));
}

/* The intervals 1 to 10 have ended before the loop begins. The others stay on the grid. */
TEST(missed_intervals_are_skipped)
{
	struct progress progress = { .to_file = true };
	double begin = now() - 10.5;
	enum status status = STATUS_OK;
	struct intervals intervals;

	intervals_begin(&intervals, &progress, begin, 1, 11.2);
	EXPECT(intervals_next(&intervals, &status));
	EXPECT_EQ(intervals.number, 11UL);
	EXPECT(now() >= begin + 11);
	EXPECT(intervals_next(&intervals, &status));
	EXPECT(now() >= begin + 11.2);
	EXPECT(!intervals_next(&intervals, &status));
}

TEST(the_last_interval_is_not_skipped)
{
	struct progress progress = { .to_file = true };
	enum status status = STATUS_OK;
	struct intervals intervals;

	intervals_begin(&intervals, &progress, now() - 60, 1, 30);
	EXPECT(intervals_next(&intervals, &status));
	EXPECT(!intervals_next(&intervals, &status));
}

TEST(a_signal_ends_the_last_interval)
{
	struct progress progress = { .to_file = true };
	enum status status = STATUS_OK;
	struct intervals intervals;
	double begin = now();

	signals_catch();
	raise(SIGTERM);
	intervals_begin(&intervals, &progress, begin, 60, 0);
	EXPECT(intervals_next(&intervals, &status));
	EXPECT(now() < begin + 30);
	EXPECT(!intervals_next(&intervals, &status));
	EXPECT_EQ(status, STATUS_OK);
}

TEST(an_error_ends_the_loop)
{
	struct progress progress = { .to_file = true };
	enum status status = STATUS_INPUT;
	struct intervals intervals;

	intervals_begin(&intervals, &progress, now(), 60, 0);
	EXPECT(!intervals_next(&intervals, &status));
	EXPECT_EQ(status, STATUS_INPUT);
}

TEST(a_closed_output_ends_the_last_interval)
{
	struct progress progress = { 0 };
	enum status status = STATUS_OK;
	int ends[2], output = dup(STDOUT_FILENO), messages = dup(STDERR_FILENO);
	struct intervals intervals;
	bool first, second;
	double begin = now();

	fflush(stdout);
	EXPECT_EQ(pipe(ends), 0);
	dup2(ends[1], STDOUT_FILENO);
	dup2(ends[1], STDERR_FILENO);
	close(ends[0]);
	signal(SIGPIPE, SIG_IGN);
	intervals_begin(&intervals, &progress, begin, 60, 0);
	first = intervals_next(&intervals, &status);
	second = intervals_next(&intervals, &status);
	dup2(output, STDOUT_FILENO);
	dup2(messages, STDERR_FILENO);
	EXPECT(first);
	EXPECT(!second);
	EXPECT_EQ(status, STATUS_FAILED);
	EXPECT(now() < begin + 30);
}
