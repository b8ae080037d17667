// SPDX-License-Identifier: GPL-2.0-only
/*
 * Run histograms on mock events: keys, values, variables, actions and snapshots.
 * The table of valid commands is that of the KUnit tests. Here it runs under
 * sanitizers, and every allocation may fail.
 */

#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/instruction_pointer.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/string.h>

#include "../trace.h"
#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/attach/map_owner.h"
#include "hist/attach/snapshot_action.h"
#include "hist/compile/compile.h"
#include "hist/parse/spec.h"
#include "hist/run/context.h"
#include "hist/run/exec.h"
#include "hist/run/snapshot.h"
#include "hist/show/text.h"
#include "hist/tests/cases/valid_cases.h"
#include "hist/tests/fixtures/mock_event.h"
#include "hist/tests/fixtures/mock_hists.h"
#include "tracing_map_snapshot.h"

/*
 * Expected hits of two events: an event counts only if every referenced
 * variable is set, and a reference that consumes its variable lets the second
 * event fail.
 */
static unsigned int hits_of(const struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = 0; i < data->program.n_var_loads; i++)
		if (data->program.var_loads[i].once)
			return 1;
	return 2;
}

/* Hit the other histograms once, then @data twice. */
static void run_among(struct mock_hists *hists, struct hist_trigger_data *data,
		      const struct mock_record *record)
{
	unsigned int i;

	EXPECT_EQ(hist_run_attach(data, HIST_SIZE_MIN), 0);
	shim_atomic = true;
	for (i = 0; i < hists->n_hists; i++)
		hist_exec(hists->hists[i].data, record, _RET_IP_);
	for (i = 0; i < data->n_field_var_hists; i++)
		hist_exec(data->field_var_hists[i].data, record, _RET_IP_);
	hist_exec(data, record, _RET_IP_);
	hist_exec(data, record, _RET_IP_);
	shim_atomic = false;
}

/* Every accepted command can run, and equal events have equal keys. */
TEST(valid_commands_run)
{
	struct mock_hists hists;
	struct mock_event event = mock_event_with_hists(&mock_event, &hists);
	struct mock_record record;
	struct trace_diag diag = {};
	unsigned int i;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);
	for (i = 0; i < hists.n_hists; i++)
		EXPECT_EQ(hist_run_attach(hists.hists[i].data, HIST_SIZE_MIN), 0);

	shim_stack_len = 20;
	fill_record(&record);
	for (i = 0; i < ARRAY_SIZE(valid_cases); i++) {
		struct tracing_map_snapshot *rows;
		struct hist_trigger_data *data;
		struct hist_spec *spec;

		data = compile_command(valid_cases[i].text, &event, &diag, &spec);
		EXPECT(!IS_ERR(data));
		hist_spec_free(spec);
		run_among(&hists, data, &record);
		rows = snapshot_rows(data);
		EXPECT_EQ(rows->n_rows, 1);
		if (tracing_map_row_sum(rows, 0, 0) != hits_of(data))
			test_fail(__FILE__, __LINE__, "%s: %llu hits", valid_cases[i].text,
				  (unsigned long long)tracing_map_row_sum(rows, 0, 0));
		EXPECT_EQ(rows->dropped, 0);
		tracing_map_snapshot_free(rows);
		detach_hist(data);
	}
	for (i = 0; i < hists.n_hists; i++)
		hist_run_detach(hists.hists[i].data);
	mock_hists_exit(&hists);
}

