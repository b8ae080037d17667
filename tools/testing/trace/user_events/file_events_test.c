// SPDX-License-Identifier: GPL-2.0-only
/*
 * The events that were registered through one open file. A program can look up
 * any index at any time, also while another of its threads registers an event.
 */
#include <linux/kernel.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>

#include "harness.h"
#include "user_events/event.h"
#include "user_events/file_events.h"

/* Enough events to replace the array several times */
#define N_EVENTS	70

/* Protects the table and the references. These tests never contend for it. */
struct mutex user_events_lock;

static struct user_event events[N_EVENTS];
static struct user_event_file *file;
/* Number of events that were added, and of one that is being added */
static unsigned int n_added, n_adding;

void user_event_get(struct user_event *event)
{
	lockdep_assert_held(&user_events_lock);
	event->n_refs++;
}

void user_event_put(struct user_event *event)
{
	lockdep_assert_held(&user_events_lock);
	event->n_refs--;
}

/* Arrays that lookups may still read until the next grace period */
static void *replaced[8];
static unsigned int n_replaced;

void shim_kfree_rcu(void *p)
{
	replaced[n_replaced++] = p;
}

static void end_grace_period(void)
{
	while (n_replaced)
		kfree(replaced[--n_replaced]);
}

static void add(unsigned int i)
{
	n_adding = i + 1;
	EXPECT_EQ(user_event_file_add(file, &events[i]), i);
	n_added = i + 1;
}

static void close_file(void)
{
	unsigned int i;

	user_event_file_free(file);
	for (i = 0; i < N_EVENTS; i++)
		EXPECT_EQ(events[i].n_refs, 0);
	end_grace_period();
	EXPECT_EQ(shim_allocs(), 0);
}

TEST(index_is_kept)
{
	unsigned int i;

	file = user_event_file_create();
	EXPECT(!user_event_file_get(file, 0));
	for (i = 0; i < N_EVENTS; i++)
		add(i);
	end_grace_period();
	for (i = 0; i < N_EVENTS; i++) {
		EXPECT(user_event_file_get(file, i) == &events[i]);
		/* Registered again, the event keeps its index and the file's only reference. */
		EXPECT_EQ(user_event_file_add(file, &events[i]), i);
		EXPECT_EQ(events[i].n_refs, 1);
	}
	for (i = 0; i < 32; i++)
		EXPECT(!user_event_file_get(file, N_EVENTS | 1U << i));
	EXPECT(!user_event_file_get(file, U32_MAX));
	close_file();
}

/* An index has its event, or none if the event is being added. */
static void expect_right_events(void)
{
	static bool is_running;
	unsigned int i;

	/* The lookups have steps of their own. */
	if (is_running)
		return;
	is_running = true;
	for (i = 0; i < n_added; i++)
		EXPECT(user_event_file_get(file, i) == &events[i]);
	for (; i < n_adding + 2; i++) {
		const struct user_event *event = user_event_file_get(file, i);

		EXPECT(!event || (i < n_adding && event == &events[i]));
	}
	is_running = false;
}

TEST(lookup_while_event_is_added)
{
	unsigned int i;

	file = user_event_file_create();
	shim_step_hook = expect_right_events;
	for (i = 0; i < N_EVENTS; i++)
		add(i);
	shim_step_hook = NULL;
	close_file();
}

/* Step of a lookup that an event is added before, and the number of steps so far */
static unsigned int comes_at, step;

static void add_at_step(void)
{
	if (++step != comes_at)
		return;
	shim_step_hook = NULL;
	add(n_added);
}

/* Look up an index. Return true if the lookup had step comes_at, so that an event was added. */
static bool add_during_lookup(unsigned int i)
{
	const unsigned int before = n_added;
	const struct user_event *found;

	step = 0;
	shim_step_hook = add_at_step;
	found = user_event_file_get(file, i);
	shim_step_hook = NULL;
	EXPECT(i < before ? found == &events[i] :
			    !found || (i < n_added && found == &events[i]));
	end_grace_period();
	return n_added > before;
}

/* Look up an index during the addition of each event. Return true if one was added in time. */
static bool add_during_lookups(unsigned int i)
{
	bool was_added = false;

	file = user_event_file_create();
	n_added = 0;
	while (n_added < N_EVENTS) {
		if (add_during_lookup(i))
			was_added = true;
		else
			add(n_added);
	}
	close_file();
	return was_added;
}

/* An event is added before each step of a lookup, which may still read an old array. */
TEST(event_is_added_during_lookup)
{
	bool was_added = true;
	unsigned int i;

	for (comes_at = 1; was_added; comes_at++) {
		was_added = false;
		for (i = 0; i <= N_EVENTS; i++)
			was_added |= add_during_lookups(i);
	}
	/* A lookup has at least three steps. */
	EXPECT(comes_at > 4);
}

TEST(no_memory_changes_nothing)
{
	unsigned int i, n_failed = 0;

	file = user_event_file_create();
	for (i = 0; i < N_EVENTS; i++) {
		shim_fail_nth(1);
		if (user_event_file_add(file, &events[i]) < 0) {
			EXPECT(shim_failed());
			n_failed++;
			EXPECT_EQ(events[i].n_refs, 0);
			EXPECT(!user_event_file_get(file, i));
			add(i);
		}
		shim_fail_nth(0);
		EXPECT(user_event_file_get(file, i) == &events[i]);
	}
	/* 4, 8, 16, 32, 64 and 128 events. */
	EXPECT_EQ(n_failed, 6);
	close_file();

	shim_fail_nth(1);
	EXPECT(!user_event_file_create());
}
