// SPDX-License-Identifier: GPL-2.0-only
/* Interned stack traces: ids in keys, variables and saved values, and how they are resolved. */

#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/hist_stacks.h>
#include <linux/instruction_pointer.h>
#include <linux/kernel.h>
#include <linux/memcontrol.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/attach/internal.h"
#include "hist/attach/map_owner.h"
#include "hist/diag.h"
#include "hist/run/exec.h"
#include "hist/show/text.h"
#include "hist/stacks/resolve.h"
#include "hist/stacks/resolved_set.h"
#include "hist/stacks/stacks.h"
#include "hist/stacks/walk.h"
#include "hist/tests/fixtures/mock_event.h"
#include "hist/tests/fixtures/mock_hists.h"
#include "tracing_map.h"
#include "tracing_map_snapshot.h"
#include "user_task.h"

/* Text of a table as the file shows it to a reader. */
static const char *show(struct hist_trigger_data *data, bool privileged)
{
	static char text[8192];
	struct hist_table_snapshot *table;
	struct seq_file m = { .buf = text, .size = sizeof(text) };
	unsigned int i;

	table = hist_table_snapshot_create(data, data->runtime.map, &(struct hist_status){}, NULL);
	EXPECT(!IS_ERR(table));
	table->shows_addresses = privileged;
	for (i = 0; i < tracing_map_n_all_rows(table->rows); i++)
		hist_show_any_row(&m, table, i);
	hist_show_totals(&m, table);
	hist_table_snapshot_free(table);
	EXPECT(!seq_has_overflowed(&m));
	text[m.count] = '\0';
	return text;
}

static void hit(struct hist_trigger_data *data)
{
	struct mock_record record;

	fill_record(&record);
	shim_atomic = true;
	hist_exec(data, &record, _RET_IP_);
	shim_atomic = false;
}

TEST(equal_stacks_have_one_id)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");
	struct tracing_map_snapshot *rows;

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 3);
	hit(data);
	hit(data);
	user_task_set_stack(0x1000, 16, 4);
	hit(data);
	task_work_run();
	rows = snapshot_rows(data);
	EXPECT_EQ(rows->key_words, 1);
	EXPECT_EQ(rows->n_rows, 2);
	EXPECT_EQ(tracing_map_row_sum(rows, 0, 0), 2);
	EXPECT_EQ(tracing_map_row_sum(rows, 1, 0), 1);
	EXPECT(tracing_map_row_key(rows, 0)[0] && tracing_map_row_key(rows, 1)[0]);
	EXPECT(tracing_map_row_key(rows, 0)[0] != tracing_map_row_key(rows, 1)[0]);
	tracing_map_snapshot_free(rows);
	detach_hist(data);
	EXPECT_EQ(user_walkers, 0);
}

/* Freeing many resolved stacks and files lets other tasks run, at each 1024th of them. */
TEST(freeing_stacks_lets_other_tasks_run)
{
	struct hist_resolved_set *set = hist_resolved_set_create(NULL);
	struct hist_stack_file id = { .name = "program", .dev = 1 };
	unsigned long before;
	unsigned int i;

	for (i = 0; i < 1500; i++) {
		struct hist_frame frame = { .offset = i };

		id.ino = i;
		frame.file = hist_resolved_set_add_file(set, &id);
		EXPECT(frame.file);
		EXPECT(hist_resolved_set_add(set, &frame, 1));
	}
	before = shim_rescheds;
	hist_resolved_set_free(set);
	EXPECT_EQ(shim_rescheds - before, 2 * 1500 / 1024);
}

/* Stacks of all lengths up to the depth are different; deeper ones are cut. */
TEST(stacks_of_each_length_and_depth)
{
	static const unsigned int depths[] = { 1, 2, 16, 32, 126, HIST_DEPTH_MAX };
	unsigned int i, n, k;
	char text[64];

	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		struct hist_trigger_data *data;
		const struct hist_stacks *stacks;

		snprintf(text, sizeof(text), "hist:keys=common_ustacktrace.depth=%u", depths[i]);
		data = attach_hist(text);
		stacks = data->stack_sources[0].table;
		user_task_new(1, 0x1000);
		for (n = 1; n <= HIST_DEPTH_MAX + 2; n++) {
			user_task_set_stack(0x1000, 1, n);
			hit(data);
		}
		task_work_run();
		EXPECT_EQ(atomic_read(&data->runtime.map->keys->n_keys), depths[i]);
		for (n = 1; n <= depths[i]; n++) {
			const u64 *addresses = hist_stacks_addresses(stacks, n);

			for (k = 0; k < depths[i]; k++)
				EXPECT_EQ(addresses[k], k < n ? 0x1000 + k : 0);
		}
		detach_hist(data);
	}
}

