// SPDX-License-Identifier: GPL-2.0-only
/*
 * Passes that evict rows from the tables of histograms with overflow=evict: when, and which tables.
 */

#include <linux/jiffies.h>
#include <linux/kernel.h>
#include <linux/mutex.h>

#include "command_fixture.h"
#include "harness.h"
#include "hist/attach/map_owner.h"
#include "hist/run/exec.h"
#include "trace.h"
#include "tracing_map_evict.h"

#define ROWS	128
#define LEFT	TRACING_MAP_EVICT_TO(ROWS)

static const char plain[] = "hist:keys=num_u16:size=128:overflow=evict";
static const char with_var[] = "hist:keys=num_u16:x=num_u64:size=128:overflow=evict";

/* Compile a command and attach the histogram to an owner of a map, which passes find. */
static struct hist_trigger_data *attach_owner(const char *text)
{
	struct hist_trigger_data *data = compile_valid(text);

	mutex_lock(&event_mutex);
	EXPECT_EQ(hist_map_attach(data, data->size), 0);
	mutex_unlock(&event_mutex);
	return data;
}

static void detach_owner(struct hist_trigger_data *data)
{
	mutex_lock(&event_mutex);
	hist_map_detach(data);
	mutex_unlock(&event_mutex);
	hist_data_put(data);
}

/* Count an event for each of @n keys, from @first on. */
static void exec_events(const struct hist_trigger_data *data, unsigned int first, unsigned int n)
{
	struct mock_record record;
	unsigned int k;

	fill_record(&record);
	for (k = first; k < first + n; k++) {
		record.num_u16 = k;
		record.num_u64 = k;
		shim_atomic = true;
		hist_exec(data, &record, _RET_IP_);
		shim_atomic = false;
	}
}

static u32 n_rows(const struct hist_trigger_data *data)
{
	struct tracing_map_snapshot *rows = snapshot_rows(data);
	u32 n = rows->n_rows;

	tracing_map_snapshot_free(rows);
	return n;
}

/* Run the irq_work and the work that are queued without a delay. */
static void run_work(void)
{
	while (shim_run_work(false))
		;
}

/* Let @delay jiffies pass, and run the work that waits for them. Return: whether there was one. */
static bool run_later(unsigned long delay)
{
	shim_jiffies += delay;
	return shim_run_work(true);
}

/* The first new row above 7/8 of the table starts a pass, which leaves 5/8. */
TEST(pass_follows_a_nearly_full_table)
{
	struct hist_trigger_data *data = attach_owner(plain);

	shim_jiffies += 100 * HZ;
	exec_events(data, 0, TRACING_MAP_EVICT_AT(ROWS) - 1);
	run_work();
	EXPECT_EQ(n_rows(data), TRACING_MAP_EVICT_AT(ROWS) - 1);
	exec_events(data, 1000, 1);
	run_work();
	EXPECT_EQ(n_rows(data), LEFT);
	EXPECT_EQ(tracing_map_n_evicted(data->runtime.map), TRACING_MAP_EVICT_AT(ROWS) - LEFT);
	EXPECT_EQ(tracing_map_total(data->runtime.map, 0), TRACING_MAP_EVICT_AT(ROWS));
	EXPECT(!run_later(HZ));
	detach_owner(data);
	EXPECT_EQ(shim_allocs(), 0);
}

/* A pass waits until a tenth of a second has passed since the last one. */
TEST(passes_have_a_distance)
{
	struct hist_trigger_data *data = attach_owner(plain);

	shim_jiffies += 100 * HZ;
	exec_events(data, 0, ROWS);
	run_work();
	EXPECT_EQ(n_rows(data), LEFT);
	shim_jiffies += HZ / 10 - 1;
	exec_events(data, 1000, 2 * ROWS);
	run_work();
	EXPECT_EQ(n_rows(data), ROWS);
	EXPECT_EQ(shim_work_delay(), 1);
	EXPECT(run_later(1));
	EXPECT_EQ(n_rows(data), LEFT);
	EXPECT_EQ(tracing_map_total(data->runtime.map, 0), 3 * ROWS);
	EXPECT(!run_later(HZ));
	detach_owner(data);
}

/* A pass is not late because jiffies of the machine have wrapped around since the last one. */
TEST(pass_runs_a_long_time_after_the_last_one)
{
	struct hist_trigger_data *data = attach_owner(plain);

	shim_jiffies += 100 * HZ;
	exec_events(data, 0, ROWS);
	run_work();
	EXPECT_EQ(n_rows(data), LEFT);
	shim_jiffies += ULONG_MAX / 2 + 2 * HZ;
	exec_events(data, 1000, ROWS);
	run_work();
	EXPECT_EQ(n_rows(data), LEFT);
	EXPECT(!run_later(HZ));
	detach_owner(data);
}

