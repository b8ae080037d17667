// SPDX-License-Identifier: GPL-2.0-only
/* Stack traces of the kernel and of a record as keys and saved values. */

#include <linux/err.h>
#include <linux/instruction_pointer.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/run/exec.h"
#include "hist/show/text.h"
#include "hist/stacks/stacks.h"
#include "hist/tests/fixtures/mock_event.h"
#include "hist/tests/fixtures/mock_hists.h"
#include "tracing_map.h"
#include "tracing_map_snapshot.h"

/* Stacks of various lengths, from empty to longer than a key. */
TEST(kernel_stacks_of_each_length)
{
	static const unsigned int lens[] = { 0, 1, 15, 16, 17, 27, 28, 29, SHIM_STACK_MAX };
	struct mock_record record = {};
	unsigned int i, k;

	for (i = 0; i < SHIM_STACK_MAX; i++)
		shim_stack[i] = 0x1000 + i;
	for (i = 0; i < ARRAY_SIZE(lens); i++) {
		struct hist_trigger_data *data = attach_hist("hist:keys=common_stacktrace");
		struct tracing_map_snapshot *rows;

		shim_stack_len = lens[i];
		hist_exec(data, &record, _RET_IP_);
		rows = snapshot_rows(data);
		for (k = 0; k < HIST_STACK_DEPTH; k++)
			EXPECT_EQ(tracing_map_row_key(rows, 0)[k],
				  k < lens[i] ? 0x1000 + k : 0);
		tracing_map_snapshot_free(rows);
		detach_hist(data);
	}
}

/*
 * Constants of hist/run/bytes.c: the caller is searched in the first OWN_FRAMES entries, which are
 * left out up to it. At most FRAMES_SEEN entries are saved.
 */
#define OWN_FRAMES	12
#define FRAMES_SEEN	(OWN_FRAMES + HIST_STACK_DEPTH)

/* Hit with a stack of @len frames in which the caller is at index @at. */
static void expect_stack_above(unsigned int len, unsigned int at)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_stacktrace");
	unsigned int first = at < OWN_FRAMES ? at + 1 : 0;
	unsigned int k, n = min(len, FRAMES_SEEN) - first;
	struct mock_record record = {};
	struct tracing_map_snapshot *rows;

	shim_stack_len = len;
	hist_exec(data, &record, shim_stack[at]);
	rows = snapshot_rows(data);
	for (k = 0; k < HIST_STACK_DEPTH; k++) {
		u64 expected = k < n ? shim_stack[first + k] : 0;

		if (tracing_map_row_key(rows, 0)[k] != expected)
			test_fail(__FILE__, __LINE__, "caller at %u of %u: entry %u is %llx",
				  at, len, k, tracing_map_row_key(rows, 0)[k]);
	}
	tracing_map_snapshot_free(rows);
	detach_hist(data);
}

/* Stacks of every length, with the caller at every index. */
TEST(kernel_stacks_above_the_caller)
{
	unsigned int i, len, at;

	for (i = 0; i < SHIM_STACK_MAX; i++)
		shim_stack[i] = 0x1000 + i;
	for (len = 1; len <= FRAMES_SEEN + 2; len++)
		for (at = 0; at < len; at++)
			expect_stack_above(len, at);
}

/* Compile a valid command and attach the histogram. */
static struct hist_trigger_data *attach_to(struct mock_hists *hists, const struct mock_event *event,
					   const char *command)
{
	struct trace_diag diag = {};
	struct hist_trigger_data *data = mock_hists_compile(hists, event, command, &diag);

	EXPECT(!IS_ERR(data));
	EXPECT_EQ(hist_run_attach(data, HIST_SIZE_MIN), 0);
	return data;
}

/* Fire an event in an interrupt. */
static void hit_in_interrupt(struct hist_trigger_data *data, struct pt_regs *regs)
{
	struct mock_record record;

	fill_record(&record);
	shim_irq_regs = regs;
	hist_exec(data, &record, _RET_IP_);
	shim_irq_regs = NULL;
}

