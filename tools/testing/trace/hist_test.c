// SPDX-License-Identifier: GPL-2.0-only
/*
 * Histograms from command text to table, on mock events.
 *
 * The tables of commands are those of the KUnit tests. Here they run under
 * sanitizers, and every allocation may fail.
 */

#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../trace.h"
#include "hist/arena.h"
#include "hist/compile.h"
#include "hist/describe.h"
#include "hist/diag.h"
#include "hist/exec.h"
#include "hist/same.h"
#include "hist/show.h"
#include "hist/snapshot.h"
#include "hist/spec.h"
#include "hist/tests/accepted.h"
#include "hist/tests/fake_event.h"
#include "hist/tests/fake_world.h"
#include "hist/tests/largest.h"
#include "hist/tests/pairs.h"
#include "hist/tests/program.h"
#include "hist/tests/rejected.h"
#include "hist_run.h"
#include "test.h"

#define SHOWN_MAX	4096

/*
 * Parse a copy of the command whose allocation ends with the text, to detect
 * reads beyond its end.
 */
static struct hist_spec *parse_exactly(const char *text, size_t len, struct trace_diag *diag)
{
	char *copy = kmemdup(text, len, GFP_KERNEL);
	struct hist_spec *spec;

	if (!copy)
		return ERR_PTR(-ENOMEM);
	spec = hist_spec_parse(copy, len, diag);
	kfree(copy);
	return spec;
}

/* Compile a command. On error, both the result and @spec are error pointers. */
static struct hist_trigger_data *compile_text(const char *text, const struct fake_event *event,
					      struct trace_diag *diag, struct hist_spec **spec)
{
	struct hist_trigger_data *data;

	*spec = parse_exactly(text, strlen(text), diag);
	if (IS_ERR(*spec))
		return ERR_CAST(*spec);
	data = hist_compile(*spec, &event->resolver, diag);
	if (IS_ERR(data)) {
		hist_spec_free(*spec);
		*spec = ERR_CAST(data);
	}
	return data;
}

static struct hist_trigger_data *compile(const char *text)
{
	struct trace_diag diag = {};
	struct hist_spec *spec;
	struct hist_trigger_data *data = compile_text(text, &fake_event, &diag, &spec);

	EXPECT(!IS_ERR(data));
	if (IS_ERR(data)) {
		test_fail(__FILE__, __LINE__, "%s: diagnostic %u at %u", text, diag.code,
			  diag.at.off);
		exit(1);
	}
	hist_spec_free(spec);
	return data;
}

/* Compile a command and create its map. */
static struct hist_trigger_data *attach(const char *text)
{
	struct hist_trigger_data *data = compile(text);

	EXPECT_EQ(hist_run_attach(data, data->size), 0);
	return data;
}

static void detach(struct hist_trigger_data *data)
{
	hist_run_detach(data);
	hist_data_put(data);
}

static struct tracing_map_snapshot *rows_of(const struct hist_trigger_data *data)
{
	struct tracing_map_snapshot *rows = tracing_map_snapshot(data->live.map, NULL, 0);

	EXPECT(!IS_ERR(rows));
	return rows;
}

static void describe(char *shown, const struct hist_spec *spec,
		     const struct hist_trigger_data *data)
{
	struct hist_status status = { .paused = spec->pause, .size = data->size };
	struct seq_file m = { .buf = shown, .size = SHOWN_MAX };
	char filter[SHOWN_MAX];

	scnprintf(filter, sizeof(filter), "%.*s", spec->filter.len,
		  spec->text + spec->filter.off);
	if (spec->filter.len)
		status.filter = filter;
	hist_describe(&m, data, &status);
	EXPECT(!seq_has_overflowed(&m));
}

static void fill(struct fake_record *record)
{
	unsigned long trace[] = { 3, 0x111, 0x222, 0x333 };

	memset(record, 0, sizeof(*record));
	record->common_pid = 42;
	record->num_u8 = 200;
	/* At the position where fake.other has num_u8. */
	record->common_preempt_count = 200;
	record->num_s8 = -100;
	record->num_s64 = -1;
	record->odd_s32 = -5;
	strscpy(record->text, "text");
	record->dyn = fake_put_data(record, 0, "dynamic", 8);
	record->dyn2 = fake_put_data(record, 8, "second", 7);
	record->rel = fake_relative(fake_put_data(record, 16, "relative", 9),
				    offsetof(struct fake_record, rel));
	record->rel2 = record->rel;
	record->ptr = "pointed to";
	record->stack = fake_put_data(record, 101, trace, sizeof(trace));
}

TEST(rejects_with_place)
{
	struct fake_world world;
	struct fake_event event = fake_in_world(&fake_event, &world);
	unsigned int i;

	EXPECT_EQ(fake_world_init(&world), 0);
	EXPECT_EQ(fake_world_populate(&world), 0);
	for (i = 0; i < ARRAY_SIZE(rejected); i++) {
		const struct rejected *r = &rejected[i];
		char *cmd = kmalloc(rejected_room(r), GFP_KERNEL);
		struct hist_trigger_data *data;
		struct trace_diag diag = {};
		struct hist_spec *spec;
		unsigned int len, off;

		len = rejected_command(r, cmd, &off);
		spec = parse_exactly(cmd, len, &diag);
		if (!IS_ERR(spec)) {
			data = hist_compile(spec, &event.resolver, &diag);
			EXPECT(data == ERR_PTR(-EINVAL));
			hist_data_put(data);
			hist_spec_free(spec);
		} else {
			EXPECT(spec == ERR_PTR(-EINVAL));
		}
		if (diag.code != r->code || diag.at.off != off)
			test_fail(__FILE__, __LINE__, "'%s': %u at %u, not %u at %u", r->text,
				  diag.code, diag.at.off, r->code, off);
		kfree(cmd);
	}
	fake_world_exit(&world);
}

TEST(shows_what_it_takes)
{
	struct fake_world world;
	struct fake_event event = fake_in_world(&fake_event, &world);
	unsigned int i;

	EXPECT_EQ(fake_world_init(&world), 0);
	EXPECT_EQ(fake_world_populate(&world), 0);

	for (i = 0; i < ARRAY_SIZE(accepted); i++) {
		const struct accepted *a = &accepted[i];
		struct hist_trigger_data *data, *again;
		char shown[SHOWN_MAX], shown_again[SHOWN_MAX];
		struct hist_spec *spec, *spec_again;
		struct trace_diag diag = {};

		data = compile_text(a->text, &event, &diag, &spec);
		if (IS_ERR(data)) {
			test_fail(__FILE__, __LINE__, "%s: %s, at %u", a->text,
				  hist_diag_messages[diag.code], diag.at.off);
			continue;
		}
		describe(shown, spec, data);
		EXPECT_STREQ(shown, a->shown);

		again = compile_text(shown, &event, &diag, &spec_again);
		EXPECT(!IS_ERR(again));
		describe(shown_again, spec_again, again);
		EXPECT_STREQ(shown_again, shown);
		EXPECT(hist_data_same(data, again));
		EXPECT(hist_programs_same(&data->program, &again->program));

		hist_spec_free(spec);
		hist_spec_free(spec_again);
		hist_data_put(data);
		hist_data_put(again);
	}
	fake_world_exit(&world);
}