/* Commands that together use every feature. */
static const char * const rich[] = {
	"hist:name=rich:keys=common_pid.execname,dyn,text,num_s64.buckets=10,"
	"common_stacktrace:vals=num_u8.percent,num_s8.hex,common_timestamp.usecs,"
	"hitcount.graph:sort=num_u8.percent.descending,dyn:size=128:clock=mono "
	"if num_u8 > 3 [paused]",

	"hist:keys=num_u8,text,num_s64*2+num_u8/3:vals=$v,(num_u64-$sval)*2:"
	"a=num_u64-$u8,b=$a,c=$text,d=$stk,e=common_timestamp.usecs-$us:"
	"sort=$v,num_u8.descending:size=128:"
	"onmax($a).save(mock.event.num_s8.hex,text,$dyn,$a,ptr):onchange($b).snapshot():"
	"onmatch(mock.source).small(num_u8,mock.source.num_s16,common_flags,only):"
	"onmatch(mock.source).trace(texts,$text,$ptr):onmax($a).stacks($stk,common_pid):"
	"onmatch(mock.other).texts($c,mock.source.$dyn) if num_u8",

	/* An ambiguous variable resolves to the one of the matched event. */
	"hist:keys=num_u8:vals=$dup:onmatch(mock.other).texts(text,dyn)",

	/* The error is at the end, after much has been allocated. */
	"hist:keys=num_u8:a=$s1a+$s2a,b=$s1b:onmatch(mock.source).texts(mock.source.dyn,only)",
	"hist:keys=num_u8:a=dyn:onmax($a).save(text)",

	/* Two statistics, with a pool. */
	"hist:keys=num_u8:d=num_u64-num_s8:vals=num_u16.stddev,$d.p99,$d.dist:size=128:pool=256",

	/* Variables that are defined behind their users, and an operand with a modifier. */
	"hist:keys=num_u8:c=mock.event.$b*2,b=mock.event.$a+1,a=num_u16:vals=$c,$lg[num_u8.log2]",
};

static int use(struct mock_hists *hists, struct hist_trigger_data *data)
{
	const struct hist_status status = { .filter = "num_u8" };
	struct hist_table_snapshot *table;
	struct mock_record record;
	unsigned int i;
	int ret = hist_run_attach(data, data->size);

	if (ret)
		return ret;
	fill_record(&record);
	for (i = 0; i < hists->n_hists; i++)
		hist_exec(hists->hists[i].data, &record, _RET_IP_);
	for (i = 0; i < data->n_field_var_hists; i++)
		hist_exec(data->field_var_hists[i].data, &record, _RET_IP_);
	hist_exec(data, &record, _RET_IP_);

	table = hist_table_snapshot_create(data, data->runtime.map, &status, NULL);
	ret = PTR_ERR_OR_ZERO(table);
	if (!ret)
		EXPECT_EQ(table->rows->n_rows, 1);
	hist_table_snapshot_free(table);
	hist_run_detach(data);
	return ret;
}

/*
 * Parse, compile, run, show and free. Return: 0, -ENOMEM, or -EINVAL if the
 * command is invalid.
 */
static int whole_life(const char *text, struct mock_hists *hists)
{
	struct mock_event event = mock_event_with_hists(&mock_event, hists);
	struct hist_trigger_data *data;
	struct trace_diag diag = {};
	char shown[SHOWN_MAX];
	struct hist_spec *spec;
	int ret;

	data = compile_command(text, &event, &diag, &spec);
	if (IS_ERR(data)) {
		ret = PTR_ERR(data);
		EXPECT_EQ(diag.code != 0, ret == -EINVAL);
		return ret;
	}
	EXPECT_EQ(diag.code, 0);
	ret = use(hists, data);
	describe_command(shown, spec, data);
	hist_spec_free(spec);
	hist_data_put(data);
	return ret;
}

/* Fail each allocation in turn. Return: number of allocations plus one. */
static unsigned long fail_each(const char *text, struct mock_hists *hists, int expected)
{
	unsigned long n, before = shim_allocs();
	int ret;

	for (n = 1; n < 2000; n++) {
		shim_fail_nth(n);
		ret = whole_life(text, hists);
		EXPECT_EQ(shim_allocs(), before);
		if (!shim_failed())
			break;
		if (ret != -ENOMEM)
			test_fail(__FILE__, __LINE__, "%s: %d when %lu failed", text, ret, n);
	}
	EXPECT_EQ(ret, expected);
	return n;
}

TEST(each_allocation_fails_once)
{
	struct mock_hists hists;
	unsigned int i;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);
	for (i = 0; i < hists.n_hists; i++)
		EXPECT_EQ(hist_run_attach(hists.hists[i].data, HIST_SIZE_MIN), 0);

	/* Fewer failures would mean that shim_fail_nth() does not work. */
	EXPECT(fail_each(rich[0], &hists, 0) > 20);
	EXPECT(fail_each(rich[1], &hists, 0) > 200);
	EXPECT(fail_each(rich[2], &hists, 0) > 20);
	EXPECT(fail_each(rich[3], &hists, -EINVAL) > 50);
	EXPECT(fail_each(rich[4], &hists, -EINVAL) > 20);
	EXPECT(fail_each(rich[5], &hists, 0) > 20);
	EXPECT(fail_each(rich[6], &hists, 0) > 20);

	for (i = 0; i < hists.n_hists; i++)
		hist_run_detach(hists.hists[i].data);
	mock_hists_exit(&hists);
}

