// SPDX-License-Identifier: GPL-2.0
/*
 * Print a histogram as the command that defines it.
 *
 * The trigger file shows this text. If it is written back, with or without a leading '!',
 * it matches the same histogram.
 *
 * Takes no lock: the caller keeps the histogram and its state from changing.
 */
#include <linux/array_size.h>
#include <linux/build_bug.h>
#include <linux/math64.h>
#include <linux/seq_file.h>
#include <linux/time64.h>

#include "describe.h"

const char *const hist_drop_reasons[] = {
	[TRACING_MAP_DROP_FULL] = "no free row",
	[TRACING_MAP_DROP_NESTED] = "nested too deeply",
	[TRACING_MAP_DROP_FRAME] = "no frame",
	[TRACING_MAP_DROP_RECORD] = "no record",
	[TRACING_MAP_DROP_CHUNK] = "chunk not ready",
	[TRACING_MAP_DROP_BUSY] = "variable busy",
};

static_assert(ARRAY_SIZE(hist_drop_reasons) == TRACING_MAP_DROP_REASONS);

static void print_modifier(struct seq_file *m, const struct hist_value *value)
{
	char text[HIST_MOD_TEXT_SIZE];

	hist_mod_text(value->mod, value->mod_arg, &value->linear, text);
	seq_puts(m, text);
}

/* A modifier or aggregate of an expression applies to all of it, so it follows parentheses. */
static void print_field(struct seq_file *m, const struct hist_field *field)
{
	const struct hist_value *value = &field->value;
	bool has_suffix = value->mod != HIST_MOD_NONE || value->agg != HIST_AGG_NONE;
	bool in_parentheses = has_suffix && value->kind == HIST_KIND_EXPR && !value->is_var;
	char name[HIST_AGG_NAME_SIZE];

	seq_printf(m, in_parentheses ? "(%s)" : "%s", value->name);
	if (value->agg != HIST_AGG_NONE)
		seq_printf(m, ".%s", hist_agg_name(value->agg, value->quantile, name));
	if (value->mod != HIST_MOD_NONE)
		print_modifier(m, value);
}

static void print_keys(struct seq_file *m, const struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = data->n_vals; i < data->n_fields; i++) {
		seq_puts(m, i == data->n_vals ? "keys=" : ",");
		print_field(m, &data->fields[i]);
	}
}

static void print_vals(struct seq_file *m, const struct hist_trigger_data *data)
{
	/* Field 0 is the hitcount. */
	unsigned int i, first = data->nohitcount;

	for (i = first; i < hist_n_display_vals(data); i++) {
		seq_puts(m, i == first ? ":vals=" : ",");
		print_field(m, &data->fields[i]);
	}
}

static void print_vars(struct seq_file *m, const struct hist_trigger_data *data)
{
	unsigned int i, first = hist_n_display_vals(data);

	for (i = first; i < data->n_vals; i++) {
		seq_printf(m, "%c%s=", i == first ? ':' : ',', data->fields[i].var_name);
		print_field(m, &data->fields[i]);
	}
}

static void print_sorts(struct seq_file *m, const struct hist_trigger_data *data)
{
	unsigned int i;

	for (i = 0; i < data->n_sorts; i++) {
		seq_puts(m, i ? "," : ":sort=");
		print_field(m, &data->fields[data->sorts[i].field]);
		if (data->sorts[i].descending)
			seq_puts(m, ".descending");
	}
}

/**
 * hist_describe - print a histogram as the command that defines it
 * @m: output file
 * @data: the histogram
 * @status: its displayed state
 *
 * Context: process context.
 */
void hist_describe(struct seq_file *m, const struct hist_trigger_data *data,
		   const struct hist_status *status)
{
	unsigned int i;

	seq_puts(m, "hist:");
	if (data->name)
		seq_printf(m, "name=%s:", data->name);
	print_keys(m, data);
	print_vals(m, data);
	print_vars(m, data);
	print_sorts(m, data);
	seq_printf(m, ":size=%u", status->size);
	if (status->pool)
		seq_printf(m, ":pool=%u", status->pool);
	if (status->overflow != HIST_OVERFLOW_DEFAULT)
		seq_printf(m, ":overflow=%s", hist_overflow_name(status->overflow));
	if (data->program.clock != HIST_CLOCK_NONE)
		seq_printf(m, ":clock=%s", hist_clock_name(data->program.clock));
	if (data->nohitcount)
		seq_puts(m, ":nohitcount");
	for (i = 0; i < data->n_actions; i++)
		seq_printf(m, ":%s", data->actions[i].text);
	if (status->filter)
		seq_printf(m, " if %s", status->filter);
	seq_puts(m, status->paused ? " [paused]" : " [active]");
}

/**
 * hist_describe_time - print a time, in seconds if the clock counts nanoseconds
 * @m: output file
 * @time: the time
 * @clock: its clock
 *
 * Context: process context.
 */
void hist_describe_time(struct seq_file *m, u64 time, enum hist_clock clock)
{
	u32 nsecs;

	if (!hist_clock_in_ns(clock)) {
		seq_printf(m, "%llu", time);
		return;
	}
	time = div_u64_rem(time, NSEC_PER_SEC, &nsecs);
	seq_printf(m, "%llu.%09u", time, nsecs);
}

static void print_interval(struct seq_file *m, const struct hist_interval *interval)
{
	seq_printf(m, "# interval: %llu from ", interval->number);
	hist_describe_time(m, interval->from, interval->clock);
	seq_puts(m, " to ");
	hist_describe_time(m, interval->to, interval->clock);
	seq_printf(m, " %s", hist_clock_name(interval->clock));
	if (interval->cleared)
		seq_puts(m, " [cleared]");
	if (interval->merged)
		seq_puts(m, " [merged]");
	seq_putc(m, '\n');
}

/**
 * hist_describe_header - print the header of a histogram in hist, hist_delta and hist_debug
 * @m: output file
 * @data: the histogram
 * @status: its displayed state
 * @interval: displayed interval, or NULL
 *
 * Context: process context.
 */
void hist_describe_header(struct seq_file *m, const struct hist_trigger_data *data,
			  const struct hist_status *status, const struct hist_interval *interval)
{
	seq_puts(m, "# event histogram\n#\n# trigger info: ");
	hist_describe(m, data, status);
	seq_putc(m, '\n');
	if (interval)
		print_interval(m, interval);
	seq_puts(m, "#\n\n");
}