/* Two processes with the same addresses have different stacks. */
TEST(identity_is_part_of_the_stack)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace.depth=4");

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hit(data);
	task_work_run();
	user_task_new(2, 0x1000);
	user_task.mappings[0].ino = 9;
	user_task.mappings[0].file = "other";
	user_task_set_stack(0x1000, 16, 2);
	hit(data);
	hit(data);
	task_work_run();
	EXPECT_STREQ(show(data, false),
		     "{ common_ustacktrace:\n"
		     "         prog+0x2000\n"
		     "         prog+0x2010\n"
		     "} hitcount:          1\n"
		     "{ common_ustacktrace:\n"
		     "         other+0x2000\n"
		     "         other+0x2010\n"
		     "} hitcount:          2\n"
		     "\nTotals:\n    Hits: 3\n    Entries: 2\n    Dropped: 0\n");
	detach_hist(data);
}

TEST(events_without_a_stack_are_counted)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");

	user_task_new(1, 0x1000);
	user_task.no_user = true;
	hit(data);
	hit(data);
	user_task_set_stack(0x1000, 16, 0);
	hit(data);
	user_task_set_stack(0, 16, 3);
	hit(data);
	user_task.busy = true;
	hit(data);
	EXPECT_STREQ(show(data, true),
		     "{ common_ustacktrace:\n"
		     "} hitcount:          5\n"
		     "\nTotals:\n    Hits: 5\n    Entries: 1\n    Dropped: 0\n"
		     "    Stacks not taken: 5\n"
		     "        no user stack: 4\n"
		     "        walker busy: 1\n");
	detach_hist(data);
}

TEST(full_table_of_stacks_is_counted)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=num_u8:s=common_ustacktrace");
	struct hist_stacks_status status;
	unsigned int i;

	user_task_new(1, 0x1000);
	for (i = 0; i < HIST_STACKS_MIN + 5; i++) {
		user_task_set_stack(0x1000 + i, 16, 1);
		hit(data);
	}
	/* A stack that is in the table is still found. */
	user_task_set_stack(0x1000, 16, 1);
	hit(data);
	task_work_run();
	hist_stacks_get_status(data->stack_sources[0].table, &status);
	EXPECT_EQ(status.not_taken, 5);
	EXPECT_EQ(status.no_room, 5);
	EXPECT_EQ(status.no_user_stack, 0);
	for (i = 0; i < HIST_STACK_REASONS; i++)
		EXPECT_EQ(status.unresolved[i], 0);
	detach_hist(data);
}

/* Histogram that hit_at_step() hits. */
static struct hist_trigger_data *hit_at_steps;

/* Hit the histogram without a user stack, before each access of the interrupted code. */
static void hit_at_step(void)
{
	shim_step_hook = NULL;
	hit(hit_at_steps);
	shim_step_hook = hit_at_step;
}

/* The numbers of events by reason add up to the number of all, also if they change meanwhile. */
TEST(losses_while_events_run)
{
	struct hist_stacks_status status;

	hit_at_steps = attach_hist("hist:keys=common_ustacktrace");
	user_task_new(1, 0x1000);
	user_task.no_user = true;
	shim_step_hook = hit_at_step;
	hist_stacks_get_status(hit_at_steps->stack_sources[0].table, &status);
	shim_step_hook = NULL;
	EXPECT(status.no_user_stack > 0);
	EXPECT_EQ(status.busy, 0);
	EXPECT_EQ(status.no_room, 0);
	EXPECT_EQ(status.not_taken, status.no_user_stack);
	detach_hist(hit_at_steps);
}

/* Each command that attaches a histogram with user stacks may fail. */
TEST(depth_above_the_limit_of_the_administrator)
{
	struct hist_trigger_data *data = compile_valid("hist:keys=common_ustacktrace.depth=64");
	unsigned long allocs = shim_allocs();

	user_depth_max = 63;
	EXPECT_EQ(hist_run_attach(data, 128), -EOVERFLOW);
	EXPECT_EQ(shim_allocs(), allocs);
	user_depth_max = 64;
	EXPECT_EQ(hist_run_attach(data, 128), 0);
	user_depth_max = HIST_DEPTH_MAX;
	detach_hist(data);
	EXPECT_EQ(user_walkers, 0);
}

