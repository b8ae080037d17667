// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: hist triggers and records. The input is the command up to the
 * first newline, a byte for fuzz_fail(), and the record of an event that hits
 * the histogram.
 *
 * A rejected command must have an error position in the text. An accepted
 * command must be printed as a command with the same meaning, must match its
 * own histogram when it is used for removal, and the histogram must count
 * events. Its folded stacks must have the documented form.
 */

#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/task_work.h>

#include "fuzz.h"
#include "hist/compile/compile.h"
#include "hist/diag.h"
#include "hist/fixture.h"
#include "hist/parse/spec.h"
#include "hist/program/compare.h"
#include "hist/run/exec.h"
#include "hist/show/describe.h"
#include "hist/show/folded.h"
#include "hist/show/text.h"
#include "hist/tests/fixtures/mock_event.h"
#include "hist/tests/fixtures/mock_hists.h"
#include "hist/tests/fixtures/program_equal.h"
#include "hist/stacks/walk.h"
#include "hist/user_task.h"
#include "mutate.h"

static const char *const separators[] = { ":", ",", ".", NULL };

/* Inputs are shorter than the limit. */
static const u8 elsewhere[] = { HIST_DIAG_TOO_LONG, 0 };

const struct grammar fuzz_grammar = {
	.end = '\n',
	.separators = separators,
	.brackets = "()[]",
	.messages = hist_diag_messages,
	.n_messages = HIST_DIAG_CTX_TOO_LARGE + 1,
	.elsewhere = elsewhere,
};

/*
 * Printing names, sizes and bucket widths makes a command longer, but not by
 * this much.
 */
#define SHOWN_MAX	16384

/* Mock world in which commands are compiled; created once. */
static struct mock_hists hists;
static struct mock_event event, lenient_event;
static unsigned long hists_allocs;
static size_t hists_bytes;

static void make_hists(void)
{
	unsigned int i;

	CHECK(!mock_hists_init(&hists));
	CHECK(!mock_hists_populate(&hists));
	for (i = 0; i < hists.n_hists; i++)
		CHECK(!hist_run_attach(hists.hists[i].data, HIST_SIZE_MIN));
	event = mock_event_with_hists(&mock_event, &hists);
	lenient_event = event;
	lenient_event.resolver.skip_lookups = true;
	hists_allocs = shim_allocs();
	hists_bytes = shim_bytes();
}

static void check_memory(void)
{
	CHECK(shim_allocs() == hists_allocs && shim_bytes() == hists_bytes);
}

struct command {
	struct hist_spec *spec;
	struct hist_trigger_data *data;
};

static void check_rejected(int err, const struct trace_diag *diag, size_t len)
{
	bool no_memory = shim_failed();

	CHECK(err == (no_memory ? -ENOMEM : -EINVAL));
	if (no_memory) {
		CHECK(!diag->code);
		return;
	}
	fuzz_note(hist_diag_messages[diag->code]);
	CHECK(diag->code > HIST_DIAG_NONE && diag->code <= HIST_DIAG_CTX_TOO_LARGE);
	CHECK(diag->at.off <= len && trace_span_end(diag->at) <= len);
	CHECK(strnlen(diag->hint, sizeof(diag->hint)) < sizeof(diag->hint));
}

/*
 * Compiled with the lenient resolver, which is used to match commands to
 * attached histograms, the histogram is the same.
 */
static void check_lenient(const struct command *cmd, const struct hist_trigger_data *data)
{
	struct trace_diag diag = {};
	struct hist_trigger_data *found = hist_compile(cmd->spec, &lenient_event.resolver, &diag);

	if (data) {
		CHECK(!IS_ERR(found) && !diag.code);
		CHECK(hist_data_equal(data, found) && hist_data_is_superset(data, found));
	} else if (IS_ERR(found)) {
		check_rejected(PTR_ERR(found), &diag, cmd->spec->len);
	}
	hist_data_put(found);
}

static bool take(struct command *cmd, const char *text, size_t len)
{
	char *copy = memcpy(malloc(len), text, len);
	struct trace_diag diag = {};

	cmd->spec = hist_spec_parse(copy, len, &diag);
	free(copy);
	if (IS_ERR(cmd->spec)) {
		check_rejected(PTR_ERR(cmd->spec), &diag, len);
		return false;
	}
	CHECK(!diag.code);

	cmd->data = hist_compile(cmd->spec, &event.resolver, &diag);
	if (IS_ERR(cmd->data)) {
		check_rejected(PTR_ERR(cmd->data), &diag, len);
		check_lenient(cmd, NULL);
		hist_spec_free(cmd->spec);
		return false;
	}
	CHECK(!diag.code);
	fuzz_note(hist_diag_messages[HIST_DIAG_NONE]);
	return true;
}

