// SPDX-License-Identifier: GPL-2.0-only
/* Keys, values, variables and statistics of the properties of the current task. */
#include <linux/cgroup.h>
#include <linux/sched.h>

#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/run/exec.h"
#include "hist/tests/fixtures/mock_event.h"

static struct task_struct parent = { .comm = "parent", .tgid = 41 };
static struct task_struct leader = { .comm = "leader", .tgid = 42 };
static struct cgroup cgroup = { .id = 4294967299 };
static struct css_set css_set = { .dfl_cgrp = &cgroup };

static void set_task(void)
{
	strscpy(current->comm, "thread");
	current->tgid = 42;
	current->real_parent = &parent;
	current->group_leader = &leader;
	current->uid = 1000;
	current->gid = 4294967295;
	current->cgroups = &css_set;
	current->unhashed = false;
}

/* Return the rows after one event of a task with the properties of set_task(). */
static const char *count_one(struct hist_trigger_data *data)
{
	struct mock_record record = { .num_u64 = 7 };

	set_task();
	hist_exec(data, &record, _RET_IP_);
	return hist_run_rows(data);
}

static void expect_row(const char *text, enum hist_variant variant, const char *row)
{
	struct hist_trigger_data *data = attach_hist(text);

	EXPECT_EQ(data->program.variant, variant);
	EXPECT_STREQ(count_one(data), row);
	detach_hist(data);
}

TEST(each_property_is_a_key)
{
	expect_row("hist:keys=common_tgid", HIST_VARIANT_TASK_KEY,
		   "{ common_tgid:         42 } hitcount:          1\n");
	expect_row("hist:keys=common_ppid", HIST_VARIANT_TASK_KEY,
		   "{ common_ppid:         41 } hitcount:          1\n");
	expect_row("hist:keys=common_uid", HIST_VARIANT_TASK_KEY,
		   "{ common_uid:       1000 } hitcount:          1\n");
	expect_row("hist:keys=common_gid", HIST_VARIANT_TASK_KEY,
		   "{ common_gid: 4294967295 } hitcount:          1\n");
	expect_row("hist:keys=common_cgroup", HIST_VARIANT_TASK_KEY,
		   "{ common_cgroup: 4294967299 } hitcount:          1\n");
	expect_row("hist:keys=common_tcomm", HIST_VARIANT_SUMS_ONLY,
		   "{ common_tcomm: leader                                             } "
		   "hitcount:          1\n");
}

TEST(sums_and_statistics_of_a_task_key)
{
	expect_row("hist:keys=common_tgid:vals=num_u64", HIST_VARIANT_TASK_KEY,
		   "{ common_tgid:         42 } hitcount:          1  num_u64:          7\n");
	expect_row("hist:keys=common_tgid:vals=num_u64.max", HIST_VARIANT_TASK_KEY,
		   "{ common_tgid:         42 } hitcount:          1  num_u64.max:          7\n");
	expect_row("hist:keys=common_tgid:vals=common_uid", HIST_VARIANT_SUMS_ONLY,
		   "{ common_tgid:         42 } hitcount:          1  common_uid:       1000\n");
	expect_row("hist:keys=common_tgid,common_ppid:vals=common_cgroup.max",
		   HIST_VARIANT_SUMS_ONLY,
		   "{ common_tgid:         42, common_ppid:         41 } hitcount:          1  "
		   "common_cgroup.max: 4294967299\n");
}

TEST(modifiers_of_a_task_key)
{
	expect_row("hist:keys=common_gid.hex", HIST_VARIANT_TASK_KEY,
		   "{ common_gid: ffffffff } hitcount:          1\n");
	expect_row("hist:keys=common_uid.log2", HIST_VARIANT_SUMS_ONLY,
		   "{ common_uid: ~ 2^10 } hitcount:          1\n");
	expect_row("hist:keys=common_uid.buckets=100", HIST_VARIANT_SUMS_ONLY,
		   "{ common_uid: ~ 1000-1099 } hitcount:          1\n");
}

TEST(expressions_and_variables)
{
	struct hist_trigger_data *data;

	data = attach_hist("hist:keys=$id:id=common_tgid*1000+common_ppid");
	EXPECT_STREQ(count_one(data), "{ id:      42041 } hitcount:          1\n");
	detach_hist(data);
}

/* A task that is being released may run while its parent and its leader are freed. */
TEST(unhashed_task_has_no_parent_and_no_leader)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_tcomm,common_ppid");
	struct mock_record record = {};

	set_task();
	current->unhashed = true;
	current->real_parent = NULL;
	current->group_leader = NULL;
	hist_exec(data, &record, _RET_IP_);
	EXPECT_STREQ(hist_run_rows(data),
		     "{ common_tcomm: thread                                            , "
		     "common_ppid:          0 } hitcount:          1\n");
	detach_hist(data);
	set_task();
}

TEST(path_of_a_cgroup)
{
	expect_row("hist:keys=common_cgroup.path", HIST_VARIANT_TASK_KEY,
		   "{ common_cgroup: /mock/cgroup                                       } "
		   "hitcount:          1\n");
	cgroup.id = 99;
	expect_row("hist:keys=common_cgroup.path", HIST_VARIANT_TASK_KEY,
		   "{ common_cgroup: 99 (gone)                                          } "
		   "hitcount:          1\n");
	cgroup.id = 4294967299;
}