TEST(attach_without_memory)
{
	struct hist_trigger_data *data = compile_valid("hist:keys=common_ustacktrace,"
						       "common_stacktrace.depth=20");
	unsigned long allocs = shim_allocs(), n = 1;
	int ret;

	do {
		shim_fail_nth(n++);
		ret = hist_run_attach(data, 128);
		EXPECT(ret == -ENOMEM || (!ret && !shim_failed()));
		if (ret)
			EXPECT_EQ(shim_allocs(), allocs);
		EXPECT_EQ(user_walkers, !ret);
	} while (ret);
	shim_fail_nth(0);
	EXPECT(n > 6);
	detach_hist(data);
}

TEST(kernel_stacks_with_a_depth)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_stacktrace.depth=40");
	const u64 *addresses;
	unsigned int i;

	for (i = 0; i < SHIM_STACK_MAX; i++)
		shim_stack[i] = 0x1000 + i;
	shim_stack_len = SHIM_STACK_MAX;
	hit(data);
	addresses = hist_stacks_addresses(data->stack_sources[0].table, 1);
	for (i = 0; i < 40; i++)
		EXPECT_EQ(addresses[i], 0x1000 + i);

	shim_stack_len = 20;
	hist_exec(data, &(struct mock_record){}, 0x1003);
	addresses = hist_stacks_addresses(data->stack_sources[0].table, 2);
	for (i = 0; i < 40; i++)
		EXPECT_EQ(addresses[i], i < 16 ? 0x1004 + i : 0);
	EXPECT_EQ(tracing_map_n_allocated(data->stack_sources[0].table->map), 2);

	shim_stack_len = 0;
	hit(data);
	EXPECT_EQ(tracing_map_dropped(data->stack_sources[0].table->map), 1);
	detach_hist(data);
}

/* comm and both stacks at full depth fit in one key. */
TEST(all_stacks_in_one_key)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=common_comm,common_ustacktrace.depth=127,"
			    "common_stacktrace.depth=127");

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 1, HIST_DEPTH_MAX);
	hit(data);
	task_work_run();
	EXPECT_EQ(data->program.key_size, 32);
	detach_hist(data);
}

/* A variable holds an id. Another histogram uses it as a key, and shows the stack. */
TEST(variable_as_key_of_another_histogram)
{
	struct hist_trigger_data *source, *data;
	struct trace_diag diag = {};
	struct mock_record record;
	struct mock_hists hists;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	source = mock_hists_compile(&hists, &mock_source,
				    "hist:keys=num_u8:us=common_ustacktrace.depth=3,"
				    "ks=common_stacktrace.depth=2", &diag);
	EXPECT(!IS_ERR(source));
	data = mock_hists_compile(&hists, &mock_event,
				  "hist:keys=$us[num_u8],num_u16:w=$us[num_u8],k=$ks[num_u8],"
				  "m=num_u8:onmax($m).save($w,$k)", &diag);
	EXPECT(!IS_ERR(data));
	EXPECT_EQ(hist_run_attach(source, HIST_SIZE_MIN), 0);
	EXPECT_EQ(hist_run_attach(data, HIST_SIZE_MIN), 0);
	EXPECT_EQ(source->stack_sources[0].table->n_importers, 1);

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 5);
	shim_stack[0] = 0x77;
	shim_stack_len = 1;
	fill_record(&record);
	hist_exec(source, &record, _RET_IP_);
	task_work_run();
	hist_exec(data, &record, _RET_IP_);
	EXPECT(strstr(show(data, false), "{ us[num_u8]:\n"
					 "         prog+0x2000\n"
					 "         prog+0x2010\n"
					 "         prog+0x2020\n"));
	EXPECT(strstr(show(data, false), "\n\tmax:        200  w:\n"
					 "         prog+0x2000\n"
					 "         prog+0x2010\n"
					 "         prog+0x2020\n"
					 "  k:\n"));

	/* The ids stay valid when the other histogram has gone. */
	hist_run_detach(source);
	EXPECT(strstr(show(data, false), "prog+0x2020\n"));
	hist_run_detach(data);
	mock_hists_exit(&hists);
	EXPECT_EQ(user_walkers, 0);
}