static void drop(struct command *cmd)
{
	hist_data_put(cmd->data);
	hist_spec_free(cmd->spec);
}

/*
 * Return -ENOMEM and leak nothing if an allocation fails while the histogram is
 * compiled, attached or shown.
 */
static void check_without_memory(const struct fuzz_input *in)
{
	struct trace_diag diag = {};
	struct hist_trigger_data *found;
	struct hist_table_snapshot *table;
	struct command cmd;
	int ret;

	fuzz_fail(in->fail);
	if (!take(&cmd, in->text, in->len))
		return;
	ret = hist_run_attach(cmd.data, HIST_SIZE_MIN);
	if (!ret) {
		table = hist_table_snapshot_create(cmd.data, cmd.data->runtime.map,
						   &(struct hist_status){}, NULL);
		ret = PTR_ERR_OR_ZERO(table);
		hist_table_snapshot_free(table);
		hist_run_detach(cmd.data);
	}
	CHECK(ret == (shim_failed() ? -ENOMEM : 0));

	/* Matching may fail in the same way. */
	fuzz_fail(in->fail);
	found = hist_compile(cmd.spec, &lenient_event.resolver, &diag);
	CHECK(PTR_ERR_OR_ZERO(found) == (shim_failed() ? -ENOMEM : 0) && !diag.code);
	hist_data_put(found);
	drop(&cmd);
	check_memory();
}

static void show(char *shown, const struct command *cmd)
{
	struct hist_status status = {
		.paused = cmd->spec->pause,
		.size = cmd->data->size,
		.pool = hist_pool_size(cmd->data, cmd->data->size),
		.overflow = cmd->data->overflow,
	};
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
	CHECK(hist_data_equal(cmd->data, again.data));
	CHECK(hist_data_can_share_map(cmd->data, again.data));
	CHECK(hist_programs_equal(&cmd->data->program, &again.data->program));
	CHECK(cmd->data->size == again.data->size);
	CHECK(cmd->data->overflow == again.data->overflow);
	drop(&again);
}

/*
 * The locations of dynamic fields in a record are trusted, because the kernel
 * makes them. The buffer therefore covers every address that a location can
 * refer to.
 */
static u8 memory[2 * U16_MAX + sizeof(struct mock_record)];

static void fill_record(const u8 *bytes, size_t size)
{
	struct mock_record *record = (struct mock_record *)memory;

	memcpy(memory, bytes, min(size, sizeof(memory)));
	/* Every third pointer is made valid. */
	if ((unsigned long)record->ptr % 3 == 0)
		record->ptr = record->text + (unsigned long)record->ptr % sizeof(record->text);
}

/* The histograms whose variables @data uses are hit first. */
static void hit_sources(const struct hist_trigger_data *data)
{
	const struct hist_program *program = &data->program;
	unsigned int i;

	for (i = 0; i < program->n_lookups; i++) {
		if (!program->lookups[i].defining_hist->is_field_var_hist)
			tracing_map_clear(program->lookups[i].defining_hist->runtime.map);
		hist_exec(program->lookups[i].defining_hist, memory, _RET_IP_);
	}
}

/* Check a frame of a folded stack. Only two frames have braces. */
static void check_frame(const char *frame, size_t len)
{
	size_t i;

	CHECK(len);
	if (*frame == '{') {
		CHECK(len == 7 && (!memcmp(frame, "{empty}", 7) || !memcmp(frame, "{other}", 7)));
		return;
	}
	for (i = 0; i < len; i++)
		CHECK(frame[i] > ' ' && frame[i] <= '~' && frame[i] != '{' && frame[i] != '}');
}

/* Check a folded stack: frames, a blank, a number, a newline. An unknown value has no line. */
static void check_folded(const struct hist_table_snapshot *table, unsigned int row)
{
	static char line[SHOWN_MAX];
	struct seq_file m = { .buf = line, .size = SHOWN_MAX };
	size_t len, at = 0, digits;

	hist_show_folded(&m, table, row);
	CHECK(!seq_has_overflowed(&m));
	if (!m.count)
		return;
	do {
		len = strcspn(&line[at], "\n; ");
		check_frame(&line[at], len);
		at += len + 1;
	} while (line[at - 1] == ';');
	CHECK(line[at - 1] == ' ');
	at += line[at] == '-';
	digits = strspn(&line[at], "0123456789");
	CHECK(digits && line[at + digits] == '\n' && m.count == at + digits + 1);
}

