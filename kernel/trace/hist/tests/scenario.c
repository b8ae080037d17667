// SPDX-License-Identifier: GPL-2.0
/*
 * Run scenarios: scripted tests of histograms that interact.
 *
 * Does not depend on KUnit or trace.h, so that user space can build it. Takes no locks; the
 * maps of a scenario are used by one thread.
 */
#include <linux/ctype.h>
#include <linux/err.h>
#include <linux/kernel.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "../data.h"
#include "../describe.h"
#include "../diag.h"
#include "../show.h"
#include "scenario.h"

#define WORD_MAX	64
#define STACK_MAX	20

/**
 * struct run - State of a running scenario
 * @ops: operations of the caller
 * @ctx: argument for @ops
 * @world: environment with the histograms attached so far
 * @record: record of the current event
 * @data_pos: number of bytes of @record->data in use
 * @m: destination of all output
 */
struct run {
	const struct scenario_ops *ops;
	void *ctx;
	struct fake_world *world;
	struct fake_record *record;
	unsigned int data_pos;
	struct seq_file *m;
};

/* Copy the next word of a step to @word and advance. A blank or a byte of @ends ends a word. */
static const char *take_word(const char **step, const char *ends, char *word)
{
	unsigned int n = 0;

	while (**step == ' ')
		(*step)++;
	while (**step && **step != ' ' && !strchr(ends, **step) && n < WORD_MAX - 1)
		word[n++] = *(*step)++;
	word[n] = '\0';
	return word;
}

static u64 to_number(const char *word)
{
	u64 val = 0;

	if (kstrtoull(word + (*word == '-'), 0, (unsigned long long *)&val))
		return 0;
	return *word == '-' ? -val : val;
}

static u32 put_data(struct run *run, const void *bytes, unsigned int len)
{
	u32 loc = fake_put_data(run->record, run->data_pos, bytes, len);

	run->data_pos += len;
	return loc;
}

/* Store a stack trace given as "<address>,<address>..." in the record. */
static u32 put_stack(struct run *run, const char *val)
{
	unsigned long trace[STACK_MAX + 1] = {};
	char word[WORD_MAX];

	while (*val && trace[0] < STACK_MAX) {
		trace[++trace[0]] = to_number(take_word(&val, ",", word));
		val += *val == ',';
	}
	return put_data(run, trace, (trace[0] + 1) * sizeof(trace[0]));
}

static void set_field(struct run *run, const char *name, const char *val)
{
	struct fake_record *record = run->record;
	unsigned int len = strlen(val);

	if (!strcmp(name, "text"))
		memcpy(record->text, val, min(len, sizeof(record->text)));
	else if (!strcmp(name, "tag"))
		memcpy(record->tag, val, min(len, sizeof(record->tag)));
	else if (!strcmp(name, "dyn"))
		record->dyn = put_data(run, val, len + 1);
	else if (!strcmp(name, "rel"))
		record->rel = fake_relative(put_data(run, val, len + 1),
					    offsetof(struct fake_record, rel));
	else if (!strcmp(name, "ptr"))
		record->ptr = (char *)record + (put_data(run, val, len + 1) & 0xffff);
	else if (!strcmp(name, "stack"))
		record->stack = put_stack(run, val);
	else
		fake_set_number(record, name, to_number(val));
}

/* Execute all histograms of an event in the order in which they were attached. */
static void hit_all(struct run *run, const struct fake_event *event)
{
	const struct fake_world *world = run->world;
	unsigned int i, k, n;

	for (i = 0; i < world->n_defs; i++) {
		const struct hist_trigger_data *data = world->defs[i].data;

		if (world->defs[i].event == event)
			run->ops->hit(data, run->record);
		/* A field-variable histogram is attached to the event of its @match. */
		for (k = 0; k < data->n_helpers; k++)
			for (n = 0; n < world->n_defs; n++)
				if (world->defs[n].data == data->helpers[k].match &&
				    world->defs[n].event == event)
					run->ops->hit(data->helpers[k].data, run->record);
	}
}

static void come(struct run *run, const struct fake_event *event, const char *step)
{
	char name[WORD_MAX], val[WORD_MAX];

	memset(run->record, 0, sizeof(*run->record));
	run->data_pos = 0;
	while (*take_word(&step, "=", name)) {
		step += *step == '=';
		set_field(run, name, take_word(&step, "", val));
	}
	hit_all(run, event);
}