TEST(saved_stacks)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u8:m=num_u8:onmax($m).save(num_u16,"
			    "common_ustacktrace.depth=2.build)");

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1ff0, 0x7ef000 - 0xff0, 2);
	hit(data);
	task_work_run();
	EXPECT(strstr(show(data, false), "  common_ustacktrace:\n"
					 "         prog+0x2ff0 (ababab)\n"
					 "         libc.so.6+0x0\n"));
	detach_hist(data);
}

TEST(resolved_stacks_of_processes_are_shared)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace.build");
	const struct hist_stacks *stacks = data->stack_sources[0].table;
	unsigned int i;

	/* With randomization, each process has other addresses. */
	for (i = 1; i <= 10; i++) {
		user_task_new(i, 0x1000 * i);
		user_task_set_stack(0x1000 * i, 16, 3);
		hit(data);
		task_work_run();
	}
	for (i = 2; i <= 10; i++)
		EXPECT(hist_stacks_resolved(stacks, i) == hist_stacks_resolved(stacks, 1));
	EXPECT(hist_stacks_resolved(stacks, 1));
	EXPECT_EQ(user_file_refs, 0);
	detach_hist(data);
}

TEST(frames_of_all_kinds)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");

	user_task_new(1, 0x1000);
	user_task_set_stack(0, 0, 6);
	user_task.stack[0] = 0x1001;
	user_task.stack[1] = 0x7f0002;
	user_task.stack[2] = 0x500003;
	user_task.stack[3] = 0x600004;
	user_task.stack[4] = 0xdead0000;
	user_task.stack[5] = 0x500ff0;
	hit(data);
	task_work_run();
	EXPECT_STREQ(show(data, true),
		     "{ common_ustacktrace:\n"
		     "         prog+0x2001\n"
		     "         libc.so.6+0x2\n"
		     "         [anon]\n"
		     "         [vdso]\n"
		     "         0xdead0000\n"
		     "         [anon]\n"
		     "} hitcount:          1\n"
		     "\nTotals:\n    Hits: 1\n    Entries: 1\n    Dropped: 0\n");
	EXPECT(strstr(show(data, false), "         0x0\n"));
	EXPECT(!strstr(show(data, false), "dead"));
	detach_hist(data);
}

/* Expect the only stack to be shown by its addresses, to a privileged reader only. */
static void expect_raw(struct hist_trigger_data *data, const char *reason)
{
	char line[80];

	snprintf(line, sizeof(line), "    Stacks unresolved, %s: 1\n", reason);
	EXPECT(strstr(show(data, true), "{ common_ustacktrace: [unresolved]\n"
					"         0x1000\n         0x1010\n}"));
	EXPECT(strstr(show(data, false), "{ common_ustacktrace: [unresolved]\n"
					 "         0x0\n         0x0\n}"));
	EXPECT(strstr(show(data, false), line));
}

static const struct hist_stack_node *node(const struct hist_trigger_data *data)
{
	return &data->stack_sources[0].table->nodes[0];
}

TEST(stack_of_a_task_in_the_kernel)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hit(data);
	expect_raw(data, "still in the kernel");
	/* It is queued once. */
	hit(data);
	EXPECT(user_task.works && !user_task.works->next);
	EXPECT_EQ(atomic_read(&hist_stacks_queued), 1);
	task_work_run();
	EXPECT_EQ(atomic_read(&hist_stacks_queued), 0);
	EXPECT(strstr(show(data, false), "{ common_ustacktrace:\n         prog+0x2000\n"));
	EXPECT(!strstr(show(data, false), "unresolved"));
	detach_hist(data);
}

TEST(stack_of_a_process_that_called_exec)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hit(data);
	user_task.identity[0] += 1ULL << 32;
	task_work_run();
	expect_raw(data, "exec");
	EXPECT_EQ(atomic_read(&node(data)->state), HIST_STACK_RAW);
	detach_hist(data);
}

/* A process that has unmapped code can have other code at the same addresses. */
TEST(stack_of_another_library_at_the_same_addresses)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hit(data);
	task_work_run();
	user_task.identity[HIST_STACK_PROCESS_WORDS]++;
	user_task.mappings[0].file = "plugin";
	user_task.mappings[0].ino++;
	hit(data);
	hit(data);
	task_work_run();
	EXPECT(strstr(show(data, false), "         prog+0x2010\n} hitcount:          1\n"));
	EXPECT(strstr(show(data, false), "         plugin+0x2010\n} hitcount:          2\n"));
	EXPECT(!strstr(show(data, false), "unresolved"));
	detach_hist(data);
}