/* Hit a histogram once, and check that the key begins with the stack of @regs. */
static void expect_interrupted_stack(const char *command, struct pt_regs *regs)
{
	unsigned int k, len = regs && !regs->user ? regs->stack_len : 0;
	struct tracing_map_snapshot *rows;
	struct hist_trigger_data *data;
	struct mock_hists hists;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	data = attach_to(&hists, &mock_sample, command);
	hit_in_interrupt(data, regs);
	rows = snapshot_rows(data);
	EXPECT_EQ(rows->n_rows, 1);
	for (k = 0; k < HIST_STACK_DEPTH; k++)
		EXPECT_EQ(tracing_map_row_key(rows, 0)[k], k < len ? regs->stack[k] : 0);
	tracing_map_snapshot_free(rows);
	hist_run_detach(data);
	mock_hists_exit(&hists);
}

/*
 * The stack of a sample is that of the interrupted code, from its first entry on. It is empty for
 * code in user mode, and if there are no registers.
 */
TEST(interrupted_stacks_of_each_length)
{
	static const char *const commands[] = {
		"hist:keys=common_stacktrace", "hist:keys=stacktrace",
		"hist:keys=common_stacktrace,num_u8",
	};
	unsigned long stack[HIST_STACK_DEPTH + 1];
	struct pt_regs regs = { .stack = stack };
	unsigned int i;

	shim_stack_len = SHIM_STACK_MAX;
	for (i = 0; i < SHIM_STACK_MAX; i++)
		shim_stack[i] = 0x1000 + i;
	for (i = 0; i < ARRAY_SIZE(stack); i++)
		stack[i] = 0x2000 + i;
	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		for (regs.stack_len = 0; regs.stack_len <= ARRAY_SIZE(stack); regs.stack_len++) {
			regs.user = false;
			expect_interrupted_stack(commands[i], &regs);
			regs.user = true;
			expect_interrupted_stack(commands[i], &regs);
		}
		expect_interrupted_stack(commands[i], NULL);
	}
}

/* Check that all values that were saved in the only row are a stack. */
static void expect_saved(struct hist_trigger_data *data, const struct pt_regs *regs)
{
	struct hist_table_snapshot *table =
		hist_table_snapshot_create(data, data->runtime.map, &(struct hist_status){}, NULL);
	unsigned int i, k;

	EXPECT(!IS_ERR(table));
	for (i = 0; i < data->n_save_vars; i++) {
		const struct hist_field_var *var = &data->save_vars[i];
		const u64 *saved = hist_table_snapshot_saved(table, 0, 0) + var->pos / sizeof(u64);

		for (k = 0; k < var->room / sizeof(u64); k++)
			EXPECT_EQ(saved[k], k < regs->stack_len ? regs->stack[k] : 0);
	}
	hist_table_snapshot_free(table);
}

/* The stack of a sample with a depth is interned. Code in user mode has none. */
TEST(interrupted_stacks_with_a_depth)
{
	unsigned long stack[HIST_STACK_DEPTH + 4];
	struct pt_regs regs = { .stack = stack, .stack_len = ARRAY_SIZE(stack) };
	struct hist_trigger_data *data;
	struct hist_stacks *stacks;
	struct mock_hists hists;
	const u64 *addresses;
	unsigned int k;

	shim_stack_len = 1;
	shim_stack[0] = 0x1000;
	for (k = 0; k < ARRAY_SIZE(stack); k++)
		stack[k] = 0x2000 + k;
	EXPECT_EQ(mock_hists_init(&hists), 0);
	data = attach_to(&hists, &mock_sample, "hist:keys=common_stacktrace.depth=19");
	stacks = data->stack_sources[0].table;
	hit_in_interrupt(data, &regs);
	regs.stack_len = 2;
	hit_in_interrupt(data, &regs);
	EXPECT_EQ(tracing_map_n_allocated(stacks->map), 2);
	addresses = hist_stacks_addresses(stacks, 1);
	for (k = 0; k < 19; k++)
		EXPECT_EQ(addresses[k], 0x2000 + k);
	addresses = hist_stacks_addresses(stacks, 2);
	for (k = 0; k < 19; k++)
		EXPECT_EQ(addresses[k], k < 2 ? 0x2000 + k : 0);

	regs.user = true;
	hit_in_interrupt(data, &regs);
	hit_in_interrupt(data, NULL);
	EXPECT_EQ(atomic_read(&data->runtime.map->keys->n_keys), 3);
	EXPECT_EQ(tracing_map_dropped(stacks->map), 0);
	hist_run_detach(data);
	mock_hists_exit(&hists);
}