static const char *clock_of(enum shim_clock clock)
{
	static const char * const names[SHIM_CLOCKS] = {
		[SHIM_CLOCK_LOCAL] = "local",		[SHIM_CLOCK_GLOBAL] = "global",
		[SHIM_CLOCK_COUNTER] = "counter",	[SHIM_CLOCK_UPTIME] = "uptime",
		[SHIM_CLOCK_PERF] = "perf",		[SHIM_CLOCK_MONO] = "mono",
		[SHIM_CLOCK_MONO_RAW] = "mono_raw",	[SHIM_CLOCK_BOOT] = "boot",
		[SHIM_CLOCK_TAI] = "tai",		[SHIM_CLOCK_ARCH] = "shim-arch",
	};

	return names[clock];
}

/* Each clock name reads its own clock, and .usecs only divides nanoseconds. */
TEST(clocks)
{
	struct mock_record record = {};
	enum shim_clock clock;

	for (clock = 0; clock < SHIM_CLOCKS; clock++)
		shim_clocks[clock] = 1000000999 * (u64)(clock + 1);

	for (clock = 0; clock < SHIM_CLOCKS; clock++) {
		bool in_ns = clock != SHIM_CLOCK_COUNTER && clock != SHIM_CLOCK_UPTIME &&
			     clock != SHIM_CLOCK_ARCH;
		u64 now = shim_clocks[clock];
		struct tracing_map_snapshot *rows;
		struct hist_trigger_data *data;
		char text[128];

		sprintf(text, "hist:keys=common_timestamp,common_timestamp.usecs:"
			"vals=common_timestamp.usecs:clock=%s", clock_of(clock));
		data = attach_hist(text);
		hist_exec(data, &record, _RET_IP_);
		rows = snapshot_rows(data);
		EXPECT_EQ(tracing_map_row_key(rows, 0)[0], now);
		EXPECT_EQ(tracing_map_row_key(rows, 0)[1], in_ns ? now / 1000 : now);
		EXPECT_EQ(tracing_map_row_sum(rows, 0, 1), in_ns ? now / 1000 : now);
		tracing_map_snapshot_free(rows);
		detach_hist(data);
	}
	EXPECT_EQ(hist_clock_read(HIST_CLOCK_GLOBAL), shim_clocks[SHIM_CLOCK_GLOBAL]);
	EXPECT_EQ(hist_clock_read(HIST_CLOCK_NONE), 0);
}

static unsigned int n_insns(const struct hist_section *section, u8 op)
{
	unsigned int i, n = 0;

	for (i = 0; i < section->n; i++)
		n += section->insns[i].op == op;
	return n;
}

/*
 * A time minus a number is one instruction, but not if the time is a variable: other instructions
 * read it. A number minus a time is two instructions.
 */
