// SPDX-License-Identifier: GPL-2.0-only
/*
 * Intern and resolve user stacks in several threads at a time, under the thread sanitizer. Each
 * thread is a CPU, and runs tasks of its own or of a process that all of them share.
 */

#include <linux/err.h>
#include <linux/hist_stacks.h>
#include <linux/instruction_pointer.h>
#include <linux/kernel.h>
#include <linux/task_work.h>
#include <pthread.h>

#include "command_fixture.h"
#include "fixture.h"
#include "harness.h"
#include "hist/run/exec.h"
#include "hist/show/text.h"
#include "hist/stacks/resolve.h"
#include "hist/stacks/stacks.h"
#include "hist/tests/fixtures/mock_event.h"
#include "tracing_map_snapshot.h"
#include "user_task.h"

#define N_THREADS	4
#define N_EVENTS	4000
#define N_STACKS	40

/* What the threads do. */
static struct hist_trigger_data *data;
static bool same_process;
static unsigned int n_running;

/* Cause events with N_STACKS different stacks. Task work runs after every third event. */
static void *run_events(void *arg)
{
	unsigned long id = (unsigned long)arg, i;
	struct mock_record record;
	u64 text;

	shim_cpu = id;
	fill_record(&record);
	/* The threads of a process have the same addresses. */
	text = 0x100000 * (same_process ? 1 : id + 1);
	user_task_new(same_process ? 1 : id + 1, text);
	for (i = 0; i < N_EVENTS; i++) {
		user_task_set_stack(text + i % N_STACKS, 16, 3);
		hist_exec(data, &record, _RET_IP_);
		if (i % 3 == 2)
			task_work_run();
	}
	hist_stacks_exit();
	__atomic_sub_fetch(&n_running, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

/* Read the table, and check that it is consistent. Return: its number of rows. */
static unsigned int read_table(u64 *hits)
{
	const struct hist_status status = {};
	struct hist_table_snapshot *table;
	unsigned int row, n;

	table = hist_table_snapshot_create(data, data->runtime.map, &status, NULL);
	EXPECT(!IS_ERR(table));
	n = table->rows->n_rows;
	*hits = table->hits;
	for (row = 0; row < n; row++) {
		u64 id = *tracing_map_row_key(table->rows, row);
		const struct hist_resolved *stack = hist_stacks_resolved(table->stacks[0], id);

		EXPECT(id);
		if (!stack)
			continue;
		EXPECT_EQ(stack->n, 3);
		EXPECT(!strcmp(stack->frames[0].file->name, "prog"));
		EXPECT(stack->frames[0].offset - 0x2000 < N_STACKS);
		EXPECT_EQ(stack->frames[2].offset, stack->frames[0].offset + 32);
	}
	hist_table_snapshot_free(table);
	return n;
}

static void run(bool same)
{
	pthread_t threads[N_THREADS];
	struct hist_stacks_status status;
	unsigned long i;
	u64 hits;

	same_process = same;
	shim_nr_cpus = N_THREADS + 1;
	data = attach_hist("hist:keys=common_ustacktrace");
	n_running = N_THREADS;
	for (i = 0; i < N_THREADS; i++)
		EXPECT(!pthread_create(&threads[i], NULL, run_events, (void *)i));
	shim_cpu = N_THREADS;
	while (__atomic_load_n(&n_running, __ATOMIC_SEQ_CST))
		read_table(&hits);
	for (i = 0; i < N_THREADS; i++)
		pthread_join(threads[i], NULL);

	EXPECT_EQ(read_table(&hits), N_STACKS);
	EXPECT_EQ(hits, N_THREADS * N_EVENTS);
	EXPECT_EQ(atomic_read(&data->runtime.map->keys->n_keys),
		  same ? N_STACKS : N_STACKS * N_THREADS);
	EXPECT_EQ(atomic_read(&hist_stacks_queued), 0);
	hist_stacks_get_status(data->stack_sources[0].table, &status);
	EXPECT_EQ(status.not_taken, 0);
	for (i = 0; i < HIST_STACK_REASONS; i++)
		EXPECT_EQ(status.unresolved[i], 0);
	detach_hist(data);
	EXPECT_EQ(user_walkers, 0);
	EXPECT_EQ(user_file_refs, 0);
	shim_cpu = 0;
}

TEST(processes_resolve_their_stacks)
{
	run(false);
}

TEST(threads_of_a_process_resolve_their_stacks)
{
	run(true);
}
