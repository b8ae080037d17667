// SPDX-License-Identifier: GPL-2.0-only
/* What is mapped at addresses of user stacks, and whether it may have changed since the event. */

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/mmap_lock.h>
#include <linux/string.h>

#include "fuzz/user_space.h"
#include "harness.h"
#include "hist/stacks/mappings.h"

/* An address in each slot */
#define AT(slot)	((slot) * SIM_SLOT_SIZE + 0x1234)

static void start(void)
{
	sim_init();
	strscpy(sim_inodes[0].name, "prog");
	strscpy(sim_inodes[1].name, "lib");
}

static void end(void)
{
	sim_exit_mm();
	sim_exit();
}

static u32 seq(void)
{
	return raw_read_seqcount(&current->mm->mm_lock_seq);
}

static void map(unsigned int slot, unsigned int n, enum sim_kind kind, u8 offset)
{
	mmap_write_lock(current->mm);
	sim_map(sim_current_mm(), slot, n, kind, offset);
	sim_end_section(sim_current_mm(), false);
}

static void unmap(unsigned int slot)
{
	mmap_write_lock(current->mm);
	sim_unmap(sim_current_mm(), slot, 1);
	sim_end_section(sim_current_mm(), false);
}

static void grow_stack(void)
{
	mmap_write_lock(current->mm);
	sim_grow_stack(sim_current_mm());
	sim_end_section(sim_current_mm(), false);
}

static void no_event(void)
{
}

/* Find one mapping. Return: as hist_mappings_find(). */
static int find(u64 address, u32 since, struct hist_mapping *mapping)
{
	int ret;

	*mapping = (struct hist_mapping){};
	ret = hist_mappings_find(NULL, &address, 1, since, mapping);
	if (!ret)
		hist_mappings_put(mapping, 1);
	return ret;
}

TEST(kinds_of_mappings)
{
	static const struct {
		unsigned int slot;
		const struct hist_stack_file *special;
	} cases[] = {
		{ 6, &hist_file_anon }, { 7, &hist_file_vdso }, { 8, &hist_file_vdso },
		{ 9, &hist_file_anon }, { SIM_HEAP_SLOT, &hist_file_heap },
		{ SIM_STACK_SLOT, &hist_file_stack },
	};
	struct hist_mapping mapping;
	unsigned int i;

	start();
	map(6, 1, SIM_ANON, 0);
	map(7, 1, SIM_VDSO, 0);
	map(8, 1, SIM_ARCH_VDSO, 0);
	map(9, 1, SIM_VVAR, 0);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		EXPECT_EQ(find(AT(cases[i].slot), seq(), &mapping), 0);
		EXPECT(mapping.special == cases[i].special && !mapping.file);
	}
	EXPECT_EQ(find(AT(11), seq(), &mapping), 0);
	EXPECT(!mapping.special && !mapping.file);
	EXPECT_EQ(mapping.offset, AT(11));
	end();
}

TEST(offset_in_a_file)
{
	struct hist_mapping mapping;

	start();
	map(6, 4, 1, 5);
	unmap(7);
	EXPECT_EQ(find(AT(8), seq(), &mapping), 0);
	EXPECT_EQ(mapping.offset, AT(2) + 5 * 4096);
	EXPECT_EQ(mapping.id.ino, sim_inodes[1].inode.i_ino);
	EXPECT_EQ(mapping.id.dev, sim_inodes[1].inode.i_sb->s_dev);
	EXPECT_EQ(mapping.id.generation, sim_inodes[1].inode.i_generation);
	end();
}

TEST(changed_mappings)
{
	struct hist_mapping mapping;
	u32 since;

	start();
	since = seq();
	map(1, 1, 1, 0);
	EXPECT_EQ(find(AT(1), since, &mapping), -EAGAIN);
	EXPECT_EQ(find(AT(4), since, &mapping), 0);
	EXPECT_EQ(find(AT(1), seq(), &mapping), 0);

	since = seq();
	unmap(4);
	EXPECT_EQ(find(AT(4), since, &mapping), -EAGAIN);
	EXPECT_EQ(find(AT(4), seq(), &mapping), 0);
	end();
}

TEST(fork_changes_nothing)
{
	struct hist_mapping mapping;
	u32 since;

	start();
	since = seq();
	sim_fork(false, false, no_event);
	EXPECT_EQ(find(AT(1), since, &mapping), 0);
	EXPECT_EQ(find(AT(11), since, &mapping), 0);
	/* The first change since the event was not a fork. */
	since = seq();
	map(1, 1, 1, 0);
	sim_switch(1);
	EXPECT_EQ(find(AT(1), seq(), &mapping), 0);
	sim_exit_mm();
	sim_switch(0);
	sim_fork(false, false, no_event);
	EXPECT_EQ(find(AT(1), since, &mapping), -EAGAIN);
	sim_switch(2);
	sim_exit_mm();
	sim_switch(0);
	end();
}

/* The stack may grow over a mapping that the event has seen, once this has gone. */
TEST(stack_that_grows)
{
	u64 below = SIM_STACK_SLOT * SIM_SLOT_SIZE - 8;
	struct hist_mapping mapping;
	u32 since;

	start();
	since = seq();
	unmap(SIM_HEAP_SLOT);
	grow_stack();
	EXPECT_EQ(find(below, since, &mapping), -EAGAIN);
	EXPECT_EQ(find(below, seq(), &mapping), 0);
	EXPECT(mapping.special == &hist_file_stack);

	since = seq();
	grow_stack();
	EXPECT_EQ(find(below, since, &mapping), 0);
	EXPECT(mapping.special == &hist_file_stack);
	end();
}