/* Between its old registers and its new memory, a task has no stack that can be resolved. */
TEST(stack_of_a_task_in_exec)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	user_task.identity[1] |= HIST_IDENTITY_IN_EXEC;
	hit(data);
	hit(data);
	EXPECT(!user_task.works);
	expect_raw(data, "exec");
	/* Afterwards, the same addresses are another stack. */
	user_task.identity[1] &= ~HIST_IDENTITY_IN_EXEC;
	hit(data);
	task_work_run();
	EXPECT(strstr(show(data, false), "{ common_ustacktrace:\n         prog+0x2000\n"));
	detach_hist(data);
}

TEST(stack_of_an_exited_task)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	user_task.exited = true;
	hit(data);
	hit(data);
	EXPECT(!user_task.works);
	EXPECT_EQ(atomic_read(&hist_stacks_queued), 0);
	expect_raw(data, "exited");
	/* Another thread of the process can resolve it. */
	user_task.exited = false;
	hit(data);
	/* It exits, too, before its work has run. */
	user_task.exited = true;
	task_work_run();
	expect_raw(data, "exited");
	user_task.exited = false;
	hit(data);
	hist_stacks_exit();
	EXPECT(strstr(show(data, false), "{ common_ustacktrace:\n         prog+0x2000\n"));
	detach_hist(data);
}

/* An event after the hook in do_exit() keeps the address space until the last task work runs. */
TEST(stack_of_an_exiting_task)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hist_stacks_exit();
	user_task.exiting = true;
	hit(data);
	hit(data);
	EXPECT_EQ(user_file_refs, 1);
	user_task.exited = true;
	task_work_run();
	EXPECT_EQ(user_file_refs, 0);
	EXPECT(strstr(show(data, false), "{ common_ustacktrace:\n         prog+0x2000\n"));
	detach_hist(data);
}

/* A stack whose mappings change is tried again with a later event, but not forever. */
TEST(stack_with_changed_mappings)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");
	unsigned int i;

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	for (i = 0; i < HIST_STACK_TRIES - 1; i++) {
		hit(data);
		user_task.mappings[0].seq = user_task.seq;
		user_task.seq += 2;
		task_work_run();
		expect_raw(data, "mappings changed");
		EXPECT_EQ(atomic_read(&node(data)->state), HIST_STACK_NEW);
	}
	EXPECT_EQ(user_file_refs, 0);
	hit(data);
	task_work_run();
	EXPECT(strstr(show(data, false), "{ common_ustacktrace:\n         prog+0x2000\n"));
	detach_hist(data);

	data = attach_hist("hist:keys=common_ustacktrace");
	for (i = 0; i < HIST_STACK_TRIES; i++) {
		hit(data);
		user_task.mappings[0].seq = user_task.seq;
		user_task.seq += 2;
		task_work_run();
	}
	hit(data);
	EXPECT(!user_task.works);
	expect_raw(data, "mappings changed");
	detach_hist(data);
}

/* Each allocation of the resolution fails in turn; the next event tries again. */
TEST(resolution_without_memory)
{
	unsigned long n;

	for (n = 1; n < 20; n++) {
		struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");
		bool failed;

		user_task_new(1, 0x1000);
		user_task_set_stack(0x1000, 16, 2);
		hit(data);
		shim_fail_nth(n);
		task_work_run();
		failed = shim_failed();
		EXPECT_EQ(user_file_refs, 0);
		if (failed) {
			expect_raw(data, "no memory");
			hit(data);
			task_work_run();
		}
		EXPECT(strstr(show(data, false), "{ common_ustacktrace:\n         prog+0x2000\n"));
		detach_hist(data);
		if (!failed)
			break;
	}
	EXPECT_EQ(n, 7);
}

/* Queued work keeps the table, also if the histogram is removed. */
TEST(queued_work_keeps_the_table)
{
	unsigned long allocs = shim_allocs();
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hit(data);
	detach_hist(data);
	EXPECT_EQ(user_walkers, 1);
	EXPECT(shim_allocs() > allocs);
	task_work_run();
	EXPECT_EQ(user_walkers, 0);
	EXPECT_EQ(shim_allocs(), allocs);
}

