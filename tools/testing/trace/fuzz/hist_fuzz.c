// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any text as a hist trigger, any bytes as the record of the event that hits it.
 * The input is the command up to the first newline, and the record behind it.
 *
 * What is rejected must be so with a place in the text; what is accepted must be
 * shown as a command that means the same, and must count what it is hit by.
 */

#include <fuzz.h>
#include <linux/kernel.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "hist/compile.h"
#include "hist/describe.h"
#include "hist/diag.h"
#include "hist/exec.h"
#include "hist/spec.h"
#include "hist/tests/fake_event.h"

/* Names, sizes and buckets grow when they are shown, but not by more than that. */
#define SHOWN_MAX	16384

struct command {
	struct hist_spec *spec;
	struct hist_trigger_data *data;
};

static void check_rejected(int err, const struct trace_diag *diag, size_t len)
{
	CHECK(err == -EINVAL);
	CHECK(diag->code > HIST_DIAG_NONE && diag->code <= HIST_DIAG_NO_SORT_FIELD);
	CHECK(diag->at.off <= len && trace_span_end(diag->at) <= len);
}

static bool take(struct command *cmd, const char *text, size_t len)
{
	char *copy = kmemdup(text, len, GFP_KERNEL);
	struct trace_diag diag = {};

	cmd->spec = hist_spec_parse(copy, len, &diag);
	kfree(copy);
	if (IS_ERR(cmd->spec)) {
		check_rejected(PTR_ERR(cmd->spec), &diag, len);
		return false;
	}
	CHECK(!diag.code);

	cmd->data = hist_compile(cmd->spec, &fake_event.resolver, &diag);
	if (IS_ERR(cmd->data)) {
		check_rejected(PTR_ERR(cmd->data), &diag, len);
		hist_spec_free(cmd->spec);
		return false;
	}
	CHECK(!diag.code);
	return true;
}

static void drop(struct command *cmd)
{
	hist_data_put(cmd->data);
	hist_spec_free(cmd->spec);
}

static void show(char *shown, const struct command *cmd)
{
	struct hist_status status = { .paused = cmd->spec->pause, .size = cmd->data->size };
	struct seq_file m = { .buf = shown, .size = SHOWN_MAX };
	char *filter = NULL;

	if (cmd->spec->filter.len)
		filter = trace_span_dup(cmd->spec->text, cmd->spec->filter);
	status.filter = filter;
	hist_describe(&m, cmd->data, &status);
	CHECK(!seq_has_overflowed(&m));
	kfree(filter);
}

static void check_round_trip(const struct command *cmd)
{
	static char shown[SHOWN_MAX], shown_again[SHOWN_MAX];
	struct command again;

	show(shown, cmd);
	CHECK(take(&again, shown, strlen(shown)));
	show(shown_again, &again);
	CHECK(!strcmp(shown, shown_again));
	CHECK(hist_data_same(cmd->data, again.data));
	CHECK(hist_data_compatible(cmd->data, again.data));
	CHECK(!memcmp(&cmd->data->program, &again.data->program, sizeof(again.data->program)));
	CHECK(cmd->data->size == again.data->size);
	drop(&again);
}

/*
 * A record may say that its strings lie anywhere: locations are made by the
 * kernel and not checked for every event.  So there is room behind it for all
 * that they can reach.
 */
static u8 memory[2 * U16_MAX + sizeof(struct fake_record)];

static void fill_record(const u8 *bytes, size_t size)
{
	struct fake_record *record = (struct fake_record *)memory;

	memcpy(memory, bytes, min(size, sizeof(memory)));
	/* A third of the addresses are good ones. */
	if ((unsigned long)record->ptr % 3 == 0)
		record->ptr = record->text + (unsigned long)record->ptr % sizeof(record->text);
}

static void check_exec(struct hist_trigger_data *data, const u8 *bytes, size_t size)
{
	struct tracing_map_snapshot *rows;
	struct tracing_map *map;
	unsigned int i;

	/* Large maps take their time and show nothing else. */
	map = hist_data_create_map(data, HIST_SIZE_MIN);
	CHECK(!IS_ERR(map));
	rcu_assign_pointer(data->map, map);

	fill_record(bytes, size);
	shim_atomic = true;
	for (i = 0; i < 3; i++)
		hist_exec(data, memory);
	shim_atomic = false;

	/* The same event three times, with clocks that stand still: one entry. */
	rows = tracing_map_snapshot(map, NULL, 0);
	CHECK(!IS_ERR(rows) && rows->n_rows == 1 && !rows->dropped);
	CHECK(rows->n_sums == data->n_sums);
	CHECK(tracing_map_row_sum(rows, 0, 0) == 3);
	tracing_map_snapshot_free(rows);

	tracing_map_destroy(map);
	memset(memory, 0, min(size, sizeof(memory)));
	memset(memory, 0, sizeof(struct fake_record));
}

int fuzz_one(const u8 *data, size_t size)
{
	const u8 *newline = memchr(data, '\n', size);
	size_t len = newline ? newline - data : size;
	size_t skip = newline ? len + 1 : len;
	struct command cmd;

	shim_stack_len = 20;
	if (take(&cmd, (const char *)data, len)) {
		check_round_trip(&cmd);
		check_exec(cmd.data, data + skip, size - skip);
		drop(&cmd);
	}
	CHECK(!shim_allocs());
	return 0;
}