TEST(times_since)
{
	static const u64 expected[] = { 4000000, 4000, 4000000, 5000000, 1000000 };
	struct tracing_map_snapshot *rows;
	struct hist_trigger_data *data;
	struct trace_diag diag = {};
	struct mock_record record;
	struct mock_hists hists;
	unsigned int i;

	fill_record(&record);
	EXPECT_EQ(mock_hists_init(&hists), 0);
	EXPECT_EQ(mock_hists_populate(&hists), 0);
	data = mock_hists_compile(&hists, &mock_event, "hist:keys=num_u8:t=common_timestamp,"
				  "a=common_timestamp-$ts,b=common_timestamp.usecs-$us,c=$t-$ts,"
				  "d=num_u64-common_timestamp:vals=$a,$b,$c,$t,$d", &diag);
	EXPECT(!IS_ERR(data));
	for (i = 0; i < hists.n_hists; i++)
		EXPECT_EQ(hist_run_attach(hists.hists[i].data, HIST_SIZE_MIN), 0);
	shim_clocks[SHIM_CLOCK_GLOBAL] = 1000000;
	for (i = 0; i < hists.n_hists - 1; i++)
		hist_exec(hists.hists[i].data, &record, _RET_IP_);
	shim_clocks[SHIM_CLOCK_GLOBAL] = 5000000;
	mock_set_number(&record, "num_u64", 6000000);
	hist_exec(data, &record, _RET_IP_);

	rows = snapshot_rows(data);
	EXPECT_EQ(rows->n_rows, 1);
	for (i = 0; i < ARRAY_SIZE(expected); i++)
		EXPECT_EQ(tracing_map_row_sum(rows, 0, 1 + i), expected[i]);
	tracing_map_snapshot_free(rows);
	EXPECT_EQ(n_insns(&data->program.post_lookup, HIST_OP_SINCE), 1);
	EXPECT_EQ(n_insns(&data->program.post_lookup, HIST_OP_SINCE_USECS), 1);
	EXPECT_EQ(n_insns(&data->program.post_lookup, HIST_OP_SUB), 2);
	for (i = 0; i < hists.n_hists; i++)
		hist_run_detach(hists.hists[i].data);
	mock_hists_exit(&hists);
}

/* Strings longer than the limit of a key, which is 255 bytes and a NUL. */
TEST(long_strings_are_truncated)
{
	static const unsigned int lens[] = { 254, 255, 256, 257, 600 };
	static const char * const fields[] = { "dyn", "rel" };
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(lens); i++) {
		for (k = 0; k < ARRAY_SIZE(fields); k++) {
			struct tracing_map_snapshot *rows;
			struct hist_trigger_data *data;
			struct mock_record record;
			char text[600];

			sprintf(text, "hist:keys=%s", fields[k]);
			data = attach_hist(text);
			memset(text, 'x', sizeof(text));
			fill_record(&record);
			record.dyn = mock_put_data(&record, 100, text, lens[i]);
			record.rel = mock_relative(record.dyn, offsetof(struct mock_record, rel));
			hist_exec(data, &record, _RET_IP_);
			rows = snapshot_rows(data);
			EXPECT_EQ(strnlen((const char *)tracing_map_row_key(rows, 0), HIST_STR_MAX),
				  min(lens[i], HIST_STR_MAX - 1));
			tracing_map_snapshot_free(rows);
			detach_hist(data);
		}
	}
}

/* A char array of more than 255 bytes as a variable, saved by another event. */
TEST(long_array_as_variable)
{
	struct hist_trigger_data *source, *data;
	struct mock_record record;
	struct trace_diag diag = {};
	struct hist_table_snapshot *table;
	struct mock_hists hists;
	const char *saved;

	EXPECT_EQ(mock_hists_init(&hists), 0);
	source = mock_hists_compile(&hists, &mock_source, "hist:keys=num_u8:s=huge", &diag);
	EXPECT(!IS_ERR(source));
	data = mock_hists_compile(&hists, &mock_event,
				  "hist:keys=num_u8:m=num_u8:onmax($m).save($s)", &diag);
	EXPECT(!IS_ERR(data));
	EXPECT_EQ(hist_run_attach(source, HIST_SIZE_MIN), 0);
	EXPECT_EQ(hist_run_attach(data, HIST_SIZE_MIN), 0);
	/*
	 * The array is at the record's beginning, so that both events have the
	 * same key.
	 */
	memset(&record, 'x', sizeof(record));
	hist_exec(source, &record, _RET_IP_);
	hist_exec(data, &record, _RET_IP_);

	table = hist_table_snapshot_create(data, data->runtime.map, &(struct hist_status){}, NULL);
	EXPECT(!IS_ERR(table));
	saved = (const char *)hist_table_snapshot_saved(table, 0, 0) + data->save_vars[0].pos;
	EXPECT_EQ(data->save_vars[0].room, HIST_STR_MAX);
	EXPECT_EQ(strnlen(saved, HIST_STR_MAX), HIST_STR_MAX - 1);
	hist_table_snapshot_free(table);
	hist_run_detach(source);
	hist_run_detach(data);
	mock_hists_exit(&hists);
}

/*
 * A pointer may refer to kernel or user memory if the addresses are not
 * distinct.
 */