/* An event with @val in num_u16 and its lowest bits in num_u32. */
static void hit_val(struct hist_trigger_data *data, unsigned int val)
{
	struct mock_record record;

	fill_record(&record);
	record.num_u16 = val;
	record.num_u32 = val % 16;
	hist_exec(data, &record, _RET_IP_);
}

/* Processes that come and go make one row, with all that their events have counted. */
TEST(rows_of_equal_stacks_are_merged)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u8,common_ustacktrace:vals=num_u16,num_u32.avg,"
			    "num_u32.max,num_u32.min,num_u32.median:m=num_u16:"
			    "onmax($m).save(num_u32)");
	unsigned int i;

	/* Values 1 to 101 in a mixed order. */
	for (i = 0; i < 101; i++) {
		user_task_new(i, 0x1000 * (i + 1));
		user_task_set_stack(0x1000 * (i + 1), 16, 2);
		hit_val(data, i * 37 % 101 + 1);
		task_work_run();
	}
	EXPECT_STREQ(show(data, false),
		     "{ num_u8:        200, common_ustacktrace:\n"
		     "         prog+0x2000\n"
		     "         prog+0x2010\n"
		     "} hitcount:        101  num_u16:       5151  num_u32.avg:          7  "
		     "num_u32.max:         15  num_u32.min:          0  num_u32.p50:          7"
		     "\n\tmax:        101  num_u32:          5\n"
		     "\nTotals:\n    Hits: 101\n    Entries: 1\n    Dropped: 0\n"
		     "    Overall:  num_u32.avg:          7  num_u32.max:         15  "
		     "num_u32.min:          0  num_u32.p50:          7\n");
	/* The table has a row for each process. */
	EXPECT_EQ(atomic_read(&data->runtime.map->keys->n_keys), 101);
	detach_hist(data);
}

/* Different other keys, code or states are different rows. */
TEST(rows_that_are_not_merged)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace,num_u16");
	unsigned int i;
	const char *text;

	for (i = 0; i < 6; i++) {
		user_task_new(i, 0x1000 * (i + 1));
		user_task_set_stack(0x1000 * (i + 1), 16, 2);
		if (i == 4)
			user_task.mappings[0].ino++;
		hit_val(data, i == 3);
		if (i == 5)
			user_task.identity[0]++;
		task_work_run();
	}
	user_task_new(7, 0x1000);
	user_task.no_user = true;
	hit_val(data, 0);
	text = show(data, false);
	EXPECT(strstr(text, "Entries: 5\n"));
	EXPECT(strstr(text, "num_u16:          0} hitcount:          3\n"));
	EXPECT(strstr(text, "num_u16:          1} hitcount:          1\n"));
	EXPECT(strstr(text, "{ common_ustacktrace: [unresolved]\n"));
	EXPECT(strstr(text, "{ common_ustacktrace:\n, num_u16:          0} hitcount:"));
	detach_hist(data);
}

TEST(merge_of_rows_without_memory)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_ustacktrace");
	struct hist_table_snapshot *table;
	unsigned long allocs, n = 1;

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hit(data);
	task_work_run();
	allocs = shim_allocs();
	do {
		shim_fail_nth(n++);
		table = hist_table_snapshot_create(data, data->runtime.map,
						   &(struct hist_status){}, NULL);
		EXPECT(!IS_ERR(table) || table == ERR_PTR(-ENOMEM));
		EXPECT_EQ(IS_ERR(table), shim_failed());
		if (!IS_ERR(table))
			break;
		EXPECT_EQ(shim_allocs(), allocs);
	} while (n < 30);
	EXPECT(n > 8 && n < 30);
	hist_table_snapshot_free(table);
	detach_hist(data);
}

/* Attach with an owner, as the kernel does, so that the histogram can be cleared. */
static void attach_to_owner(struct hist_trigger_data *data)
{
	guard(mutex)(&event_mutex);
	EXPECT_EQ(hist_pin_arena(&data->program), 0);
	EXPECT_EQ(hist_map_attach(data, data->size), 0);
}

static void detach_from_owner(struct hist_trigger_data *data)
{
	guard(mutex)(&event_mutex);
	hist_map_detach(data);
}

static int clear(struct hist_trigger_data *data)
{
	guard(mutex)(&event_mutex);
	return hist_map_clear(data);
}

