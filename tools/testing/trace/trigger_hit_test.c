// SPDX-License-Identifier: GPL-2.0-only
/*
 * Triggers whose hits are counted, hit on several CPUs at once, or by an event that interrupts
 * another one.
 */

#include <linux/kernel.h>

#include "test.h"
#include "trigger/enable.h"
#include "trigger/trigger.h"

/* Only hits are of interest: what commands do when they are written is not called. */
int trigger_write(struct trigger_command *command, struct trigger_request *req)
{
	return -EINVAL;
}

int trigger_print(struct seq_file *m, struct event_trigger_data *trigger)
{
	return -EINVAL;
}

int trigger_enable_softly(struct trace_event_file *file)
{
	return -EINVAL;
}

int trace_event_enable_disable(struct trace_event_file *file, int enable, int soft_disable)
{
	return -EINVAL;
}

bool trace_event_dyn_try_get_ref(struct trace_event_call *call)
{
	return false;
}

void trace_event_dyn_put_ref(struct trace_event_call *call)
{
}

/* enable_event and disable_event. */
static struct trigger_command *commands[2];

void trigger_command_register(struct trigger_command *command)
{
	commands[commands[0] ? 1 : 0] = command;
}

static struct trigger counted(long left)
{
	return (struct trigger){
		.data.flags = EVENT_TRIGGER_FL_COUNT,
		.left.counter = left,
	};
}

/* Another CPU comes for the same hit, before the step of this number. */
static struct trigger *wanted;
static unsigned int step, comes_at;
static bool other_takes;

static void other_cpu(void)
{
	if (++step != comes_at)
		return;
	shim_step_hook = NULL;
	other_takes = trigger_take_hit(&wanted->data);
}

TEST(one_hit_for_two)
{
	for (comes_at = 1; comes_at <= 2; comes_at++) {
		struct trigger trigger = counted(1);
		bool taken;

		wanted = &trigger;
		step = 0;
		other_takes = false;
		shim_step_hook = other_cpu;
		taken = trigger_take_hit(&trigger.data);
		EXPECT(!shim_step_hook);
		EXPECT(other_takes);
		EXPECT(!taken);
		EXPECT_EQ(trigger.left.counter, 0);
		EXPECT(!trigger_take_hit(&trigger.data));

		/* Less than nothing was left for a moment only. */
		trigger_give_back_hit(&trigger.data);
		EXPECT_EQ(trigger.left.counter, 1);
		EXPECT(trigger_take_hit(&trigger.data));
		EXPECT(!trigger_take_hit(&trigger.data));
	}
}

TEST(hits_that_are_not_counted)
{
	struct trigger trigger = {};
	unsigned int i;

	for (i = 0; i < 3; i++)
		EXPECT(trigger_take_hit(&trigger.data));
	trigger_give_back_hit(&trigger.data);
	EXPECT_EQ(trigger.left.counter, 0);
}

/*
 * Hits of two triggers, the first of which enables an event, which is disabled softly, and the
 * other one disables it.  All but the first hit come before a step of one that is not through
 * yet, every second one before another step than the others; or afterwards, if there is none.
 */
#define HITS_MAX	5
#define STEPS		5	/* look at the bit, at the count, take, change, give back */

static struct trigger triggers[2];
static const u8 *hits, *next_hit, *last_hit;
static unsigned int comes_before[2], latest;

static void hit_next(void)
{
	struct trigger *trigger = &triggers[*next_hit++];
	unsigned int interrupted = step;

	step = 0;
	trigger->data.cmd_ops->trigger(&trigger->data, NULL, NULL, NULL);
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

static void expect_hits(long left)
{
	struct trace_event_file file = { .flags = EVENT_FILE_FL_SOFT_DISABLED };
	struct enable_trigger_data enable = { .file = &file };
	unsigned int i;
	long used[2];

	for (i = 0; i < 2; i++) {
		triggers[i] = counted(left);
		triggers[i].data.cmd_ops = &commands[i]->ops;
		triggers[i].data.private_data = &enable;
	}
	next_hit = hits;
	last_hit = hits + HITS_MAX;
	shim_step_hook = interrupt;
	while (next_hit < last_hit)
		hit_next();
	shim_step_hook = NULL;

	for (i = 0; i < 2; i++) {
		used[i] = left - triggers[i].left.counter;
		EXPECT(used[i] >= 0 && used[i] <= left);
	}
	/* What is counted is what has changed something, and nothing else has. */
	EXPECT_EQ(file.flags, EVENT_FILE_FL_SOFT_DISABLED - used[0] + used[1]);
	/* The first one that enables the event does so, whatever comes between. */
	if (memchr(hits, 0, HITS_MAX))
		EXPECT(used[0] > 0);
}

static void expect_sequences(void)
{
	u8 sequence[HITS_MAX];
	unsigned int word, i;
	long left;

	hits = sequence;
	for (word = 0; word < 1 << HITS_MAX; word++) {
		for (i = 0; i < HITS_MAX; i++)
			sequence[i] = word >> i & 1;
		for (left = 1; left <= 3; left++)
			expect_hits(left);
	}
}

TEST(enabled_and_disabled_at_once)
{
	unsigned int i;

	trigger_register_enable();
	for (i = 0; i < STEPS * STEPS; i++) {
		comes_before[0] = i / STEPS + 1;
		comes_before[1] = i % STEPS + 1;
		expect_sequences();
	}
	EXPECT_EQ(latest, STEPS);
}
