// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tests of the explorer: it runs each interleaving once, and finds a bug if and only if it may
 * make as many preemptions as the bug needs.
 */

#include <linux/compiler.h>

#include "explorer.h"
#include "harness.h"

static int word, seen;
static bool flags[2];

static void do_nothing(void)
{
}

static void reset(void)
{
	word = 0;
	seen = 0;
	flags[0] = false;
	flags[1] = false;
}

static void run_3_steps(unsigned int self)
{
	unsigned int i;

	for (i = 0; i < 3; i++)
		WRITE_ONCE(word, i);
}

static unsigned long count_interleavings(const struct explorer_scenario *scenario,
					 unsigned int bound)
{
	struct explorer_result result = explorer_run(scenario, bound);

	EXPECT(!result.failed);
	return result.interleavings;
}

/*
 * Either thread is first. It can be preempted before each of its n = 3 steps, then the other one
 * before each of its n steps, and then the first one before each of its remaining steps.
 */
TEST(all_interleavings_of_two_threads)
{
	const struct explorer_scenario scenario = {
		.setup = do_nothing, .check = do_nothing, .nr_cpus = 2,
		.threads = { { run_3_steps, 0 }, { run_3_steps, 1 } },
	};

	EXPECT_EQ(count_interleavings(&scenario, 0), 2);
	EXPECT_EQ(count_interleavings(&scenario, 1), 2 * (1 + 3));
	EXPECT_EQ(count_interleavings(&scenario, 2), 2 * (1 + 3 + 3 * 3));
	EXPECT_EQ(count_interleavings(&scenario, 3), 2 * (1 + 3 + 3 * 3 + (2 + 1) * 3));
	/* All merges of two sequences of four stretches. */
	EXPECT_EQ(count_interleavings(&scenario, 100), 70);
}

/* Threads of one level do not preempt each other on a CPU. */
TEST(task_runs_to_its_end_on_its_cpu)
{
	const struct explorer_scenario scenario = {
		.setup = do_nothing, .check = do_nothing, .nr_cpus = 1,
		.threads = { { run_3_steps, 0 }, { run_3_steps, 0 } },
	};

	EXPECT_EQ(count_interleavings(&scenario, 100), 2);
}

/* An interrupt comes before, after, or before one of the three steps; it is not preempted. */
TEST(interrupt_runs_to_its_end_on_its_cpu)
{
	const struct explorer_scenario scenario = {
		.setup = do_nothing, .check = do_nothing, .nr_cpus = 1,
		.threads = { { run_3_steps, 0 }, { run_3_steps, 0, 1 } },
	};

	EXPECT_EQ(count_interleavings(&scenario, 0), 2);
	EXPECT_EQ(count_interleavings(&scenario, 1), 2 + 3);
	EXPECT_EQ(count_interleavings(&scenario, 100), 2 + 3);
}

static void increment_in_two_steps(unsigned int self)
{
	int was = READ_ONCE(word);

	WRITE_ONCE(word, was + 1);
}

static void check_both_increments(void)
{
	CHECK(word == 2);
}

TEST(lost_update_needs_one_preemption)
{
	const struct explorer_scenario scenario = {
		.setup = reset, .check = check_both_increments, .nr_cpus = 2,
		.threads = { { increment_in_two_steps, 0 }, { increment_in_two_steps, 1 } },
	};
	struct explorer_result result;

	EXPECT_EQ(count_interleavings(&scenario, 0), 2);
	result = explorer_run(&scenario, 1);
	EXPECT(result.failed);
	EXPECT(strstr(result.reason, "word == 2"));
	EXPECT_STREQ(result.schedule, "thread 0: 2, thread 1: 2, thread 0: 0");
}

static void set_and_reset(unsigned int self)
{
	WRITE_ONCE(word, 1);
	WRITE_ONCE(word, 2);
}

/* Fails if the first read is between the two writes, and the second one after them. */
static void read_twice(unsigned int self)
{
	seen = READ_ONCE(word) == 1;
	if (seen)
		seen += READ_ONCE(word) == 2;
}

static void check_not_both(void)
{
	CHECK(seen < 2);
}

TEST(bug_that_needs_two_preemptions)
{
	const struct explorer_scenario scenario = {
		.setup = reset, .check = check_not_both, .nr_cpus = 2,
		.threads = { { set_and_reset, 0 }, { read_twice, 1 } },
	};

	EXPECT(!explorer_run(&scenario, 1).failed);
	EXPECT(explorer_run(&scenario, 2).failed);
}

/* An event that does not see that @word was set uses the flag until it ends. */
static void fire_event(unsigned int self)
{
	explorer_event_begin(self);
	if (!READ_ONCE(word)) {
		WRITE_ONCE(flags[self], true);
		WRITE_ONCE(flags[self], false);
	}
	explorer_event_end(self);
}

static void set_word_and_wait(unsigned int self)
{
	WRITE_ONCE(word, 1);
	explorer_wait_for_grace_period(self);
	CHECK(!flags[0] && !flags[1]);
}

static void set_word(unsigned int self)
{
	WRITE_ONCE(word, 1);
	CHECK(!flags[0] && !flags[1]);
}

TEST(grace_period_waits_for_running_events)
{
	struct explorer_scenario scenario = {
		.setup = reset, .check = do_nothing, .nr_cpus = 3,
		.threads = { { fire_event, 0 }, { fire_event, 1 }, { set_word_and_wait, 2 } },
	};

	EXPECT(!explorer_run(&scenario, 3).failed);
	scenario.threads[2].run = set_word;
	EXPECT(explorer_run(&scenario, 3).failed);
}

static void wait_in_event(unsigned int self)
{
	explorer_event_begin(self);
	explorer_wait_for_grace_period(self);
	explorer_event_end(self);
}

TEST(deadlock_is_a_failure)
{
	const struct explorer_scenario scenario = {
		.setup = do_nothing, .check = do_nothing, .nr_cpus = 2,
		.threads = { { wait_in_event, 0 }, { wait_in_event, 1 } },
	};
	struct explorer_result result = explorer_run(&scenario, 2);

	EXPECT(result.failed);
	EXPECT(strstr(result.reason, "all_ended()"));
}

static void wait_for_flag(unsigned int self)
{
	while (!READ_ONCE(flags[0]))
		;
}

TEST(endless_loop_is_a_failure)
{
	const struct explorer_scenario scenario = {
		.setup = reset, .check = do_nothing, .nr_cpus = 1,
		.threads = { { wait_for_flag, 0 } },
	};

	EXPECT(explorer_run(&scenario, 0).failed);
}