/*
 * A command that removes a histogram finds it even if variable names have
 * become ambiguous or undefined since the histogram was created.
 */
TEST(found_among_others)
{
	static const char text[] = "hist:keys=num_u8:vals=$t,1+$t:a=$t:onmax($a).one(num_s64)";
	struct fake_world world;
	struct fake_event event = fake_in_world(&fake_event, &world), finder;
	struct hist_trigger_data *data, *found;
	struct trace_diag diag = {};
	struct hist_spec *spec;

	EXPECT_EQ(fake_world_init(&world), 0);
	EXPECT(!IS_ERR(fake_define(&world, &fake_source, "hist:keys=num_u8:t=num_u64", &diag)));
	data = compile_text(text, &event, &diag, &spec);
	EXPECT(!IS_ERR(data));

	EXPECT(!IS_ERR(fake_define(&world, &fake_other_event, "hist:keys=num_u8:t=num_u8", &diag)));
	EXPECT_EQ(diag.code, 0);
	EXPECT(hist_compile(spec, &event.resolver, &diag) == ERR_PTR(-EINVAL));
	EXPECT_EQ(diag.code, HIST_DIAG_VAR_AMBIGUOUS);

	diag = (struct trace_diag){};
	finder = event;
	finder.resolver.lenient = true;
	found = hist_compile(spec, &finder.resolver, &diag);
	EXPECT(!IS_ERR(found));
	EXPECT_EQ(diag.code, 0);
	EXPECT(hist_data_same(data, found));
	EXPECT(hist_data_covers(data, found));
	hist_data_put(found);

	/* It is also found if the variable is not defined any more. */
	world.n_defs -= 2;
	found = hist_compile(spec, &finder.resolver, &diag);
	EXPECT(!IS_ERR(found));
	EXPECT_EQ(diag.code, 0);
	EXPECT(hist_data_same(data, found));
	hist_data_put(found);
	world.n_defs += 2;

	hist_spec_free(spec);
	hist_data_put(data);
	fake_world_exit(&world);
}

TEST(pairs)
{
	struct fake_world world;
	struct fake_event event = fake_in_world(&fake_event, &world);
	struct hist_spec *spec_a, *spec_b;
	struct hist_trigger_data *a, *b;
	struct trace_diag diag = {};
	unsigned int i;

	EXPECT_EQ(fake_world_init(&world), 0);
	EXPECT_EQ(fake_world_populate(&world), 0);
	for (i = 0; i < ARRAY_SIZE(pairs); i++) {
		const struct pair *p = &pairs[i];
		bool good;

		a = compile_text(p->a, &event, &diag, &spec_a);
		b = compile_text(p->b, &event, &diag, &spec_b);
		good = hist_data_same(a, b) == p->same && hist_data_same(b, a) == p->same &&
		       hist_data_compatible(a, b) == p->compatible &&
		       hist_data_compatible(b, a) == p->compatible &&
		       hist_data_covers(a, b) == (p->same || p->covers);
		if (!good)
			test_fail(__FILE__, __LINE__, "%s and %s", p->a, p->b);
		hist_spec_free(spec_a);
		hist_spec_free(spec_b);
		hist_data_put(a);
		hist_data_put(b);
	}
	fake_world_exit(&world);
}

TEST(pairs_of_events)
{
	struct hist_spec *spec, *other_spec;
	struct hist_trigger_data *data, *other;
	struct trace_diag diag = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(events_pairs); i++) {
		const struct events_pair *p = &events_pairs[i];

		data = compile_text(p->text, &fake_event, &diag, &spec);
		other = compile_text(p->text, &fake_other_event, &diag, &other_spec);
		if (hist_data_compatible(data, other) != p->compatible ||
		    hist_data_compatible(other, data) != p->compatible)
			test_fail(__FILE__, __LINE__, "%s on two events", p->text);
		hist_spec_free(spec);
		hist_spec_free(other_spec);
		hist_data_put(data);
		hist_data_put(other);
	}
}

/*
 * For a string behind a pointer, the variable stores the address, here of 32
 * bits.
 */
TEST(pointer_of_32_bits)
{
	struct trace_diag diag = {};
	struct hist_spec *spec;
	struct hist_trigger_data *data =
		compile_text("hist:keys=num_u8:p=ptr", &fake_other_event, &diag, &spec);

	EXPECT(!IS_ERR(data));
	EXPECT_EQ(data->program.sets[0].load.op, HIST_OP_U32);
	hist_spec_free(spec);
	hist_data_put(data);
}

/* NULL and error pointers are accepted. */
TEST(free_nothing)
{
	hist_spec_free(NULL);
	hist_spec_free(ERR_PTR(-EINVAL));
}

static struct fake_world chain;

static void end_chain(void)
{
	fake_world_exit(&chain);
}

/*
 * Each histogram holds the only reference to the one before it. Dropping the
 * last one frees the whole chain, which must not recurse once per histogram.
 */
TEST(long_chain)
{
	struct trace_diag diag = {};
	unsigned int i;
	char text[64];

	EXPECT_EQ(fake_world_init(&chain), 0);
	EXPECT(!IS_ERR(fake_define(&chain, &fake_source, "hist:keys=num_u8:v0=num_u8", &diag)));
	for (i = 1; i < 5000; i++) {
		sprintf(text, "hist:keys=num_u8:v%u=$v%u", i, i - 1);
		EXPECT(!IS_ERR(fake_define(&chain, &fake_source, text, &diag)));
		hist_data_put(chain.defs[0].data);
		chain.defs[0] = chain.defs[--chain.n_defs];
	}
	test_on_small_stack(end_chain);
}

/*
 * Expected hits of two events: an event counts only if every referenced
 * variable is set, and a reference that consumes its variable lets the second
 * event fail.
 */
static unsigned int hits_of(const struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = 0; i < data->program.n_gets; i++)
		if (data->program.gets[i].once)
			return 1;
	return 2;
}

/* Hit the other histograms once, then @data twice. */
static void run_among(struct fake_world *world, struct hist_trigger_data *data,
		      const struct fake_record *record)
{
	unsigned int i;

	EXPECT_EQ(hist_run_attach(data, HIST_SIZE_MIN), 0);
	shim_atomic = true;
	for (i = 0; i < world->n_defs; i++)
		hist_exec(world->defs[i].data, record, _RET_IP_);
	for (i = 0; i < data->n_helpers; i++)
		hist_exec(data->helpers[i].data, record, _RET_IP_);
	hist_exec(data, record, _RET_IP_);
	hist_exec(data, record, _RET_IP_);
	shim_atomic = false;
}

