// SPDX-License-Identifier: GPL-2.0-only
/*
 * Triggers with a count that are hit on several CPUs at once, or by an event
 * that interrupts another event.
 */

#include <linux/kernel.h>

#include "harness.h"
#include "mock_core.h"

static struct trigger counted(long left)
{
	return (struct trigger){
		.data.flags = EVENT_TRIGGER_FL_COUNT,
		.count_left.counter = left,
	};
}

/*
 * Another CPU takes the same hit before step number comes_at of
 * trigger_consume_count().
 */
static struct trigger *wanted;
static unsigned int step, comes_at;
static bool other_takes;

static void other_cpu(void)
{
	if (++step != comes_at)
		return;
	shim_step_hook = NULL;
	other_takes = trigger_consume_count(&wanted->data);
}

TEST(concurrent_events_consume_the_last_count_once)
{
	for (comes_at = 1; comes_at <= 2; comes_at++) {
		struct trigger trigger = counted(1);
		bool taken;

		wanted = &trigger;
		step = 0;
		other_takes = false;
		shim_step_hook = other_cpu;
		taken = trigger_consume_count(&trigger.data);
		EXPECT(!shim_step_hook);
		EXPECT(other_takes);
		EXPECT(!taken);
		EXPECT_EQ(trigger.count_left.counter, 0);
		EXPECT(!trigger_consume_count(&trigger.data));

		/*
		 * The count was negative only temporarily: a hit that is given
		 * back can be taken again.
		 */
		trigger_refund_count(&trigger.data);
		EXPECT_EQ(trigger.count_left.counter, 1);
		EXPECT(trigger_consume_count(&trigger.data));
		EXPECT(!trigger_consume_count(&trigger.data));
	}
}

TEST(unlimited_trigger_consumes_no_count)
{
	struct trigger trigger = {};
	unsigned int i;

	for (i = 0; i < 3; i++)
		EXPECT(trigger_consume_count(&trigger.data));
	trigger_refund_count(&trigger.data);
	EXPECT_EQ(trigger.count_left.counter, 0);
}

/*
 * Hits of two triggers: number 0 clears a bit that is set initially, number 1
 * sets it. Every hit after the first one interrupts a hit in progress, before
 * the step that comes_before[] gives for hits with an even and an odd number. A
 * hit whose step is never reached runs afterwards.
 */
#define HITS_MAX	5
#define STEPS		5	/* test bit, read count, take hit, change bit, give hit back */

static struct trigger triggers[2];
static const u8 *hits, *next_hit, *last_hit;
static unsigned int comes_before[2], latest;

static void hit_next(void)
{
	struct trigger *trigger = &triggers[*next_hit++];
	unsigned int interrupted = step;

	step = 0;
	trigger_hit(trigger);
	step = interrupted;
}

static void interrupt(void)
{
	step++;
	while (next_hit < last_hit && step == comes_before[(next_hit - hits) % 2]) {
		latest = max(latest, step);
		hit_next();
	}
}

static void expect_hits(const struct trigger_pair *pair, long left)
{
	unsigned int i;
	long used[2];

	*pair->word = BIT(0);
	triggers[0] = trigger_counted(pair->clear, pair, left);
	triggers[1] = trigger_counted(pair->set, pair, left);
	next_hit = hits;
	last_hit = hits + HITS_MAX;
	shim_step_hook = interrupt;
	while (next_hit < last_hit)
		hit_next();
	shim_step_hook = NULL;

	for (i = 0; i < 2; i++) {
		used[i] = left - triggers[i].count_left.counter;
		EXPECT(used[i] >= 0 && used[i] <= left);
	}
	/* Each change of the bit has consumed one count, and nothing else has. */
	EXPECT_EQ(*pair->word, BIT(0) - used[0] + used[1]);
	/*
	 * The first trigger that clears the bit always succeeds, since the bit
	 * is set.
	 */
	if (memchr(hits, 0, HITS_MAX))
		EXPECT(used[0] > 0);
}

static void expect_sequences(const struct trigger_pair *pair)
{
	u8 sequence[HITS_MAX];
	unsigned int word, i;
	long left;

	hits = sequence;
	for (word = 0; word < 1 << HITS_MAX; word++) {
		for (i = 0; i < HITS_MAX; i++)
			sequence[i] = word >> i & 1;
		for (left = 1; left <= 3; left++)
			expect_hits(pair, left);
	}
}

static void expect_one_count_per_change(const struct trigger_pair *pair)
{
	unsigned int i;

	for (i = 0; i < STEPS * STEPS; i++) {
		comes_before[0] = i / STEPS + 1;
		comes_before[1] = i % STEPS + 1;
		expect_sequences(pair);
	}
	EXPECT_EQ(latest, STEPS);
}

TEST(concurrent_enable_and_disable_event)
{
	trigger_core_init();
	expect_one_count_per_change(&trigger_event_pair);
}

TEST(concurrent_traceon_and_traceoff)
{
	trigger_core_init();
	expect_one_count_per_change(&trigger_tracing_pair);
}