/* A clear empties the table of stacks with the table of the histogram. */
TEST(clear_replaces_the_table_of_stacks)
{
	struct hist_trigger_data *data = compile_valid("hist:keys=common_ustacktrace");
	unsigned int i;

	attach_to_owner(data);
	user_task_new(1, 0x1000);
	for (i = 0; i < 3; i++) {
		user_task_set_stack(0x1000, 16, 2 + i);
		hit(data);
	}
	task_work_run();
	EXPECT_EQ(tracing_map_n_allocated(data->stack_sources[0].table->map), 3);
	EXPECT_EQ(clear(data), 0);
	EXPECT_EQ(tracing_map_n_allocated(data->stack_sources[0].table->map), 0);
	hit(data);
	/* Work for the new table, and the histogram is cleared before it runs. */
	EXPECT_EQ(clear(data), 0);
	task_work_run();
	EXPECT(strstr(show(data, false), "Entries: 0\n"));
	hit(data);
	task_work_run();
	EXPECT(strstr(show(data, false), "{ common_ustacktrace:\n         prog+0x2000\n"));
	EXPECT_EQ(user_walkers, 1);
	detach_from_owner(data);
	hist_data_put(data);
	EXPECT_EQ(user_walkers, 0);
}

/* Nothing changes if there is no memory for the new tables. */
TEST(clear_without_memory)
{
	struct hist_trigger_data *data = compile_valid("hist:keys=common_ustacktrace,"
						       "common_stacktrace.depth=2");
	unsigned long n = 1, allocs;
	int ret;

	attach_to_owner(data);
	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hit(data);
	task_work_run();
	allocs = shim_allocs();
	do {
		shim_fail_nth(n++);
		ret = clear(data);
		EXPECT_EQ(ret, shim_failed() ? -ENOMEM : 0);
		if (ret) {
			EXPECT_EQ(shim_allocs(), allocs);
			EXPECT(strstr(show(data, false), "         prog+0x2000\n"));
		}
	} while (ret);
	EXPECT(n > 8);
	EXPECT(strstr(show(data, false), "Entries: 0\n"));
	detach_from_owner(data);
	hist_data_put(data);
}

/* Histograms of one name share their tables of stacks, also after a clear. */
TEST(named_histograms_share_their_stacks)
{
	struct hist_trigger_data *a = compile_valid("hist:name=same:keys=common_ustacktrace");
	struct hist_trigger_data *b = compile_valid("hist:name=same:keys=common_ustacktrace");

	attach_to_owner(a);
	attach_to_owner(b);
	EXPECT(a->stack_sources[0].table == b->stack_sources[0].table);
	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hit(a);
	hit(b);
	EXPECT_EQ(clear(b), 0);
	EXPECT(a->stack_sources[0].table == b->stack_sources[0].table);
	hit(a);
	hit(b);
	task_work_run();
	EXPECT(strstr(show(a, false), "} hitcount:          2\n"));
	detach_from_owner(a);
	EXPECT(strstr(show(b, false), "         prog+0x2000\n"));
	detach_from_owner(b);
	hist_data_put(a);
	hist_data_put(b);
	EXPECT_EQ(user_walkers, 0);
}

/* A clear does not change what the ids mean that another histogram has loaded. */
TEST(clear_keeps_imported_stacks)
{
	struct hist_trigger_data *source, *data;
	struct trace_diag diag = {};
	struct mock_record record;
	struct mock_hists hists;
	struct hist_stacks *table;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	source = mock_hists_compile(&hists, &mock_source, "hist:keys=num_u8:us=common_ustacktrace",
				    &diag);
	data = mock_hists_compile(&hists, &mock_event, "hist:keys=$us[num_u8]", &diag);
	EXPECT(!IS_ERR(source) && !IS_ERR(data));
	attach_to_owner(source);
	attach_to_owner(data);
	table = source->stack_sources[0].table;
	EXPECT(data->stack_sources[0].table == table);

	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	fill_record(&record);
	hist_exec(source, &record, _RET_IP_);
	task_work_run();
	hist_exec(data, &record, _RET_IP_);
	EXPECT_EQ(clear(source), 0);
	EXPECT(source->stack_sources[0].table == table);
	user_task_set_stack(0x1100, 16, 2);
	hist_exec(source, &record, _RET_IP_);
	task_work_run();
	hist_exec(data, &record, _RET_IP_);
	EXPECT(strstr(show(data, false), "         prog+0x2000\n         prog+0x2010\n}"));
	EXPECT(strstr(show(data, false), "         prog+0x2100\n         prog+0x2110\n}"));

	/* The histogram that imports the table is cleared; its table is not its own. */
	EXPECT_EQ(clear(data), 0);
	EXPECT(data->stack_sources[0].table == table);
	detach_from_owner(data);
	EXPECT_EQ(table->n_importers, 0);
	EXPECT_EQ(clear(source), 0);
	EXPECT(source->stack_sources[0].table != table);
	detach_from_owner(source);
	mock_hists_exit(&hists);
	EXPECT_EQ(user_walkers, 0);
}