/* Every accepted command can run, and equal events have equal keys. */
TEST(runs_what_it_takes)
{
	struct fake_world world;
	struct fake_event event = fake_in_world(&fake_event, &world);
	struct fake_record record;
	struct trace_diag diag = {};
	unsigned int i;

	EXPECT_EQ(fake_world_init(&world), 0);
	EXPECT_EQ(fake_world_populate(&world), 0);
	for (i = 0; i < world.n_defs; i++)
		EXPECT_EQ(hist_run_attach(world.defs[i].data, HIST_SIZE_MIN), 0);

	shim_stack_len = 20;
	fill(&record);
	for (i = 0; i < ARRAY_SIZE(accepted); i++) {
		struct tracing_map_snapshot *rows;
		struct hist_trigger_data *data;
		struct hist_spec *spec;

		data = compile_text(accepted[i].text, &event, &diag, &spec);
		EXPECT(!IS_ERR(data));
		hist_spec_free(spec);
		run_among(&world, data, &record);
		rows = rows_of(data);
		EXPECT_EQ(rows->n_rows, 1);
		if (tracing_map_row_sum(rows, 0, 0) != hits_of(data))
			test_fail(__FILE__, __LINE__, "%s: %llu hits", accepted[i].text,
				  (unsigned long long)tracing_map_row_sum(rows, 0, 0));
		EXPECT_EQ(rows->dropped, 0);
		tracing_map_snapshot_free(rows);
		detach(data);
	}
	for (i = 0; i < world.n_defs; i++)
		hist_run_detach(world.defs[i].data);
	fake_world_exit(&world);
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
	"onmax($a).save(fake.event.num_s8.hex,text,$dyn,$a,ptr):onchange($b).snapshot():"
	"onmatch(fake.source).small(num_u8,fake.source.num_s16,common_flags,only):"
	"onmatch(fake.source).trace(texts,$text,$ptr):onmax($a).stacks($stk,common_pid):"
	"onmatch(fake.other).texts($c,fake.source.$dyn) if num_u8",

	/* An ambiguous variable resolves to the one of the matched event. */
	"hist:keys=num_u8:vals=$dup:onmatch(fake.other).texts(text,dyn)",

	/* The error is at the end, after much has been allocated. */
	"hist:keys=num_u8:a=$s1a+$s2a,b=$s1b:onmatch(fake.source).texts(fake.source.dyn,only)",
	"hist:keys=num_u8:a=dyn:onmax($a).save(text)",
};

static int use(struct fake_world *world, struct hist_trigger_data *data)
{
	const struct hist_status status = { .filter = "num_u8" };
	struct hist_table *table;
	struct fake_record record;
	unsigned int i;
	int ret = hist_run_attach(data, data->size);

	if (ret)
		return ret;
	fill(&record);
	for (i = 0; i < world->n_defs; i++)
		hist_exec(world->defs[i].data, &record, _RET_IP_);
	for (i = 0; i < data->n_helpers; i++)
		hist_exec(data->helpers[i].data, &record, _RET_IP_);
	hist_exec(data, &record, _RET_IP_);

	table = hist_table_take(data, data->live.map, &status);
	ret = PTR_ERR_OR_ZERO(table);
	if (!ret)
		EXPECT_EQ(table->rows->n_rows, 1);
	hist_table_free(table);
	hist_run_detach(data);
	return ret;
}

/*
 * Parse, compile, run, show and free. Return: 0, -ENOMEM, or -EINVAL if the
 * command is invalid.
 */
static int whole_life(const char *text, struct fake_world *world)
{
	struct fake_event event = fake_in_world(&fake_event, world);
	struct hist_trigger_data *data;
	struct trace_diag diag = {};
	char shown[SHOWN_MAX];
	struct hist_spec *spec;
	int ret;

	data = compile_text(text, &event, &diag, &spec);
	if (IS_ERR(data)) {
		ret = PTR_ERR(data);
		EXPECT_EQ(diag.code != 0, ret == -EINVAL);
		return ret;
	}
	EXPECT_EQ(diag.code, 0);
	ret = use(world, data);
	describe(shown, spec, data);
	hist_spec_free(spec);
	hist_data_put(data);
	return ret;
}

/* Fail each allocation in turn. Return: number of allocations plus one. */
static unsigned long fail_each(const char *text, struct fake_world *world, int expected)
{
	unsigned long n, before = shim_allocs();
	int ret;

	for (n = 1; n < 2000; n++) {
		shim_fail_nth(n);
		ret = whole_life(text, world);
		EXPECT_EQ(shim_allocs(), before);
		if (!shim_failed())
			break;
		if (ret != -ENOMEM)
			test_fail(__FILE__, __LINE__, "%s: %d when %lu failed", text, ret, n);
	}
	EXPECT_EQ(ret, expected);
	return n;
}

TEST(survives_any_failed_allocation)
{
	struct fake_world world;
	unsigned int i;

	EXPECT_EQ(fake_world_init(&world), 0);
	EXPECT_EQ(fake_world_populate(&world), 0);
	for (i = 0; i < world.n_defs; i++)
		EXPECT_EQ(hist_run_attach(world.defs[i].data, HIST_SIZE_MIN), 0);

	/* Fewer failures would mean that shim_fail_nth() does not work. */
	EXPECT(fail_each(rich[0], &world, 0) > 20);
	EXPECT(fail_each(rich[1], &world, 0) > 200);
	EXPECT(fail_each(rich[2], &world, 0) > 20);
	EXPECT(fail_each(rich[3], &world, -EINVAL) > 50);
	EXPECT(fail_each(rich[4], &world, -EINVAL) > 20);

	for (i = 0; i < world.n_defs; i++)
		hist_run_detach(world.defs[i].data);
	fake_world_exit(&world);
}

/*
 * The first histogram that needs execution contexts allocates them for all
 * levels.
 */
TEST(no_memory_for_frames)
{
	struct hist_trigger_data *data = compile("hist:keys=dyn");
	struct hist_trigger_data *narrow = compile("hist:keys=num_u8");
	unsigned int i;

	shim_fail_nth(1);
	EXPECT_EQ(hist_arena_prepare(&narrow->program), 0);
	EXPECT(!shim_failed());
	/*
	 * Levels allocated before a failure stay, and the next call continues
	 * with the rest.
	 */
	for (i = 0; i < HIST_NESTING_MAX; i++) {
		shim_fail_nth(i ? 2 : 1);
		EXPECT(hist_arena_prepare(&data->program) == -ENOMEM);
		EXPECT(shim_failed());
	}
	shim_fail_nth(0);
	EXPECT_EQ(hist_arena_prepare(&data->program), 0);
	shim_fail_nth(1);
	EXPECT_EQ(hist_arena_prepare(&data->program), 0);
	EXPECT(!shim_failed());
	hist_data_put(data);
	hist_data_put(narrow);
}

