// SPDX-License-Identifier: GPL-2.0-only
/*
 * Execution contexts: each CPU has one for each nesting level. Events that
 * interrupt each other use different ones, and events nested deeper are dropped.
 */

#include <linux/instruction_pointer.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/run/arena.h"
#include "hist/run/exec.h"
#include "hist/tests/cases/largest_cases.h"
#include "hist/tests/fixtures/mock_event.h"
#include "tracing_map.h"
#include "tracing_map_snapshot.h"

/*
 * The first histogram that needs execution contexts allocates them for all
 * levels.
 */
TEST(failed_allocation_of_contexts)
{
	struct hist_trigger_data *data = compile_valid("hist:keys=dyn");
	struct hist_trigger_data *narrow = compile_valid("hist:keys=num_u8");
	unsigned int i;

	shim_fail_nth(1);
	EXPECT_EQ(hist_run_pin_arena(narrow), 0);
	EXPECT(!shim_failed());
	/*
	 * Levels allocated before a failure stay, and the next call continues
	 * with the rest.
	 */
	for (i = 0; i < HIST_NESTING_MAX; i++) {
		shim_fail_nth(i ? 2 : 1);
		EXPECT(hist_run_pin_arena(data) == -ENOMEM);
		EXPECT(shim_failed());
	}
	shim_fail_nth(0);
	EXPECT_EQ(hist_run_pin_arena(data), 0);
	shim_fail_nth(1);
	EXPECT_EQ(hist_run_pin_arena(data), 0);
	EXPECT(!shim_failed());
	hist_data_put(data);
	hist_data_put(narrow);
}

/*
 * The largest contexts: each level has its own on each CPU, and one level more
 * fails.
 */
TEST(each_level_and_cpu_has_a_context)
{
	struct hist_trigger_data *data = compile_valid("hist:keys=dyn");
	static u64 *frames[SHIM_NR_CPUS_MAX][HIST_NESTING_MAX];
	unsigned int cpu, level, i;

	shim_nr_cpus = 4;
	EXPECT_EQ(hist_run_pin_arena(data), 0);
	for (level = 0; level < HIST_NESTING_MAX; level++) {
		for (cpu = 0; cpu < shim_nr_cpus; cpu++) {
			u64 *frame;

			shim_cpu = cpu;
			frame = hist_arena_push();
			EXPECT(frame);
			frames[cpu][level] = frame;
			for (i = 0; i < HIST_CTX_WORDS_MAX; i++)
				frame[i] = cpu * HIST_NESTING_MAX + level;
		}
	}
	for (cpu = 0; cpu < shim_nr_cpus; cpu++) {
		shim_cpu = cpu;
		EXPECT(!hist_arena_push());
		for (level = HIST_NESTING_MAX; level--;) {
			for (i = 0; i < HIST_CTX_WORDS_MAX; i++)
				EXPECT_EQ(frames[cpu][level][i], cpu * HIST_NESTING_MAX + level);
			hist_arena_pop();
			EXPECT(hist_arena_push() == frames[cpu][level]);
			hist_arena_pop();
		}
	}
	shim_cpu = 0;
	hist_data_put(data);
}

/*
 * Events that interrupt each other while a long key is assembled, each at the
 * same one of its steps.
 */
static const struct hist_trigger_data *nest_data;
static unsigned int nest_at, nest_step, nest_depth, nest_max;

static void nest(void)
{
	unsigned int depth = nest_depth++, step = nest_step;
	struct mock_record record;
	char name[8];

	fill_record(&record);
	record.num_u32 = depth;
	record.dyn = mock_put_data(&record, 300, name, sprintf(name, "n%u", depth));
	nest_step = 0;
	hist_exec(nest_data, &record, _RET_IP_);
	nest_step = step;
}

static void nest_hook(void)
{
	if (nest_step++ == nest_at && nest_depth < nest_max)
		nest();
}

/*
 * Each event must see its own key, and all events are counted or counted as
 * dropped.
 */
static void expect_nested(struct tracing_map_snapshot *rows)
{
	unsigned int i;

	EXPECT_EQ(rows->n_rows + rows->dropped, nest_depth);
	/* The map itself supports this many nested inserts. */
	if (nest_depth <= min(HIST_NESTING_MAX, TRACING_MAP_CONTEXT_SLOTS))
		EXPECT_EQ(rows->dropped, 0);
	for (i = 0; i < rows->n_rows; i++) {
		const u64 *key = tracing_map_row_key(rows, i);
		char name[24];

		sprintf(name, "n%llu", (unsigned long long)key[0]);
		EXPECT_STREQ((const char *)&key[1], name);
		EXPECT_STREQ((const char *)&key[1 + HIST_STR_MAX / 8], "relative");
		EXPECT_EQ(tracing_map_row_sum(rows, i, 0), 1);
		EXPECT_EQ(tracing_map_row_sum(rows, i, 1), key[0]);
	}
}

