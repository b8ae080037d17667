// SPDX-License-Identifier: GPL-2.0
/*
 * Test which address spaces have a per-mm state, and that a fork of a process without one takes no
 * lock.
 *
 * The tests run in process context, in a kernel thread: it has no address space of its own, except
 * in tests that call map_page(). They take user_events_lock.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/completion.h>
#include <linux/list.h>
#include <linux/mman.h>
#include <linux/mutex.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/user_events.h>
#include <linux/workqueue.h>

#include "../enable/address.h"
#include "../enable/enable_bit.h"
#include "../enable/mm.h"
#include "../event.h"

static void no_work(struct work_struct *work)
{
}

static struct user_event_mm *create_state(struct mm_struct *mm)
{
	struct user_event_mm *em = kzalloc(sizeof(*em), GFP_KERNEL);

	guard(mutex)(&user_events_lock);
	if (em)
		user_event_mm_add(em, mm, current, no_work);
	return em;
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

/* Memory of a process whose address space the test uses. */
static unsigned long map_page(struct kunit *test)
{
	unsigned long addr = kunit_vm_mmap(test, NULL, 0, PAGE_SIZE, PROT_READ | PROT_WRITE,
					   MAP_ANONYMOUS | MAP_PRIVATE, 0);

	KUNIT_ASSERT_NE(test, addr, 0);
	KUNIT_ASSERT_NOT_NULL(test, current->mm);
	return addr;
}

/* An event with a reference, which is not registered. */
static struct user_event *new_event(struct kunit *test)
{
	struct user_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, event);
	event->n_refs = 1;
	INIT_LIST_HEAD(&event->enablers);
	INIT_LIST_HEAD(&event->idle);
	return event;
}

/* A state lasts from the first registration to the removal of the last enabler. */
static void test_state_without_enablers_is_removed(struct kunit *test)
{
	const unsigned int before = READ_ONCE(user_event_mms);
	struct user_event *event = new_event(test);
	unsigned long addr = map_page(test);
	struct user_enable_bit first = { addr, sizeof(u32), 0 }, second = { addr, sizeof(u32), 1 };

	KUNIT_EXPECT_EQ(test, user_enabler_add(event, &first), 0);
	KUNIT_EXPECT_EQ(test, user_enabler_add(event, &second), 0);
	KUNIT_EXPECT_EQ(test, user_enabler_add(event, &second), -EADDRINUSE);
	KUNIT_EXPECT_EQ(test, READ_ONCE(user_event_mms), before + 1);

	KUNIT_EXPECT_EQ(test, user_enabler_remove(addr, 0), 0);
	KUNIT_EXPECT_TRUE(test, user_event_mm_exists(current->mm));
	KUNIT_EXPECT_EQ(test, user_enabler_remove(addr, 2), -ENOENT);
	KUNIT_EXPECT_TRUE(test, user_event_mm_exists(current->mm));
	KUNIT_EXPECT_EQ(test, user_enabler_remove(addr, 1), 0);
	KUNIT_EXPECT_FALSE(test, user_event_mm_exists(current->mm));
	KUNIT_EXPECT_NULL(test, current->user_event_mm);
	KUNIT_EXPECT_EQ(test, READ_ONCE(user_event_mms), before);

	/* The next registration begins with a new state. */
	KUNIT_EXPECT_EQ(test, user_enabler_add(event, &first), 0);
	KUNIT_EXPECT_TRUE(test, user_event_mm_exists(current->mm));
	KUNIT_EXPECT_EQ(test, user_enabler_remove(addr, 0), 0);
	KUNIT_EXPECT_EQ(test, READ_ONCE(user_event_mms), before);
	KUNIT_EXPECT_EQ(test, event->n_refs, 1);
}

/* A state stays while a task that is not the current one is its owner. */
static void test_state_of_another_owner_stays(struct kunit *test)
{
	struct user_event *event = new_event(test);
	unsigned long addr = map_page(test);
	struct user_enable_bit bit = { addr, sizeof(u32), 0 };
	struct user_event_mm *em;

	KUNIT_EXPECT_EQ(test, user_enabler_add(event, &bit), 0);
	em = current->user_event_mm;
	WRITE_ONCE(current->user_event_mm, NULL);
	KUNIT_EXPECT_EQ(test, user_enabler_remove(addr, 0), 0);
	KUNIT_EXPECT_TRUE(test, user_event_mm_exists(current->mm));
	if (em)
		remove_state(em);
	KUNIT_EXPECT_FALSE(test, user_event_mm_exists(current->mm));
}

struct blocker {
	struct work_struct work;
	struct completion running, end;
};

static void block(struct work_struct *work)
{
	struct blocker *blocker = container_of(work, struct blocker, work);

	complete(&blocker->running);
	wait_for_completion(&blocker->end);
}