TEST(longest_command)
{
	char *text = kmalloc(HIST_TEXT_MAX + 1, GFP_KERNEL);
	struct trace_diag diag = {};
	struct hist_spec *spec;
	int len;

	len = sprintf(text, "hist:keys=num_u8 if ");
	memset(text + len, 'x', HIST_TEXT_MAX - len);
	spec = parse_exactly(text, HIST_TEXT_MAX, &diag);
	EXPECT(!IS_ERR(spec));
	EXPECT_EQ(spec->filter.len, HIST_TEXT_MAX - len);
	hist_spec_free(spec);
	kfree(text);
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
	struct fake_record record = {};
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
		data = attach(text);
		hist_exec(data, &record, _RET_IP_);
		rows = rows_of(data);
		EXPECT_EQ(tracing_map_row_key(rows, 0)[0], now);
		EXPECT_EQ(tracing_map_row_key(rows, 0)[1], in_ns ? now / 1000 : now);
		EXPECT_EQ(tracing_map_row_sum(rows, 0, 1), in_ns ? now / 1000 : now);
		tracing_map_snapshot_free(rows);
		detach(data);
	}
	EXPECT_EQ(hist_clock_read(HIST_CLOCK_GLOBAL), shim_clocks[SHIM_CLOCK_GLOBAL]);
	EXPECT_EQ(hist_clock_read(HIST_CLOCK_NONE), 0);
}

/* Stacks of various lengths, from empty to longer than a key. */
TEST(kernel_stacks)
{
	static const unsigned int lens[] = { 0, 1, 15, 16, 17, 27, 28, 29, SHIM_STACK_MAX };
	struct fake_record record = {};
	unsigned int i, k;

	for (i = 0; i < SHIM_STACK_MAX; i++)
		shim_stack[i] = 0x1000 + i;
	for (i = 0; i < ARRAY_SIZE(lens); i++) {
		struct hist_trigger_data *data = attach("hist:keys=common_stacktrace");
		struct tracing_map_snapshot *rows;

		shim_stack_len = lens[i];
		hist_exec(data, &record, _RET_IP_);
		rows = rows_of(data);
		for (k = 0; k < HIST_STACK_DEPTH; k++)
			EXPECT_EQ(tracing_map_row_key(rows, 0)[k],
				  k < lens[i] ? 0x1000 + k : 0);
		tracing_map_snapshot_free(rows);
		detach(data);
	}
}

/*
 * Constants of hist/bytes.c: the caller is searched in the first OWN_FRAMES
 * entries, it and the frame above are left out, and at most FRAMES_SEEN entries
 * are saved.
 */
#define OWN_FRAMES	8
#define LEFT_OUT	2
#define FRAMES_SEEN	(OWN_FRAMES + LEFT_OUT + HIST_STACK_DEPTH)

/* Hit with a stack of @len frames in which the caller is at index @at. */
static void expect_stack_above(unsigned int len, unsigned int at)
{
	struct hist_trigger_data *data = attach("hist:keys=common_stacktrace");
	unsigned int first = at < OWN_FRAMES ? min(at + LEFT_OUT, len) : 0;
	unsigned int k, n = min(len, FRAMES_SEEN) - first;
	struct fake_record record = {};
	struct tracing_map_snapshot *rows;

	shim_stack_len = len;
	hist_exec(data, &record, shim_stack[at]);
	rows = rows_of(data);
	for (k = 0; k < HIST_STACK_DEPTH; k++) {
		u64 expected = k < n ? shim_stack[first + k] : 0;

		if (tracing_map_row_key(rows, 0)[k] != expected)
			test_fail(__FILE__, __LINE__, "caller at %u of %u: entry %u is %llx",
				  at, len, k, tracing_map_row_key(rows, 0)[k]);
	}
	tracing_map_snapshot_free(rows);
	detach(data);
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

/* A recorded stack whose entry count is larger or smaller than its data. */
TEST(recorded_stacks)
{
	static const unsigned long entries[] = { 0x11, 0x22, 0x33, 0x44 };
	unsigned long trace[1 + ARRAY_SIZE(entries)];
	unsigned int len, says, k;

	memcpy(&trace[1], entries, sizeof(entries));
	for (len = 0; len <= ARRAY_SIZE(trace); len++) {
		for (says = 0; says <= ARRAY_SIZE(trace) + 1; says++) {
			struct hist_trigger_data *data = attach("hist:keys=stack");
			unsigned int n = min(len ? len - 1 : 0, says);
			struct tracing_map_snapshot *rows;
			struct fake_record record;

			fill(&record);
			memset(record.data, 0xff, sizeof(record.data));
			trace[0] = says;
			record.stack = fake_put_data(&record, 101, trace, len * sizeof(*trace));
			hist_exec(data, &record, _RET_IP_);
			rows = rows_of(data);
			for (k = 0; k < HIST_STACK_DEPTH; k++)
				EXPECT_EQ(tracing_map_row_key(rows, 0)[k], k < n ? entries[k] : 0);
			tracing_map_snapshot_free(rows);
			detach(data);
		}
	}
}

/* Strings longer than the limit of a key, which is 255 bytes and a NUL. */
TEST(long_texts)
{
	static const unsigned int lens[] = { 254, 255, 256, 257, 600 };
	static const char * const fields[] = { "dyn", "rel" };
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(lens); i++) {
		for (k = 0; k < ARRAY_SIZE(fields); k++) {
			struct tracing_map_snapshot *rows;
			struct hist_trigger_data *data;
			struct fake_record record;
			char text[600];

			sprintf(text, "hist:keys=%s", fields[k]);
			data = attach(text);
			memset(text, 'x', sizeof(text));
			fill(&record);
			record.dyn = fake_put_data(&record, 100, text, lens[i]);
			record.rel = fake_relative(record.dyn, offsetof(struct fake_record, rel));
			hist_exec(data, &record, _RET_IP_);
			rows = rows_of(data);
			EXPECT_EQ(strnlen((const char *)tracing_map_row_key(rows, 0), HIST_STR_MAX),
				  min(lens[i], HIST_STR_MAX - 1));
			tracing_map_snapshot_free(rows);
			detach(data);
		}
	}
}