TEST(string_pointers_to_kernel_and_user_memory)
{
	static const char ours[] = "the kernel's", theirs[] = "the program's";
	static const struct {
		const char *ptr, *text;
	} cases[] = {
		{ ours, ours }, { theirs, theirs }, { NULL, "" }, { (const char *)1, "" },
		{ (const char *)4095, "" }, { (const char *)-1UL, "" },
		{ theirs + sizeof(theirs) - 1, "" },
	};
	struct mock_record record = {};
	unsigned int i;

	shim_user_memory = theirs;
	shim_user_memory_end = theirs + sizeof(theirs);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hist_trigger_data *data = attach_hist("hist:keys=ptr");
		struct tracing_map_snapshot *rows;

		record.ptr = cases[i].ptr;
		hist_exec(data, &record, _RET_IP_);
		rows = snapshot_rows(data);
		EXPECT_STREQ((const char *)tracing_map_row_key(rows, 0), cases[i].text);
		tracing_map_snapshot_free(rows);
		detach_hist(data);
	}
	shim_user_memory = NULL;
	shim_user_memory_end = NULL;
}

TEST(keys_and_values_of_each_cpu)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=common_cpu,dyn:vals=common_cpu");
	struct hist_trigger_data *largest = attach_hist("hist:keys=num_u8:vals=common_cpu.max");
	struct tracing_map_snapshot *rows;
	struct mock_record record;

	fill_record(&record);
	for (shim_cpu = 0; shim_cpu < shim_nr_cpus; shim_cpu++) {
		hist_exec(data, &record, _RET_IP_);
		hist_exec(largest, &record, _RET_IP_);
	}
	shim_cpu = 0;
	rows = snapshot_rows(data);
	EXPECT_EQ(rows->n_rows, shim_nr_cpus);
	EXPECT_EQ(tracing_map_row_key(rows, 2)[0], 2);
	EXPECT_EQ(tracing_map_row_sum(rows, 2, 1), 2);
	tracing_map_snapshot_free(rows);
	mock_set_number(&record, "num_u8", 9);
	hist_exec(largest, &record, _RET_IP_);
	EXPECT_STREQ(hist_run_rows(largest),
		     "{ num_u8:          9 } hitcount:          1  common_cpu.max:          0\n"
		     "{ num_u8:        200 } hitcount:          4  common_cpu.max:          3\n");
	detach_hist(data);
	detach_hist(largest);
}

/*
 * In every execution variant, an event for which the map is full is counted as
 * dropped and nowhere else.
 */
TEST(full_map_drops_events)
{
	static const struct {
		const char *text;
		enum hist_variant variant;
	} variants[] = {
		{ "hist:keys=num_u16:size=128", HIST_VARIANT_FIELD_KEY },
		{ "hist:keys=num_u16:vals=num_u64.max:size=128", HIST_VARIANT_FIELD_STAT },
		{ "hist:keys=num_u16:vals=num_u64.max,num_s8.avg:size=128",
		  HIST_VARIANT_FIELD_KEY },
		{ "hist:keys=num_u16,num_s8:vals=num_u16:size=128", HIST_VARIANT_FIELD_KEYS },
		{ "hist:keys=num_u16,common_cpu:vals=num_u16:size=128", HIST_VARIANT_SUMS_ONLY },
		{ "hist:keys=num_u16:x=num_u16:size=128", HIST_VARIANT_NUMERIC },
		{ "hist:keys=num_u16,num_s8:x=num_u16:size=128", HIST_VARIANT_GENERAL },
	};
	struct tracing_map_snapshot *rows;
	struct mock_record record;
	unsigned int i, k;

	fill_record(&record);
	for (i = 0; i < ARRAY_SIZE(variants); i++) {
		struct hist_trigger_data *data = attach_hist(variants[i].text);

		EXPECT_EQ(data->program.variant, variants[i].variant);
		for (k = 0; k < 200; k++) {
			record.num_u16 = k;
			hist_exec(data, &record, _RET_IP_);
		}
		rows = snapshot_rows(data);
		EXPECT_EQ(rows->n_rows, 128);
		EXPECT_EQ(rows->dropped, 200 - 128);
		EXPECT_EQ(rows->drops[TRACING_MAP_DROP_FULL], 200 - 128);
		for (k = 0; k < rows->n_rows; k++)
			EXPECT_EQ(tracing_map_row_sum(rows, k, 0), 1);
		tracing_map_snapshot_free(rows);
		detach_hist(data);
	}
}