/* A work that waits for other works must not keep the address space of a process that has ended. */
static void test_queued_work_is_cancelled(struct kunit *test)
{
	struct workqueue_struct *queue = alloc_workqueue("user_events_kunit", WQ_UNBOUND, 1);
	struct mm_struct *mm = mm_alloc();
	struct user_event_mm *em = NULL;
	struct blocker blocker;

	if (!queue || !mm) {
		KUNIT_FAIL(test, "no memory");
		goto end;
	}
	INIT_WORK_ONSTACK(&blocker.work, block);
	init_completion(&blocker.running);
	init_completion(&blocker.end);
	queue_work(queue, &blocker.work);
	wait_for_completion(&blocker.running);

	em = create_state(mm);
	KUNIT_EXPECT_NOT_NULL(test, em);
	if (em) {
		KUNIT_EXPECT_EQ(test, atomic_read(&mm->mm_count), 2);
		refcount_inc(&em->refs);
		KUNIT_EXPECT_TRUE(test, queue_work(queue, &em->work));
		remove_state(em);
		KUNIT_EXPECT_EQ(test, atomic_read(&mm->mm_count), 1);
	}
	complete(&blocker.end);
	flush_work(&blocker.work);
	destroy_work_on_stack(&blocker.work);
end:
	if (mm)
		mmput(mm);
	if (queue)
		destroy_workqueue(queue);
}

/* A bit has one enabler, also if it is registered again as part of a word of another size. */
static void test_bit_has_one_enabler(struct kunit *test)
{
	struct user_event *event = new_event(test);
	unsigned long addr = map_page(test);
	struct user_enable_bit wide = { addr, sizeof(u64), 33 };
	unsigned long half = addr + (IS_ENABLED(CONFIG_CPU_BIG_ENDIAN) ? 0 : sizeof(u32));
	struct user_enable_bit same = { half, sizeof(u32), 1 };
	struct user_enable_bit other = { addr + sizeof(u64), sizeof(u64), 33 };

	KUNIT_EXPECT_EQ(test, user_enabler_add(event, &other), 0);
	KUNIT_EXPECT_EQ(test, user_enabler_add(event, &wide), 0);
	KUNIT_EXPECT_EQ(test, user_enabler_add(event, &same), -EADDRINUSE);
	KUNIT_EXPECT_EQ(test, user_enabler_remove(half, 1), -ENOENT);
	KUNIT_EXPECT_EQ(test, user_enabler_remove(addr, 33), 0);
	KUNIT_EXPECT_EQ(test, user_enabler_add(event, &same), 0);
	KUNIT_EXPECT_EQ(test, user_enabler_remove(addr, 33), -ENOENT);
	KUNIT_EXPECT_EQ(test, user_enabler_remove(half, 1), 0);
	KUNIT_EXPECT_EQ(test, user_enabler_remove(addr + sizeof(u64), 33), 0);
	KUNIT_EXPECT_FALSE(test, user_event_mm_exists(current->mm));
}

static bool is_before(const struct user_enable_bit *a, const struct user_enable_bit *b)
{
	return user_enable_bit_compare(a, b) < 0 && user_enable_bit_compare(b, a) > 0;
}

/* Bits are in the order of their pages, even if an address is so high that 8 times it overflows. */
static void test_bits_are_in_the_order_of_addresses(struct kunit *test)
{
	const unsigned long high = 1UL << (BITS_PER_LONG - 3);
	const struct user_enable_bit low = { PAGE_SIZE, sizeof(u32), 31 };
	const struct user_enable_bit middle = { 2 * PAGE_SIZE, sizeof(u32), 0 };
	const struct user_enable_bit alias = { high + PAGE_SIZE, sizeof(u32), 31 };
	const struct user_enable_bit next = { high + PAGE_SIZE + sizeof(u32), sizeof(u32), 0 };

	KUNIT_EXPECT_TRUE(test, is_before(&low, &middle));
	KUNIT_EXPECT_TRUE(test, is_before(&low, &alias));
	KUNIT_EXPECT_TRUE(test, is_before(&middle, &alias));
	KUNIT_EXPECT_TRUE(test, is_before(&alias, &next));
}

static struct kunit_case user_event_mm_cases[] = {
	KUNIT_CASE(test_states_exist_until_they_are_removed),
	KUNIT_CASE(test_fork_without_state_takes_no_lock),
	KUNIT_CASE(test_state_without_enablers_is_removed),
	KUNIT_CASE(test_state_of_another_owner_stays),
	KUNIT_CASE(test_queued_work_is_cancelled),
	KUNIT_CASE(test_bit_has_one_enabler),
	KUNIT_CASE(test_bits_are_in_the_order_of_addresses),
	{}
};

static struct kunit_suite user_event_mm_suite = {
	.name = "user_event_mm",
	.test_cases = user_event_mm_cases,
};

kunit_test_suite(user_event_mm_suite);