/* A char array of more than 255 bytes as a variable, saved by another event. */
TEST(long_array_as_variable)
{
	struct hist_trigger_data *source, *data;
	struct fake_record record;
	struct trace_diag diag = {};
	struct hist_table *table;
	struct fake_world world;
	const char *saved;

	EXPECT_EQ(fake_world_init(&world), 0);
	source = fake_define(&world, &fake_source, "hist:keys=num_u8:s=huge", &diag);
	EXPECT(!IS_ERR(source));
	data = fake_define(&world, &fake_event, "hist:keys=num_u8:m=num_u8:onmax($m).save($s)",
			   &diag);
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

	table = hist_table_take(data, data->live.map, &(struct hist_status){});
	EXPECT(!IS_ERR(table));
	saved = (const char *)hist_table_saved(table, 0, 0) + data->save_vars[0].pos;
	EXPECT_EQ(data->save_vars[0].room, HIST_STR_MAX);
	EXPECT_EQ(strnlen(saved, HIST_STR_MAX), HIST_STR_MAX - 1);
	hist_table_free(table);
	hist_run_detach(source);
	hist_run_detach(data);
	fake_world_exit(&world);
}

/*
 * A pointer may refer to kernel or user memory if the addresses are not
 * distinct.
 */
TEST(pointed_text)
{
	static const char ours[] = "the kernel's", theirs[] = "the program's";
	static const struct {
		const char *ptr, *text;
	} cases[] = {
		{ ours, ours }, { theirs, theirs }, { NULL, "" }, { (const char *)1, "" },
		{ (const char *)4095, "" }, { (const char *)-1UL, "" },
	};
	struct fake_record record = {};
	unsigned int i;

	shim_user_memory = theirs;
	shim_user_memory_end = theirs + sizeof(theirs);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct hist_trigger_data *data = attach("hist:keys=ptr");
		struct tracing_map_snapshot *rows;

		record.ptr = cases[i].ptr;
		hist_exec(data, &record, _RET_IP_);
		rows = rows_of(data);
		EXPECT_STREQ((const char *)tracing_map_row_key(rows, 0), cases[i].text);
		tracing_map_snapshot_free(rows);
		detach(data);
	}
	shim_user_memory = NULL;
	shim_user_memory_end = NULL;
}