/*
 * While histograms are detached, events find neither their entries nor their
 * variables.
 */
TEST(detached_histograms_provide_no_variables)
{
	static const char *const users[] = {
		"hist:keys=num_u8:x=$v", "hist:keys=num_u8:x=$v,s=$text",
	};
	struct hist_trigger_data *user;
	struct mock_record record;
	struct mock_hists hists;
	struct trace_diag diag = {};
	unsigned int i, k;

	fill_record(&record);
	for (i = 0; i < ARRAY_SIZE(users); i++) {
		EXPECT_EQ(mock_hists_init(&hists), 0);
		EXPECT_EQ(mock_hists_populate(&hists), 0);
		user = mock_hists_compile(&hists, &mock_event, users[i], &diag);
		EXPECT(!IS_ERR(user));
		EXPECT_EQ(user->program.variant, i ? HIST_VARIANT_GENERAL : HIST_VARIANT_NUMERIC);
		for (k = 0; k < hists.n_hists; k++)
			EXPECT_EQ(hist_run_attach(hists.hists[k].data, HIST_SIZE_MIN), 0);
		for (k = 0; k < hists.n_hists; k++)
			hist_exec(hists.hists[k].data, &record, _RET_IP_);
		EXPECT_EQ(tracing_map_total(user->runtime.map, 0), 1);

		for (k = 0; k < hists.n_hists - 1; k++)
			hist_run_detach(hists.hists[k].data);
		for (k = 0; k < hists.n_hists; k++)
			hist_exec(hists.hists[k].data, &record, _RET_IP_);
		EXPECT_EQ(tracing_map_total(user->runtime.map, 0), 1);
		hist_run_detach(user);
		mock_hists_exit(&hists);
	}
}

static void expect_note(struct hist_snapshot *snapshot, bool expected, u64 expected_val)
{
	u64 val, key;

	EXPECT_EQ(hist_snapshot_read(snapshot, &val, &key), expected);
	if (expected)
		EXPECT_EQ(val, expected_val);
}

/* Early in boot, with interrupts disabled, the base kernel would enable them. */
TEST(snapshot_with_interrupts_disabled)
{
	struct hist_trigger_data *data =
		compile_valid("hist:keys=num_u8:x=num_u64:onmax($x).snapshot()");
	const struct hist_action_insn *act = &data->program.actions[0];
	struct hist_snapshot *snapshot;

	mutex_lock(&event_mutex);
	shim_irqs_off = true;
	EXPECT_EQ(PTR_ERR(hist_snapshot_new(act, 1, &hist_run_instance)), -EBUSY);
	EXPECT(shim_irqs_off);
	EXPECT(!hist_run_instance.update);
	shim_irqs_off = false;
	snapshot = hist_snapshot_new(act, 1, &hist_run_instance);
	EXPECT(!IS_ERR(snapshot));
	EXPECT(hist_run_instance.update);
	hist_snapshot_free(snapshot);
	mutex_unlock(&event_mutex);
	EXPECT(!hist_run_instance.update);
	hist_data_put(data);
}

/*
 * When the map is replaced, the previous maximum is discarded. An event that
 * still uses the old map cannot take a snapshot, however large its value is.
 */
TEST(snapshot_of_replaced_map)
{
	struct hist_trigger_data *data =
		attach_hist("hist:keys=num_u8:x=num_u64:onmax($x).snapshot():size=128");
	struct hist_snapshot *snapshot = data->runtime.snapshot;
	struct tracing_map *old = data->runtime.map;
	struct mock_record record = { .num_u8 = 1, .num_u64 = 7 };

	expect_note(snapshot, false, 0);
	hist_exec(data, &record, _RET_IP_);
	expect_note(snapshot, true, 7);
	EXPECT_EQ(hist_run_instance.n_snapshots, 1);

	data->runtime.map = hist_map_create(data, 128);
	scoped_guard(mutex, &event_mutex)
		hist_snapshot_reset(snapshot, data->runtime.map);
	expect_note(snapshot, false, 0);
	hist_snapshot_take(snapshot, old, 9, (u64[]){ 1 });
	expect_note(snapshot, false, 0);
	EXPECT_EQ(hist_run_instance.n_snapshots, 1);

	record.num_u64 = 5;
	hist_exec(data, &record, _RET_IP_);
	expect_note(snapshot, true, 5);
	EXPECT_EQ(hist_run_instance.n_snapshots, 2);
	tracing_map_destroy(old);
	detach_hist(data);
}

