// SPDX-License-Identifier: GPL-2.0-only
/* Tests of waiting for a time, a signal, and the end of a reader. */
#include <signal.h>
#include <unistd.h>

#include "common/wait.h"
#include "harness.h"

TEST(the_time_comes)
{
	double begin = now();

	signals_catch();
	EXPECT(sleep_until(begin + 0.05));
	EXPECT(now() >= begin + 0.05);
	EXPECT(!signals_stop());
	/* A time that has passed. */
	EXPECT(sleep_until(begin));
}

TEST(a_signal_before_the_wait_ends_it)
{
	double begin = now();

	signals_catch();
	raise(SIGTERM);
	EXPECT(signals_stop());
	EXPECT(!sleep_until(begin + 60));
	EXPECT(now() < begin + 30);
}

TEST(a_signal_during_the_wait_ends_it)
{
	double begin = now();
	pid_t parent = getpid(), pid;

	/* A shell may have started this program in the background. */
	signal(SIGINT, SIG_DFL);
	signals_catch();
	pid = fork();
	if (!pid) {
		usleep(50000);
		kill(parent, SIGINT);
		_exit(0);
	}
	EXPECT_EQ(wait_until(begin + 60, -1), WAIT_SIGNAL);
	EXPECT(now() < begin + 30);
}

static void ignore(int signal)
{
}

TEST(other_signals_do_not_end_a_wait)
{
	double begin = now();
	pid_t parent = getpid();

	signals_catch();
	signal(SIGWINCH, ignore);
	if (!fork()) {
		usleep(20000);
		kill(parent, SIGWINCH);
		_exit(0);
	}
	EXPECT_EQ(wait_until(begin + 0.2, -1), WAIT_TIME);
	EXPECT(now() >= begin + 0.2);
}

TEST(the_end_of_the_reader_ends_a_wait)
{
	double begin = now();
	int ends[2];

	signals_catch();
	EXPECT_EQ(pipe(ends), 0);
	EXPECT_EQ(wait_until(begin + 0.05, ends[1]), WAIT_TIME);
	close(ends[0]);
	EXPECT_EQ(wait_until(begin + 60, ends[1]), WAIT_CLOSED);
	EXPECT(now() < begin + 30);
}

TEST(ignored_signals_stay_ignored)
{
	signal(SIGHUP, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signals_catch();
	raise(SIGHUP);
	raise(SIGINT);
	EXPECT(!signals_stop());
}