TEST(cpus)
{
	struct hist_trigger_data *data = attach("hist:keys=common_cpu,dyn:vals=common_cpu");
	struct tracing_map_snapshot *rows;
	struct fake_record record;

	fill(&record);
	for (shim_cpu = 0; shim_cpu < shim_nr_cpus; shim_cpu++)
		hist_exec(data, &record, _RET_IP_);
	shim_cpu = 0;
	rows = rows_of(data);
	EXPECT_EQ(rows->n_rows, shim_nr_cpus);
	EXPECT_EQ(tracing_map_row_key(rows, 2)[0], 2);
	EXPECT_EQ(tracing_map_row_sum(rows, 2, 1), 2);
	tracing_map_snapshot_free(rows);
	detach(data);
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
	struct fake_record record;
	char name[8];

	fill(&record);
	record.num_u32 = depth;
	record.dyn = fake_put_data(&record, 300, name, sprintf(name, "n%u", depth));
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
	if (nest_depth <= min(HIST_NESTING_MAX, TRACING_MAP_SEATS))
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

TEST(interrupted_anywhere)
{
	unsigned int deepest = 0, dropped = 0;

	for (nest_at = 0; ; nest_at++) {
		for (nest_max = 2; nest_max <= HIST_NESTING_MAX + 3; nest_max++) {
			struct tracing_map_snapshot *rows;

			nest_data = attach("hist:keys=num_u32,dyn,rel:vals=num_u32:size=128");
			nest_depth = 0;
			shim_step_hook = nest_hook;
			nest();
			shim_step_hook = NULL;

			rows = rows_of(nest_data);
			expect_nested(rows);
			deepest = max(deepest, nest_depth);
			dropped = max_t(unsigned int, dropped, rows->drops[TRACING_MAP_DROP_FRAME]);
			tracing_map_snapshot_free(rows);
			detach((struct hist_trigger_data *)nest_data);
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
 * In every execution variant, an event for which the map is full is counted as
 * dropped and nowhere else.
 */
TEST(full)
{
	static const struct {
		const char *text;
		enum hist_way way;
	} ways[] = {
		{ "hist:keys=num_u16:size=128", HIST_WAY_FIELD },
		{ "hist:keys=num_u16,num_s8:vals=num_u16:size=128", HIST_WAY_FIELDS },
		{ "hist:keys=num_u16,common_cpu:vals=num_u16:size=128", HIST_WAY_COUNT },
		{ "hist:keys=num_u16:x=num_u16:size=128", HIST_WAY_NUMBERS },
		{ "hist:keys=num_u16,num_s8:x=num_u16:size=128", HIST_WAY_ALL },
	};
	struct tracing_map_snapshot *rows;
	struct fake_record record;
	unsigned int i, k;

	fill(&record);
	for (i = 0; i < ARRAY_SIZE(ways); i++) {
		struct hist_trigger_data *data = attach(ways[i].text);

		EXPECT_EQ(data->program.way, ways[i].way);
		for (k = 0; k < 200; k++) {
			record.num_u16 = k;
			hist_exec(data, &record, _RET_IP_);
		}
		rows = rows_of(data);
		EXPECT_EQ(rows->n_rows, 128);
		EXPECT_EQ(rows->dropped, 200 - 128);
		EXPECT_EQ(rows->drops[TRACING_MAP_DROP_FULL], 200 - 128);
		for (k = 0; k < rows->n_rows; k++)
			EXPECT_EQ(tracing_map_row_sum(rows, k, 0), 1);
		tracing_map_snapshot_free(rows);
		detach(data);
	}
}

/*
 * While histograms are detached, events find neither their entries nor their
 * variables.
 */
TEST(on_the_way_out)
{
	static const char *const users[] = {
		"hist:keys=num_u8:x=$v", "hist:keys=num_u8:x=$v,s=$text",
	};
	struct hist_trigger_data *user;
	struct fake_record record;
	struct fake_world world;
	struct trace_diag diag = {};
	unsigned int i, k;

	fill(&record);
	for (i = 0; i < ARRAY_SIZE(users); i++) {
		EXPECT_EQ(fake_world_init(&world), 0);
		EXPECT_EQ(fake_world_populate(&world), 0);
		user = fake_define(&world, &fake_event, users[i], &diag);
		EXPECT(!IS_ERR(user));
		EXPECT_EQ(user->program.way, i ? HIST_WAY_ALL : HIST_WAY_NUMBERS);
		for (k = 0; k < world.n_defs; k++)
			EXPECT_EQ(hist_run_attach(world.defs[k].data, HIST_SIZE_MIN), 0);
		for (k = 0; k < world.n_defs; k++)
			hist_exec(world.defs[k].data, &record, _RET_IP_);
		EXPECT_EQ(tracing_map_total(user->live.map, 0), 1);

		for (k = 0; k < world.n_defs - 1; k++)
			hist_run_detach(world.defs[k].data);
		for (k = 0; k < world.n_defs; k++)
			hist_exec(world.defs[k].data, &record, _RET_IP_);
		EXPECT_EQ(tracing_map_total(user->live.map, 0), 1);
		hist_run_detach(user);
		fake_world_exit(&world);
	}
}

/*
 * With an action, numeric keys also need an execution context, of which there
 * is a limited number per CPU.
 */
TEST(numbers_nested_too_deep)
{
	unsigned int dropped = 0, depth, at;

	for (at = 0; ; at++) {
		struct tracing_map_snapshot *rows;

		nest_data = attach("hist:keys=num_u8:x=num_u32:onmax($x).save(num_s8):size=128");
		EXPECT_EQ(nest_data->program.way, HIST_WAY_NUMBERS);
		EXPECT(!nest_data->program.on_stack);
		nest_at = at;
		nest_max = HIST_NESTING_MAX + 3;
		nest_depth = 0;
		shim_step_hook = nest_hook;
		nest();
		shim_step_hook = NULL;

		depth = nest_depth;
		rows = rows_of(nest_data);
		EXPECT_EQ(rows->n_rows, 1);
		EXPECT_EQ(tracing_map_row_sum(rows, 0, 0) + rows->dropped, depth);
		EXPECT_EQ(rows->drops[TRACING_MAP_DROP_FRAME] +
			  rows->drops[TRACING_MAP_DROP_NESTED], rows->dropped);
		dropped = max_t(unsigned int, dropped, rows->drops[TRACING_MAP_DROP_FRAME]);
		tracing_map_snapshot_free(rows);
		detach((struct hist_trigger_data *)nest_data);
		if (depth == 1)
			break;
	}
	EXPECT(at > 5);
	EXPECT(dropped > 0);
}

/*
 * The largest contexts: each level has its own on each CPU, and one level more
 * fails.
 */
TEST(frames_of_all_levels)
{
	struct hist_trigger_data *data = compile("hist:keys=dyn");
	static u64 *frames[SHIM_NR_CPUS_MAX][HIST_NESTING_MAX];
	unsigned int cpu, level, i;

	shim_nr_cpus = 4;
	EXPECT_EQ(hist_arena_prepare(&data->program), 0);
	for (level = 0; level < HIST_NESTING_MAX; level++) {
		for (cpu = 0; cpu < shim_nr_cpus; cpu++) {
			u64 *frame;

			shim_cpu = cpu;
			frame = hist_arena_push();
			EXPECT(frame);
			frames[cpu][level] = frame;
			for (i = 0; i < HIST_FRAME_WORDS_MAX; i++)
				frame[i] = cpu * HIST_NESTING_MAX + level;
		}
	}
	for (cpu = 0; cpu < shim_nr_cpus; cpu++) {
		shim_cpu = cpu;
		EXPECT(!hist_arena_push());
		for (level = HIST_NESTING_MAX; level--;) {
			for (i = 0; i < HIST_FRAME_WORDS_MAX; i++)
				EXPECT_EQ(frames[cpu][level][i], cpu * HIST_NESTING_MAX + level);
			hist_arena_pop();
			EXPECT(hist_arena_push() == frames[cpu][level]);
			hist_arena_pop();
		}
	}
	shim_cpu = 0;
	hist_data_put(data);
}

/* 31 strings of 255 bytes, the most that save() can hold. */
#define SAVE_31		"dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,"	\
			"dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,"	\
			"dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn,dyn"

/* HIST_NESTING_MAX events can nest at any step, even with large contexts. */
TEST(large_frames_nest)
{
	unsigned int depth, at;

	for (at = 0; ; at += 7) {
		struct tracing_map_snapshot *rows;

		nest_data = attach("hist:keys=num_u32:v=num_u32:onchange($v).save(" SAVE_31
				   "):size=128");
		EXPECT(nest_data->program.frame_words > 31 * 32);
		nest_at = at;
		nest_max = HIST_NESTING_MAX;
		nest_depth = 0;
		shim_step_hook = nest_hook;
		nest();
		shim_step_hook = NULL;

		depth = nest_depth;
		rows = rows_of(nest_data);
		EXPECT_EQ(rows->n_rows + rows->dropped, depth);
		EXPECT_EQ(rows->drops[TRACING_MAP_DROP_FRAME], 0);
		EXPECT_EQ(rows->drops[TRACING_MAP_DROP_FULL], 0);
		tracing_map_snapshot_free(rows);
		detach((struct hist_trigger_data *)nest_data);
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

		nest_data = attach(text);
		EXPECT_EQ(nest_data->program.frame_words, HIST_FRAME_WORDS_MAX);
		nest_max = levels;
		nest_depth = 0;
		shim_step_hook = nest_hook;
		nest();
		shim_step_hook = NULL;

		rows = rows_of(nest_data);
		EXPECT_EQ(tracing_map_total(nest_data->live.map, 0) + rows->dropped, nest_depth);
		dropped = max_t(unsigned int, dropped, rows->drops[TRACING_MAP_DROP_FRAME]);
		tracing_map_snapshot_free(rows);
		detach((struct hist_trigger_data *)nest_data);
		if (nest_depth == 1)
			return dropped;
	}
}

/*
 * Contexts of the largest size: a CPU has HIST_NESTING_MAX of them, and an
 * event nested deeper is dropped. With one CPU nothing follows the last context
 * in memory, so that AddressSanitizer detects a write beyond its end.
 */
TEST(largest_frames_nested)
{
	static const char text[] = "hist:keys=" KEYS_OF_31_WORDS ":m=num_u32:onmax($m)."
				   SAVE_31_TEXTS ":size=128";

	shim_nr_cpus = 1;
	EXPECT_EQ(most_without_frame(text, HIST_NESTING_MAX), 0);
	EXPECT_EQ(most_without_frame(text, HIST_NESTING_MAX + 1), 1);
}

static void expect_note(struct hist_snapshot *snapshot, bool expected, u64 expected_val)
{
	u64 val, key;

	EXPECT_EQ(hist_snapshot_read(snapshot, &val, &key), expected);
	if (expected)
		EXPECT_EQ(val, expected_val);
}

/* Early in boot, with interrupts disabled, the base kernel would enable them. */
TEST(snapshots_too_early)
{
	struct hist_trigger_data *data = compile("hist:keys=num_u8:x=num_u64:onmax($x).snapshot()");
	const struct hist_act *act = &data->program.acts[0];
	struct hist_snapshot *snapshot;

	shim_irqs_off = true;
	EXPECT_EQ(PTR_ERR(hist_snapshot_new(act, 1, &hist_run_instance)), -EBUSY);
	EXPECT(shim_irqs_off);
	EXPECT(!hist_run_instance.update);
	shim_irqs_off = false;
	snapshot = hist_snapshot_new(act, 1, &hist_run_instance);
	EXPECT(!IS_ERR(snapshot));
	EXPECT(hist_run_instance.update);
	hist_snapshot_free(snapshot);
	EXPECT(!hist_run_instance.update);
	hist_data_put(data);
}

/*
 * When the map is replaced, the previous maximum is discarded. An event that
 * still uses the old map cannot take a snapshot, however large its value is.
 */
TEST(snapshots_of_other_entries)
{
	struct hist_trigger_data *data =
		attach("hist:keys=num_u8:x=num_u64:onmax($x).snapshot():size=128");
	struct hist_snapshot *snapshot = data->live.snapshot;
	struct tracing_map *old = data->live.map;
	struct fake_record record = { .num_u8 = 1, .num_u64 = 7 };

	expect_note(snapshot, false, 0);
	hist_exec(data, &record, _RET_IP_);
	expect_note(snapshot, true, 7);
	EXPECT_EQ(hist_run_instance.n_snapshots, 1);

	data->live.map = hist_data_create_map(data, 128);
	hist_snapshot_begin(snapshot, data->live.map);
	expect_note(snapshot, false, 0);
	hist_snapshot_take(snapshot, old, 9, (u64[]){ 1 });
	expect_note(snapshot, false, 0);
	EXPECT_EQ(hist_run_instance.n_snapshots, 1);

	record.num_u64 = 5;
	hist_exec(data, &record, _RET_IP_);
	expect_note(snapshot, true, 5);
	EXPECT_EQ(hist_run_instance.n_snapshots, 2);
	tracing_map_destroy(old);
	detach(data);
}

/* A short string in a key must not be followed by the rest of a longer one. */
TEST(keys_are_clean)
{
	static const char * const fields[] = { "text", "big", "dyn", "rel", "ptr" };
	static const char * const texts[] = { "a long one", "short", "another one", "short" };
	struct fake_record record;
	unsigned int i, k;

	for (i = 0; i < ARRAY_SIZE(fields); i++) {
		struct tracing_map_snapshot *rows;
		struct hist_trigger_data *data;
		char text[32];

		sprintf(text, "hist:keys=%s,stack", fields[i]);
		data = attach(text);
		for (k = 0; k < ARRAY_SIZE(texts); k++) {
			fill(&record);
			strscpy(record.text, texts[k]);
			strscpy(record.big, texts[k]);
			record.dyn = fake_put_data(&record, 500, texts[k], strlen(texts[k]) + 1);
			record.rel = fake_relative(record.dyn, offsetof(struct fake_record, rel));
			record.ptr = texts[k];
			hist_exec(data, &record, _RET_IP_);
		}
		rows = rows_of(data);
		EXPECT_EQ(rows->n_rows, 3);
		EXPECT_STREQ((const char *)tracing_map_row_key(rows, 1), "short");
		EXPECT_EQ(tracing_map_row_sum(rows, 1, 0), 2);
		tracing_map_snapshot_free(rows);
		detach(data);
	}
}

/* A comm without NUL, and comms with garbage behind the NUL. */
TEST(comms)
{
	struct hist_trigger_data *data = attach("hist:keys=comm");
	struct fake_record record = {};
	struct tracing_map_snapshot *rows;

	memcpy(current->comm, "sixteen letters!", TASK_COMM_LEN);
	hist_exec(data, &record, _RET_IP_);
	memcpy(current->comm, "sh\0rubbish", 11);
	hist_exec(data, &record, _RET_IP_);
	memcpy(current->comm, "sh\0refuse!", 11);
	hist_exec(data, &record, _RET_IP_);

	rows = rows_of(data);
	EXPECT_EQ(rows->n_rows, 2);
	EXPECT(!memcmp(tracing_map_row_key(rows, 0), "sixteen letters!", TASK_COMM_LEN));
	EXPECT_STREQ((const char *)tracing_map_row_key(rows, 1), "sh");
	EXPECT(!memchr_inv((const char *)tracing_map_row_key(rows, 1) + 2, 0, TASK_COMM_LEN - 2));
	tracing_map_snapshot_free(rows);
	detach(data);
}

/* Compare buckets and logarithms with a simple computation. */
TEST(buckets_and_powers)
{
	struct fake_record record = {};
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
		data = attach(text);
		hist_exec(data, &record, _RET_IP_);
		rows = rows_of(data);
		key = tracing_map_row_key(rows, 0);

		floor -= ((floor % (__int128)width) + width) % width;
		floor = max_t(__int128, floor, S64_MIN);
		EXPECT_EQ(key[0], (u64)floor);
		EXPECT_EQ(key[1], val - val % width);
		for (; power < (__int128)val; power *= 2)
			log2++;
		EXPECT_EQ(key[2], log2);
		tracing_map_snapshot_free(rows);
		detach(data);
	}
}

static void count(const struct hist_trigger_data *data, u64 key, u64 hits, u64 sum)
{
	int elt = tracing_map_insert(data->live.map, &key);

	tracing_map_add(data->live.map, elt, 0, hits);
	tracing_map_add(data->live.map, elt, 1, sum);
}

/* Bounds of the lowest and the highest buckets. */
TEST(outermost_buckets)
{
	static const s64 vals[] = {
		S64_MIN, S64_MIN + 7, S64_MIN + 8, -1, 0, S64_MAX - 7, S64_MAX
	};
	struct hist_trigger_data *data =
		attach("hist:keys=num_s64.buckets=10,num_u64.buckets=10:sort=num_s64.buckets=10:"
		       "size=128");
	struct fake_record record = {};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(vals); i++) {
		record.num_s64 = vals[i];
		record.num_u64 = U64_MAX - (u64)i / 6 * 6;
		hist_exec(data, &record, _RET_IP_);
	}
	EXPECT_STREQ(hist_run_rows(data),
		     "{ num_s64: ~ -9223372036854775808--9223372036854775801, "
		     "num_u64: ~ 18446744073709551610-18446744073709551615 } hitcount:          2\n"
		     "{ num_s64: ~ -9223372036854775800--9223372036854775791, "
		     "num_u64: ~ 18446744073709551610-18446744073709551615 } hitcount:          1\n"
		     "{ num_s64: ~ -10--1, "
		     "num_u64: ~ 18446744073709551610-18446744073709551615 } hitcount:          1\n"
		     "{ num_s64: ~ 0-9, "
		     "num_u64: ~ 18446744073709551610-18446744073709551615 } hitcount:          1\n"
		     "{ num_s64: ~ 9223372036854775800-9223372036854775807, "
		     "num_u64: ~ 18446744073709551610-18446744073709551615 } hitcount:          1\n"
		     "{ num_s64: ~ 9223372036854775800-9223372036854775807, "
		     "num_u64: ~ 18446744073709551600-18446744073709551609 } hitcount:          1\n");
	detach(data);
}

/* The total of these sums exceeds 64 bits. */
TEST(huge_shares)
{
	struct hist_trigger_data *data = attach("hist:keys=num_u8:vals=num_u64.percent");

	count(data, 1, 1, 1ULL << 63);
	count(data, 2, 2, (1ULL << 63) + 1);
	count(data, 3, 3, 5);
	EXPECT_STREQ(hist_run_rows(data),
		     "{ num_u8:          1 } hitcount:          1  num_u64 (%):  50.00\n"
		     "{ num_u8:          2 } hitcount:          2  num_u64 (%):  50.00\n"
		     "{ num_u8:          3 } hitcount:          3  num_u64 (%):   0.00\n");
	detach(data);

	data = attach("hist:keys=num_u8:vals=num_s64.percent");
	count(data, 1, 1, S64_MAX);
	count(data, 2, 2, S64_MAX);
	count(data, 3, 3, S64_MAX);
	count(data, 4, 4, S64_MIN);
	EXPECT_STREQ(hist_run_rows(data),
		     "{ num_u8:          1 } hitcount:          1  num_s64 (%):  49.99\n"
		     "{ num_u8:          2 } hitcount:          2  num_s64 (%):  49.99\n"
		     "{ num_u8:          3 } hitcount:          3  num_s64 (%):  49.99\n"
		     "{ num_u8:          4 } hitcount:          4  num_s64 (%):   0.00\n");
	detach(data);
}

/* The largest value has a bar of 20 characters. */
TEST(graphs)
{
	struct hist_trigger_data *data = attach("hist:keys=num_u8:vals=num_u64.graph");

	count(data, 1, 1, 10);
	count(data, 2, 2, 5);
	count(data, 3, 3, 0);
	EXPECT_STREQ(hist_run_rows(data),
		     "{ num_u8:          1 } hitcount:          1  num_u64: ####################\n"
		     "{ num_u8:          2 } hitcount:          2  num_u64: ##########          \n"
		     "{ num_u8:          3 } hitcount:          3  num_u64:                     \n");
	detach(data);
}

/* Stacks are ordered by the first address that differs. */
TEST(stacks_in_order)
{
	static const unsigned long traces[][3] = { { 2, 1, 3 }, { 2, 1, 2 }, { 1, 2 }, { 1, 1 } };
	struct hist_trigger_data *data = attach("hist:keys=stack:sort=stack:vals=num_u8");
	struct tracing_map_snapshot *rows;
	struct hist_table *table;
	struct fake_record record;
	unsigned int i;

	fill(&record);
	for (i = 0; i < ARRAY_SIZE(traces); i++) {
		record.stack = fake_put_data(&record, 101, traces[i], (traces[i][0] + 1) *
					     sizeof(traces[i][0]));
		hist_exec(data, &record, _RET_IP_);
	}
	table = hist_table_take(data, data->live.map, &(struct hist_status){});
	EXPECT(!IS_ERR(table));
	rows = table->rows;
	EXPECT_EQ(rows->n_rows, ARRAY_SIZE(traces));
	for (i = 0; i < rows->n_rows; i++) {
		EXPECT_EQ(tracing_map_row_key(rows, i)[0], 1 + (i == 3));
		EXPECT_EQ(tracing_map_row_key(rows, i)[1], i < 3 && i ? i + 1 : 0);
	}
	hist_table_free(table);
	detach(data);
}

/*
 * A saved stack has the addresses of the original, zeros behind them, and does
 * not overlap the next field.
 */
TEST(saved_stacks)
{
	static const u64 none[HIST_STACK_DEPTH];
	static const u64 kept[] = { 0x111, 0x222, 0x333 };
	struct hist_trigger_data *source, *data;
	struct trace_diag diag = {};
	struct hist_table *table;
	struct fake_record record;
	struct fake_world world;
	const u64 *saved;
	unsigned int i;

	EXPECT_EQ(fake_world_init(&world), 0);
	source = fake_define(&world, &fake_source, "hist:keys=num_u8:s=stack", &diag);
	EXPECT(!IS_ERR(source));
	data = fake_define(&world, &fake_event, "hist:keys=num_u8:t=$s,o=stack,m=num_u8:"
			   "onmax($m).save($s,$t,$o,stack,num_u8)", &diag);
	EXPECT(!IS_ERR(data));
	EXPECT_EQ(hist_run_attach(source, HIST_SIZE_MIN), 0);
	EXPECT_EQ(hist_run_attach(data, HIST_SIZE_MIN), 0);
	fill(&record);
	hist_exec(source, &record, _RET_IP_);
	hist_exec(data, &record, _RET_IP_);

	table = hist_table_take(data, data->live.map, &(struct hist_status){});
	EXPECT(!IS_ERR(table));
	saved = hist_table_saved(table, 0, 0);
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
	hist_table_free(table);
	hist_run_detach(source);
	hist_run_detach(data);
	fake_world_exit(&world);
}

/* A reader between the insert and the tracked value sees the entry without it. */
TEST(not_tracked_yet)
{
	struct hist_trigger_data *data =
		attach("hist:keys=num_u8:a=num_u8:onmax($a).save(num_s8)");
	const u64 key = 7;

	EXPECT(tracing_map_insert(data->live.map, &key) >= 0);
	EXPECT_STREQ(hist_run_rows(data), "{ num_u8:          7 } hitcount:          0\n");
	detach(data);
}

/* A table that cannot be built returns the right error. */
TEST(tables_that_cannot_be)
{
	struct hist_trigger_data *data = attach("hist:keys=num_u8:vals=num_u16:sort=num_u16");
	struct hist_trigger_data *other = attach("hist:keys=num_u8");
	const struct hist_status status = { .filter = "num_u8 > 0" };
	unsigned long n, allocs = shim_allocs();
	struct hist_table *table;

	/* The other map has no sum to sort by. */
	EXPECT(hist_table_take(data, other->live.map, &status) == ERR_PTR(-EINVAL));
	EXPECT_EQ(shim_allocs(), allocs);

	count(data, 1, 1, 1);
	for (n = 1;; n++) {
		shim_fail_nth(n);
		table = hist_table_take(data, data->live.map, &status);
		if (!shim_failed())
			break;
		EXPECT(table == ERR_PTR(-ENOMEM));
		EXPECT_EQ(shim_allocs(), allocs);
	}
	EXPECT(n > 5);
	EXPECT_STREQ(table->status.filter, "num_u8 > 0");
	hist_table_free(table);
	detach(other);
	detach(data);
}

/* A reader's reference keeps a histogram alive after it is detached. */
TEST(references)
{
	struct hist_trigger_data *data = compile("hist:keys=num_u8:name=held");

	EXPECT(hist_data_get(data) == data);
	hist_data_put(data);
	EXPECT_STREQ(data->name, "held");
	hist_data_put(data);
}