/* The stack of a sample in a variable and as a parameter of an action. */
TEST(interrupted_stacks_are_saved)
{
	static const unsigned long stack[] = { 0x2000, 0x2001, 0x2002 };
	struct pt_regs regs = { .stack = stack, .stack_len = ARRAY_SIZE(stack) };
	struct hist_trigger_data *data;
	struct mock_hists hists;

	shim_stack_len = 1;
	shim_stack[0] = 0x1000;
	EXPECT_EQ(mock_hists_init(&hists), 0);
	data = attach_to(&hists, &mock_sample, "hist:keys=num_u8:s=common_stacktrace,m=num_u8:"
			 "onmax($m).save($s,common_stacktrace)");
	hit_in_interrupt(data, &regs);
	EXPECT_EQ(data->n_save_vars, 2);
	expect_saved(data, &regs);
	hist_run_detach(data);
	mock_hists_exit(&hists);
}

/* The stack of a sample that another event matches is stored by a field-variable histogram. */
TEST(interrupted_stacks_of_a_matched_event)
{
	static const unsigned long stack[] = { 0x2000, 0x2001 };
	struct pt_regs regs = { .stack = stack, .stack_len = ARRAY_SIZE(stack) };
	struct hist_trigger_data *sample, *data;
	struct mock_hists hists;

	shim_stack_len = 1;
	shim_stack[0] = 0x1000;
	EXPECT_EQ(mock_hists_init(&hists), 0);
	sample = attach_to(&hists, &mock_sample, "hist:keys=num_u8");
	data = attach_to(&hists, &mock_event, "hist:keys=num_u8:onmatch(mock.sample)"
			 ".stacks(mock.sample.common_stacktrace,common_pid)");
	EXPECT_EQ(data->n_field_var_hists, 1);
	hit_in_interrupt(sample, &regs);
	hit_in_interrupt(data->field_var_hists[0].data, &regs);
	hit_in_interrupt(data, NULL);
	EXPECT_STREQ(hist_run_fired(), "stacks stack=2000,2001 pid=42\n");
	hist_run_detach(data);
	hist_run_detach(sample);
	mock_hists_exit(&hists);
}

/* A recorded stack whose entry count is larger or smaller than its data. */
TEST(recorded_stacks_with_wrong_length)
{
	static const unsigned long entries[] = { 0x11, 0x22, 0x33, 0x44 };
	unsigned long trace[1 + ARRAY_SIZE(entries)];
	unsigned int len, says, k;

	memcpy(&trace[1], entries, sizeof(entries));
	for (len = 0; len <= ARRAY_SIZE(trace); len++) {
		for (says = 0; says <= ARRAY_SIZE(trace) + 1; says++) {
			struct hist_trigger_data *data = attach_hist("hist:keys=stack");
			unsigned int n = min(len ? len - 1 : 0, says);
			struct tracing_map_snapshot *rows;
			struct mock_record record;

			fill_record(&record);
			memset(record.data, 0xff, sizeof(record.data));
			trace[0] = says;
			record.stack = mock_put_data(&record, 101, trace, len * sizeof(*trace));
			hist_exec(data, &record, _RET_IP_);
			rows = snapshot_rows(data);
			for (k = 0; k < HIST_STACK_DEPTH; k++)
				EXPECT_EQ(tracing_map_row_key(rows, 0)[k], k < n ? entries[k] : 0);
			tracing_map_snapshot_free(rows);
			detach_hist(data);
		}
	}
}