static void check_shown(struct hist_trigger_data *data)
{
	static char shown[SHOWN_MAX];
	struct seq_file m = { .buf = shown, .size = SHOWN_MAX };
	struct hist_table_snapshot *table;
	unsigned int i;

	table = hist_table_snapshot_create(data, data->runtime.map, &(struct hist_status){}, NULL);
	CHECK(!IS_ERR(table));
	for (i = 0; i < tracing_map_n_all_rows(table->rows); i++) {
		hist_show_any_row(&m, table, i);
		check_folded(table, i);
	}
	hist_show_totals(&m, table);
	hist_table_snapshot_free(table);
}

/*
 * Give the task a user stack that begins with the record, among its mappings and elsewhere. Each
 * bit of the last byte of the record is a property of the task.
 */
static void set_task(void)
{
	const struct mock_record *record = (struct mock_record *)memory;
	u8 bits = record->data[sizeof(record->data) - 1];
	unsigned int i;

	user_task_new(1, 0x1000);
	user_task.n = record->data[sizeof(record->data) - 2] % ARRAY_SIZE(user_task.stack);
	memcpy(user_task.stack, memory, user_task.n * sizeof(u64));
	for (i = 0; i < user_task.n; i += 2)
		user_task.stack[i] &= 0x7fffff;
	user_task.no_user = bits & 1;
	user_task.busy = bits & 2;
	user_task.exited = bits & 4;
	if (bits & 8)
		user_task.identity[1] |= HIST_IDENTITY_IN_EXEC;
	if (bits & 16)
		user_task.mappings[0].seq = user_task.seq;
}

/* Return the first key that is not the id of a stack, of which only valid ones are in a table. */
static const struct hist_field *free_key(const struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = data->n_vals; i < data->n_fields; i++)
		if (!hist_value_is_interned(&data->fields[i].value))
			return &data->fields[i];
	return NULL;
}

/* Fill the table, so that the event is counted in { other } unless its key is one of these. */
static void fill_table(const struct hist_trigger_data *data)
{
	u64 key[(HIST_KEY_MAX + TASK_COMM_LEN) / sizeof(u64)] = {};
	struct tracing_map *map = data->runtime.map;
	const struct hist_field *field = free_key(data);
	unsigned int i;

	if (!map->has_other || !field)
		return;
	for (i = 0; i < map->size; i++) {
		key[field->pos / sizeof(u64)] = 0xa5a5a5a5a5a50000 + i;
		CHECK(tracing_map_insert(map, key) > TRACING_MAP_OTHER);
	}
}

static void check_exec(struct hist_trigger_data *data, const u8 *bytes, size_t size)
{
	struct tracing_map_snapshot *rows;
	unsigned int i;
	u64 hits;

	/* The largest sizes would be slow and exercise no other code. */
	CHECK(!hist_run_attach(data, HIST_SIZE_MIN));

	fill_record(bytes, size);
	set_task();
	fill_table(data);
	hit_sources(data);
	shim_atomic = true;
	for (i = 0; i < 3; i++)
		hist_exec(data, memory, _RET_IP_);
	shim_atomic = false;

	/* Three equal events with clocks that do not advance make one entry. */
	rows = tracing_map_snapshot(data->runtime.map, NULL, 0);
	CHECK(!IS_ERR(rows) && !rows->dropped);
	CHECK(rows->n_sums == data->n_sums);
	/*
	 * Events do not count if a referenced variable is unset or has been
	 * consumed.
	 */
	hits = tracing_map_total(data->runtime.map, 0);
	CHECK(data->program.n_var_loads ? hits <= 3 : hits == 3);
	if (data->runtime.map->has_other && free_key(data))
		CHECK(rows->n_rows == HIST_SIZE_MIN);
	else
		CHECK(rows->n_rows == !!hits);
	tracing_map_snapshot_free(rows);
	check_shown(data);
	/* Task work may run before or after the histogram is removed. */
	if (size % 2)
		task_work_run();
	check_shown(data);

	hist_run_detach(data);
	task_work_run();
	CHECK(!user_file_refs);
	memset(memory, 0, min(size, sizeof(memory)));
	memset(memory, 0, sizeof(struct mock_record));
}

int fuzz_one(const u8 *data, size_t size)
{
	struct fuzz_input in = fuzz_input_of(data, size, fuzz_grammar.end);
	struct command cmd;

	if (!hists.n_hists)
		make_hists();
	shim_stack_len = 20;
	if (in.fail)
		check_without_memory(&in);
	if (take(&cmd, in.text, in.len)) {
		check_round_trip(&cmd);
		check_lenient(&cmd, cmd.data);
		check_exec(cmd.data, in.rest, in.n_rest);
		drop(&cmd);
	}
	check_memory();
	fuzz_input_free(&in);
	return 0;
}
