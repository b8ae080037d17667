// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counted triggers that switch the same bit on and off, hit by several threads
 * concurrently under the thread sanitizer. Threads yield at random steps, which
 * makes races more likely.
 */
#include <pthread.h>
#include <sched.h>

#include <linux/bitops.h>
#include <linux/kernel.h>

#include "harness.h"
#include "mock_core.h"

#define THREADS	4
#define HITS	20000
#define COUNT	2000	/* allows some changes, and is used up before the end */

static const struct trigger_pair *pair;
static struct trigger clearing, setting;
static pthread_barrier_t start;
static __thread u64 state;

static void maybe_yield(void)
{
	if (test_random(&state) % 256 == 0)
		sched_yield();
}

static void *hit_both(void *seed)
{
	unsigned int i;

	state = (uintptr_t)seed;
	pthread_barrier_wait(&start);
	shim_step_hook = maybe_yield;
	for (i = 0; i < HITS; i++)
		trigger_hit(test_random(&state) % 2 ? &clearing : &setting);
	shim_step_hook = NULL;
	return NULL;
}

static void expect_exact_counts(const struct trigger_pair *tested, long count, bool is_used_up)
{
	pthread_t threads[THREADS];
	long cleared, set;
	uintptr_t i;

	pair = tested;
	*pair->word = BIT(0);
	clearing = trigger_counted(pair->clear, pair, count);
	setting = trigger_counted(pair->set, pair, count);
	EXPECT(!pthread_barrier_init(&start, NULL, THREADS));
	for (i = 0; i < THREADS; i++)
		EXPECT(!pthread_create(&threads[i], NULL, hit_both, (void *)(i + 1)));
	for (i = 0; i < THREADS; i++)
		EXPECT(!pthread_join(threads[i], NULL));
	pthread_barrier_destroy(&start);

	/* Changes alternate: the bit is cleared, then set, and so on. */
	cleared = count - clearing.count_left.counter;
	set = count - setting.count_left.counter;
	EXPECT(cleared > 0 && cleared <= count);
	EXPECT(set >= 0 && set <= count);
	EXPECT_EQ(cleared == count, is_used_up);
	EXPECT_EQ(set == count, is_used_up);
	EXPECT_EQ(*pair->word, BIT(0) - cleared + set);
}

TEST(threads_enable_and_disable_event)
{
	trigger_core_init();
	expect_exact_counts(&trigger_event_pair, COUNT, true);
	expect_exact_counts(&trigger_event_pair, HITS * THREADS, false);
}

TEST(threads_switch_tracing_on_and_off)
{
	trigger_core_init();
	expect_exact_counts(&trigger_tracing_pair, COUNT, true);
	expect_exact_counts(&trigger_tracing_pair, HITS * THREADS, false);
}