/*
 * A saved stack has the addresses of the original, zeros behind them, and does
 * not overlap the next field.
 */
TEST(saved_stacks_are_padded_with_zeros)
{
	static const u64 none[HIST_STACK_DEPTH];
	static const u64 kept[] = { 0x111, 0x222, 0x333 };
	struct hist_trigger_data *source, *data;
	struct trace_diag diag = {};
	struct hist_table_snapshot *table;
	struct mock_record record;
	struct mock_hists hists;
	const u64 *saved;
	unsigned int i;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	source = mock_hists_compile(&hists, &mock_source, "hist:keys=num_u8:s=stack", &diag);
	EXPECT(!IS_ERR(source));
	data = mock_hists_compile(&hists, &mock_event, "hist:keys=num_u8:t=$s,o=stack,m=num_u8:"
				  "onmax($m).save($s,$t,$o,stack,num_u8)", &diag);
	EXPECT(!IS_ERR(data));
	EXPECT_EQ(hist_run_attach(source, HIST_SIZE_MIN), 0);
	EXPECT_EQ(hist_run_attach(data, HIST_SIZE_MIN), 0);
	fill_record(&record);
	hist_exec(source, &record, _RET_IP_);
	hist_exec(data, &record, _RET_IP_);

	table = hist_table_snapshot_create(data, data->runtime.map, &(struct hist_status){}, NULL);
	EXPECT(!IS_ERR(table));
	saved = hist_table_snapshot_saved(table, 0, 0);
	EXPECT_EQ(data->n_save_vars, 5);
	for (i = 0; i < 4; i++) {
		const struct hist_field_var *var = &data->save_vars[i];
		const u64 *trace = saved + var->pos / sizeof(u64);
		/*
		 * A stack passed through a variable has one entry less, for the
		 * count.
		 */
		unsigned int room = (HIST_STACK_DEPTH - (i < 2)) * sizeof(u64);

		EXPECT_EQ(var->room, room);
		EXPECT(!memcmp(trace, kept, sizeof(kept)));
		EXPECT(!memcmp(trace + ARRAY_SIZE(kept), none, room - sizeof(kept)));
	}
	EXPECT_EQ(saved[data->save_vars[4].pos / sizeof(u64)], 200);
	hist_table_snapshot_free(table);
	hist_run_detach(source);
	hist_run_detach(data);
	mock_hists_exit(&hists);
}

/* Stacks are ordered by the first address that differs. */
TEST(stacks_are_sorted_by_address)
{
	static const unsigned long traces[][3] = { { 2, 1, 3 }, { 2, 1, 2 }, { 1, 2 }, { 1, 1 } };
	struct hist_trigger_data *data = attach_hist("hist:keys=stack:sort=stack:vals=num_u8");
	struct tracing_map_snapshot *rows;
	struct hist_table_snapshot *table;
	struct mock_record record;
	unsigned int i;

	fill_record(&record);
	for (i = 0; i < ARRAY_SIZE(traces); i++) {
		record.stack = mock_put_data(&record, 101, traces[i], (traces[i][0] + 1) *
					     sizeof(traces[i][0]));
		hist_exec(data, &record, _RET_IP_);
	}
	table = hist_table_snapshot_create(data, data->runtime.map, &(struct hist_status){}, NULL);
	EXPECT(!IS_ERR(table));
	rows = table->rows;
	EXPECT_EQ(rows->n_rows, ARRAY_SIZE(traces));
	for (i = 0; i < rows->n_rows; i++) {
		EXPECT_EQ(tracing_map_row_key(rows, i)[0], 1 + (i == 3));
		EXPECT_EQ(tracing_map_row_key(rows, i)[1], i < 3 && i ? i + 1 : 0);
	}
	hist_table_snapshot_free(table);
	detach_hist(data);
}