/* A short string in a key must not be followed by the rest of a longer one. */
TEST(short_string_key_is_padded_with_zeros)
{
	static const char * const fields[] = { "text", "big", "dyn", "rel", "ptr" };
	static const char * const texts[] = { "a long one", "short", "another one", "short" };
	struct mock_record record;
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		struct tracing_map_snapshot *rows;
		struct hist_trigger_data *data;
		char text[32];

		sprintf(text, "hist:keys=%s,stack", fields[i]);
		data = attach_hist(text);
		for (k = 0; k < ARRAY_SIZE(texts); k++) {
			fill_record(&record);
			strscpy(record.text, texts[k]);
			strscpy(record.big, texts[k]);
			record.dyn = mock_put_data(&record, 500, texts[k], strlen(texts[k]) + 1);
			record.rel = mock_relative(record.dyn, offsetof(struct mock_record, rel));
			record.ptr = texts[k];
			hist_exec(data, &record, _RET_IP_);
		}
		rows = snapshot_rows(data);
		EXPECT_EQ(rows->n_rows, 3);
		EXPECT_STREQ((const char *)tracing_map_row_key(rows, 1), "short");
		EXPECT_EQ(tracing_map_row_sum(rows, 1, 0), 2);
		tracing_map_snapshot_free(rows);
		detach_hist(data);
	}
}

/* A comm without NUL, and comms with garbage behind the NUL. */
TEST(comm_without_nul_and_with_garbage)
{
	struct hist_trigger_data *data = attach_hist("hist:keys=comm");
	struct mock_record record = {};
	struct tracing_map_snapshot *rows;

	memcpy(current->comm, "sixteen letters!", TASK_COMM_LEN);
	hist_exec(data, &record, _RET_IP_);
	memcpy(current->comm, "sh\0rubbish", 11);
	hist_exec(data, &record, _RET_IP_);
	memcpy(current->comm, "sh\0refuse!", 11);
	hist_exec(data, &record, _RET_IP_);

	rows = snapshot_rows(data);
	EXPECT_EQ(rows->n_rows, 2);
	EXPECT(!memcmp(tracing_map_row_key(rows, 0), "sixteen letters!", TASK_COMM_LEN));
	EXPECT_STREQ((const char *)tracing_map_row_key(rows, 1), "sh");
	EXPECT(!memchr_inv((const char *)tracing_map_row_key(rows, 1) + 2, 0, TASK_COMM_LEN - 2));
	tracing_map_snapshot_free(rows);
	detach_hist(data);
}

/* Compare buckets and logarithms with a simple computation. */
TEST(random_buckets_and_log2)
{
	struct mock_record record = {};
	u64 state = 1;
	int round;

	for (round = 0; round < 3000; round++) {
		u64 width = test_random(&state) >> (1 + test_random(&state) % 62) ?: 1;
		u64 val = test_random(&state) >> test_random(&state) % 64;
		__int128 floor = (s64)val, power = 1;
		struct tracing_map_snapshot *rows;
		struct hist_trigger_data *data;
		const u64 *key;
		char text[128];
		int log2 = 0;

		sprintf(text, "hist:keys=num_s64.buckets=%llu,num_u64.buckets=%llu,num_u64.log2:"
			"size=128", (unsigned long long)width, (unsigned long long)width);
		record.num_s64 = val;
		record.num_u64 = val;
		data = attach_hist(text);
		hist_exec(data, &record, _RET_IP_);
		rows = snapshot_rows(data);
		key = tracing_map_row_key(rows, 0);

		floor -= ((floor % (__int128)width) + width) % width;
		floor = max_t(__int128, floor, S64_MIN);
		EXPECT_EQ(key[0], (u64)floor);
		EXPECT_EQ(key[1], val - val % width);
		for (; power < (__int128)val; power *= 2)
			log2++;
		EXPECT_EQ(key[2], log2);
		tracing_map_snapshot_free(rows);
		detach_hist(data);
	}
}