/* Histograms with ids in their keys cannot be looked up by their keys. */
TEST(keys_with_ids_are_not_compatible)
{
	static const char *const commands[] = {
		"hist:keys=common_ustacktrace:vals=$v",
		"hist:keys=common_ustacktrace:vals=$v[common_ustacktrace]",
		"hist:keys=common_ustacktrace:onmatch(mock.source).one(num_s64)",
	};
	static const enum hist_diag codes[] = {
		HIST_DIAG_VAR_KEYS, HIST_DIAG_KEYED_TYPE, HIST_DIAG_MATCH_KEYS,
	};
	struct mock_hists hists;
	unsigned int i;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT(!IS_ERR(mock_hists_compile(&hists, &mock_source,
					  "hist:keys=common_ustacktrace:v=num_u8",
					  &(struct trace_diag){})));
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		struct trace_diag diag = {};

		EXPECT(mock_hists_compile(&hists, &mock_event, commands[i], &diag) ==
		       ERR_PTR(-EINVAL));
		EXPECT_EQ(diag.code, codes[i]);
	}
	mock_hists_exit(&hists);
}

/* A stack that a key or a variable has taken is not taken again; one of an action may be. */
TEST(stack_is_taken_once)
{
	static const struct {
		const char *text;
		unsigned int walks;
	} cases[] = {
		{ "hist:keys=common_ustacktrace", 1 },
		{ "hist:keys=common_ustacktrace,common_ustacktrace.build", 1 },
		{ "hist:keys=common_ustacktrace,common_ustacktrace.depth=3", 2 },
		{ "hist:keys=common_ustacktrace:a=common_ustacktrace", 1 },
		{ "hist:keys=num_u8:a=common_ustacktrace,b=common_ustacktrace.build,c=$a", 1 },
		{ "hist:keys=common_ustacktrace:m=num_u8:onmax($m).save(common_ustacktrace)", 1 },
		{ "hist:keys=num_u8:m=num_u8:onmax($m).save(common_ustacktrace,"
		  "common_ustacktrace.build)", 1 },
		{ "hist:keys=num_u8:m=num_u8:onmax($m).save(common_ustacktrace):"
		  "onmin($m).save(common_ustacktrace)", 2 },
	};
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hist_trigger_data *data = attach_hist(cases[i].text);

		user_task_new(1, 0x1000);
		for (k = 1; k < 3; k++) {
			user_task_set_stack(0x1000, 16, 2 * k);
			user_walks = 0;
			hit(data);
			task_work_run();
			/* The second event has no new maximum. */
			if (k == 1 && user_walks != cases[i].walks)
				test_fail(__FILE__, __LINE__, "%s: %u walks", cases[i].text,
					  user_walks);
		}
		if (data->n_keys == 1 && data->fields[data->n_vals].value.stacks)
			EXPECT(strstr(show(data, false), "         prog+0x2030\n"));
		detach_hist(data);
	}
}

/* The creator of the table pays for resolved stacks, and not the task that has the stack. */
TEST(creator_pays_for_resolved_stacks)
{
	struct mem_cgroup creator = {}, other = {};
	struct hist_trigger_data *data;
	unsigned long charges;

	shim_memcg = &creator;
	data = attach_hist("hist:keys=common_ustacktrace");
	charges = creator.charges;
	shim_memcg = &other;
	user_task_new(1, 0x1000);
	user_task_set_stack(0x1000, 16, 2);
	hit(data);
	/* Without memory, the next event tries again. */
	creator.refuses = true;
	task_work_run();
	expect_raw(data, "no memory");
	creator.refuses = false;
	other.refuses = true;
	hit(data);
	task_work_run();
	other.refuses = false;
	/* A file with its name, and a stack. */
	EXPECT_EQ(creator.charges, charges + 3);
	EXPECT(!shim_active_memcg);
	shim_memcg = NULL;
	EXPECT(strstr(show(data, false), "{ common_ustacktrace:\n         prog+0x2000\n"));
	detach_hist(data);
}
