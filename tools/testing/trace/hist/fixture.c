// SPDX-License-Identifier: GPL-2.0-only
/* Run histograms on mock events and observe their side effects. */

#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/string.h>

#include "../trace.h"
#include "fixture.h"
#include "hist/attach/cgroup_paths.h"
#include "hist/attach/internal.h"
#include "hist/attach/map_owner.h"
#include "hist/attach/stacks.h"
#include "hist/program/hist_data.h"
#include "hist/run/exec.h"
#include "hist/show/text.h"
#include "synth/layout.h"
#include "synth/run/emit.h"

struct trace_array hist_run_instance;
static struct trace_event_file file = { .tr = &hist_run_instance };
bool hist_run_synth_enabled = true;

/* Taken where the kernel takes it, because the code under test asserts it. */
struct mutex event_mutex;

/* Only the cgroup 4294967299 exists. */
int hist_cgroup_path(u64 id, char *path, size_t size)
{
	if (id != 4294967299)
		return -ENOENT;
	snprintf(path, size, "/mock/cgroup");
	return 0;
}

static char text[16384];
static struct seq_file fired = { .buf = text, .size = sizeof(text) };

static void put_stack(const unsigned long *trace)
{
	unsigned long i;

	/* trace[0] is the number of addresses that follow. */
	for (i = 1; i <= trace[0]; i++)
		seq_printf(&fired, "%s%lx", i > 1 ? "," : "", trace[i]);
}

static void put_number(const struct synth_field *field, u64 val)
{
	val &= field->mask;
	if (field->is_signed && field->size < sizeof(u64) && val >> (field->size * 8 - 1))
		val |= ~field->mask;
	seq_printf(&fired, field->is_signed ? "%lld" : "%llu", (unsigned long long)val);
}

static void put_field(const struct synth_field *field, u64 val)
{
	const void *at = (const void *)(unsigned long)val;

	seq_printf(&fired, " %s=", field->name);
	switch (field->kind) {
	case SYNTH_STRING:
		seq_printf(&fired, "'%.*s'", field->size - 1, (const char *)at);
		break;
	case SYNTH_DYN_STRING:
		seq_printf(&fired, "'%.*s'", SYNTH_STRING_MAX - 1, (const char *)at);
		break;
	case SYNTH_STACK:
		put_stack(at);
		break;
	case SYNTH_BOOL:
		seq_printf(&fired, "%d", !!(val & field->mask));
		break;
	case SYNTH_NUMBER:
		put_number(field, val);
		break;
	}
}

bool synth_event_enabled(const struct synth_event *event)
{
	return hist_run_synth_enabled;
}

/*
 * Synthetic events are those of hist/tests/fixtures/mock_hists.c. Instead of making a
 * record, write the values as text, converted to the fields' types.
 */
void synth_emit(const struct synth_event *event, const u64 *vals)
{
	const struct mock_synth_event *synth = (const struct mock_synth_event *)event;
	unsigned int i;

	seq_puts(&fired, synth->name);
	for (i = 0; i < synth->layout->n_fields; i++)
		put_field(&synth->layout->fields[i], vals[i]);
	seq_putc(&fired, '\n');
	/* Fuzz targets never read the text: discard it before it overflows. */
	if (fired.count > sizeof(text) / 2)
		fired.count = 0;
}

const char *hist_run_fired(void)
{
	text[fired.count] = '\0';
	fired.count = 0;
	return text;
}

static int attach_field_var_hists(struct hist_trigger_data *data, u32 size)
{
	unsigned int i;
	int ret;

	for (i = 0; i < data->n_field_var_hists; i++) {
		ret = hist_run_attach(data->field_var_hists[i].data, size);
		if (ret)
			return ret;
	}
	return 0;
}

/* Mock events live as long as the mock histograms, so references are not counted. */
bool trace_event_dyn_try_get_ref(struct trace_event_call *call)
{
	return true;
}

void trace_event_dyn_put_ref(struct trace_event_call *call)
{
}

