// SPDX-License-Identifier: GPL-2.0
/*
 * The inside of a histogram, for the hist_debug file: every field with its place
 * in fields[], by section.
 */
#include <linux/seq_file.h>

#include "debug.h"

static void show_flags(struct seq_file *m, const struct hist_field *field)
{
	seq_puts(m, "      flags:\n");
	if (field->is_key)
		seq_puts(m, "        HIST_FIELD_FL_KEY\n");
	else if (field->kind == HIST_KIND_HITCOUNT)
		seq_puts(m, "        VAL: HIST_FIELD_FL_HITCOUNT\n");
	else
		seq_puts(m, "        VAL: normal u64 value\n");
}

static void show_field(struct seq_file *m, const struct hist_trigger_data *data, unsigned int i)
{
	const struct hist_field *field = &data->fields[i];

	seq_printf(m, "\n    hist_data->fields[%u]:\n", i);
	show_flags(m, field);
	if (!hist_kind_is_special(field->kind))
		seq_printf(m, "      ftrace_event_field name: %s\n", field->name);
	seq_printf(m, "      type: %s\n", field->type);
	seq_printf(m, "      size: %u\n", field->size);
	seq_printf(m, "      is_signed: %u\n", field->is_signed);
}

/**
 * hist_debug_show - print the inside of a histogram
 * @m: where to
 * @data: the histogram
 * @status: how it is at present
 */
void hist_debug_show(struct seq_file *m, const struct hist_trigger_data *data,
		     const struct hist_status *status)
{
	unsigned int i;

	hist_describe_header(m, data, status);
	seq_printf(m, "hist_data: %p\n\n", data);
	seq_printf(m, "  n_vals: %u\n", data->n_vals);
	seq_printf(m, "  n_keys: %u\n", data->n_keys);
	seq_printf(m, "  n_fields: %u\n", data->n_fields);

	seq_puts(m, "\n  val fields:\n");
	for (i = 0; i < data->n_vals; i++)
		show_field(m, data, i);
	seq_puts(m, "\n  key fields:\n");
	for (; i < data->n_fields; i++)
		show_field(m, data, i);
}