TEST(interrupted_at_each_step)
{
	unsigned int deepest = 0, dropped = 0;

	for (nest_at = 0; ; nest_at++) {
		for (nest_max = 2; nest_max <= HIST_NESTING_MAX + 3; nest_max++) {
			struct tracing_map_snapshot *rows;

			nest_data = attach_hist("hist:keys=num_u32,dyn,rel:vals=num_u32:size=128");
			nest_depth = 0;
			shim_step_hook = nest_hook;
			nest();
			shim_step_hook = NULL;

			rows = snapshot_rows(nest_data);
			expect_nested(rows);
			deepest = max(deepest, nest_depth);
			dropped = max_t(unsigned int, dropped, rows->drops[TRACING_MAP_DROP_FRAME]);
			tracing_map_snapshot_free(rows);
			detach_hist((struct hist_trigger_data *)nest_data);
		}
		if (nest_depth == 1)
			break;
	}
	/*
	 * There are steps to interrupt at, and nesting exceeded the supported
	 * depth.
	 */
	EXPECT(nest_at > 5);
	EXPECT(deepest > HIST_NESTING_MAX);
	EXPECT(dropped > 0);
}

/*
 * With an action, numeric keys also need an execution context, of which there
 * is a limited number per CPU.
 */
TEST(numeric_program_nested_too_deep)
{
	unsigned int dropped = 0, depth, at;

	for (at = 0; ; at++) {
		struct tracing_map_snapshot *rows;

		nest_data = attach_hist("hist:keys=num_u8:x=num_u32:onmax($x).save(num_s8):"
					"size=128");
		EXPECT_EQ(nest_data->program.variant, HIST_VARIANT_NUMERIC);
		EXPECT(!nest_data->program.on_stack);
		nest_at = at;
		nest_max = HIST_NESTING_MAX + 3;
		nest_depth = 0;
		shim_step_hook = nest_hook;
		nest();
		shim_step_hook = NULL;

		depth = nest_depth;
		rows = snapshot_rows(nest_data);
		EXPECT_EQ(rows->n_rows, 1);
		EXPECT_EQ(tracing_map_row_sum(rows, 0, 0) + rows->dropped, depth);
		EXPECT_EQ(rows->drops[TRACING_MAP_DROP_FRAME] +
			  rows->drops[TRACING_MAP_DROP_NESTED], rows->dropped);
		dropped = max_t(unsigned int, dropped, rows->drops[TRACING_MAP_DROP_FRAME]);
		tracing_map_snapshot_free(rows);
		detach_hist((struct hist_trigger_data *)nest_data);
		if (depth == 1)
			break;
	}
	EXPECT(at > 5);
	EXPECT(dropped > 0);
}

/* 31 strings of 255 bytes, the most that save() can hold. */
#define SAVE_31		"dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,"	\
			"dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,"	\
			"dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn"

/* HIST_NESTING_MAX events can nest at any step, even with large contexts. */
TEST(large_contexts_nest)
{
	unsigned int depth, at;

	for (at = 0; ; at += 7) {
		struct tracing_map_snapshot *rows;

		nest_data = attach_hist("hist:keys=num_u32:v=num_u32:onchange($v).save(" SAVE_31
					"):size=128");
		EXPECT(nest_data->program.ctx_words > 31 * 32);
		nest_at = at;
		nest_max = HIST_NESTING_MAX;
		nest_depth = 0;
		shim_step_hook = nest_hook;
		nest();
		shim_step_hook = NULL;

		depth = nest_depth;
		rows = snapshot_rows(nest_data);
		EXPECT_EQ(rows->n_rows + rows->dropped, depth);
		EXPECT_EQ(rows->drops[TRACING_MAP_DROP_FRAME], 0);
		EXPECT_EQ(rows->drops[TRACING_MAP_DROP_FULL], 0);
		tracing_map_snapshot_free(rows);
		detach_hist((struct hist_trigger_data *)nest_data);
		if (depth == 1)
			break;
	}
	EXPECT(at > 5);
}

/* Return: the largest number of @levels nested events that find no free context. */
static unsigned int most_without_frame(const char *text, unsigned int levels)
{
	unsigned int dropped = 0;

	for (nest_at = 0; ; nest_at++) {
		struct tracing_map_snapshot *rows;

		nest_data = attach_hist(text);
		EXPECT_EQ(nest_data->program.ctx_words, HIST_CTX_WORDS_MAX);
		nest_max = levels;
		nest_depth = 0;
		shim_step_hook = nest_hook;
		nest();
		shim_step_hook = NULL;

		rows = snapshot_rows(nest_data);
		EXPECT_EQ(tracing_map_total(nest_data->runtime.map, 0) + rows->dropped, nest_depth);
		dropped = max_t(unsigned int, dropped, rows->drops[TRACING_MAP_DROP_FRAME]);
		tracing_map_snapshot_free(rows);
		detach_hist((struct hist_trigger_data *)nest_data);
		if (nest_depth == 1)
			return dropped;
	}
}

/*
 * Contexts of the largest size: a CPU has HIST_NESTING_MAX of them, and an
 * event nested deeper is dropped. With one CPU nothing follows the last context
 * in memory, so that AddressSanitizer detects a write beyond its end.
 */
TEST(largest_contexts_nest)
{
	static const char text[] = "hist:keys=" KEYS_OF_31_WORDS ":m=num_u32:onmax($m)."
				   SAVE_31_TEXTS ":size=128";

	shim_nr_cpus = 1;
	EXPECT_EQ(most_without_frame(text, HIST_NESTING_MAX), 0);
	EXPECT_EQ(most_without_frame(text, HIST_NESTING_MAX + 1), 1);
}