static int pin(struct hist_trigger_data *data)
{
	struct hist_pin_failure failure;

	guard(mutex)(&event_mutex);
	data->runtime.file = &file;
	return hist_pin(data, &failure);
}

static int attach_stacks(struct hist_trigger_data *data, u32 size)
{
	guard(mutex)(&event_mutex);
	return hist_stacks_attach(data, NULL, size);
}

int hist_run_pin_arena(const struct hist_trigger_data *data)
{
	guard(mutex)(&event_mutex);
	return hist_pin_arena(&data->program);
}

static void publish_map(struct hist_trigger_data *data, struct tracing_map *map)
{
	guard(mutex)(&event_mutex);
	hist_reset_actions(data, map);
	rcu_assign_pointer(data->runtime.map, map);
}

int hist_run_attach(struct hist_trigger_data *data, u32 size)
{
	struct tracing_map *map;
	int ret = pin(data);

	ret = ret ?: hist_run_pin_arena(data);
	ret = ret ?: attach_field_var_hists(data, size);
	ret = ret ?: attach_stacks(data, size);
	if (!ret) {
		map = hist_map_create(data, size);
		ret = PTR_ERR_OR_ZERO(map);
	}
	if (ret)
		hist_run_detach(data);
	else
		publish_map(data, map);
	return ret;
}

void hist_run_detach(struct hist_trigger_data *data)
{
	unsigned int i;

	scoped_guard(mutex, &event_mutex) {
		hist_unpin(data);
		data->runtime.file = NULL;
	}
	for (i = 0; i < data->n_field_var_hists; i++)
		hist_run_detach(data->field_var_hists[i].data);
	tracing_map_destroy(data->runtime.map);
	data->runtime.map = NULL;
	scoped_guard(mutex, &event_mutex)
		hist_stacks_detach(data);
}

const char *hist_run_rows(struct hist_trigger_data *data)
{
	static char rows[4096];
	struct hist_table_snapshot *table = hist_table_snapshot_create(data, data->runtime.map,
								       &(struct hist_status){},
								       NULL);
	struct seq_file m = { .buf = rows, .size = sizeof(rows) };
	unsigned int i;

	if (IS_ERR(table))
		return "no memory";
	for (i = 0; i < tracing_map_n_all_rows(table->rows); i++)
		hist_show_any_row(&m, table, i);
	hist_table_snapshot_free(table);
	if (seq_has_overflowed(&m))
		return "too long";
	rows[m.count] = '\0';
	return rows;
}

static int attach(void *ctx, struct hist_trigger_data *data)
{
	return hist_run_attach(data, HIST_SIZE_MIN);
}

static void hit(const struct hist_trigger_data *data, const void *record)
{
	shim_atomic = true;
	hist_exec(data, record, _RET_IP_);
	shim_atomic = false;
}

static void set_clocks(u64 now)
{
	enum shim_clock clock;

	for (clock = 0; clock < SHIM_CLOCKS; clock++)
		shim_clocks[clock] = now;
}

const struct scenario_ops hist_run_ops = {
	.attach = attach,
	.hit = hit,
	.set_clocks = set_clocks,
};

int hist_run_scenario(const struct scenario *scenario, char *shown, size_t size)
{
	struct seq_file m = { .buf = shown, .size = size };
	struct mock_hists hists;
	unsigned int i;
	int ret;

	hist_run_fired();
	hist_run_instance.n_snapshots = 0;
	ret = mock_hists_init(&hists);
	ret = ret ?: scenario_run(scenario, &hist_run_ops, NULL, &hists, &m);
	for (i = 0; i < hists.n_hists; i++)
		hist_run_detach(hists.hists[i].data);
	mock_hists_exit(&hists);
	seq_puts(&m, hist_run_fired());
	if (hist_run_instance.n_snapshots)
		seq_printf(&m, "snapshots: %u\n", hist_run_instance.n_snapshots);
	if (seq_has_overflowed(&m))
		return -E2BIG;
	shown[m.count] = '\0';
	return ret;
}