static int attach(struct run *run, const struct fake_event *event, const char *text)
{
	struct hist_trigger_data *data;
	struct trace_diag diag = {};

	data = fake_define(run->world, event, text, &diag);
	if (!IS_ERR(data))
		return run->ops->attach(run->ctx, data);
	if (PTR_ERR(data) != -EINVAL)
		return PTR_ERR(data);
	seq_printf(run->m, "%s, at %u\n", hist_diag_messages[diag.code], diag.at.off);
	return 0;
}

static int show(struct run *run, struct hist_trigger_data *data, bool rows)
{
	const struct tracing_map *map = rcu_dereference_protected(data->live.map, true);
	const struct hist_status status = { .size = data->size };
	struct hist_table *table;
	unsigned int i;

	table = hist_table_take(data, map, &status);
	if (IS_ERR(table))
		return PTR_ERR(table);
	for (i = 0; rows && i < table->rows->n_rows; i++)
		hist_show_row(run->m, table, i);
	if (!rows)
		hist_show_totals(run->m, table);
	hist_table_free(table);
	return 0;
}

static int do_show(struct run *run, const char *step, bool rows)
{
	struct fake_world *world = run->world;
	unsigned int which = world->n_defs;
	char word[WORD_MAX];

	if (*take_word(&step, "", word))
		which = to_number(word);
	if (!which || which > world->n_defs)
		return -ERANGE;
	return show(run, world->defs[which - 1].data, rows);
}

static void describe(struct run *run, const struct hist_trigger_data *data)
{
	hist_describe(run->m, data, &(struct hist_status){ .size = data->size });
	seq_putc(run->m, '\n');
}

static int do_describe(struct run *run, bool helpers)
{
	const struct hist_trigger_data *data;
	unsigned int i;

	if (!run->world->n_defs)
		return -ERANGE;
	data = run->world->defs[run->world->n_defs - 1].data;
	if (!helpers)
		describe(run, data);
	for (i = 0; helpers && i < data->n_helpers; i++)
		describe(run, data->helpers[i].data);
	return 0;
}

static int do_clock(const struct run *run, const char *step)
{
	char word[WORD_MAX];

	if (!run->ops->set_clocks)
		return -EOPNOTSUPP;
	run->ops->set_clocks(to_number(take_word(&step, "", word)));
	return 0;
}

static int do_step(struct run *run, const char *step)
{
	char system[WORD_MAX], name[WORD_MAX];
	const struct fake_event *event;

	take_word(&step, ".", system);
	if (!strcmp(system, "show"))
		return do_show(run, step, true);
	if (!strcmp(system, "totals"))
		return do_show(run, step, false);
	if (!strcmp(system, "describe"))
		return do_describe(run, false);
	if (!strcmp(system, "helpers"))
		return do_describe(run, true);
	if (!strcmp(system, "clock"))
		return do_clock(run, step);

	step += *step == '.';
	event = fake_event_find(system, take_word(&step, "", name));
	if (!event)
		return -ENODEV;
	step += *step == ' ';
	if (!strncmp(step, "hist:", 5))
		return attach(run, event, step);
	come(run, event, step);
	return 0;
}

/**
 * scenario_run - Run a scenario and print its output
 * @scenario: scenario to run
 * @ops: operations that depend on the caller
 * @ctx: argument for @ops
 * @world: environment; keeps the histograms that the scenario attaches
 * @m: destination of all output, for comparison with @scenario->shown
 *
 * A rejected command is not an error: its message and position are printed to @m.
 *
 * Context: Process context. May sleep.
 * Return: 0, or a negative errno if a step could not be run.
 */
int scenario_run(const struct scenario *scenario, const struct scenario_ops *ops, void *ctx,
		 struct fake_world *world, struct seq_file *m)
{
	struct run run = { .ops = ops, .ctx = ctx, .world = world, .m = m };
	unsigned int i;
	int ret = 0;

	run.record = kzalloc(sizeof(*run.record), GFP_KERNEL);
	if (!run.record)
		return -ENOMEM;
	for (i = 0; !ret && i < SCENARIO_STEPS_MAX && scenario->steps[i]; i++)
		ret = do_step(&run, scenario->steps[i]);
	kfree(run.record);
	return ret;
}