/* Without a row that can be evicted, passes continue, and new keys do not cause further ones. */
TEST(passes_wait_for_rows_without_variables)
{
	struct hist_trigger_data *data = attach_owner(with_var);
	unsigned long delay;
	unsigned int i;
	u64 val;

	shim_jiffies += 100 * HZ;
	exec_events(data, 0, ROWS);
	run_work();
	EXPECT_EQ(n_rows(data), ROWS);
	/* Each delay is twice as long as the last one, up to ten seconds. */
	for (i = 0; i < 10; i++) {
		delay = min((HZ / 10) << i, 10 * HZ);
		EXPECT_EQ(shim_work_delay(), delay);
		EXPECT(run_later(delay));
		EXPECT(!shim_run_work(false));
		EXPECT_EQ(n_rows(data), ROWS);
	}
	exec_events(data, 1000, 10);
	EXPECT(!shim_run_work(false));

	/* When a lookup has cleared the variables of ten rows, these are evicted. */
	for (i = 1; i <= 10; i++)
		EXPECT(tracing_map_var_fetch_clear(data->runtime.map, i, 0, &val));
	EXPECT(run_later(10 * HZ));
	EXPECT_EQ(n_rows(data), ROWS - 10);
	EXPECT_EQ(tracing_map_n_evicted(data->runtime.map), 10);
	EXPECT_EQ(tracing_map_total(data->runtime.map, 0), ROWS + 10);
	detach_owner(data);
	EXPECT(run_later(HZ));
	EXPECT(!run_later(HZ));
	EXPECT_EQ(shim_allocs(), 0);
}

/* A table without a row that can be evicted delays no other one, and is not tried in each pass. */
TEST(tables_have_delays_of_their_own)
{
	struct hist_trigger_data *waiting = attach_owner(with_var), *other = attach_owner(plain);
	unsigned int i;
	u64 val;

	shim_jiffies += 100 * HZ;
	exec_events(waiting, 0, ROWS);
	run_work();
	/* The next tries are after 0.1, 0.2, 0.4, 0.8 and 1.6 seconds. */
	for (i = 0; i < 5; i++) {
		EXPECT_EQ(shim_work_delay(), (HZ / 10) << i);
		EXPECT(run_later((HZ / 10) << i));
	}
	EXPECT(tracing_map_var_fetch_clear(waiting->runtime.map, 1, 0, &val));

	/* The first pass of the other table is not delayed, and the waiting one is not tried. */
	shim_jiffies += HZ / 10;
	exec_events(other, 0, ROWS);
	run_work();
	EXPECT_EQ(n_rows(other), LEFT);
	EXPECT_EQ(n_rows(waiting), ROWS);
	EXPECT_EQ(shim_work_delay(), ((HZ / 10) << 5) - HZ / 10);
	EXPECT(run_later(shim_work_delay()));
	EXPECT_EQ(n_rows(waiting), ROWS - 1);

	detach_owner(waiting);
	detach_owner(other);
	EXPECT(run_later(HZ));
	EXPECT(!run_later(HZ));
	EXPECT_EQ(shim_allocs(), 0);
}

/* One pass serves all tables that wait, and only those. A removed table is skipped. */
TEST(pass_serves_all_tables)
{
	struct hist_trigger_data *data[4];
	unsigned int i;

	shim_jiffies += 100 * HZ;
	for (i = 0; i < ARRAY_SIZE(data); i++) {
		data[i] = attach_owner(plain);
		exec_events(data[i], 0, i ? ROWS : ROWS / 2);
	}
	detach_owner(data[1]);
	run_work();
	EXPECT_EQ(n_rows(data[0]), ROWS / 2);
	EXPECT_EQ(n_rows(data[2]), LEFT);
	EXPECT_EQ(n_rows(data[3]), LEFT);
	detach_owner(data[0]);
	detach_owner(data[2]);
	detach_owner(data[3]);
	EXPECT_EQ(shim_allocs(), 0);
}

/*
 * Each allocation of a pass fails: nothing is evicted, nothing is leaked, and a later pass works.
 */
TEST(pass_without_memory_is_repeated)
{
	unsigned int n, failures = 0;

	for (n = 1; ; n++, failures++) {
		struct hist_trigger_data *data = attach_owner(plain);
		bool failed;

		shim_jiffies += 100 * HZ;
		exec_events(data, 0, ROWS);
		shim_fail_nth(n);
		run_work();
		failed = shim_failed();
		shim_fail_nth(0);
		EXPECT_EQ(n_rows(data), failed ? ROWS : LEFT);
		if (failed) {
			EXPECT_EQ(shim_work_delay(), HZ / 10);
			EXPECT(run_later(HZ / 10));
			EXPECT_EQ(n_rows(data), LEFT);
		}
		EXPECT_EQ(tracing_map_total(data->runtime.map, 0), ROWS);
		detach_owner(data);
		EXPECT_EQ(shim_allocs(), 0);
		if (!failed)
			break;
	}
	/* The table, two sets of elements, ranks, words, free elements, ages and the eviction. */
	EXPECT(failures >= 8);
}
