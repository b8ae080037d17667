// SPDX-License-Identifier: GPL-2.0
/*
 * Test tables of stacks on the stacks and mappings of the kernel: a kernel thread has no user
 * stack, but it can have mappings. The unit tests in user space cover the rest on a mock task.
 */
#include <kunit/test.h>
#include <linux/err.h>
#include <linux/file.h>
#include <linux/mm.h>
#include <linux/mman.h>
#include <linux/sched.h>
#include <linux/seqlock.h>
#include <linux/shmem_fs.h>
#include <linux/slab.h>

#include "../../trace_base.h"
#include "../show/text.h"
#include "../stacks/mappings.h"
#include "../stacks/stacks.h"
#include "../stacks/walk.h"
#include "kunit_helpers.h"

static struct mock_record *new_record(struct kunit *test)
{
	struct mock_record *record = kunit_kzalloc(test, sizeof(*record), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, record);
	return record;
}

static void test_kernel_stack_with_depth(struct kunit *test)
{
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=common_stacktrace.depth=40", &mock_event);
	struct mock_record *record = new_record(test);
	struct tracing_map_snapshot *rows;
	struct hist_stacks_status status;
	const u64 *addresses;
	unsigned int i;

	hist_test_attach(test, data);
	for (i = 0; i < 3; i++)
		hist_test_hit(data, record);
	rows = hist_test_rows(test, data);
	KUNIT_ASSERT_EQ(test, rows->n_rows, 1);
	KUNIT_EXPECT_EQ(test, tracing_map_row_key(rows, 0)[0], 1);
	addresses = hist_stacks_addresses(data->stack_sources[0].table, 1);
	/* The test thread has a few functions below it. */
	KUNIT_EXPECT_NE(test, addresses[2], 0);
	KUNIT_EXPECT_EQ(test, addresses[39], 0);
	hist_stacks_get_status(data->stack_sources[0].table, &status);
	KUNIT_EXPECT_EQ(test, status.not_taken, 0);
}

#ifdef CONFIG_HIST_USER_STACKS
static void test_kernel_thread(struct kunit *test)
{
	struct hist_trigger_data *data =
		hist_test_compile(test, "hist:keys=common_ustacktrace", &mock_event);
	struct mock_record *record = new_record(test);
	struct tracing_map_snapshot *rows;
	struct hist_stacks_status status;

	hist_test_attach(test, data);
	hist_test_hit(data, record);
	hist_test_hit(data, record);
	rows = hist_test_rows(test, data);
	KUNIT_ASSERT_EQ(test, rows->n_rows, 1);
	KUNIT_EXPECT_EQ(test, tracing_map_row_key(rows, 0)[0], 0);
	hist_stacks_get_status(data->stack_sources[0].table, &status);
	KUNIT_EXPECT_EQ(test, status.not_taken, 2);
	KUNIT_EXPECT_EQ(test, status.no_user_stack, 2);
}

static unsigned long map(struct kunit *test, struct file *file, unsigned long offset)
{
	unsigned long flags = MAP_PRIVATE | (file ? 0 : MAP_ANONYMOUS);
	unsigned long at = kunit_vm_mmap(test, file, 0, 2 * PAGE_SIZE, PROT_READ, flags, offset);

	KUNIT_ASSERT_NE(test, at, 0);
	KUNIT_ASSERT_FALSE(test, IS_ERR_VALUE(at));
	return at;
}

/* Even with an address space, a kernel thread has no user stack. */
static void test_kernel_thread_with_mm(struct kunit *test)
{
	struct hist_user_stack stack;
	u64 addresses[4];

	/* The first mapping gives the test thread an address space. */
	map(test, NULL, 0);
	KUNIT_ASSERT_EQ(test, hist_walk_get(4), 0);
	preempt_disable();
	KUNIT_EXPECT_EQ(test, hist_walk_user(&stack, addresses, 4), -ENODATA);
	preempt_enable();
	hist_walk_put();
}

static u32 current_seq(void)
{
	return raw_read_seqcount(&current->mm->mm_lock_seq);
}

/* Find what is mapped at an address, and expect this result. */
static void find(struct kunit *test, u64 address, u32 seq, int ret, struct hist_mapping *mapping)
{
	*mapping = (struct hist_mapping){};
	KUNIT_EXPECT_EQ(test, hist_mappings_find(NULL, &address, 1, seq, mapping), ret);
}

static void test_anonymous_mapping(struct kunit *test)
{
	struct hist_mapping mapping;
	unsigned long at;
	u32 before;

	map(test, NULL, 0);
	before = current_seq();
	at = map(test, NULL, 0);
	find(test, at + 5, current_seq(), 0, &mapping);
	KUNIT_EXPECT_PTR_EQ(test, mapping.special, &hist_file_anon);
	KUNIT_EXPECT_NULL(test, mapping.file);

	/* An event before the call can have found another mapping. */
	find(test, at + 5, before, -EAGAIN, &mapping);
	find(test, 16, before, -EAGAIN, &mapping);
	/* Nothing has changed since. */
	find(test, 16, current_seq(), 0, &mapping);
	KUNIT_EXPECT_NULL(test, mapping.special);
	KUNIT_EXPECT_EQ(test, mapping.offset, 16);
}

static void test_file_mapping(struct kunit *test)
{
	struct file *file = shmem_file_setup("stack\nfile", 4 * PAGE_SIZE, TRACE_BASE_NO_VMA_FLAGS);
	struct hist_stack_file described = {};
	struct hist_mapping mapping;
	unsigned long at;
	char *name;
	u32 seq;

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, file);
	at = map(test, file, PAGE_SIZE);
	fput(file);
	seq = current_seq();
	find(test, at + PAGE_SIZE + 7, seq, 0, &mapping);
	KUNIT_ASSERT_NOT_NULL(test, mapping.file);
	KUNIT_EXPECT_EQ(test, mapping.offset, 2 * PAGE_SIZE + 7);
	KUNIT_EXPECT_EQ(test, mapping.id.ino, file_inode(mapping.file)->i_ino);
	name = hist_mapping_describe(&mapping, &described);
	KUNIT_EXPECT_STREQ(test, name, "stack\nfile");
	/* It is no ELF file. */
	KUNIT_EXPECT_EQ(test, described.build_id_size, 0);
	kfree(name);
	hist_mappings_put(&mapping, 1);

	KUNIT_EXPECT_EQ(test, vm_munmap(at, 2 * PAGE_SIZE), 0);
	find(test, at + PAGE_SIZE + 7, seq, -EAGAIN, &mapping);
	KUNIT_EXPECT_NULL(test, mapping.file);
}
#endif /* CONFIG_HIST_USER_STACKS */

static struct kunit_case hist_stacks_cases[] = {
	KUNIT_CASE(test_kernel_stack_with_depth),
#ifdef CONFIG_HIST_USER_STACKS
	KUNIT_CASE(test_kernel_thread),
	KUNIT_CASE(test_kernel_thread_with_mm),
	KUNIT_CASE(test_anonymous_mapping),
	KUNIT_CASE(test_file_mapping),
#endif
	{}
};

static struct kunit_suite hist_stacks_suite = {
	.name = "hist_stacks",
	.test_cases = hist_stacks_cases,
};

kunit_test_suite(hist_stacks_suite);
