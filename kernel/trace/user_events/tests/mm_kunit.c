// SPDX-License-Identifier: GPL-2.0
/*
 * Test which address spaces have a per-mm state, and that a fork of a process without one takes no
 * lock.
 *
 * The tests run in process context, in a kernel thread: it has no address space of its own. They
 * take user_events_lock.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/mutex.h>
#include <linux/sched/mm.h>
#include <linux/user_events.h>

#include "../enable/mm.h"
#include "../event.h"

static void no_work(struct work_struct *work)
{
}

static struct user_event_mm *create_state(struct mm_struct *mm)
{
	guard(mutex)(&user_events_lock);
	return user_event_mm_create(mm, current, no_work);
}

static void remove_state(struct user_event_mm *em)
{
	guard(mutex)(&user_events_lock);
	WRITE_ONCE(current->user_event_mm, NULL);
	user_event_mm_remove(em);
}

static void test_states_exist_until_they_are_removed(struct kunit *test)
{
	struct mm_struct *mm = mm_alloc(), *other = mm_alloc();
	struct user_event_mm *em;

	if (!mm || !other) {
		KUNIT_FAIL(test, "no memory");
		goto end;
	}
	KUNIT_EXPECT_FALSE(test, user_event_mm_exists(mm));
	em = create_state(mm);
	KUNIT_EXPECT_NOT_NULL(test, em);
	if (!em)
		goto end;
	KUNIT_EXPECT_TRUE(test, user_event_mm_exists(mm));
	KUNIT_EXPECT_FALSE(test, user_event_mm_exists(other));
	remove_state(em);
	KUNIT_EXPECT_FALSE(test, user_event_mm_exists(mm));
end:
	if (mm)
		mmput(mm);
	if (other)
		mmput(other);
}

/* Without a state, user_event_mm_fork() does not take the lock of the child's address space. */
static void test_fork_without_state_takes_no_lock(struct kunit *test)
{
	struct task_struct *no_child = NULL;

	KUNIT_ASSERT_NULL(test, current->mm);
	mutex_lock(&user_events_lock);
	user_event_mm_fork(no_child);
	mutex_unlock(&user_events_lock);
}

static struct kunit_case user_event_mm_cases[] = {
	KUNIT_CASE(test_states_exist_until_they_are_removed),
	KUNIT_CASE(test_fork_without_state_takes_no_lock),
	{}
};

static struct kunit_suite user_event_mm_suite = {
	.name = "user_event_mm",
	.test_cases = user_event_mm_cases,
};

kunit_test_suite(user_event_mm_suite);
